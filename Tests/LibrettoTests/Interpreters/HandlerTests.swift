import Testing

@testable import LibrettoCore

/// Blocks beside dialogs: which moments they see, in which order, and what they may not do.
struct HandlerTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let prices = Key<[Int]>("prices")

  /// Collects what blocks are told.
  final class Log: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test("each dialog calls its own blocks, in the order in which they were added")
  func moments() async throws {
    let log = Log()
    let flow = Flow("f") {
      Ask("Age?", into: Self.age).validate(.range(0...130))
        .on(.presented) { log.add("presented \($0.id)") }
        .on(.changed) { log.add("changed \($0.draft ?? "")") }
        .on(.answered) { (event: Event<Int>) in log.add("first \(event.value ?? -1)") }
        .on(.answered) { log.add("second \($0.answers[Self.age] ?? -1)") }
      Alert("Sure?") {
        Button("Yes")
        Button("No")
      }
      .on(.answered) { log.add("button \($0.value ?? "")") }
      .on(.dismissed) { _ in log.add("dismissed") }
      Alert("Done").on(.presented) { log.add("notice \($0.id)") }.on(.dismissed) { _ in
        log.add("gone")
      }
      Do("work") { _ in }.on(.ended) { log.add("ended \($0.id)") }
    }
    #expect(flow.problems == [])
    let result = try await flow.run(with: Scripted([.refused(200), 42, "No", .action("work")]))
    #expect(result.outcome == .finished(nil))
    #expect(
      log.all == [
        "presented age", "changed 200", "changed 42", "first 42", "second 42", "button no",
        "dismissed", "notice done", "gone", "ended work",
      ])
  }

  @Test("a load reports each try, and how it ended")
  func loads() async throws {
    let log = Log()
    let flow = Flow("f") {
      Load("prices", into: Self.prices) {
        [1]
      } failure: { _ in
        Alert("No") { Button("Again") { TryAgain() } }
      }
      .retry(1)
      .on(.loading) { log.add("loading \($0.step)") }
      .on(.loaded) { log.add("loaded \($0.value ?? [])") }
      .on(.failed) { log.add("failed \($0.error ?? "")") }
    }
    let script = Scripted(
      ["Again"],
      byID: ["prices": [.failure("a"), .failure("b"), ScriptedAnswer(.list([1, 2]))]],
      actions: .stubbed)
    let result = try await flow.run(with: script)
    #expect(result.outcome == .finished(nil))
    #expect(
      log.all == [
        "loading prices", "loading prices", "failed b", "loading prices@2", "loaded [1, 2]",
      ])
    #expect(
      result.transcript == """
        LOAD     prices
        FAILED   a
        LOAD     prices
        FAILED   b
        ALERT    No
                 [Again]
        PERSON   Again
        LOAD     prices
        LOADED   [1, 2]
        END      finished

        """)
  }

  @Test("a load that is cancelled between two tries reports it")
  func pausedLoad() async throws {
    struct Down: Error {}
    let log = Log()
    let paused = Gate()
    let flow = Flow("f") {
      Load("prices", into: Self.prices) { throw Down() }
        .retry(1, backoff: .seconds(20))
        .on(.cancelled) { log.add("cancelled \($0.id)") }
    }
    let host = TestHost(passing: { duration in
      if duration == .seconds(20) { paused.open() }
      try await TestHost.forever()
    })
    let task = Task { try await flow.run(with: host) }
    try await paused.wait()
    task.cancel()
    #expect(try await task.value.outcome == .cancelled)
    #expect(log.all == ["cancelled prices"])
  }

  @Test("two copies of one flow have different blocks for the same moment")
  func perInstance() async throws {
    let log = Log()
    let dialog = Flow("dialog") { Ask("Name?", into: Self.name) }
    let first = dialog.on(.answered, of: "name") { log.add("first \($0.value ?? .null)") }
    let second = dialog.on(.answered, of: "name") { log.add("second \($0.value ?? .null)") }
    let both = Flow("both") {
      first.id("one")
      second.id("two")
    }
    #expect(both.problems == [])
    #expect(first == dialog)
    _ = try await first.run(with: Scripted(["A"]))
    _ = try await second.run(with: Scripted(["B"]))
    _ = try await dialog.run(with: Scripted(["C"]))
    _ = try await both.run(with: Scripted(["D", "E"]))
    #expect(log.all == ["first A", "second B", "first D", "second E"])
  }

  @Test("one that throws fails the run, naming step and moment; the answer stays")
  func throwing() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "no log" }
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).on(.answered) { _ in throw Broken() }
      Say("never")
    }
    let result = try await flow.run(with: Scripted(["Bob"]))
    #expect(
      result.outcome
        == .failed(
          Failure(
            .handler, message: "the block for .answered of “name” failed: no log", step: "name")))
    #expect(result[Self.name] == "Bob")
  }

  @Test("a moment that the step never has, and a step that is not there, are problems")
  func problems() {
    let line = #line + 2
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).on(.loaded) { _ in }
      Say("").self
    }
    #expect(
      flow.problems.map(\.description) == [
        "HandlerTests.swift:\(line): this step never has the moment .loaded; "
          + "it has .presented, .changed, .answered, .timedOut, .cancelled"
      ])
    let good = Flow("f") { Ask("Name?", into: Self.name) }
    #expect(
      good.on(.answered, of: "nam") { _ in }.problems.map(\.message) == [
        "on(“nam”): the flow has no step with this id; did you mean “name”?"
      ])
    #expect(
      good.on(.loading, of: "name") { _ in }.problems.map(\.message) == [
        "“name”: this step never has the moment .loading; "
          + "it has .presented, .changed, .answered, .timedOut, .cancelled"
      ])
    // Inside of another flow too: it must not be dropped there.
    #expect(
      Flow("outer") { good.on(.answered, of: "nam") { _ in } }.problems.map(\.message) == [
        "on(“nam”): the flow has no step with this id; did you mean “name”?"
      ])
  }

  @Test("blocks are not called in a replay")
  func replay() async throws {
    let log = Log()
    let flow = Flow("f") { Ask("Name?", into: Self.name).on(.answered) { _ in log.add("x") } }
    let result = try await flow.run(with: Scripted(["Bob"]))
    _ = try Run(flow, replaying: result.journal)
    #expect(log.all == ["x"])
  }

  /// Something that closures hold on to.
  final class Held: Sendable {
    let log: Log
    init(_ log: Log) { self.log = log }
    func note() {}
    deinit { log.add("gone") }
  }

  static func holding(_ held: Held) -> Flow {
    Flow("f") {
      Ask("Name?", into: name).on(.presented) { _ in held.note() }
      Load("prices", into: prices) {
        held.note()
        return [1]
      }
      Operations {
        Operation("a") { Do("x") { held.note() } }.on(.ended) { _ in held.note() }
        Operation("b") { Do("y") { try await TestHost.forever() } }
      }
    }
    .on(.answered, of: "name") { _ in held.note() }
  }

  @Test("nothing is kept alive longer than the run, finished or cancelled")
  func leaks() async throws {
    let log = Log()
    for answer in [Reply.text("Bob"), .cancelled] {
      let asked = Gate()
      func run() async throws -> Outcome {
        let flow = Self.holding(Held(log))
        let task = Task {
          try await flow.run(
            with: TestHost(answer: { _ in
              asked.open()
              return answer
            })
          ).outcome
        }
        try await asked.wait()
        if answer != .cancelled { task.cancel() }
        return try await task.value
      }
      #expect(try await run() == .cancelled)
    }
    #expect(log.all == ["gone", "gone"])
  }
}
