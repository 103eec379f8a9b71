/// A `Switch` has at least one case, and at most one `Default`.
///
///     Switch(size) {}  // Switch(size) { Case(.small) { … } }
enum CaseCount: CodedRule {
  static let code = "switch-cases"

  static func problems(of count: Int, defaults: Int, at place: FlowLocation) -> [Diagnostic] {
    if count == 0 { return [problem("a Switch needs at least one Case", at: place)] }
    return defaults > 1 ? [problem("a Switch can have only one Default", at: place)] : []
  }
}
