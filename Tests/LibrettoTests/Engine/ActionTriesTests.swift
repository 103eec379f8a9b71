import Testing

@testable import LibrettoCore

@Suite("Actions that fail: tries, pauses, the failure branch, time-outs")
struct ActionTriesTests {
  static let name = Key<String>("name")
  static let number = Key<Int>("number")

  static func flow(_ change: (Do) -> Do = { $0 }) -> Flow {
    Flow("f") {
      Store("shelf", into: name)
      change(
        Do("create it") {
        } failure: { error in
          Alert("Not created: \(error)") {
            Button("Again") { TryAgain() }
            Button("Leave") { Finish(name: "left") }
          }
        }.loading("Creating \(name)…"))
      Say("done")
    }
  }

  private static func needs(
    _ flow: Flow, _ resolutions: Resolution...
  ) throws -> (seen: [String], run: Run) {
    var run = try Run(flow, id: "r")
    var resolutions = resolutions[...]
    var seen: [String] = []
    var time = Timestamp.epoch
    while let need = run.nextNeed {
      time = time.advanced(by: .milliseconds(1))
      seen.append("\(need.kind) \(need.name) \(run.text(of: need))".trimmed)
      switch need.kind {
      case .say: try run.resolve(need, with: .shown, at: time)
      case .wait:
        seen[seen.count - 1] += " \(need.duration?.inWords ?? "")"
        try run.resolve(need, with: .elapsed, at: time)
      default:
        guard let resolution = resolutions.popFirst() else { return (seen, run) }
        run.begin(need, at: time)
        try run.resolve(need, with: resolution.with(run, need), at: time)
      }
    }
    return (seen, run)
  }

  @Test("it ends, and the failure branch is passed over")
  func ends() throws {
    let (seen, run) = try Self.needs(Self.flow(), .performed(.none))
    #expect(seen == ["action create-it Creating shelf…", "say  done"])
    #expect(run.outcome == .finished(nil))
  }

