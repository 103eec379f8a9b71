import Testing

@Suite("Kinds of scripts")
struct LanguageTests {
  static let folder = ScriptFolder("language")
  var folder: ScriptFolder { Self.folder }

  @Test("A #! line, Foundation, top-level state, functions, classes, components, enums, await")
  func everything() throws {
    folder.save(
      "state.swift",
      """
      #!/usr/bin/env flow
      import Foundation
      import Libretto

      final class Counter { var value = 0 }
      enum Size: String, CaseIterable, AnswerValue { case small, large }

      let size = Key<Size>("size")
      let counter = Counter()
      var log: [String] = []
      func note(_ text: String) { log.append(text); counter.value += 1 }

      struct Greeting: FlowContent {
        let word: String
        var body: some FlowContent {
          Say("\\(word)!")
          Do("note \\(word)") { await note(word) }
        }
      }

      await Task.yield()
      let flow = Flow("state") {
        Greeting(word: "Hello")
        Greeting(word: "Goodbye")
        Choose("Which size?", from: Size.self, into: size)
        When(size == .large) { Do("grow") { log.append("grow"); counter.value += 10 } }
        Do("report") {
          note("report")
          let start = Date(timeIntervalSince1970: 0)
          print(log.joined(separator: ","), counter.value, Flow.arguments, start)
        }
      }
      await flow.main()

      """)
    let ended = Ended(
      0, "Hello!\nGoodbye!\nHello,Goodbye,grow,report 13 [\"a\"] 1970-01-01 00:00:00 +0000\n",
      "Which size?\n  1) small\n  2) large\nChoose 1 to 2, or type an answer: \n")
    #expect(try folder.flow("state.swift", "--", "a", input: "l\n") == ended)
    let linked = "ln -sf \"$FLOW\" flow && PATH=.:$PATH exec ./state.swift -- a"
    #expect(try folder.shell(linked, input: .text("l\n")) == ended)
  }

