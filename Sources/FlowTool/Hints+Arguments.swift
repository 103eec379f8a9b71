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
    guard message.hasPrefix("cannot convert value of type '") else { return nil }
    if isStep, ["Text", "Bool", "Condition"].contains(last) { return Hints.stepAsAnswer }
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
    case _ where first.hasPrefix("Key<") && last.hasPrefix("Key<") && last != "Key<Answer>":
      return "both must have one type: make it a \(last), or give what a \(first) keeps"
    case _ where last.hasPrefix("Rule<") && first == "Condition":
      return "a rule is about the answer itself: .range(1...10), .matches(\"[a-z]+\"), .equals(key)"
    default: return nil
    }
  }
}
