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
}
