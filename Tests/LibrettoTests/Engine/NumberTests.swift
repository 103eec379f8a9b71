import Testing

@testable import LibrettoCore

/// The numbers of work and of secrets: none is given twice in a run, however it is restored.
struct NumberTests {
  static let gift = Key<Bool>("gift")
  static let word = Key<String>("word")
  static let prices = Key<Int>("prices")

  /// The same run made of a token, and of the journal of a flow that was edited.
  private static func restored(_ run: Run, _ flow: Flow, _ edited: Flow) throws -> [Run] {
    let token = try SessionToken(SessionToken.bytes(run, try flow.fingerprintNumber))
    let again = Run(
      flow.program, flow.limits, id: run.id, started: run.started,
      lines: try token.lines(flow.program).lines, at: 0)
    let migrated = try Run.resuming(edited, from: try SavedRun(run, of: flow)).run
    // A journal of that, and a token of that.
    let second = try Run.resuming(edited, from: try SavedRun(migrated, of: edited)).run
    let session = try Session(
      edited, token: SessionToken.bytes(migrated, try edited.fingerprintNumber), clock: { 0 })
    return [again, migrated, second, session.run]
  }

  private static func keys(_ run: Run) -> [String] { run.needs.map { run.performanceKey(of: $0) } }

  /// Performs what is open, reading a key, and tells the keys of that.
  private static func perform(_ run: inout Run, reading key: Key<String>? = nil) throws -> [String]
  {
    var keys: [String] = []
    while let need = run.nextNeed, need.kind == .action || need.kind == .undo {
      keys.append(run.performanceKey(of: need))
      run.begin(need)
      let answers = run.answers(for: need)
      if let key { _ = answers[key] }
      try run.resolve(
        need, with: need.kind == .undo ? .undone : .performed(answers), reading: answers)
    }
    return keys
  }

  private static func flow(_ last: String) -> Flow {
    Flow("f") {
      Confirm("Gift?", into: gift) {
        Do("wrap") { _ in
        }.undo { _ in
        }
      }
      Confirm("Right?").id("right")
      Say(Text(last))
    }
  }

  @Test("work that was undone and removed from the flow affects nothing else")
  func vanished() throws {
    let flow = Flow("f") {
      Do("save") { _ in }
      Confirm("Gift?", into: Self.gift) {
        Do("wrap") { _ in
        }.undo { _ in
        }
      }
      Confirm("Right?").id("right")
    }
    let edited = Flow("f") {
      Do("save") { _ in }
      Confirm("Right?").id("right")
    }
    var run = try Run(flow, id: "r")
    #expect(try Self.perform(&run) == ["r/save/1"])
    try run.give(true)
    #expect(try Self.perform(&run) == ["r/gift/wrap/2"])
    try run.goBack()
    try run.give(false)
    #expect(try Self.perform(&run) == ["r/gift/wrap/2/undo"])
    for restored in try Self.restored(run, flow, edited) {
      #expect(restored.needs.map(\.name) == ["right"])
    }
  }

  @Test("work performed again after an undo has a new key, and so has its undo")
  func undone() throws {
    let flow = Self.flow("Good.")
    var run = try Run(flow, id: "r")
    try run.give(true)
    #expect(try Self.perform(&run) == ["r/gift/wrap/1"])
    try run.goBack()
    try run.give(false)
    #expect(try Self.perform(&run) == ["r/gift/wrap/1/undo"])
    try run.goBack()
    try run.give(true)
    #expect(Self.keys(run) == ["r/gift/wrap/2"])
    for other in try Self.restored(run, flow, Self.flow("Fine.")) {
      #expect(Self.keys(other) == ["r/gift/wrap/2"])
    }
  }

  @Test("the step whose work had the last number may be gone from an edited flow")
  func gone() throws {
    func flow(_ steps: [String]) -> Flow {
      Flow("f") {
        Confirm("Gift?", into: Self.gift) {
          for step in steps {
            Do(step) { _ in
            }.undo { _ in
            }
          }
        }
        Confirm("Right?").id("right")
      }
    }
    var run = try Run(flow(["wrap", "label"]), id: "r")
    try run.give(true)
    #expect(try Self.perform(&run) == ["r/gift/wrap/1", "r/gift/label/2"])
    try run.goBack()
    try run.give(false)
    #expect(try Self.perform(&run) == ["r/gift/label/2/undo", "r/gift/wrap/1/undo"])
    let token = SessionToken.bytes(run, try flow(["wrap", "label"]).fingerprintNumber)
    var other = try Session(flow(["wrap"]), token: token, clock: { 0 }).run
    try other.goBack()
    try other.give(true)
    #expect(Self.keys(other) == ["r/gift/wrap/3"])
  }

