import Testing

@testable import LibrettoCore

/// Work of operations that is cancelled, and comes to its end when nothing waits for it any more.
@Suite("Cancelled work")
struct CancelledWorkTests {
  enum Way: CaseIterable, Sendable { case finish, cancel, fail, error }

  /// An operation that works until it is cancelled, beside one that cancels it.
  private static func flow(_ way: Way, _ gate: Gate) -> Flow {
    Flow("f") {
      Operations {
        Operation("a") {
          Do("x") {
            gate.open()
            try await TestHost.forever()
          }
        }
        Operation("b") {
          Do("y") {
            try await gate.wait()
            if way == .error { throw Trouble() }
          }
          if way == .finish { Finish(name: "done") }
          if way == .cancel { CancelOperation("a") }
          if way == .fail { Fail("No.") }
        }
      }
    }
  }

  private struct Trouble: Error {}

  private static func words(_ outcome: Outcome?) -> String {
    switch outcome {
    case .finished(let name): "finished \(name ?? "")"
    case .failed(let failure): "failed \(failure.message)"
    case .cancelled: "cancelled"
    case nil: "none"
    }
  }

  @Test(
    "ends a run as it was to end, under an interpreter and in a session", arguments: Way.allCases)
  func lateEnd(_ way: Way) async throws {
    let wanted =
      switch way {
      case .finish: "finished done"
      case .cancel: "finished "
      case .fail: "failed No."
      case .error: "failed the action “y” failed: Trouble()"
      }
    let result = try await Self.flow(way, Gate()).run(with: TestHost())
    #expect(Self.words(result.outcome) == wanted)
    var session = try Session(Self.flow(way, Gate()), clock: { 0 })
    try await session.perform()
    #expect(Self.words(session.outcome) == wanted)
  }

