import Testing

@testable import Libretto
@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("The console: time limits, loads and waits, by a clock that the test moves")
struct ConsoleTimeTests {
  private let first = Key<String>("first")
  private let second = Key<String>("second")

  @Test("A question whose time is up ends its line; a line typed later answers the next one")
  func timeout() async throws {
    let clock = ManualClock()
    let pipes = try OpenPipes(clock: clock)
    defer { pipes.close() }
    let flow = Flow("time") {
      Ask("A?", into: first).validate(.notEmpty).timeout(.seconds(30)) { Say("Too late.") }
      Ask("B?", into: second)
    }
    let task = Task { try await flow.run(with: pipes.console) }
    #expect(try await pipes.expect("): ") == "A? (30 seconds to answer): ")
    clock.advance(by: .seconds(29))
    try pipes.write(" \n")
    // The time covers all tries, so the second one does not promise it again.
    #expect(try await pipes.expect("A? ") == "\nAn answer is needed.\nA? ")
    await clock.pass(.seconds(1))
    #expect(try await pipes.expect("B? ") == "\nB? ")
    try pipes.write("two\n")
    let result = try await task.value
    #expect(result.outcome == .finished(nil))
    #expect(result[first] == nil)
    #expect(result[second] == "two")
    #expect(
      result.journal.entries == [
        Journal.Entry("first", .opened, 7), Journal.Entry("first", .timedOut, 7),
        Journal.Entry("second", .answered("two"), 7),
      ])
  }

  @Test("A failed try says why, and when the next one begins")
  func retry() async throws {
    struct Busy: Error, CustomStringConvertible { let description = "the bank is busy." }
    let clock = ManualClock()
    let pipes = try OpenPipes(clock: clock)
    defer { pipes.close() }
    let tries = Locked(0)
    let flow = Flow("pay") {
      Do("pay") {
        let count = tries.withLock { count -> Int in
          count += 1
          return count
        }
        if count == 1 { throw Busy() }
      }.loading("Paying…").retry(2, backoff: .seconds(2)).showsErrors()
    }
    let task = Task { try await flow.run(with: pipes.console) }
    #expect(
      try await pipes.expect(").\n")
        == "Paying failed: the bank is busy. Again in 2 seconds (try 2 of 3).\n")
    await clock.pass(.seconds(2))
    #expect(try await pipes.expect("done.\n") == "Paying is done.\n")
    #expect(try await task.value.outcome == .finished(nil))
  }

  @Test("Without a branch the flow fails; a list and help say the time once")
  func failure() async throws {
    let clock = ManualClock()
    let pipes = try OpenPipes(clock: clock)
    defer { pipes.close() }
    let flow = Flow("time") {
      Alert("Go?") {
        Button("Yes")
        Button("No").default()
      }.timeout(.milliseconds(1500))
    }
    let task = Task { try await flow.run(with: pipes.console) }
    #expect(
      try await pipes.expect("): ")
        == "Go?\n  1) Yes\n  2) No\n"
        + "Choose 1 to 2, or type an answer (Enter for No; 1.5 seconds to answer): ")
    try pipes.write("?\n")
    #expect(
      try await pipes.expect("): ")
        == "\nType a number, a title or the beginning of one.\nPress Enter to answer No.\n"
        + "Go?\n  1) Yes\n  2) No\nChoose 1 to 2, or type an answer (Enter for No): ")
    await clock.pass(.milliseconds(1500))
    let result = try await task.value
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(failure.reason == .timedOut)
    #expect(failure.message == "the question “Go?” (id “go”) was not answered within 1.5 seconds")
    #expect(ExitCode(result.outcome) == .timedOut)
  }

  @Test("An answer given in time counts, however long a block or a check then takes")
  func slowBlock() async throws {
    let clock = ManualClock()
    let pipes = try OpenPipes(clock: clock)
    defer { pipes.close() }
    let (begun, ready) = (Gate(), Gate())
    let flow = Flow("time") {
      Ask("A?", into: first).timeout(.seconds(5))
        .check("slow") { _ in
          begun.open()
          try await ready.wait()
          return true
        }
    }
    let task = Task { try await flow.run(with: pipes.console) }
    _ = try await pipes.expect("): ")
    try pipes.write("x\n")
    try await begun.wait()
    await clock.pass(.seconds(5))
    ready.open()
    let result = try await task.value
    #expect(result.outcome == .finished(nil))
    #expect(result[first] == "x")
  }

  @Test("A load is shown as a plain line when it takes longer than an instant; a wait by the clock")
  func loading() async throws {
    let clock = ManualClock()
    let pipes = try OpenPipes(clock: clock)
    defer { pipes.close() }
    let ready = Gate()
    let flow = Flow("load") {
      Load("prices", into: first) {
        try await ready.wait()
        return "x"
      }.loading("Fetching\u{1B}[2J…")
      Wait(.seconds(60))
      Ask("B?", into: second)
    }
    let task = Task { try await flow.run(with: pipes.console) }
    await clock.pass(.milliseconds(25))
    #expect(try await pipes.expect("…\n") == "Fetching␛[2J…\n")
    ready.open()
    await clock.pass(.seconds(60))
    #expect(try await pipes.expect("B? ") == "B? ")
    try pipes.write("two\n")
    #expect(try await task.value.outcome == .finished(nil))
  }

  @Test("A console that was chosen at the start shows that something loads")
  func loadingOfAny() async throws {
    let pipes = try OpenPipes()
    defer { pipes.close() }
    let show: @Sendable (any ConsoleHost) async throws -> Void = { console in
      try await console.showLoading("Fetching…")
      try console.remark("shown")
    }
    try await Console.performing(on: pipes.streams, clock: pipes.clock, time: { 7 }, show)
    #expect(try await pipes.expect("shown\n") == "Fetching…\nshown\n")
  }

  @Test(
    "Progress is a line; without it, as in CI, the text of the work is shown once",
    arguments: [true, false])
  func progress(shows: Bool) async throws {
    let pipes = try OpenPipes()
    defer { pipes.close() }
    let streams = StandardStreams(
      reader: pipes.reader, input: Descriptor(pipes.input.readEnd),
      output: Descriptor(pipes.output.writeEnd), error: Descriptor(pipes.error.writeEnd),
      showsProgress: shows)
    let gate = Gate()
    let flow = Flow("work") {
      Do("copy") { work in
        work.progress(0.4, label: "photos")
        try await gate.wait()
        work.progress(0.9)
      }.loading("Copying…")
      Ask("Next?", into: first)
    }
    let console = Console(streams: { streams }, clock: ManualClock(), time: { 7 })
    let task = Task { try await flow.run(with: console) }
    let line = shows ? "Copying… 40% photos\n" : "Copying…\n"
    #expect(try await pipes.expect(line) == line)
    gate.open()
    #expect(try await pipes.expect("? ") == "Next? ")
    try pipes.write("x\n")
    #expect(try await task.value.outcome == .finished(nil))
  }
}
