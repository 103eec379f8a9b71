import Libretto

/// Adds a line to a report of the compiler where its words don't say what to write in a flow.
///
/// The compiler's own words stay. A hint follows the listing of the first report that it is for; a line
/// of the script gets one.
struct Hints {
  let mistakes: Mistakes

  func added(to report: String) -> String {
    var given: Set<String> = []
    var lines: Set<Int> = []
    var blocks = ReportBlock.all(of: report)
    let hints = blocks.map { $0.isOwn ? nil : hint(for: $0) }
    // The errors of one line have no fixed order; one about an unknown name explains the others.
    let unknown = Set(
      zip(blocks, hints).filter { $1?.hasPrefix(Hints.noName) ?? false }.compactMap { $0.0.line })
    for index in blocks.indices {
      guard let hint = hints[index],
        hint.hasPrefix(Hints.noName) || !(blocks[index].line.map(unknown.contains) ?? false),
        given.insert(hint).inserted,
        blocks[index].line.map({ lines.insert($0).inserted }) ?? true
      else { continue }
      let last = blocks[index].lines.lastIndex { !$0.isEmpty } ?? 0
      blocks[index].lines.insert("  hint: " + hint, at: last + 1)
    }
    return blocks.flatMap(\.lines).joined(separator: "\n")
  }

  static let noName = "Libretto has no "
  static let stepAsAnswer =
    "a step isn't its answer: keep the answer with into: key, and use the key"

  private func hint(for block: ReportBlock) -> String? {
    let (message, code) = (block.message, block.code)
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
    let first = quoted.count > 2 ? String(quoted[1]) : ""
    let last = quoted.count > 4 ? String(quoted[3]) : ""
    switch message {
    case _ where message.hasPrefix("cannot find '"): return unknown(first, block)
    case _ where message.hasPrefix("cannot find type '"): return unknownType(first)
    case _ where message.contains("' has no member '"):
      return member(last, of: first, block)
    case "argument type '()' does not conform to expected type 'FlowContent'":
      if let token = token(of: block), mistakes.declaresSteps(token) {
        return "a function of steps is @FlowBuilder func \(mistakes.code.text(token))() -> "
          + "some FlowContent { … }"
      }
      return "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
    case "argument type 'Never' does not conform to expected type 'FlowContent'":
      return "a flow in a flow is a step: Flow(\"…\") { … }, without await and main()"
    case _ where message.hasSuffix("' does not conform to expected type 'FlowContent'"):
      let name = String(first.prefix { $0 != "<" })
      if first.hasSuffix(".Type") {
        let step = first.dropLast(".Type".count)
        return "write \(StepForm.all[String(step)]?.form ?? "\(step)()")"
      }
      if name == "Closed" { return ">> ends a chain of < and >: remove it" }
      if first.contains(" -> ") {
        return "a modifier has parentheses: .\(code.prefix { $0.isLetter })(…)"
      }
      if mistakes.code.kind(of: name) != nil {
        return "a component says what it is: struct \(name): FlowContent { "
          + "var body: some FlowContent { … } }"
      }
      return Hints.names[name].map { "\(Hints.noName)\(name): write \($0)" }
    case _ where message.hasSuffix("initializer is inaccessible due to 'internal' protection level"):
      if let token = token(of: block), mistakes.isAmongParts(token) { return nil }
      return Hints.names[first].map { "\(Hints.noName)\(first): write \($0)" }
    case _ where message.hasPrefix("cannot find operator '=>'"):
      let left = block.codeBefore.split { !$0.isLetter && !$0.isNumber }.last.map(String.init) ?? ""
      return mistakes.keys[left] == nil ? nil : "write >="
    case _ where message.hasPrefix("no such module"):
      return nearest(to: first, among: ["Libretto", "Foundation"]).map { "did you mean \($0)?" }
        ?? "a script has Libretto and what comes with Swift; to use another package, make the "
        + "script a package of its own"
    case _ where message.hasSuffix("does not conform to protocol 'AnswerValue'"):
      return answerType(first)
    case _ where message.hasSuffix("conform to 'CaseIterable'"):
      return "declare its cases as data: enum \(last): String, AnswerValue, CaseIterable"
    case _ where message.hasSuffix("to expected condition type 'Bool'"):
      if let token = token(of: block), mistakes.isAmongParts(token) {
        return "an option that depends on an answer has a modifier: Option(\"…\").when(ok)"
      }
      if StepForm.all[first] != nil { return Hints.stepAsAnswer }
      return Hints.isAnswer(first)
        ? "an answer is known when the flow is performed: write When(…) { … } otherwise: { … }"
        : nil
    case _ where message.contains("to closure result type '") && last != "Bool" && isInWork(block):
      let type = last.hasSuffix("?") ? String(last.dropLast()) : last
      return "what the work returns is kept under the key: return a value of type \(type)"
    case _ where message.contains("to expected element type '"):
      return "the values of the list have the type of the key, \(last)"
    case _ where message.contains("' to specified type 'Key<"): return "write \(last)(\"…\")"
    case _ where message.hasPrefix("initializer for conditional binding must have Optional"):
      if message.contains("'Key<") {
        return "an answer is known when the flow is performed: write When(key.isSet) { … }"
      }
      return block.code.contains(".answer(") ? "an answer is never nil: remove if or guard" : nil
    case _ where message.hasPrefix("closure containing control flow statement"):
      if let token = token(of: block), mistakes.isInSwitch(token) {
        return
          "a case ends by itself, and a question about an answer is Switch(key) { Case(…) { … } }"
      }
      return Hints.statements[String(code.prefix { $0.isLetter })]
    case _ where message.hasPrefix("cannot use explicit 'return' statement in the body of result"):
      return returned(block)
    case "expected expression after operator", "expected expression after unary operator":
      return block.codeBefore.hasSuffix(">>")
        ? ">> ends a chain and touches its last element: Button(\"…\")>>" : nil
    case _ where message.hasPrefix("result of '") && message.contains("initializer is unused"):
      return unused(first, block)
    case _ where message.hasPrefix("'any Error' cannot be constructed"),
      _ where message.hasPrefix("thrown expression type '"):
      guard let token = token(of: block), mistakes.work(around: token) != nil else {
        return "the step that fails a flow is Fail(\"…\")"
      }
      return "an error is a type of your own: struct Failed: Error {}, and throw Failed()"
    default:
      return Hints.sentences.first { message.contains($0.part) }?.hint ?? syntax(block)
        ?? Hints.formula(message, first, last) ?? argument(message, block, first, last)
    }
  }

