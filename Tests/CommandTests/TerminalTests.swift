import TestSupport
import Testing

@Suite("flow at a terminal")
struct TerminalTests {
  static let folder = ScriptFolder("terminal", ["kinds.swift": KindsScript.text])

  init() throws {
    // Compiled beforehand: the note about it is not what these tests are about.
    #expect(try Self.folder.flow("kinds.swift", "--version").status == 0)
  }

  @Test("While a script compiles, a note is shown and then removed")
  func note() throws {
    Self.folder.save("noted.swift", "import Libretto\nawait Flow(\"x\") { Say(\"Hi.\") }.main()\n")
    // A fresh cache, or the script might be compiled already.
    let terminal = try Self.folder.terminal(
      "noted.swift", before: "rm -rf ../noted; TERM=xterm XDG_CACHE_HOME=$PWD/../noted")
    let status = try terminal.waitForExit(within: .seconds(60))
    #expect(status == .exited(0))
    #expect(terminal.transcript == "Compiling noted.swift…\r\u{1B}[KHi.\r\n")
  }

  @Test("With ACCESSIBLE, the note is a line that stays")
  func accessibleNote() throws {
    Self.folder.save("plain.swift", "import Libretto\nawait Flow(\"x\") { Say(\"Ho.\") }.main()\n")
    let terminal = try Self.folder.terminal(
      "plain.swift",
      before: "rm -rf ../plain; TERM=xterm ACCESSIBLE=1 XDG_CACHE_HOME=$PWD/../plain")
    #expect(try terminal.waitForExit(within: .seconds(60)) == .exited(0))
    #expect(terminal.transcript == "Compiling plain.swift…\r\nHo.\r\n")
  }

  @Test("In line mode, help says why a question is asked")
  func reason() throws {
    Self.folder.save(
      "why.swift",
      """
      import Libretto
      let publish = Key<Bool>("publish")
      await Flow("why") {
        Confirm("Publish?", into: publish)
        When(publish == true) { Ask("Where?", into: Key<String>("where")) }
      }.main()
      """)
    #expect(try Self.folder.flow("why.swift", "--version").status == 0)
    let terminal = try Self.folder.terminal("why.swift", "--plain")
    try terminal.expect("Publish?")
    try terminal.send("y\n")
    try terminal.expect("Where? ")
    try terminal.send("?\n")
    try terminal.expect("Asked because “Publish?” is Yes.\r\n")
    try terminal.expect("Where? ")
    try terminal.send("here\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("The compiler's report in colours: the sentences of the library, and no links")
  func colours() throws {
    Self.folder.save(
      "coloured.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("x") {
        Do("print") { print("\\(name)") }
        Alert("A") < Button("B") > Say("c")>>
      }.main()

      """)
    let terminal = try Self.folder.terminal("coloured.swift", before: "TERM=xterm")
    #expect(try terminal.waitForExit(within: .seconds(60)) == .exited(65))
    let report = terminal.transcript.replacing("\r\n", with: "\n")
    let plain = report.replacing(/\x{1B}\[[0-9;]*[mK]/, with: "")
    let first =
      "error: a String can't show an answer: write the key in a Say, or read work[key] in a Do"
    let second = #"error: a step goes into the open Button with <: … < Say("…")"#
    #expect(report.contains("\u{1B}[1;31merror: \u{1B}[1;39ma step goes"))
    #expect(
      plain == """
        Compiling coloured.swift…\rcoloured.swift:4:25: \(first)
        2 | let name = Key<String>("name")
        3 | await Flow("x") {
        4 |   Do("print") { print("\\(name)") }
          |                         `- \(first)
        5 |   Alert("A") < Button("B") > Say("c")>>
        6 | }.main()

        coloured.swift:5:28: \(second)
        3 | await Flow("x") {
        4 |   Do("print") { print("\\(name)") }
        5 |   Alert("A") < Button("B") > Say("c")>>
          |                            `- \(second)
        6 | }.main()
        7 | 

        """)
  }

  @Test("Ctrl-C at a prompt: the end by that signal, a new line, and the terminal restored")
  func interrupted() throws {
    let terminal = try Self.folder.terminal("kinds.swift", "--answer", "which-kind=secret")
    try terminal.expect("The word? (the answer is not shown): ")
    try terminal.waitForEcho(false)
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .signalled(2))
    #expect(terminal.isEchoOn)
    #expect(
      terminal.transcript.hasSuffix("(the answer is not shown): \r\nkinds.swift: cancelled\r\n"))
  }

  @Test("A flow that is cancelled says so on standard error")
  func cancelledWork() throws {
    let terminal = try Self.folder.terminal(
      "kinds.swift", "--answer", "which-kind=ask", before: "exec 2>called-off.txt;")
    try terminal.expect("Some text? ")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .signalled(2))
    #expect(Self.folder.text("called-off.txt") == "kinds.swift: cancelled\n")
  }

  @Test("While something loads a terminal shows it, and the way back from an error works")
  func loading() throws {
    let portfolio =
      #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
      + "/Playground/portfolio.swift"
    #expect(try Self.folder.flow(portfolio, "--version").status == 0)
    let terminal = try Self.folder.terminal(portfolio)
    try terminal.expect("Keep your pants on, loading your portfolio…\r\n")
    try terminal.expect("the backend can't be reached\r\n")
    try terminal.send("r\n")
    try terminal.expect("Keep your pants on, loading your portfolio…\r\n")
    try terminal.expect("Which share do you want to see?")
    try terminal.send("Globex\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.hasSuffix("Such Globex!\r\n"))
  }

  @Test("Ctrl-D names the question")
  func endOfInput() throws {
    let terminal = try Self.folder.terminal("kinds.swift", "--answer", "which-kind=ask")
    try terminal.expect("Some text? ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(65))
    #expect(
      terminal.transcript.hasSuffix(
        "Some text? \r\nkinds.swift:6: the input ended at the question “Some text?” (id "
          + "“which-kind/ask/text”); answer it, or give --answer which-kind/ask/text=…\r\n"))
  }
}
