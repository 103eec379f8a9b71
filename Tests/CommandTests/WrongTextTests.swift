import Testing

/// Whole reports of whole scripts: what can’t stand beside other mistakes on lines of their own.
@Suite("Wrong texts: the whole report")
struct WrongTextTests {
  static let folder = ScriptFolder("wrong-texts")

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    var status: Int32 = 65
    var output = ""
    let text: String
    let errors: String
  }

  @Test("What a person reads", arguments: cases)
  func report(_ wrong: Case) throws {
    let folder = ScriptFolder("wrong text, \(wrong.testDescription)", ["a.swift": wrong.text])
    #expect(
      try folder.flow("a.swift") == Ended(wrong.status, wrong.output, wrong.errors))
  }

  @Test("What a script does to the terminal isn’t handed on with its line")
  func hostile() throws {
    let folder = ScriptFolder(
      "wrong text that is hostile",
      ["a.swift": "import Libretto\nawait Flow { Say(\"a\") }.main()  // \u{1B}[2J\n"])
    #expect(
      try folder.flow("a.swift")
        == Ended(
          65, "",
          """
          a.swift:2:7: error: a Flow has a name: Flow("…") { … }
          1 | import Libretto
          2 | await Flow { Say("a") }.main()  // ␛[2J
            |       `- error: a Flow has a name: Flow("…") { … }
          3 | 

          """))
  }

  static let cases = [
    Case(
      testDescription: "A flow without a name",
      text: """
        import Libretto
        await Flow { Say("a") }.main()

        """,
      errors: """
        a.swift:2:7: error: a Flow has a name: Flow("…") { … }
        1 | import Libretto
        2 | await Flow { Say("a") }.main()
          |       `- error: a Flow has a name: Flow("…") { … }
        3 | 

        """),
    Case(
      testDescription: "A flow that nothing performs",
      text: """
        import Libretto
        Flow("m") {
          Say("a")
        }

        """,
      errors: """
        a.swift:2:1: warning: result of 'Flow' initializer is unused [#no-usage]
        1 | import Libretto
        2 | Flow("m") {
          | `- warning: result of 'Flow' initializer is unused [#no-usage]
        3 |   Say("a")
        4 | }
          hint: perform it: await Flow("…") { … }.main()
        flow: a.swift: doesn't call main() on a flow; end it with `await Flow("…") { … }.main()`

        """),
    Case(
      testDescription: "Steps in no flow",
      text: """
        import Libretto
        let name = Key<String>("name")
        Ask("Name?", into: name)
        Say("Hi")

        """,
      errors: """
        a.swift:3:1: warning: result of 'Ask<Answer>' initializer is unused [#no-usage]
        1 | import Libretto
        2 | let name = Key<String>("name")
        3 | Ask("Name?", into: name)
          | `- warning: result of 'Ask<Answer>' initializer is unused [#no-usage]
        4 | Say("Hi")
        5 | 
          hint: a step belongs in a flow: await Flow("…") { … }.main()

        a.swift:4:1: warning: result of 'Say' initializer is unused [#no-usage]
        2 | let name = Key<String>("name")
        3 | Ask("Name?", into: name)
        4 | Say("Hi")
          | `- warning: result of 'Say' initializer is unused [#no-usage]
        5 | 
        flow: a.swift: doesn't call main() on a flow; end it with `await Flow("…") { … }.main()`

        """),
    Case(
      testDescription: "Two flows with main()",
      status: 0,
      output: "a\n",
      text: """
        import Libretto
        await Flow("a") { Say("a") }.main()
        await Flow("b") { Say("b") }.main()


        \(ScriptFolder.unseen)
        """,
      errors: """
        a.swift:3:7: warning: will never be executed
        1 | import Libretto
        2 | await Flow("a") { Say("a") }.main()
          |                              `- note: a call to a never-returning function
        3 | await Flow("b") { Say("b") }.main()
          |       `- warning: will never be executed
        4 | 
        5 | 
          hint: main() ends the program: perform one flow, with the others as steps in it

        """),
    Case(
      testDescription: "One brace too many at the end",
      text: """
        import Libretto
        await Flow("m") {
          Say("a")
          }
        }.main()

        """,
      errors: """
        a.swift:4:3: error: one } too many: remove it
        2 | await Flow("m") {
        3 |   Say("a")
        4 |   }
          |   `- error: one } too many: remove it
        5 | }.main()
        6 | 

        """),
    Case(
      testDescription: "One brace too many in the middle",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") {
          When(name == "a") {
            Say("a")
          }
          }
          Say("b")
        }.main()

        """,
      errors: """
        a.swift:7:3: error: one } too many: remove it
         5 |     Say("a")
         6 |   }
         7 |   }
           |   `- error: one } too many: remove it
         8 |   Say("b")
         9 | }.main()

        """),
    Case(
      testDescription: "An open brace in a Choose",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") {
          Choose("A?", into: name) {
            Option("x")
            Option("y")
          Say("b")
        }.main()

        """,
      errors: """
        a.swift:4:28: error: this { isn’t closed: write } after the last line of the Choose
        2 | let name = Key<String>("name")
        3 | await Flow("m") {
        4 |   Choose("A?", into: name) {
          |                            `- error: this { isn’t closed: write } after the last line of the Choose
        5 |     Option("x")
        6 |     Option("y")

        """),
    Case(
      testDescription: "An open brace in a When",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") {
          When(name == "a") {
            Say("a")
          Say("b")
        }.main()

        """,
      errors: """
        a.swift:4:21: error: this { isn’t closed: write } after the last line of the When
        2 | let name = Key<String>("name")
        3 | await Flow("m") {
        4 |   When(name == "a") {
          |                     `- error: this { isn’t closed: write } after the last line of the When
        5 |     Say("a")
        6 |   Say("b")

        """),
    Case(
      testDescription: "A missing quotation mark",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Say("Hello)
          Say("b")
        }.main()

        """,
      errors: """
        a.swift:4:7: error: unterminated string literal
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Say("Hello)
          |       `- error: unterminated string literal
        5 |   Say("b")
        6 | }.main()

        """),
    Case(
      testDescription: "A missing comma",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Ask("Name?" into: name)
        }.main()

        """,
      errors: """
        a.swift:4:15: error: expected ',' separator
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Ask("Name?" into: name)
          |               `- error: expected ',' separator
        5 | }.main()
        6 | 

        """),
    Case(
      testDescription: "An open parenthesis",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") {
          Ask("A?", into: name
          Say("b")
        }.main()

        """,
      errors: """
        a.swift:4:23: error: expected ',' separator
        2 | let name = Key<String>("name")
        3 | await Flow("m") {
        4 |   Ask("A?", into: name
          |                       `- error: expected ',' separator
        5 |   Say("b")
        6 | }.main()
          hint: or a closing parenthesis: )

        """),
    Case(
      testDescription: "else as in Swift",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          When(ok) { Say("a") } else { Say("b") }
        }.main()

        """,
      errors: """
        a.swift:4:25: error: write otherwise: When(…) { … } otherwise: { … }
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   When(ok) { Say("a") } else { Say("b") }
          |                         `- error: write otherwise: When(…) { … } otherwise: { … }
        5 | }.main()
        6 | 

        """),
    Case(
      testDescription: "Too many brackets",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Alert("A?") < Button("Yes")>>>>
        }.main()

        """,
      errors: """
        a.swift:4:30: error: one >> ends the whole chain: Alert("…") < Button("…")>>
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Alert("A?") < Button("Yes")>>>>
          |                              `- error: one >> ends the whole chain: Alert("…") < Button("…")>>
        5 | }.main()
        6 | 

        """),
    Case(
      testDescription: "A bracket at the end",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Alert("A?") < Button("Yes") <
        }.main()

        """,
      errors: """
        a.swift:4:31: error: an element follows <: … < Button("…"); the last one ends with >>
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Alert("A?") < Button("Yes") <
          |                               `- error: an element follows <: … < Button("…"); the last one ends with >>
        5 | }.main()
        6 | 

        """),
    Case(
      testDescription: "No first bracket",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Alert("A?")
            Button("Yes") < Say("x") > Button("No")
        }.main()

        """,
      errors: """
        a.swift:5:5: error: write < before the first Button: Alert("…") < Button("…")
        3 | await Flow("m") {
        4 |   Alert("A?")
        5 |     Button("Yes") < Say("x") > Button("No")
          |     `- error: write < before the first Button: Alert("…") < Button("…")
        6 | }.main()
        7 | 

        """),
    Case(
      testDescription: "Commas between steps",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Say("a"),
          Say("b")
        }.main()

        """,
      errors: """
        a.swift:4:11: error: consecutive statements on a line must be separated by ';'
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Say("a"),
          |           `- error: consecutive statements on a line must be separated by ';'
        5 |   Say("b")
        6 | }.main()
          hint: steps need no comma between them

        """),
    Case(
      testDescription: "case as in Swift",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Switch(name) { case "a": Say("x") }
        }.main()

        """,
      errors: """
        a.swift:4:18: error: the cases of a Switch are steps, too: Case("…") { … }
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Switch(name) { case "a": Say("x") }
          |                  `- error: the cases of a Switch are steps, too: Case("…") { … }
        5 | }.main()
        6 | 

        """),
    Case(
      testDescription: "and in words",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          When(ok and age > 3) { Say("a") }
        }.main()

        """,
      errors: """
        a.swift:4:11: error: expected ',' separator
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   When(ok and age > 3) { Say("a") }
          |           `- error: expected ',' separator
        5 | }.main()
        6 | 
          hint: and is written &&

        """),
    Case(
      testDescription: "Several steps in a function",
      text: """
        import Libretto
        func greet() -> some FlowContent { Say("a"); Say("b") }
        await Flow("a") { greet() }.main()

        """,
      errors: """
        a.swift:2:6: error: function declares an opaque return type, but has no return statements in its body from which to infer an underlying type [#OpaqueTypeInference]
        1 | import Libretto
        2 | func greet() -> some FlowContent { Say("a"); Say("b") }
          |      |                                       `- note: did you mean to return the last expression?
          |      `- error: function declares an opaque return type, but has no return statements in its body from which to infer an underlying type [#OpaqueTypeInference]
        3 | await Flow("a") { greet() }.main()
        4 | 

        [#OpaqueTypeInference]: <https://docs.swift.org/compiler/documentation/diagnostics/opaque-type-inference>
          hint: write @FlowBuilder before func: it takes several steps

        """),
    Case(
      testDescription: "A member that Work has not",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Do("x") { work in
            work.report(0.2)
            print("x")
          }
        }.main()

        """,
      errors: """
        a.swift:5:10: error: Work has no report: write work.progress(0.4)
        3 | await Flow("m") {
        4 |   Do("x") { work in
        5 |     work.report(0.2)
          |          `- error: Work has no report: write work.progress(0.4)
        6 |     print("x")
        7 |   }

        """),
    Case(
      testDescription: "A modifier by another name",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          Ask("A", into: name).validates(.notEmpty)
        }.main()

        """,
      errors: """
        a.swift:4:24: error: value of type 'Ask<String>' has no member 'validates'
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   Ask("A", into: name).validates(.notEmpty)
          |                        `- error: value of type 'Ask<String>' has no member 'validates'
        5 | }.main()
        6 | 
          hint: write .validate(…)

        """),
    Case(
      testDescription: "A key without a type",
      text: """
        import Libretto
        let k = Key("k")
        await Flow("m") {
          Ask("A?", into: k)
        }.main()

        """,
      errors: """
        a.swift:2:9: error: a key has the type of its answer: Key<String>("k")
        1 | import Libretto
        2 | let k = Key("k")
          |         `- error: a key has the type of its answer: Key<String>("k")
        3 | await Flow("m") {
        4 |   Ask("A?", into: k)

        """),
    Case(
      testDescription: "A key without a name",
      text: """
        import Libretto
        let k = Key<String>()
        await Flow("m") {
          Ask("A?", into: k)
        }.main()

        """,
      errors: """
        a.swift:2:9: error: a key has a name: Key<String>("name")
        1 | import Libretto
        2 | let k = Key<String>()
          |         `- error: a key has a name: Key<String>("name")
        3 | await Flow("m") {
        4 |   Ask("A?", into: k)

        """),
    Case(
      testDescription: "A key of a Float",
      text: """
        import Libretto
        let day = Key<Float>("day")
        await Flow("m") { Ask("A", into: day) }.main()

        """,
      errors: """
        a.swift:2:11: error: type 'Float' does not conform to protocol 'AnswerValue'
        1 | import Libretto
        2 | let day = Key<Float>("day")
          |           `- error: type 'Float' does not conform to protocol 'AnswerValue'
        3 | await Flow("m") { Ask("A", into: day) }.main()
        4 | 
          hint: for fractions, write Key<Double>

        """),
    Case(
      testDescription: "A key of an enum",
      text: """
        import Libretto
        enum S: String { case a, b }
        let size = Key<S>("size")
        await Flow("m") {
          Choose("A?", into: size) { Option("a", .a); Option("b", .b) }
        }.main()

        """,
      errors: """
        a.swift:3:12: error: type 'S' does not conform to protocol 'AnswerValue'
        1 | import Libretto
        2 | enum S: String { case a, b }
        3 | let size = Key<S>("size")
          |            `- error: type 'S' does not conform to protocol 'AnswerValue'
        4 | await Flow("m") {
        5 |   Choose("A?", into: size) { Option("a", .a); Option("b", .b) }
          hint: its cases need a type as data: enum S: String, AnswerValue, CaseIterable

        """),
    Case(
      testDescription: "Another module",
      text: """
        import Libreto
        await Flow("a") { Say("a") }.main()

        """,
      errors: """
        a.swift:1:8: error: no such module 'Libreto'
        1 | import Libreto
          |        `- error: no such module 'Libreto'
        2 | await Flow("a") { Say("a") }.main()
        3 | 
          hint: did you mean Libretto?
        flow: a.swift: begin it with `import Libretto`

        """),
    Case(
      testDescription: "guard as in Swift",
      text: """
        import Libretto
        let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        await Flow("m") {
          guard name == "x" else { return }
          Say("a")
        }.main()

        """,
      errors: """
        a.swift:4:28: error: cannot use explicit 'return' statement in the body of result builder 'FlowBuilder'
        2 | let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
        3 | await Flow("m") {
        4 |   guard name == "x" else { return }
          |                            |- error: cannot use explicit 'return' statement in the body of result builder 'FlowBuilder'
          |                            `- note: remove 'return' statements to apply the result builder
        5 |   Say("a")
        6 | }.main()
          hint: write When(…) { … Finish() }

        """),
    Case(
      testDescription: "A mistake inside the work of a closure",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") {
          Do("x") { work in
            let first = try work.answer(name).uppercase()
            print(first)
          }
        }.main()

        """,
      errors: """
        a.swift:5:39: error: value of type 'String' has no member 'uppercase'
        3 | await Flow("m") {
        4 |   Do("x") { work in
        5 |     let first = try work.answer(name).uppercase()
          |                                       `- error: value of type 'String' has no member 'uppercase'
        6 |     print(first)
        7 |   }

        """),
    Case(
      testDescription: "A step in a function without its builder",
      text: """
        import Libretto
        func part() { Say("a") }
        await Flow("m") { part() }.main()

        """,
      errors: """
        a.swift:3:19: error: argument type '()' does not conform to expected type 'FlowContent'
        1 | import Libretto
        2 | func part() { Say("a") }
        3 | await Flow("m") { part() }.main()
          |                   `- error: argument type '()' does not conform to expected type 'FlowContent'
        4 | 
          hint: a function of steps is @FlowBuilder func part() -> some FlowContent { … }

        """),
    Case(
      testDescription: "A component that doesn't say what it is",
      text: """
        import Libretto
        struct Part { var body: some FlowContent { Say("a") } }
        await Flow("m") { Part() }.main()

        """,
      errors: """
        a.swift:3:19: error: argument type 'Part' does not conform to expected type 'FlowContent'
        1 | import Libretto
        2 | struct Part { var body: some FlowContent { Say("a") } }
        3 | await Flow("m") { Part() }.main()
          |                   `- error: argument type 'Part' does not conform to expected type 'FlowContent'
        4 | 
          hint: a component says what it is: struct Part: FlowContent { var body: some FlowContent { … } }

        """),
    Case(
      testDescription: "A component with a function for its body: no note shows the library",
      text: """
        import Libretto
        struct Part: FlowContent { func body() -> some FlowContent { Say("a") } }
        await Flow("m") { Part() }.main()

        """,
      errors: """
        a.swift:2:8: error: type 'Part' does not conform to protocol 'FlowContent'
        1 | import Libretto
        2 | struct Part: FlowContent { func body() -> some FlowContent { Say("a") } }
          |        |- error: type 'Part' does not conform to protocol 'FlowContent'
          |        `- note: add stubs for conformance
        3 | await Flow("m") { Part() }.main()
        4 | 
          hint: a component has a body: var body: some FlowContent { … }

        """),
    Case(
      testDescription: "State as in an app",
      text: """
        import Libretto
        @State var count = 0
        await Flow("m") { Say("a") }.main()

        """,
      errors: """
        a.swift:2:1: error: an answer is kept under a key: let count = Key<Int>("count")
        1 | import Libretto
        2 | @State var count = 0
          | `- error: an answer is kept under a key: let count = Key<Int>("count")
        3 | await Flow("m") { Say("a") }.main()
        4 | 

        """),
    Case(
      testDescription: "A constant as in JavaScript: its name isn't unknown, too",
      text: """
        import Libretto
        const name = Key<String>("name")
        await Flow("m") { Ask("Name?", into: name) }.main()

        """,
      errors: """
        a.swift:2:1: error: write let: let name = …
        1 | import Libretto
        2 | const name = Key<String>("name")
          | `- error: write let: let name = …
        3 | await Flow("m") { Ask("Name?", into: name) }.main()
        4 | 

        """),
    Case(
      testDescription: "A comment as in Python",
      text: """
        import Libretto
        # It's a greeting.
        await Flow("m") { Say("a") }.main()

        """,
      errors: """
        a.swift:2:1: error: a comment begins with //
        1 | import Libretto
        2 | # It's a greeting.
          | `- error: a comment begins with //
        3 | await Flow("m") { Say("a") }.main()
        4 | 

        """),
    Case(
      testDescription: "An import as in Python",
      text: """
        from Libretto import Flow
        await Flow("m") { Say("a") }.main()

        """,
      errors: """
        a.swift:1:1: error: write import Libretto
        1 | from Libretto import Flow
          | `- error: write import Libretto
        2 | await Flow("m") { Say("a") }.main()
        3 | 
        flow: a.swift: begin it with `import Libretto`

        """),
    Case(
      testDescription: "A command as in ArgumentParser",
      text: """
        import Libretto
        import ArgumentParser
        await Flow("m") { Say("a") }.main()

        """,
      errors: """
        a.swift:2:8: error: no such module 'ArgumentParser'
        1 | import Libretto
        2 | import ArgumentParser
          |        `- error: no such module 'ArgumentParser'
        3 | await Flow("m") { Say("a") }.main()
        4 | 
          hint: a script has Libretto and what comes with Swift; to use another package, make the script a package of its own

        """),
    Case(
      testDescription: "main() on a line of its own",
      text: """
        import Libretto
        await Flow("m") {
          Say("a")
        }
        main()

        """,
      errors: """
        a.swift:5:1: error: cannot call value of non-function type 'module<main>'
        3 |   Say("a")
        4 | }
        5 | main()
          | `- error: cannot call value of non-function type 'module<main>'
        6 | 
          hint: write .main() right after the closing brace of the flow

        """),
    Case(
      testDescription: "A key whose type isn't closed",
      text: """
        import Libretto
        let name = Key<String("name")
        await Flow("m") { Ask("Name?", into: name) }.main()

        """,
      errors: """
        a.swift:2:12: error: > comes after the type: Key<String>("name")
        1 | import Libretto
        2 | let name = Key<String("name")
          |            `- error: > comes after the type: Key<String>("name")
        3 | await Flow("m") { Ask("Name?", into: name) }.main()
        4 | 

        """),
    Case(
      testDescription: "Cases as in Swift, each on its line",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") {
          Switch(name) {
          case "a":
            Say("x")
          default:
            Say("y")
          }
        }.main()

        """,
      errors: """
        a.swift:5:3: error: the cases of a Switch are steps, too: Case("…") { … }
        3 | await Flow("m") {
        4 |   Switch(name) {
        5 |   case "a":
          |   `- error: the cases of a Switch are steps, too: Case("…") { … }
        6 |     Say("x")
        7 |   default:

        a.swift:7:3: error: the last part of a Switch is Default { … }
         5 |   case "a":
         6 |     Say("x")
         7 |   default:
           |   `- error: the last part of a Switch is Default { … }
         8 |     Say("y")
         9 |   }

        """),
    Case(
      testDescription: "An empty return, of which the compiler doesn't know the place",
      text: """
        import Libretto
        let name = Key<String>("name")
        await Flow("m") { Load("x", into: name) { return } }.main()

        """,
      errors: """
        <unknown>:0: error: cannot convert value of type '()' to closure result type 'String?'
          hint: what the work returns is kept under the key: return a value of type String

        """),
  ]
}
