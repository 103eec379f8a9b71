import TestSupport
import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// What a person sees while something else goes on: nothing is silent, and no key is taken for what
/// its person hasn't seen.
@Suite("Waiting at the rich console") struct RichWaitingTests {
  @Test("A text is said beside an open question, unless it leads to one")
  func saysBeside() throws {
    let terminal = try RichTerminal("watchdog")
    try terminal.waitForScreen { $0.lines.contains("? B?") }
    try terminal.send("x\r")
    try terminal.waitForScreen { $0.lines.contains("? C?") }
    try terminal.send("y\r")
    let (text, status) = try terminal.end()
    #expect(
      text == """
        The offer has ended.
        ✗ A?                    not answered
        Nothing was bought.
        ✓ B?                    x
        One more thing:
        ✓ C?                    y
        Done.
        """)
    #expect(status == .exited(0))
  }

  private static let name = Key<String>("name")
  private static let age = Key<Int>("age")

  private struct Busy: Error, CustomStringConvertible {
    var description: String { "the bank is busy" }
  }

  @Test("An answered question is closed at once, whatever works beside it")
  func closed() async throws {
    let terminal = try HandTerminal()
    let go = Gate()
    let flow = Flow("beside") {
      Operations {
        Operation("copy") { Do("copy the files") { try await go.wait() } }
        Operation("ask") { Ask("Name?", into: Self.name) }
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Ann\r")
    try await terminal.waitForScreen { $0 == "✓ Name?                 Ann" }
    await terminal.clock.pass(.milliseconds(100))
    await terminal.clock.pass(.milliseconds(100))
    try await terminal.waitForScreen {
      $0 == """
        ✓ Name?                 Ann
        ⠹ copy                  copy the files  0.2 s
        """
    }
    go.open()
    #expect(try await task.value.outcome == .finished)
  }

  @Test("The way back is shown as soon as the work beside a question has ended")
  func wayBack() async throws {
    let terminal = try HandTerminal()
    let go = Gate()
    let flow = Flow("beside") {
      Ask("Name?", into: Self.name)
      Operations {
        Operation("copy") { Do("copy the files") { try await go.wait() } }
        Operation("ask") { Ask("Age?", into: Self.age) }
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Ann\r")
    try await terminal.at("? Age?", type: "\u{1B}")
    let remark = "Work is still being performed; wait for it, then go back."
    try await terminal.waitForScreen { $0.contains(remark) && !$0.contains("esc back") }
    go.open()
    try await terminal.waitForScreen { !$0.contains(remark) && $0.contains("esc back") }
    terminal.send("\u{1B}")
    try await terminal.at("? Name?", type: "\r")
    try await terminal.at("? Age?", type: "7\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Why there is no way back is said anew when it changes")
  func noWayBack() async throws {
    let terminal = try HandTerminal()
    let go = Gate()
    let flow = Flow("beside") {
      Ask("Name?", into: Self.name)
      Operations {
        Operation("copy") {
          Do("copy the files") { try await go.wait() }
          Confirm("Keep them?")
        }
        Operation("ask") { Ask("Age?", into: Self.age) }
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Ann\r")
    try await terminal.at("? Age?", type: "\u{1B}")
    try await terminal.waitForScreen { $0.contains("Work is still being performed; wait for it") }
    go.open()
    try await terminal.waitForScreen {
      $0.contains("Other questions are open beside this one") && !$0.contains("esc back")
    }
    terminal.send("7\r")
    try await terminal.at("? Keep them?", type: "y")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Work without a text of its own is shown under its name")
  func named() async throws {
    let terminal = try HandTerminal()
    let go = Gate()
    let flow = Flow("named") { Do("Copy the files") { try await go.wait() } }
    let task = Task { try await terminal.perform(flow) }
    await terminal.clock.pass(.milliseconds(100))
    await terminal.clock.pass(.milliseconds(100))
    try await terminal.waitForScreen { $0 == "⠹ Copy the files  0.2 s" }
    go.open()
    _ = try await task.value
    #expect(terminal.text == "✓ Copy the files        0.2 s\nDone.")
  }

  @Test("A pause of the flow is shown with the time that is left, and leaves nothing")
  func flowWaits() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("pause") {
      Wait(.seconds(60))
      Say("Done.")
    }
    let task = Task { try await terminal.perform(flow) }
    await terminal.clock.waitForSleep(of: .seconds(60))
    await terminal.clock.pass(.milliseconds(100))
    await terminal.clock.pass(.milliseconds(100))
    try await terminal.waitForScreen { $0 == "  Waiting  59.8 s left" }
    terminal.clock.advance(by: .seconds(60))
    #expect(try await task.value.outcome == .finished)
    #expect(terminal.text == "Done.")
  }

  @Test("That work was done is said where its failure stands, also after the person tried again")
  func doneAtLast() async throws {
    let terminal = try HandTerminal()
    let tries = Locked(0)
    let flow = Flow("pay") {
      Do("pay") {
        let count = tries.withLock { count in
          count += 1
          return count
        }
        if count == 1 { throw Busy() }
      } failure: { _ in
        Alert("Not paid") {
          Button("Try again") { TryAgain() }
          Button("Stop", role: .cancel)
        }
      }
      .loading("Paying…")
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("Try again", type: "\r")
    #expect(try await task.value.outcome == .finished)
    #expect(
      terminal.text == """
        ✗ Paying                the bank is busy
        ! Not paid              Try again
        ✓ Paying                0.0 s
        Done.
        """)
  }

  @Test("In a narrow window, the text of work gives way to its time")
  func narrow() {
    var item = WorkView.Item(
      number: 1, text: "Uploading everything now…", operation: "up", limit: nil)
    item.elapsed = .milliseconds(1_500)
    func picture(_ columns: Int) -> String {
      Frame(rows: WorkView(items: [item]).rows(.init(columns: columns, rows: 24), .unicode)).picture
    }
    #expect(picture(40) == "⠴ up            Uploading every…  1.5 s")
    item.pause = .init(time: .seconds(2), tries: .init(next: 2, most: 3))
    item.takesReturn = true
    #expect(
      picture(40) == """
          up            Uploading everything n…
            again in 0.5 s (try 2 of 3)  enter
            tries now
        """)
  }

  @Test("Work that a step back leaves loses its sign, and has it again if it holds again")
  func left() async throws {
    let terminal = try HandTerminal(columns: 60, rows: 12)
    let go = Gate()
    let flow = Flow("left") {
      Ask("Name?", into: Self.name)
      for number in 1...9 { Say("Line \(number).") }
      Do("Reserve") { _ in try await go.wait() }.reads(Self.name)
      Ask("Age?", into: Self.age)
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Ann\r")
    await terminal.clock.pass(.milliseconds(100))
    await terminal.clock.pass(.milliseconds(100))
    try await terminal.waitForScreen { $0.contains("⠹ Reserve  0.2 s") }
    go.open()
    try await terminal.waitForScreen {
      $0.contains("✓ Reserve               0.2 s") && $0.contains("? Age?")
    }
    terminal.send("\u{1B}")
    try await terminal.waitForScreen {
      $0.contains("· Reserve               0.2 s") && $0.contains("? Name?")
    }
    terminal.send("\r")
    try await terminal.waitForScreen {
      $0.contains("✓ Reserve               0.2 s") && $0.contains("? Age?")
    }
    terminal.send("7\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("A check that takes longer than a moment is said at its question, with the answer")
  func checking() async throws {
    let terminal = try HandTerminal()
    let go = Gate()
    let flow = Flow("check") {
      Ask("Name?", into: Self.name)
        .check("isFree", message: "That name is taken.") { name in
          try await go.wait()
          return name != "Bob"
        }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Bob\r")
    await terminal.clock.pass(.milliseconds(200))
    try await terminal.waitForScreen { $0.contains("? Name?                 Bob\n\n  checking…") }
    go.open()
    try await terminal.waitForScreen { $0.contains("F1 help") && $0.contains("taken") }
    terminal.send("by\r")
    _ = try await task.value
    #expect(terminal.text == "✓ Name?                 Bobby\nDone.")
  }

  @Test("The pause before another try is counted down; Return ends it, and the work’s end is told")
  func pause() async throws {
    let terminal = try HandTerminal()
    let tries = Locked(0)
    let flow = Flow("pay") {
      Do("Pay") {
        let count = tries.withLock { count -> Int in
          count += 1
          return count
        }
        if count < 3 { throw Busy() }
      }
      .retry(3, backoff: .seconds(2)).showsErrors()
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.waitForScreen {
      $0 == """
        ✗ Pay                   the bank is busy
          Pay  again in 2.0 s (try 2 of 4)  enter tries now
        """
    }
    await terminal.clock.pass(.milliseconds(100))
    try await terminal.at("again in 1.9 s (try 2 of 4)", type: "x\r")
    try await terminal.at("again in 4.0 s (try 3 of 4)  enter tries now", type: "\r")
    #expect(try await task.value.outcome == .finished)
    #expect(
      terminal.text == """
        ✗ Pay                   the bank is busy
        ✗ Pay                   the bank is busy
        ✓ Pay                   0.0 s
        Done.
        """)
    #expect(tries.withLock { $0 } == 3)
  }

  @Test("Among operations, Return ends the first pause while nothing is asked")
  func pauses() async throws {
    let terminal = try HandTerminal()
    let tries = Locked<[String: Int]>([:])
    // The first pause is that of the hotel, whichever task runs first.
    let hotelPauses = Gate()
    func pay(_ name: String, when gate: Gate? = nil) -> Operation {
      Operation(name) {
        Do(name) {
          try await gate?.wait()
          let count = tries.withLock { counts in
            counts[name, default: 0] += 1
            return counts[name] ?? 0
          }
          if count < 2 { throw Busy() }
        }
        .retry(1, backoff: .seconds(2))
      }
    }
    let flow = Flow("pay") {
      Operations {
        pay("Hotel")
        pay("Train", when: hotelPauses)
        Operation("you") { Ask("Name?", into: Self.name) }
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.waitForScreen {
      $0.contains("? Name?") && $0.contains("Hotel                   again in 2.0 s (try 2 of 2)\n")
    }
    hotelPauses.open()
    try await terminal.waitForScreen {
      $0.contains("? Name?") && $0.contains("Train                   again in 2.0 s (try 2 of 2)")
    }
    #expect(!terminal.text.contains("enter tries now"))
    terminal.send("Ann\r")
    try await terminal.waitForScreen {
      $0.hasSuffix(
        """
        ✓ Name?                 Ann
          Hotel                   again in 2.0 s (try 2 of 2)  enter tries now
          Train                   again in 2.0 s (try 2 of 2)
        """)
    }
    terminal.send("\r")
    try await terminal.waitForScreen {
      $0.contains("✓ Hotel")
        && $0.hasSuffix("  Train                   again in 2.0 s (try 2 of 2)  enter tries now")
    }
    terminal.send("\r")
    #expect(try await task.value.outcome == .finished)
    #expect(tries.withLock { $0 } == ["Hotel": 2, "Train": 2])
  }

  @Test("Another try keeps the row of its pause, so that nothing moves")
  func tryAgain() async throws {
    let terminal = try HandTerminal()
    let (gate, tries) = (Gate(), Locked(0))
    let flow = Flow("pay") {
      Do("Pay") {
        let count = tries.withLock { count -> Int in
          count += 1
          return count
        }
        if count < 2 { throw Busy() }
        try await gate.wait()
      }
      .retry(3, backoff: .seconds(2)).showsErrors()
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("again in 2.0 s (try 2 of 4)  enter tries now", type: "\r")
    try await terminal.waitForScreen { $0.hasSuffix("⠋ Pay  0.0 s") }
    gate.open()
    #expect(try await task.value.outcome == .finished)
  }

  enum End: CaseIterable, Sendable { case cancelled, endOfInput, timeout, failure }

  @Test(
    "Work of operations that the end of the run cuts off isn't shown as done",
    arguments: End.allCases)
  func cutOff(_ end: End) async throws {
    let terminal = try HandTerminal()
    let gate = Gate()
    let flow = Flow("backup") {
      Operations {
        Operation("home") { Do("copy") { try await TestHost.forever() } }
        Operation("db") {
          Do("dump") {
            try await gate.wait()
            throw Busy()
          }
          .showsErrors()
        }
        Operation("you") { Ask("Name?", into: Self.name) }
      }
    }
    let limit: Duration? = end == .timeout ? .seconds(1) : nil
    let task = Task { try await terminal.perform(flow, within: limit) }
    try await terminal.waitForScreen { $0.contains("? Name?") }
    for _ in 0..<3 { await terminal.clock.pass(.milliseconds(100)) }
    try await terminal.waitForScreen { $0.contains("copy  0.3 s") && $0.contains("dump  0.3 s") }
    switch end {
    case .cancelled: task.cancel()
    case .endOfInput: terminal.send("\u{4}")
    case .timeout: terminal.clock.advance(by: .seconds(1))
    case .failure: gate.open()
    }
    #expect(try await task.value.outcome != .finished)
    let seen = terminal.text
    let reason = end == .failure ? "the bank is busy" : "cancelled"
    // On a busy machine, it may not have stopped yet, which is said as well.
    #expect(seen.contains("✗ home                  cancelled"), "\(seen)")
    #expect(seen.contains("✗ db                    \(reason)"), "\(seen)")
    #expect(!seen.contains("✓"), "\(seen)")
  }

  @Test("Work that ignores a cancel is told of, too")
  func deaf() async throws {
    let terminal = try HandTerminal()
    let gate = Gate()
    let flow = Flow("pay") { Do("Pay") { await Task.detached { try? await gate.wait() }.value } }
    let task = Task { try await terminal.perform(flow) }
    for _ in 0..<3 { await terminal.clock.pass(.milliseconds(100)) }
    try await terminal.waitForScreen { $0.contains("Pay  0.3 s") }
    task.cancel()
    #expect(try await task.value.outcome == .cancelled)
    gate.open()
    #expect(
      terminal.text == """
        “Pay” was interrupted and may have been done.
        ✗ Pay                   cancelled, and has not stopped yet
        Cancelled.
        """)
  }

  @Test("An alert that tells of a failure has its sign after a step back, too")
  func failureAgain() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("load") {
      Load("photos", into: Key<[String]>("photos")) {
        throw Busy()
      } failure: { _ in
        Alert("There are no photos") {
          Button("Go on")
          Button("Stop", role: .cancel)
        }
        Ask("Why?", into: Key<String>("why"))
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("╭ ! There are no photos", type: "\r")
    try await terminal.at("? Why?", type: "\u{1B}")
    try await terminal.at("╭ ! There are no photos", type: "\r")
    try await terminal.at("? Why?", type: "so\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("The last line doesn't repeat the reason that the row of the work has said")
  func saidOnce() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("pay") { Do("Pay") { throw Busy() }.showsErrors() }
    let task = Task { try await terminal.perform(flow) }
    guard case .failed(let failure) = try await task.value.outcome else {
      Issue.record("not failed")
      return
    }
    #expect(failure.message == "the action “Pay” failed: the bank is busy")
    #expect(
      terminal.text == """
        ✗ Pay                   the bank is busy
        Failed: the action “Pay” failed
        """)
  }

  @Test("What is typed before a question is seen fills in a text, and accepts nothing")
  func typedAhead() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("ahead") {
      Ask("Name?", into: Self.name)
      Ask("Age?", into: Self.age)
      Confirm("Go?", into: Key<Bool>("go"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Ann\r42\ry\r")
    try await terminal.waitForScreen {
      $0.contains("✓ Name?                 Ann\n") && $0.contains("\n? Age?                  42\n")
    }
    terminal.send("\ry\r")
    try await terminal.waitForScreen { $0.contains("\n? Go?") }
    #expect(!terminal.text.contains("✓ Go?"))
    terminal.send("y")
    let result = try await task.value
    #expect(result.answers[Self.age] == 42)
  }

  @Test("A sequence in pieces never goes back; Esc is shown first, and then goes back")
  func pieces() async throws {
    let flow = Flow("pieces") {
      Ask("Name?", into: Self.name)
      Ask("Age?", into: Self.age).default(40)
    }
    // However slow the machine is, the rest of the sequence comes in time.
    let patient = try HandTerminal(escapeTime: 600_000)
    let first = Task { try await patient.perform(flow) }
    try await patient.at("? Name?", type: "Ann\r")
    try await patient.at("? Age?", type: "\u{1B}")
    try await patient.waitForScreen { $0.hasSuffix("esc…") }
    patient.send("[A\u{1B}[A")
    try await patient.waitForScreen {
      $0.contains("? Age?                  41") && $0.hasSuffix("help")
    }
    patient.send("\r")
    #expect(try await first.value.answers[Self.age] == 41)

    let terminal = try HandTerminal()
    let second = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Ann\r")
    try await terminal.at("? Age?", type: "\u{1B}")
    try await terminal.at("? Name?                 Ann", type: "\r")
    try await terminal.at("\n? Age?", type: "\r")
    #expect(try await second.value.answers[Self.age] == 40)
  }
}
