import Testing

@Suite("A program's input, seen from outside", .serialized)
struct InputTests {
  private let fixture = builtProduct("TerminalFixture")

  private func output(_ input: Subprocess.Input) throws -> Subprocess.Output {
    try Subprocess.run(fixture, ["lines"], input: input)
  }

  private func finished(_ output: String) -> Subprocess.Output {
    .init(status: .exited(0), standardOutput: output, standardError: "")
  }

  @Test("Piped, empty, /dev/null and closed input all end")
  func ends() throws {
    #expect(try output(.text("a\nb")) == finished("line(\"a\")\nline(\"b\")\nendOfInput\n"))
    #expect(try output(.text("")) == finished("endOfInput\n"))
    #expect(try output(.null) == finished("endOfInput\n"))
    #expect(try output(.closed) == finished("endOfInput\n"))
  }

  @Test("A lot of input and output at once")
  func large() throws {
    let lines = (1...20_000).map { "line number \($0)" }
    let expected = lines.map { "line(\"\($0)\")\n" }.joined() + "endOfInput\n"
    #expect(try output(.text(lines.joined(separator: "\n"))) == finished(expected))
  }

  @Test("A terminal: lines as they are typed, then Ctrl-D on an empty line")
  func terminal() throws {
    let terminal = try PseudoTerminal(fixture, ["lines"])
    try terminal.send("é漢🙂\n")
    try terminal.expect("line(\"é漢🙂\")")
    try terminal.send("half\u{4}")
    try terminal.send(" and half\n\n\u{4}")
    try terminal.expect("line(\"half and half\")\r\nline(\"\")\r\nendOfInput\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("A named pipe, and the end of its writer")
  func namedPipe() throws {
    let file = ScratchFile()
    let script = "mkfifo \"$1\"; printf 'a\\nb' >\"$1\" & exec \"$0\" lines <\"$1\""
    let result = try Subprocess.run(
      "/bin/sh", ["-c", script, fixture, file.path], environment: ["PATH": "/usr/bin:/bin"])
    #expect(result == finished("line(\"a\")\nline(\"b\")\nendOfInput\n"))
  }

  @Test("A thread that waits for input does not keep the process")
  func leaving() throws {
    let terminal = try PseudoTerminal(fixture, ["unread"])
    try terminal.expect("leaving\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  #if os(Linux)
    @Test("Two hundred readers leave no thread and no descriptor")
    func leaks() throws {
      let result = try Subprocess.run(fixture, ["leak"])
      #expect(result == finished("true true\n"))
    }
  #endif

  @Test("The test support detects a program that hangs")
  func deadlines() throws {
    let error = #expect(throws: ProcessFailure.self) {
      let script = "echo out; exec tail -f /dev/null"
      _ = try Subprocess.run("/bin/sh", ["-c", script], within: .milliseconds(300))
    }
    #expect(error?.message == "still running after 0.3 seconds")
    #expect(error?.seen == "out\n")
  }
}
