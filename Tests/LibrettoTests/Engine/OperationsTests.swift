import Testing

@testable import LibrettoCore

/// Operations: who starts when, who is cancelled, what a failure does.
struct OperationsTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let problem = Key<String>.error(of: "b")

  /// The needs by name, with what the last resolution brought about.
  static func state(_ run: Run) -> [String] {
    let events = run.events.compactMap { item -> String? in
      switch item {
      case .needed(let need): "needs \(need.kind) \(need.name)"
      case .withdrawn(let need): "withdraws \(need.name)"
      case .started(_, let name): "starts \(name)"
      case .ended(_, let name): "ends \(name)"
      case .failed(_, let name, let error): "fails \(name): \(error)"
      case .cancelled(_, let name): "cancels \(name)"
      case .wentBack(let name): "back to \(name)"
      case .nothingBefore: "nothing before"
      }
    }
    return events + (run.outcome.map { ["\($0)"] } ?? [])
  }

  /// Resolves the need of this name, actions by writing nothing.
  static func resolve(
    _ run: inout Run, _ flow: Flow, _ name: String, _ resolution: Resolution? = nil
  ) throws -> [String] {
    let need = try #require(run.needs.first { $0.name == name })
    try run.resolve(need, with: resolution ?? .performed(flow.noAnswers))
    return state(run)
  }

  @Test("an operation starts when all that it names have ended; needs are in declaration order")
  func graph() throws {
    let flow = Flow("f") {
      Operations {
        Operation("last", after: "b", "a") { Do("z") { _ in } }
        Operation("a") { Do("x") { _ in } }
        Operation("b") { Do("y") { _ in } }
      }
      Say("Done.")
    }
    #expect(flow.problems == [])
    var run = try Run(flow)
    #expect(run.needs.map(\.name) == ["a/x", "b/y"])
    #expect(run.needs.map(\.operation) == ["a", "b"])
    #expect(
      Self.state(run) == ["starts a", "needs action a/x", "starts b", "needs action b/y"])
    #expect(try Self.resolve(&run, flow, "b/y") == ["ends b"])
    #expect(run.nextNeed?.name == "a/x")
    #expect(
      try Self.resolve(&run, flow, "a/x") == ["ends a", "starts last", "needs action last/z"])
    #expect(try Self.resolve(&run, flow, "last/z") == ["ends last"])
    #expect(run.needs.map(\.kind) == [.say])
    #expect(!run.isParallel)
    try run.resolve(try #require(run.nextNeed), with: .shown)
    #expect(run.outcome == .finished(nil))
    #expect(
      run.journal.entries.map(\.name) == ["b/y", "b/y", "a/x", "a/x", "last/z", "last/z"])
  }

  @Test("a failure cancels what depends on it, and fails the flow")
  func failure() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("x") { _ in } }
        Operation("b") { Do("y") { _ in } }
        Operation("after b", after: "b") { Do("z") { _ in } }
        Operation("far", after: "after b") { Do("z") { _ in } }
      }
    }
    var run = try Run(flow)
    #expect(
      try Self.resolve(&run, flow, "b/y", .failed("no disk")) == [
        "fails b: no disk", "cancels after b", "cancels far", "withdraws a/x", "cancels a",
        "failed: the action “y” failed: no disk",
      ])
    #expect(run.needs == [])
  }

  @Test("with a failure branch it goes on, and those after it read the error")
  func recovery() throws {
    let flow = Flow("f") {
      Operations {
        Operation("b") {
          Do("y") { _ in }
          Say("never")
        } failure: { error in
          Say("It broke: \(error)")
        }
        Operation("c", after: "b") {
          When(.operation("b", .failed)) { Say("c knows: \(Self.problem)") }
        }
      }
    }
    #expect(flow.problems == [])
    var run = try Run(flow)
    #expect(
      try Self.resolve(&run, flow, "b/y", .failed("no disk")) == [
        "fails b: no disk", "needs say ",
      ])
    var said: [String] = []
    while let need = run.nextNeed {
      said.append(run.text(of: need))
      try run.resolve(need, with: .shown)
    }
    #expect(said == ["It broke: no disk", "c knows: no disk"])
    #expect(run.outcome == .finished(nil))
    #expect(run.answers["b.state"] == "failed")
  }

  @Test("a failure in inner operations is handled by the branch of the enclosing one")
  func outerRecovery() throws {
    let flow = Flow("f") {
      Operations {
        Operation("outer") {
          Operations {
            Operation("breaks") { Do("x") { _ in } }
            Operation("beside") { Do("y") { _ in } }
          }
        } failure: { _ in
          Do("repair") { _ in }
        }
      }
    }
    var run = try Run(flow)
    #expect(
      try Self.resolve(&run, flow, "outer/breaks/x", .failed("no")) == [
        "fails breaks: no", "fails outer: no", "withdraws outer/beside/y", "cancels beside",
        "needs action outer/failure/repair",
      ])
    #expect(
      try Self.resolve(&run, flow, "outer/failure/repair", .failed("again")) == [
        "fails outer: again", "failed: the action “repair” failed: again",
      ])
  }

  @Test("a key that nothing set is a failure of the operation that reads it")
  func unsetKey() throws {
    let flow = Flow("f") {
      anything
      Operations {
        Operation("a") {
          Say("Hello, \(Self.name).")
        } failure: { error in
          Say("\(error)")
        }
      }
    }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .performed(flow.noAnswers))
    #expect(
      run.nextNeed.map { run.text(of: $0) }
        == "Say(\"Hello, {name}.\") reads the key “name”, but nothing has set it; ask for it first, "
        + "or test name.isSet")
  }

  @Test("Finish and Fail in an operation end the flow and cancel the other operations")
  func jumps() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Ask("Name?", into: Self.name)
          Finish(name: "enough")
        }
        Operation("b") { Do("y") { _ in } }
      }
    }
    var run = try Run(flow)
    #expect(
      try Self.resolve(&run, flow, "a/name", .answer("Bob")) == [
        "withdraws b/y", "cancels b", "finished: enough",
      ])
    #expect(run.answers[Self.name] == "Bob")
  }

  @Test("a group in a loop starts again each round, and its steps are named by the rounds")
  func loops() throws {
    let flow = Flow("f") {
      Repeat(times: 3) {
        Operations {
          Operation("a") { Do("x") { _ in } }
          Operation("b", after: "a") { Do("y") { _ in } }
        }
      }
    }
    var run = try Run(flow)
    var names: [String] = []
    while let need = run.nextNeed {
      names.append(need.name)
      try run.resolve(need, with: .performed(flow.noAnswers))
    }
    #expect(names == ["a/x", "b/y", "a/x@2", "b/y@2", "a/x@3", "b/y@3"])
    #expect(run.outcome == .finished(nil))
  }

  @Test("an empty group has nothing to wait for")
  func empty() throws {
    let none: [Operation] = []
    var run = try Run(
      Flow("f") {
        Operations { none }
        Operations { Operation("a") {} }
        Say("Done.")
      })
    #expect(run.nextNeed?.kind == .say)
    try run.resolve(try #require(run.nextNeed), with: .shown)
    #expect(run.outcome == .finished(nil))
  }

  @Test("stopping the run tells every operation")
  func stopped() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("x") { _ in } }
        Operation("b") { Ask("Name?", into: Self.name) }
        Operation("c", after: "a") { Do("z") { _ in } }
      }
    }
    var run = try Run(flow)
    run.stop()
    #expect(
      Self.state(run) == [
        "withdraws a/x", "cancels a", "withdraws b/name", "cancels b", "cancels c", "cancelled",
      ])
  }
}
