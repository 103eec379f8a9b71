/// The default satisfies the rules of its question.
///
///     Ask("Age?", into: age).validate(.range(0...130)).default(131)  // .default(30)
enum DefaultRule: PromptRule {
  static let code = "default-rule"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    if prompt.shape == .someOf { return preferred(prompt, step) }
    guard let value = prompt.defaultValue, let type = prompt.key?.type,
      type.value(exactly: value) != nil
    else { return [] }
    if let broken = prompt.rules.first(where: { !$0.accepts(value) }) {
      return [
        problem(
          "the default \(value.quoted) breaks a rule: \(broken.words(for: type))", at: step.place)
      ]
    }
    let draft = Value.string(value.description)
    guard let broken = prompt.draftRules.first(where: { !$0.accepts(draft) }) else { return [] }
    return [
      problem(
        "the default \(value.quoted) breaks a rule for drafts: \(broken.words(for: .string))",
        at: step.place)
    ]
  }

  /// The default of a `ChooseMany` is the list of its preferred options, and its rules are counts.
  private static func preferred(_ prompt: Prompt, _ step: DeclaredStep) -> [Diagnostic] {
    let preferred = Value.list(
      prompt.choices.filter(\.isDefault).map { $0.value ?? .null })
    guard preferred != .list([]),
      let broken = prompt.rules.first(where: { !$0.accepts(preferred) }),
      AnswerCount.problems(of: prompt, in: step).isEmpty
    else { return [] }
    return [
      problem(
        "the default \(preferred.quoted) breaks a rule: "
          + (broken.message?.template ?? broken.words(for: .list(.string))), at: step.place)
    ]
  }
}
