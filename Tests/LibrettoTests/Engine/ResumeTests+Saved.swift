import Testing

@testable import LibrettoCore

/// What a journal holds, and what it does not.
extension ResumeTests {
  @Test("a journal cut at every byte is an error, or the run up to its last whole line")
  func cut() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Age?", into: Self.age)
      Ask("Colour?", into: Self.colour)
    }
    let saved = try Self.saved(flow, [.answer("Bob"), .answer(7)])
    let (run, _) = try Run.resuming(flow, from: saved)
    let bytes = try run.journal.lines(of: flow)
    let header = try #require(bytes.firstIndex(of: 0x0A))
    for end in 0...bytes.count {
      do throws(InvalidJournal) {
        let read = try SavedRun(lines: Array(bytes[..<end]))
        // Without its newline a line may be whole all the same.
        let whole = bytes[..<end].split(separator: 0x0A).count - 1
        #expect([whole, whole - 1].contains(read.entries.count), "cut at \(end)")
        #expect(
          Array(saved.entries.prefix(read.entries.count)) == read.entries)
      } catch {
        #expect(end < header, "cut at \(end): \(error)")
      }
    }
  }

  @Test("secrets are given again, and a journal of another flow is refused")
  func secrets() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Word?", into: Self.word).secret()
      Ask("Age?", into: Self.age)
    }
    let saved = try Self.saved(flow, [.answer("Bob"), .answer("sesame")])
    #expect(!"\(saved)".contains("sesame"))
    let (given, _) = try Run.resuming(flow, from: saved, secrets: ["word": "sesame"])
    #expect(given.nextNeed?.name == "age")
    #expect(given.answers[Self.word] == "sesame")
    // No work reads it, so it is asked for again neither now nor later.
    var (run, remarks) = try Run.resuming(flow, from: saved)
    #expect(remarks == [])
    #expect(run.nextNeed?.name == "age")
    try run.give(7)
    #expect(run.outcome == .finished(nil))
    #expect(
      throws: Rejection(message: "This is a saved run of the flow “f”, not of “g”.")
    ) { try Run.resuming(Flow("g") { Say("") }, from: saved) }
  }

  @Test("time limits and waits end when they would have ended")
  func deadlines() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Wait(.seconds(10))
      Ask("Age?", into: Self.age).timeout(.seconds(30)) { Say("late") }
    }
    let saved = try Self.saved(flow, [.answer("Bob")])
    let durations = Locked<[Duration]>([])
    var host = TimedHost(
      host: TestHost(
        answer: { _ in .text("7") },
        passing: { duration in durations.withLock { $0.append(duration) } }
      ))
    host.time = 4000
    let result = try await Driver(host).resume(flow, saved, interrupted: .ask) { _ in }
    #expect(result.outcome == .finished(nil))
    #expect(durations.withLock { $0.first } == .seconds(6))
  }

  /// A host whose clock of the journal stands still at a time.
  struct TimedHost: InteractiveInterpreter {
    let host: TestHost
    var time = Timestamp.epoch
    var now: Timestamp { time }
    func show(_ text: String) { host.show(text) }
    func ask(_ question: Question) async throws -> Reply { try await host.ask(question) }
    func sleep(for duration: Duration) async throws { try await host.sleep(for: duration) }
  }
}
