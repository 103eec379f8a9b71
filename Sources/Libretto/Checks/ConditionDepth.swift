/// Conditions aren't nested deeper than the limit.
///
///     When(!(!(!(… ready == true))))  // When(ready == true)
enum ConditionDepth: PartRule {
  static let code = "condition-depth"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.conditions.filter { $0.condition.depth > Limits.depth }.map {
      problem("conditions are nested more than \(Limits.depth) deep", at: $0.place)
    }
  }
}
