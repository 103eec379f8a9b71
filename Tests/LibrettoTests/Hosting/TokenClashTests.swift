import Testing

@testable import Libretto

@Suite("Ids whose short forms are the same") struct TokenClashTests {
  private static let word = Key<String>("word")
  private static let words = Key<[String]>("words")

  @Test("Two steps whose ids have one short form are an error of the flow, with both named")
  func clash() throws {
    let flow = Flow("clash") {
      Ask("A?", into: Self.word).id("q40991")
      Ask("B?", into: Key<String>("other")).id("q109389")
    }
    #expect(
      flow.problems.map(\.message) == [
        "the ids “q40991” and “q109389” have the same short form, by which a session’s token "
          + "refers to them; give one of the two another id with .id(\"…\")"
      ])
  }

  @Test("Two options with one short form are written by their ids")
  func clashingOptions() throws {
    let flow = Flow("choices") {
      Choose("Which?", into: Self.word) {
        Option("A").id("q40991")
        Option("B").id("q109389")
        Option("C")
      }
      ChooseMany("Which of them?", into: Self.words) {
        Option("A").id("q40991")
        Option("B").id("q109389")
        Option("C")
      }
      Say("\(Self.word), \(Self.words)")
    }
    #expect(flow.problems == [])
    var session = try Session(flow, clock: { 0 })
    try session.resolve(session.needs[0].name, with: .text("B"))
    try session.resolve(session.needs[0].name, with: .text("A, B, C"))
    let restored = try Session(flow, token: session.token, clock: { 0 })
    #expect(restored.said == session.said)
    #expect(restored.answers.description == session.answers.description)
    #expect(session.answers[Self.word] == "B")
  }
}
