/// A pause isn't negative.
///
///     Wait(.seconds(-1))  // Wait(.seconds(1))
enum NegativeWait: StepRule {
  static let code = "negative-wait"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .wait(let duration) = step.node.kind, duration < .zero else { return [] }
    return [problem("a Wait can't be negative", at: step.place)]
  }
}
