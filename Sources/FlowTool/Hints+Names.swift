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

  /// The word of the script that a report is about.
  func token(of block: ReportBlock) -> Int? {
    guard let line = block.line, let column = block.column,
      let byte = mistakes.code.byte(line: line, column: column)
    else { return nil }
    return mistakes.code.tokens.firstIndex { $0.range.contains(byte) }
  }

  /// The hint for a name that nothing has.
  func unknown(_ name: String, _ block: ReportBlock) -> String? {
    if let token = token(of: block), mistakes.work(around: token) != nil, name == "sleep" {
      return "write try await Task.sleep(for: .seconds(1))"
    }
    if let instead = Hints.names[name] { return "\(Hints.noName)\(name): write \(instead)" }
    if let other = Hints.names.keys.sorted().first(where: { $0.lowercased() == name.lowercased() }),
      let instead = Hints.names[other]
    {
      return "\(Hints.noName)\(name): write \(instead)"
    }
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
    return isKey ? "declare the key first: let \(name) = Key<String>(\"\(name)\")" : nil
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
    if mistakes.code.parent[token] == nil {
      return name == "Flow"
        ? "perform it: await Flow(\"…\") { … }.main()"
        : "a step belongs in a flow: await Flow(\"…\") { … }.main()"
    }
    return "this step is in no flow, so it is never performed"
  }
}
