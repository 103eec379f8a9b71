import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Signals while something is performed", .serialized)
struct InterruptsTests {
  private let fixture = builtProduct("TerminalFixture")
  private let cancelled = "failure(Swift.CancellationError())\r\n"

  @Test("Ctrl-C at a secret: typing is shown again, and the program says 130")
  func controlC() throws {
    let terminal = try PseudoTerminal(fixture, ["secret"])
    try terminal.expect("Secret: ")
    #expect(!terminal.isEchoOn)
    try terminal.send("half a secret\u{3}")
    try terminal.expect("interrupted by 2: \(cancelled)")
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(terminal.isEchoOn)
    #expect(!terminal.transcript.contains("half"))
  }

  @Test("SIGTERM and SIGHUP interrupt like Ctrl-C", arguments: [SIGTERM, SIGHUP])
  func otherSignals(signal: Int32) throws {
    let terminal = try PseudoTerminal(fixture, ["secret"])
    try terminal.expect("Secret: ")
    kill(terminal.pid, signal)
    try terminal.expect("interrupted by \(signal): \(cancelled)")
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(terminal.isEchoOn)
  }

  @Test("A second Ctrl-C ends a program that is stuck, with the terminal as it was")
  func twice() throws {
    let terminal = try PseudoTerminal(fixture, ["stuck"])
    try terminal.expect("stuck")
    #expect(!terminal.isEchoOn)
    try terminal.send("\u{3}")
    try terminal.expect("interrupt 2")
    #expect(terminal.isEchoOn)
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .signalled(SIGINT))
    #expect(terminal.isEchoOn)
  }

  @Test("The second signal may be another one", arguments: [SIGTERM, SIGHUP])
  func twoKinds(signal: Int32) throws {
    let terminal = try PseudoTerminal(fixture, ["stuck"])
    try terminal.expect("stuck")
    try terminal.send("\u{3}")
    try terminal.expect("interrupt 2")
    kill(terminal.pid, signal)
    #expect(try terminal.waitForExit() == .signalled(signal))
  }

  @Test("SIGQUIT ends at once, with the terminal as it was")
  func quit() throws {
    let terminal = try PseudoTerminal(fixture, ["stuck"])
    try terminal.expect("stuck")
    try terminal.send("\u{1C}")
    #expect(try terminal.waitForExit() == .signalled(SIGQUIT))
    #expect(terminal.isEchoOn)
  }

  @Test("A closed pipe is an error while catching, and by default again afterwards")
  func brokenPipe() throws {
    let result = try Subprocess.run(fixture, ["pipe"])
    #expect(
      result
        == .init(
          status: .signalled(SIGPIPE),
          standardOutput: "true: write: Broken pipe\nby default again\n", standardError: ""))
  }

  @Test("A second use in the same process; afterwards signals act by default")
  func again() throws {
    let result = try Subprocess.run(fixture, ["again"])
    let output = "1: 15\nknown after the end: 15\n2: 15\nknown after the end: 15\n"
    #expect(
      result == .init(status: .signalled(SIGTERM), standardOutput: output, standardError: ""))
  }

  @Test("Nested uses are all told, innermost first; one that begins later is told at once")
  func nested() throws {
    let result = try Subprocess.run(fixture, ["nested"])
    let output = "inner 2\nouter 2\nlate 2\n[2, 2, 0, 2]\n"
    #expect(result == .init(status: .exited(0), standardOutput: output, standardError: ""))
  }

  @Test("A signal that was ignored stays ignored")
  func ignored() throws {
    let script = "trap '' HUP; exec \"$0\" secret"
    let terminal = try PseudoTerminal("/bin/sh", ["-c", script, fixture])
    try terminal.expect("Secret: ")
    kill(terminal.pid, SIGHUP)
    try terminal.send("a\n")
    try terminal.expect("Name: ")
    try terminal.send("b\n")
    try terminal.expect("line(\"a\") line(\"b\")")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
