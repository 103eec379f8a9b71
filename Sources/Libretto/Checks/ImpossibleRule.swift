/// Each rule can be satisfied.
///
///     Ask("Name?", into: name).validate(.oneOf([]))  // .oneOf(["Ann", "Bob"])
enum ImpossibleRule: AnswerRule {
  static let code = "impossible-rule"

  static func problems(
    of rule: Prompt.Rule, for type: ValueType, _ place: FlowLocation
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
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

extension Prompt.Rule {
  /// Whether the minimum is more than the maximum, which is possible in JSON.
  fileprivate var isImpossible: Bool {
    switch kind {
    case .length(let minimum?, let maximum?), .daysFromToday(let minimum?, let maximum?):
      minimum > maximum
    case .range(let minimum?, let maximum?, let excludes):
      switch minimum.given.flatMap({ least in maximum.given.flatMap { least.order(to: $0) } }) {
      case .descending: true
      case .same: excludes
      case .ascending, nil: false
      }
    default: false
    }
  }
}
