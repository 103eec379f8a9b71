/// `TryAgain()` is inside a `Load`, or the failure branch of a `Do`, of the same flow and operation.
///
///     Load("prices", into: prices) { … }
///     TryAgain()  // Load("prices", into: prices) { … } failure: { TryAgain() }
enum ReloadOutsideLoad: StepRule {
  static let code = "reload-outside-load"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .tryAgain = step.node.kind, !step.around.inLoad else { return [] }
    return [
      problem(
        "TryAgain() is outside a Load or Do of this flow and operation; move it into the data, empty "
          + "or failure branch of a Load, or the failure branch of a Do", at: step.place)
    ]
  }
}
