/// A pattern is a regular expression that ``Pattern`` can match.
///
///     Ask("Code?", into: code).validate(.matches("[A-Z"))  // .matches("[A-Z]")
enum PatternForm: PartRule {
  static let code = "pattern-form"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.patterns.compactMap { pattern, place in
      pattern.problem.map {
        problem("the pattern “\(pattern.source.shortened)” can't be used: \($0)", at: place)
      }
    }
  }
}
