import Testing

@testable import LibrettoCore

/// Operations that are cancelled.
extension OperationsTests {
  @Test("one cancelled before it started never starts; those after it wait for what it waited for")
  func cancelledBefore() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("x") { _ in }
          CancelOperation("b")
          Do("y") { _ in }
        }
        Operation("b", after: "a") { Do("never") { _ in } }
        Operation("c", after: "b") { Do("z") { _ in } }
      }
    }
    var run = try Run(flow)
    #expect(
      try Self.resolve(&run, flow, "a/x") == [
        "cancels b", "needs action a/y",
      ])
    #expect(
      try Self.resolve(&run, flow, "a/y") == ["ends a", "starts c", "needs action c/z"])
    #expect(try Self.resolve(&run, flow, "c/z") == ["ends c", "finished"])
  }

  @Test("one cancelled while it runs ends with everything in it, and those after it continue")
  func cancelledWhileRunning() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("x") { _ in }
          CancelOperation("b")
        }
        Operation("b") {
          Operations {
            Operation("inner") { Do("y") { _ in } }
            Operation("waits", after: "inner") { Do("never") { _ in } }
          }
        }
        Operation("c", after: "b") { Do("z") { _ in } }
      }
      When(.operation("b", .cancelled)) { Say("b was cancelled") }
    }
    var run = try Run(flow)
    let inner = try #require(run.needs.last)
    #expect(inner.name == "b/inner/y")
    #expect(
      try Self.resolve(&run, flow, "a/x") == [
        "withdraws b/inner/y", "cancels inner", "cancels waits", "cancels b", "ends a",
        "starts c", "needs action c/z",
      ])
    #expect(throws: Rejection(message: "The step “b/inner/y” is not what the run is waiting for."))
    {
      try run.resolve(inner, with: .performed(flow.noAnswers))
    }
    #expect(try Self.resolve(&run, flow, "c/z") == ["ends c"])
    #expect(run.nextNeed.map { run.text(of: $0) } == "b was cancelled")
  }

  @Test("what a cancelled operation did behind inner operations stands after a resume")
  func resumedBehindInner() throws {
    let flow = Flow("f") {
      Operations {
        Operation("b") {
          Operations {
            Operation("inner") { Ask("X?", into: Key<String>("x")).id("x") }
            Operation("then", after: "inner") { Ask("Y?", into: Key<String>("y")).id("y") }
          }
          Do("m") { _ in }.undo { _ in }.id("m")
          Ask("Q?", into: Key<String>("q")).id("q")
        }
        Operation("other") {
          Ask("A?", into: Key<String>("a")).id("asked")
          CancelOperation("b")
          Ask("Then?", into: Key<String>("last")).id("last")
        }
      }
    }
    var run = try Run(flow, id: "r")
    for name in ["x", "y", "m", "asked"] {
      let need = try #require(run.needs.first { $0.name.hasSuffix(name) })
      run.begin(need)
      try run.resolve(
        need, with: need.kind == .action ? .performed(flow.noAnswers) : .answer(.typed("v")))
    }
    let token = SessionToken.bytes(run, try flow.fingerprintNumber)
    for run in [
      run, try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 0).run,
      try Session(flow, token: token, clock: { 0 }).run,
    ] {
      #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["prompt last"])
    }
  }

  @Test("an operation can cancel itself, and an enclosing one")
  func cancelsItself() throws {
    let flow = Flow("f") {
      Operations {
        Operation("outer") {
          Operations {
            Operation("inner") {
              When(Self.age == 1) {
                CancelOperation("inner")
              } otherwise: {
                CancelOperation("outer")
              }
              Say("never")
            }
          }
          Say("behind")
        }
      }
      Finish(name: "end")
    }
    for (value, expected) in [(1, ["behind"]), (2, [])] {
      var run = try Run(
        Flow("g") {
          Store(value, into: Self.age)
          flow
        })
      var said: [String] = []
      while let need = run.nextNeed {
        said.append(run.text(of: need))
        try run.resolve(need, with: .shown)
      }
      #expect(said == expected)
      #expect(run.outcome == .finished("end"))
    }
  }

  @Test("what a decision cancels is told once, with everything in it")
  func cancelledByDecision() throws {
    let flow = Flow("f") {
      Ask("Age?", into: Self.age)
      Operations {
        Operation("a") {
          Operations {
            Operation("inner") { Ask("Name?", into: Self.name) }
            Operation("waits", after: "inner") { Do("never") { _ in } }
          }
        }
        Operation("b") {
          Do("x") { _ in }.reads(Self.age)
          CancelOperation("a")
          Do("y") { _ in }
        }
      }
    }
    var run = try Run(flow)
    #expect(
      try Self.resolve(&run, flow, "age", .answer(.typed(1))) == [
        "starts a", "starts inner", "needs prompt a/inner/name", "starts b", "needs action b/x",
      ])
    let cancelled = ["withdraws a/inner/name", "cancels inner", "cancels waits", "cancels a"]
    #expect(try Self.resolve(&run, flow, "b/x") == cancelled + ["needs action b/y"])
    try run.goBack(from: try #require(run.nextNeed))
    _ = try Self.resolve(&run, flow, "age", .answer(.typed(2)))
    #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["prompt a/inner/name", "stale b/x"])
    #expect(try Self.resolve(&run, flow, "b/x", .keep) == cancelled + ["needs action b/y"])
  }

  @Test("the same answer again cancels what it cancelled, whichever operation is declared first")
  func cancelsAgain() throws {
    let flow = Flow("f") {
      Ask("Age?", into: Self.age)
      Operations {
        Operation("a") {
          Do("x") { _ in }.reads(Self.age)
          CancelOperation("b")
          Do("y") { _ in }
        }
        Operation("b") {
          Do("m") { _ in }.reads(Self.age)
          CancelOperation("c")
          Do("n") { _ in }.undo { _ in }
        }
        Operation("c") { Ask("Name?", into: Self.name) }
      }
    }
    var run = try Run(flow)
    _ = try Self.resolve(&run, flow, "age", .answer(.typed(1)))
    for name in ["b/m", "b/n", "a/x"] { _ = try Self.resolve(&run, flow, name) }
    try run.goBack(from: try #require(run.nextNeed))
    _ = try Self.resolve(&run, flow, "age", .answer(.typed(1)))
    #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["action a/y"])
  }

  @Test("a step back to a question stays there, though one put back would cancel its operation")
  func backOverCancel() throws {
    for waits in [false, true] {
      var run = try Run(
        Flow("f") {
          Operations {
            Operation("one") { Ask("Name?", into: Self.name) }
            Operation("two") {
              Ask("Age?", into: Self.age)
              if !waits {
                CancelOperation("one")
                Confirm("Go on?")
              }
            }
            if waits {
              Operation("three", after: "two") {
                CancelOperation("one")
                Confirm("Go on?")
              }
            }
          }
        })
      try run.resolve(run.needs[0], with: .answer(.typed("Ann")))
      try run.resolve(run.needs[0], with: .answer(.typed(7)))
      for _ in 0..<2 { try run.goBack(from: try #require(run.nextNeed)) }
      #expect(run.needs.map(\.name) == ["one/name", "two/age"])
      try run.resolve(run.needs[0], with: .answer(.typed("Bo")))
      try run.resolve(run.needs[0], with: .answer(.typed(8)))
      #expect(run.needs.map(\.name) == [waits ? "three/go-on" : "two/go-on"])
      #expect(run.answers[Self.name] == "Bo")
    }
  }

  @Test("a failure that an outer operation handles ends the groups between, and the run goes on")
  func failsThrough() async throws {
    let flow = Flow("f") {
      Operations {
        Operation("send") {
          Operations {
            Operation("parts") {
              Operations {
                Operation("part") { Do("put", writes: []) { _ in throw Broken() } }
                Operation("ask") { Ask("Name?", into: Self.name) }
              }
            }
          }
        } failure: { error in
          Say("Failed: \(error)")
        }
      }
      Confirm("Done?")
    }
    var run = try Run(flow)
    _ = try Self.resolve(&run, flow, "send/parts/part/put", .failed("no"))
    try run.resolve(try #require(run.nextNeed), with: .shown)
    #expect(run.needs.map(\.name) == ["done"])
  }

  @Test("what was done beside an operation that failed stands, live and restored")
  func standsBesideFailure() async throws {
    let flow = Flow("f") {
      Operations {
        Operation("send") {
          Operations {
            Operation("a") { Do("put", writes: []) { _ in throw Broken() } }
            Operation("b") {
              Do("log", writes: []) { _ in }.undo { _ in }
              Ask("Name?", into: Self.name)
            }
          }
        } failure: { error in
          Say("Failed: \(error)")
          Ask("Age?", into: Self.age)
        }
      }
      Confirm("Done?")
    }
    var run = try Run(flow)
    _ = try Self.resolve(&run, flow, "send/b/log")
    _ = try Self.resolve(&run, flow, "send/a/put", .failed("no"))
    try run.resolve(try #require(run.nextNeed), with: .shown)
    #expect(run.needs.map(\.name) == ["send/failure/age"])
    let token = SessionToken.bytes(run, try flow.fingerprintNumber)
    for var run in [
      run, try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 0).run,
      try Session(flow, token: token, clock: { 0 }).run,
    ] {
      // What nobody has answered since is said again.
      if let need = run.nextNeed, need.kind == .say { try run.resolve(need, with: .shown) }
      #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["prompt send/failure/age"])
      try run.resolve(run.needs[0], with: .answer(.typed(3)))
      #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["prompt done"])
      try run.resolve(run.needs[0], with: .answer(.yes(true)))
      #expect(run.outcome == .finished(nil))
    }
  }

  @Test("what was cancelled beside an operation that failed stays cancelled, live and restored")
  func cancelledBesideFailure() throws {
    let flow = Flow("f") {
      Operations {
        Operation("x") { Do("charge", writes: []) { _ in } }
        Operation("send") {
          Operations {
            Operation("c") { CancelOperation("x") }
            Operation("a") {
              Ask("Name?", into: Self.name)
              Do("put", writes: []) { _ in throw Broken() }
            }
          }
        } failure: { _ in
          Ask("Age?", into: Self.age)
        }
      }
    }
    var run = try Run(flow)
    _ = try Self.resolve(&run, flow, "send/a/name", .answer(.typed("Ann")))
    _ = try Self.resolve(&run, flow, "send/a/put", .failed("no"))
    let token = SessionToken.bytes(run, try flow.fingerprintNumber)
    for run in [
      run, try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 0).run,
      try Session(flow, token: token, clock: { 0 }).run,
    ] {
      #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["prompt send/failure/age"])
    }
  }

  private struct Broken: Error {}

  @Test("work whose operation is cancelled at once isn't begun, whatever is said beside it")
  func isNotBegun() async throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { CancelOperation("b") }
        Operation("b") { Do("charge", writes: []) { _ in } }
        Operation("c") { Say("Hello.") }
      }
    }
    let result = try await flow.run(with: PageHost.replying())
    #expect(result.performed == [])
    #expect(result.transcript.contains("Hello."))
  }
}
