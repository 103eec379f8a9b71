import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The console at a terminal", .serialized)
struct ConsoleTerminalTests {
  let fixture = builtProduct("TerminalFixture")
  let ended = "the input ended at the question"

  /// What stands above the first question.
  static let welcome = "Type ? for help, < to go back.\r\n"
  static let lines =
    welcome
    + "What happened? (several lines; a full stop alone on a line ends them; two at the\r\n"
    + "beginning of a line stand for one):\r\n"

  @Test("A time limit: the line is ended, what was half typed is dropped, later lines answer")
  func timeout() throws {
    let terminal = try terminal("timeout")
    // Typed ahead, and never ended with Enter.
    try terminal.send("half")
    try terminal.expect("Quick (the answer is not shown; 500 milliseconds to answer): \r\nName: ")
    #expect(terminal.isEchoOn)
    try terminal.send("Bob\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.hasSuffix("Name: Bob\r\nHello, Bob.\r\noutcome: finished\r\n"))
  }

  @Test("Several lines at a terminal")
  func multiline() throws {
    let terminal = try terminal("lines")
    try terminal.expect("stand for one):\r\n")
    try terminal.send("one\n..\n.\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript
        == Self.lines + "one\r\n..\r\n.\r\nThank you: one\r\n.\r\noutcome: finished\r\n")
  }

  func terminal(
    _ flow: String, pipes: PseudoTerminal.Pipes = []
  ) throws -> PseudoTerminal {
    try PseudoTerminal(fixture, ["console", flow], pipes: pipes)
  }

  @Test("A prompt, an answer and a text")
  func ask() throws {
    let terminal = try terminal("ask")
    #expect(try terminal.expect("name? ") == Self.welcome + "What is your name? ")
    try terminal.send("é漢🙂\n")
    try terminal.expect("Go on? (yes or no; Enter for No): ")
    try terminal.send("\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript == """
        Type ? for help, < to go back.\r
        What is your name? é漢🙂\r
        Hello, é漢🙂.\r
        Go on? (yes or no; Enter for No): \r
        No\r
        outcome: finished\r

        """)
  }

  @Test("A secret is not echoed, right or wrong; then typing shows again")
  func secret() throws {
    let terminal = try terminal("secret")
    try terminal.expect("Password (the answer is not shown; at least 4 characters): ")
    #expect(!terminal.isEchoOn)
    try terminal.send("abc\n")
    try terminal.expect(
      "Give at least 4 characters.\r\nPassword (the answer is not shown; at least 4 characters): ")
    #expect(!terminal.isEchoOn)
    try terminal.send("hunter2\n")
    try terminal.expect("Name: ")
    #expect(terminal.isEchoOn)
    try terminal.send("Bob\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript == """
        Type ? for help, < to go back.\r
        Password (the answer is not shown; at least 4 characters): \r
        Give at least 4 characters.\r
        Password (the answer is not shown; at least 4 characters): \r
        Name: Bob\r
        Hello, Bob.\r
        outcome: finished\r

        """)
  }

  @Test(
    "Ctrl-C at a prompt, at a secret, at a notice and during an action cancels the flow",
    arguments: [
      ("ask", "name? ", "\(welcome)What is your name? ^C\r\noutcome: cancelled\r\n"),
      (
        "secret", "4 characters): ",
        "\(welcome)Password (the answer is not shown; at least 4 characters): \r\noutcome: cancelled\r\n"
      ),
      (
        "notice", "wait) ",
        "Done\r\nAll of it.\r\n(press Return to continue, or wait) ^C\r\noutcome: cancelled\r\n"
      ),
      (
        "action", "working\r\nwork\r\n",
        "working\r\nwork\r\n^C\r\n“work” was interrupted and may have been done.\r\noutcome: cancelled\r\n"
      ),
      (
        "wrapped", "working\r\nwork\r\n",
        "working\r\nwork\r\n^C\r\n“work” was interrupted and may have been done.\r\noutcome: cancelled\r\n"
      ),
      (
        "stubborn", "working\r\nwork\r\n",
        "working\r\nwork\r\n^C\r\n“work” was interrupted and may have been done.\r\noutcome: cancelled\r\n"
      ),
      (
        "check", "checking…\r\n",
        "\(welcome)Name: Bob\r\nchecking…\r\n^C\r\noutcome: cancelled\r\n"
      ),
      ("load", "prices…\r\n", "Fetching prices…\r\n^C\r\noutcome: cancelled\r\n"),
      (
        "operations", "Name? ",
        "\(welcome)Name? ^C\r\n“work” was interrupted and may have been done.\r\noutcome: cancelled\r\n"
      ),
      ("lines", "one\r\n", "\(ConsoleTerminalTests.lines)one\r\n^C\r\noutcome: cancelled\r\n"),
    ])
  func interrupt(flow: String, prompt: String, screen: String) throws {
    let terminal = try terminal(flow)
    if flow == "lines" {
      try terminal.expect("stand for one):\r\n")
      try terminal.send("one\n")
    } else if flow == "check" {
      try terminal.expect("Name: ")
      try terminal.send("Bob\n")
    }
    try terminal.expect(prompt)
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(terminal.isEchoOn)
    #expect(terminal.transcript == screen)
  }

  @Test("After a try that has failed, it is said that the work is done")
  func tried() throws {
    let terminal = try terminal("tried")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript == """
        Send failed: the server is busy. Again in 100 milliseconds (try 2 of 2).\r
        Send is done.\r
        outcome: finished\r

        """)
  }

  @Test("A flow that only shows texts can be interrupted too")
  func endless() throws {
    let terminal = try terminal("endless")
    try terminal.expect("again\r\nagain\r\n")
    try terminal.send("\u{3}")
    try terminal.expect("outcome: cancelled\r\n")
    #expect(try terminal.waitForExit() == .exited(130))
  }

  @Test(
    "Ctrl-D names the question and takes no default",
    arguments: [
      (
        "ask", "name? ", "\(welcome)What is your name? \r\noutcome: failed: ",
        "What is your name?", "name"
      ),
      (
        "secret", "4 characters): ",
        "\(welcome)Password (the answer is not shown; at least 4 characters): \r\noutcome: failed: ",
        "Password:", "password"
      ),
      (
        "choose", "answer: ",
        "\(welcome)Which?\r\n  1) Red\r\n  2) Blue\r\nChoose 1 to 2, or type an answer: \r\n"
          + "outcome: failed: ",
        "Which?", "name"
      ),
    ])
  func endOfInput(
    flow: String, prompt: String, screen: String, title: String, id: String
  ) throws {
    let terminal = try terminal(flow)
    try terminal.expect(prompt)
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(1))
    #expect(terminal.isEchoOn)
    #expect(
      terminal.transcript
        == "\(screen)\(ended) “\(title)” (id “\(id)”), before it was answered\r\n")
  }

  @Test("A notice is closed by Enter, and what was typed at it is dropped")
  func notice() throws {
    let terminal = try terminal("notice")
    try terminal.expect("wait) ")
    try terminal.send("dropped\n")
    try terminal.expect("Name: ")
    try terminal.send("Bob\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript == """
        Done\r
        All of it.\r
        (press Return to continue, or wait) dropped\r
        Type ? for help, < to go back.\r
        Name: Bob\r
        Hello, Bob.\r
        outcome: finished\r

        """)
  }

  @Test("A notice closes by itself, and on the end of the input")
  func noticeByItself() throws {
    let terminal = try terminal("short notice")
    try terminal.expect("(press Return to continue, or wait) \r\n\(Self.welcome)Name: ")
    try terminal.send("Bob\n")
    try terminal.expect("Hello, Bob.\r\noutcome: finished\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
    let second = try self.terminal("notice")
    try second.expect("wait) ")
    try second.send("\u{4}")
    try second.expect("(id “name”)")
    #expect(try second.waitForExit() == .exited(1))
  }
}
