import TestSupport
import Testing

@testable import Libretto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a person sees at a terminal where prompts are drawn in place.
@Suite("The rich console at a terminal")
struct RichConsoleTests {
  private static let environment = [
    "TERM": "xterm", "LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin",
  ]

  /// A fixture's flow at a terminal of its own.
  private func terminal(
    _ flow: String, columns: Int = 60, rows: Int = 16, widths: WidthPolicy = .graphemes,
    environment more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      builtProduct("TerminalFixture"), ["console", flow],
      environment: Self.environment.merging(more) { $1 }, size: (columns, rows), widths: widths)
  }

  /// Everything that the terminal shows at the end, without the fixture's own line.
  private func end(_ terminal: PseudoTerminal) throws -> (String, TestSupport.ExitStatus) {
    let status = try terminal.waitForExit()
    let screen = try #require(terminal.screen)
    #expect(screen.violations == [])
    #expect(screen.isCursorVisible)
    #expect(!screen.takesBracketedPaste)
    #expect(terminal.isEchoOn)
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.filter { !$0.hasPrefix("outcome:") }.joined(separator: "\n"), status)
  }

  // MARK: Back

  @Test(
    "A step back redraws the answers around the question",
    arguments: [
      WidthPolicy.graphemes, .scalars,
    ])
  func back(_ widths: WidthPolicy) throws {
    let terminal = try terminal("trip", widths: widths)
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Bob\r")
    try terminal.waitForScreen(containing: "? Plan?")
    try terminal.send("3\r")
    try terminal.waitForScreen(containing: "? How many seats?")
    try terminal.send("4\r")
    try terminal.waitForScreen(containing: "? Go?")
    for title in ["? How many seats?", "? Plan?", "? Name?"] {
      try terminal.send("\u{1B}")
      try terminal.waitForScreen(containing: title)
    }
    #expect(
      terminal.screen?.text == """
        ? Name?                 Bob
          enter accept · F1 help
        · Plan?                 Old
        · How many seats?       4
        """)
    try terminal.send("\u{15}Ann\r")
    try terminal.waitForScreen(containing: "? Plan?")
    #expect(
      terminal.screen?.text == """
        ✓ Name?                 Ann
        Asked again: “Name?” changed.
        ? Plan?
          ❯ Free
            Paid
            Old   not available: only for Bob
          ↑↓ move · enter choose · / filter · esc back · ? help
        · How many seats?       4
        """)
    try terminal.send("2\r")
    try terminal.waitForScreen(containing: "? Go?")
    try terminal.send("y")
    let (text, status) = try end(terminal)
    #expect(status == .exited(0))
    #expect(
      text == """
        ✓ Name?                 Ann
        ✓ Plan?                 Paid
        ✓ How many seats?       4
        Ann: Paid, 4.
        ✓ Go?                   Yes
        Done.
        """)
  }

  // MARK: Restoring

  @Test("Ctrl-C erases the open prompt and ends as a shell expects")
  func interrupted() throws {
    let terminal = try terminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("half an ans\u{3}")
    let (text, status) = try end(terminal)
    #expect(text == "✗ Name?                 not answered\nCalled off.")
    #expect(status == .exited(130))
  }

  @Test("A signal from elsewhere restores the terminal, too", arguments: [15, 1] as [Int32])
  func ended(by signal: Int32) throws {
    let terminal = try terminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    try send(signal, to: terminal.pid)
    let (text, status) = try end(terminal)
    #expect(text == "✗ Name?                 not answered\nCalled off.")
    #expect(status == .exited(130))
  }

  @Test("An action that calls exit leaves the terminal as it was")
  func exits() throws {
    let terminal = try terminal("leave")
    let (text, status) = try end(terminal)
    #expect(text == "bye")
    #expect(status == .exited(3))
  }

  @Test("An action that traps leaves the terminal as it was, and its words are seen")
  func traps() throws {
    let terminal = try terminal("trap", environment: ["SWIFT_BACKTRACE": "enable=no"])
    let (text, status) = try end(terminal)
    #expect(text.hasPrefix("last words\n"))
    #expect(text.contains("Fatal error: a trap"))
    #expect(status == .signalled(5) || status == .signalled(4))
  }

  // MARK: Input

  @Test("What is typed ahead answers harmless prompts, and never one that destroys")
  func ahead() throws {
    let terminal = try terminal("delete")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\ry")
    try terminal.waitForScreen(containing: "Delete all?")
    try terminal.waitForScreen(containing: "❯ No")
    try terminal.send("\r")
    let (text, status) = try end(terminal)
    #expect(
      text == """
        ✓ Name?                 Ann
        ✓ Delete all?           No
        Kept.
        """)
    #expect(status == .exited(0))
  }

  @Test("A paste of several lines answers one prompt, however it is cut")
  func paste() throws {
    let terminal = try terminal("editor", environment: ["VISUAL": ""])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("\u{1B}[200~Ann\r")
    try terminal.send("Lee\u{1B}[2")
    try terminal.send("01~")
    try terminal.waitForScreen(containing: "Ann Lee")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "type:")
    // The terminal is the action's: what is typed is shown, and edited by the terminal.
    try terminal.waitForEcho(true)
    try terminal.send("xy\u{7F}z\r")
    try terminal.waitForScreen(containing: "read xz")
    try terminal.waitForScreen(containing: "? Text?")
    try terminal.send("\u{1B}[200~one\rtwo\u{1B}[201~\u{4}")
    let (text, _) = try end(terminal)
    #expect(
      text == """
        ✓ Name?                 Ann Lee
        type:
        xz
        read xz
        ✓ Text?
            one
            two
        one
        two
        """)
  }

  @Test("The editor gets the terminal and the text")
  func editor() throws {
    let terminal = try terminal(
      "editor", environment: ["VISUAL": "printf 'edited\\nby it' >"])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: "edited by it")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "type:")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Text?")
    try terminal.send("\u{3}")
    #expect(try end(terminal).1 == .exited(130))
  }

  @Test("The end of the input fails the run and restores the terminal")
  func endOfInput() throws {
    let terminal = try terminal("trip", columns: 200)
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("\u{4}")
    let (text, status) = try end(terminal)
    #expect(text.contains("the input ended at the question “Name?”"))
    #expect(status == .exited(1))
  }

  // MARK: Output

  @Test("What an action prints stands whole above the question, without what controls a terminal")
  func printing() throws {
    let terminal = try terminal("printing")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "? And now?")
    try terminal.send("yes\r")
    let (text, _) = try end(terminal)
    #expect(
      text == """
        ✓ Name?                 Ann
        line 1
        line 2
        line 3
        red and ␛[2Jclear
        error
        no end
        ✓ And now?              yes
        Hello, Ann.
        """)
  }

  @Test("Work has a bar, its lines above, and a quiet line at its end")
  func work() throws {
    let terminal = try terminal("work")
    try terminal.waitForScreen(containing: "━")
    try terminal.waitForScreen(containing: "file 3")
    let (text, _) = try end(terminal)
    #expect(text.hasPrefix("  first file\n✓ Copying  0."))
    #expect(text.hasSuffix(" s\nCopied."))
  }

  @Test("Work beside a question has its line above it")
  func side() throws {
    let terminal = try terminal("side")
    try terminal.waitForScreen(containing: "Loading friends…")
    try terminal.send("Tom")
    try terminal.waitForScreen { screen in
      let lines = screen.lines
      return lines[0].contains("friends               Loading friends…")
        && lines[1] == "? Who are you?          Tom"
    }
    try terminal.send("\u{3}")
    #expect(try end(terminal).1 == .exited(130))
  }

  // MARK: Terminals

  @Test(
    "Wide characters, marks, emoji and flags",
    arguments: [
      WidthPolicy.graphemes, .scalars,
    ])
  func wide(_ widths: WidthPolicy) throws {
    let terminal = try terminal("cjk", columns: 40, widths: widths)
    try terminal.waitForScreen(containing: "enter accept")
    try terminal.send("漢字e\u{301}👨‍👩‍👧x")
    try terminal.send("\u{1B}[D\u{7F}")
    try terminal.waitForScreen { $0.lines.contains { $0.hasSuffix("漢字éx") } }
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "blue")
    try terminal.send("\r")
    let (text, _) = try end(terminal)
    #expect(text.hasSuffix("\n漢字éx: 赤 ☺️\nDone.") || text.hasSuffix("\n漢字éx: 赤 ☺️"))
    #expect(terminal.screen?.lastColumnViolations == [])
  }

  @Test(
    "A window that becomes narrow and wide again shows each thing once",
    arguments: [
      (20, 10), (30, 6), (90, 20), (5, 4), (1, 1),
    ])
  func resize(_ columns: Int, _ rows: Int) throws {
    let terminal = try terminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "? Plan?")
    try terminal.resize(columns: columns, rows: rows)
    try terminal.resize(columns: 60, rows: 16)
    try terminal.waitForScreen { screen in
      screen.lines.contains("  ↑↓ move · enter choose · / filter · esc back · ? help")
    }
    try terminal.send("2\r")
    try terminal.waitForScreen(containing: "? How many seats?")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Go?")
    try terminal.send("n")
    let (text, status) = try end(terminal)
    #expect(status == .exited(0))
    #expect(
      text.hasSuffix(
        """
        ✓ Plan?                 Paid
        ✓ How many seats?       1
        Ann: Paid, 1.
        ✓ Go?                   No
        Done.
        """))
  }

  @Test("A title longer than the screen is written above, and the question stays usable")
  func longTitle() throws {
    let terminal = try terminal("title", columns: 30, rows: 8)
    try terminal.waitForScreen(containing: "enter accept")
    try terminal.send("Ann\r")
    let (text, status) = try end(terminal)
    #expect(status == .exited(0))
    #expect(text.hasSuffix("\nAnn"))
  }

  @Test(
    "Line mode for a dumb terminal, for who asks for it, and in continuous integration",
    arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"], ["CI": "true"]])
  func plain(_ environment: [String: String]) throws {
    let terminal = try terminal("trip", environment: environment)
    try terminal.expect("Name? ")
    try terminal.send("Ann\n1\n\ny\n")
    let (text, _) = try end(terminal)
    #expect(!terminal.transcript.contains("\u{1B}"))
    #expect(text.contains("Ann: Free, 1."))
  }

  @Test("NO_COLOR leaves weight, and FORCE_COLOR overrules it")
  func colours() throws {
    let plain = try terminal("trip", environment: ["NO_COLOR": "1"])
    try plain.waitForScreen(containing: "? Name?")
    try plain.send("\u{3}")
    _ = try end(plain)
    #expect(!plain.transcript.contains("36m"))
    let coloured = try terminal("trip", environment: ["NO_COLOR": "1", "FORCE_COLOR": "1"])
    try coloured.waitForScreen(containing: "? Name?")
    try coloured.send("\u{3}")
    _ = try end(coloured)
    #expect(coloured.transcript.contains("36m"))
  }
}

private func send(_ signal: Int32, to process: Int32) throws {
  if kill(process, signal) != 0 { throw ProcessFailure(message: "no process") }
}
