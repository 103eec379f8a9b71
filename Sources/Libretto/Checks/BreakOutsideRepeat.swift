/// `Break()` is inside a `Repeat` of the same flow and operation.
///
///     When(sure == true) { Break() }  // Repeat { When(sure == true) { Break() } }
enum BreakOutsideRepeat: StepRule {
  static let code = "break-outside-repeat"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .leave = step.node.kind, !step.around.inLoop else { return [] }
    return [problem("Break() is outside a Repeat; move it into one", at: step.place)]
  }
}
