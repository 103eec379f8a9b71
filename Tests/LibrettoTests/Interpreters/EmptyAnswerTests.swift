import Testing

@testable import LibrettoCore

/// Return on nothing is no answer, for any type and with any rules.
struct EmptyAnswerTests {
  static let name = Key<String>("name")

  @Test("A program is told the rule that an empty text breaks, if there is one")
  func reason() throws {
    var session = try Session(
      Flow("f") {
        Ask("A?", into: Self.name).validate(.notEmpty)
        Ask("B?", into: Key<String>("b"))
      })
    func reason() -> Rejection.Reason? {
      #expect(throws: Rejection.self) {
        try session.resolve(session.needs[0].name, with: .text(""))
      }?
      .reason
    }
    #expect(reason() == .invalid(rule: Prompt.Rule(.notEmpty, nil)))
    try session.resolve("name", with: .text("a"))
    #expect(reason() == .invalid(rule: nil))
  }

  @Test("An empty text is refused, whatever the rules say")
  func refused() async throws {
    let flow = Flow("f") {
      Ask("A?", into: Self.name)
      Ask("B?", into: Key<String>("b")).validate(.length(0...3))
      Ask("C?", into: Key<String>("c")).validate(.notEmpty(message: "Somebody has to sign."))
      Ask("D?", into: Key<String>("d")).trimmed()
      Ask("E?", into: Key<Int>("e"))
      Ask("F?", into: Key<[String]>("f"))
    }
    let result = try await flow.run(
      with: Scripted([
        .refused(""), "a", .refused(""), "b", .refused(""), "c", .refused("  "), "d",
        .refused(""), 5, .refused(""), ["x"],
      ]))
    #expect(
      result.transcript == """
        ASK      A?
        PERSON
        REFUSED  An answer is needed.
        PERSON   a
        ASK      B?
        PERSON
        REFUSED  An answer is needed.
        PERSON   b
        ASK      C?
        PERSON
        REFUSED  Somebody has to sign.
        PERSON   c
        ASK      D?
        PERSON     
        REFUSED  An answer is needed.
        PERSON   d
        ASK      E?
        PERSON
        REFUSED  An answer is needed: a whole number.
        PERSON   5
        ASK      F?
        PERSON
        REFUSED  An answer is needed: a list of texts.
        PERSON   x
        END      finished

        """)
  }

  @Test(".optional() leaves it out, and .default(\"\") allows it")
  func allowed() async throws {
    let flow = Flow("f") {
      Ask("A?", into: Self.name).optional()
      Ask("B?", into: Key<String>("b")).default("")
    }
    let result = try await flow.run(with: Scripted(["", ""]))
    #expect(result.isFinished)
    #expect(result[Self.name] == nil)
    #expect(result[Key<String>("b")] == "")
  }

  @Test("An empty answer of a saved run holds")
  func saved() async throws {
    let before = Flow("f") {
      Ask("A?", into: Self.name).default("")
      Ask("B?", into: Key<String>("b"))
    }
    var session = try Session(before)
    try session.resolve("name", with: .text(""))
    let flow = Flow("f") {
      Ask("A?", into: Self.name)
      Ask("B?", into: Key<String>("b"))
    }
    let continued = try Session(flow, token: session.token)
    #expect(continued.needs.map(\.id) == ["b"])
    #expect(continued.answers[Self.name] == "")
  }

  @Test(
    "An empty answer in a journal of the time before they were refused holds",
    arguments: ["of another version", nil])
  func journal(fingerprint: String?) throws {
    let flow = Flow("f") {
      Ask("A?", into: Self.name)
      Ask("B?", into: Key<String>("b")).multiline()
      Ask("C?", into: Key<String>("c"))
    }
    let print = try fingerprint ?? flow.fingerprint
    let lines = JournalReaderTests.sealed(
      [
        #"{"libretto":2,"journal":"f","fingerprint":"\#(print)","run":"r","time":1"#,
        #"{"answered":"name","value":"","time":2"#, #"{"answered":"b","value":"","time":3"#,
      ].map { $0 + #","check":"00000000"}"# })
    let saved = try SavedRun(lines: Array((lines.joined(separator: "\n") + "\n").utf8))
    let (run, remarks) = try Run.resuming(flow, from: saved, at: 9)
    #expect(run.nextNeed?.name == "c")
    #expect(run.answers[Self.name] == "")
    #expect(run.answers[Key<String>("b")] == "")
    #expect(remarks.isEmpty)
  }
}
