/// A flow has a name.
///
///     Flow(" ") { … }  // Flow("greeting") { … }
enum UnnamedFlow: FlowRule {
  static let code = "unnamed-flow"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.name.trimmed.isEmpty ? [problem("a flow needs a name", at: flow.place)] : []
  }
}
