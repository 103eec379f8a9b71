import Testing

@testable import LibrettoCore

@Suite("Work of a session that goes on beside a question")
struct SessionWorkTests {
  private static let names = Key<[String]>("names")
  private static let x = Key<String>("x")

  /// A load that waits for a gate, beside a question.
  private static func flow(_ gate: Gate, _ count: Locked<Int> = Locked(0)) -> Flow {
    Flow("beside") {
      Operations {
        Operation("fetch") {
          Load("names", into: names) {
            count.withLock { $0 += 1 }
            try await gate.wait()
            return ["Ann"]
          } data: {
            Say("There is \(names).")
          }
        }
        Operation("ask") { Ask("X?", into: x) }
      }
    }
  }

  @Test("The question is open at once, and an answer may come before the work has ended")
  func answerFirst() async throws {
    let gate = Gate()
    var session = try Session(Self.flow(gate), clock: { 0 })
    try await session.perform()
    #expect(session.needs.map(\.name) == ["ask/x"])
    #expect(session.isWorking)
    try session.resolve("ask/x", with: .text("a"))
    gate.open()
    try await session.perform()
    #expect(session.said == ["There is Ann."])
    #expect(session.outcome == .finished(nil))
    #expect(session[Self.names] == ["Ann"])
    #expect(!session.isWorking)
  }

  @Test("The work may end first: the host waits for it, and the question is still open")
  func workFirst() async throws {
    let gate = Gate()
    var session = try Session(Self.flow(gate), clock: { 0 })
    try await session.perform()
    gate.open()
    while session.isWorking {
      try await session.waitForWork()
      try await session.perform()
    }
    #expect(session.said == ["There is Ann."])
    #expect(session.needs.map(\.name) == ["ask/x"])
    let restored = try Session(session.flow, token: session.token, clock: { 0 })
    #expect(restored.needs == session.needs)
    #expect(restored.answers.description == session.answers.description)
    try session.resolve("ask/x", with: .text("a"))
    #expect(session.said == [])
    #expect(session.outcome == .finished(nil))
  }

