/// The values of a `Case` have the type of the key of the `Switch`.
///
///     Switch(ratio) { Case(.infinity) { … } }  // Case(1.0) { … }
enum CaseType: StepRule {
  static let code = "case-type"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .select(let selection) = step.node.kind else { return [] }
    let key = selection.key
    return selection.cases.joined().filter { key.type.value(exactly: $0) == nil }.map {
      problem("\($0.quoted) is not \(key.type), as the key “\(key.name)” requires", at: step.place)
    }
  }
}
