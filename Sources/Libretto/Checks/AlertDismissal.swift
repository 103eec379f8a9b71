/// An alert without buttons dismisses itself, and one with buttons doesn't.
///
///     Alert("Sure?") { Button("Yes") }.dismiss(after: .seconds(1))  // without .dismiss
enum AlertDismissal: PromptRule {
  static let code = "alert-dismissal"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    messages(of: prompt).map { problem($0, at: step.place) }
  }

  private static func messages(of prompt: Prompt) -> [String] {
    var messages: [String] = []
    if prompt.timeout != nil && prompt.kind == .alert && prompt.choices.isEmpty {
      messages.append(
        "an alert without buttons dismisses itself; for .timeout write .dismiss(after:)")
    }
    guard let time = prompt.dismissAfter else { return messages }
    if time < .zero { return messages + ["an alert can't dismiss itself after a negative time"] }
    if prompt.choices.isEmpty { return messages }
    return messages + ["an alert with buttons waits for one of them; remove .dismiss(after:)"]
  }
}
