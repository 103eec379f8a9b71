import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Pipes in place of the terminal, for some streams or all.
extension ConsoleTerminalTests {
  @Test("Output to a pipe, input a terminal: prompts to standard error, the output is what is said")
  func pipedOutput() throws {
    let terminal = try terminal("secret", pipes: .output)
    try terminal.expect("Password (the answer is not shown; at least 4 characters): ")
    #expect(!terminal.isEchoOn)
    try terminal.send("hunter2\n")
    try terminal.expect("\r\nName: ")
    try terminal.send("Bob\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.pipedOutput == "Hello, Bob.\n")
    #expect(
      terminal.transcript
        == Self.welcome
        + "Password (the answer is not shown; at least 4 characters): \r\nName: Bob\r\n"
        + "outcome: finished\r\n")
  }

  @Test("Only error to a pipe: prompts to the terminal all the same")
  func pipedError() throws {
    let terminal = try terminal("choose", pipes: .error)
    try terminal.expect("answer: ")
    try terminal.send("1\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript
        == Self.welcome
        + "Which?\r\n  1) Red\r\n  2) Blue\r\n"
        + "Choose 1 to 2, or type an answer: 1\r\nRed\r\nRed\r\n")
    #expect(terminal.pipedError == "outcome: finished\n")
  }

  @Test("Output and error to pipes, input a terminal: a secret is hidden all the same")
  func pipedOutputAndError() throws {
    let terminal = try terminal("secret", pipes: [.output, .error])
    // What is typed before the prompt is dropped, echo off or not.
    try terminal.expectError("Password (the answer is not shown; at least 4 characters): ")
    #expect(!terminal.isEchoOn)
    try terminal.send("hunter2\nBob\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isEchoOn)
    #expect(terminal.pipedOutput == "Hello, Bob.\n")
    #expect(
      terminal.pipedError
        == "Password (the answer is not shown; at least 4 characters): \nName: \noutcome: finished\n"
    )
    #expect(!terminal.transcript.contains("hunter"))
  }

  @Test("Input from a pipe, output a terminal: prompts there, each on its line; no notice waits")
  func pipedInput() throws {
    let terminal = try terminal("notice", pipes: .input)
    try terminal.send("Bob\n")
    terminal.closeInput()
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript
        == "Done\r\nAll of it.\r\nName: \r\nHello, Bob.\r\noutcome: finished\r\n")
  }

  @Test("Pipes all around")
  func pipes() throws {
    let run = try Subprocess.run(fixture, ["console", "choose"], input: .text("bl\n"))
    #expect(
      run
        == .init(
          status: .exited(0), standardOutput: "Blue\n",
          standardError: "Which?\n  1) Red\n  2) Blue\nChoose 1 to 2, or type an answer: \n"
            + "outcome: finished\n"))
  }

  @Test("No input at all is the end of input", arguments: [Subprocess.Input.null, .closed])
  func noInput(input: Subprocess.Input) throws {
    let run = try Subprocess.run(fixture, ["console", "ask"], input: input)
    #expect(
      run
        == .init(
          status: .exited(1), standardOutput: "",
          standardError: "What is your name? \noutcome: failed: \(ended) “What is your name?” "
            + "(id “name”), before it was answered\n"))
  }

  @Test(
    "Closed standard streams fail the run; nothing is mistaken for them",
    arguments: ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func closedStreams(redirections: String) throws {
    let run = try Subprocess.run(
      "/bin/sh", ["-c", "exec \"$0\" console ask \(redirections)", fixture],
      input: .text("Bob\n"))
    #expect(run == .init(status: .exited(1), standardOutput: "", standardError: ""))
  }

  @Test("A pipe of our own never takes the number of a standard stream")
  func closedNumbers() throws {
    let run = try Subprocess.run(fixture, ["closed"])
    #expect(run == .init(status: .exited(0), standardOutput: "", standardError: ""))
  }

  @Test("A reader that goes away ends the run: no signal, no loop")
  func brokenPipe() throws {
    let script = "\"$0\" console endless 2>\"/dev/fd/3\" | head -n 2"
    let run = try Subprocess.run(
      "/bin/sh", ["-c", "{ \(script); } 3>&1", fixture], environment: ["PATH": "/usr/bin:/bin"])
    #expect(
      run
        == .init(
          status: .exited(0),
          standardOutput: "again\nagain\n"
            + "outcome: failed: the output can't be written: the pipe was closed\n",
          standardError: ""))
  }

  @Test("A host's process keeps its limit on core dumps, secret or not")
  func coreLimit() throws {
    let script = "ulimit -S -c 8 || exit 99; exec \"$0\" console core"
    let output = try Subprocess.run(
      "/bin/sh", ["-c", script, fixture], environment: ["PATH": "/usr/bin:/bin"],
      input: .text("abc\n"))
    // A machine may allow no core dump at all.
    if output.status == .exited(99) { return }
    #expect(output.status == .exited(0))
    #expect(!output.standardOutput.isEmpty && output.standardOutput != "0\n")
  }
}
