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
