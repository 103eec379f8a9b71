import Testing

@testable import LibrettoCore

@Suite("Interrupted work")
struct BegunTests {
  private static let price = Key<Int>("price")

  /// A run whose first action was begun and cut off at 5, gone on with.
  private static func cutOff(_ flow: Flow) throws -> Run {
    var run = try Run(flow, id: "r")
    run.begin(try #require(run.nextNeed), at: 5)
    return try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 9).run
  }

  @Test("work knows that it was begun before, except on its first try")
  func since() throws {
    let flow = Flow("f") { Do("pay") { _ in } }
    var first = try Run(flow, id: "r")
    let need = try #require(first.nextNeed)
    first.begin(need, at: 5)
    #expect(first.work(for: need).begun == nil)
    var run = try Self.cutOff(flow)
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("again")), at: 9)
    let token = SessionToken.bytes(run, try flow.fingerprintNumber)
    for var run in [run, try Session(flow, token: token, clock: { 9 }).run] {
      let again = try #require(run.nextNeed)
      run.begin(again, at: 10)
      let work = run.work(for: again)
      #expect(work.begun == 5)
      #expect(work.key == "r/pay/1")
    }
  }

  @Test("“It was done” isn't offered for work that may have set answers that the flow reads")
  func free() throws {
    let flow = Flow("f") {
      Do("book") { work in work[Self.price] = 7 }
      Say("That is \(Self.price).")
    }
    var run = try Self.cutOff(flow)
    let need = try #require(run.nextNeed)
    #expect(run.question(for: need)?.choices.map(\.id) == ["again"])
    #expect(throws: Rejection.self) { try run.resolve(need, with: .answer(.choice("ended"))) }
    let plain = try Self.cutOff(Flow("f") { Do("book") { _ in } })
    let other = try #require(plain.nextNeed)
    #expect(plain.question(for: other)?.choices.map(\.id) == ["again", "ended"])
  }

  /// An action in a branch, behind the question on which it depends.
  private static func branch(_ book: Do) -> Flow {
    let city = Key<String>("city")
    return Flow("f") {
      Ask("City?", into: city)
      When(city == "Rome") { book }
      Confirm("Sure?")
    }
  }

  /// A run that was cut off at work, and whose person went back and took another way.
  private static func passed(_ flow: Flow) throws -> Run {
    var run = try Run(flow, id: "r")
    try run.give("Rome")
    run.begin(try #require(run.nextNeed))
    run = try Run.resuming(flow, from: try SavedRun(run, of: flow)).run
    try run.goBack(from: try #require(run.nextNeed))
    try run.give("Oslo")
    return run
  }

  @Test(
    "work that may have been done and that the run has passed is undone, or said not to be done")
  func undone() throws {
    let flow = Self.branch(Do("book", into: Self.price) { _ in 7 }.undo { _ in })
    for choice in ["undo", "again"] {
      var run = try Self.passed(flow)
      let need = try #require(run.nextNeed)
      #expect(run.question(for: need)?.choices.map(\.title) == ["Undo it", "It was not done"])
      try run.resolve(need, with: .answer(.choice(choice)))
      #expect(run.nextNeed?.kind == (choice == "undo" ? .undo : .prompt))
      let token = SessionToken.bytes(run, try flow.fingerprintNumber)
      #expect(try Session(flow, token: token, clock: { 0 }).run.nextNeed == run.nextNeed)
    }
    var session = try Session(
      flow, token: SessionToken.bytes(try Self.passed(flow), try flow.fingerprintNumber),
      interrupted: .run, clock: { 0 })
    #expect(session.run.nextNeed?.kind == .undo)
    try session.resolve("book", with: .undone)
    #expect(session.run.nextNeed?.name == "sure")
  }

  @Test("where it can't be undone, it is left as it is")
  func leftAlone() throws {
    var run = try Self.passed(Self.branch(Do("book", into: Self.price) { _ in 7 }))
    let need = try #require(run.nextNeed)
    #expect(run.question(for: need)?.choices.map(\.id) == ["leave", "again"])
    try run.resolve(need, with: .answer(.choice("leave")))
    #expect(run.nextNeed?.name == "sure")
    #expect(throws: Rejection.self) { try run.resolve(need, with: .answer(.choice("undo"))) }
  }

  @Test("an undo that is tried again is performed, also if the old answer has been given again")
  func undoDue() throws {
    let flow = Flow("f") {
      Ask("City?", into: Key<String>("city"))
      Do("book") { _ in }.undo { _ in }
      Confirm("Sure?")
    }
    for failed in [true, false] {
      var run = try Run(flow, id: "r")
      try run.give("Rome")
      let work = try #require(run.nextNeed)
      let given = run.answers(for: work)
      _ = given["city"]
      try run.resolve(work, with: .performed(given), reading: given)
      try run.goBack(from: try #require(run.nextNeed))
      try run.give("Oslo")
      try run.resolve(try #require(run.nextNeed), with: .undoAndAgain)
      let undo = try #require(run.nextNeed)
      run.begin(undo)
      if failed { try run.resolve(undo, with: .failed("no")) }
      run = try Run.resuming(flow, from: try SavedRun(run, of: flow)).run
      try run.goBack(from: try #require(run.nextNeed))
      try run.give("Rome")
      #expect(run.nextNeed?.kind == (failed ? .undoFailed : .undoBegun))
      try run.resolve(try #require(run.nextNeed), with: .answer(.choice("again")))
      run = try Run.resuming(flow, from: try SavedRun(run, of: flow)).run
      let again = try #require(run.nextNeed)
      #expect(again.kind == .undo)
      try run.resolve(again, with: .undone)
      #expect(run.nextNeed?.kind == .action)
    }
  }

  @Test("the keys that work reads are recorded in its line")
  func reads() throws {
    var run = try Run(
      Flow("f") {
        Do("a") { _ in }
        Load("b", into: Key<Int>("b")) { 1 }
      }, id: "r")
    let first = try #require(run.nextNeed)
    try run.resolve(
      first, with: .performed(run.work(for: first).answers), reading: run.answers(for: first))
    let second = try #require(run.nextNeed)
    let answers = run.answers(for: second)
    _ = answers["x"]
    try run.resolve(second, with: .loaded(.int(1)), reading: answers)
    #expect(run.outcome == .finished(nil))
    let reads = run.lines.map { $0.detail?.work?.inputs?.reads.map(\.key) }
    #expect(reads.suffix(2) == [[], ["x"]])
  }
}
