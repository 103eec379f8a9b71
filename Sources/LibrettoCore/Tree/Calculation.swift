/// How a value is worked out from the answers so far, as data: it can be exported, checked and
/// explored.
///
/// You write calculations with the usual operators on keys; see ``Formula``.
public struct Calculation: Hashable, Sendable {
  /// The forms of a calculation.
  package indirect enum Form: Hashable, Sendable {
    /// A value given in the flow.
    case value(Value)
    /// The answer for a key.
    case answer(KeyReference)
    /// Two numbers, and what is done with them.
    case arithmetic(Form, Operator, Form)
    /// The smallest of several values.
    case smallest([Form])
    /// The largest of several values.
    case largest([Form])
    /// The number of elements of an answer that is a list, or of characters of one that is a text.
    case count(KeyReference)
    /// A text with a line for each element of an answer that is a list, each after a hyphen.
    case lines(KeyReference)
    /// A text with its placeholders filled in.
    case text(Text)
  }

  /// The operators for two numbers. With two whole numbers, the result is a whole number.
  package enum Operator: String, Hashable, Sendable, CaseIterable {
    /// The sum.
    case plus = "+"
    /// The difference.
    case minus = "-"
    /// The product.
    case times = "*"
    /// The quotient; of whole numbers, without its fraction.
    case divided = "/"
    /// The remainder of a division of whole numbers, with the sign of the first.
    case remainder = "%"
  }

  /// The form of the calculation.
  package let form: Form
  /// The depth of nested calculations, and the number of their parts; a flow refuses more than its
  /// limits.
  let depth: Int
  let parts: Int

  init(_ form: Form, depth: Int = 1, parts: Int = 1) {
    // Past the limits the parts are dropped, so nothing ever recurses into them; the numbers stay,
    // and because of them the flow is refused when it is built. A calculation that is used twice
    // counts twice, since everything that walks it does so twice.
    self.form = depth > Limits.depth || parts > Limits.calculationParts ? .value(.null) : form
    self.depth = depth
    self.parts = parts
  }

  private init(_ form: Form, of operands: [Calculation]) {
    self.init(
      form, depth: (operands.map(\.depth).max() ?? 0) + 1,
      parts: operands.reduce(1) { min($0 + $1.parts, Limits.calculationParts + 1) })
  }

  package init(_ value: Value) { self.init(.value(value)) }

  init(_ key: KeyReference) { self.init(.answer(key)) }

  /// Two numbers, and what is done with them.
  init(_ some: Calculation, _ operation: Operator, _ other: Calculation) {
    self.init(.arithmetic(some.form, operation, other.form), of: [some, other])
  }

  /// The smallest or the largest of several values.
  init(_ bound: Bound, of operands: [Calculation]) {
    let forms = operands.map(\.form)
    self.init(bound == .smallest ? .smallest(forms) : .largest(forms), of: operands)
  }

  enum Bound { case smallest, largest }

  /// A text; one without placeholders is a value.
  init(_ text: Text) {
    if text.pieces.allSatisfy(\.isLiteral) {
      self.init(.value(.string(text.literals)))
    } else {
      self.init(.text(text), of: text.calculations)
    }
  }

  /// The value, if it is given in the flow.
  public var given: Value? {
    if case .value(let value) = form, isWithinLimits { value } else { nil }
  }

  /// Whether it still has all of its parts.
  var isWithinLimits: Bool { depth <= Limits.depth && parts <= Limits.calculationParts }
}

extension Calculation.Form {
  /// The keys that it reads.
  package var keys: [KeyReference] {
    switch self {
    case .value: []
    case .answer(let key), .count(let key), .lines(let key): [key]
    case .arithmetic(let some, _, let other): some.keys + other.keys
    case .smallest(let forms), .largest(let forms): forms.flatMap(\.keys)
    case .text(let text): text.keys
    }
  }

  /// The type of its result; nil if its operands aren't what it needs.
  var type: ValueType? {
    switch self {
    case .value(.int): .integer
    case .value(.double): .number
    case .value(.string), .text: .string
    case .value(.bool): .boolean
    case .value: nil
    case .answer(let key): key.type
    case .count(let key): key.type.hasLength ? .integer : nil
    case .lines(let key): key.type.isList ? .string : nil
    case .arithmetic(let some, .remainder, let other):
      Self.number([some.type, other.type]) == .integer ? .integer : nil
    case .arithmetic(let some, _, let other): Self.number([some.type, other.type])
    case .smallest(let forms), .largest(let forms): Self.ordered(forms.map(\.type))
    }
  }

  /// The type of a calculation with numbers.
  private static func number(_ types: [ValueType?]) -> ValueType? {
    if types.allSatisfy({ $0 == .integer }) { return .integer }
    return types.allSatisfy { $0 == .integer || $0 == .number } ? .number : nil
  }

  /// The type of one of several values; nil if they have no order.
  private static func ordered(_ types: [ValueType?]) -> ValueType? {
    guard let type = types.first else { return nil }
    let isOrdered = type == .string || type == .day || type == .time
    return isOrdered && types.allSatisfy { $0 == type } ? type : number(types)
  }
}

extension Calculation: CustomStringConvertible {
  /// The calculation as you would write it in Swift.
  public var description: String { form.description }
}

