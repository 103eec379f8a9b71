import Testing

@testable import LibrettoCore

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

  @Test("what stands before the question is said again, if something else was said since")
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
        SAY      Welcome.
        ASK      Name?
        PERSON   Ann
        SAY      Hello, Ann.
        ASK      Age?
        PERSON   7
        END      finished

        """)
  }

  @Test("agreed under what was said last, also where the first answer is given again")
  func lastSaid() async throws {
    let plan = Key<String>("plan")
    let flow = Flow("f") {
      Ask("Plan?", into: plan)
      Say("You will pay \(plan) euros.")
      Confirm("Agreed?")
      Confirm("End?")
    }
    let script = Scripted(["10", true, .back, .back, "99", .back, "10", .back, true, true])
    #expect(
      try await Self.transcript(flow, script) == """
        ASK      Plan?
        PERSON   10
        SAY      You will pay 10 euros.
        CONFIRM  Agreed?
        PERSON   Yes
        CONFIRM  End?
        BACK     to agreed
        CONFIRM  Agreed?
        BACK     to plan
        ASK      Plan?
        PERSON   99
        SAY      You will pay 99 euros.
        CONFIRM  Agreed?
        BACK     to plan
        ASK      Plan?
        PERSON   10
        CONFIRM  End?
        BACK     to agreed
        SAY      You will pay 10 euros.
        CONFIRM  Agreed?
        PERSON   Yes
        CONFIRM  End?
        PERSON   Yes
        END      finished

        """)
  }

  @Test("a text that changes is said at the end of an operation, before a group, before a cancel")
  func inOperations() async throws {
    let (price, name) = (Key<String>("price"), Self.name)
    func flow(_ text: Int) -> Flow {
      Flow("f") {
        if text == 2 { Ask("Price?", into: price) }
        if text == 2 { Say("You pay \(price).") }
        Operations {
          Operation("pay") {
            if text < 2 { Ask("Price?", into: price) }
            if text < 2 { Say("You pay \(price).") }
            if text == 1 { CancelOperation("other") }
            if text == 2 { Ask("Who?", into: Key<String>("who")) }
          }
          if text == 1 { Operation("other") { Ask("Other?", into: Key<String>("other")) } }
        }
        Ask("Name?", into: name)
      }
    }
    for text in 0...2 {
      let back: [ScriptedAnswer] = text == 2 ? ["x", .back, .back, "99"] : [.back, "99"]
      let transcript = try await Self.transcript(flow(text), Scripted(["10"] + back + ["Bob"]))
      let said = transcript.split(separator: "\n").filter { $0.hasPrefix("SAY") }
      #expect(said == ["SAY      You pay 10.", "SAY      You pay 99."], "\(transcript)")
    }
  }

  @Test("what is said in one round of a loop isn't silenced by another round")
  func rounds() async throws {
    let (key, extra) = (Key<String>("p"), Key<String>("e"))
    let flow = Flow("f") {
      Repeat(times: 2) {
        Ask("P?", into: key)
        When(key == "a") { Ask("Extra?", into: extra) }
        Say("Now \(key).")
        Operations { Operation("o") { Ask("X?", into: Key<String>("x")) } }
      }
    }
    let script = Scripted(["b", "1", "a", "e", .back, .back, "c", "2"])
    let lines = try await Self.transcript(flow, script).split(separator: "\n")
    let dialog = lines.filter { !$0.hasPrefix("ENDED") && !$0.hasPrefix("START") }
    #expect(
      dialog.joined(separator: "\n") + "\n" == """
        ASK      P?
        PERSON   b
        SAY      Now b.
        ASK      X?
        PERSON   1
        ASK      P?
        PERSON   a
        ASK      Extra?
        PERSON   e
        SAY      Now a.
        ASK      X?
        BACK     to e@2
        ASK      Extra?
        BACK     to p@2
        SAY      Now b.
        ASK      P?
        PERSON   c
        SAY      Now c.
        ASK      X?
        PERSON   2
        END      finished

        """)
  }

  @Test("a resumed run says what the live one says", arguments: [false, true])
  func resumed(isToken: Bool) throws {
    let (express, size) = (Key<Bool>("express"), Key<String>("size"))
    let flow = Flow("f") {
      Ask("Size?", into: size)
      Say("A \(size) costs more.")
      Confirm("Express?", into: express) { Say("Express costs 10 euros more.") }
      Do("reserve") { _ in }.reads()
      Ask("Name?", into: Self.name)
    }
    var live = try Session(flow, id: "r", clock: { 5 })
    var texts: [[String]] = []
    func restored(_ session: Session) throws -> Session {
      if isToken { return try Session(flow, token: session.token, clock: { 5 }) }
      var copy = try Session(flow, id: "r", clock: { 5 })
      copy.run = try Run.resuming(
        flow, from: SavedRun(lines: session.journal.lines(of: flow, id: "r")), at: 5
      ).run
      copy.settle()
      return copy
    }
    func step(_ step: (inout Session) throws -> Void) throws {
      var other = try restored(live)
      try step(&live)
      try step(&other)
      #expect(other.said == live.said)
      #expect(other.needs == live.needs)
      texts.append(live.said)
    }
    try step { try $0.resolve("size", with: .text("box")) }
    try step { try $0.resolve("express", with: .text("no")) }
    try step { try $0.resolve("reserve", with: .performed([:])) }
    try step { try $0.goBack() }
    try step { try $0.resolve("express", with: .text("yes")) }
    try step { try $0.goBack() }
    try step { try $0.goBack() }
    try step { try $0.resolve("size", with: .text("bag")) }
    #expect(
      texts == [
        ["A box costs more."], [], [], [], ["Express costs 10 euros more."],
        ["A box costs more."], [], ["A bag costs more."],
      ])
  }
}
