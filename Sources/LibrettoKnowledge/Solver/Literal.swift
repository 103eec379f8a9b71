import LibrettoCore

// What is known about the answers of a state is a conjunction of literals over variables. A variable
// stands for one answer, whoever gave it; an expression for what is worked out from answers.

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
    code = variable * 2 + (isLength ? 1 : 0)
    self.factor = factor
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
  if isOver { throw Overflow() }
  return sum
}

func times(_ a: Int, _ b: Int) throws(Overflow) -> Int {
  let (product, isOver) = a.multipliedReportingOverflow(by: b)
  if isOver || product == .min { throw Overflow() }
  return product
}

/// A sum of terms and a constant, divided by a positive scale.
struct Linear: Hashable, Sendable {
  var terms: [Term] = []
  var constant = 0
  var scale = 1

  /// The sum of this and a multiple of another one.
  func adding(_ other: Linear, times factor: Int) throws(Overflow) -> Linear {
    var result = Linear(scale: try product(scale, other.scale))
    result.constant = try plus(
      try product(constant, other.scale), try product(product(other.constant, scale), factor))
    var (i, j) = (0, 0)
    while i < terms.count || j < other.terms.count {
      if j == other.terms.count || i < terms.count && terms[i].code < other.terms[j].code {
        result.terms.append(
          Term(code: terms[i].code, times: try product(terms[i].factor, other.scale)))
        i += 1
      } else {
        let (code, mine) = (other.terms[j].code, i < terms.count ? terms[i].code : -1)
        var sum = try product(product(other.terms[j].factor, scale), factor)
        if mine == code {
          sum = try plus(sum, try product(terms[i].factor, other.scale))
          i += 1
        }
        if sum != 0 { result.terms.append(Term(code: code, times: sum)) }
        j += 1
      }
    }
    return result
  }

  func multiplied(by factor: Int) throws(Overflow) -> Linear {
    if factor == 0 { return Linear() }
    var result = self
    result.constant = try product(constant, factor)
    for index in terms.indices {
      result.terms[index].factor = try product(terms[index].factor, factor)
    }
    return result
  }

  private func product(_ a: Int, _ b: Int) throws(Overflow) -> Int {
    let (product, isOver) = a.multipliedReportingOverflow(by: b)
    if isOver || product == .min { throw Overflow() }
    return product
  }
}

/// What is worked out from answers.
indirect enum Expression: Hashable, Sendable {
  case constant(Value)
  case variable(Int)
  /// A sum of whole numbers.
  case linear(Linear)
  case arithmetic(Expression, Calculation.Operator, Expression)
  /// A value that nothing is known about, and that nobody needs.
  case given

  var variables: [Int] {
    switch self {
    case .constant, .given: []
    case .variable(let variable): [variable]
    case .linear(let linear): linear.terms.map(\.variable)
    case .arithmetic(let some, _, let other): some.variables + other.variables
    }
  }

  /// How deeply calculations are nested that aren't sums.
  var depth: Int {
    if case .arithmetic(let some, _, let other) = self {
      return 1 + max(some.depth, other.depth)
    }
    return 0
  }

  func renamed(_ name: (Int) -> Int) -> Expression {
    switch self {
    case .constant, .given: self
    case .variable(let variable): .variable(name(variable))
    case .linear(let linear): .linear(linear.renamed(name))
    case .arithmetic(let some, let operation, let other):
      .arithmetic(some.renamed(name), operation, other.renamed(name))
    }
  }

  /// The value under an assignment; nil if it can't be worked out.
  func value(_ values: [Value?]) -> Value? {
    switch self {
    case .constant(let value): return value
    case .variable(let variable): return values[variable]
    case .linear(let linear): return linear.value(values).map(Value.int)
    case .arithmetic(let some, let operation, let other):
      guard let a = some.value(values), let b = other.value(values) else { return nil }
      return try? operation.value(a, b)
    case .given: return nil
    }
  }
}

extension Linear {
  func renamed(_ name: (Int) -> Int) -> Linear {
    Linear(
      terms: terms.map { Term(name($0.variable), isLength: $0.isLength, times: $0.factor) }
        .sorted(), constant: constant, scale: scale)
  }

  /// The value of a sum of whole numbers.
  func value(_ values: [Value?]) -> Int? {
    var sum = constant
    for term in terms {
      guard let value = values[term.variable] else { return nil }
      let number: Int
      if term.isLength {
        guard let length = value.length else { return nil }
        number = length
      } else {
        guard case .int(let whole) = value else { return nil }
        number = whole
      }
      guard let part = try? times(term.factor, number), let next = try? plus(sum, part) else {
        return nil
      }
      sum = next
    }
    return sum
  }
}

