import TestSupport
import Testing

/// What a person sees at a terminal where prompts are drawn in place.
@Suite("The rich console at a terminal")
struct RichConsoleTests {
  @Test(
    "A step back redraws the answers around the question",
    arguments: [
      WidthPolicy.graphemes, .scalars,
    ])
  func back(_ widths: WidthPolicy) throws {
    let terminal = try RichTerminal("trip", widths: widths)
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
          trip                                       1 of 4  ━─────
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
          trip                                       2 of 4  ━━━───
        Asked again: “Name?” changed.
        ? Plan?
          ❯ Free
            Paid
            Old   not available: only for Bob
          ↑↓ move · enter choose · a-z filter · esc back · ? help
        · How many seats?       4
        """)
    try terminal.send("2\r")
    try terminal.waitForScreen(containing: "? Go?")
    try terminal.send("y")
    let (text, status) = try terminal.end()
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

  // MARK: Output

  @Test("What an action prints stands whole above the question, without what controls a terminal")
  func printing() throws {
    let terminal = try RichTerminal("printing")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "? And now?")
    try terminal.send("yes\r")
    let (text, _) = try terminal.end()
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

  @Test("A line that an action prints in parts stays one, whatever is drawn meanwhile")
  func parts() throws {
    let terminal = try RichTerminal("parts")
    try terminal.waitForScreen { $0.lines[0].hasPrefix("⠼ Working…") }
    terminal.openGate()
    let (text, _) = try terminal.end()
    #expect(
      text.replacing(/[0-9.]+ s\n/, with: "T s\n") == """
        one é, two, three
        no end
        ✓ Working               T s
        Done.
        """)
  }

  @Test("Work beside a question has its line above it")
  func side() throws {
    let terminal = try RichTerminal("side")
    try terminal.waitForScreen(containing: "Loading friends…")
    try terminal.send("Tom")
    try terminal.waitForScreen { screen in
      let lines = screen.lines
      return lines[0].contains("friends               Loading friends…")
        && lines[1] == "? Who are you?          Tom"
    }
    try terminal.send("\u{3}")
    #expect(try terminal.end().1 == .exited(130))
  }

  // MARK: Terminals

  @Test(
    "Wide characters, marks, emoji and flags",
    arguments: [
      WidthPolicy.graphemes, .scalars,
    ])
  func wide(_ widths: WidthPolicy) throws {
    let terminal = try RichTerminal("cjk", columns: 40, widths: widths)
    try terminal.waitForScreen(containing: "enter accept")
    try terminal.send("漢字e\u{301}👨‍👩‍👧x")
    try terminal.send("\u{1B}[D\u{7F}")
    try terminal.waitForScreen { $0.lines.contains { $0.hasSuffix("漢字éx") } }
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "blue")
    try terminal.send("\r")
    let (text, _) = try terminal.end()
    #expect(text.hasSuffix("\n漢字éx: 赤 ☺️\nDone.") || text.hasSuffix("\n漢字éx: 赤 ☺️"))
    #expect(terminal.screen?.lastColumnViolations == [])
  }

  @Test(
    "A window that becomes narrow and wide again shows each thing once",
    arguments: [
      (20, 10), (30, 6), (90, 20), (12, 6), (5, 4), (1, 1),
    ])
  func resize(_ columns: Int, _ rows: Int) throws {
    let terminal = try RichTerminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "? Plan?")
    try terminal.resize(columns: columns, rows: rows)
    try terminal.resize(columns: 60, rows: 16)
    try terminal.waitForScreen { screen in
      screen.lines.contains("  ↑↓ move · enter choose · a-z filter · esc back · ? help")
    }
    try terminal.send("2\r")
    try terminal.waitForScreen(containing: "? How many seats?")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Go?")
    try terminal.send("n")
    let (text, status) = try terminal.end()
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

  @Test(
    "Line mode for a dumb terminal, for who asks for it, and in continuous integration",
    arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"], ["CI": "true"]])
  func plain(_ environment: [String: String]) throws {
    let terminal = try RichTerminal("trip", environment: environment)
    try terminal.device.expect("Name? ")
    try terminal.send("Ann\n1\n\ny\n")
    let (text, _) = try terminal.end()
    #expect(!terminal.transcript.contains("\u{1B}"))
    #expect(text.contains("Ann: Free, 1."))
  }

  @Test("NO_COLOR leaves weight, and FORCE_COLOR overrules it")
  func colours() throws {
    let plain = try RichTerminal("trip", environment: ["NO_COLOR": "1"])
    try plain.waitForScreen(containing: "? Name?")
    try plain.send("\u{3}")
    _ = try plain.end()
    #expect(!plain.transcript.contains("36m"))
    let coloured = try RichTerminal("trip", environment: ["NO_COLOR": "1", "FORCE_COLOR": "1"])
    try coloured.waitForScreen(containing: "? Name?")
    try coloured.send("\u{3}")
    _ = try coloured.end()
    #expect(coloured.transcript.contains("36m"))
  }
}
