import TestSupport
import Testing

/// The tests' own terminal, where systems differ.
@Suite("The terminal of the tests")
struct PseudoTerminalTests {
  @Test("It controls the program, which can open it by /dev/tty")
  func controlling() throws {
    let script = "echo here >/dev/tty; read -r line </dev/tty; echo \"$line $1\""
    let terminal = try PseudoTerminal("/bin/sh", ["-c", script, "sh", "a b"], pipes: .output)
    try terminal.expect("here\r\n")
    try terminal.send("typed\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript == "here\r\ntyped\r\n")
    #expect(terminal.pipedOutput == "typed a b\n")
  }

  @Test("Ctrl-D leaves nothing, also where the system shows it and goes back over it")
  func echoOfEnd() throws {
    let script = "printf 'Name: '; read -r line; printf '^D\\b\\b\\nended ^D\\b\\b\\n'"
    let terminal = try PseudoTerminal("/bin/sh", ["-c", script])
    try terminal.expect("Name: ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript == "Name: \r\nended \r\n")
  }

  @Test("The window has its size from the start, and the program hears of another")
  func size() throws {
    let script = """
      trap 'stty size' WINCH
      stty size
      until read -r line; do :; done
      exit 4
      """
    let terminal = try PseudoTerminal("/bin/sh", ["-c", script], size: (40, 12))
    try terminal.waitForScreen { $0.lines[0] == "12 40" }
    try terminal.resize(columns: 30, rows: 5)
    try terminal.send("\n")
    #expect(try terminal.waitForExit() == .exited(4))
    #expect(terminal.screen?.lines.contains("5 30") == true)
    #expect(terminal.screen?.violations == [])
  }

  @Test("Without a size there is no screen to wait for")
  func noSize() throws {
    let terminal = try PseudoTerminal("/bin/sh", ["-c", "echo here"])
    #expect(terminal.screen == nil)
    #expect(throws: ProcessFailure.self) { try terminal.waitForScreen(containing: "here") }
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("A screen is looked at when the program has shown all of an update")
  func synchronized() throws {
    let script = """
      printf 'a\\033[?2026hb'; read -r line; printf 'c\\033[?2026l'; read -r line
      """
    let terminal = try PseudoTerminal("/bin/sh", ["-c", script], size: (20, 4))
    try terminal.expect("b")
    #expect(terminal.screen?.isSynchronized == true)
    try terminal.send("\n")
    var seen: [String] = []
    try terminal.waitForScreen { screen in
      seen.append(screen.text)
      return screen.text.contains("c")
    }
    #expect(seen.allSatisfy { $0.contains("c") })
    try terminal.send("\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("A screen that doesn't come is a failure with what was seen, at the time limit or the end")
  func neverReached() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "printf 'a漢'; read -r line"], size: (20, 4), widths: .scalars,
      reflows: false)
    try terminal.waitForScreen(containing: "漢")
    #expect(terminal.screen?.cursor.column == 3)
    let late = #expect(throws: ProcessFailure.self) {
      try terminal.waitForScreen(containing: "b", within: .milliseconds(50))
    }
    #expect(late?.message.hasPrefix("no \"b\" in ") == true)
    #expect(late?.seen == "a漢")
    try terminal.send("\n")
    let ended = #expect(throws: ProcessFailure.self) { try terminal.waitForScreen { _ in false } }
    #expect(ended?.message == "ended without a screen as wanted")
  }
}
