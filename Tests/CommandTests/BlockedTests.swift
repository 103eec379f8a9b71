import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A reader that doesn't read, and one signal")
struct BlockedTests {
  static let folder = ScriptFolder(
    "blocked",
    [
      "ask.swift": """
      import Libretto

      await Flow("ask") { Ask("Name?", into: Key<String>("name")) }.main()

      """,
      "say.swift": """
      import Libretto

      await Flow("say") { Repeat(times: 100_000) { Say("Hello, everybody out there.") } }.main()

      """,
      "print.swift": """
      import Libretto

      await Flow("print") {
        Do("print") { for _ in 1...100_000 { print("Hello, everybody out there.") } }
      }.main()

      """,
      "lines.json": String(repeating: "{\"token\":true}\n", count: 10_000),
    ])

  struct Case: CustomTestStringConvertible {
    let command: String
    /// Whether errors go where the output goes.
    var mergesErrors = false
    var testDescription: String { command + (mergesErrors ? " 2>&1" : "") }

    static let all = ["serve ask.swift", "serve print.swift", "say.swift", "print.swift"].flatMap {
      [Case(command: $0), Case(command: $0, mergesErrors: true)]
    }
  }

  init() throws {
    for name in ["ask", "say", "print"] {
      try #require(try Self.folder.flow("\(name).swift", "--version").errors == "")
    }
  }

  @Test(
    "The end of the input ends the flow too, once nothing is read for five seconds",
    arguments: ["", "--many"])
  func endsWithItsInput(_ option: String) throws {
    let (input, output) = try (CloseOnExecPipe(), CloseOnExecPipe())
    defer {
      close(input.readEnd)
      output.close()
    }
    let flow = try ChildProcess.start(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$FLOW\" serve say.swift $1 2>errors", Self.folder.path, option],
      environment: ScriptFolder.environment,
      files: [.duplicate(input.readEnd, onto: 0), .duplicate(output.writeEnd, onto: 1)])
    var start = Array("{\"id\":\"a\",\"start\":true}\n".utf8)
    if !option.isEmpty { #expect(write(input.writeEnd, &start, start.count) == start.count) }
    var request = pollfd(fd: output.writeEnd, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, 0) > 0 {}
    close(input.writeEnd)
    #expect(try flow.wait(within: .seconds(60)) == .exited(65))
    #expect(
      Self.folder.text("errors")
        == "say.swift: the input ended, and the output was not read for five seconds\n")
  }

  @Test("It ends the flow", arguments: Case.all, [SIGTERM, SIGINT, SIGHUP])
  func ends(_ blocked: Case, by signal: Int32) throws {
    // What `serve` leaves to the script goes to standard error.
    let errors = blocked.mergesErrors || blocked.command == "serve print.swift" ? "2>&1" : ""
    let pipe = try CloseOnExecPipe()
    defer { pipe.close() }
    let flow = try ChildProcess.start(
      "/bin/sh",
      [
        "-c", "cd \"$0\" && exec \"$FLOW\" \(blocked.command) <lines.json \(errors)",
        Self.folder.path,
      ], environment: ScriptFolder.environment, files: [.duplicate(pipe.writeEnd, onto: 1)])
    var request = pollfd(fd: pipe.writeEnd, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, 0) > 0 {}
    flow.kill(signal)
    #expect(try flow.wait(within: .seconds(60)) == .signalled(signal))
  }
}
