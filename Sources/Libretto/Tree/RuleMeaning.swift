extension Prompt.Rule {
  /// Returns whether a value satisfies the rule.
  func accepts(_ value: Value) -> Bool {
    switch kind {
    case .notEmpty:
      if case .string(let text) = value { return !text.trimmed.isEmpty }
      return !value.isEmpty
    case .length(let minimum, let maximum):
      guard let length = value.length else { return false }
      return length >= (minimum ?? 0) && length <= (maximum ?? .max)
    case .range(let minimum, let maximum, let excludesMaximum):
      if let minimum, value.order(to: minimum) == .ascending { return false }
      guard let maximum, let order = value.order(to: maximum) else { return true }
      return order == .ascending || (order == .same && !excludesMaximum)
    case .oneOf(let values):
      return values.contains(value)
    case .matches(let pattern):
      guard case .string(let text) = value else { return false }
      return pattern.matches(text)
    }
  }
}

extension Value {
  /// The number of characters or elements, or nil if the value has no length.
  var length: Int? {
    switch self {
    case .string(let text): text.count
    case .list(let values): values.count
    case .null, .bool, .int, .double: nil
    }
  }
}