  static func isAnswer(_ type: String) -> Bool {
    type == "Condition" || type.hasPrefix("Key<")
  }
}

// Names, members and types that there aren't.
extension Hints {
  /// The hint for a member that a type doesn't have.
  func member(_ name: String, of type: String, _ block: ReportBlock) -> String? {
    let before = block.codeBefore.dropLast(block.codeBefore.hasSuffix(".") ? 1 : 0)
    let subject = String(
      before.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    if type.hasPrefix("Key<"), let token = token(of: block), mistakes.work(around: token) != nil {
      return "in work, the answer is try work.answer(\(subject))"
    }
    return MemberNames.instead(of: name, in: type, named: subject.isEmpty ? "key" : subject)
  }

  /// Whether it is about a variable that holds work[key].
  func isReadFromWork(_ block: ReportBlock) -> Bool {
    guard let token = token(of: block) else { return false }
    let code = mistakes.code
    return code.tokens.indices.contains {
      code.text($0) == code.text(token) && ["let", "var"].contains(code.text($0 - 1))
        && code.text($0 + 1) == "=" && ($0 + 3...$0 + 4).contains { code.text($0) == "[" }
    }
  }

  func isInWork(_ block: ReportBlock) -> Bool {
    // Of an empty return, the compiler doesn't know the place.
    block.line == 0 || token(of: block).map { mistakes.work(around: $0) != nil } ?? false
  }

  /// The word of the script that a report is about.
  func token(of block: ReportBlock) -> Int? {
    guard let line = block.line, let column = block.column,
      let byte = mistakes.code.byte(line: line, column: column)
    else { return nil }
    return mistakes.code.tokens.firstIndex { $0.range.contains(byte) }
  }

  /// The hint for a name that nothing has.
  func unknown(_ name: String, _ block: ReportBlock) -> String? {
    let place = token(of: block)
    if let word = Hints.words[name] {
      let code = mistakes.code
      let isCall = place.map { code.text($0 + 1) == "(" } ?? false
      let argument = isCall ? place.map { code.text($0 + 2) } : nil
      let key = argument.flatMap { mistakes.keys[$0] == nil ? nil : $0 } ?? "key"
      return word.replacing("%", with: key)
    }
    if let place, mistakes.work(around: place) != nil {
      if let instead = Hints.inWork[name] { return "write \(instead)" }
      if Hints.instead(of: name) != nil {
        return "a Do holds work, not steps: put the steps before or after it"
      }
    }
    if let instead = Hints.instead(of: name) { return "\(Hints.noName)\(name): write \(instead)" }
    if block.codeBefore.hasSuffix("validate("), let rule = MemberNames.rule(named: name) {
      return "a rule begins with a dot: \(rule)"
    }
    if name.hasPrefix("$") {
      return "an answer is kept under a key: let name = Key<String>(\"name\"), and into: name"
    }
    if ["work", "answers"].contains(name) {
      if let token = token(of: block), mistakes.isAmongSteps(token) {
        return "a text shows an answer by its key: \"Hello, \\(name)\""
      }
      return "the closure names what it is given: { \(name) in … }"
    }
    let isKey = block.codeBefore.hasSuffix("into:")
    // Without the import, even the right names are unknown.
    if Hints.steps.contains(name) { return nil }
    if let meant = nearest(to: name, among: isKey ? Array(mistakes.keys.keys).sorted() : known) {
      return "did you mean \(meant)?"
    }
    if name == "self" { return "a script has no self: write the name alone" }
    if isKey { return "declare the key first: let \(name) = Key<String>(\"\(name)\")" }
    let isTitle = mistakes.calls.contains { call in
      StepForm.all[call.name]?.hasTitle ?? false || ["Say", "Finish"].contains(call.name)
        ? call.arguments.first.map {
          $0.label == nil && $0.tokens == (place ?? -1)..<(place ?? -1) + 1
        } ?? false
        : false
    }
    return isTitle ? "a text stands in quotation marks: \"\(name)\"" : nil
  }

  /// The names of the library and of the script.
  var known: [String] {
    Hints.steps.sorted() + mistakes.code.declared + ["print"]
  }

  func unknownType(_ name: String) -> String? {
    switch name {
    case "Date", "DateComponents", "NSDate", "Day":
      "a day is a CalendarDay, and a time of day is a TimeOfDay"
    case "View": "a component is declared with: some FlowContent"
    case "Text", "Boolean": "write Key<\(name == "Text" ? "String" : "Bool")>"
    case "List", "Array": "a list is written [String]: Key<[String]>"
    case "Number", "Integer", "Decimal", "float": "write Key<Int>, or Key<Double> for fractions"
    case "URL": "for an address, write Key<String>, with .validate(.url) at its question"
    default:
      nearest(
        to: name,
        among: [
          "String", "Int", "Double", "Bool", "CalendarDay", "TimeOfDay", "FlowContent", "Key",
        ]
          + mistakes.code.declared
      ).map { "did you mean \($0)?" }
    }
  }

  /// The hint for a type that can't be an answer.
  func answerType(_ type: String) -> String {
    let kind = mistakes.code.kind(of: type)
    switch String(type.prefix { $0 != "<" }) {
    case "Date", "DateComponents": return "a day is a CalendarDay, and a time of day is a TimeOfDay"
    case "Float", "CGFloat", "Float16": return "for fractions, write Key<Double>"
    case "Character", "Substring", "NSString": return "for text, write Key<String>"
    case "Text": return "for text, write Key<String>"
    case "Set", "ArraySlice": return "for several values, write Key<[…]>"
    case _ where kind == "enum":
      return "its cases need a type as data: enum \(type): String, AnswerValue, CaseIterable"
    case _ where kind != nil:
      return "keep each of its parts under a key, or let it conform to AnswerValue"
    case _ where type.hasPrefix("Int") || type.hasPrefix("UInt"):
      return "for whole numbers, write Key<Int>"
    case _ where type.hasPrefix("["): return "keep two lists, each under a key of its own"
    default:
      return "an answer is text, a number, yes or no, a day, a time or a list of them; keep it as "
        + "text, Key<String>, or let \(type) conform to AnswerValue"
    }
  }

  /// The hint for `return` among steps; the mistake may be the statement that it is in.
  func returned(_ block: ReportBlock) -> String? {
    if block.codeBefore.contains("guard ") { return Hints.statements["guard"] }
    return block.code.dropFirst("return".count).contains { $0.isLetter }
      ? "a step needs no return: write the step alone" : Hints.statements["return"]
  }

  /// The hint for a step that is nowhere in a flow.
  func unused(_ type: String, _ block: ReportBlock) -> String? {
    let name = String(type.prefix { $0 != "<" })
    guard Hints.steps.contains(name), let token = token(of: block) else { return nil }
    if mistakes.work(around: token) != nil {
      return "a Do holds work, so this step is never performed: put it after the Do"
    }
    if name == "Flow" { return "perform it: await Flow(\"…\") { … }.main()" }
    if mistakes.code.parent[token] == nil {
      return "a step belongs in a flow: await Flow(\"…\") { … }.main()"
    }
    return "this step is in no flow, so it is never performed"
  }
}

extension Hints {
  /// The hint for text that Swift can't read.
  func syntax(_ block: ReportBlock) -> String? {
    let code = block.code
    switch block.message {
    case "expected ',' separator":
      let label = block.codeBefore.split { !$0.isLetter }.last.map(String.init) ?? ""
      if ["into", "from", "scale", "message", "role", "text"].contains(label) {
        return "write a colon: \(label): …"
      }
      if code.hasPrefix(" and ") || code.hasPrefix("and ") { return "and is written &&" }
      if block.codeBefore.hasSuffix("not") || code.hasPrefix("not ") { return "not is written !" }
      if code.hasPrefix("between ") { return "compare twice: age >= 3 && age <= 5" }
      if code.hasPrefix(" in ") || code.hasPrefix("in ") {
        return code.contains("..")
          ? "compare twice: age >= 3 && age <= 5"
          : "compare with each: name == \"a\" || name == \"b\""
      }
      if code.hasPrefix(" or ") || code.hasPrefix("or ") { return "or is written ||" }
      if code.hasPrefix("\""), block.codeBefore.hasSuffix("f") {
        return "a text shows an answer by its key: \"Hello, \\(name)\""
      }
      if let name = token(of: block), name > 0, code.first?.isLetter == true,
        mistakes.code.tokens[name - 1].isString,
        mistakes.code.tokens[name - 1].range.upperBound
          == mistakes.code.tokens[name].range.lowerBound
      {
        return "a quotation mark in a text is written \\\""
      }
      if code.hasPrefix("]") { return "write ) in place of ]" }
      return code.drop { $0 == " " }.first.map { $0 == "{" } ?? true
        ? "or a closing parenthesis: )" : nil
    case "consecutive statements on a line must be separated by ';'":
      let last = block.codeBefore.split { !$0.isLetter }.last.map(String.init) ?? ""
      let word = Hints.steps.first { $0.lowercased() == last } ?? last
      if code.hasPrefix(")") { return "one ) too many" }
      if code.hasPrefix(" until:") { return "write Repeat { … } until: { … }, in braces" }
      if code.hasPrefix(" \"") || code.hasPrefix(": \""), known.contains(word) {
        return "write \(word)(\"…\")"
      }
      if word == "When" || word == "Repeat" {
        return
          "a condition goes in parentheses: \(word == "When" ? "When(…)" : "Repeat(while: …)") { … }"
      }
      if code.hasPrefix(" Button"), block.codeBefore.contains(" < ") {
        return "write < or > before it"
      }
      if code.hasPrefix(" <") || code.hasPrefix(" >") {
        return "a chain has a space on both sides of < and >"
      }
      if code.hasPrefix(",") { return "steps need no comma between them" }
      if block.codeBefore.hasSuffix("Flow") { return "write Flow(\"…\") { … }" }
      // A statement that begins with a word of another language.
      let words = mistakes.code
      guard let byte = words.byte(line: block.line ?? 0, column: block.column ?? 1),
        let first = words.tokens.lastIndex(where: { $0.range.upperBound <= byte }),
        words.text(first) == last, words.beginsStatement(first), !known.contains(last),
        last.first?.isLowercase == true
      else { return nil }
      return "neither Swift nor Libretto has a word \(last)"
    case _ where block.message.hasPrefix("'%' is not"): return "write a number: 0.5"
    case _ where block.message.hasPrefix("invalid escape sequence"):
      let name = String(code.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      return mistakes.keys[name] == nil
        ? "a backslash in a text is written \\\\" : "a text shows an answer by its key: \\(\(name))"
    case _ where block.message.hasPrefix("multi-line string literal content"):
      return "write \"…\" for a text on one line; a comment begins with //"
    case _
    where block.message.hasPrefix("unary operator") && !code.hasPrefix("<") && !code.hasPrefix(">"):
      return nil
    case _ where block.message.hasPrefix("unary operator"),
      _ where block.message.contains("is not a prefix unary operator"),
      _ where block.message.contains("is not a postfix unary operator"):
      if block.codeBefore.contains("validate(") { return "a rule has a range, as in 3... or 1...9" }
      return "each < and > of a chain stands between two elements: Alert(\"…\") < Button(\"…\")"
    default: return nil
    }
  }

  /// The hint for an argument of a wrong type.
  func argument(
    _ message: String, _ block: ReportBlock, _ first: String, _ last: String
  ) -> String? {
    if message.hasSuffix("conform to 'StringProtocol'"),
      last.hasPrefix("Key<") || first.hasPrefix("Key<")
    {
      return "write it in a text: \"\\(…)\""
    }
    if message.hasPrefix("value of optional type"),
      block.code.hasPrefix("[") && block.codeBefore.hasSuffix("work") || isReadFromWork(block)
    {
      return "the answer of a question before it: try work.answer(key)"
    }
    let isStep = StepForm.all[String(first.prefix { $0 != "<" })] != nil
    if message.hasPrefix("cannot convert return expression"), isStep {
      return "a function of steps returns some FlowContent"
    }
    if message.hasPrefix("binary operator"), StepForm.all[String(last.prefix { $0 != "<" })] != nil
    {
      return Hints.stepAsAnswer
    }
    if isStep, last == "Conditional" { return Hints.stepAsAnswer }
    guard message.hasPrefix("cannot convert value of type '") else { return nil }
    if isStep, ["Text", "Bool"].contains(last) { return Hints.stepAsAnswer }
    let name = String(block.code.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let number = String(block.code.prefix { $0.isNumber || $0 == "." })
    switch last {
    case "Text" where first.hasPrefix("["): return "a text comes first"
    case "Text" where name.allSatisfy(\.isNumber) && !name.isEmpty:
      return "write it as a text: \"\(name)\""
    case "Text": return "write it in a text: \"\\(\(name.isEmpty ? "…" : name))\""
    case "String" where first == "Int" && block.codeBefore.contains(".progress("):
      return "progress is a fraction: Double(…) / 3"
    case "Duration":
      return first.hasPrefix("Key<")
        ? "the time is known when the flow is declared: .seconds(3)"
        : "write .seconds(\(number.isEmpty ? "3" : number))"
    case _
    where last.hasPrefix("Key<") && block.codeBefore.hasSuffix("into:") && !first.hasPrefix("Key"):
      return "an answer is kept under a key: let name = Key<String>(\"name\"), and into: name"
    case _ where first.hasPrefix("Key<") && first.hasSuffix(".Type"):
      return "a key has a name: let name = \(first.dropLast(5))(\"name\"), and into: name"
    case _ where first.hasPrefix("Key<") && block.codeBefore.hasSuffix(">("):
      return "it is a key already: into: \(name)"
    case _ where first == "Key<Bool>" && last.hasPrefix("Key<"):
      return "yes or no is a condition by itself: When(\(name)), or When(!\(name))"
    case _ where first.hasPrefix("Key<") && first == "Key<\(last)>":
      return "an answer is read in work: Do(\"…\") { work in … work[key] … }"
    case "ClosedRange<Int>" where first == "Int": return "write a range, as in 1...5"
    case "() -> Steps": return "the steps go in braces: { … }"
    case "[Text]" where first.hasPrefix("Key<"):
      return "a list is a Key<[String]>, or several texts: [\"…\", \"…\"]"
    case "[any AnyKey]": return "write a list: [\(name)]"
    case "[String]" where block.codeBefore.hasSuffix("oneOf("):
      return "write a list: .oneOf([\"a\", \"b\"])"
    case _ where last == "Key<\(first)>" && block.codeBefore.hasSuffix("["):
      return "write the key, without quotation marks: work[key]"
    case _ where last == "Key<\(first)>":
      if block.codeBefore.hasSuffix("??") {
        return "an answer can be missing only if its question is optional: write "
          + "When(key.isSet) { … } otherwise: { … }"
      }
      return block.codeBefore.hasSuffix(".equals(")
        ? "it is compared with the answer of a key; for fixed values, write .oneOf([…])" : nil
    case "Key<Bool>" where first.hasPrefix("Key<"):
      return block.codeBefore.hasSuffix("into:")
        ? "yes or no is kept under a Key<Bool>"
        : "a condition compares the answer, \(name) == …, or tests \(name).isSet"
    case _ where first == "Key<String>" && block.codeBefore.hasSuffix("+"):
      return "texts stand side by side: \"\\(first)\\(second)\""
    case _ where first.hasPrefix("Key<") && last.hasPrefix("Key<") && last != "Key<Answer>":
      return "both must have one type: make it a \(last), or give what a \(first) keeps"
    case _ where last.hasPrefix("Rule<") && first == "Condition":
      return "a rule is about the answer itself: .range(1...10), .matches(\"[a-z]+\"), .equals(key)"
    default: return nil
    }
  }
}

extension Hints {
  /// The hint for an operator or a function that formulas of answers don't have in this form.
  static func formula(_ message: String, _ first: String, _ last: String) -> String? {
    switch message {
    case _ where first == "+" && message.contains("'Key<["):
      return "a list is changed in a Do: Do(\"…\") { work in work[key, default: []].append(…) }"
    case _ where first == "+" && message.hasSuffix("conform to 'RangeReplaceableCollection'"):
      return "put texts together in a text: \"Dear \\(name)\""
    case _ where message.hasPrefix("initializer 'init(_:)' requires that 'Key<"):
      return "an answer has the type of its key: write the key alone"
    case _
    where message.contains("operator function '&'") || message.contains("operator function '|'"):
      return "conditions are joined with && and ||"
    case _
    where message.hasPrefix("referencing operator function '~='") && message.contains("'Key<"),
      _ where message.hasPrefix("instance method 'contains' requires that 'Key<"):
      return "compare the answer with each value, or twice: age >= 3 && age <= 5"
    case _ where message.hasPrefix("operator function '&&' requires the types"),
      _ where message.hasPrefix("operator function '||' requires the types"):
      return "a condition compares the answer, as in age > 3, or tests age.isSet"
    case _ where message.contains("'Key<Bool>'") && message.contains("'StringProtocol'"):
      return "yes or no is a condition by itself: When(ok), or When(!ok)"
    case _
    where message.hasPrefix("binary operator '<' cannot be applied to operands of type 'Bool'"),
      _ where message.hasPrefix("binary operator '<=' cannot be applied to operands of type 'Bool'"):
      return "compare twice: age > 3 && age < 5"
    case _ where message.hasPrefix("operator function '") && isFormula(last):
      return "put the answer on the left, as in count > 3"
    case _ where message.hasPrefix("unary operator '-'") && isFormula(last),
      _ where message.hasPrefix("referencing operator function '-' on 'FloatingPoint'"):
      return "write 0 - key"
    case _ where message.hasPrefix("global function 'abs") && isFormula(last):
      return "write max(key, 0 - key)"
    case "cannot convert value of type 'Key<Int>' to expected argument type 'Key<Double>'",
      "cannot convert value of type 'Formula<Int>' to expected argument type 'Formula<Double>'":
      return "this key keeps a whole number; for fractions, make it a Key<Double>"
    default: return nil
    }
  }

  private static func isFormula(_ type: String) -> Bool {
    type.hasPrefix("Key<") || type.hasPrefix("Formula<")
  }
}