  @Test("it fails, and begins again under another name")
  func again() throws {
    let (seen, run) = try Self.needs(
      Self.flow(), .failed("busy"), .answer(.choice("again")), .failed("still busy"),
      .answer(.choice("leave")))
    #expect(
      seen == [
        "action create-it Creating shelf…",
        "prompt create-it/failure/not-created Not created: busy",
        "action create-it@2 Creating shelf…",
        "prompt create-it/failure/not-created@2 Not created: still busy",
      ])
    #expect(run.outcome == .finished("left"))
  }

  @Test("tries have one name, one number, and pauses that double; each is in the journal")
  func tries() throws {
    let flow = Self.flow { $0.retry(2, backoff: .seconds(1)) }
    let (seen, run) = try Self.needs(
      flow, .failed("a"), .failed("b"), .failed("c"), .answer(.choice("leave")))
    #expect(
      seen == [
        "action create-it Creating shelf…", "wait create-it 1 second",
        "action create-it Creating shelf…", "wait create-it 2 seconds",
        "action create-it Creating shelf…",
        "prompt create-it/failure/not-created Not created: c",
      ])
    #expect(run.outcome == .finished("left"))
    let lines = run.lines.filter { $0.kind == .began || $0.kind == .failed }
    #expect(lines.map(\.kind) == [.began, .failed, .began, .failed, .began, .failed])
    #expect(lines.map { $0.detail?.work?.number } == [1, 1, 1, 1, 1, 1])
    #expect(lines.compactMap { $0.detail?.work?.tries } == [0, 1, 1, 2, 2, 3])
  }

  @Test("without a branch, the last failure fails the flow; a restored run tries again")
  func unhandled() throws {
    let flow = Flow("f") { Do("save") { _ in }.retry(1) }
    let (seen, run) = try Self.needs(flow, .failed("a"), .failed("b"))
    #expect(seen == ["action save save", "action save save"])
    guard case .failed(let failure)? = run.outcome else {
      Issue.record("\(String(describing: run.outcome))")
      return
    }
    #expect(failure.message == "the action “save” failed: b")
    let restored = try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 9).run
    #expect(restored.needs.map(\.kind) == [.action])
  }

  @Test("saved at each point and restored, it stands where it stood")
  func restored() throws {
    let flow = Self.flow { $0.retry(1, backoff: .seconds(1)) }
    let all: [Resolution] = [
      .failed("a"), .elapsed, .failed("b"), .answer(.choice("again")), .failed("c"), .elapsed,
      .performed(.none),
    ]
    for count in all.indices {
      var run = try Run(flow, id: "r")
      for resolution in all[..<count] {
        let need = try #require(run.nextNeed)
        run.begin(need, at: 1)
        try run.resolve(need, with: resolution.with(run, need), at: 1)
      }
      let words = run.needs.map { "\($0.kind) \($0.name) \(run.text(of: $0))" }
      let token = SessionToken.bytes(run, try flow.fingerprintNumber)
      let others = [
        try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 2).run,
        try Session(flow, token: token, clock: { 2 }).run,
      ]
      for var other in others {
        #expect(other.needs.map { "\($0.kind) \($0.name) \(other.text(of: $0))" } == words)
        for resolution in all[count...] {
          let need = try #require(other.nextNeed)
          other.begin(need, at: 3)
          try other.resolve(need, with: resolution.with(other, need), at: 3)
        }
        try other.resolve(try #require(other.nextNeed), with: .shown, at: 3)
        #expect(other.outcome == .finished(nil))
      }
    }
  }

  @Test(
    "after a time-out nobody knows whether it was done: a person decides, then tries begin anew")
  func timeOut() throws {
    let flow = Self.flow { $0.retry(1).timeout(.seconds(2)) }
    let (seen, run) = try Self.needs(
      flow, .failed("a"), .failed("b"), .answer(.choice("again")), .timedOut,
      .answer(.choice("again")), .failed("c"), .timedOut)
    #expect(
      seen == [
        "action create-it Creating shelf…", "action create-it Creating shelf…",
        "prompt create-it/failure/not-created Not created: b",
        "action create-it@2 Creating shelf…", "begun create-it@2 create it",
        "action create-it@2 Creating shelf…", "action create-it@2 Creating shelf…",
        "prompt create-it/failure/not-created@2 Not created: took longer than 2 seconds",
      ])
    #expect(run.outcome == nil)
  }

  @Test("a person can go on with the failure, if there is a branch for it")
  func goesOn() throws {
    let flow = Self.flow { $0.retry(3).timeout(.seconds(2)) }
    let (seen, run) = try Self.needs(flow, .timedOut, .answer(.choice("failed")))
    #expect(seen.last == "prompt create-it/failure/not-created Not created: it was interrupted")
    #expect(run.outcome == nil)
    var open = try Run(flow)
    try open.resolve(try #require(open.nextNeed), with: .timedOut)
    let need = try #require(open.nextNeed)
    let question = try #require(open.question(for: need))
    #expect(
      question.title
        == "“create it” was interrupted, or took longer than 2 seconds, and may have been done.")
    #expect(question.choices.map(\.id) == ["again", "ended", "failed"])
  }

  @Test("a decision that it failed leads to the branch; that it was done, past it")
  func decided() throws {
    let flow = Self.flow { $0.retry(3).timeout(.seconds(2)) }
    let failed = try Self.needs(flow, .timedOut, .failed("looked at it"))
    #expect(failed.seen.last == "prompt create-it/failure/not-created Not created: looked at it")
    let done = try Self.needs(flow, .timedOut, .answer(.choice("ended")))
    #expect(done.run.outcome == .finished(nil))
  }

  @Test("a step back from between two tries takes the failure out")
  func back() throws {
    let flow = Flow("f") {
      Ask("Number?", into: Self.number)
      Do("save") { _ in }.retry(2, backoff: .seconds(1))
    }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(1)))
    try run.resolve(try #require(run.nextNeed), with: .failed("a"))
    let pause = try #require(run.nextNeed)
    #expect(pause.kind == .wait)
    try run.goBack(from: pause)
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(1)))
    #expect(run.nextNeed?.kind == .action)
    #expect(run.memo.effect(try #require(run.nextNeed).stepName) == nil)
  }

  @Test("its own branch comes before that of the operation around it")
  func operation() throws {
    let flow = Flow("f") {
      Operations {
        Operation("o") {
          Do("save") {
          } failure: { _ in
            Say("own")
          }
        } failure: { _ in
          Say("operation’s")
        }
      }
    }
    let (seen, run) = try Self.needs(flow, .failed("a"))
    #expect(seen == ["action o/save save", "say  own"])
    #expect(run.outcome == .finished(nil))
  }

  @Test("a result is set only when it ends well")
  func result() throws {
    let flow = Flow("f") {
      Do("count", into: Self.number) {
        3
      } failure: { _ in
        Say("none")
      }.loading("Counting…")
      When(Self.number.isSet) { Say("\(Self.number)") }
    }
    #expect(try Self.needs(flow, .failed("a")).seen == ["action count Counting…", "say  none"])
  }
}

extension Answers {
  fileprivate static var none: Answers { Answers(KeySpace([], secrets: []), [], others: [:]) }
}

extension Resolution {
  /// Work that ends has written nothing.
  fileprivate func with(_ run: Run, _ need: Need) -> Resolution {
    if case .performed = self { .performed(run.work(for: need).answers) } else { self }
  }
}