  @Test("A closure behind the call receives what is to be saved")
  func trailing() async throws {
    let tokens = Locked<[[UInt8]]>([])
    var session = try Session(
      Flow("f") { Do("pay", writes: []) { _ in } }, clock: { 0 })
    try await session.perform { saved in tokens.withLock { $0.append(saved.token) } }
    #expect(session.outcome == .finished(nil))
    let begun = try Session(session.flow, token: try #require(tokens.withLock { $0 }.first))
    #expect(begun.needs.map(\.decision) == [.interrupted])
    #expect(tokens.withLock { $0 }.last == session.token)
  }

  @Test("A copy has the same work, and is handed its result too")
  func copies() async throws {
    let (gate, count) = (Gate(), Locked(0))
    var session = try Session(Self.flow(gate, count), clock: { 0 })
    try await session.perform()
    var copy = session
    try copy.resolve("ask/x", with: .text("copied"))
    try session.resolve("ask/x", with: .text("mine"))
    gate.open()
    try await session.perform()
    try await copy.perform()
    #expect(session[Self.x] == "mine")
    #expect(copy[Self.x] == "copied")
    #expect(session[Self.names] == ["Ann"])
    #expect(copy[Self.names] == ["Ann"])
    #expect(count.withLock { $0 } == 1)
  }

  @Test("Work that no session has any more is cancelled")
  func dropped() async throws {
    let cancelled = Gate()
    let flow = Flow("dropped") {
      Operations {
        Operation("fetch") {
          Load("names", into: Self.names) {
            defer { cancelled.open() }
            try await TestHost.forever()
            return []
          }
        }
        Operation("ask") { Ask("X?", into: Self.x) }
      }
    }
    func start() async throws {
      var session = try Session(flow, clock: { 0 })
      try await session.perform()
      #expect(session.isWorking)
    }
    try await start()
    try await cancelled.wait()
  }

  @Test("An answer cancels the work beside it")
  func answerCancels() async throws {
    let flow = Flow("stop") {
      Operations {
        Operation("a") { Do("x", writes: []) { _ in try await TestHost.forever() } }
        Operation("b") {
          Confirm("Stop?").id("stop")
          CancelOperation("a")
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    try await session.perform()
    #expect(session.needs.map(\.name) == ["stop"])
    try session.resolve("stop", with: .answer(.yes(true)))
    try await session.perform()
    #expect(session.outcome == .finished(nil))
    #expect(session.said == ["“x” was cancelled and may have been done."])
  }

  @Test("A flow that fails tells of the work that it has cancelled, also from a token")
  func failsBeside() async throws {
    let flow = Flow("stop") {
      Operations {
        Operation("a") { Do("x", writes: []) { _ in try await TestHost.forever() } }
        Operation("b") {
          Confirm("Stop?").id("stop")
          Fail("No.")
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    try await session.perform()
    try session.resolve("stop", with: .answer(.yes(true)))
    try await session.perform()
    for session in [session, try Session(flow, token: session.token, clock: { 0 })] {
      #expect(session.outcome?.description == "failed: No.")
      #expect(session.remarks.filter { $0.code == "begun" }.map(\.name) == ["a/x"])
    }
  }

  @Test(
    "Work that a host performs itself isn't waited for where it is cancelled, and may still end",
    arguments: ["it ended", "it failed", "a token", "nothing"])
  func cancelsElsewhere(_ then: String) throws {
    let flow = Flow("stop") {
      Operations {
        Operation("a") { Do("pay", writes: []) { _ in } }
        Operation("b") {
          Confirm("Stop?").id("stop")
          CancelOperation("a")
        }
      }
      Ask("X?", into: Self.x)
    }
    var session = try Session(flow, clock: { 0 })
    try session.begin("a/pay")
    try session.resolve("stop", with: .answer(.yes(true)))
    let restored = try Session(flow, token: session.token, clock: { 0 })
    #expect(session.needs.map(\.name) == ["x"])
    #expect(restored.needs == session.needs)
    if then == "a token" { session = restored }
    if then == "it failed" { try session.resolve("a/pay", with: .failed("cancelled")) }
    if then != "it failed", then != "nothing" {
      try session.resolve("a/pay", with: .performed([:]))
      #expect(throws: Rejection.self) { try session.resolve("a/pay", with: .performed([:])) }
    }
    #expect(session.backTarget != nil)
    try session.resolve("x", with: .text("a"))
    let isKnown = then == "it ended" || then == "a token"
    #expect(session.needs.map(\.kind) == (isKnown ? [] : [.notice]))
    #expect((session.outcome == .finished(nil)) == isKnown)
  }

  @Test(
    "What a host tells of work that the flow has left behind is taken", arguments: [true, false])
  func leftBehind(isUndoable: Bool) throws {
    let pay = Do("pay", writes: []) { _ in }
    let flow = Flow("stop") {
      Operations {
        Operation("a") { isUndoable ? pay.undo { _ in } : pay }
        Operation("b") {
          Confirm("Stop?").id("stop")
          Finish("left")
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    try session.begin("a/pay")
    let begun = session.token
    try session.resolve("stop", with: .answer(.yes(true)))
    // What it throws is the answer to the cancellation.
    let needs = session.needs
    try session.resolve("a/pay", with: .failed("cancelled"))
    #expect(session.needs == needs && session.outcome == nil)
    #expect(needs.map(\.kind) == [isUndoable ? .decision : .notice])
    try session.resolve("a/pay", with: .performed([:]))
    #expect(session.outcome == .finished(nil) && session.remarks == [])
    // Begun before it was restored, and then the flow ends.
    var restored = try Session(flow, token: begun, clock: { 0 })
    restored.cancel()
    #expect(restored.remarks.map(\.name) == ["a/pay"])
  }

  @Test("What a host performs itself, a session that performs the rest doesn't perform")
  func begunByHost() async throws {
    let count = Locked(0)
    let flow = Flow("f") {
      Do("pay") { count.withLock { $0 += 1 } }
      Do("print") { count.withLock { $0 += 10 } }
    }
    var session = try Session(flow, clock: { 0 })
    try session.begin("pay")
    try await session.perform()
    #expect(count.withLock { $0 } == 0 && session.needs.map(\.name) == ["pay"])
    try session.resolve("pay", with: .performed([:]))
    try await session.perform()
    #expect(count.withLock { $0 } == 10 && session.outcome == .finished(nil))
  }

  @Test("What cancels the session cancels its work, and perform waits for its end")
  func cancels() async throws {
    var session = try Session(Self.flow(Gate()), clock: { 0 })
    try await session.perform()
    session.cancel()
    #expect(session.needs == [])
    try await session.perform()
    #expect(!session.isWorking)
    #expect(session.outcome == .cancelled)
  }

  @Test("A wait beside work ends at its time, and the question behind it is open")
  func wait() async throws {
    let (gate, time) = (Gate(), Locked(0))
    let slept = Locked<[Duration]>([])
    let flow = Flow("wait") {
      Operations {
        Operation("fetch") {
          Load("names", into: Self.names) {
            try await gate.wait()
            return ["Ann"]
          }
        }
        Operation("ask") {
          Wait(.seconds(5))
          Ask("X?", into: Self.x)
        }
      }
    }
    var session = try Session(flow, clock: { Timestamp(time.withLock { $0 }) })
    try await session.perform(sleep: { duration in
      slept.withLock { $0.append(duration) }
      time.withLock { $0 += duration.milliseconds }
    })
    #expect(slept.withLock { $0 } == [.seconds(5)])
    #expect(session.needs.map(\.name) == ["ask/x"])
    #expect(session.isWorking)
    try session.resolve("ask/x", with: .text("a"))
    gate.open()
    try await session.perform()
    #expect(session.outcome == .finished(nil))
  }

  @Test("Waits that are up at the same time all count")
  func waits() async throws {
    let time = Locked(0)
    let flow = Flow("waits") {
      Operations {
        Operation("a") {
          Wait(.seconds(1))
          Say("A has waited.")
          Ask("A?", into: Key<String>("a"))
        }
        Operation("b") {
          Wait(.seconds(2))
          Say("B has waited.")
          Do("b") {}
        }
      }
    }
    var session = try Session(flow, clock: { Timestamp(time.withLock { $0 }) })
    try await session.perform()
    #expect(session.needs.map(\.kind) == [.wait, .wait])
    #expect(session.deadline == 1000)
    time.withLock { $0 = 2000 }
    try await session.perform()
    #expect(session.said == ["A has waited.", "B has waited."])
    #expect(session.needs.map(\.name) == ["a/a"])
  }

  @Test("The pause between two tries belongs to the work")
  func pause() async throws {
    struct Busy: Error {}
    let (slept, tries) = (Locked<[Duration]>([]), Locked(0))
    let flow = Flow("pause") {
      Do("save") {
        if tries.withLock({
          $0 += 1
          return $0
        }) == 1 {
          throw Busy()
        }
      }
      .retry(1, backoff: .seconds(3))
    }
    var session = try Session(flow, clock: { 0 })
    try await session.perform(sleep: { duration in slept.withLock { $0.append(duration) } })
    #expect(slept.withLock { $0 } == [.seconds(3)])
    #expect(session.outcome == .finished(nil))
  }

  @Test("A step back goes from the question, not from the work beside it")
  func back() async throws {
    let gate = Gate()
    let flow = Flow("back") {
      Operations {
        Operation("work") {
          Do("pay", writes: []) { _ in try await gate.wait() }
        }
        Operation("ask") {
          Ask("X?", into: Self.x)
          Confirm("Sure?").id("sure")
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    try await session.perform()
    try session.resolve("ask/x", with: .text("a"))
    #expect(session.backTarget == "ask/x")
    try session.goBack()
    #expect(session.needs.map(\.name) == ["ask/x"])
    try session.resolve("ask/x", with: .text("b"))
    try session.resolve("sure", with: .answer(.yes(true)))
    gate.open()
    try await session.perform()
    #expect(session.outcome == .finished(nil))
  }

  @Test("Texts of operations are said in the order of the flow")
  func texts() async throws {
    let flow = Flow("texts") {
      Operations {
        for name in ["a", "b", "c"] {
          Operation("\(name)") {
            Say("\(name) 1")
            Say("\(name) 2")
            Do("\(name)") {}
            Say("\(name) 3")
          }
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    #expect(session.said == ["a 1", "a 2", "b 1", "b 2", "c 1", "c 2"])
    try await session.perform()
    #expect(
      session.said.sorted() == ["a 1", "a 2", "a 3", "b 1", "b 2", "b 3", "c 1", "c 2", "c 3"])
    #expect(session.outcome == .finished(nil))
  }

  @Test("A session performs what a thousand operations do side by side")
  func many() async throws {
    let count = Locked(0)
    let flow = Flow("many") {
      Operations {
        for number in 1...1_000 {
          Operation("o\(number)") { Do("d\(number)") { count.withLock { $0 += 1 } } }
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    try await session.perform()
    #expect(count.withLock { $0 } == 1_000)
    #expect(session.outcome == .finished(nil))
  }
}
