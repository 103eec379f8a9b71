/// Nothing is divided by a zero that the flow contains.
///
///     Store(total / 0, into: share)  // Store(total / count, into: share)
enum CalculationZero: PartRule {
  static let code = "calculation-zero"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.calculations.compactMap { calculation, place in
      guard let division = calculation.form.divisionByZero else { return nil }
      return problem("\(division) divides by zero", at: place)
    }
  }
}

extension Calculation.Form {
  /// The first part that divides by zero whatever the answers.
  fileprivate var divisionByZero: Self? {
    switch self {
    case .value, .answer, .count, .lines: return nil
    case .text(let text): return text.calculations.lazy.compactMap(\.form.divisionByZero).first
    case .smallest(let forms), .largest(let forms):
      return forms.lazy.compactMap(\.divisionByZero).first
    case .arithmetic(let some, let operation, let other):
      let divides = operation == .divided || operation == .remainder
      if divides, case .value(let value) = other, value == .int(0) || value == .double(0) {
        return self
      }
      return some.divisionByZero ?? other.divisionByZero
    }
  }
}
