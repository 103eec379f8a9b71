import TestSupport
import Testing

@Suite("A program that leaves the terminal in another mode")
struct TerminalModeKeptTests {
  static let folder = ScriptFolder(
    "modes",
    [
      "takes.swift": """
      import Foundation
      import Libretto

      struct Busy: Error {}

      await Flow("takes") {
        Do("start") {
          let status = system(Flow.arguments[0])
          if status != 0 { throw Busy() }
        }
        .takesTerminal()
        Say("The end.")
      }.main()

      """,
      "lines.swift": """
      import Libretto

      await Flow("lines") { Ask("Lines?", into: Key<String>("lines")).multiline() }.main()

      """,
    ])

  init() throws {
    for name in ["takes", "lines"] {
      try #require(try Self.folder.flow("\(name).swift", "--version").errors == "")
    }
  }

  private static func shell(isRich: Bool, editor: String = "") throws -> JobShell {
    let environment = ScriptFolder.environment.merging(["VISUAL": editor]) { $1 }
    return try JobShell(
      in: folder.path, environment: environment, size: isRich ? (80, 24) : nil)
  }

  @Test(
    "Without echo, line editing or output processing, it is restored, however the program ended",
    arguments: ["-echo", "-icanon", "-opost", "raw -echo"], [true, false])
  func restored(mode: String, isRich: Bool) throws {
    let shell = try Self.shell(isRich: isRich)
    let before = try shell.run("stty -a")
    let program = "stty \(mode); echo ready."
    // -isig, which is part of raw, makes Ctrl-C a character.
    for (end, key, status) in [("exec sleep 600", "\u{3}", "1"), ("read line", "\n", "0")]
    where key == "\n" || mode != "raw -echo" {
      try shell.start("$FLOW takes.swift -- '\(program); \(end)'")
      try shell.terminal.expect("ready.")
      try shell.terminal.send(key)
      try shell.shown()
      #expect(try shell.status() == status)
      #expect(try shell.run("stty -a") == before)
    }
  }

  @Test("What else it changes stays", arguments: [true, false])
  func kept(isRich: Bool) throws {
    let shell = try Self.shell(isRich: isRich)
    try shell.run("$FLOW takes.swift -- 'stty erase x'")
    #expect(try shell.run("stty -a").contains("erase = x;"))
  }

  @Test("An editor that a signal ends leaves it as it was")
  func editor() throws {
    let shell = try Self.shell(
      isRich: true, editor: "sh -c 'stty raw; echo started $$.; exec sleep 600' #")
    let before = try shell.run("stty -a")
    try shell.start("$FLOW lines.swift")
    try shell.terminal.expect("Lines?")
    try shell.terminal.send("\u{18}\u{5}")
    let program = try shell.number(after: "started ")
    #expect(try Self.folder.shell("kill \(program)") == Ended(0))
    try shell.terminal.expect("Lines?")
    try shell.terminal.send("text\u{4}")
    try shell.shown()
    #expect(try shell.status() == "0")
    #expect(try shell.run("stty -a") == before)
  }
}
