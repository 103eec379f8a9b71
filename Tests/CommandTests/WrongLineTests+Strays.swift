// Words that Swift can't place, and values that aren't what they should be; by kind.

extension WrongLineTests {
  static let strays = [
    WrongLine(
      #"Switch(name) { Case("a") { Say("a") } Else { Say("b") } }"#, 39,
      #"the last part of a Switch is Default { … }"#),
    WrongLine(
      #"Say("a") otherwise { Say("b") }"#, 10,
      #"otherwise: belongs to a When or a Confirm: When(…) { … } otherwise: { … }"#),
    WrongLine(
      #"When(ok) { Say("a") } elseif (age > 3) { Say("b") }"#, 23,
      #"another condition goes into otherwise: otherwise: { When(…) { … } }"#),
    WrongLine(
      #"Repeat { Say("a") } until(age > 3)"#, 21,
      #"write the condition in braces: Repeat { … } until: { … }"#),
    WrongLine(
      #"Do("x") { print("x") } failure: Say("b")"#, 24,
      #"its steps go in braces: failure: { error in … }"#),
    WrongLine(
      #"Do("x") work in { print("x") }"#, 9,
      #"the name goes inside the braces: { work in … }"#),
    WrongLine(
      #"Choose("A", into: name) { Option("B") when ok }"#, 39,
      #"when is a modifier: Option("…").when(…)"#),
    WrongLine(
      #"Choose("A", into: name) { Option("A"): Say("x") }"#, 38,
      #"its steps go in braces: Option("…") { … }"#),
    WrongLine(
      #"Key<Int> years = 3"#, 1,
      #"declare a key with let: let years = Key<Int>("years")"#),
    WrongLine(
      #"const years = 3"#, 1,
      #"write let: let years = …"#),
    WrongLine(
      #"let years: Key<Int>("years")"#, 1,
      #"write = before the key: let years = Key<Int>("years")"#),
    WrongLine(
      #"Say "x""#, 4,
      #"consecutive statements on a line must be separated by ';'"#,
      hint: #"write Say("…")"#),
    WrongLine(
      #"When { age > 18 } { Say("x") }"#, 19,
      #"the condition goes in parentheses: When(…) { … }"#),
    WrongLine(
      #"# a comment"#, 1,
      #"a comment begins with //"#),
    WrongLine(
      #"When(age is 18) { Say("x") }"#, 10,
      #"write ==: age == 18"#),
    WrongLine(
      #"Ask("A", into: name)?"#, 21,
      #"a step is declared, and always there: remove ?"#),
    WrongLine(
      #"readLine()"#, 1,
      #"a question is a step: Ask("…", into: key)"#),
    WrongLine(
      #"Confirm("Sure?") ? Say("a") : Say("b")"#, 18,
      #"its branches go in braces: Confirm("…") { … } otherwise: { … }"#),
    WrongLine(
      #"Break() if ok"#, 9,
      #"the condition comes first: When(…) { … }"#),
    WrongLine(
      #"let city = new Key<String>("city")"#, 16,
      #"remove new: a value is made by its name alone"#),
    WrongLine(
      #"Choose("A", into: name) { Option("A") -> Say("x") }"#, 39,
      #"its steps go in braces: Option("…") { … }"#),
  ]

  static let torn = [
    WrongLine(
      #"When(age > 18 { Say("x") }"#, 15,
      #"expected ',' separator"#,
      hint: #"or a closing parenthesis: )"#),
    WrongLine(
      #"Say(f"Hello {name}")"#, 6,
      #"expected ',' separator"#,
      hint: #"a text shows an answer by its key: "Hello, \(name)""#),
    WrongLine(
      #"Ask("A" into: name)"#, 9,
      #"expected ',' separator"#),
    WrongLine(
      #"Ask("A", into name)"#, 15,
      #"expected ',' separator"#,
      hint: #"write a colon: into: …"#),
  ]

  static let values = [
    WrongLine(
      #"Say("hi"); let n = Ask("Name?", into: name); n; Say("Hello \(n)")"#, 61,
      #"a step isn't its answer: declare let name = Key<String>("name"), and write \(name)"#),
    WrongLine(
      #"Do("x") { work in print(try work.answer("name")) }"#, 34,
      #"the key stands without quotation marks: try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in print(try work.answer(for: name)) }"#, 34,
      #"write try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in print(work.answer(name)) }"#, 30,
      #"there may be no answer: write try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in print(answer(name)) }"#, 25,
      #"write try work.answer(name)"#),
    WrongLine(
      #"Do("x") { work in if name == "x" { print("a") } }"#, 22,
      #"in work, an answer is read first: try work.answer(name)"#),
    WrongLine(
      #"Do("x") { for i in 1...age { print(i) } }"#, 24,
      #"in work, an answer is read first: { work in … try work.answer(age) … }"#),
    WrongLine(
      #"Do("x") { return "abc" }"#, 11,
      #"to keep what it makes, name a key: Do("…", into: key) { … }"#),
    WrongLine(
      #"Choose("A", into: name) { Option("a"); if ok { Option("b") } }"#, 43,
      #"cannot convert value of type 'Key<Bool>' to expected condition type 'Bool'"#,
      hint: #"an option that depends on an answer has a modifier: Option("…").when(ok)"#),
    WrongLine(
      #"Say("Hello \(work[name])")"#, 14,
      #"cannot find 'work' in scope"#,
      hint: #"a text shows an answer by its key: "Hello, \(name)""#),
    WrongLine(
      #"Ask("A", into: Key<String>(name))"#, 28,
      #"cannot convert value of type 'Key<String>' to expected argument type 'String'"#,
      hint: #"it is a key already: into: name"#),
    WrongLine(
      #"When(ok == "yes") { Say("a") }"#, 9,
      #"referencing operator function '==' on 'StringProtocol' requires that 'Key<Bool>' conform to 'StringProtocol'"#,
      hint: #"yes or no is a condition by itself: When(ok), or When(!ok)"#),
    WrongLine(
      #"Do("x") { print("x") }.loading(true)"#, 24,
      #"it is given a text: .loading("…")"#),
    WrongLine(
      #"Do("x") { print(Date()) }"#, 17,
      #"write import Foundation at the top of the file"#),
    WrongLine(
      #"Ask("A", into: name).validate([.notEmpty, .email])"#, 22,
      #"rules stand side by side, without brackets: .validate(.notEmpty, .email)"#),
    WrongLine(
      #"Ask("A", into: name).validate(.notEmpty && .email)"#, 22,
      #"rules are separated by commas: .validate(.notEmpty, .email)"#),
    WrongLine(
      #"Ask("A", into: name).validate(.oneOf("1","2"))"#, 22,
      #"write a list: .oneOf(["1", "2"])"#),
    WrongLine(
      #"Ask("A", into: name).validate(.equal(name))"#, 22,
      #"write .equals(name)"#),
    WrongLine(
      #"Ask("A", into: name).default(nil)"#, 22,
      #"a question without an answer of its own needs no .default; see .optional()"#),
    WrongLine(
      #"Ask(into: name, "A")"#, 17,
      #"the title comes first: Ask("…", into: key)"#),
    WrongLine(
      #"Rate("A", into: age, scale: 1...5)"#, 22,
      #"scale: comes before into: Rate("…", scale: 1...5, into: key)"#),
    WrongLine(
      #"Choose("A", into: name, from: ["a"])"#, 25,
      #"from: comes before into: Choose("…", from: ["a", "b"], into: key)"#),
    WrongLine(
      #"Ask("A", into: age).validate(.range(1, 9))"#, 21,
      #"write a range: .range(1...9)"#),
    WrongLine(
      #"Ask("A", into: age).validate(.range(1...9), "No")"#, 21,
      #"the message belongs to the rule: .validate(.range(1...9, message: "…"))"#),
    WrongLine(
      #"Do("x") { print("x") }.retry(times: 3)"#, 24,
      #"its value has no label times:, write .retry(3)"#),
    WrongLine(
      #"Do("x") { print("x") }.retry()"#, 24,
      #"it is given a value: .retry(3)"#),
    WrongLine(
      #"Do("x") { print("x") }.loading()"#, 24,
      #"it is given a value: .loading("…")"#),
    WrongLine(
      #"Ask("A", into: name).default()"#, 22,
      #"it is given a value: .default(value)"#),
    WrongLine(
      #"Fail()"#, 1,
      #"it is given a value: Fail("…")"#),
    WrongLine(
      #"Repeat { Say("a") } until: { age }"#, 30,
      #"cannot convert value of type 'Key<Int>' to closure result type 'Condition'"#,
      hint: #"a condition compares the answer, as in age > 3, or tests age.isSet"#),
    WrongLine(
      #"Do(print("x"))"#, 1,
      #"its work goes in braces: Do("…") { … }"#),
    WrongLine(
      #"Do("x")"#, 1,
      #"its work goes in braces: Do("…") { … }"#),
    WrongLine(
      #"Do("x").retry(2) { print("x") }"#, 18,
      #"the braces come before .retry: Do("…") { … }.retry(…)"#),
    WrongLine(
      #"Choose("A", from: "l", into: name)"#, 1,
      #"no exact matches in call to initializer "#,
      hint: #"it takes a list, not a String"#),
    WrongLine(
      #"let k = Key<Bool>; Say("x")"#, 9,
      #"a key has a name: Key<Bool>("k")"#),
    WrongLine(
      #"When(3 < age < 5) { Say("x") }"#, 14,
      #"binary operator '<' cannot be applied to operands of type 'Bool' and 'Int'"#,
      hint: #"compare twice: age > 3 && age < 5"#),
    WrongLine(
      #"Confirm("Sure?") { yes in Say("a") }"#, 20,
      #"contextual closure type '() -> Steps' expects 0 arguments, but 1 was used in closure body"#,
      hint: #"these steps are given nothing; an answer is kept under a key: into: key"#),
    WrongLine(
      #"Choose("A", into: name) { Option("a", "b", "c") }"#, 27,
      #"each answer has an Option: Option("a") Option("b") …"#),
    WrongLine(
      #"Choose("A", into: name) { Option() }"#, 27,
      #"it is given a value: Option("…")"#),
    WrongLine(
      #"Alert("A") { Button("OK", style: .default) }"#, 35,
      #"type 'Role' has no member 'default'"#,
      hint: #"a role is .destructive or .cancel; most Buttons have none"#),
    WrongLine(
      #"Alert("A") { Button("OK", print("x")) }"#, 27,
      #"cannot convert value of type '()' to expected argument type '() -> Steps'"#,
      hint: #"the steps go in braces: { … }"#),
    WrongLine(
      #"When(age <> 3) { Say("x") }"#, 10,
      #"cannot find operator '<>' in scope"#,
      hint: #"write !="#),
    WrongLine(
      #"When(name.isEmpty()) { Say("x") }"#, 11,
      #"cannot call value of non-function type 'Condition'"#,
      hint: #"write it without parentheses, as in name.isSet"#),
    WrongLine(
      #"When(ok, then: { Say("x") }, else: { Say("y") })"#, 10,
      #"the steps follow in braces: When(…) { … }"#),
    WrongLine(
      #"Store(age++, into: age)"#, 10,
      #"write what it becomes: age + 1"#),
    WrongLine(
      #"Do("x") { sleep(1) }"#, 11,
      #"cannot find 'sleep' in scope"#,
      hint: #"write try await Task.sleep(for: .seconds(1))"#),
    WrongLine(
      #"Do("x") { print("x") } catch { Say("x") }"#, 24,
      #"write failure: Do(…) { … } failure: { error in … }"#),
    WrongLine(
      #"Load("x", into: name) { "a" }.retry(3, delay: .seconds(1))"#, 31,
      #"the pause before a new try is backoff: .retry(3, backoff: .seconds(1))"#),
    WrongLine(
      #"Break"#, 1,
      #"argument type 'Break.Type' does not conform to expected type 'FlowContent'"#,
      hint: #"write Break()"#),
    WrongLine(
      #"Say(list: name)"#, 11,
      #"cannot convert value of type 'Key<String>' to expected argument type '[Text]'"#,
      hint: #"a list is a Key<[String]>, or several texts: ["…", "…"]"#),
    WrongLine(
      #"let city = Key<Text>("city")"#, 12,
      #"type 'Text' does not conform to protocol 'AnswerValue'"#,
      hint: #"for text, write Key<String>"#),
    WrongLine(
      #"Ask("A", into: age).validate(.range("1", "9"))"#, 21,
      #"write a range: .range(1...9)"#),
    WrongLine(
      #"Ask("A", into: name).default(3)"#, 22,
      #"instance method 'default' requires the types 'String' and 'Int' be equivalent"#,
      hint: #"the default has the type of the answer"#),
    WrongLine(
      #"Ask("A", into: name).when("x")"#, 22,
      #"it is given a condition: .when(age > 3)"#),
    WrongLine(
      #"Ask("A", into: name).check { answer in answer != "x" }"#, 22,
      #"a check has a name: .check("name", message: "…") { answer in … }"#),
    WrongLine(
      #"Alert("A") { Button("B") }>>"#, 27,
      #"argument type 'Closed<Steps>' does not conform to expected type 'FlowContent'"#,
      hint: #">> ends a chain of < and >: remove it"#),
    WrongLine(
      #"Alert("A") | Button("B")"#, 12,
      #"write < before the first Button: Alert("…") < Button("…")"#),
  ]
}
