import TestSupport
import Testing

@Suite("The person's own editor, and signals to the flow alone")
struct EditorTests {
  static let folder = ScriptFolder(
    "editor",
    [
      "lines.swift": """
      import Libretto

      await Flow("lines") { Ask("Lines?", into: Key<String>("lines")).multiline() }.main()

      """
    ])

  init() throws {
    try #require(try Self.folder.flow("lines.swift", "--version").errors == "")
  }

  /// An editor that the shell of `$EDITOR` becomes, and one that it waits for.
  static let editors = [
    "echo started $$.; exec sleep 600 #", "sh -c 'echo started $$.; exec sleep 600'; :",
  ]

  @Test("It ends with the flow", arguments: editors, ["TERM", "HUP"])
  func ends(editor: String, signal: String) throws {
    let environment = ScriptFolder.environment.merging(["VISUAL": editor]) { $1 }
    let shell = try JobShell(in: Self.folder.path, environment: environment, size: (80, 24))
    let mode = try shell.run("stty -a")
    try shell.start("sh -c 'echo flow $$.; exec $FLOW lines.swift'")
    let flow = try shell.number(after: "flow ")
    try shell.terminal.expect("Lines?")
    try shell.terminal.send("\u{18}\u{5}")
    let program = try shell.number(after: "started ")
    #expect(try Self.folder.shell("kill -\(signal) \(flow)") == Ended(0))
    try shell.shown()
    #expect(try shell.status() == (signal == "TERM" ? "143" : "129"))
    try shell.waitForEnd(of: program)
    #expect(try shell.run("stty -a") == mode)
  }
}
