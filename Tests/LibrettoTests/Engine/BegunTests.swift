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
