import Testing

@testable import Libretto

extension BackTests {
  @Test("texts before work that stays done are said if nobody has heard them")
  func saidBeforeWork() async throws {
    let flow = Flow("f") {
      Confirm("Newsletter?") {
        Say("It goes out on Mondays.")
      } otherwise: {
        Say("No newsletter, then.")
      }
      Do("count") { _ in }.reads()
      Wait(.milliseconds(1))
      Confirm("Submit?")
    }
    let script = Scripted([true, .back, true, .back, false, .back, false, true], actions: .stubbed)
    #expect(
      try await Self.transcript(flow, script) == """
        CONFIRM  Newsletter?
        PERSON   Yes
        SAY      It goes out on Mondays.
        ACTION   count
        WAIT     1 millisecond
        CONFIRM  Submit?
        BACK     to newsletter
        CONFIRM  Newsletter?
        PERSON   Yes
        CONFIRM  Submit?
        BACK     to newsletter
        CONFIRM  Newsletter?
        PERSON   No
        SAY      No newsletter, then.
        CONFIRM  Submit?
        BACK     to newsletter
        CONFIRM  Newsletter?
        PERSON   No
        CONFIRM  Submit?
        PERSON   Yes
        END      finished

        """)
  }

  @Test("texts before the question aren't repeated")
  func said() async throws {
    let flow = Flow("f") {
      Say("Welcome.")
      Ask("Name?", into: Self.name)
      Say("Hello, \(Self.name).")
      Ask("Age?", into: Self.age)
    }
    #expect(
      try await Self.transcript(flow, Scripted(["Bob", .back, "Ann", 7])) == """
        SAY      Welcome.
        ASK      Name?
        PERSON   Bob
        SAY      Hello, Bob.
        ASK      Age?
        BACK     to name
        ASK      Name?
        PERSON   Ann
        SAY      Hello, Ann.
        ASK      Age?
        PERSON   7
        END      finished

        """)
  }
}
