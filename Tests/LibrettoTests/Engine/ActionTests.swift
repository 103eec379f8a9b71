import Testing

@testable import LibrettoCore

/// What actions write, and what the journal keeps of it.
struct ActionTests {
  let age = Key<Int>("age")
  let ratio = Key<Double>("ratio")
  let word = Key<String>("word")

  private func flow() -> Flow {
    Flow("f") {
      Do("work") { _ in }
      When(age.isSet || ratio.isSet) { Say("set") }
      When(!word.isSet) { Ask("Word?", into: word).secret() }
    }
  }

  private func written(_ change: (inout Answers) -> Void) throws -> Run {
    var run = try Run(flow())
    let need = try #require(run.nextNeed)
    run.begin(need, at: 1)
    var answers = run.answers
    change(&answers)
    try run.resolve(need, with: .performed(answers), at: 2)
    return run
  }

  private func entries(_ writes: Journal.Entry.Write...) -> [Journal.Entry] {
    [Journal.Entry("work", .began, 1), Journal.Entry("work", .performed(writes), 2)]
  }

  @Test("writes are kept in the order of the first write, the last of each key")
  func writes() throws {
    let run = try written { answers in
      answers[ratio] = 1
      answers[age, default: 1] += 1
      answers[Key<[String]>("other")] = ["x"]
      answers[ratio] = 2
    }
    #expect(run.answers.description == "[age: 2, other: [“x”], ratio: 2.0]")
    #expect(run.answers[Key<[String]>("other")] == ["x"])
    #expect(run.answers.names == ["age", "other", "ratio"])
    #expect(
      run.journal.entries
        == entries(
          Journal.Entry.Write("ratio", 2.0), Journal.Entry.Write("age", 2),
          Journal.Entry.Write("other", ["x"])))
  }

  @Test("a removed answer is unset, and recorded")
  func unset() throws {
    let run = try written { answers in
      answers[age] = 1
      answers[age] = nil
      answers[Key<Int>("other")] = 1
      answers[Key<Int>("other")] = nil
    }
    #expect(run.answers.description == "[]")
    #expect(run.nextNeed?.id == "word")
    #expect(
      run.journal.entries
        == entries(Journal.Entry.Write("age", nil), Journal.Entry.Write("other", nil)))
  }

  @Test("an answer of an earlier step can be removed, also one that the flow doesn't name")
  func unsetLater() throws {
    let other = Key<Int>("other")
    var run = try Run(
      Flow("f") {
        Store(1, into: age)
        Do("a") { _ in }
        Do("b") { _ in }
        When(age.isSet) { Fail("still set") }
      })
    var answers = run.answers
    answers[other] = 2
    try run.resolve(try #require(run.nextNeed), with: .performed(answers))
    #expect(run.answers.description == "[age: 1, other: 2]")
    answers = run.answers
    answers[age] = nil
    answers[other] = nil
    try run.resolve(try #require(run.nextNeed), with: .performed(answers))
    #expect(run.answers.description == "[]")
    #expect(run.outcome == .finished(nil))
  }

  @Test("a secret that an action writes is kept, and not noted")
  func secrets() throws {
    let run = try written { $0[word] = "sesame" }
    #expect(run.answers[word] == "sesame")
    #expect(run.answers.description == "[word: (secret)]")
    #expect(
      run.journal.entries == entries(Journal.Entry.Write("word", "x", isSecret: true)))
    var dumped = ""
    dump(run.answers, to: &dumped)
    #expect(!dumped.contains("sesame"))
    #expect(!"\(run.journal)".contains("sesame"))
  }

  @Test("a value of the wrong type is refused, and nothing of the action is kept")
  func wrongTypes() throws {
    func refusal(_ values: [(String, Value)]) -> String? {
      #expect(throws: Rejection.self) {
        _ = try written { answers in for (name, value) in values { answers.write(value, name) } }
      }?.message
    }
    #expect(
      refusal([("ratio", 1), ("age", "old")])
        == "the key “age” was set to a value, which is not a whole number")
    #expect(
      refusal([("ratio", .double(.nan))])
        == "the key “ratio” was set to a value, which is not a number"
    )
    #expect(
      refusal([("word", 12345)]) == "the key “word” was set to a secret, which is not text")
    #expect(
      refusal([("age", .null)]) == "the key “age” was set to a value, which is not a whole number")
  }

  @Test("a failed action fails the run, with its error, step and place")
  func failure() throws {
    let line = #line + 1
    let flow = Flow("f") { Do("save all") { _ in } }
    var run = try Run(flow)
    let need = try #require(run.nextNeed)
    try run.resolve(need, with: .failed("disk full"), at: 7)
    #expect(
      run.outcome
        == .failed(
          Failure(
            .action, message: "the action “save all” failed: disk full", step: "save-all",
            place: FlowLocation("LibrettoTests/ActionTests.swift", UInt(line)))))
    #expect(
      run.journal.entries == [
        Journal.Entry("save-all", .began, 7), Journal.Entry("save-all", .failed("disk full"), 7),
      ])
  }

  @Test("only the action that is needed can be begun")
  func began() throws {
    var run = try Run(Flow("f") { Repeat(times: 2) { Do("work") { _ in } } })
    let first = try #require(run.nextNeed)
    try run.resolve(first, with: .performed(run.answers))
    run.begin(first)
    run.begin(try #require(Run(flow()).nextNeed))
    #expect(run.journal.entries.map(\.event) == [.began, .performed([])])
    run.begin(try #require(run.nextNeed))
    #expect(run.journal.entries.last == Journal.Entry("work@2", .began, 0))
  }
}
