import Testing

/// Many mistakes a compile: the compiler reports all lines of one kind at once.
@Suite("Wrong lines: what a person is told to write")
struct WrongLineTests {
  static let folder = ScriptFolder("wrong-lines")

  static let groups: [(name: String, lines: [WrongLine])] = [
    ("conditions", conditions), ("types", types), ("names", names), ("labels", labels),
    ("throwing", throwing), ("statements", statements), ("formulas", formulas),
    ("arguments", arguments), ("missing", missing), ("loops", loops),
    ("assignments", assignments), ("members", members), ("rules", rules), ("unknown", unknown),
    ("work", work), ("kinds", kinds), ("variants", variants), ("strays", strays),
    ("torn", torn), ("values", values), ("foreign", foreign), ("commas", commas),
    ("spellings", spellings), ("inWork", inWork), ("unlabelled", unlabelled),
  ]

  @Test("The first error of each line, and its hint", arguments: groups.map(\.name))
  func report(name: String) throws {
    let lines = try #require(Self.groups.first { $0.name == name }).lines
    Self.folder.save(name + ".swift", WrongLine.script(lines))
    let ended = try Self.folder.flow(name + ".swift")
    #expect(ended.status == 65)
    #expect(
      WrongLine.reported(ended.errors, name + ".swift")
        == WrongLine.expected(lines, name + ".swift"))
  }

  static let stepAsAnswer =
    "a step isn't its answer: keep the answer with into: key, and use the key"

  static let compared = "a condition compares the answer, as in age > 3, or tests age.isSet"

  static let when = "this is known when the flow is performed: write When(…) { … } otherwise: { … }"

  /// What a package is told, too: by the compiler itself, but for a check.
  static let unlabelled = [
    WrongLine(
      #"Ask("A", into: name).validate(.oneOf(["1"], "No"))"#, 37,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.equals(name, "No"))"#, 38,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.differs(from: name, "No"))"#, 39,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.notEmpty("No"))"#, 41,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.length(1..., "No"))"#, 38,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.email("No"))"#, 38,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.url("No"))"#, 36,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.matches("a", "No"))"#, 39,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).validate(.path(.file, "No"))"#, 36,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: age).validate(.range(1...9, "No"))"#, 36,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: age).validate(.range(1...age, "No"))"#, 36,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: Key<CalendarDay>("d")).validate(.daysFromToday(0...1, "No"))"#, 62,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Ask("A", into: name).check("c", "No") { answer in true }"#, 22,
      "'check' has been renamed to 'check(_:message:_:)'"),
    WrongLine(
      #"Ask("A", into: name).check("c", "No", reads: [age]) { answer, answers in nil }"#, 22,
      "'check(_:_:reads:_:)' has been renamed to 'check(_:message:reads:_:)'"),
    WrongLine(
      #"ChooseMany("A", from: ["a"], into: list).atLeast(1, "No")"#, 49,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"ChooseMany("A", from: ["a"], into: list).atMost(1, "No")"#, 48,
      "missing argument label 'message:' in call"),
    WrongLine(
      #"Choose("A", into: name) { Option("x").when(ok, "No.") }"#, 43,
      "missing argument label 'because:' in call"),
    WrongLine(
      #"Finish("done", "x")"#, 7,
      "missing argument label 'name:' in call"),
  ]

  static let conditions = [
    WrongLine(#"if name == "x" { Say("a") }"#, 9, when),
    WrongLine(#"if age != 3 { Say("a") } else { Say("b") }"#, 8, when),
    WrongLine(#"if age < 3 && ok == true { Say("a") }"#, 8, when),
    WrongLine(#"if age >= 3 { Say("a") }"#, 8, when),
    WrongLine(#"if !ok { Say("a") }"#, 4, when),
    WrongLine(#"Say(age > 3 ? "a" : "b")"#, 9, when),
    WrongLine(
      #"switch name { case "a": Say("a"); default: Say("b") }"#, 20,
      "this is known when the flow is performed: write Switch(key) { Case(…) { … } }"),
    WrongLine(
      #"if ok { Say("a") }"#, 4,
      "cannot convert value of type 'Key<Bool>' to expected condition type 'Bool'",
      hint: "an answer is known when the flow is performed: write When(…) { … } otherwise: { … }"),
    WrongLine(
      #"if name.isSet { Say("a") }"#, 9,
      "cannot convert value of type 'Condition' to expected condition type 'Bool'"),
    WrongLine(
      #"for x in list { Say("a \(x)") }"#, 10,
      "for-in loop requires 'Key<[String]>' to conform to 'Sequence'",
      hint: "for runs when the flow is declared, before there are answers; "
        + #"Choose("…", from: key, into: …) offers the elements of a list"#),
    WrongLine(
      #"if Confirm("A") { Say("a") }"#, 4,
      "cannot convert value of type 'Confirm' to expected condition type 'Bool'",
      hint: stepAsAnswer),
  ]

  static let left = "put the answer on the left, as in count > 3"

  static let formulas = [
    WrongLine(#"Repeat(while: name) { Say("a") }"#, 1, compared),
    WrongLine(#"Form("F") { Ask("A", into: name).when(age) }"#, 34, compared),
    WrongLine(
      #"Store(age * 1.5, into: Key<Double>("d"))"#, 11,
      "this key keeps a whole number; for fractions, make it a Key<Double>"),
    WrongLine(
      #"Say("\(100 - age * 0.19)")"#, 18,
      "this key keeps a whole number; for fractions, make it a Key<Double>"),
    WrongLine(
      #"When(3 < age) { Say("a") }"#, 8,
      "operator function '<' requires that 'Key<Int>' conform to 'BinaryInteger'", hint: left),
    WrongLine(
      #"When(10 > age * 2 + 1) { Say("a") }"#, 9,
      "operator function '>' requires that 'Formula<Int>' conform to 'BinaryInteger'"),
    WrongLine(
      #"Store(-age, into: age)"#, 7,
      "referencing operator function '-' on 'FloatingPoint' requires that 'Key<Int>' conform to "
        + "'FloatingPoint'",
      hint: "write 0 - key"),
    WrongLine(
      #"Store("Dear " + name, into: name)"#, 15,
      "operator function '+' requires that 'Key<String>' conform to 'RangeReplaceableCollection'",
      hint: #"put texts together in a text: "Dear \(name)""#),
    WrongLine(
      #"Store(abs(age), into: age)"#, 7,
      "global function 'abs' requires that 'Key<Int>' conform to 'Comparable'",
      hint: "write max(key, 0 - key)"),
    WrongLine(
      #"Confirm("A") == true"#, 14,
      "binary operator '==' cannot be applied to operands of type 'Confirm' and 'Bool'",
      hint: stepAsAnswer),
  ]

  static let pattern = #"a pattern is text, since a flow is data: .matches("[a-z]+")"#
  static let caseType =
    "the value of a Case must have the type of the Switch’s key: Case(value) { … }"

  static let types = [
    WrongLine(#"Say(name)"#, 1, #"write the key in a text: Say("\(key)")"#),
    WrongLine(
      #"Confirm(title)"#, 9,
      "cannot convert value of type 'String' to expected argument type 'Text'",
      hint: #"write it in a text: "\(title)""#),
    WrongLine(
      #"Say(3)"#, 5, "cannot convert value of type 'Int' to expected argument type 'Text'",
      hint: #"write it as a text: "3""#),
    WrongLine(#"Switch(age) { Case("a") { Say("b") } }"#, 15, caseType),
    WrongLine(#"Switch(name) { Case(1) { Say("b") }; Default { Say("c") } }"#, 16, caseType),
    WrongLine(
      #"ChooseMany("A", into: name) { Option("B", "b") }"#, 1,
      "a ChooseMany keeps a list: use a Key<[…]>, or write Choose for one answer"),
    WrongLine(#"Ask("A", into: name).validate(.matches(/a+/))"#, 32, pattern),
    WrongLine(#"When(name.matches(/a+/)) { Say("b") }"#, 11, pattern),
    WrongLine(
      #"Do("x") { let t: String = name; print(t) }"#, 27,
      "cannot convert value of type 'Key<String>' to specified type 'String'",
      hint: #"an answer is read in work: Do("…") { work in … work[key] … }"#),
    WrongLine(
      #"Do("x", writes: []) { print("a") }"#, 21,
      "contextual type for closure argument list expects 1 argument, which cannot be implicitly "
        + "ignored",
      hint: "name what the closure is given, as in { work in … }, or write { _ in … }"),
    WrongLine(
      #"Repeat(while: { age >= 0 }) { Say("a") }"#, 15,
      "closure passed to parameter of type 'any Conditional' that does not accept a closure",
      hint: "write the condition without braces, as in When(age > 3) { … }"),
    WrongLine(
      #"When(Confirm("A")) { Say("a") }"#, 6,
      "argument type 'Confirm' does not conform to expected type 'Conditional'",
      hint: stepAsAnswer),
  ]

  static func unknown(_ name: String, _ rest: String, _ instead: String) -> WrongLine {
    WrongLine(
      name + rest, 1, "cannot find '\(name)' in scope",
      hint: "Libretto has no \(name): write \(instead)")
  }

  static let names = [
    unknown("While", #"(ok) { Say("a") }"#, "Repeat(while: …) { … }"),
    unknown(
      "Select", #"("A", into: name) { Option("B") }"#,
      #"Choose("…", into: key) { Option("…") }"#),
    unknown("Input", #"("A", into: name)"#, #"Ask("…", into: key)"#),
    unknown("Secret", #"("A", into: name)"#, #"Ask("…", into: key).secret()"#),
    unknown(
      "Progress", #"("A") { }"#, #"work.progress(0.4) in Do("…") { work in … }.loading("…")"#),
    unknown("Print", #"("A")"#, #"Say("…")"#),
    WrongLine(
      #"Prompt("A", into: name)"#, 1,
      "argument type 'Prompt' does not conform to expected type 'FlowContent'",
      hint: #"Libretto has no Prompt: write Ask("…", into: key)"#),
    WrongLine(
      #"Ask("A", into: name).value"#, 22, "value of type 'Ask<String>' has no member 'value'",
      hint: stepAsAnswer),
  ]

  static let labels = [
    WrongLine(#"Ask("A", to: name)"#, 1, #"the key follows into: Ask("…", into: key)"#),
    WrongLine(#"Confirm("A", to: ok)"#, 1, #"the key follows into: Confirm("…", into: key)"#),
    WrongLine(
      #"Choose("A", to: name) { Option("B") }"#, 1,
      #"the key follows into: Choose("…", into: key) { … }"#),
    WrongLine(
      #"Alert("A") { Field("B", to: name); Button("C") }"#, 14,
      #"the key follows into: Field("…", into: key)"#),
    WrongLine(#"Store(3, to: age)"#, 1, "the key follows into: Store(value, into: key)"),
    WrongLine(
      #"Ask("A", for: name)"#, 10, #"write into: Ask("…", into: key)"#),
    WrongLine(
      #"Alert("A") { Button("B", style: .destructive) }"#, 14,
      #"a Button has a role: Button("…", role: .destructive) { … }"#),
    WrongLine(
      #"Alert("A") { Button("B", kind: .cancel) }"#, 26,
      #"write role: Button("…", role: .destructive)"#),
  ]

  static let string =
    "a String can't show an answer: write the key in a Say, or read work[key] in a Do"
  static let space = #">> ends a chain and touches its last element: Button("…")>>"#

  /// What is refused by an overload that throws.
  static let throwing = [
    WrongLine(#"Do("x") { print("\(name)") }"#, 19, string),
    WrongLine(#"Do("save \(name)") { _ in }"#, 11, string),
    WrongLine(#"When(name == "\(age)") { Say("a") }"#, 16, string),
    WrongLine(
      #"Say("x \(age > 3)")"#, 9,
      "a text can't show a condition: write When(…) { Say(…) } otherwise: { Say(…) }"),
    WrongLine(#"Do("x") { Say("hi") }"#, 1, "a Do holds work, not steps: put the steps after it"),
    WrongLine(
      #"Choose("A", into: list) { Option("B", "b") }"#, 1,
      #"for several answers, write ChooseMany("…", into: key) { … }"#),
    WrongLine(
      #"Choose("A", from: ["a"], into: list)"#, 1,
      #"for several answers, write ChooseMany("…", from: …, into: key)"#),
    WrongLine(
      #"Alert("A") < Button("B") < Say("c") > Button("D") >> Say("e")"#, 51, space),
    WrongLine(
      #"Alert("A") < Button("B") > Say("c")>>"#, 26,
      #"a step goes into the open Button with <: … < Say("…")"#),
    WrongLine(
      #"Alert("A") < Say("c")>>"#, 12,
      #"an Alert holds Buttons; put the step inside one: … < Button("…") < …"#),
    WrongLine(
      #"Alert("A") < Option("B")>>"#, 12,
      #"an Alert holds Buttons, a Choose holds Options: write Button("…")"#),
    WrongLine(
      #"Alert("A") < Button("B") > Option("C")>>"#, 26,
      #"an Option belongs inside a Choose: Choose("…") < Option("…")"#),
    WrongLine(
      #"Choose("A", into: name) < Button("B")>>"#, 25,
      #"a Choose holds Options, an Alert holds Buttons: write Option("…")"#),
    WrongLine(
      #"Choose("A", into: name) < Say("B")>>"#, 25,
      #"a Choose holds Options; put the step inside one: … < Option("…") < …"#),
    WrongLine(
      #"Choose("A", into: name) < Option("B") > Say("c")>>"#, 39,
      #"a step goes into the open Option with <: … < Say("…")"#),
    WrongLine(
      #"Choose("A", into: age) < Option("B", 1) > Option("C")>>"#, 41,
      #"the value of an Option must have the type of the Choose’s key: Option("…", value)"#),
    WrongLine(
      #"Alert("A") < Button("B") < name>>"#, 32,
      #"a Key is not a step: Ask("…", into: key) asks for it"#),
    WrongLine(
      #"Alert("A") < Button("B") < "c">>"#, 31, #"to tell the person something, write Say("…")"#),
    WrongLine(
      #"When(ok) < Button("B")>>"#, 10,
      #"a Button belongs inside an Alert: Alert("…") < Button("…")"#),
  ]

  static let controlFlow =
    "closure containing control flow statement cannot be used with result builder 'FlowBuilder'"

  static let statements = [
    WrongLine(
      #"while ok { Say("a") }"#, 1, controlFlow,
      hint: "a loop over answers is a step: Repeat(while: …) { … }"),
    WrongLine(
      #"repeat { Say("a") } while ok"#, 1, controlFlow,
      hint: "a loop over answers is a step: Repeat { … } until: { … }"),
    WrongLine(
      #"for _ in 1...3 { Say("a"); break }"#, 28, controlFlow,
      hint: "the step that leaves a Repeat is Break()"),
    WrongLine(
      #"Say("a"); return"#, 11,
      "cannot use explicit 'return' statement in the body of result builder 'FlowBuilder'",
      hint: "the step that ends a flow is Finish()"),
  ]
}
