/// The default has the type of the question's key.
///
///     Ask("Ratio?", into: ratio).default(.nan)  // .default(0.5)
enum DefaultType: PromptRule {
  static let code = "default-type"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Problem] {
    guard prompt.shape != .someOf, let value = prompt.defaultValue, let type = prompt.key?.type,
      type.value(exactly: value) == nil
    else { return [] }
    return [problem("the default \(value.quoted) is not \(type)", at: step.place)]
  }
}
