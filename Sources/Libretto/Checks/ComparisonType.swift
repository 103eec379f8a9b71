/// A condition compares a key with a value of the key's type.
///
///     When(ratio < .infinity) { … }  // When(ratio < 1) { … }
enum ComparisonType: PartRule {
  static let code = "comparison-type"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.conditions.flatMap { condition, place in
      condition.form.comparisons.compactMap { key, value in
        guard key.type.value(exactly: value) == nil else { return nil }
        return problem(
          "the condition compares the key “\(key.name)”, which is \(key.type), "
            + "with \(value.quoted)", at: place)
      }
    }
  }
}
