import LibrettoCore

// What is known about the answers of a state is a conjunction of literals: sums of whole numbers that
// are compared with a number, and tests of what is worked out from answers.

/// A sum compared with a number.
struct Row: Hashable, Sendable {
  enum Relation: Hashable, Sendable { case atMost, below, equal, unequal }

  /// Beyond this, a number may not fit once something is added to it.
  static let mostBound = 1 << 62

  var terms: [Term]
  var relation: Relation
  var bound: Int

  var isBelow: Bool { relation == .below }

  /// The row for numbers on the other side of zero.
  var mirrored: Row {
    var row = self
    for index in terms.indices { row.terms[index].factor = -terms[index].factor }
    row.bound = -bound
    return row
  }

  /// A row of whole numbers as it is written always: without a common divisor, without `below`.
  var tightened: Row {
    var row = self
    if relation == .below { (row.relation, row.bound) = (.atMost, bound - 1) }
    if row.relation != .atMost, terms.first?.factor ?? 0 < 0 { row = row.mirrored }
    let divisor = terms.reduce(0) { gcd($0, $1.factor) }
    if divisor < 2 || row.relation != .atMost && row.bound % divisor != 0 { return row }
    for index in terms.indices { row.terms[index].factor /= divisor }
    row.bound = floorDivided(row.bound, divisor)
    return row
  }

  /// What it says of one term, if it says nothing else: the numbers that the term may be or, for a
  /// difference, mustn't be.
  var alone: (code: Int, bounds: Bounds)? {
    guard terms.count == 1, abs(terms[0].factor) == 1 else { return nil }
    var bounds = Bounds()
    let number = bound * terms[0].factor
    switch relation {
    case .atMost where terms[0].factor > 0: bounds.high = number
    case .atMost: bounds.low = number
    case .equal, .unequal: (bounds.low, bounds.high) = (number, number)
    case .below: return nil
    }
    return (terms[0].code, bounds)
  }

  func holds(_ value: Int) -> Bool {
    switch relation {
    case .atMost: value <= bound
    case .below: value < bound
    case .equal: value == bound
    case .unequal: value != bound
    }
  }
}

/// The whole numbers from one to another, or from all that there are.
struct Bounds: Equatable {
  var low = Int.min
  var high = Int.max

  mutating func formIntersection(_ other: Bounds) {
    (low, high) = (max(low, other.low), min(high, other.high))
  }

  func contains(_ other: Bounds) -> Bool { low <= other.low && other.high <= high }
}

/// A set of texts.
enum Language: Hashable, Sendable {
  case oneOf(Set<String>)
  case pattern(Pattern)
  case contains(String)
  case length(Int, Int?)
  case blank, trimmed, lowercased, uppercased
  case own(OwnAnswers)

  func contains(_ text: String) -> Bool {
    switch self {
    case .oneOf(let others): others.contains(text)
    case .pattern(let pattern): pattern.matches(text)
    case .contains(let part): text.contains(part: part)
    case .length(let least, let most): text.count >= least && text.count <= most ?? .max
    case .blank: text.trimmed.isEmpty
    case .trimmed: text.trimmed == text
    case .lowercased: text.lowercased() == text
    case .uppercased: text.uppercased() == text
    case .own(let answers): answers.contains(.string(text))
    }
  }
}

extension Language {
  /// The same requirements, with all texts that it mustn't be in one.
  static func joined(
    _ wants: [(language: Language, isIn: Bool)]
  ) -> [(language: Language, isIn: Bool)] {
    var rest: [(language: Language, isIn: Bool)] = []
    var words: Set<String> = []
    for want in wants {
      if case .oneOf(let others) = want.language, !want.isIn {
        words.formUnion(others)
      } else {
        rest.append(want)
      }
    }
    return words.isEmpty ? rest : rest + [(.oneOf(words), false)]
  }
}

/// What a type of the program itself accepts and gives back as it is, which only the type knows.
struct OwnAnswers: Hashable, Sendable {
  private let type: OwnType
  private let domain: Domain
  /// What may be one of them, as the flow shows it; the same for each literal about the key.
  let example: Value?

  init(_ type: OwnType, _ domain: Domain, example: Value?) {
    (self.type, self.domain, self.example) = (type, domain, example)
  }

  var words: String { "what “\(type.name)” accepts" }

  func contains(_ value: Value) -> Bool {
    let value = domain.outer(value)
    return type.kept(value) == value
  }

  static func == (a: OwnAnswers, b: OwnAnswers) -> Bool { a.type.key == b.type.key }
  func hash(into hasher: inout Hasher) { hasher.combine(type.key) }
}

/// What can be asked about something.
enum Test: Hashable, Sendable {
  case compare(Condition.Comparison, Expression)
  /// It is one of these.
  case among([Value])
  case language(Language)
  /// The list contains the value.
  case has(Expression)
  /// Every element is one of another list.
  case within(Expression)
  case own(OwnAnswers)
}