  @Test("An action that throws fails the flow, with the error and its place")
  func throwing() throws {
    folder.save(
      "throws.swift",
      """
      import Libretto
      struct Trouble: Error, CustomStringConvertible { let description = "the disk is full" }
      enum Plain: Error { case broken(Int) }
      func save() throws { throw Trouble() }
      await Flow("throws") {
        Confirm("Save?") {
          Do("save") { try save() }
        } otherwise: {
          Do("break") { throw Plain.broken(3) }
        }
        Say("Never said.")
      }.main()

      """)
    #expect(
      try folder.flow("throws.swift", input: "y\n")
        == Ended(
          1, "",
          "Save? (yes or no): \nthrows.swift:7: the action “save” failed: the disk is full\n"))
    #expect(
      try folder.flow("throws.swift", input: "n\n")
        == Ended(
          1, "", "Save? (yes or no): \nthrows.swift:9: the action “break” failed: broken(3)\n"))
    #expect(
      try folder.flow("throws.swift", "--answer", "brake=y", input: "y\n")
        == Ended(
          65, "",
          "throws.swift: the flow “throws” has no step with the id “brake”; its outline "
            + "shows the ids\n"))
  }

  @Test("An invalid flow: every problem with its place in the script")
  func invalid() throws {
    folder.save(
      "broken.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("broken") {
        Ask("What is your name?", into: name)
        Say("Hello.")
        Ask("Your name again?", into: name)
        Break()
        Ask("Age?", into: Key<Int>("name")).id("age")
        Ask("PIN?", into: Key<String>("pin")).secret()
        Say("It is \\(Key<String>("pin")).")
        Choose("Which?") {}
        Alert("…") { Button("A", shortcut: "x"); Button("B", shortcut: "X") }
      }.main()

      """)
    let problems = """
      broken.swift: the flow “broken” has 7 problems:
        broken.swift:6: the id “name” is also the id of the step at broken.swift:4; give one of \
      the two another id, such as .id("name-2")
        broken.swift:7: Break() is outside a Repeat; move it into one
        broken.swift:8: the key “name” is a whole number here and text at broken.swift:4; one \
      name has one type
        broken.swift:11: a Choose needs at least one Option
        broken.swift:12: no id can be made from a title without letters or digits; add .id("…")
        broken.swift:12: two answers of one prompt have the shortcut “X”
        broken.swift:10: the key “pin” holds a secret, and a text would show it; use only \
      pin.isSet

      """
    for command in ["run", "export", "outline"] {
      #expect(try folder.flow(command, "broken.swift") == Ended(65, "", problems))
    }
  }

  @Test("A key that nothing can have set is found before anything is performed")
  func early() throws {
    folder.save(
      "early.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("early") {
        Say("Before.")
        Say("Hello, \\(name).")
        Store("Bob", into: name)
      }.main()

      """)
    #expect(
      try folder.flow("early.swift")
        == Ended(
          65, "",
          """
          early.swift: the flow “early” has a problem:
            early.swift:5: Say("Hello, {name}.") reads the key “name”, but nothing sets it on the way \
          there; set it before, or test name.isSet

          """))
  }

  @Test("A key that nothing has set, in a text and in a condition")
  func unset() throws {
    folder.save(
      "unset.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("unset") {
        Say("Before.")
        Do("look for a name", writes: [name]) { _ in }
        if Flow.arguments.isEmpty { Say("Hello, \\(name).") }
        When(name == "Bob") { Say("Bob.") }
      }.main()

      """)
    #expect(
      try folder.flow("unset.swift")
        == Ended(
          1, "Before.\n",
          "unset.swift:6: Say(\"Hello, {name}.\") reads the key “name”, but nothing has set it; "
            + "ask for it first, or test name.isSet\n"))
    #expect(
      try folder.flow("unset.swift", "--", "x")
        == Ended(
          1, "Before.\n",
          "unset.swift:7: a condition reads the key “name”, but nothing has set it; ask for it "
            + "first, or test name.isSet\n"))
  }

  @Test("A type error on line 7 is reported at line 7")
  func lineSeven() throws {
    folder.save(
      "seven.swift",
      """
      #!/usr/bin/env flow
      import Libretto

      // The age, in years.
      let name = Key<String>("name")

      let age: Int = "old"
      await Flow("seven") { Say("Hello.") }.main()

      """)
    #expect(
      try folder.flow("seven.swift")
        == Ended(
          65, "",
          """
          seven.swift:7:16: error: cannot convert value of type 'String' to specified type 'Int'
          5 | let name = Key<String>("name")
          6 | 
          7 | let age: Int = "old"
            |                `- error: cannot convert value of type 'String' to specified type 'Int'
          8 | await Flow("seven") { Say("Hello.") }.main()
          9 | 

          """))
  }

  @Test("A crash names the script's line")
  func crash() throws {
    folder.save(
      "crash.swift",
      """
      import Libretto
      func second(_ list: [Int]) -> Int {
        list[1]
      }
      await Flow("crash") {
        Do("reach out") { print(second([1])) }
      }.main()

      """)
    let ended = try folder.shell("SWIFT_BACKTRACE=enable=yes,color=no exec \"$FLOW\" crash.swift")
    #expect(ended.status > 128)
    #expect(ended.errors.contains("Fatal error: Index out of range"))
    #if os(Linux)
      #expect(ended.errors.contains("crash.swift:3"))
    #endif
  }

  @Test("Text of a script or an answer can't drive the terminal")
  func neutralised() throws {
    folder.save(
      "drive.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("drive") {
        Ask("Name\\u{1B}[2J?", into: name)
        Say("Hello, \\(name)\\u{202E}.")
        Fail("No\\u{7}.")
      }.main()

      """)
    let ended = try folder.flow("drive.swift", "--answer", "name=a\u{1B}]0;x\u{7}b")
    let everything = ended.output + ended.errors
    #expect(everything.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!everything.unicodeScalars.contains("\u{202E}"))
    #expect(ended.status == 1)
  }
}
