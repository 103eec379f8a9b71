import TestSupport
import Testing

@testable import LibrettoCore

/// Time limits and work at the rich console, by a clock that the test moves.
@Suite("Time at the rich console") struct RichTimeTests {
  private static let age = Key<Int>("age")

  @Test("The time that is left is shown, and covers all tries")
  func limit() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("time") {
      Ask("Age?", into: Self.age).timeout(.seconds(30)) { Say("Too late.") }
    }
    let task = Task { try await terminal.perform(flow) }
    let keys = " · enter accept · ↑↓ step · F1 help"
    try await terminal.waitForScreen { $0 == "\n? Age?\n\n  30 s left\(keys)" }
    await terminal.clock.pass(.seconds(1))
    try await terminal.waitForScreen { $0 == "\n? Age?\n\n  29 s left\(keys)" }
    terminal.send("x\r")
    let refused = "\n? Age?                  x\n  “x” is not a whole number.\n\n"
    try await terminal.waitForScreen { $0 == refused + "  29 s left\(keys)" }
    // As after a stop: it has passed although nobody has counted.
    await terminal.clock.waitForSleep(of: .seconds(1))
    terminal.clock.advance(by: .seconds(28))
    try await terminal.waitForScreen { $0 == refused + "  1 s left\(keys)" }
    await terminal.clock.waitForSleep(of: .seconds(1))
    terminal.clock.advance(by: .seconds(1))
    let result = try await task.value
    #expect(result.outcome == .finished)
    #expect(terminal.text == "✗ Age?                  not answered\nToo late.")
  }

  @Test("Work is shown after a moment, with what it reports; its end is a quiet line")
  func work() async throws {
    let terminal = try HandTerminal()
    let (reported, go) = (Gate(), Gate())
    let flow = Flow("work") {
      Do("copy") { work in
        work.progress(0.5, label: "file 2")
        work.log("file 1 is done")
        reported.open()
        try await go.wait()
      }.loading("Copying…")
    }
    let task = Task { try await terminal.perform(flow) }
    try await reported.wait()
    #expect(terminal.text == "")
    await terminal.clock.pass(.milliseconds(100))
    await terminal.clock.waitForSleep(of: .milliseconds(100))
    #expect(!terminal.text.contains("Copying"))
    await terminal.clock.pass(.milliseconds(100))
    try await terminal.waitForScreen {
      $0 == """
          file 1 is done
        ⠹ Copying…              ━━━━━━━━━──────────  50%
          file 2
        """
    }
    await terminal.clock.waitForSleep(of: .milliseconds(100))
    terminal.clock.advance(by: .milliseconds(3_800))
    try await terminal.waitForScreen {
      $0 == """
          file 1 is done
        ⠋ Copying…              ━━━━━━━━━──────────  50%  13 %/s  about 4 s left
          file 2
        """
    }
    go.open()
    let result = try await task.value
    #expect(result.outcome == .finished)
    #expect(terminal.text == "  file 1 is done\n✓ Copying               4.0 s\nDone.")
  }

  @Test("A notice closes at the end of the input, as in line mode")
  func endOfInput() async throws {
    let terminal = try HandTerminal(hasOwnKeys: true)
    let flow = Flow("notice") {
      Alert("Saved", message: "All of it.").dismiss(after: .seconds(60))
      Say("Goodbye.")
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.waitForScreen { $0.contains("enter go on") }
    terminal.endInput()
    let result = try await task.value
    #expect(
      result.transcript == """
        ALERT    Saved
                 All of it.
        SAY      Goodbye.
        END      finished

        """)
    #expect(terminal.text == "Saved\nAll of it.\nGoodbye.")
  }
}
