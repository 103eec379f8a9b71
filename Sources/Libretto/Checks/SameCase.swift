/// A value is in only one case of a `Switch`.
///
///     Switch(size) {
///       Case(.small) { … }
///       Case(.small, .large) { … }  // Case(.large) { … }
///     }
enum SameCase: StepRule {
  static let code = "same-case"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .select(let selection) = step.node.kind else { return [] }
    var seen: Set<Value> = []
    var texts: Set<String> = []
    let repeated = selection.cases.joined().filter { value in
      // Answers are compared as Swift compares texts, values of the tree by their bytes.
      guard case .string(let text) = value else { return !seen.insert(value).inserted }
      return !texts.insert(text).inserted
    }
    return repeated.map {
      problem("two cases of this Switch have the value \($0.quoted)", at: step.place)
    }
  }
}
