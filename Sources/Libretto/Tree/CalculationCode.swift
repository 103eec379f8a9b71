/// Why a value can't be worked out.
enum Incalculable: Error, Hashable, Sendable {
  /// A key that is read has no answer.
  case unset(slot: Int)
  /// The result isn't a number that fits.
  case overflow
  case divisionByZero
  /// A text has more bytes than the limit.
  case tooLong
}

/// A calculation with its keys as slots.
indirect enum CalculationCode: Sendable {
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
  init(_ form: Calculation.Form, _ slot: (KeyReference) -> Int) {
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
  func value(_ slots: [Value?]) throws(Incalculable) -> Value {
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
  func value(_ some: Value, _ other: Value) throws(Incalculable) -> Value {
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
