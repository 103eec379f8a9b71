/// A form has at least one question.
///
///     Form("Your stay") {}  // Form("Your stay") { Ask("Name?", into: name) }
enum EmptyForm: PromptRule {
  static let code = "empty-form"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.kind == .form, step.members.isEmpty else { return [] }
    return [problem("a Form needs at least one question", at: step.place)]
  }
}
