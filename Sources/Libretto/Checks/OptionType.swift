/// The value of an option has the type of the question's key.
///
///     Choose("Which?", into: ratio) { Option("None", .nan) }  // Option("None", 0)
enum OptionType: PromptRule {
  static let code = "option-type"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let key = prompt.key, let type = type(of: prompt.shape, key.type) else { return [] }
    return prompt.choices.compactMap { choice in
      guard let value = choice.value, type.value(exactly: value) == nil else { return nil }
      return problem(
        "the option’s value \(value.quoted) is not \(type), as the key “\(key.name)” requires",
        at: step.place)
    }
  }

  private static func type(of shape: Prompt.Shape, _ type: ValueType) -> ValueType? {
    switch (shape, type) {
    case (.oneOf, _), (.yesNo, _): type
    case (.someOf, .list(let element)): element
    default: nil
    }
  }
}
