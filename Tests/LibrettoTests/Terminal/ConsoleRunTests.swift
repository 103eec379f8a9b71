import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The console: cancelled, embedded, limited, and without a reader")
struct ConsoleRunTests {
  private let name = Key<String>("name")

  @Test("Cancelling the task at a prompt cancels the flow and keeps the answers")
  func cancelled() async throws {
    let pipes = try OpenPipes()
    defer { pipes.close() }
    let second = Key<String>("second")
    let flow = Flow("cancel") {
      Ask("A?", into: name)
      Ask("B?", into: second)
    }
    try Descriptor(pipes.input.writeEnd).write("one\n")
    let task = Task { try await flow.run(with: pipes.console) }
    _ = try await pipes.expect("B? ")
    task.cancel()
    let result = try await task.value
    #expect(result.outcome == .cancelled)
    #expect(result[name] == "one")
    #expect(result.journal.entries == [Journal.Entry("name", .answered("one"), 7)])
    // The line of the prompt has been ended.
    #expect(readBlock(pipes.error.readEnd) == Array("\n".utf8))
  }

  @Test("Two runs share a reader: the second one's lines are not lost")
  func twoRuns() async throws {
    let pipes = try OpenPipes()
    defer { pipes.close() }
    try Descriptor(pipes.input.writeEnd).write("one\ntwo\n")
    let flow = Flow("one") { Ask("A?", into: name) }
    #expect(try await flow.run(with: pipes.console)[name] == "one")
    #expect(try await flow.run(with: pipes.console)[name] == "two")
  }

  @Test("A prompt whose reader has gone fails the run")
  func brokenPrompt() async throws {
    let pipes = try OpenPipes()
    close(pipes.error.readEnd)
    let flow = Flow("broken") { Ask("A?", into: name) }
    let result = try await flow.run(with: pipes.console)
    #expect(
      result.outcome
        == .failed(
          Failure(.interpreter, message: "the prompt can't be written: the pipe was closed")))
    pipes.reader.close()
    pipes.input.close()
    pipes.output.close()
    close(pipes.error.writeEnd)
  }

  @Test("A closed output fails the run")
  func noOutput() async throws {
    let pipes = try OpenPipes()
    defer { pipes.close() }
    let console = Console(
      streams: {
        StandardStreams(
          reader: pipes.reader, input: Descriptor(pipes.input.readEnd),
          output: Descriptor(-1), error: Descriptor(pipes.error.writeEnd))
      }, time: { 0 })
    let result = try await Flow("broken") { Say("x") }.run(with: console)
    #expect(
      result.outcome
        == .failed(
          Failure(.interpreter, message: "the output can't be written: write: Bad file descriptor"))
    )
  }

  @Test("The limits are the run's")
  func limits() async throws {
    let flow = Flow("loop") { Repeat { Store("x", into: name) } }
    let run = try await PipedConsole.perform(
      flow, limits: Limits(stepsBetweenPrompts: 10))
    guard case .failed(let failure) = run.result.outcome else {
      Issue.record("\(run.result.outcome)")
      return
    }
    #expect(failure.reason == .limit)
  }

  @Test("An invalid flow is refused before anything is shown")
  func invalid() async throws {
    let flow = Flow("invalid") {
      Say("shown?")
      Break()
    }
    await #expect(throws: InvalidFlow.self) { try await PipedConsole.perform(flow) }
  }

  @MainActor
  private final class Model {
    var names: [String] = []

    func run() async throws -> PipedConsole {
      let name = Key<String>("name")
      let flow = Flow("embedded") {
        Repeat(times: 2) {
          Ask("Name?", into: name)
          Do("keep") { answers in self.names.append(answers[name, default: ""]) }
        }
      }
      return try await PipedConsole.perform(flow, input: "Bob\nSally\n")
    }
  }

  @Test("Within a class on the main actor")
  @MainActor
  func embedded() async throws {
    let model = Model()
    let run = try await model.run()
    #expect(run.result.outcome == .finished(nil))
    #expect(model.names == ["Bob", "Sally"])
  }

  @Test("The journal is recorded as it grows")
  func record() async throws {
    let pipes = try OpenPipes()
    defer { pipes.close() }
    try Descriptor(pipes.input.writeEnd).write("one\n")
    let recorded = Locked<[UInt8]>([])
    let flow = Flow("record") { Ask("A?", into: name) }
    let result = try await pipes.console.perform(
      flow, record: { lines in recorded.withLock { $0 += lines.bytes } })
    let saved = try SavedRun(lines: recorded.withLock { $0 })
    #expect(saved.entries == [Journal.Entry("name", .answered("one"), 7)])
    #expect(result.journal.entries == saved.entries)
  }
}