/// Something that is known about answers.
enum Literal: Hashable, Sendable {
  case row(Row)
  case test(Test, of: Expression, holds: Bool)
  /// Something that can't be known, by what it is.
  case opaque(String)

  /// A whole number, or one with the other sign, is at most or exactly this.
  static func number(_ term: Term, is relation: Row.Relation = .atMost, _ bound: Int) -> Literal {
    .row(Row(terms: [term], relation: relation, bound: bound))
  }

  /// Whether it is about something that nothing is known about.
  var isGiven: Bool {
    if case .test(_, let expression, _) = self {
      return expression.isGiven || other?.isGiven ?? false
    }
    return false
  }

  /// Whether more than one variable or constant has to be worked out for it, or a type asked.
  var isWorkedOut: Bool {
    guard case .test(let test, let expression, _) = self else { return false }
    if case .own = test { return true }
    return expression.isWorkedOut || other?.isWorkedOut ?? false
  }

  var isOpaque: Bool { if case .opaque = self { true } else { false } }

  private var other: Expression? {
    switch self {
    case .test(.compare(_, let other), _, _), .test(.has(let other), _, _),
      .test(.within(let other), _, _):
      other
    default: nil
    }
  }

  var variables: [Int] {
    switch self {
    case .row(let row): row.terms.map(\.variable)
    case .test(_, let expression, _): expression.variables + (other?.variables ?? [])
    case .opaque: []
    }
  }

  /// The literal with something else in place of variables.
  func replacing(_ replace: (Int) -> Expression?) -> Literal {
    switch self {
    case .opaque: return self
    case .row(let row):
      guard let sum = Linear(terms: row.terms).replacing(replace) else { return self }
      var rest = Linear()
      switch sum {
      case .linear(let linear): rest = linear
      case .variable(let variable): rest.terms = [Term(variable)]
      case .constant(.int(let number)): rest.constant = number
      default: return self
      }
      guard let bound = try? plus(row.bound, -rest.constant), abs(bound) < Row.mostBound else {
        return self
      }
      return .row(Row(terms: rest.terms, relation: row.relation, bound: bound).tightened)
    case .test(var test, let expression, let holds):
      switch test {
      case .compare(let comparison, let other):
        test = .compare(comparison, other.replacing(replace))
      case .has(let other): test = .has(other.replacing(replace))
      case .within(let other): test = .within(other.replacing(replace))
      case .among, .language, .own: break
      }
      return .test(test, of: expression.replacing(replace), holds: holds)
    }
  }

  /// Whether the literal holds under an assignment; nil if that can't be said.
  func holds(_ values: [Value?]) -> Bool? {
    switch self {
    case .opaque: return nil
    case .row(let row): return Linear(terms: row.terms).value(values).map(row.holds)
    case .test(let test, let expression, let holds):
      guard let value = expression.value(values) else { return nil }
      var known: Value?
      if let other {
        known = other.value(values)
        if known == nil { return nil }
      }
      switch (test, value, known) {
      case (.compare(let comparison, _), _, let other?):
        return comparison.holds(value, other) == holds
      case (.among(let allowed), _, _): return allowed.has(value) == holds
      case (.own(let answers), _, _): return answers.contains(value) == holds
      case (.language(let language), .string(let text), _):
        return language.contains(text) == holds
      case (.has, .list(let elements), let other?): return elements.has(other) == holds
      case (.within, .list(let elements), .list(let all)?):
        return elements.allSatisfy(all.has) == holds
      default: return !holds
      }
    }
  }

  /// What can't be decided about it, in words.
  var words: String {
    switch self {
    case .opaque(let what): what
    case .test(.compare(let comparison, _), _, _): "a comparison by \(comparison.rawValue)"
    case .test(.within, _, _): "what is chosen of a list"
    case .test(.own(let answers), _, _): answers.words
    case .row, .test: "a value"
    }
  }
}

extension [Value] {
  /// Whether one of the values is the same as an answer.
  func has(_ value: Value) -> Bool { contains { $0.isSame(as: value) } }
}

extension Condition.Comparison {
  /// The comparison with its sides exchanged.
  var mirrored: Condition.Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison of two numbers that holds if this one doesn't.
  var negated: Condition.Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}

extension Row {
  /// The row for a comparison of two sums of whole or real numbers, times their scales; nil if it
  /// doesn't fit.
  init?(_ a: Linear, _ comparison: Condition.Comparison, _ b: Linear) {
    guard let difference = try? a.adding(b, times: -1),
      abs(difference.constant) < Row.mostBound
    else { return nil }
    let relation: Relation =
      switch comparison {
      case .equal: .equal
      case .notEqual: .unequal
      case .less, .greater: .below
      case .lessOrEqual, .greaterOrEqual: .atMost
      }
    let row = Row(terms: difference.terms, relation: relation, bound: -difference.constant)
    let isMirrored = comparison == .greater || comparison == .greaterOrEqual
    self = isMirrored ? row.mirrored : row
  }
}
