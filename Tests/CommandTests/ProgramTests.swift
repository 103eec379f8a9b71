import TestSupport
import Testing

@Suite("Programs that actions start")
struct ProgramTests {
  static let folder = ScriptFolder("programs", ["programs.swift": ProgramsScript.text])

  init() throws {
    try #require(try Self.folder.flow("programs.swift", "--version").errors == "")
  }

  struct Case: CustomTestStringConvertible {
    let way: String
    let words: String
    var testDescription: String { "\(way) \(words)" }
  }

  static let cases = ["spawn", "system", "process"].flatMap { way in
    ["", "after-waiting", "in-component", "in-component after-waiting"].map {
      Case(way: way, words: $0)
    }
  }

  /// Performs the flow until its action has started a program, and presses Ctrl-C.
  private static func pressControlC(_ words: String) throws -> (shell: JobShell, program: String) {
    let shell = try folder.jobShell()
    try shell.start("$FLOW programs.swift -- \(words)")
    let program = try shell.number(after: "started ")
    try shell.terminal.send("\u{3}")
    try shell.shown()
    return (shell, program)
  }

  /// Performs the flow until its action has started a program, and sends a signal to the flow.
  private static func endFlowAlone(
    _ words: String, by signal: String = "TERM"
  ) throws -> (shell: JobShell, program: String) {
    let shell = try folder.jobShell()
    try shell.start("sh -c 'echo flow $$.; exec $FLOW programs.swift -- \(words)'")
    let flow = try shell.number(after: "flow ")
    let program = try shell.number(after: "started ")
    #expect(try folder.shell("kill -\(signal) \(flow)") == Ended(0))
    try shell.shown()
    return (shell, program)
  }

  @Test("end with Ctrl-C", arguments: cases)
  func controlC(_ start: Case) throws {
    let (shell, program) = try Self.pressControlC("\(start.way) \(start.words)")
    try shell.waitForEnd(of: program)
  }

  @Test("end with an action that ends at once")
  func leftBehind() throws {
    let (shell, program) = try Self.endFlowAlone("left-behind")
    #expect(try shell.status() == "143")
    try shell.waitForEnd(of: program)
  }

  @Test("stop and continue with the flow", arguments: ["spawn", "system", "process"])
  func stops(way: String) throws {
    let shell = try Self.folder.jobShell()
    try shell.start("$FLOW programs.swift -- \(way)")
    let program = try shell.number(after: "started ")
    try shell.terminal.send("\u{1A}")
    try shell.shown()
    try shell.run("until ps -o stat= -p \(program) | grep -q T; do :; done")
    try shell.run("bg")
    try shell.run("while ps -o stat= -p \(program) | grep -q T; do :; done")
    try shell.run("kill %1")
    try shell.waitForEnd(of: program)
  }

  @Test("end when a program that a program has started remains", arguments: ["TERM", "HUP"])
  func grandchild(signal: String) throws {
    let (shell, program) = try Self.endFlowAlone("grandchild", by: signal)
    try shell.waitForEnd(of: program)
  }

  @Test("end when an action waited for another one, and began only after the signal")
  func queued() throws {
    let (shell, program) = try Self.pressControlC("queued")
    try shell.waitForEnd(of: program)
    try shell.run("while ps -eo args= | grep -q '[s]leep 6077'; do :; done")
  }

  @Test("end when the flow alone gets SIGTERM", arguments: cases)
  func terminated(_ start: Case) throws {
    let (shell, program) = try Self.endFlowAlone("\(start.way) \(start.words)")
    try shell.waitForEnd(of: program)
  }
}
