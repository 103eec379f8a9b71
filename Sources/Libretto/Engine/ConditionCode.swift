/// A key that something reads but that has no answer.
struct UnsetKey: Error, Hashable, Sendable {
  let slot: Int
}

extension ConditionCode {
  /// Returns whether the condition holds.
  /// - Throws: the first key that the condition has to read and that has no answer.
  func holds(_ slots: [Value?]) throws(UnsetKey) -> Bool {
    switch self {
    case .isSet(let slot):
      return slots[slot] != nil
    case .compare(let slot, let comparison, let value):
      return Self.compare(try Self.read(slot, slots), comparison, value)
    case .compareKeys(let slot, let comparison, let other):
      return Self.compare(try Self.read(slot, slots), comparison, try Self.read(other, slots))
    case .isEmpty(let slot):
      return try Self.read(slot, slots).isEmpty
    case .isMultiple(let slot, let divisor):
      guard case .int(let value) = try Self.read(slot, slots) else { return false }
      // −1 divides everything, and dividing the smallest Int by it would trap.
      if divisor == 0 { return value == 0 }
      return divisor == -1 || value % divisor == 0
    case .contains(let slot, let value):
      switch (try Self.read(slot, slots), value) {
      case (.list(let values), _): return values.contains(value)
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

  private static func read(_ slot: Int, _ slots: [Value?]) throws(UnsetKey) -> Value {
    guard let value = slots[slot] else { throw UnsetKey(slot: slot) }
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
  /// Whether this text contains another one, byte for byte.
  func contains(part: String) -> Bool {
    let needle = Array(part.utf8)
    let hay = Array(utf8)
    guard !needle.isEmpty else { return true }
    guard hay.count >= needle.count else { return false }
    for start in 0...(hay.count - needle.count)
    where hay[start] == needle[0] && hay[start..<(start + needle.count)].elementsEqual(needle) {
      return true
    }
    return false
  }
}
