import TestSupport
import Testing

/// Foundation's `Process` starts a program as a job of its own, which the system keeps from the
/// terminal.
@Suite("A program with a job of its own at the terminal of an action")
struct HandOverTests {
  static let folder = ScriptFolder(
    "hand-over",
    [
      "read.swift": """
      import Foundation
      import Libretto

      await Flow("read") {
        Do("read") {
          for _ in 1...2 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
              "-c",
              "trap 'echo interrupted; exit' INT; stty echo; echo ready; read line; "
                + "echo program $line",
            ]
            try process.run()
            process.waitUntilExit()
            print("action \\(readLine() ?? "nothing")")
          }
        }
        .takesTerminal()
        Say("The end.")
      }.main()

      """
    ])

  init() throws {
    try #require(try Self.folder.flow("read.swift", "--version").errors == "")
  }

  @Test("It reads, and then the action does", arguments: [true, false])
  func reads(isRich: Bool) throws {
    let terminal =
      isRich
      ? try Self.folder.richTerminal("read.swift", size: (40, 16))
      : try Self.folder.terminal("read.swift")
    for round in 1...2 {
      try terminal.expect("ready")
      try terminal.send("one \(round)\n")
      try terminal.expect("program one \(round)")
      try terminal.send("two \(round)\n")
      try terminal.expect("action two \(round)")
    }
    try terminal.expect("The end.")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("Ctrl-Z stops it with the flow, fg continues both, and Ctrl-C is its own")
  func stops() throws {
    let shell = try Self.folder.jobShell()
    try shell.start("$FLOW read.swift")
    try shell.terminal.expect("ready")
    try shell.terminal.send("\u{1A}")
    #expect(try shell.shown().contains("Stopped"))
    #expect(try shell.run("echo between") == "between\r\n")
    try shell.start("fg")
    try shell.terminal.send("one\n")
    try shell.terminal.expect("program one")
    try shell.terminal.send("two\n")
    try shell.terminal.expect("action two")
    try shell.terminal.expect("ready")
    try shell.terminal.send("\u{3}")
    try shell.terminal.expect("interrupted")
    try shell.terminal.send("three\n")
    try shell.terminal.expect("action three")
    #expect(try shell.shown().hasSuffix("The end.\r\n"))
    #expect(try shell.status() == "0")
  }
}
