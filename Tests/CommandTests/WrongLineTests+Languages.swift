// Mistakes of people who know another language or library; by kind.

extension WrongLineTests {
  static let foreign = [
    WrongLine(
      #"say "hello""#, 4,
      #"consecutive statements on a line must be separated by ';'"#,
      hint: #"write Say("…")"#),
    WrongLine(
      #"raise ValueError("x")"#, 1,
      #"the step that fails a flow is Fail("…")"#),
    WrongLine(
      #"throw new Failed("x")"#, 1,
      #"the step that fails a flow is Fail("…")"#),
    WrongLine(
      #"def part(): Say("a")"#, 1,
      #"write func part() { … }, or @FlowBuilder func part() -> some FlowContent { … } for steps"#),
    WrongLine(
      #"function part() { Say("a") }"#, 1,
      #"write func part() { … }, or @FlowBuilder func part() -> some FlowContent { … } for steps"#),
    WrongLine(
      #"lambda x: x"#, 7,
      #"consecutive statements on a line must be separated by ';'"#,
      hint: #"neither Swift nor Libretto has a word lambda"#),
    WrongLine(
      #"elif ok { Say("a") }"#, 1,
      #"another condition goes into otherwise: otherwise: { When(…) { … } }"#),
    WrongLine(
      #"export default Say("a")"#, 1,
      #"remove export"#),
    WrongLine(
      #"let days Key<Int>("days")"#, 1,
      #"write = before the key: let days = Key<Int>("days")"#),
    WrongLine(
      #"let flow = new Flow("m") { Say("a") }"#, 16,
      #"remove new: a value is made by its name alone"#),
    WrongLine(
      #"-- a comment"#, 1,
      #"a comment begins with //"#),
    WrongLine(
      #"with Flow("x"): Say("a")"#, 5,
      #"consecutive statements on a line must be separated by ';'"#,
      hint: #"neither Swift nor Libretto has a word with"#),
    WrongLine(
      #"Say("a") # a comment"#, 10,
      #"a comment begins with //"#),
    WrongLine(
      #"Say("a") Say("b")"#, 10,
      #"the next step goes on a line of its own"#),
    WrongLine(
      #"Choose("A", into: name) { Option("a") Option("b") }"#, 39,
      #"the next Option goes on a line of its own"#),
    WrongLine(
      #"When(ok) Say("a")"#, 10,
      #"its steps go in braces: When(…) { … }"#),
    WrongLine(
      #"When(ok): Say("a")"#, 9,
      #"its steps go in braces: When(…) { … }"#),
    WrongLine(
      #"When(ok) { Say("a") } Else { Say("b") }"#, 23,
      #"write otherwise: When(…) { … } otherwise: { … }"#),
    WrongLine(
      #"When(ok) ? Say("a") : Say("b")"#, 10,
      #"its branches go in braces: When(…) { … } otherwise: { … }"#),
    WrongLine(
      #"Repeat { Say("a") } while(ok)"#, 21,
      #"while: comes first: Repeat(while: …) { … }"#),
    WrongLine(
      #"repeat { Say("a") } until: { age > 3 }"#, 1,
      #"write Repeat: Repeat { … } until: { … }"#),
    WrongLine(
      #"Load("x") { "a" } into: name"#, 19,
      #"into: is an argument, within the parentheses"#),
    WrongLine(
      #"Switch(name) { case "a": Say("x"); default: Say("y") }"#, 16,
      #"the cases of a Switch are steps, too: Case("…") { … }"#),
    WrongLine(
      #"Switch { case "a": Say("x") }"#, 1,
      #"it depends on a key: Switch(key) { Case(…) { … } }"#),
    WrongLine(
      #"Switch(name) { Case("a"): Say("x") }"#, 25,
      #"its steps go in braces: Case("…") { … }"#),
    WrongLine(
      #"Switch(name) { Case("a") { Say("x") }; otherwise { Say("y") } }"#, 40,
      #"the last part of a Switch is Default { … }"#),
    WrongLine(
      #"Choose("A", into: name) { "a": Say("x") }"#, 27,
      #"write Option("a") { … }"#),
    WrongLine(
      #"do("x") { print("x") }"#, 1,
      #"write Do, with a capital letter: Do("…") { … }"#),
    WrongLine(
      #"Do("x") failure: { error in Say("\(error)") }"#, 1,
      #"its work goes in braces: Do("…") { … }"#),
    WrongLine(
      #"Do("x") { print "hello" }"#, 16,
      #"consecutive statements on a line must be separated by ';'"#,
      hint: #"write print("…")"#),
    WrongLine(
      #"Say("a"); otherwise { Say("b") }"#, 11,
      #"otherwise: belongs to a When or a Confirm: When(…) { … } otherwise: { … }"#),
    WrongLine(
      #"Choose("A", into: name) { case "a": Say("x") }"#, 27,
      #"each answer is written Option("…") { … }"#),
    WrongLine(
      #"Ask("A", into: name).check("c") { $0 != "x" } message: "B""#, 47,
      #"message: is an argument, within the parentheses"#),
  ]

  static let commas = [
    WrongLine(
      #"When(age in 3...5) { Say("a") }"#, 10,
      #"expected ',' separator"#,
      hint: #"compare twice: age >= 3 && age <= 5"#),
    WrongLine(
      #"Say("say "hi" now")"#, 11,
      #"expected ',' separator"#,
      hint: #"a quotation mark in a text is written \""#),
    WrongLine(
      #"Say("a"]"#, 8,
      #"expected ',' separator"#,
      hint: #"write ) in place of ]"#),
    WrongLine(
      #"Say("C:\path")"#, 9,
      #"invalid escape sequence in literal"#,
      hint: #"a backslash in a text is written \\"#),
    WrongLine(
      #"Ask("A", into: name).validate(.length(> 3))"#, 39,
      #"unary operator cannot be separated from its operand"#,
      hint: #"a rule has a range, as in 3... or 1...9"#),
  ]

  static let spellings = [
    WrongLine(
      #"Ask("A", into=name)"#, 10,
      #"write a colon: into: name"#),
    WrongLine(
      #"Choose("A", options=["a"], into: name)"#, 13,
      #"write from: Choose("…", from: ["a", "b"], into: key)"#),
    WrongLine(
      #"Ask("A", into: name).validate(answer => answer.count > 3)"#, 22,
      #"your own code goes into .check("name", message: "…") { answer in … }"#),
    WrongLine(
      #"Do("x", () => { print("x") })"#, 1,
      #"its work goes in braces: Do("…") { … }"#),
    WrongLine(
      #"Do("x") { (work) => print("x") }"#, 11,
      #"what a closure is given is named inside its braces: { answer in … }"#),
    WrongLine(
      #"Ask("A", into: name).default = "x""#, 22,
      #"a modifier is given its value in parentheses: .default("x")"#),
    WrongLine(
      #"Ask("A", into: name).validate(min: 3)"#, 22,
      #"a rule begins with a dot: .validate(.length(1...10))"#),
    WrongLine(
      #"Ask("A", into: name).min(3)"#, 22,
      #"value of type 'Ask<String>' has no member 'min'"#,
      hint: #"that is a rule: .validate(.length(1...10))"#),
    WrongLine(
      #"Ask("A", into: name).onSubmit { Say("x") }"#, 22,
      #"value of type 'Ask<String>' has no member 'onSubmit'"#,
      hint: #"the next step goes below it, on a line of its own"#),
    WrongLine(
      #"Confirm("A").then { Say("x") }"#, 14,
      #"value of type 'Confirm' has no member 'then'"#,
      hint: #"its steps go in braces: Confirm("…") { … }"#),
    WrongLine(
      #"Choose("A", into: name, multiple: true) { Option("a") }"#, 25,
      #"for several answers, write ChooseMany("…", into: key) { Option("…") }"#),
    WrongLine(
      #"Do("x", name) { "a" }"#, 9,
      #"write into: before the key: Do("…", into: key) { … }"#),
    WrongLine(
      #"let city = Key[String]("city")"#, 12,
      #"a key has the type of its answer: Key<String>("city")"#),
    WrongLine(
      #"let city = Key<String>("city", default: "Bonn")"#, 12,
      #"a key has only a name: Key<String>("city")"#),
    WrongLine(
      #"let city = Key<String>(city)"#, 12,
      #"the name of a key is a text: Key<String>("city")"#),
    WrongLine(
      #"let city: Key<String> = "city""#, 25,
      #"cannot convert value of type 'String' to specified type 'Key<String>'"#,
      hint: #"write Key<String>("…")"#),
    WrongLine(
      #"name = input("Name?")"#, 1,
      #"a question is a step: Ask("…", into: name)"#),
    WrongLine(
      #"When(name == null) { Say("a") }"#, 6,
      #"a key is never nil; whether it has an answer is !name.isSet"#),
    WrongLine(
      #"When(name is None) { Say("a") }"#, 6,
      #"a key is never nil; whether it has an answer is !name.isSet"#),
    WrongLine(
      #"When(len(list) > 3) { Say("a") }"#, 6,
      #"cannot find 'len' in scope"#,
      hint: #"write list.count"#),
    WrongLine(
      #"Say(str(age))"#, 5,
      #"cannot find 'str' in scope"#,
      hint: #"write it in a text: "\(age)""#),
    WrongLine(
      #"When(ok == True) { Say("a") }"#, 12,
      #"cannot find 'True' in scope"#,
      hint: #"write true"#),
    WrongLine(
      #"When(list.includes("a")) { Say("a") }"#, 11,
      #"value of type 'Key<[String]>' has no member 'includes'"#,
      hint: #"write list.contains(…) in a condition"#),
    WrongLine(
      #"When(name && ok) { Say("a") }"#, 6,
      #"operator function '&&' requires the types 'String' and 'Bool' be equivalent"#,
      hint: #"a condition compares the answer, as in age > 3, or tests age.isSet"#),
    WrongLine(
      #"When((3...5).contains(age)) { Say("a") }"#, 14,
      #"instance method 'contains' requires that 'Key<Int>' conform to 'Collection'"#,
      hint: #"compare the answer with each value, or twice: age >= 3 && age <= 5"#),
    WrongLine(
      #"Say("\(list[0])")"#, 12,
      #"value of type 'Key<[String]>' has no subscripts"#,
      hint: #"a part of an answer is read in work: Do("…") { work in … try work.answer(key) … }"#),
    WrongLine(
      #"Say("\(name!)")"#, 12,
      #"cannot force unwrap value of non-optional type 'Key<String>'"#,
      hint: #"a text shows an answer by its key: remove !"#),
    WrongLine(
      #"Say("Total: " + age * 2)"#, 15,
      #"operator function '+' requires that 'Formula<Int>' conform to "#
        + #"'RangeReplaceableCollection'"#,
      hint: #"put texts together in a text: "Dear \(name)""#),
    WrongLine(
      #"Say("\(Int(age) + 2)")"#, 8,
      #"initializer 'init(_:)' requires that 'Key<Int>' conform to 'BinaryInteger'"#,
      hint: #"an answer has the type of its key: write the key alone"#),
    WrongLine(
      #"Ask("A", into: &name)"#, 16,
      #"'&' used with non-inout argument of type 'Key<String>'"#,
      hint: #"write the key alone, without &"#),
    WrongLine(
      #"Ask("A", into: self.name)"#, 16,
      #"cannot find 'self' in scope; did you mean to use it in a type or extension context?"#,
      hint: #"a script has no self: write the name alone"#),
    WrongLine(
      #"Say(Hello)"#, 5,
      #"cannot find 'Hello' in scope"#,
      hint: #"a text stands in quotation marks: "Hello""#),
    WrongLine(
      #"Say(Ask("A", into: name))"#, 5,
      #"cannot convert value of type 'Ask<String>' to expected argument type 'Text'"#,
      hint: #"a step isn't its answer: keep the answer with into: key, and use the key"#),
    WrongLine(
      #"Choose(["a"], into: name)"#, 8,
      #"cannot convert value of type '[String]' to expected argument type 'Text'"#,
      hint: #"a text comes first"#),
    WrongLine(
      #"Choose("A", from: [1], into: name)"#, 20,
      #"cannot convert value of type 'Int' to expected element type 'String'"#,
      hint: #"the values of the list have the type of the key, String"#),
    WrongLine(
      #"ChooseMany("A", from: ["a"], into: name)"#, 36,
      #"cannot convert value of type 'Key<String>' to expected argument type 'Key<[String]>'"#,
      hint: #"both must have one type: make it a Key<[String]>, or give what a Key<String> keeps"#),
    WrongLine(
      #"Choose("A", into: "name") { Option("a") }"#, 19,
      #"cannot convert value of type 'String' to expected argument type 'Key<String>'"#,
      hint: #"an answer is kept under a key: let name = Key<String>("name"), and into: name"#),
    WrongLine(
      #"Choose("A", into: Key<String>) { Option("a") }"#, 19,
      #"cannot convert value of type 'Key<String>.Type' to expected argument type 'Key<String>'"#,
      hint: #"a key has a name: let name = Key<String>("name"), and into: name"#),
    WrongLine(
      #"let city = Key<Number>("city")"#, 16,
      #"cannot find type 'Number' in scope"#,
      hint: #"write Key<Int>, or Key<Double> for fractions"#),
    WrongLine(
      #"let city = Key<List>("city")"#, 16,
      #"cannot find type 'List' in scope"#,
      hint: #"a list is written [String]: Key<[String]>"#),
    WrongLine(
      #"VStack { Say("a") }"#, 1,
      #"cannot find 'VStack' in scope"#,
      hint: #"Libretto has no VStack: write the steps one below the other"#),
    WrongLine(
      #"console.log("x")"#, 1,
      #"cannot find 'console' in scope"#,
      hint: #"Libretto has no console: write Say("…")"#),
    WrongLine(
      #"Text("a")"#, 1,
      #"to tell the person something, write Say("…")"#),
    WrongLine(
      #"Form("A") { Text("a") }"#, 13,
      #"a Form holds questions: Ask, Rate, Confirm, Choose, ChooseMany; put the step beside it"#),
    WrongLine(
      #"When(ok, { Say("a") }, { Say("b") })"#, 10,
      #"its branches go in braces: When(…) { … } otherwise: { … }"#),
    WrongLine(
      #"Repeat(until: { ok == true }) { Say("a") }"#, 8,
      #"the condition comes last: Repeat { … } until: { ok == true }"#),
    WrongLine(
      #"Say("Hello %s" % name)"#, 16,
      #"referencing operator function '%' on 'SIMD' requires that 'Text' conform to 'SIMD'"#,
      hint: #"a text shows an answer by its key: "Hello, \(name)""#),
    WrongLine(
      #"Choose("A", into: name) { Option("a") }.onSelect { Say("x") }"#, 41,
      #"value of type 'Choose<String>' has no member 'onSelect'"#,
      hint: #"its steps go in braces: Option("…") { … }"#),
  ]

  static let inWork = [
    WrongLine(
      #"Do("x") { work in print(try work.answer()) }"#, 34,
      #"it is given a key: try work.answer(key)"#),
    WrongLine(
      #"Do("x") { work in print(try work.answer(3)) }"#, 34,
      #"it is given a key: try work.answer(key)"#),
    WrongLine(
      #"Do("x") { work in let a = try work.answer(name, default: "x"); print(a) }"#, 36,
      #"write work[name, default: "x"]"#),
    WrongLine(
      #"Do("x") { work in let a = try work.answer(name, age); print(a) }"#, 36,
      #"it is given one key: try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in let a = try work.answer[name]; print(a) }"#, 36,
      #"write try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in let a = try work.answers(name); print(a) }"#, 36,
      #"write try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in print(try work.answer("\(name)")) }"#, 34,
      #"the key stands without quotation marks: try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in let a = try work.answer(name); print(a.upper) }"#, 58,
      #"value of type 'String' has no member 'upper'"#),
    WrongLine(
      #"Load("x", into: age) { work in let a = try work.answer(age); return a.size }"#, 71,
      #"value of type 'Int' has no member 'size'"#),
    WrongLine(
      #"Do("x") { work in work.fail("bad"); print("x") }"#, 24,
      #"Work has no fail: write work[key], work.answer(key), work.progress(0.4) or work.log("…")"#),
    WrongLine(
      #"Do("x") { work in for entry in list { print(entry) } }"#, 32,
      #"in work, an answer is read first: try work.answer(list)"#),
    WrongLine(
      #"Do("x") { work in if let a = try work.answer(name) { print(a) } }"#, 22,
      #"initializer for conditional binding must have Optional type, not 'String'"#,
      hint: #"an answer is never nil: remove if or guard"#),
    WrongLine(
      #"Do("x") { work in let a = work[name]; print(a.count) }"#, 45,
      #"value of optional type 'String?' must be unwrapped to refer to member 'count' "#
        + #"of wrapped base type 'String'"#,
      hint: #"the answer of a question before it: try work.answer(key)"#),
    WrongLine(
      #"Do("x") { work in for i in 1...3 { work.progress(i / 3) } }"#, 52,
      #"cannot convert value of type 'Int' to expected argument type 'String'"#,
      hint: #"progress is a fraction: Double(…) / 3"#),
    WrongLine(
      #"Do("x") { work in exit(1) }"#, 19,
      #"cannot find 'exit' in scope"#,
      hint: #"write return to end the work, or throw an error if it failed"#),
    WrongLine(
      #"Do("x") { work in puts("a") }"#, 19,
      #"cannot find 'puts' in scope"#,
      hint: #"write print("…")"#),
    WrongLine(
      #"Do("x") { work in Show("a") }"#, 19,
      #"cannot find 'Show' in scope"#,
      hint: #"a Do holds work, not steps: put the steps before or after it"#),
    WrongLine(
      #"Do("x") { work in throw "bad" }"#, 25,
      #"thrown expression type 'String' does not conform to 'Error'"#,
      hint: #"an error is a type of your own: struct Failed: Error {}, and throw Failed()"#),
    WrongLine(
      #"Do("x") { a, b in print(a) }"#, 11,
      #"contextual closure type '@Sendable (Work) async throws -> Void' expects 1 "#
        + #"argument, but 2 were used in closure body"#,
      hint: #"the work is given one value: { work in … }"#),
    WrongLine(
      #"Do("x", into: name) { work in print("x") }"#, 31,
      #"cannot convert value of type '()' to closure result type 'String'"#,
      hint: #"what the work returns is kept under the key: return a value of type String"#),
    WrongLine(
      #"Do("x") { let a = try $0.answer(name); print(a.upper) }"#, 9,
      #"contextual closure type '@Sendable () async throws -> Void' expects 0 "#
        + #"arguments, but 1 was used in closure body"#,
      hint: #"name what the work is given: { work in … }"#),
  ]
}
