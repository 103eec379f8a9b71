/// A choice has at least one option.
///
///     Choose("Which?", into: size) {}  // { Option("Small", .small) }
enum NoOptions: PromptRule {
  static let code = "no-options"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Problem] {
    guard prompt.source == nil, prompt.choices.isEmpty else { return [] }
    switch prompt.kind {
    case .choose: return [problem("a Choose needs at least one Option", at: step.place)]
    case .chooseMany: return [problem("a ChooseMany needs at least one Option", at: step.place)]
    case .alert, .ask, .rate, .confirm, .form: return []
    }
  }
}