  @Test("what it throws isn't its failure: it stays begun, and what ends the flow tells of it")
  func cut() async throws {
    func events(_ result: FlowResult, _ name: String) -> [Journal.Entry.Event] {
      result.journal.entries.filter { $0.name == name }.map(\.event)
    }
    let finished = try await Self.flow(.finish, Gate()).run(with: TestHost())
    #expect(events(finished, "a/x") == [.began, .cancelled, .stays])
    #expect(
      finished.transcript.contains("NOTE     “x” was cancelled and may have been done.\n"))
    // What fails settles nothing, but tells of it.
    let failed = try await Self.flow(.fail, Gate()).run(with: TestHost())
    #expect(events(failed, "a/x") == [.began, .cancelled])
    #expect(
      failed.transcript.hasSuffix(
        "NOTE     “x” was interrupted and may have been done.\nEND      failed: No.\n"))
    let cancelled = try await Self.flow(.cancel, Gate()).run(with: TestHost())
    #expect(events(cancelled, "a/x") == [.began, .cancelled, .stays])
  }

  @Test("what the end of the input cancels is decided after a resume")
  func endOfInput() async throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Ask("Name?", into: Key<String>("name")) }
        Operation("b") { Do("pay", writes: []) { _ in try await TestHost.forever() } }
      }
    }
    let ended = try await PipedConsole.perform(flow)
    #expect(ended.result.journal.entries.map(\.event).contains(.began))
    #expect(!ended.result.journal.entries.contains { $0.name == "b/pay" && $0.event != .began })
    let saved = try SavedRun(lines: ended.result.journal.lines(of: flow, id: "r"))
    let resumed = try Run.resuming(flow, from: saved).run
    #expect(resumed.needs.map(\.kind) == [.prompt, .begun])
  }

  @Test("one with an undo is decided about before the flow finishes, and otherwise at its place")
  func undoable() throws {
    func started(finishes: Bool) throws -> (Flow, Run) {
      let flow = Flow("f") {
        Operations {
          Operation("a") { Do("x") { _ in }.undo { _ in } }
          Operation("b") {
            Confirm("Stop?").id("stop")
            if finishes {
              Finish(name: "done")
            } else {
              CancelOperation("a")
              Confirm("Sure?").id("sure")
            }
          }
        }
      }
      var run = try Run(flow)
      let x = try #require(run.needs.first { $0.name == "a/x" })
      run.begin(x)
      let stop = try #require(run.needs.first { $0.name == "stop" })
      try run.resolve(stop, with: .answer(.yes(true)))
      try run.resolve(x, with: .failed("CancellationError()"))
      return (flow, run)
    }
    let (_, finished) = try started(finishes: true)
    #expect(finished.needs.map(\.kind) == [.begun])
    var (flow, cancelled) = try started(finishes: false)
    #expect(cancelled.needs.map(\.name) == ["sure"])
    for run in [
      try Run.resuming(flow, from: try SavedRun(cancelled, of: flow)).run,
      try Session(
        flow, token: SessionToken.bytes(cancelled, try flow.fingerprintNumber), clock: { 0 }
      ).run,
    ] { #expect(run.needs.map(\.name) == ["sure"]) }
    try cancelled.goBack()
    #expect(cancelled.needs.map(\.kind) == [.begun, .prompt])
  }

  @Test("a host reports its end after its group has ended")
  func byHost() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("x") { _ in } }
        Operation("b") {
          Confirm("Stop?").id("stop")
          CancelOperation("a")
        }
      }
    }
    var run = try Run(flow)
    let x = try #require(run.needs.first { $0.name == "a/x" })
    run.begin(x)
    let stop = try #require(run.needs.first { $0.name == "stop" })
    try run.resolve(stop, with: .answer(.yes(true)))
    #expect(run.outcome == nil)
    try run.resolve(x, with: .performed(run.work(for: x).answers))
    #expect(run.outcome == .finished(nil))
  }

  @Test("it can time out by then")
  func timedOut() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("x") { _ in }.timeout(.seconds(1)) }
        Operation("b") {
          Confirm("Stop?").id("stop")
          CancelOperation("a")
          Confirm("Sure?").id("sure")
        }
      }
    }
    var run = try Run(flow)
    let x = try #require(run.needs.first { $0.name == "a/x" })
    run.begin(x)
    try run.resolve(try #require(run.needs.first { $0.name == "stop" }), with: .answer(.yes(true)))
    try run.resolve(x, with: .timedOut)
    #expect(run.needs.map(\.name) == ["sure"])
  }

  @Test("a session whose performing is cancelled needs a decision, as its token does")
  func cancelledSession() async throws {
    let gate = Gate()
    let count = Locked(0)
    let flow = Flow("f") {
      Do("pay") {
        count.withLock { $0 += 1 }
        gate.open()
        try await TestHost.forever()
      }
    }
    let made = try Session(flow, clock: { 0 })
    let task = Task {
      var session = made
      try? await session.perform()
      return session
    }
    try await gate.wait()
    task.cancel()
    var session = await task.value
    #expect(session.needs.map(\.kind) == [.decision])
    let restored = try Session(flow, token: session.token, clock: { 0 })
    #expect(restored.needs.map(\.kind) == [.decision])
    try await session.perform()
    #expect(count.withLock { $0 } == 1)
  }

  @Test("work that ignored its cancellation says nothing about the work of a later group")
  func laterGroup() async throws {
    let (begun, gate) = (Gate(), Gate())
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Load("deaf", into: Key<Int>("deaf")) {
            begun.open()
            // Nobody cancels this task.
            await Task { try? await gate.wait() }.value
            return 1
          }
        }
        Operation("b") {
          Do("y") { try await begun.wait() }
          CancelOperation("a")
        }
      }
      Operations {
        Operation("c") { Do("z", writes: []) { _ in } }
        Operation("d") { Do("w", writes: []) { _ in } }
      }
    }
    let result = try await flow.run(with: TestHost())
    gate.open()
    #expect(result.outcome == .finished)
    #expect(result.journal.entries.suffix(2).map(\.event).allSatisfy { $0 != .began })
  }
}
