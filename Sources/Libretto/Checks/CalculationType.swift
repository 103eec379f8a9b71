/// A calculation has operands of the types that it needs.
///
///     {"+": [{"key": "name"}, 1]}  // {"+": [{"key": "age"}, 1]}
enum CalculationType: PartRule {
  static let code = "calculation-type"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.calculations.compactMap { calculation, place in
      guard let wrong = calculation.form.wrongPart else { return nil }
      return problem("\(wrong.form) can’t be worked out: \(wrong.reason)", at: place)
    }
  }
}

extension Calculation.Form {
  /// The innermost part whose operands aren't what it needs.
  fileprivate var wrongPart: (form: Self, reason: String)? {
    for operand in operands {
      if let wrong = operand.wrongPart { return wrong }
    }
    if type != nil { return nil }
    switch self {
    case .value, .answer, .text: return nil
    case .count(let key): return (self, "“\(key.name)” is \(key.type), which has no length")
    case .lines(let key): return (self, "“\(key.name)” is \(key.type), which isn’t a list")
    case .smallest, .largest: return (self, "its values must all be numbers, or all be texts")
    case .arithmetic(_, .remainder, _): return (self, "a remainder needs two whole numbers")
    case .arithmetic(_, let operation, _):
      return (self, "the operator “\(operation.rawValue)” needs two numbers")
    }
  }

  private var operands: [Self] {
    switch self {
    case .value, .answer, .count, .lines: []
    case .text(let text): text.calculations.map(\.form)
    case .smallest(let forms), .largest(let forms): forms
    case .arithmetic(let some, _, let other): [some, other]
    }
  }
}
