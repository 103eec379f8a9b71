import Testing

@testable import LibrettoCore

@Suite("Times of sessions")
struct SessionTimeTests {
  private static let a = Key<Int>("a"), b = Key<Int>("b")

  private static let flow = Flow("times") {
    Ask("A?", into: a)
    Wait(.seconds(5))
    Ask("B?", into: b).timeout(.seconds(10)) { Say("Too late.") }
    Ask("C?", into: Key<Int>("c"))
  }

  @Test("A limit survives by its deadline: the answer before it, and the time that was waited")
  func deadline() throws {
    let time = Locked(1000)
    let clock: @Sendable () -> Timestamp = { Timestamp(time.withLock { $0 }) }
    var session = try Session(Self.flow, clock: clock)
    #expect(session.deadline == nil)
    try session.resolve("a", with: .text("1"))
    #expect(session.needs.map(\.name) == ["wait"])
    #expect(session.deadline == 6000)
    time.withLock { $0 = 6500 }
    session.expire()
    #expect(session.needs.map(\.name) == ["b"])
    #expect(session.needs[0].timeout == .seconds(10))
    // Nobody has seen the question: its limit begins when it is shown.
    #expect(session.deadline == nil)
    let unseen = session.token
    time.withLock { $0 = 120_000 }
    var restored = try Session(Self.flow, token: unseen, clock: clock)
    #expect(restored.needs.map(\.name) == ["b"])
    #expect(restored.deadline == nil)
    #expect(restored.token == unseen)
    restored.present()
    #expect(restored.deadline == 130_000)
    time.withLock { $0 = 6000 }
    session.present()
    #expect(session.deadline == 16_000)
    let token = session.token
    for now in [7000, 15_999, 16_000] {
      time.withLock { $0 = now }
      let restored = try Session(Self.flow, token: token, clock: clock)
      #expect(restored.needs.map(\.name) == ["b"])
      #expect(restored.deadline == 16_000)
      #expect(restored.token == token)
    }
    time.withLock { $0 = 16_001 }
    let late = try Session(Self.flow, token: token, clock: clock)
    #expect(late.said == ["Too late."])
    #expect(late.needs.map(\.name) == ["c"])
    #expect(
      throws: Rejection(
        .notAsked(open: ["c"]),
        message: "“b” is not what the session is waiting for; it is waiting for “c”.")
    ) {
      try session.resolve("b", with: .text("2"))
    }
    #expect(session.needs == late.needs)
  }

  @Test("What stands before a question is said again after a restore, with a limit, too")
  func saidBefore() async throws {
    let time = Locked(1000)
    let clock: @Sendable () -> Timestamp = { Timestamp(time.withLock { $0 }) }
    let flow = Flow("f") {
      Ask("A?", into: Self.a)
      Say("A is \(Self.a).")
      Ask("B?", into: Self.b).timeout(.seconds(10)) { Say("Too late.") }
      Say("B is \(Self.b).")
      Ask("C?", into: Key<Int>("c"))
    }
    var session = try Session(flow, clock: clock)
    try session.resolve("a", with: .text("1"))
    #expect((session.said, session.deadline) == (["A is 1."], 11_000))
    for _ in 0..<2 {
      let restored = try Session(flow, token: session.token, clock: clock)
      #expect((restored.said, restored.deadline) == (["A is 1."], 11_000))
      #expect(restored.token == session.token)
    }
    let beside = Flow("f") {
      Operations {
        Operation("x") {
          Say("X.")
          Ask("A?", into: Self.a).timeout(.seconds(10))
        }
        Operation("y") {
          Say("Y.")
          Ask("B?", into: Self.b).timeout(.seconds(20))
        }
      }
    }
    var parallel = try Session(beside, clock: clock)
    #expect((parallel.said, parallel.deadline) == (["X.", "Y."], 11_000))
    for _ in 0..<2 {
      parallel = try Session(beside, token: parallel.token, clock: clock)
      #expect((parallel.said, parallel.deadline) == (["X.", "Y."], 11_000))
    }
    try parallel.resolve("x/a", with: .text("1"))
    #expect((parallel.said, parallel.needs.map(\.name)) == ([], ["y/b"]))
    // What stands before operations is in sight of their questions, also beside work.
    let work = Flow("f") {
      Say("Before.")
      Operations {
        Operation("x") { Do("x", writes: []) { _ in } }
        Operation("y") {
          Say("Y.")
          Ask("B?", into: Self.b)
        }
        Operation("z") { Ask("A?", into: Self.a).timeout(.seconds(20)) }
      }
    }
    var inside = try Session(work, clock: clock)
    try inside.begin("x/x")
    #expect((inside.said, inside.deadline) == (["Before.", "Y."], 21_000))
    for _ in 0..<2 {
      inside = try Session(work, token: inside.token, clock: clock)
      #expect((inside.said, inside.deadline) == (["Before.", "Y."], 21_000))
    }
    session = try Session(flow, token: session.token, clock: clock)
    try session.resolve("b", with: .text("2"))
    #expect(session.said == ["B is 2."])
    try session.goBack()
    #expect((session.said, session.deadline) == (["A is 1."], 11_000))
    time.withLock { $0 = 20_000 }
    let late = try Session(flow, token: session.token, clock: clock)
    #expect(late.said == ["A is 1.", "Too late."])
  }

  @Test("A wait that ends beyond the range of the clock still waits")
  func longest() async throws {
    var session = try Session(Flow("f") { Wait(.milliseconds(Int.max)) }, clock: { 5 })
    try await session.perform()
    #expect(session.needs.map(\.timeout) == [.milliseconds(Int.max)])
    #expect(session.deadline == nil)
  }

  @Test("In operations each limit counts from its own question")
  func operations() throws {
    let flow = Flow("beside") {
      Operations {
        Operation("one") { Ask("A?", into: Self.a).timeout(.seconds(10)) { Say("A is late.") } }
        Operation("two") {
          Ask("B?", into: Self.b)
          Wait(.seconds(1))
          Ask("C?", into: Key<Int>("c")).timeout(.seconds(10)) { Say("C is late.") }
        }
      }
    }
    let time = Locked(0)
    let clock: @Sendable () -> Timestamp = { Timestamp(time.withLock { $0 }) }
    var session = try Session(flow, clock: clock)
    #expect(session.needs.map(\.name) == ["one/a", "two/b"])
    time.withLock { $0 = 4000 }
    try session.resolve("two/b", with: .text("1"))
    #expect(session.needs.map(\.name) == ["one/a", "two/wait"])
    time.withLock { $0 = 6000 }
    var restored = try Session(flow, token: session.token, clock: clock)
    #expect(restored.needs.map(\.deadline) == [10_000, nil])
    restored.present()
    #expect(restored.needs.map(\.deadline) == [10_000, 16_000])
    #expect(restored.needs.map(\.name) == ["one/a", "two/c"])
    time.withLock { $0 = 10_001 }
    restored.expire()
    #expect(restored.said == ["A is late."])
    #expect(restored.needs.map(\.name) == ["two/c"])
  }

  @Test("Waits that are up together all tell of the needs behind them")
  func together() throws {
    let flow = Flow("together") {
      Operations {
        Operation("one") {
          Wait(.seconds(1))
          Ask("A?", into: Self.a)
        }
        Operation("two") {
          Wait(.seconds(2))
          Ask("B?", into: Self.b)
        }
      }
    }
    var run = try Run(flow)
    #expect(run.expire(at: 2000).map(\.name) == ["one/wait", "two/wait"])
    let needed = run.events.compactMap { if case .needed(let need) = $0 { need.name } else { nil } }
    #expect(needed == ["one/a", "two/b"])
  }

  @Test("An interrupted action is reported, and repeated only on request")
  func begun() async throws {
    struct Gone: Error {}
    let calls = Locked(0)
    let flow = Flow("begun") { Do("pay") { calls.withLock { $0 += 1 } } }
    var session = try Session(flow, clock: { 0 })
    let kept = Locked<[UInt8]>([])
    await #expect(throws: Gone.self) {
      try await session.perform(save: { session in
        kept.withLock { $0 = session.token }
        throw Gone()
      })
    }
    #expect(calls.withLock { $0 } == 0)
    var restored = try Session(flow, token: kept.withLock { $0 }, clock: { 0 })
    #expect(restored.needs.map(\.kind) == [.decision])
    #expect(restored.needs.map(\.begun) == [0])
    try await restored.perform()
    #expect(restored.outcome == nil)
    #expect(calls.withLock { $0 } == 0)
    try restored.resolve("pay", with: .answer(.choice("again")))
    try await restored.perform()
    #expect(restored.outcome == .finished(nil))
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("What is said because a time is up isn't lost when a host comes with an answer")
  func saidAtExpiry() async throws {
    let q = Key<String>("q")
    let flow = Flow("expiry") {
      Operations {
        Operation("a") {
          Wait(.seconds(1))
          Say("A has waited.")
          Ask("A?", into: Key<String>("a"))
        }
        Operation("b") {
          Ask("B?", into: q)
          Ask("B2?", into: Key<String>("b2"))
        }
      }
    }
    let time = Locked(0)
    let made = try Session(flow, clock: { Timestamp(time.withLock { $0 }) })
    var (resolved, answered, back) = (made, made, made)
    try back.resolve("b/q", with: .text("x"))
    time.withLock { $0 = 2000 }
    try resolved.resolve("b/q", with: .text("x"))
    #expect(resolved.said == ["A has waited."])
    try await answered.answer("b/q", with: .text("x"))
    #expect(answered.said == ["A has waited."])
    try back.goBack(from: "b/b2")
    #expect(back.said.contains("A has waited."))
    try resolved.resolve("b/b2", with: .text("y"))
    #expect(resolved.said == [])
  }
}
