/// A value is in only one case of a `Switch`.
///
///     Switch(size) {
///       Case(.small) { … }
///       Case(.small, .large) { … }  // Case(.large) { … }
///     }
enum SameCase: StepRule {
  static let code = "same-case"

  static func problems(of step: DeclaredStep) -> [Problem] {
    guard case .select(let selection) = step.node else { return [] }
    var seen: Set<Value> = []
    return selection.cases.flatMap(\.values).filter { !seen.insert($0).inserted }.map {
      problem("two cases of this Switch have the value \($0.quoted)", at: step.place)
    }
  }
}
