/// `Reload()` is inside a `Load` of the same flow and operation.
///
///     Load("prices", into: prices) { … }
///     Reload()  // Load("prices", into: prices) { … } failure: { Reload() }
enum ReloadOutsideLoad: StepRule {
  static let code = "reload-outside-load"

  static func problems(of step: DeclaredStep) -> [Problem] {
    guard case .reload = step.node.kind, !step.around.inLoad else { return [] }
    return [
      problem(
        "Reload() is outside a Load of this flow and operation; "
          + "move it into the data, empty or failure branch of one", at: step.place)
    ]
  }
}
