import TestSupport
import Testing

@testable import LibrettoTerminal

@Suite("Words in line mode", .serialized)
struct LineWrappingTests {
  @Test("Lines are broken at a terminal of 30 columns")
  func narrow() throws {
    let terminal = try terminal()
    try terminal.expect("answer: ")
    try terminal.send("2\n")
    try terminal.expect("nothing): ")
    try terminal.send("\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript.replacing("\r\n", with: "\n") == """
        A text that is too long for a
        narrow terminal.
          Indented, and too long as
          well.
        Type ? for help, < to go back.
        Which of these would you like
        to have?
          1) The first of them, which
             is long
          2) Blue
        Choose 1 to 2, or type an
        answer: 2
        Blue
        What is it called by those who
        know it? (Enter for nothing): \("")
        nothing
        nothing
        outcome: finished

        """)
  }

  @Test("What is said on a pipe has the lines of the flow")
  func pipe() throws {
    let terminal = try terminal(pipes: .output)
    try terminal.expect("answer: ")
    try terminal.send("2\n")
    try terminal.expect("nothing): ")
    try terminal.send("x\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.pipedOutput.hasPrefix(
        "A text that is too long for a narrow terminal.\n  Indented, and too long as well.\n"))
    #expect(
      terminal.transcript.hasPrefix(
        "Type ? for help, < to go back.\r\nWhich of these would you like\r\nto have?\r\n"))
  }

  @Test("A line that fits stays as it is")
  func fits() {
    #expect("12345 789 ".wrapped(columns: 10) == "12345 789 ")
    #expect("12345 7890 ".wrapped(columns: 10) == "12345 7890 ")
    #expect("a\tb\n\n c ".wrapped(columns: 20) == "a\tb\n\n c ")
    #expect("12345 78901 ".wrapped(columns: 10) == "12345\n78901 ")
  }

  @Test("What belongs to a row stays below its title")
  func hanging() {
    #expect("  10) one two".wrapped(columns: 12) == "  10) one\n      two")
    #expect("  - one two three".wrapped(columns: 11) == "  - one two\n    three")
    #expect("  one two".wrapped(columns: 6) == "  one\n  two")
    // Too little room for both.
    #expect("      1) one two".wrapped(columns: 13) == "      1) one\ntwo")
    #expect("1) one two".wrapped(columns: 7) == "1) one\ntwo")
    #expect("一二三 四五".wrapped(columns: 6) == "一二三\n四五")
  }

  private func terminal(pipes: PseudoTerminal.Pipes = []) throws -> PseudoTerminal {
    try PseudoTerminal(
      builtProduct("TerminalFixture"), ["console", "wide"], pipes: pipes,
      size: (columns: 30, rows: 24))
  }
}