// Known whole numbers in place of variables.

extension Linear {
  fileprivate func settled(_ values: [Int: Int]) -> Linear? {
    var rest = self
    rest.terms = []
    for term in terms {
      if !term.isLength, let value = values[term.variable] {
        guard let part = try? times(term.factor, value), let sum = try? plus(rest.constant, part)
        else { return nil }
        rest.constant = sum
      } else {
        rest.terms.append(term)
      }
    }
    return rest
  }
}

extension Expression {
  /// The expression with values in place of variables.
  func settled(_ values: [Int: Int]) -> Expression {
    switch self {
    case .constant, .given: return self
    case .variable(let variable): return values[variable].map { .constant(.int($0)) } ?? self
    case .linear(let linear):
      guard let rest = linear.settled(values) else { return self }
      if rest.terms.isEmpty { return .constant(.int(rest.constant)) }
      if rest.terms.count == 1, rest.constant == 0, rest.terms[0].factor == 1,
        !rest.terms[0].isLength
      {
        return .variable(rest.terms[0].variable)
      }
      return .linear(rest)
    case .arithmetic(let some, let operation, let other):
      let (a, b) = (some.settled(values), other.settled(values))
      if case .constant(let x) = a, case .constant(let y) = b,
        let value = try? operation.value(x, y)
      {
        return .constant(value)
      }
      return .arithmetic(a, operation, b)
    }
  }
}

extension Literal {
  /// The literal with values in place of variables; nil if it then holds for certain.
  func settled(_ values: [Int: Int]) -> Literal? {
    switch self {
    case .row(var row):
      guard let rest = Linear(terms: row.terms, constant: 0).settled(values), row.isExact,
        let bound = try? plus(row.bound, -rest.constant)
      else { return self }
      (row.terms, row.bound) = (rest.terms, bound)
      return row.terms.isEmpty && row.holds([]) == true ? nil : .row(row)
    case .compare(let some, let comparison, let other, let holds):
      let settled = Literal.compare(
        some.settled(values), comparison, other.settled(values), holds)
      return settled.variables.isEmpty && settled.holds([]) == true ? nil : settled
    case .multiple(let expression, let divisor, let holds):
      let settled = Literal.multiple(expression.settled(values), divisor, holds)
      return settled.variables.isEmpty && settled.holds([]) == true ? nil : settled
    case .among, .text, .has, .member, .same, .opaque: return self
    }
  }
}

/// A sum compared with a number. One that isn't exact only leads to values: real numbers are rounded,
/// so that nothing is proved with them.
struct Row: Hashable, Sendable {
  enum Relation: Hashable, Sendable { case atMost, below, equal, unequal }

  var terms: [Term]
  var relation: Relation
  var bound: Int
  var isExact = true
}

/// A set of texts.
enum Language: Hashable, Sendable {
  case equal(String)
  case pattern(Pattern)
  case contains(String)
  case length(Int, Int?)
  case blank, trimmed, lowercased, uppercased
}

/// Something that is known about answers.
enum Literal: Hashable, Sendable {
  case row(Row)
  /// The value is one of these.
  case among(Int, [Value])
  case text(Int, Language, Bool)
  /// A list contains the value.
  case has(Int, Value, Bool)
  /// The second is an element of the first, which is a list.
  case member(Int, Int)
  case same(Int, Int, Bool)
  /// A comparison that is only evaluated.
  case compare(Expression, Condition.Comparison, Expression, Bool)
  case multiple(Expression, Int, Bool)
  /// Something that can't be known, by what it is.
  case opaque(String)

  var variables: [Int] {
    switch self {
    case .row(let row): row.terms.map(\.variable)
    case .among(let variable, _), .text(let variable, _, _), .has(let variable, _, _): [variable]
    case .member(let some, let other), .same(let some, let other, _): [some, other]
    case .compare(let some, _, let other, _): some.variables + other.variables
    case .multiple(let expression, _, _): expression.variables
    case .opaque: []
    }
  }

