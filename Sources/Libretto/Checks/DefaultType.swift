/// The default has the type of the question's key.
///
///     Ask("Ratio?", into: ratio).default(.nan)  // .default(0.5)
enum DefaultType: PromptRule {
  static let code = "default-type"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.shape != .someOf, let preset = prompt.default, let type = prompt.key?.type
    else { return [] }
    if let value = preset.given {
      if type.value(exactly: value) != nil { return [] }
      return [problem("the default \(value.quoted) is not \(type)", at: step.place)]
    }
    guard let given = preset.form.type, !given.fits(type) else { return [] }
    return [problem("the default \(preset) is \(given), not \(type)", at: step.place)]
  }
}
