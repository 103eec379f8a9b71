/// Options come from a key or from the flow, not both; those from a key can't be the default.
///
///     Choose("Which?", from: found, into: one).default("a")  // without .default
enum OptionsFromKey: PromptRule {
  static let code = "options-from-key"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let source = prompt.source, !prompt.choices.isEmpty else { return [] }
    return [
      problem(
        "the options come from the key “\(source.name)”; remove the Options, or from:",
        at: step.place)
    ]
  }

  static func problem(ofDefaultAmong source: KeyReference, at place: FlowLocation) -> Diagnostic {
    problem(
      "the options come from the key “\(source.name)”, so none of them can be the "
        + "default; remove .default(…)", at: place)
  }
}
