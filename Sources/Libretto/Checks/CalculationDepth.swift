/// Calculations aren't nested deeper or longer than the limits.
///
///     Store((((… n + 1) + 1) + 1), into: n)  // Store(n + 3, into: n)
enum CalculationDepth: PartRule {
  static let code = "calculation-depth"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.calculations.compactMap { calculation, place in
      if calculation.depth > Limits.depth {
        return problem("calculations are nested more than \(Limits.depth) deep", at: place)
      }
      guard calculation.parts > Limits.calculationParts else { return nil }
      return problem(
        "a calculation has more parts than the limit “calculationParts” of "
          + "\(Limits.calculationParts); store a part of it in a key of its own", at: place)
    }
  }
}
