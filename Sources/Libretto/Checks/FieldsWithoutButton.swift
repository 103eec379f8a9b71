/// An alert with fields has a button that submits them.
///
///     Alert("Sign in") { Field("User", into: user) }  // and Button("Sign in")
enum FieldsWithoutButton: PromptRule {
  static let code = "fields-without-button"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.kind == .alert, prompt.choices.isEmpty,
      step.members.contains(where: { $0.prompt?.key != nil })
    else { return [] }
    return [problem("an Alert with Fields needs a Button that sends them", at: step.place)]
  }
}
