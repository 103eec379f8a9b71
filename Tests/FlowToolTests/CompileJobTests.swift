import TestSupport
import Testing

/// What is typed or sent while a script compiles.
@Suite("Signals and jobs while a script compiles")
struct CompileJobTests {
  let sandbox = Sandbox()

  struct Signal: CustomTestStringConvertible {
    let name: String
    let number: Int32
    /// The key that sends it, if there is one.
    let key: String?
    var testDescription: String { name }
  }

  static let signals = [
    Signal(name: "INT", number: 2, key: "\u{3}"), Signal(name: "QUIT", number: 3, key: "\u{1C}"),
    Signal(name: "TERM", number: 15, key: nil), Signal(name: "HUP", number: 1, key: nil),
  ]

  static let commands = ["a.swift", "diff a.swift a.swift"]

  /// A shell in which the compiler says its number and then works for long.
  private func shell() throws -> JobShell {
    sandbox.save("a.swift", script())
    // A shell that waits for a program in the foreground may be stopped between vfork and exec, and
    // then ps never shows it as stopped.
    var environment = sandbox.wrappedCompiler("sleep 600 & echo compiler $$. >/dev/tty; wait")
    environment.merge(sandbox.environment) { own, _ in own }
    return try JobShell(in: sandbox.folder, environment: environment)
  }

  @Test(
    "flow dies by the signal, and leaves no process and no folder", arguments: signals, commands)
  func dies(by signal: Signal, in command: String) throws {
    let shell = try shell()
    try shell.start("sh -c 'echo flow $$.; exec $FLOW \(command)'")
    let flow = try shell.number(after: "flow ")
    let compiler = try shell.number(after: "compiler ")
    if let key = signal.key {
      try shell.terminal.send(key)
    } else {
      #expect(sandbox.shell("kill -\(signal.name) \(flow)").status == 0)
    }
    #expect(try !shell.shown().contains("flow:"))
    #expect(try shell.status() == "\(128 + signal.number)")
    try shell.waitForEnd(of: compiler)
    #expect(sandbox.programs() == [])
  }

  @Test("Ctrl-Z stops the compiler too, fg continues both, and Ctrl-C ends both")
  func stops() throws {
    let shell = try shell()
    try shell.start("$FLOW a.swift")
    let compiler = try shell.number(after: "compiler ")
    for _ in 1...2 {
      try shell.terminal.send("\u{1A}")
      #expect(try shell.shown().contains("Stopped"))
      try shell.run("until ps -o stat= -p \(compiler) | grep -q T; do :; done")
      try shell.start("fg")
      try shell.terminal.expect("$FLOW a.swift\r\n")
      while sandbox.shell("ps -o stat= -p \(compiler) | grep T").status == 0 {}
    }
    try shell.terminal.send("\u{3}")
    try shell.shown()
    #expect(try shell.status() == "130")
    try shell.waitForEnd(of: compiler)
    #expect(sandbox.programs() == [])
  }

  @Test("In the background, a script compiles")
  func background() throws {
    sandbox.save("a.swift", script())
    let shell = try JobShell(in: sandbox.folder, environment: sandbox.environment)
    try shell.run("$FLOW a.swift >out & wait")
    #expect(sandbox.text("out") == "hello [\"a.swift\"]\n")
  }
}
