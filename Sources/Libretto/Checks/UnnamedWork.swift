/// Actions and loads have a name, by which a host refers to them.
///
///     Do("") { try await save() }  // Do("save") { … }
enum UnnamedWork: StepRule {
  static let code = "unnamed-work"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    switch step.node.kind {
    case .action(let action) where action.name.trimmed.isEmpty:
      [problem("an action needs a name", at: step.place)]
    case .load(let load) where load.name.trimmed.isEmpty:
      [problem("a load needs a name", at: step.place)]
    default: []
    }
  }
}
