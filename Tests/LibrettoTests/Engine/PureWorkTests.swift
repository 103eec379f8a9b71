import Testing

@testable import LibrettoCore

@Suite("Work that only computes")
struct PureWorkTests {
  static let count = Key<Int>("count")
  static let square = Key<Int>("square")
  static let pin = Key<String>("pin")
  static let more = Key<String>("more")

  static let flow = Flow("f") {
    Ask("Count?", into: count)
    When(count > 1) {
      Do("square", into: square) { work in work[count, default: 0] * work[count, default: 0] }
        .pure()
    }
    Say("\(count)")
    Ask("More?", into: Key<String>("more"))
  }

  /// Performs the work that is needed.
  static func compute(_ run: inout Run) throws {
    let need = try #require(run.nextNeed)
    #expect(need.kind == .action)
    run.begin(need, at: 1)
    let work = run.work(for: need)
    work.write(.int((work[count] ?? 0) * (work[count] ?? 0)), "square")
    try run.resolve(need, with: .performed(work.answers), reading: work.answers)
  }

  @Test("it is performed again without consent, and nothing is said when it is passed")
  func again() throws {
    var run = try Run(Self.flow)
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(3)))
    try Self.compute(&run)
    try run.resolve(try #require(run.nextNeed), with: .shown)
    #expect(run.answers[Self.square] == 9)
    #expect(run.lines.map(\.kind) == [.answered, .ended])
    try run.goBack(from: try #require(run.nextNeed))
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(4)))
    try Self.compute(&run)
    #expect(run.answers[Self.square] == 16)
    try run.resolve(try #require(run.nextNeed), with: .shown)
    try run.goBack(from: try #require(run.nextNeed))
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(0)))
    #expect(run.needs.map(\.kind) == [.say])
  }

  @Test("an effect behind it that doesn't read what it computes stays as it is")
  func isNoStepBefore() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.more)
      Ask("Count?", into: Self.count)
      Do("square", writes: [Self.square]) { work in
        work[Self.square] = try work.answer(Self.count) * 2
      }.pure()
      Do("publish") { work in _ = work[Self.more] }
      Confirm("Sure?")
    }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed("Ann")))
    for count in [3, 4] {
      try run.resolve(try #require(run.nextNeed), with: .answer(.typed(.int(count))))
      try Self.compute(&run)
      if count == 3 {
        let need = try #require(run.nextNeed)
        let work = run.work(for: need)
        _ = work[Self.more]
        try run.resolve(need, with: .performed(work.answers), reading: work.answers)
      }
      #expect(run.needs.map(\.name) == ["sure"])
      if count == 3 { try run.goBack(from: try #require(run.nextNeed)) }
    }
  }

  @Test("under the same answers it isn't performed again, in a restored run neither")
  func held() throws {
    var run = try Run(Self.flow, id: "r")
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(3)))
    try Self.compute(&run)
    let restored = try Run.resuming(Self.flow, from: try SavedRun(run, of: Self.flow), at: 2).run
    #expect(restored.needs.map(\.kind) == [.say])
    #expect(restored.answers[Self.square] == 9)
  }

  @Test("work that reads a secret is performed again when the secret is given again")
  func secret() throws {
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("check") { work in _ = work[Self.pin] }.reads(Self.pin).pure()
      Do("pay") { _ in }.reads(Self.pin)
      Do("use") { _ in }.reads(Self.pin)
    }
    var run = try Run(flow, id: "r")
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed("1234")))
    for _ in 0..<2 {
      let need = try #require(run.nextNeed)
      run.begin(need, at: 1)
      try run.resolve(need, with: .performed(run.work(for: need).answers))
    }
    var restored = try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 2).run
    #expect(restored.needs.map(\.kind) == [.secret])
    try restored.resolve(try #require(restored.nextNeed), with: .answer(.typed("1234")))
    #expect(restored.needs.map(\.name) == ["check"])
    #expect(restored.remarks.map(\.kind) == [.sameSecret])
    #expect(!restored.remarks.map(\.description).joined().contains("check"))
  }

  @Test("tests and stubbed runs perform it, and it is in no record of what was performed")
  func stubs() async throws {
    let result = try await Self.flow.run(
      with: Scripted(["count": 5, "more": "x"], actions: .stubbed))
    #expect(result[Self.square] == 25)
    #expect(result.performed == [])
    #expect(result.skipped.isEmpty)
    #expect(
      result.transcript == """
        ASK      Count?
        PERSON   5
        SAY      5
        ASK      More?
        PERSON   x
        END      finished

        """)
  }

  @Test("in a loop, each round's question keeps its title, and no other is said to be dropped")
  func rounds() throws {
    let (index, word) = (Key<Int>("index"), Key<String>("word"))
    let flow = Flow("f") {
      Store(0, into: index)
      Repeat(while: index < 3) {
        Choose("Item \(index)?", from: ["a", "b"], into: word)
        Do("note", writes: []) { work in _ = work[word] }.pure()
        Store(index + 1, into: index)
      }
      Confirm("Sure?")
    }
    var run = try Run(flow)
    func choose(_ id: String) throws {
      try run.resolve(try #require(run.nextNeed), with: .answer(.choice(id)))
      let need = try #require(run.nextNeed)
      let work = run.work(for: need)
      _ = work[word]
      try run.resolve(need, with: .performed(work.answers), reading: work.answers)
    }
    for _ in 0..<3 { try choose("a") }
    let titles = ["Item 0?", "Item 1?", "Item 2?"]
    #expect(run.answeredQuestions.map(\.question.title) == titles)
    #expect(run.passedSteps.filter { !$0.isWork }.map(\.title) == titles)
    for _ in 0..<3 { try run.goBack(from: try #require(run.nextNeed)) }
    let need = try #require(run.nextNeed)
    #expect(need.name == "word")
    #expect(Consequence(run, at: need, now: 0)?.words(for: .choice("b")) == nil)
  }
}
