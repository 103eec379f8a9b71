import Testing

@Suite("Wrong programs: what a person sees")
struct WrongProgramTests {
  static let folder = ScriptFolder("wrong")

  @Test("The whole first report", arguments: WrongProgram.all)
  func report(_ program: WrongProgram) throws {
    let name = program.name + ".swift"
    Self.folder.save(name, program.text)
    let ended = try Self.folder.flow(name)
    let first = ended.errors.firstReport
    #expect(Ended(ended.status, ended.output, first) == Ended(65, "", program.report(of: name)))
  }

  @Test("Libretto's own refusals are one report, which never shows the library's source")
  func alone() throws {
    let body = """
        Alert("A") {
          try await slow()
        }
      """
    let program = WrongProgram("alone", body, 2, 5, WrongProgram.work)
    Self.folder.save("alone.swift", program.text)
    #expect(
      try Self.folder.flow("alone.swift") == Ended(65, "", program.report(of: "alone.swift")))
  }

  @Test(
    "A wrong operand in a chain of 50 is refused, and not given up on",
    arguments: [
      (
        "chain-number", "3",
        "a number is not a step; chains join steps such as Alert, Button and Say"
      ),
      (
        "chain-decimal", "2.5",
        "a number is not a step; chains join steps such as Alert, Button and Say"
      ),
      ("chain-text", "\"text\"", "to tell the person something, write Say(\"…\")"),
      ("chain-key", "age", "a Key is not a step: Ask(\"…\", into: key) asks for it"),
      ("chain-bool", "true", "a condition is not a step: When(…) takes a branch"),
      ("chain-condition", "(age > 3)", "a condition is not a step: When(…) takes a branch"),
      ("chain-button", "Button(\"B\")", "close the first Button with >: … > Button(\"…\")"),
      (
        "chain-option", "Option(\"O\")",
        "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
      ),
    ])
  func longChain(name: String, operand: String, message: String) throws {
    var chain = "  Alert(\"A\")\n"
    for number in 1...16 {
      chain += "    \(number == 1 ? "<" : ">") Button(\"B\(number)\")\n"
      chain += "    < Do(\"d\(number)\") { _ in }\n    < \(number == 8 ? operand : "Say(\"s\")")\n"
    }
    let program = WrongProgram(name, String(chain.dropLast()), 25, 5, message)
    Self.folder.save(name + ".swift", program.text)
    #expect(
      try Self.folder.flow(name + ".swift")
        == Ended(65, "", program.report(of: name + ".swift")))
  }

  @Test("A flow with a version is told its own mistake")
  func versioned() throws {
    Self.folder.save(
      "versioned.swift",
      "import Libretto\nawait Flow(\"b\", version: 2, gone: [\"fax\"]) { Nonsense() }.main()\n")
    let ended = try Self.folder.flow("versioned.swift")
    #expect(
      ended.errors.hasPrefix(
        "versioned.swift:2:46: error: cannot find 'Nonsense' in scope\n"), "\(ended.errors)")
  }

  @Test("Without the import, and where only a call is missing")
  func advice() throws {
    Self.folder.save("bare.swift", "await Flow(\"x\") { Finish() }.main()\n")
    let unknown = """
      bare.swift:1:7: error: cannot find 'Flow' in scope
      1 | await Flow("x") { Finish() }.main()
        |       `- error: cannot find 'Flow' in scope
      2 | 

      bare.swift:1:19: error: cannot find 'Finish' in scope
      1 | await Flow("x") { Finish() }.main()
        |                   `- error: cannot find 'Finish' in scope
      2 | 
      flow: bare.swift: begin it with `import Libretto`

      """
    #expect(try Self.folder.flow("bare.swift") == Ended(65, "", unknown))
    Self.folder.save(
      "component.swift",
      """
      import Libretto
      var count = 0
      func raise() { count += 1 }
      struct Raise: FlowContent {
        var body: some FlowContent { Do("raise") { raise() } }
      }
      await Flow("x") { Raise() }.main()

      """)
    let ended = try Self.folder.flow("component.swift")
    #expect(
      ended.errors.hasSuffix(
        "flow: component.swift: in a component, call the script's functions with `await`: "
          + "Do(\"name\") { await work() }\n"))
  }

  @Test("What only the whole chain can show is an error when the flow is built")
  func whenBuilt() throws {
    Self.folder.save(
      "built.swift",
      """
      import Libretto
      await Flow("built") {
        Confirm("B?") < Say("b") > Say("c") > Say("d")
        Confirm("C?") < Say("d") > Say("e") > Say("f")
      }.main()

      """)
    let problems = """
      built.swift: the flow “built” has 2 problems:
        built.swift:3: this > has nothing left to close: everything in the chain is closed already
        built.swift:4: this > has nothing left to close: everything in the chain is closed already

      """
    #expect(try Self.folder.flow("built.swift") == Ended(65, "", problems))
  }
}

extension String {
  /// The compiler's reports stand apart by an empty line.
  fileprivate var firstReport: String {
    var lines: [Substring] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      lines.append(line)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
