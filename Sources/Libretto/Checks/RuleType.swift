/// The values in a rule are of the type of the answer.
///
///     Ask("Ratio?", into: ratio).validate(.range(0...(.infinity)))  // .range(0...)
enum RuleType: PromptRule, ChoiceRule {
  static let code = "rule-type"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Problem] {
    if prompt.shape == .someOf { return [] }
    return prompt.rules.flatMap { problems(of: $0, for: prompt.typeOfAnswers, step.place) }
      + prompt.draftRules.flatMap { problems(of: $0, for: .string, step.place) }
  }

  static func problems(of choice: DeclaredChoice) -> [Problem] {
    choice.choice.rules.flatMap { problems(of: $0.rule, for: .string, choice.place) }
  }

  private static func problems(
    of rule: Prompt.Rule, for type: ValueType, _ place: Place
  ) -> [Problem] {
    rule.values.filter { type.fitting($0) == nil }.map {
      problem("a rule’s value \($0.quoted) is not \(type)", at: place)
    }
  }
}
