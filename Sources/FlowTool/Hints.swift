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
      if name == "Condition" { return "a condition is not a step: When(…) { … } takes a branch" }
      if first.contains(" -> ") {
        return "a modifier has parentheses: .\(code.prefix { $0.isLetter })(…)"
      }
      return Hints.names[name].map { "\(Hints.noName)\(name): write \($0)" }
    case _ where message.hasSuffix("initializer is inaccessible due to 'internal' protection level"):
      return Hints.names[first].map { "\(Hints.noName)\(first): write \($0)" }
    case _ where message.hasPrefix("contextual closure type '@Sendable () async throws"):
      return "something in this closure isn’t right; work has work[key], work.answer(key), "
        + "work.progress(0.4, label: \"…\") and work.log(\"…\")"
    case "argument passed to call that takes no arguments":
      return "write it without an argument, as in .secret()"
    case _ where message.hasPrefix("cannot find operator '=>'"): return "write >="
    case _ where message.hasPrefix("cannot find operator '=<'"): return "write <="
    case _ where message.hasPrefix("cannot find operator '<>'"): return "write !="
    case "cannot call value of non-function type 'Condition'":
      return "write it without parentheses, as in name.isSet"
    case "contextual closure type '() -> Steps' expects 0 arguments, but 1 was used in closure body":
      return "these steps are given nothing; an answer is kept under a key: into: key"
    case _ where message.hasPrefix("instance method 'default' requires the types '"):
      return "the default has the type of the answer"
    case _ where message.contains("expected to be an instance of a class"): return "write =="
    case "cannot convert value of type 'String?' to closure result type 'Bool'":
      return "this check returns whether the answer passes; one that says what is wrong is "
        + ".check(\"name\", reads: []) { answer, answers in … }"
    case "missing argument for parameter 'message' in call":
      return "without a message, write it without parentheses, as in .notEmpty"
    case _ where message.hasPrefix("generic parameter 'Answer' could not be inferred"):
      return "write the type of the answer: Key<String>(\"name\")"
    case _ where message.hasSuffix("does not conform to protocol 'AnswerValue'"):
      return answerType(first)
    case _ where message.hasSuffix("conform to 'CaseIterable'"):
      return "declare its cases as data: enum \(last): String, AnswerValue, CaseIterable"
    case _ where message.hasSuffix("does not conform to protocol 'FlowContent'"):
      return "a component has a body: var body: some FlowContent { … }"
    case _ where message.hasSuffix("and 'any FlowContent' be equivalent"):
      return "a list of steps has the type [any FlowContent]; or write for … in … { … }"
    case _ where message.hasSuffix("to expected condition type 'Bool'"):
      if let token = token(of: block), mistakes.isAmongParts(token) {
        return "an option that depends on an answer has a modifier: Option(\"…\").when(ok)"
      }
      return Hints.isAnswer(first)
        ? "an answer is known when the flow is performed: write When(…) { … } otherwise: { … }"
        : nil
    case _ where message.hasSuffix("to closure result type 'Condition'"):
      return "a condition compares the answer, as in age > 3, or tests age.isSet"
    case _ where message.hasPrefix("initializer for conditional binding must have Optional"):
      return last.hasPrefix("Key<") || first.hasPrefix("Key<") || message.contains("'Key<")
        ? "an answer is known when the flow is performed: write When(key.isSet) { … }" : nil
    case _ where message.hasPrefix("closure containing control flow statement"):
      return Hints.statements[String(code.prefix { $0.isLetter })]
    case _ where message.hasPrefix("cannot use explicit 'return' statement in the body of result"):
      return returned(block)
    case _ where message.hasPrefix("for-in loop requires 'Key<Int"),
      _ where message.hasPrefix("for-in loop requires 'Bounds<"),
      _ where message.hasPrefix("for-in loop requires 'Formula<"):
      return "for runs when the flow is declared, before there are answers; "
        + "a loop over answers is a step: Repeat(while: …) { … }"
    case _ where message.hasPrefix("for-in loop requires 'Key<"):
      return "for runs when the flow is declared, before there are answers; "
        + "Choose(\"…\", from: key, into: …) offers the elements of a list"
    case "'async' call in a function that does not support concurrency":
      return "write await before the call, as in await Flow(\"…\") { … }.main()"
    case "expected expression after operator", "expected expression after unary operator":
      return block.codeBefore.hasSuffix(">>")
        ? ">> ends a chain and touches its last element: Button(\"…\")>>" : nil
    case _ where message.hasPrefix("result of '") && message.contains("initializer is unused"):
      return unused(first, block)
    case _ where message.hasPrefix("function declares an opaque return type, but has no return"):
      return "write @FlowBuilder before func: it takes several steps"
    case "will never be executed":
      return "main() ends the program: perform one flow, with the others as steps in it"
    case _ where message.hasPrefix("function is unused"): return "write .main(), with parentheses"
    default:
      return syntax(block) ?? formula(message, first, last) ?? argument(message, block, first, last)
    }
  }

  private func formula(_ message: String, _ first: String, _ last: String) -> String? {
    Hints.formula(message, first, last)
  }

  static func isAnswer(_ type: String) -> Bool {
    type == "Condition" || type.hasPrefix("Key<")
  }
}
