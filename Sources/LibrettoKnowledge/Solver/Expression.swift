import LibrettoCore

// What is worked out from answers. A variable stands for one answer, whoever gave it.

/// The values that a variable can have.
///
/// A day is the number of the day, a time the number of its seconds, so both are whole numbers here.
indirect enum Domain: Hashable, Sendable {
  case text, whole, real, day, time
  case oneOf([Value])
  case list(Domain, offered: [Value]?)

  init(_ type: ValueType) {
    switch type {
    case .string: self = .text
    case .integer: self = .whole
    case .number: self = .real
    case .boolean: self = .oneOf([.bool(true), .bool(false)])
    case .day: self = .day
    case .time: self = .time
    case .oneOf(let values): self = .oneOf(values)
    case .list(let element): self = .list(Domain(element), offered: nil)
    case .optional(let wrapped): self = Domain(wrapped)
    }
  }

  var isWhole: Bool { self == .whole || self == .day || self == .time }
  var isNumber: Bool { isWhole || self == .real }
  /// Whether all its values are known: those of a list, days and times.
  var isListed: Bool { values != nil || self == .day || self == .time }
  var isList: Bool { if case .list = self { true } else { false } }
  /// The values, if they are listed.
  var values: [Value]? { if case .oneOf(let values) = self { values } else { nil } }

  /// A value of the flow as the solver has it.
  func inner(_ value: Value) -> Value {
    switch (self, value) {
    case (.day, .string(let text)): CalendarDay(text).map { .int($0.number) } ?? value
    case (.time, .string(let text)):
      TimeOfDay(text).map { .int($0.hour * 3600 + $0.minute * 60 + $0.second) } ?? value
    case (.real, .int(let whole)): .double(Double(whole))
    case (.oneOf(let values), _): values.first { $0.isSame(as: value) } ?? value
    case (.list(let element, _), .list(let values)): .list(values.map(element.inner))
    default: value
    }
  }

  /// A value of the solver as the flow has it.
  func outer(_ value: Value) -> Value {
    switch (self, value) {
    case (.day, .int(let number)): CalendarDay(number: number)?.answerValue ?? value
    case (.time, .int(let seconds)):
      TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)?.answerValue
        ?? value
    case (.list(let element, _), .list(let values)): .list(values.map(element.outer))
    default: value
    }
  }
}

/// A variable, or the length of a text or list, times a factor.
struct Term: Hashable, Comparable, Sendable {
  /// Twice the variable; one more for its length.
  var code: Int
  var factor: Int

  init(_ variable: Int, isLength: Bool = false, times factor: Int = 1) {
    self.init(code: variable * 2 + (isLength ? 1 : 0), times: factor)
  }

  init(code: Int, times factor: Int) { (self.code, self.factor) = (code, factor) }

  var variable: Int { code >> 1 }
  var isLength: Bool { code & 1 == 1 }

  static func < (a: Term, b: Term) -> Bool { a.code < b.code }
}

/// A number that doesn't fit: the solver then says that it doesn't know.
struct Overflow: Error {}

func plus(_ a: Int, _ b: Int) throws(Overflow) -> Int {
  let (sum, isOver) = a.addingReportingOverflow(b)
  if isOver || sum == .min { throw Overflow() }
  return sum
}

func times(_ a: Int, _ b: Int) throws(Overflow) -> Int {
  let (product, isOver) = a.multipliedReportingOverflow(by: b)
  if isOver || product == .min { throw Overflow() }
  return product
}

/// A sum of terms and a constant, divided by a positive scale. Each code has one term, and none the
/// factor 0, so equal sums are the same.
struct Linear: Hashable, Sendable {
  var terms: [Term] = []
  var constant = 0
  var scale = 1

  /// The sum of this and a multiple of another one.
  func adding(_ other: Linear, times factor: Int) throws(Overflow) -> Linear {
    let more = try times(scale, factor)
    var result = Linear(scale: try times(scale, other.scale))
    result.constant = try plus(times(constant, other.scale), times(other.constant, more))
    var (mine, others) = (terms[...], other.terms[...])
    while let code = [mine.first?.code, others.first?.code].compactMap(\.self).min() {
      var sum = 0
      if mine.first?.code == code { sum = try times(mine.removeFirst().factor, other.scale) }
      if others.first?.code == code {
        sum = try plus(sum, times(others.removeFirst().factor, more))
      }
      if sum != 0 { result.terms.append(Term(code: code, times: sum)) }
    }
    return result
  }

  /// The product with a constant.
  func multiplied(by other: Linear) throws(Overflow) -> Linear {
    var result = try Linear().adding(
      Linear(terms: terms, constant: constant), times: other.constant)
    result.scale = try times(scale, other.scale)
    return result
  }

  /// What an operator makes of two sums; nil if that isn't a sum.
  func combined(
    _ operation: Calculation.Operator, _ other: Linear
  ) throws(Overflow) -> Linear? {
    switch operation {
    case .plus: try adding(other, times: 1)
    case .minus: try adding(other, times: -1)
    case .times where other.terms.isEmpty: try multiplied(by: other)
    case .times where terms.isEmpty: try other.multiplied(by: self)
    default: nil
    }
  }