  @Test("no number is reused after a version of the flow without work")
  func withoutWork() throws {
    func flow(_ steps: [String], gone: [String] = []) -> Flow {
      Flow("f", gone: gone) {
        Confirm("Right?").id("right")
        for step in steps { Do(step) { _ in } }
        Confirm("Sure?").id("sure")
      }
    }
    var run = try Run(flow(["charge"]), id: "r")
    try run.give(true)
    #expect(try Self.perform(&run) == ["r/charge/1"])
    let without = flow([], gone: ["charge"])
    let (second, _) = try Run.resuming(without, from: try SavedRun(run, of: flow(["charge"])))
    let (third, _) = try Run.resuming(flow(["charge"]), from: try SavedRun(second, of: without))
    #expect(Self.keys(third) == ["r/charge/2"])
  }

  @Test("loads that are tried again side by side keep their keys")
  func triesSideBySide() throws {
    let flow = Flow("f") {
      Operations {
        for name in ["a", "b"] {
          Operation(name) {
            Load("l\(name)", into: Key<Int>("k\(name)")) { 1 }.retry(2)
          }
        }
      }
    }
    var run = try Run(flow, id: "r")
    let first = Set(Self.keys(run))
    #expect(first.count == 2)
    for _ in 0..<2 {
      for need in run.needs where need.kind == .load { try run.resolve(need, with: .failed("no")) }
    }
    #expect(Set(Self.keys(run)) == ["r/a/ka/1", "r/b/kb/2"])
  }

  @Test("a secret differs from that of undone work")
  func secret() throws {
    func flow(_ last: String) -> Flow {
      Flow("f") {
        Confirm("Make one?", into: Self.gift) {
          Do("make") {
            $0[Self.word] = "sesame"
          }.undo { _ in
          }
        } otherwise: {
          Ask("Word?", into: Self.word).secret()
        }
        Do("use") { _ in }.reads(Self.word)
        Confirm("Right?").id("right")
        Say(Text(last))
      }
    }
    var run = try Run(flow("Good."), id: "r")
    try run.give(true)
    let make = try #require(run.nextNeed)
    run.begin(make)
    var answers = run.answers(for: make)
    answers[Self.word] = "sesame"
    try run.resolve(make, with: .performed(answers), reading: answers)
    _ = try Self.perform(&run)
    try run.goBack()
    try run.give(false)
    let undone = try Self.perform(&run)
    #expect(undone == ["r/gift/make/1/undo"])
    for var other in [run] + (try Self.restored(run, flow("Good."), flow("Fine."))) {
      try other.give("another")
      #expect(other.nextNeed?.kind == .stale)
      #expect(other.nextNeed?.name == "use")
    }
  }

  @Test("work that its host didn't begin counts as begun: a key is used once, a doubt is saved")
  func unbegun() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word)
      Do("pay") { _ in }.reads(Self.word)
      Do("log") { _ in }
      Do("send") { _ in }.retry(2).timeout(.seconds(1))
    }
    var session = try Session(flow, id: "r", clock: { 0 })
    try session.resolve("word", with: .text("x"))
    try session.begin("pay")
    session = try Session(flow, token: session.tokenText, clock: { 0 })
    try session.resolve("pay", with: .value("again"))
    #expect(session.needs.map(\.key) == ["r/pay/1"])
    try session.resolve("pay", with: .performed([:]))
    try session.resolve("log", with: .performed([:]), reads: [])
    try session.goBack()
    try session.resolve("word", with: .text("y"))
    try session.resolve("pay", with: .value("again"))
    #expect(session.needs.map(\.key) == ["r/pay/3"])
    try session.resolve("pay", with: .performed([:]))
    #expect(session.needs.map(\.name) == ["log"])
    #expect(session.needs.map(\.kind) == [.decision])
    try session.resolve("log", with: .value("keep"))
    try session.resolve("send", with: .timedOut)
    #expect(session.needs.map(\.kind) == [.decision])
    for run in try Self.restored(session.run, flow, flow) {
      #expect(run.needs.map(\.kind) == [.begun])
    }
  }

  @Test("What failed when it was done again is tried again as the same performance")
  func failedAgain() throws {
    let flow = Flow("f") {
      Ask("How many?", into: Key<Int>("count"))
      Do("save") { _ in }.reads(Key<Int>("count"))
      Ask("Anything else?", into: Key<String>("rest"))
    }
    var run = try Run(flow, id: "run")
    try run.give(1)
    let first = try #require(run.nextNeed)
    try run.resolve(first, with: .performed(run.answers(for: first)))
    try run.goBack()
    try run.give(2)
    try run.resolve(try #require(run.nextNeed), with: .again)
    let again = try #require(run.nextNeed)
    let key = run.performanceKey(of: again)
    try run.resolve(again, with: .failed("full"))
    let resumed = try Run.resuming(flow, from: SavedRun(run, of: flow), at: 0).run
    let need = try #require(resumed.nextNeed)
    #expect(need.kind == .action)
    #expect(resumed.performanceKey(of: need) == key)
    // To look at what it was done under before changes nothing of what is known.
    #expect(resumed.memo.effect(need.stepName)?.status == .failed)
    #expect(resumed.memo.standing(need.stepName)?.status == .ended)
  }
}
