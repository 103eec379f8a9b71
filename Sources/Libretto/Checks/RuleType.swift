/// The values in a rule have the type of the answer.
///
///     Ask("Ratio?", into: ratio).validate(.range(0...(.infinity)))  // .range(0...)
enum RuleType: AnswerRule {
  static let code = "rule-type"

  static func problems(
    of rule: Prompt.Rule, for type: ValueType, _ place: FlowLocation
  ) -> [Diagnostic] {
    rule.values.filter { type.value(exactly: $0) == nil }.map {
      problem("a rule’s value \($0.quoted) is not \(type)", at: place)
    }
      + rule.calculations.compactMap { calculation in
        guard calculation.given == nil, let given = calculation.form.type, !given.isComparable(type)
        else { return nil }
        return problem("a rule’s bound \(calculation) is \(given), not \(type)", at: place)
      }
  }
}

extension ValueType {
  /// Whether values of the two types have an order.
  fileprivate func isComparable(_ other: ValueType) -> Bool {
    if case .optional(let wrapped) = other { return isComparable(wrapped) }
    let areNumbers = [self, other].allSatisfy { $0 == .integer || $0 == .number }
    return self == other || areNumbers
  }
}