extension Calculation.Form: CustomStringConvertible {
  /// The calculation as you would write it in Swift.
  public var description: String {
    switch self {
    case .value(let value): value.inSwift
    case .answer(let key): key.name
    case .arithmetic(let some, let operation, let other):
      "\(some.operand) \(operation.rawValue) \(other.operand)"
    case .smallest(let forms): "min(\(forms.map(\.description).joined(separator: ", ")))"
    case .largest(let forms): "max(\(forms.map(\.description).joined(separator: ", ")))"
    case .count(let key): "\(key.name).count"
    case .lines(let key): "\(key.name).lines"
    case .text(let text): "\"\(text.template)\""
    }
  }

  private var operand: String {
    if case .arithmetic = self { "(\(self))" } else { description }
  }
}

/// Why a value can't be evaluated.
package enum Incalculable: Error, Hashable, Sendable {
  /// A key that is read has no answer.
  case unset(slot: Int)
  /// The result isn't a number that fits.
  case overflow
  case divisionByZero
  /// A text has more bytes than the limit.
  case tooLong
}

/// A calculation with its keys as slots.
package indirect enum CalculationCode: Sendable {
  case value(Value)
  case answer(Int)
  case arithmetic(CalculationCode, Calculation.Operator, CalculationCode)
  case smallest([CalculationCode])
  case largest([CalculationCode])
  case count(Int)
  case lines(Int)
  case text([CalculationCode])

  /// - Parameters:
  ///   - form: the calculation.
  ///   - slot: returns the number of a key.
  package init(_ form: Calculation.Form, _ slot: (KeyReference) -> Int) {
    switch form {
    case .value(let value): self = .value(value)
    case .answer(let key): self = .answer(slot(key))
    case .arithmetic(let some, let operation, let other):
      self = .arithmetic(CalculationCode(some, slot), operation, CalculationCode(other, slot))
    case .smallest(let forms): self = .smallest(forms.map { CalculationCode($0, slot) })
    case .largest(let forms): self = .largest(forms.map { CalculationCode($0, slot) })
    case .count(let key): self = .count(slot(key))
    case .lines(let key): self = .lines(slot(key))
    case .text(let text):
      self = .text(
        text.pieces.map { piece in
          switch piece {
          case .literal(let literal): .value(.string(literal))
          case .placeholder(let key): .answer(slot(key))
          case .calculation(let calculation): CalculationCode(calculation.form, slot)
          }
        })
    }
  }

  /// Works out the value.
  /// - Parameter slots: the answers.
  package func value(_ slots: [Value?]) throws(Incalculable) -> Value {
    switch self {
    case .value(let value): return value
    case .answer(let slot): return try Self.read(slot, slots)
    case .lines(let slot):
      guard case .list(let elements) = try Self.read(slot, slots) else { return .string("") }
      var text = ""
      for element in elements {
        text += (text.isEmpty ? "- " : "\n- ") + element.description
        if text.utf8.count > Limits.calculatedBytes { throw .tooLong }
      }
      return .string(text)
    case .count(let slot): return .int(try Self.read(slot, slots).length ?? 0)
    case .arithmetic(let some, let operation, let other):
      return try operation.value(try some.value(slots), try other.value(slots))
    case .smallest(let codes): return try Self.extreme(codes, .ascending, slots)
    case .largest(let codes): return try Self.extreme(codes, .descending, slots)
    case .text(let pieces):
      var text = ""
      for piece in pieces {
        text += try piece.value(slots).description
        if text.utf8.count > Limits.calculatedBytes { throw .tooLong }
      }
      return .string(text)
    }
  }

  private static func read(_ slot: Int, _ slots: [Value?]) throws(Incalculable) -> Value {
    guard let value = slots[slot] else { throw .unset(slot: slot) }
    return value
  }

  /// The first of the values that stands on one side of all others.
  private static func extreme(
    _ codes: [CalculationCode], _ side: Ordering, _ slots: [Value?]
  ) throws(Incalculable) -> Value {
    var result: Value?
    for code in codes {
      let value = try code.value(slots)
      guard let known = result else {
        result = value
        continue
      }
      if value.order(to: known) == side { result = value }
    }
    return result ?? .null
  }
}

extension Calculation.Operator {
  /// What the operator makes of two numbers: of two whole numbers, a whole number.
  package func value(_ some: Value, _ other: Value) throws(Incalculable) -> Value {
    if case .int(let a) = some, case .int(let b) = other { return .int(try whole(a, b)) }
    guard let a = some.number, let b = other.number else { throw .overflow }
    return .double(try number(a, b))
  }

  private func whole(_ a: Int, _ b: Int) throws(Incalculable) -> Int {
    if b == 0, self == .divided || self == .remainder { throw .divisionByZero }
    let (result, isOver) =
      switch self {
      case .plus: a.addingReportingOverflow(b)
      case .minus: a.subtractingReportingOverflow(b)
      case .times: a.multipliedReportingOverflow(by: b)
      case .divided: a.dividedReportingOverflow(by: b)
      // Swift reports an overflow for the smallest number and −1, whose remainder is 0.
      case .remainder: (b == -1 ? 0 : a % b, false)
      }
    if isOver { throw .overflow }
    return result
  }

  private func number(_ a: Double, _ b: Double) throws(Incalculable) -> Double {
    if b == 0, self == .divided || self == .remainder { throw .divisionByZero }
    let result =
      switch self {
      case .plus: a + b
      case .minus: a - b
      case .times: a * b
      case .divided: a / b
      case .remainder: a.truncatingRemainder(dividingBy: b)
      }
    guard result.isFinite else { throw .overflow }
    return result
  }
}

extension Value {
  /// The value as a number with a fraction, if it is a number.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .list: nil
    }
  }
}
