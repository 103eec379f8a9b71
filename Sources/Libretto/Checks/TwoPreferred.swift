/// At most one answer is preferred.
///
///     Alert("Sure?") {
///       Button("Yes").preferred()
///       Button("No").preferred()  // Button("No")
///     }
enum TwoPreferred: PromptRule {
  static let code = "two-preferred"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Problem] {
    guard prompt.shape != .someOf, prompt.choices.filter(\.isPreferred).count > 1 else {
      return []
    }
    return [problem("only one answer can be preferred", at: step.place)]
  }
}
