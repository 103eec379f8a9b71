import TestSupport
import Testing

@Suite("What flow says, and its exit code")
struct MessageTests {
  let sandbox = Sandbox()

  struct Case: CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let errors: String

    init(_ arguments: String..., gives status: Int32, _ errors: String) {
      self.arguments = arguments
      self.status = status
      self.errors = errors
    }

    var testDescription: String { "flow " + arguments.joined(separator: " ") }
  }

  static let usage = """
    usage: flow [run] FILE.swift [OPTION…] [-- ARGUMENT…]
           flow export FILE.swift [--compact]
           flow test FILE.swift [OPTION…] SCRIPT…
           flow check FILE.swift [--strict] [--output text|json]
           flow paths FILE.swift
           flow storyboard FILE.swift -o NAME.html
           flow diagram FILE.swift -o NAME.svg | --mermaid
           flow replay FILE.swift JOURNAL
           flow outline FILE.swift
           flow answers FILE.swift
           flow serve FILE.swift [OPTION…]
           flow diff OLD NEW [SCRIPT…] [--output text|json]
           flow words

    Compiles a Swift script that declares a flow, keeps the program, and runs it.
    FILE may also be the JSON of a flow, FILE.json, which is performed as it is.

    \(HelpText.commands)
      diff      flow diff OLD NEW [SCRIPT…]: shows what an edit of a flow does to saved runs, to
                paths and to scripts or folders of them; exit code 2 where an id needs a mapping
                or a script breaks
      words     prints the sentences of Libretto itself as JSON, to be translated for --words
      help      prints this

    \(HelpText.options)

    Exit codes: 0 finished, 1 the flow failed, 2 a script differs or a check found errors,
    64 wrong usage, 65 bad data or missing answers, 66 no such file, 69 no Swift compiler,
    124 timed out, 130 cancelled or interrupted.

    """

  static let cases: [Case] = [
    Case(gives: 64, usage),
    Case(
      "exprot", "there.swift", gives: 64,
      "flow: unknown command “exprot”; did you mean “export”?\n"),
    Case(
      "there", gives: 64, "flow: unknown command “there”; did you mean the script “there.swift”?\n"),
    Case(
      "xyzzy", gives: 64,
      "flow: unknown command “xyzzy”; `flow --help` lists the commands, and a script is named "
        + "like greeting.swift\n"),
    Case("--versoin", gives: 64, "flow: unknown option “--versoin”; did you mean “--version”?\n"),
    Case(
      "-q", gives: 64,
      "flow: unknown option “-q”; `flow --help` lists the options; they follow the script’s name\n"
    ),
    Case("--recrod=x", gives: 64, "flow: unknown option “--recrod=…”; did you mean “--record”?\n"),
    Case(
      "--output=json", gives: 64,
      "flow: “--output=…” belongs after the script’s name: write "
        + "`flow FILE.swift --output=…`\n"),
    Case("export", gives: 64, "flow: export needs a script: write `flow export FILE.swift`\n"),
    Case(
      "run", "--plain", gives: 64,
      "flow: “--plain” belongs after the script’s name: write `flow run FILE.swift --plain`\n"),
    Case(
      "none.swift", gives: 66,
      "flow: none.swift: no such file; check the path, which is relative to the current folder\n"),
    Case(
      "there.swift/none.swift", gives: 66,
      "flow: there.swift/none.swift: no such file; check the path, which is relative to the "
        + "current folder\n"),
    Case("./there", gives: 66, "flow: ./there: no such file; did you mean “./there.swift”?\n"),
    Case(
      "run", "exprot", gives: 66, "flow: exprot: no such file; did you mean the command “export”?\n"
    ),
    Case("folder.swift", gives: 66, "flow: folder.swift: is a folder; name a script in it\n"),
    Case(
      "a\u{1B}[2J.swift", gives: 66,
      "flow: a\u{241B}[2J.swift: no such file; check the path, which is relative to the current "
        + "folder\n"),
    Case(
      "notes.txt", gives: 65,
      "flow: notes.txt: not a Swift script; its name should end in .swift, or its first line "
        + "begin with #!\n"),
    Case(
      "empty.swift", gives: 65,
      "flow: empty.swift: is empty: a script declares a flow and performs it; copy the program "
        + "that the README begins with\n"),
    Case(
      "idle.swift", gives: 65,
      "flow: idle.swift: doesn't call main() on a flow; end it with `await Flow(\"…\") { … }.main()`\n"
    ),
    Case(
      "uncalled.swift", gives: 65,
      "flow: uncalled.swift: never calls its main(); write `await main()` on the last line\n"),
  ]

  @Test("Each mistake has its message", arguments: cases)
  func mistake(_ mistake: Case) {
    sandbox.save("there.swift", script())
    sandbox.save("notes.txt", "Buy milk.\n")
    sandbox.save("empty.swift", "#!/usr/bin/env flow\n// Nothing yet.\n/* \"x\" /* y */ */\n\n")
    sandbox.save("idle.swift", "import Libretto\nlet flow = Flow(\"x\") { Say(\"Hello.\") }\n")
    sandbox.save(
      "uncalled.swift",
      "import Libretto\nfunc main() async { await Flow(\"x\") { Say(\"Hello.\") }.main() }\n")
    _ = sandbox.shell("mkdir folder.swift")
    let run = sandbox.shell("exec \"$FLOW\" \"$@\"", mistake.arguments)
    #expect(run == Run(mistake.status, "", mistake.errors))
  }

  @Test("Help and version go to standard output")
  func help() {
    for word in ["help", "--help", "-h"] {
      #expect(sandbox.flow(word) == Run(0, MessageTests.usage, ""))
    }
    #expect(sandbox.flow("--version") == Run(0, "flow 0.1.0\n", ""))
  }

  @Test("The sentences to translate are printed as JSON")
  func words() {
    let run = sandbox.shell("\"$FLOW\" words | sed -n '1,2p;$p'")
    #expect(run == Run(0, "{\n  \"plurals\": \"one other\",\n}\n", ""))
  }

  @Test(
    "Output that can't be written is exit code 1", .enabled(if: isThere("/dev/full")),
    arguments: [
      "--help", "--version", "diff a.json a.json", "run a.json", "export a.json", "outline a.json",
      "answers a.json", "a.json --help", "a.json --version", "test a.json empty.json",
      "print.swift",
    ])
  func full(command: String) {
    sandbox.save(
      "a.json",
      #"{"libretto": 1, "flow": "a", "keys": {}, "steps": [{"type": "say", "text": "Hello."}]}"#)
    sandbox.save("empty.json", "{}")
    sandbox.save(
      "print.swift", "import Libretto\nawait Flow(\"x\") { Do(\"print\") { print(1) } }.main()\n")
    let run = sandbox.shell("exec $FLOW \(command) >/dev/full")
    #expect(run.status == 1)
    #expect(run.errors.contains("can't be written"))
  }

  @Test(
    "A message that can't be written is exit code 1 too", .enabled(if: isThere("/dev/full")),
    arguments: [
      "--nonsense", "missing.json", "missing.swift", "diff a.json missing.json",
      "a.json --nonsense", "a.json --answers missing.json", "a.json --no-input", "wrong.json",
      "wrong.swift",
    ])
  func fullError(command: String) {
    sandbox.save(
      "a.json",
      #"""
      {"libretto": 1, "flow": "a", "keys": {"name": "string"},
       "steps": [{"type": "ask", "title": "Name?", "into": "name"}]}
      """#)
    sandbox.save("wrong.json", "{")
    sandbox.save("wrong.swift", "import Libretto\nawait Flow(\"x\") { Nonsense() }.main()\n")
    #expect(![0, 1].contains(sandbox.shell("exec $FLOW \(command) >/dev/null").status))
    #expect(sandbox.shell("exec $FLOW \(command) 2>/dev/full").status == 1)
    // Nobody wants the message, and the exit code says more.
    #expect(![0, 1].contains(sandbox.shell("exec $FLOW \(command) 2>&-").status))
  }

  private static func isThere(_ path: String) -> Bool {
    Sandbox().shell("test -e \(path)").status == 0
  }

  @Test("A script without read permission", .enabled(if: Sandbox().shell("id -u").output != "0\n"))
  func unreadable() {
    sandbox.save("a.swift", script())
    _ = sandbox.shell("chmod 000 a.swift")
    #expect(sandbox.flow("a.swift") == Run(66, "", "flow: a.swift: permission denied\n"))
  }

  @Test(
    "No toolchain", .enabled(if: Sandbox().shell("test -e /usr/bin/swiftc").status == 1))
  func noToolchain() {
    sandbox.save("a.swift", script())
    let run = sandbox.flow("a.swift", environment: ["PATH": sandbox.folder])
    let sentence =
      "flow: no Swift compiler on PATH; install Swift 6.3 or later from "
      + "https://swift.org/install\n"
    #expect(run == Run(69, "", sentence))
  }

  @Test("The program without its library beside it")
  func copied() {
    sandbox.save("a.swift", script())
    let run = sandbox.shell("ln \"$FLOW\" alone 2>&- || cp \"$FLOW\" alone; exec ./alone a.swift")
    let sentence =
      "flow: the Libretto library is not beside \(sandbox.folder)/alone, or not all of it; run "
      + "`swift build` in the package and start flow from its build folder, or through a symbolic "
      + "link to it\n"
    #expect(run == Run(69, "", sentence))
  }
}
