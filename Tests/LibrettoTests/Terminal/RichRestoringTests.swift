import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is left of a terminal when a run ends there, or is stopped.
@Suite("The rich console gives the terminal back")
struct RichRestoringTests {
  @Test("Ctrl-C erases the open prompt and ends as a shell expects")
  func interrupted() throws {
    let terminal = try RichTerminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("half an ans\u{3}")
    let (text, status) = try terminal.end()
    #expect(text == "✗ Name?                 not answered\nCancelled.")
    #expect(status == .exited(130))
  }

  @Test("A signal from elsewhere restores the terminal, too", arguments: [15, 1] as [Int32])
  func ended(by signal: Int32) throws {
    let terminal = try RichTerminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    terminal.signal(signal)
    let (text, status) = try terminal.end()
    #expect(text == "✗ Name?                 not answered\nCancelled.")
    #expect(status == .exited(130))
  }

  @Test("An answer that is still being checked wasn't given")
  func interruptedCheck() throws {
    let terminal = try RichTerminal("check")
    try terminal.waitForScreen(containing: "? Name:")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "checking")
    try terminal.send("\u{3}")
    let (text, status) = try terminal.end()
    #expect(text == "✗ Name:                 not answered\nCancelled.")
    #expect(status == .exited(130))
  }

  @Test("An action that calls exit leaves the terminal as it was")
  func exits() throws {
    let terminal = try RichTerminal("leave")
    try terminal.waitForScreen(containing: "? Name?")
    terminal.openGate()
    let (text, status) = try terminal.end()
    #expect(text == "bye")
    #expect(status == .exited(3))
  }

  @Test("An action that traps leaves the terminal as it was, and its words are seen")
  func traps() throws {
    let terminal = try RichTerminal("trap", environment: ["SWIFT_BACKTRACE": "enable=no"])
    try terminal.waitForScreen(containing: "? Name?")
    terminal.openGate()
    let (text, status) = try terminal.end()
    #expect(text.hasPrefix("last words\n"))
    #expect(text.contains("Fatal error: a trap"))
    #expect(status == .signalled(5) || status == .signalled(4))
  }
}

extension RichRestoringTests {
  @Test("Ctrl-Z gives the terminal back, and fg draws the question anew below")
  func stoppedAtQuestion() throws {
    let shell = try StoppedShell("trip", shows: "? Name?")
    try shell.send("An")
    try shell.waitForScreen { $0.lines.contains("? Name?                 An") }
    try shell.stop()
    #expect(
      shell.screen == """
        shell> $FIXTURE console trip

        [1]+  Stopped                 $FIXTURE console trip
        shell>
        """)
    try shell.goOn()
    try shell.waitForScreen { $0.lines.contains("? Name?                 An") }
    try shell.send("n\r")
    try shell.waitForScreen { $0.lines.contains("? Plan?") }
    #expect(
      shell.screen == """
        shell> $FIXTURE console trip

        [1]+  Stopped                 $FIXTURE console trip
        shell> fg
        $FIXTURE console trip
        ✓ Name?                 Ann
          trip                                       2 of 4  ━━━───
        ? Plan?
          ❯ Free
            Paid
            Old   not available: only for Bob
          ↑↓ move · enter choose · a-z filter · esc back · ? help
        """)
    try shell.send("\u{3}")
    try shell.waitForScreen { $0.text.hasSuffix("\nshell>") }
  }

  @Test("Ctrl-Z while only work is shown gives the terminal back, and fg draws it anew below")
  func stoppedAtWork() throws {
    let shell = try StoppedShell("work", shows: "Copying…")
    try shell.stop()
    #expect(
      shell.screen == """
        shell> $FIXTURE console work
          first file

        [1]+  Stopped                 $FIXTURE console work
        shell>
        """)
    try shell.goOn()
    try shell.waitForScreen { $0.lines.contains { $0.contains("Copying…") } }
    shell.openGate()
    try shell.waitForScreen { $0.text.hasSuffix("\nshell>") }
    #expect(
      shell.screen.replacing(/[0-9.]+ s\n/, with: "T s\n") == """
        shell> $FIXTURE console work
          first file

        [1]+  Stopped                 $FIXTURE console work
        shell> fg
        $FIXTURE console work
        ✓ Copying               T s
        Copied.
        outcome: finished
        shell>
        """)
  }

  @Test("In the background nothing is drawn, and the end of the work is written as a line")
  func background() throws {
    let shell = try StoppedShell("work", shows: "Copying…")
    try shell.stop()
    try shell.send("bg\n")
    try shell.waitForScreen { $0.text.hasSuffix("console work &\nshell>") }
    // It takes longer than a picture of the spinner.
    try shell.send("for i in {1..200000}; do :; done; echo $((6 * 7))\n")
    try shell.waitForScreen { $0.text.hasSuffix("\n42\nshell>") }
    shell.openGate()
    try shell.waitForScreen { $0.text.hasSuffix("outcome: finished") }
    #expect(
      shell.screen.replacing(/[0-9.]+ s\n/, with: "T s\n") == """
        shell> $FIXTURE console work
          first file

        [1]+  Stopped                 $FIXTURE console work
        shell> bg
        [1]+ $FIXTURE console work &
        shell> for i in {1..200000}; do :; done; echo $((6 * 7))
        42
        shell> ✓ Copying               T s
        Copied.
        outcome: finished
        """)
  }
}

/// A flow of the fixture in a shell with job control.
private final class StoppedShell {
  private let shell: JobShell
  private let gate = ScratchFile()

  init(_ flow: String, shows text: String) throws {
    shell = try JobShell(
      in: "/",
      environment: [
        "FIXTURE": builtProduct("TerminalFixture"), "GATE": gate.path, "LANG": "en_US.UTF-8",
        "PATH": "/usr/bin:/bin",
      ], size: (60, 16))
    try shell.terminal.send("$FIXTURE console \(flow)\n")
    try shell.terminal.waitForScreen(containing: text)
  }

  func send(_ text: String) throws { try shell.terminal.send(text) }
  func waitForScreen(_ isReached: (TerminalScreen) -> Bool) throws {
    try shell.terminal.waitForScreen(isReached)
  }

  /// Presses Ctrl-Z, and waits for the shell.
  func stop() throws {
    try send("\u{1A}")
    try waitForScreen { $0.text.hasSuffix("\nshell>") }
  }

  func goOn() throws { try send("fg\n") }
  func openGate() { close(open(gate.path, O_CREAT | O_WRONLY, 0o600)) }

  /// What is seen, from the flow's start on.
  var screen: String {
    let lines = shell.terminal.screen?.text.split(separator: "\n", maxSplits: 1)
    return String(lines?.last ?? "")
  }
}
