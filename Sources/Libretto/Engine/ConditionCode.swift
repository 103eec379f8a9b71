extension ConditionCode {
  /// - Parameters:
  ///   - form: the condition.
  ///   - slot: returns the number of a key.
  init(_ form: Condition.Form, _ slot: (KeyReference) -> Int) {
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      self = .compare(slot(key), comparison, value)
    case .compare(let key, let comparison, .key(let other)):
      self = .compareKeys(slot(key), comparison, slot(other))
    case .calculate(let some, let comparison, let other):
      self = .calculate(
        CalculationCode(some.form, slot), comparison, CalculationCode(other.form, slot))
    case .isSet(let key): self = .isSet(slot(key))
    case .isEmpty(let key): self = .isEmpty(slot(key))
    case .isMultiple(let key, let divisor): self = .isMultiple(slot(key), of: divisor)
    case .contains(let key, let value): self = .contains(slot(key), value)
    case .matches(let key, let pattern): self = .matches(slot(key), pattern)
    case .all(let forms): self = .all(forms.map { ConditionCode($0, slot) })
    case .any(let forms): self = .any(forms.map { ConditionCode($0, slot) })
    case .not(let form): self = .not(ConditionCode(form, slot))
    }
  }

  /// Returns whether the condition holds.
  /// - Throws: the first key that the condition has to read and that has no answer.
  func holds(_ slots: [Value?]) throws(Incalculable) -> Bool {
    switch self {
    case .isSet(let slot):
      return slots[slot] != nil
    case .compare(let slot, let comparison, let value):
      return Self.compare(try Self.read(slot, slots), comparison, value)
    case .compareKeys(let slot, let comparison, let other):
      return Self.compare(try Self.read(slot, slots), comparison, try Self.read(other, slots))
    case .calculate(let some, let comparison, let other):
      return Self.compare(try some.value(slots), comparison, try other.value(slots))
    case .isEmpty(let slot):
      return try Self.read(slot, slots).isEmpty
    case .isMultiple(let slot, let divisor):
      guard case .int(let value) = try Self.read(slot, slots) else { return false }
      // −1 divides everything, and dividing the smallest Int by it would trap.
      if divisor == 0 { return value == 0 }
      return divisor == -1 || value % divisor == 0
    case .contains(let slot, let value):
      switch (try Self.read(slot, slots), value) {
      case (.list(let values), _): return values.contains { $0.isSame(as: value) }
      case (.string(let text), .string(let part)): return text.contains(part: part)
      default: return false
      }
    case .matches(let slot, let pattern):
      guard case .string(let text) = try Self.read(slot, slots) else { return false }
      return pattern.matches(text)
    case .all(let parts):
      for part in parts where try !part.holds(slots) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(slots) { return true }
      return false
    case .not(let part):
      return try !part.holds(slots)
    case .known(let part):
      return (try? part.holds(slots)) ?? false
    }
  }

  private static func read(_ slot: Int, _ slots: [Value?]) throws(Incalculable) -> Value {
    guard let value = slots[slot] else { throw .unset(slot: slot) }
    return value
  }

  private static func compare(
    _ value: Value, _ comparison: Condition.Comparison, _ other: Value
  ) -> Bool {
    switch comparison {
    case .equal: return value.isSame(as: other)
    case .notEqual: return !value.isSame(as: other)
    default: break
    }
    guard let order = value.order(to: other) else { return false }
    return switch comparison {
    case .less: order == .ascending
    case .lessOrEqual: order != .descending
    case .greater: order == .descending
    default: order != .ascending
    }
  }
}

extension String {
  /// Whether this text contains another one, compared by characters, as Swift compares texts.
  func contains(part: String) -> Bool {
    let needle = Array(part)
    let hay = Array(self)
    guard let first = needle.first else { return true }
    guard hay.count >= needle.count else { return false }
    return (0...(hay.count - needle.count)).contains { start in
      hay[start] == first && hay[start..<(start + needle.count)].elementsEqual(needle)
    }
  }
}
