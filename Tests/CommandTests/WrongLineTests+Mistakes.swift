import Testing

// Mistakes that the script shows by itself, and names that nothing has; by kind.

extension WrongLineTests {
  static let arguments = [
    WrongLine(
      #"Ask("A", default: "x", into: name)"#, 10,
      #"default is a modifier: Ask("…", into: key).default("x")"#),
    WrongLine(
      #"Ask("A", into: name, secret: true)"#, 22,
      #"secret is a modifier: Ask("…", into: key).secret()"#),
    WrongLine(
      #"Ask("A", into: name, validate: .notEmpty)"#, 22,
      #"validate is a modifier: Ask("…", into: key).validate(.notEmpty)"#),
    WrongLine(
      #"Ask("A", into: name, rules: [.notEmpty])"#, 22,
      #"validate is a modifier: Ask("…", into: key).validate(.notEmpty)"#),
    WrongLine(
      #"Ask("A", into: name, timeout: .seconds(3))"#, 22,
      #"timeout is a modifier: Ask("…", into: key).timeout(.seconds(3))"#),
    WrongLine(
      #"Ask("A", id: "x", into: name)"#, 10,
      #"id is a modifier: Ask("…", into: key).id("x")"#),
    WrongLine(
      #"Rate("A", scale: 1...3, into: age, default: 2)"#, 36,
      #"default is a modifier: Rate("…", scale: 1...5, into: key).default(2)"#),
    WrongLine(
      #"Confirm("A", default: true) { Say("a") }"#, 14,
      #"default is a modifier: Confirm("…", into: key).default(true)"#),
    WrongLine(
      #"Choose("A", into: name, default: "x") { Option("x") }"#, 25,
      #"default is a modifier: Choose("…", into: key) { Option("…") }.default("x")"#),
    WrongLine(
      #"Choose("A", from: ["x", "y"], default: "x", into: name)"#, 31,
      #"default is a modifier: Choose("…", into: key) { Option("…") }.default("x")"#),
    WrongLine(
      #"ChooseMany("A", into: list, atLeast: 1) { Option("x") }"#, 29,
      #"atLeast is a modifier: ChooseMany("…", into: key) { Option("…") }.atLeast(1)"#),
    WrongLine(
      #"Choose("A", into: name) { Option("x", when: ok); Option("y", default: true) }"#, 39,
      #"when is a modifier: Option("…").when(ok)"#),
    WrongLine(
      #"Alert("A", dismiss: .seconds(3)) { Button("OK") }"#, 12,
      #"dismiss is a modifier: Alert("…") { Button("…") }.dismiss(after: .seconds(3))"#),
    WrongLine(
      #"Form("A") { Ask("x", into: name, when: ok) }"#, 34,
      #"when is a modifier: Ask("…", into: key).when(ok)"#),
    WrongLine(
      #"Do("x", loading: "y") { print("a") }"#, 9,
      #"loading is a modifier: Do("…") { … }.loading("y")"#),
    WrongLine(
      #"Do("x", retry: 3) { work in print(work[name] ?? "") }"#, 9,
      #"retry is a modifier: Do("…") { … }.retry(3)"#),
    WrongLine(
      #"Do("x", reads: [name]) { work in print(work[name] ?? "") }"#, 9,
      #"reads is a modifier: Do("…") { … }.reads(name)"#),
    WrongLine(
      #"Do("x", undo: { }) { print("a") }"#, 9,
      #"undo is a modifier: Do("…") { … }.undo { … }"#),
    WrongLine(
      #"Do("x") { print("a") } undo: { print("b") }"#, 24,
      #"undo is a modifier: Do("…") { … }.undo { … }"#),
    WrongLine(
      #"Load("x", into: age, loading: "y") { work in work[age] ?? 3 } failure: { _ in Say("a") }"#,
      22,
      #"loading is a modifier: Load("…", into: key) { … }.loading("y")"#),
    WrongLine(
      #"Check("x", into: ok, timeout: .seconds(3)) { true }"#, 22,
      #"timeout is a modifier: Check("…", into: key) { … }.timeout(.seconds(3))"#),
    WrongLine(#"Ask("A", in: name)"#, 10, #"write into: Ask("…", into: key)"#),
    WrongLine(
      #"Rate("A", scale: 1...3, in: age)"#, 25, #"write into: Rate("…", scale: 1...5, into: key)"#),
    WrongLine(
      #"name = Ask("A", into: name)"#, 1,
      #"a step keeps its answer by itself: write into: name in Ask(…)"#),
    WrongLine(
      #"Repeat { Say("a") } until: { age = 3 }"#, 34,
      #"= sets a value; to compare, write ==: age == 3"#),
    WrongLine(
      #"Switch(name)"#, 1, "its cases go in braces: Switch(key) { Case(…) { … } }"),
    WrongLine(
      #"Image("logo.png")"#, 1, "cannot find 'Image' in scope",
      hint: #"Libretto has no Image: write Say("…"), in words: a flow has no pictures"#),
    WrongLine(
      #"Say("x", style: .bold)"#, 10,
      #"Say has no style:; it is written Say("…")"#),
    WrongLine(
      #"Alert("A") { Button("x", action: { print("x") }) }"#, 26,
      #"the steps follow in braces: Button("…") { … }"#),
  ]

  static let missing = [
    WrongLine(
      #"Ask("A")"#, 1,
      #"it keeps the answer under a key: Ask("…", into: key), with let key = Key<String>("key")"#),
    WrongLine(
      #"Ask("A", name)"#, 10,
      #"write into: before the key: Ask("…", into: key)"#),
    WrongLine(
      #"Rate("A")"#, 1,
      #"it keeps the answer under a key: Rate("…", scale: 1...5, into: key), with let key = Key<Int>("key")"#
    ),
    WrongLine(
      #"Rate("A", 1...5, into: age)"#, 11,
      #"write scale: before the range: Rate("…", scale: 1...5, into: key)"#),
    WrongLine(
      #"Rate("A", in: 1...5, into: age)"#, 11,
      #"write scale: Rate("…", scale: 1...5, into: key)"#),
    WrongLine(
      #"Choose("A", options: ["a", "b"], into: name)"#, 13,
      #"write from: Choose("…", from: ["a", "b"], into: key)"#),
    WrongLine(
      #"Choose("A", name) { Option("x") }"#, 13,
      #"write into: before the key: Choose("…", into: key) { Option("…") }"#),
    WrongLine(
      "Store(age + 1, age)", 16,
      "write into: before the key: Store(value, into: key)"),
    WrongLine(
      #"Do { print("x") }"#, 1,
      #"a Do has a name: Do("…") { … }"#),
    WrongLine(
      "Load(into: age) { 3 }", 1,
      #"a Load has a name: Load("…", into: key) { … }"#),
    WrongLine(
      #"Load("x") { 3 }"#, 1,
      #"it keeps the answer under a key: Load("…", into: key) { … }, with let key = Key<String>("key")"#
    ),
    WrongLine(
      #"Form { Ask("A", into: name) }"#, 1,
      #"a Form has a title: Form("…") { … }"#),
    WrongLine(
      #"Alert { Button("x") }"#, 1,
      #"an Alert has a title: Alert("…") { Button("…") }"#),
    WrongLine(
      #"Flow { Say("a") }"#, 1,
      #"a Flow has a name: Flow("…") { … }"#),
    WrongLine(
      #"Note("x")"#, 1,
      #"a Note has a title and a text: Note("…", text: "…")"#),
    WrongLine(
      #"Do("x") { print("a") } failure: { Say("a") }"#, 24,
      "a failure branch is given the error: failure: { error in … }"),
    WrongLine(
      #"Load("x", into: age) { 3 } failure: { Say("a") }"#, 28,
      "a failure branch is given the error: failure: { error in … }"),
    WrongLine(
      #"Operations { Operation("x") { Say("a") } failure: { Say("a") } }"#, 42,
      "a failure branch is given the error: failure: { error in … }"),
    WrongLine(
      #"Do("x") { print("a") } catch: { Say("a") }"#, 24,
      "write failure: Do(…) { … } failure: { error in … }"),
    WrongLine(
      #"When(ok) { Say("a") } else: { Say("b") }"#, 23,
      "write otherwise: When(…) { … } otherwise: { … }"),
    WrongLine(
      #"Confirm("A") { Say("a") } else: { Say("b") }"#, 27,
      "write otherwise: Confirm(…) { … } otherwise: { … }"),
  ]

  static let loops = [
    WrongLine(
      #"Repeat(3) { Say("a") }"#, 8,
      "write times: Repeat(times: 3) { … }"),
    WrongLine(
      #"Repeat(1...3) { Say("a") }"#, 8,
      "write times: Repeat(times: 3) { … }"),
    WrongLine(
      #"Repeat(count: 3) { Say("a") }"#, 8,
      "write times: Repeat(times: 3) { … }"),
    WrongLine(
      #"Repeat(age < 3) { Say("a") }"#, 8,
      "write while: Repeat(while: age < 3) { … }"),
    WrongLine(
      #"Repeat(ok) { Say("a") }"#, 8,
      "write while: Repeat(while: ok) { … }"),
    WrongLine(
      #"Repeat(age) { Say("a") }"#, 8,
      "a loop compares an answer: Repeat(while: age …) { … }"),
    WrongLine(
      #"Repeat(until: age > 3) { Say("a") }"#, 8,
      "the condition comes last: Repeat { … } until: { age > 3 }"),
    WrongLine(
      #"Repeat(times: age) { Say("a") }"#, 8,
      "the number of rounds is known when the flow is declared; with an answer, write Repeat(while: …) { … }"
    ),
    WrongLine(
      #"for i in 0..<age { Say("a \(i)") }"#, 11,
      "for-in loop requires 'Bounds<Int>' to conform to 'Sequence'",
      hint:
        "for runs when the flow is declared, before there are answers; a loop over answers is a step: Repeat(while: …) { … }"
    ),
  ]

  static let assignments = [
    WrongLine(
      "age = age + 1", 1,
      "a flow changes an answer with a step: Store(age + 1, into: age)"),
    WrongLine(
      #"name = "Bob""#, 1,
      #"a flow changes an answer with a step: Store("Bob", into: name)"#),
    WrongLine(
      "age += 1", 1,
      "a flow changes an answer with a step: Store(age + 1, into: age)"),
    WrongLine(
      "age++", 1,
      "a flow changes an answer with a step: Store(age + 1, into: age)"),
    WrongLine(
      #"When(name = "Bob") { Say("a") }"#, 11,
      #"= sets a value; to compare, write ==: name == "Bob""#),
    WrongLine(
      #"Repeat(while: age = 3) { Say("a") }"#, 19,
      "= sets a value; to compare, write ==: age == 3"),
    WrongLine(
      #"if name = "Bob" { Say("a") }"#, 9,
      #"= sets a value; to compare, write ==: name == "Bob""#),
    WrongLine(
      #"Do("x") { age = 3 }"#, 11,
      #"in work, write work[age] for an answer: Do("…") { work in … }"#),
    WrongLine(
      "Store(age = 3)", 11,
      "write into: Store(3, into: age)"),
    WrongLine(
      #"When(name == nil) { Say("a") }"#, 6,
      "a key is never nil; whether it has an answer is !name.isSet"),
    WrongLine(
      #"When(name != nil) { Say("a") }"#, 6,
      "a key is never nil; whether it has an answer is name.isSet"),
  ]

  static let members = [
    WrongLine(
      #"Ask("A", into: name).validates(.notEmpty)"#, 22,
      "value of type 'Ask<String>' has no member 'validates'",
      hint: "write .validate(…)"),
    WrongLine(
      #"Ask("A", into: name).valdiate(.notEmpty)"#, 22,
      "value of type 'Ask<String>' has no member 'valdiate'",
      hint: "did you mean .validate(…)?"),
    WrongLine(
      #"Ask("A", into: name).hidden()"#, 22,
      "value of type 'Ask<String>' has no member 'hidden'",
      hint: "write .secret()"),
    WrongLine(
      #"Ask("A", into: name).required()"#, 22,
      "value of type 'Ask<String>' has no member 'required'",
      hint:
        "an answer is needed unless the question is .optional(); for a text that isn’t empty, write .validate(.notEmpty)"
    ),
    WrongLine(
      #"Ask("A", into: age).min(3)"#, 21,
      "value of type 'Ask<Int>' has no member 'min'",
      hint: "that is a rule: .validate(.range(1...10))"),
    WrongLine(
      #"Ask("A", into: name).message("b")"#, 22,
      "value of type 'Ask<String>' has no member 'message'",
      hint:
        "Ask has .id, .help, .when, .timeout, .on, .default, .placeholder, .secret, .optional, .validate, .validateDrafts, .trimmed, .lowercased, .uppercased, .check, .multiline"
    ),
    WrongLine(
      #"Choose("A", into: name) { Option("x").selected(); Option("y") }"#, 39,
      "value of type 'Option<String>' has no member 'selected'",
      hint: "write .default()"),
    WrongLine(
      #"Alert("A") { Button("x").destructive() }"#, 26,
      "value of type 'Button' has no member 'destructive'",
      hint: #"a Button has a role: Button("…", role: .destructive)"#),
    WrongLine(
      #"Alert("A").message("x")"#, 12,
      "value of type 'Alert' has no member 'message'",
      hint: "message: is an argument, within the parentheses"),
    WrongLine(
      #"Do("x") { }.onFailure { Say("a") }"#, 13,
      "value of type 'Do' has no member 'onFailure'",
      hint: #"write failure: Do("…") { … } failure: { error in … }"#),
    WrongLine(
      #"Say("A").bold()"#, 10,
      "value of type 'Say' has no member 'bold'",
      hint: #"a Say has no modifiers: Say("…")"#),
    WrongLine(
      #"Confirm("A").yes("ok")"#, 14,
      "value of type 'Confirm' has no member 'yes'",
      hint: "Confirm has .id, .help, .when, .timeout, .on, .default"),
    WrongLine(
      #"Say("Hello, \(name.uppercased())")"#, 20,
      "value of type 'Key<String>' has no member 'uppercased'",
      hint: "write .uppercased() after the question that asks for it"),
    WrongLine(
      #"Say("Hello, \(name.value)")"#, 20,
      "value of type 'Key<String>' has no member 'value'",
      hint: #"a text shows the answer of a key: "\(name)"; in a Do, write work[name]"#),
    WrongLine(
      #"Say("Hello, \(list.joined())")"#, 20,
      "value of type 'Key<[String]>' has no member 'joined'",
      hint: #"write "\(list)" in a text, or Say(list: list)"#),
    WrongLine(
      #"When(name.hasPrefix("a")) { Say("a") }"#, 11,
      "value of type 'Key<String>' has no member 'hasPrefix'",
      hint: #"write name.matches("a.*") in a condition"#),
    WrongLine(
      #"Do("x") { print(name.uppercased()) }"#, 22,
      "value of type 'Key<String>' has no member 'uppercased'",
      hint: "in work, the answer is try work.answer(name)"),
    WrongLine(
      #"Flow("x") { Say("a") }.start()"#, 24,
      "value of type 'Flow' has no member 'start'",
      hint: #"write await Flow("…") { … }.main()"#),
  ]

  static let rules = [
    WrongLine(
      #"Ask("A", into: name).validate { $0.count > 3 }"#, 22,
      #"your own code goes into .check("name", message: "…") { answer in … }"#),
    WrongLine(
      #"Ask("A", into: name).validate("Too short.") { $0.count > 3 }"#, 22,
      #"your own code goes into .check("name", message: "…") { answer in … }"#),
    WrongLine(
      #"Ask("A", into: name).validate { value, work in value == work[name] ? nil : "no" }"#, 22,
      #"to compare with another answer, write .validate(.equals(key)); your own code goes into .check("name", reads: [key]) { answer, answers in … }"#
    ),
    WrongLine(
      #"Ask("A", into: name).validate("[a-z]+")"#, 22,
      #"a rule of text is a pattern: .validate(.matches("…", message: "…"))"#),
    WrongLine(
      #"Ask("A", into: age).validate(1...16)"#, 21,
      "a range is a rule: .validate(.range(1...16))"),
    WrongLine(
      #"Ask("A", into: name).validate(.matches(name))"#, 22,
      "for the same answer, write .equals(name)"),
    WrongLine(
      #"Ask("A", into: name).validate(.length(age))"#, 22,
      "the length of a text is fixed: .length(1...10)"),
    WrongLine(
      #"Ask("A", into: age).validate(.range(age))"#, 21,
      "a range may end at an answer: .range(1...age)"),
    WrongLine(
      #"Ask("A", into: name).validate(.equal(to: name))"#, 32,
      "for the answer of another question, write .equals(key)"),
    WrongLine(
      #"Ask("A", into: name).validate(.equalTo(name))"#, 22,
      "write .equals(name)"),
    WrongLine(
      #"Ask("A", into: age).validate(.in(1...16))"#, 31,
      "to limit a number, write .range(1...10)"),
    WrongLine(
      #"Ask("A", into: age).validate(.max(3))"#, 31,
      "type 'Rule<Int>' has no member 'max'",
      hint: "write .range(1...10)"),
    WrongLine(
      #"Ask("A", into: name).validate(.custom { $0.count > 3 })"#, 32,
      #"your own code goes after the question: .check("name") { answer in … }"#),
    WrongLine(
      #"Ask("A", into: name).validate(.required)"#, 32,
      "write .notEmpty"),
    WrongLine(
      #"Ask("A", into: name).validate(.notempty)"#, 32,
      "type 'Rule<String>' has no member 'notempty'",
      hint: "write .notEmpty"),
    WrongLine(
      #"Ask("A", into: name).validate(.minlength(3))"#, 32,
      "type 'Rule<String>' has no member 'minlength'",
      hint: "write .length(1...10)"),
    WrongLine(
      #"Ask("A", into: name).validate(.equals("x"))"#, 39,
      "cannot convert value of type 'String' to expected argument type 'Key<String>'",
      hint: "it is compared with the answer of a key; for fixed values, write .oneOf([…])"),
  ]

  static let unknown = [
    WrongLine(
      #"Aks("A", into: name)"#, 1,
      "cannot find 'Aks' in scope",
      hint: "did you mean Ask?"),
    WrongLine(
      #"Chose("A", into: name) { Option("x") }"#, 1,
      "cannot find 'Chose' in scope",
      hint: "did you mean Choose?"),
    WrongLine(
      #"Alert("A") { Buton("x") }"#, 14,
      "cannot find 'Buton' in scope",
      hint: "did you mean Button?"),
    WrongLine(
      #"Ask("A", into: nmae)"#, 16,
      "cannot find 'nmae' in scope",
      hint: "did you mean name?"),
    WrongLine(
      #"Ask("A", into: email)"#, 16,
      "cannot find 'email' in scope",
      hint: #"declare the key first: let email = Key<String>("email")"#),
    WrongLine(
      #"Ask("A", into: $title)"#, 16,
      "cannot find '$title' in scope",
      hint: #"an answer is kept under a key: let name = Key<String>("name"), and into: name"#),
    WrongLine(
      #"Do("x") { print(work[name] ?? "") }"#, 17,
      "cannot find 'work' in scope",
      hint: "the closure names what it is given: { work in … }"),
  ]

  static let work = [
    WrongLine(
      #"Do("x") { work in work.report(0.2); print("x") }"#, 24,
      "Work has no report: write work.progress(0.4)"),
    WrongLine(
      #"Load("x", into: age) { work in work.report(0.2); return 3 }"#, 37,
      "Work has no report: write work.progress(0.4)"),
    WrongLine(
      #"Do("x", into: age) { work in work.update(0.2); return 3 }"#, 35,
      "Work has no update: write work.progress(0.4)"),
    WrongLine(
      #"Do("x") { work in let n = work.get(name); print(n) }"#, 32,
      "Work has no get: write work[key], or try work.answer(key)"),
    WrongLine(
      #"Do("x") { task in task.print("a"); print("b") }"#, 24,
      #"Work has no print: write task.log("…")"#),
    WrongLine(
      #"Do("x") { work in work.progres(0.2); print("b") }"#, 24,
      "Work has no progres: write work.progress(0.4)"),
    WrongLine(
      #"Do("x") { work in let n: String = work[name]; print(n) }"#, 39,
      "value of optional type 'String?' must be unwrapped to a value of type 'String'",
      hint: "the answer of a question before it: try work.answer(key)"),
  ]

  static let kinds = [
    WrongLine(#"When(name) { Say("a") }"#, 1, compared),
    WrongLine(
      #"When(!name) { Say("a") }"#, 7,
      "cannot convert value of type 'Key<String>' to expected argument type 'Key<Bool>'",
      hint: "a condition compares the answer, name == …, or tests name.isSet"),
    WrongLine(
      #"Confirm("A", into: name)"#, 20,
      "cannot convert value of type 'Key<String>' to expected argument type 'Key<Bool>'",
      hint: "yes or no is kept under a Key<Bool>"),
    WrongLine(
      "Store(3, into: name)", 16,
      "cannot convert value of type 'Key<String>' to expected argument type 'Key<Int>'",
      hint: "both must have one type: make it a Key<Int>, or give what a Key<String> keeps"),
    WrongLine(
      "Finish(name)", 8,
      "cannot convert value of type 'Key<String>' to expected argument type 'Text'",
      hint: #"write it in a text: "\(name)""#),
    WrongLine(
      #"Alert(name) { Button("OK") }"#, 1,
      "initializer 'init(_:message:fileID:line:_:)' requires that 'Key<String>' conform to 'StringProtocol'",
      hint: #"write it in a text: "\(…)""#),
    WrongLine(
      "Wait(3)", 6,
      "cannot convert value of type 'Int' to expected argument type 'Duration'",
      hint: "write .seconds(3)"),
    WrongLine(
      #"Case("a") { Say("x") }"#, 1,
      "a Case belongs inside a Switch: Switch(key) { Case(value) { … } }"),
    WrongLine(
      #"Alert("A") > Button("B") > Button("C")"#, 12,
      #"write < before the first Button: Alert("…") < Button("…")"#),
    WrongLine(
      #"Choose("A", into: name) > Option("B")"#, 25,
      #"write < before the first Option: Choose("…") < Option("…")"#),
    WrongLine(
      #"Alert("A") << Button("B")"#, 12,
      #"write < before the first Button: Alert("…") < Button("…")"#),
    WrongLine(
      #"Button("B") < Say("c") > Button("D")"#, 1,
      #"a chain begins with what holds it: Alert("…") < Button("…")"#),
    WrongLine(
      #"await Ask("A", into: name)"#, 1,
      "a step is declared, not performed: remove await"),
    WrongLine(
      #"try Say("a")"#, 1,
      "a step is declared, not performed: remove try"),
    WrongLine(
      #"if let n = name { Say("a \(n)") }"#, 4,
      "initializer for conditional binding must have Optional type, not 'Key<String>'",
      hint: "an answer is known when the flow is performed: write When(key.isSet) { … }"),
    WrongLine(
      #"guard name == "x" else { return }"#, 26,
      "cannot use explicit 'return' statement in the body of result builder 'FlowBuilder'",
      hint: "write When(…) { … Finish() }"),
    WrongLine(
      #"return Say("a")"#, 1,
      "cannot use explicit 'return' statement in the body of result builder 'FlowBuilder'",
      hint: "a step needs no return: write the step alone"),
    WrongLine(
      #"await Flow("x") { Say("a") }.main()"#, 1,
      "argument type 'Never' does not conform to expected type 'FlowContent'",
      hint: #"a flow in a flow is a step: Flow("…") { … }, without await and main()"#),
  ]

  static let progress =
    #"write work.progress(0.4), a fraction, or work.progress(0.4, label: "…")"#

  static let variants = [
    WrongLine(
      #"Ask("A", into: age, range: 1...3)"#, 21,
      #"validate is a modifier: Ask("…", into: key).validate(.range(1...10))"#),
    WrongLine(
      #"Ask(title: "A", into: name)"#, 1,
      #"its text has no label: Ask("…", into: key)"#),
    WrongLine(
      #"Ask("A", key: name)"#, 10,
      #"write into: Ask("…", into: key)"#),
    WrongLine(
      #"Ask("A", into: name) { Say("a") }"#, 22,
      #"the next step goes on a line of its own: Ask("…", into: key) has no body"#),
    WrongLine(
      #"Say("A", "B")"#, 10,
      #"it has one text: Say("…")"#),
    WrongLine(
      #"Say(text: "A")"#, 1,
      #"its text has no label: Say("…")"#),
    WrongLine(
      #"Confirm("A", yes: { Say("a") }, no: { Say("b") })"#, 14,
      #"write otherwise: Confirm("…") { … } otherwise: { … }"#),
    WrongLine(
      #"Confirm("A") { Say("a") } no: { Say("b") }"#, 27,
      "write otherwise: Confirm(…) { … } otherwise: { … }"),
    WrongLine(
      #"Choose("A", ["a", "b"], into: name)"#, 13,
      #"write from: before a list: Choose("…", from: ["a", "b"], into: key)"#),
    WrongLine(
      #"Choose("A", into: name) { Option("x", value: "y") }"#, 39,
      #"the value has no label: Option("…", value)"#),
    WrongLine(
      #"Alert("A", "message") { Button("OK") }"#, 12,
      #"write message: before it: Alert("…", message: "…") { … }"#),
    WrongLine(
      #"Alert("A") { Button("OK", .destructive) }"#, 27,
      #"write role: before it: Button("…", role: .destructive)"#),
    WrongLine(
      #"Alert("A") { Button("OK", destructive: true) }"#, 27,
      #"write role: Button("…", role: .destructive)"#),
    WrongLine(
      #"Do(name: "x") { print("a") }"#, 1,
      #"its text has no label: Do("…") { … }"#),
    WrongLine(
      #"Do("x", writes: name) { work in work[name] = "x" }"#, 17,
      "cannot convert value of type 'Key<String>' to expected argument type '[any AnyKey]'",
      hint: "write a list: [name]"),
    WrongLine(
      #"Rate("A", 5, into: age)"#, 11,
      #"write scale: before the range: Rate("…", scale: 1...5, into: key)"#),
    WrongLine(
      #"Rate("A", max: 5, into: age)"#, 11,
      #"write scale: Rate("…", scale: 1...5, into: key)"#),
    WrongLine(
      #"Rate("A", scale: 5, into: age)"#, 18,
      "cannot convert value of type 'Int' to expected argument type 'ClosedRange<Int>'",
      hint: "write a range, as in 1...5"),
    WrongLine(
      "Store(age, 5)", 12,
      "the value comes first: Store(5, into: age)"),
    WrongLine(
      #"When(ok, true) { Say("a") }"#, 10,
      "conditions are joined with && and ||: When(age > 3 && sure) { … }"),
    WrongLine(
      #"When(age => 3) { Say("a") }"#, 10,
      "cannot find operator '=>' in scope",
      hint: "write >="),
    WrongLine(
      #"Repeat { Say("a") } while: { age > 3 }"#, 21,
      "while: comes first: Repeat(while: …) { … }"),
    WrongLine(
      #"Confirm("A") > Say("b")"#, 14,
      #"write < before its first step: Confirm(…) < Say("…")"#),
    WrongLine(
      #"When(ok) > Say("b")"#, 10,
      #"write < before its first step: When(…) < Say("…")"#),
    WrongLine(
      #"Ask("A", into: name).secret(true)"#, 29,
      "argument passed to call that takes no arguments",
      hint: "write it without an argument, as in .secret()"),
    WrongLine(
      #"Confirm("A").default(true) { Say("b") } otherwise: { Say("c") }"#, 21,
      "extra trailing closures at positions #2, #3 in call",
      hint:
        "a modifier stands behind the branches: Confirm(\"…\") { … } otherwise: { … }.default(true)"
    ),
    WrongLine(
      #"Ask("A", into: name).default"#, 22,
      "argument type '@Sendable (Text) -> Ask<String>' does not conform to expected type 'FlowContent'",
      hint: "a modifier has parentheses: .default(…)"),
    WrongLine(
      #"Ask("A", into: name).validate(.notEmpty())"#, 41,
      "missing argument for parameter 'message' in call",
      hint: "without a message, write it without parentheses, as in .notEmpty"),
    WrongLine(
      #"Ask("A", into: name).validate(.oneOf("a", "b"))"#, 22,
      #"write a list: .oneOf(["a", "b"])"#),
    WrongLine(
      #"Ask("A", into: name).validate(notEmpty)"#, 31,
      "cannot find 'notEmpty' in scope",
      hint: "a rule begins with a dot: .notEmpty"),
    WrongLine(
      #"Ask("A", into: name).check("c") { $0 == "x" ? nil : "no" }"#, 45,
      "cannot convert value of type 'String?' to closure result type 'Bool'",
      hint:
        #"this check returns whether the answer passes; one that says what is wrong is .check("name", reads: []) { answer, answers in … }"#
    ),
    WrongLine(
      #"Do("x") { work in work["name"] = "x" }"#, 24,
      "cannot convert value of type 'String' to expected argument type 'Key<String>'",
      hint: "write the key, without quotation marks: work[key]"),
    WrongLine(
      #"Do("x") { work in work.progress("a", 0.5) }"#, 24, progress),
    WrongLine(
      #"Do("x") { work in work.progress(1, of: 4) }"#, 24, progress),
    WrongLine(
      #"Do("x") { work in work.progress(0.5, "a") }"#, 24, progress),
    WrongLine(
      #"Textfield("A", into: name)"#, 1,
      "cannot find 'Textfield' in scope",
      hint: #"Libretto has no Textfield: write Ask("…", into: key)"#),
    WrongLine(
      #"Ask("A", into: name).validate(.custom)"#, 32,
      "member 'custom' expects argument of type '(String) -> Bool'",
      hint:
        #"your own code goes after the question: .check("name", message: "…") { answer in … }"#),
    WrongLine(
      #"Say("\(age + name)")"#, 14,
      "cannot convert value of type 'Key<String>' to expected argument type 'Key<Int>'",
      hint: #"texts stand side by side: "\(first)\(second)""#),
    WrongLine(
      #"Goto("x")"#, 1, "cannot find 'Goto' in scope",
      hint:
        "Libretto has no Goto: write steps in their order, with When(…) { … }, Repeat(…) { … } or Back()"
    ),
    WrongLine(#"Finish(named: "x")"#, 8, #"write name: Finish(name: "…")"#),
    WrongLine(
      #"Switch(name) { Case("x") { Say("a") } default: { Say("b") } }"#, 39,
      "everything else is a case of its own: Default { … }"),
    WrongLine(
      #"name == "x""#, 6, "a condition is not a step: When(…) { … } takes a branch"),
  ]
}
