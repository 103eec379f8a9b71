import Testing

@testable import Libretto
@testable import LibrettoCore

/// The limit of a whole run, and what goes wrong when a run is nearly over.
struct TimeLimitTests {
  private let name = Key<String>("name")
  private let age = Key<Int>("age")

  private func driver(
    _ clock: ManualClock, _ answer: @escaping @Sendable (Question) async throws -> Reply
  ) -> Driver {
    var driver = Driver(
      TestHost(answer: answer, passing: { try await clock.sleep(for: $0) }))
    driver.timeout = .seconds(5)
    return driver
  }

  private func failure(_ result: FlowResult) throws -> Failure {
    guard case .failed(let failure) = result.outcome else {
      throw Failure(.interpreter, message: "ended otherwise: \(result.outcome)")
    }
    return failure
  }

  @Test("a run over its time fails, names the question that was open, and keeps what it has")
  func question() async throws {
    let clock = ManualClock()
    let asked = Gate()
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Ask("Age?", into: age)
    }
    let driver = driver(clock) { question in
      if question.id == "name" { return .text("Bob") }
      asked.open()
      try await TestHost.forever()
      return .cancelled
    }
    async let result = driver.perform(flow)
    try await asked.wait()
    await clock.pass(.seconds(5))
    let failure = try failure(try await result)
    #expect(failure.reason == .timedOut)
    #expect(
      failure.message
        == "the run did not end within 5 seconds; the question “Age?” (id “age”) was open")
    #expect(failure.step == "age")
    #expect(try await result[name] == "Bob")
    #expect(ExitCode(try await result.outcome) == .timedOut)
  }

  @Test("work that ignores cancellation is named, and the run doesn't wait for it")
  func work() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let flow = Flow("f") { Do("save") { await gate.waitStubbornly() } }
    async let result = driver(clock, { _ in .cancelled }).perform(flow)
    await clock.pass(.seconds(5))
    #expect(
      try failure(try await result).message
        == "the run did not end within 5 seconds; “save” (id “save”) may have been done")
    gate.open()
  }

  @Test("an ask that only says it was cancelled when its time is up has run out of time")
  func cancelledAsk() async throws {
    let (clock, asked) = (ManualClock(), Gate())
    let flow = Flow("f") {
      Ask("Name?", into: name).timeout(.seconds(3)) { Say("Too late.") }
    }
    async let result = driver(clock) { _ in
      asked.open()
      try? await TestHost.forever()
      return .cancelled
    }.perform(flow)
    try await asked.wait()
    await clock.pass(.seconds(3))
    #expect(try await result.outcome == .finished(nil))
  }

  @Test("a clock that fails does not take the limit of work away")
  func brokenWorkClock() async throws {
    struct Broken: Error {}
    let flow = Flow("f") { Do("save") { try await TestHost.forever() }.timeout(.seconds(3)) }
    let result = try await flow.run(with: TestHost(passing: { _ in throw Broken() }))
    #expect(try failure(result).message == "the action “save” failed: Broken()")
  }

  @Test("an ask that ignores cancellation can't hang a run: its time, the run's, a cancelled task")
  func stubbornAsk() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let asked = [Gate(), Gate(), Gate()]
    func stubborn(_ number: Int) -> Driver {
      driver(clock) { question in
        if question.id != "name" { return .text("7") }
        asked[number].open()
        await gate.waitStubbornly()
        return .text("Bob")
      }
    }
    let flow = Flow("f") {
      Ask("Name?", into: name).timeout(.seconds(3)) { Say("Too late.") }
      Ask("Age?", into: age)
    }
    async let question = stubborn(0).perform(flow)
    try await asked[0].wait()
    await clock.pass(.seconds(3))
    #expect(try await question.outcome == .finished(nil))
    #expect(try await question.answers.description == "[age: 7]")
    let untimed = Flow("f") { Ask("Name?", into: name) }
    async let run = stubborn(1).perform(untimed)
    try await asked[1].wait()
    await clock.pass(.seconds(5))
    #expect(
      try failure(try await run).message
        == "the run did not end within 5 seconds; the question “Name?” (id “name”) was open")
    let task = Task { try await stubborn(2).perform(untimed) }
    try await asked[2].wait()
    task.cancel()
    #expect(try await task.value.outcome == .cancelled)
    gate.open()
  }

  @Test("a run that ends in time is not touched; one that is cancelled is cancelled")
  func inTime() async throws {
    let clock = ManualClock()
    let flow = Flow("f") { Ask("Name?", into: name) }
    let result = try await driver(clock, { _ in .text("Bob") }).perform(flow)
    #expect(result.outcome == .finished(nil))
    let begun = Gate()
    let cancelled = driver(clock) { _ in
      begun.open()
      try await TestHost.forever()
      return .cancelled
    }
    let task = Task { try await cancelled.perform(flow) }
    try await begun.wait()
    task.cancel()
    #expect(try await task.value.outcome == .cancelled)
  }

  @Test("what a clock throws ends the run")
  func brokenClock() async throws {
    struct Broken: Error {}
    var driver = Driver(
      TestHost(
        answer: { _ in
          try await TestHost.forever()
          return .cancelled
        }, passing: { _ in throw Broken() }))
    driver.timeout = .seconds(5)
    let result = try await driver.perform(Flow("f") { Ask("Name?", into: name) })
    #expect(result.outcome == .failed(Failure(.interpreter, message: "Broken()")))
  }

  @Test("a block that throws at the last step, and an answer that can't be saved, fail the run")
  func lastStep() async throws {
    struct Full: Error {}
    let host = TestHost(answer: { _ in .text("Bob") })
    let observed = Flow("f") { Ask("Name?", into: name).on(.answered) { _ in throw Full() } }
    let failed = try failure(try await Driver(host).perform(observed))
    #expect(failed.reason == .handler)
    #expect(failed.message == "the block for .answered of “name” failed: Full()")
    var recorded = Driver(host)
    recorded.record = { lines in if !lines.bytes.starts(with: #"{"libretto""#.utf8) { throw Full() }
    }
    let result = try await recorded.perform(Flow("f") { Ask("Name?", into: name) })
    #expect(result.outcome == .failed(Failure(.interpreter, message: "Full()")))
    #expect(result[name] == "Bob")
    #expect(result.transcript.hasSuffix("END      failed: Full()\n"))
  }

  @Test("nobody observes the draft of a secret")
  func secretDraft() async throws {
    let flow = Flow("f") {
      Ask("PIN?", into: name).secret().on(.changed) { _ in throw CancellationError() }
    }
    let result = try await Driver(TestHost(answer: { _ in .text("4711") })).perform(flow)
    #expect(result.outcome == .finished)
  }

  @Test("beside other operations, a block's error is not lost, nor called before its turn")
  func parallelBlock() async throws {
    struct Late: Error {}
    let (entered, ended) = (Gate(), Gate())
    let order = Locked<[String]>([])
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("first") { _ in }.on(.ended) { _ in
            entered.open()
            try await ended.wait()
            order.withLock { $0.append("block") }
            throw Late()
          }
          Do("second") { order.withLock { $0.append("second") } }
        }
        Operation("b") {
          Do("other") { try await entered.wait() }.on(.ended) { _ in ended.open() }
        }
      }
    }
    let failed = try failure(try await Driver(TestHost()).perform(flow))
    #expect(failed.message == "the block for .ended of “a/first” failed: Late()")
    #expect(order.withLock { $0 } == ["block"])
  }

  @Test("the blocks of the last steps of operations come to their end")
  func lastBlocks() async throws {
    let (entered, ended) = (Gate(), Gate())
    let log = Locked<[String]>([])
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("one") { try await entered.wait() }.on(.ended) { _ in
            ended.open()
            log.withLock { $0.append("one") }
          }
        }
        Operation("b") {
          Do("two") { _ in }.on(.ended) { _ in
            entered.open()
            try await ended.wait()
            for _ in 0..<50 { await Task.yield() }
            log.withLock { $0.append("two") }
          }
        }
      }
    }
    let result = try await Driver(TestHost()).perform(flow)
    #expect(result.outcome == .finished(nil))
    #expect(log.withLock { $0.sorted() } == ["one", "two"])
  }

  @Test("cancelled work is reported once, and each of its blocks is called")
  func toldOnce() async throws {
    struct Bad: Error {}
    let begun = Gate()
    let log = Locked<[String]>([])
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("work") {
            begun.open()
            try await TestHost.forever()
          }.on(.cancelled) { event in
            log.withLock { $0.append(event.id) }
            throw Bad()
          }
        }
        .on(.cancelled) { event in log.withLock { $0.append(event.id) } }
      }
    }
    let task = Task { try await Driver(TestHost()).perform(flow) }
    try await begun.wait()
    task.cancel()
    #expect(try await task.value.outcome == .cancelled)
    #expect(log.withLock { $0 } == ["a/work", "a"])
  }
}
