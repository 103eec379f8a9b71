/// Some answer satisfies each rule.
///
///     Ask("Name?", into: name).validate(.oneOf([]))  // .oneOf(["Ann", "Bob"])
enum ImpossibleRule: PromptRule, ChoiceRule {
  static let code = "impossible-rule"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Problem] {
    // The rules of a ChooseMany are counts, which have words of their own.
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
    var problems: [Problem] = []
    if case .length(let minimum, let maximum) = rule.kind, min(minimum ?? 0, maximum ?? 0) < 0 {
      problems.append(problem("a length can't be below 0", at: place))
    }
    if rule.isImpossible {
      problems.append(
        problem("no answer can satisfy this rule: \(rule.words(for: type))", at: place))
    }
    if case .oneOf([]) = rule.kind {
      problems.append(problem("the rule oneOf needs at least one value", at: place))
    }
    return problems
  }
}

extension Prompt {
  /// The type that its rules judge.
  var typeOfAnswers: ValueType { key?.type ?? .string }
}

extension Prompt.Rule {
  /// Whether its least is more than its most, as JSON can have it.
  fileprivate var isImpossible: Bool {
    switch kind {
    case .length(let minimum?, let maximum?): minimum > maximum
    case .range(let minimum?, let maximum?, let excludes):
      switch minimum.order(to: maximum) {
      case .descending: true
      case .same: excludes
      case .ascending, nil: false
      }
    default: false
    }
  }
}
