/// At most one answer is the default.
///
///     Alert("Sure?") {
///       Button("Yes").default()
///       Button("No").default()  // Button("No")
///     }
enum TwoPreferred: PromptRule {
  static let code = "two-preferred"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.shape != .someOf, prompt.choices.filter(\.isDefault).count > 1 else {
      return []
    }
    return [problem("only one answer can be the default", at: step.place)]
  }
}
