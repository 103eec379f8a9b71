/// Work that only computes has nothing to undo.
///
///     Do("sum") { … }.undo { … }.pure()  // Do("sum") { … }.pure()
enum PureWork: StepRule {
  static let code = "pure-work"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .action(let action) = step.node.kind, action.isPure, action.isUndoable else {
      return []
    }
    return [
      problem(
        "an action that only computes has no effect to undo; remove undo:, or .pure()",
        at: step.place)
    ]
  }
}
