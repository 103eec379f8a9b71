import Libretto

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
