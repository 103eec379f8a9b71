import Testing

@testable import LibrettoTerminal

@Suite("Secrets at a terminal", .serialized)
struct TerminalModeTests {
  private let fixture = builtProduct("TerminalFixture")

  @Test("What is typed is not shown; afterwards it is again")
  func secret() throws {
    let terminal = try PseudoTerminal(fixture, ["secret"])
    try terminal.expect("Secret: ")
    #expect(!terminal.isEchoOn)
    try terminal.send("hünter2\n")
    // Enter moves the line, nothing else of it is seen.
    #expect(try terminal.expect("Name: ") == "\r\nName: ")
    #expect(terminal.isEchoOn)
    try terminal.send("Bob\n")
    #expect(
      try terminal.expect("line(\"Bob\")\r\n") == "Bob\r\nline(\"hünter2\") line(\"Bob\")\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isEchoOn)
  }

  @Test("Typed ahead of the prompt, nothing is lost")
  func typedAhead() throws {
    let terminal = try PseudoTerminal(fixture, ["secret"])
    try terminal.send("early\nBob\n")
    try terminal.expect("line(\"early\") line(\"Bob\")\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("exit in the middle of a secret shows typing again")
  func exits() throws {
    let terminal = try PseudoTerminal(fixture, ["exit"])
    try terminal.expect("hidden\r\n")
    #expect(try terminal.waitForExit() == .exited(3))
    #expect(terminal.isEchoOn)
  }

  @Test("A terminal that was just taken is given back whole, though nothing was drawn yet")
  func takenAndLeft() throws {
    let terminal = try PseudoTerminal(fixture, ["taken"], size: (40, 5))
    #expect(try terminal.waitForExit() == .exited(3))
    #expect(terminal.screen?.takesBracketedPaste == false)
    #expect(terminal.screen?.text == "")
    #expect(terminal.isEchoOn)
  }

  @Test("A pipe can't hide input")
  func noTerminal() throws {
    let pipe = try CloseOnExecPipe()
    defer { pipe.close() }
    let error = #expect(throws: DescriptorError.self) {
      try TerminalMode.hidingInput(on: Descriptor(pipe.readEnd))
    }
    #expect(error?.operation == "tcgetattr")
  }

  @Test("Ctrl-Z shows typing while stopped; continued, it is hidden again and the prompt goes on")
  func stopped() throws {
    let terminal = try PseudoTerminal(fixture, ["shell"])
    try terminal.expect("Secret: ")
    #expect(!terminal.isEchoOn)
    for _ in 1...2 {
      try terminal.send("\u{1A}")
      try terminal.expect("stopped by 20\r\n")
      #expect(terminal.isEchoOn)
      try terminal.send("fg\n")
      try terminal.expect("fg\r\n")
      try terminal.waitForEcho(false)
    }
    try terminal.send("hidden\n")
    #expect(try terminal.expect("Name: ") == "\r\nName: ")
    try terminal.send("Bob\n")
    try terminal.expect("line(\"hidden\") line(\"Bob\")\r\njob ended with 0\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