  func renamed(_ name: (Int) -> Int) -> Literal {
    switch self {
    case .row(var row):
      row.terms = row.terms.map {
        Term(name($0.variable), isLength: $0.isLength, times: $0.factor)
      }.sorted()
      return .row(row)
    case .among(let variable, let values): return .among(name(variable), values)
    case .text(let variable, let language, let isIn): return .text(name(variable), language, isIn)
    case .has(let variable, let value, let isIn): return .has(name(variable), value, isIn)
    case .member(let list, let element): return .member(name(list), name(element))
    case .same(let some, let other, let isSame): return .same(name(some), name(other), isSame)
    case .compare(let some, let comparison, let other, let holds):
      return .compare(some.renamed(name), comparison, other.renamed(name), holds)
    case .multiple(let expression, let divisor, let holds):
      return .multiple(expression.renamed(name), divisor, holds)
    case .opaque: return self
    }
  }

  /// What can't be decided about it, in words.
  var words: String {
    switch self {
    case .opaque(let what): what
    case .compare(_, let comparison, _, _): "a comparison by \(comparison.rawValue)"
    case .multiple: "a multiple"
    default: "a value"
    }
  }
}

extension Literal {
  /// Whether the literal holds under an assignment; nil if that can't be said.
  func holds(_ values: [Value?]) -> Bool? {
    switch self {
    case .row(let row):
      if !row.isExact { return true }
      return row.holds(values)
    case .among(let variable, let allowed):
      return values[variable].map { value in allowed.contains { $0.isSame(as: value) } }
    case .text(let variable, let language, let isIn):
      guard case .string(let text)? = values[variable] else { return nil }
      return language.contains(text) == isIn
    case .has(let variable, let value, let isIn):
      guard case .list(let elements)? = values[variable] else { return nil }
      return elements.contains { $0.isSame(as: value) } == isIn
    case .member(let list, let element):
      guard case .list(let elements)? = values[list], let value = values[element] else {
        return nil
      }
      return elements.contains { $0.isSame(as: value) }
    case .same(let some, let other, let isSame):
      guard let a = values[some], let b = values[other] else { return nil }
      return a.isSame(as: b) == isSame
    case .compare(let some, let comparison, let other, let holds):
      guard let a = some.value(values), let b = other.value(values) else { return nil }
      return comparison.holds(a, b) == holds
    case .multiple(let expression, let divisor, let holds):
      guard case .int(let whole)? = expression.value(values) else { return nil }
      return whole.isDivided(by: divisor) == holds
    case .opaque: return nil
    }
  }
}

extension Row {
  func holds(_ values: [Value?]) -> Bool? {
    var sum = 0.0
    var whole: Int? = 0
    for term in terms {
      guard let value = values[term.variable] else { return nil }
      switch term.isLength ? value.length.map(Value.int) : value {
      case .int(let number)?:
        sum += Double(term.factor) * Double(number)
        whole = whole.flatMap { sum in
          (try? times(term.factor, number)).flatMap { try? plus(sum, $0) }
        }
      case .double(let number)?:
        sum += Double(term.factor) * number
        whole = nil
      default: return nil
      }
    }
    if let whole {
      switch relation {
      case .atMost: return whole <= bound
      case .below: return whole < bound
      case .equal: return whole == bound
      case .unequal: return whole != bound
      }
    }
    let limit = Double(bound)
    switch relation {
    case .atMost: return sum <= limit
    case .below: return sum < limit
    case .equal: return sum == limit
    case .unequal: return sum != limit
    }
  }
}

extension Int {
  /// Whether it is a multiple; only 0 is a multiple of 0.
  func isDivided(by divisor: Int) -> Bool {
    if divisor == 0 { return self == 0 }
    return divisor == -1 || self % divisor == 0
  }
}

extension Condition.Comparison {
  /// The comparison of two answers, as a condition has it.
  func holds(_ a: Value, _ b: Value) -> Bool {
    switch self {
    case .equal: return a.isSame(as: b)
    case .notEqual: return !a.isSame(as: b)
    default: break
    }
    guard let order = a.order(to: b) else { return false }
    return switch self {
    case .less: order == .ascending
    case .lessOrEqual: order != .descending
    case .greater: order == .descending
    default: order != .ascending
    }
  }

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
}

extension Language {
  func contains(_ text: String) -> Bool {
    switch self {
    case .equal(let other): text == other
    case .pattern(let pattern): pattern.matches(text)
    case .contains(let part): text.contains(part: part)
    case .length(let least, let most): text.count >= least && text.count <= most ?? .max
    case .blank: text.trimmed.isEmpty
    case .trimmed: text.trimmed == text
    case .lowercased: text.lowercased() == text
    case .uppercased: text.uppercased() == text
    }
  }
}
