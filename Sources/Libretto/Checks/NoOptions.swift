/// A choice has at least one option.
///
///     Choose("Which?", into: size) {}  // { Option("Small", .small) }
enum NoOptions: PromptRule {
  static let code = "no-options"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.source == nil, prompt.choices.isEmpty else { return [] }
    let name = prompt.kind == .chooseMany ? "ChooseMany" : "Choose"
    return [problem("a \(name) needs at least one Option", at: step.place)]
  }
}
