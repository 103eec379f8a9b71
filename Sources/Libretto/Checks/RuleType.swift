/// The values in a rule have the type of the answer.
///
///     Ask("Ratio?", into: ratio).validate(.range(0...(.infinity)))  // .range(0...)
enum RuleType: AnswerRule {
  static let code = "rule-type"

  static func problems(
    of rule: Prompt.Rule, for type: ValueType, _ place: Place
  ) -> [Problem] {
    rule.values.filter { type.value(exactly: $0) == nil }.map {
      problem("a rule’s value \($0.quoted) is not \(type)", at: place)
    }
  }
}
