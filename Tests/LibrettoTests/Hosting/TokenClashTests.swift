import Testing

@testable import LibrettoCore

@Suite("Ids whose short forms are the same") struct TokenClashTests {
  private static let word = Key<String>("word")
  private static let words = Key<[String]>("words")

  private static let (one, other) = (Key<String>("q40991"), Key<String>("q109389"))

  private static let flow = Flow("clash") {
    Ask("One?", into: one)
    Ask("Other, \(one)?", into: other)
    Ask("Word, \(other)?", into: word)
    Say("\(one), \(other), \(word).")
  }

  /// A session restored from the token of another, which it must equal.
  private func restored(_ session: Session) throws -> Session {
    let restored = try Session(Self.flow, token: session.token, clock: { 0 })
    #expect(restored.token == session.token)
    #expect(restored.needs == session.needs)
    #expect(restored.answers.description == session.answers.description)
    return restored
  }

  @Test(
    "Two steps and two keys with one short form are written by themselves, also after a step back")
  func clash() throws {
    #expect(Self.flow.problems == [])
    #expect(Self.one.name.shortForm == Self.other.name.shortForm)
    var session = try restored(Session(Self.flow, clock: { 0 }))
    try session.resolve("q40991", with: .text("A"))
    session = try restored(session)
    try session.resolve("q109389", with: .text("B"))
    session = try restored(session)
    try session.goBack()
    try session.goBack()
    session = try restored(session)
    try session.resolve("q40991", with: .text("C"))
    session = try restored(session)
    // The question shows the other answer, so it is asked again.
    #expect(session.needs.map(\.text) == ["Other, C?"])
    try session.resolve("q109389", with: .text("D"))
    session = try restored(session)
    try session.resolve("word", with: .text("E"))
    _ = try restored(session)
    #expect(session.said == ["C, D, E."])
  }

  @Test("An edited flow takes over the answers, whichever of the two it has, under any id")
  func edited() throws {
    var session = try Session(Self.flow, clock: { 0 })
    try session.resolve("q40991", with: .text("A"))
    try session.resolve("q109389", with: .text("B"))
    let token = session.token
    func said(_ edited: Flow) throws -> [String] {
      var session = try Session(edited, token: token, clock: { 0 })
      try session.resolve("word", with: .text("C"))
      return session.said
    }
    #expect(
      try said(
        Flow("clash") {
          Ask("Other?", into: Self.other)
          Ask("Word?", into: Self.word)
          Say("\(Self.other)")
        }) == ["B"])
    #expect(
      try said(
        Flow("clash") {
          Ask("Other?", into: Self.other).id("one", was: "q109389")
          Ask("One?", into: Self.one).id("q109389", was: "q40991")
          Ask("Word?", into: Self.word)
          Say("\(Self.one), \(Self.other)")
        }) == ["A, B"])
  }

  @Test("A hundred thousand questions are no error, although some have the same short form")
  func many() throws {
    let flow = Flow("many") {
      for number in 0..<100_000 { Ask("Key?", into: Key<String>("key\(number)")) }
    }
    #expect(flow.problems == [])
    let clashing = flow.program.ids.steps.forms.indices.filter {
      flow.program.ids.steps.forms[$0] == ShortForms.none
    }
    #expect(clashing.count == 6)
    for place in clashing {
      #expect(flow.program.ids.steps["key\(place)"] == place)
      #expect(flow.program.ids.keys["key\(place)"] == place)
    }
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
