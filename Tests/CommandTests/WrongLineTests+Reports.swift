import Testing

// Whole reports: what the compiler stops at, warnings, and the order.

extension WrongLineTests {
  @Test("A missing await, and a chain that ends with a space")
  func alone() throws {
    Self.folder.save("await.swift", "import Libretto\nFlow(\"x\") { Say(\"a\") }.main()\n")
    #expect(
      try Self.folder.flow("await.swift").errors == """
        await.swift:2:1: error: 'async' call in a function that does not support concurrency
        1 | import Libretto
        2 | Flow("x") { Say("a") }.main()
          | `- error: 'async' call in a function that does not support concurrency
        3 | 
          hint: write await before the call, as in await Flow("…") { … }.main()

        """)
    Self.folder.save(
      "space.swift",
      "import Libretto\nawait Flow(\"x\") {\n  Alert(\"A\") < Button(\"B\") >>\n}.main()\n")
    #expect(
      try Self.folder.flow("space.swift").errors == """
        space.swift:4:1: error: expected expression after operator
        2 | await Flow("x") {
        3 |   Alert("A") < Button("B") >>
        4 | }.main()
          | `- error: expected expression after operator
        5 | 
          hint: >> ends a chain and touches its last element: Button("…")>>

        """)
  }

  @Test("A chain that swallows the next one: the space before >> is reported first")
  func swallowed() throws {
    Self.folder.save(
      "swallowed.swift",
      """
      import Libretto
      await Flow("x") {
        Alert("A") < Button("B") >>
        Alert("C") < Button("D") > Button("E")
      }.main()

      """)
    let first = "error: \(Self.space)"
    let second = "error: close the first Button with >: … > Button(\"…\")"
    #expect(
      try Self.folder.flow("swallowed.swift").errors == """
        swallowed.swift:3:28: \(first)
        1 | import Libretto
        2 | await Flow("x") {
        3 |   Alert("A") < Button("B") >>
          |                            `- \(first)
        4 |   Alert("C") < Button("D") > Button("E")
        5 | }.main()

        swallowed.swift:4:14: \(second)
        2 | await Flow("x") {
        3 |   Alert("A") < Button("B") >>
        4 |   Alert("C") < Button("D") > Button("E")
          |              `- \(second)
        5 | }.main()
        6 | 

        """)
  }

  @Test("Several steps in a Do: the compiler's warning, with a hint")
  func stepsInDo() throws {
    Self.folder.save(
      "steps.swift",
      """
      import Libretto  \(ScriptFolder.unseen)
      await Flow("x") {
        Do("work") {
          Say("a")
          print("worked")
        }
      }.main()

      """)
    let warning = "warning: result of 'Say' initializer is unused [#no-usage]"
    #expect(
      try Self.folder.flow("steps.swift")
        == Ended(
          0, "worked\n",
          """
          steps.swift:4:5: \(warning)
          2 | await Flow("x") {
          3 |   Do("work") {
          4 |     Say("a")
            |     `- \(warning)
          5 |     print("worked")
          6 |   }
            hint: a Do holds work, so this step is never performed: put it after the Do

          """))
  }

  @Test("With try before it, a key in a String is an error when the flow is performed")
  func tried() throws {
    Self.folder.save(
      "tried.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("x") { Do("work") { try print("\\(name)") } }.main()

      """)
    let ended = try Self.folder.flow("tried.swift")
    let last = String(ended.errors.split(separator: "\n").last ?? "")
    #expect(
      Ended(ended.status, ended.output, last)
        == Ended(
          1, "",
          "tried.swift:3: the action “work” failed: a String can't show the answer for “name”: "
            + "write the key in a Say, or read work[key] in a Do"))
  }
}