  /// The value of a sum of whole numbers.
  func value(_ values: [Value?]) -> Int? {
    var sum = constant
    for term in terms {
      guard let value = values[term.variable],
        case .int(let number)? = term.isLength ? value.length.map(Value.int) : value,
        let next = try? plus(sum, times(term.factor, number))
      else { return nil }
      sum = next
    }
    return sum
  }

  /// The sum with other variables and constants in place of its variables; nil if it doesn't fit.
  func replacing(_ replace: (Int) -> Expression?) -> Expression? {
    var rest = Linear(constant: constant, scale: scale)
    for term in terms {
      var part = Linear(terms: [Term(code: term.code, times: 1)])
      switch replace(term.variable) {
      case .variable(let other)?: part = Linear(terms: [Term(other, isLength: term.isLength)])
      case .constant(let value)?:
        switch term.isLength ? value.length.map(Value.int) : value {
        case .int(let number)?: part = Linear(constant: number)
        default: return nil
        }
      default: break
      }
      guard let sum = try? rest.adding(part, times: term.factor) else { return nil }
      rest = sum
    }
    return Expression(rest)
  }
}

/// What is worked out from answers.
indirect enum Expression: Hashable, Sendable {
  /// A part of a text, and the type of its value; a list is shown in lines or on one.
  struct Piece: Hashable, Sendable {
    var part: Expression
    let domain: Domain
    var inLines = false
  }

  case constant(Value)
  case variable(Int)
  /// A sum of whole numbers.
  case linear(Linear)
  /// A calculation that isn't a sum.
  case arithmetic(Expression, Calculation.Operator, Expression)
  /// The first of several that stands on this side of the others.
  case extreme([Expression], Ordering)
  /// The length of a text that is worked out.
  case count(Expression)
  case text([Piece])
  /// A value that nothing is known about, and that nobody needs.
  case given

  /// A sum in its simplest form.
  init(_ sum: Linear) {
    if sum.terms.isEmpty {
      self = .constant(.int(sum.constant))
    } else if sum.constant == 0, sum.terms == [Term(sum.terms[0].variable)] {
      self = .variable(sum.terms[0].variable)
    } else {
      self = .linear(sum)
    }
  }

  /// The length of a variable.
  static func length(_ variable: Int) -> Expression {
    .linear(Linear(terms: [Term(variable, isLength: true)]))
  }

  private var parts: [Expression] {
    switch self {
    case .constant, .variable, .linear, .given: []
    case .arithmetic(let some, _, let other): [some, other]
    case .extreme(let parts, _): parts
    case .count(let part): [part]
    case .text(let pieces): pieces.map(\.part)
    }
  }

  var variables: [Int] {
    switch self {
    case .variable(let variable): [variable]
    case .linear(let linear): linear.terms.map(\.variable)
    default: parts.flatMap(\.variables)
    }
  }

  /// The number of its parts that aren't made of others.
  var size: Int { parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.size } }

  /// The expression with others in place of its variables, as far as it can be worked out.
  func replacing(_ replace: (Int) -> Expression?) -> Expression {
    let result: Expression
    switch self {
    case .constant, .given: return self
    case .variable(let variable): return replace(variable) ?? self
    case .linear(let linear): return linear.replacing(replace) ?? self
    case .arithmetic(let some, let operation, let other):
      result = .arithmetic(some.replacing(replace), operation, other.replacing(replace))
    case .extreme(let parts, let side):
      result = .extreme(parts.map { $0.replacing(replace) }, side)
    case .count(let part): result = .count(part.replacing(replace))
    case .text(let pieces):
      result = .text(
        pieces.map { piece in
          var piece = piece
          piece.part = piece.part.replacing(replace)
          return piece
        })
    }
    return result.folded
  }

  /// The value in place of an expression whose parts are known.
  var folded: Expression {
    let isKnown = parts.allSatisfy { if case .constant = $0 { true } else { false } }
    return isKnown ? value([]).map(Expression.constant) ?? self : self
  }

  var isWorkedOut: Bool { !parts.isEmpty }

  var isGiven: Bool { self == .given || parts.contains(where: \.isGiven) }

  /// The value under an assignment; nil if it can't be worked out.
  func value(_ values: [Value?]) -> Value? {
    switch self {
    case .constant(let value): return value
    case .variable(let variable): return values[variable]
    case .linear(let linear): return linear.value(values).map(Value.int)
    case .given: return nil
    case .arithmetic, .extreme, .count, .text: break
    }
    var known: [Value] = []
    for part in parts {
      guard let value = part.value(values) else { return nil }
      known.append(value)
    }
    switch self {
    case .arithmetic(_, let operation, _): return try? operation.value(known[0], known[1])
    case .extreme(_, let side):
      return known.dropFirst().reduce(known[0]) { $1.order(to: $0) == side ? $1 : $0 }
    case .count: return known[0].length.map(Value.int)
    case .text(let pieces):
      return .string(zip(pieces, known).map { $0.shown($1) }.joined())
    default: return nil
    }
  }
}

extension Expression.Piece {
  fileprivate func shown(_ value: Value) -> String {
    let value = domain.outer(value)
    guard inLines, case .list(let elements) = value else { return value.description }
    return elements.map { "- " + $0.description }.joined(separator: "\n")
  }
}
