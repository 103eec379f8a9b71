/// A rule about the rules for answers, of a prompt or of a button with rules for fields.
protocol AnswerRule: PromptRule, ChoiceRule {
  /// - Parameters:
  ///   - rule: the rule that an answer must satisfy.
  ///   - type: the type of the answer.
  static func problems(of rule: Prompt.Rule, for type: ValueType, _ place: FlowLocation)
    -> [Diagnostic]
}

extension AnswerRule {
  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    // The rules of a ChooseMany are counts, which have their own messages.
    if prompt.shape == .someOf { return [] }
    let type = prompt.key?.type ?? .string
    return prompt.rules.flatMap { problems(of: $0, for: type, step.place) }
      + prompt.draftRules.flatMap { problems(of: $0, for: .string, step.place) }
  }

  static func problems(of choice: DeclaredChoice) -> [Diagnostic] {
    choice.choice.rules.flatMap { problems(of: $0.rule, for: .string, choice.place) }
  }
}
