// Conditions, calculations and patterns, wherever they are used.

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

/// A calculation has operands of the types that it needs.
///
///     {"+": [{"key": "name"}, 1]}  // {"+": [{"key": "age"}, 1]}
enum CalculationType: PartRule {
  static let code = "calculation-type"

  static func problems(of parts: DeclaredParts) -> [Diagnostic] {
    parts.calculations.compactMap { calculation, place in
      guard let wrong = calculation.form.wrongPart else { return nil }
      return problem("\(wrong.form) can’t be evaluated: \(wrong.reason)", at: place)
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
    let operands: [Self]
    switch self {
    case .value, .answer, .count, .lines: return nil
    case .text(let text): operands = text.calculations.map(\.form)
    case .smallest(let forms), .largest(let forms): operands = forms
    case .arithmetic(let some, let operation, let other):
      let divides = operation == .divided || operation == .remainder
      if divides, case .value(let value) = other, value == .int(0) || value == .double(0) {
        return self
      }
      operands = [some, other]
    }
    // A lazy search would look at what it finds twice on each level.
    for operand in operands {
      if let division = operand.divisionByZero { return division }
    }
    return nil
  }
}

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

/// The patterns of a flow don't have more states in total than the limit.
///
///     Ask("Text?", into: text).validate(.matches("(a{1000}){1000}"))  // .length(...1_000_000)
enum PatternStates: FlowRule {
  static let code = "pattern-states"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    let states = flow.patterns.reduce(0) { $0 + $1.states }
    guard states > Limits.patternStates else { return [] }
    return [
      problem(
        "the patterns of this flow have \(states) states in total, more than the limit "
          + "“patternStates” of \(Limits.patternStates); use smaller counts in braces",
        at: flow.place)
    ]
  }
}
