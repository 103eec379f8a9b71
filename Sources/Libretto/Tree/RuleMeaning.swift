extension Prompt {
  /// Whether a text without characters is no answer: unless it is the default, or nothing is a value
  /// of the type.
  func refusesEmpty(_ type: ValueType, _ answer: (KeyReference) -> Value?) -> Bool {
    self.default?.known(answer) != .string("") && !type.isOptional
  }

  /// What the author says of an empty answer, if anything.
  var emptyMessage: Text? { rules.first { $0.kind == .notEmpty }?.message }
  /// What is said otherwise.
  static let emptyWords = "An answer is needed."
}

extension Prompt.Rule {
  /// Returns whether a value satisfies the rule.
  /// - Parameters:
  ///   - value: an answer.
  ///   - answer: returns the other answers that the rule reads; nil for one that isn't known, of
  ///     which the rule then requires nothing.
  func accepts(_ value: Value, _ answer: (KeyReference) -> Value?) -> Bool {
    switch kind {
    case .notEmpty:
      if case .string(let text) = value { return !text.trimmed.isEmpty }
      return !value.isEmpty
    case .length(let minimum, let maximum):
      guard let length = value.length else { return false }
      return length >= (minimum ?? 0) && length <= (maximum ?? .max)
    case .range(let minimum, let maximum, let excludesMaximum):
      if let minimum = minimum?.known(answer), value.order(to: minimum) == .ascending {
        return false
      }
      guard let maximum = maximum?.known(answer), let order = value.order(to: maximum) else {
        return true
      }
      return order == .ascending || (order == .same && !excludesMaximum)
    case .oneOf(let values):
      return values.contains { $0.isSame(as: value) }
    case .among(let key):
      guard case .list(let values)? = answer(key) else { return true }
      return values.contains { $0.isSame(as: value) }
    case .equals(let key): return answer(key)?.isSame(as: value) ?? true
    case .differs(let key): return !(answer(key)?.isSame(as: value) ?? false)
    case .matches(let pattern):
      guard case .string(let text) = value else { return false }
      return pattern.matches(text)
    // The interpreter is asked, once.
    case .daysFromToday, .path: return true
    }
  }

  /// Whether it is about a path.
  var isPath: Bool { if case .path = kind { true } else { false } }

  /// Whether the interpreter has to be asked, once, when the question is answered.
  var isAsked: Bool {
    switch kind {
    case .daysFromToday, .path: true
    default: false
    }
  }

  /// Returns whether a value satisfies a rule for which the interpreter is asked.
  func accepts(
    _ value: Value, today: CalendarDay, state: (String) -> PathState?
  ) -> Bool {
    switch (kind, value) {
    case (.daysFromToday(let minimum, let maximum), .string(let text)):
      guard let days = CalendarDay(text).map(today.days(to:)) else { return false }
      return days >= minimum ?? .min && days <= maximum ?? .max
    case (.path(let states), .string(let text)):
      if text.trimmed.isEmpty { return false }
      return state(text).map(states.contains) ?? false
    case (.daysFromToday, .list(let values)), (.path, .list(let values)):
      return values.allSatisfy { accepts($0, today: today, state: state) }
    default: return true
    }
  }

  /// Returns whether a value satisfies the rule, as far as the rule reads no other answers.
  func accepts(_ value: Value) -> Bool { accepts(value) { _ in nil } }

  /// The keys whose answers the rule reads.
  var keys: [KeyReference] {
    switch kind {
    case .notEmpty, .length, .oneOf, .matches, .daysFromToday, .path: []
    case .range(let minimum, let maximum, _):
      (minimum?.form.keys ?? []) + (maximum?.form.keys ?? [])
    case .among(let key), .equals(let key), .differs(let key): [key]
    }
  }

  /// What the rule works out.
  var calculations: [Calculation] {
    if case .range(let minimum, let maximum, _) = kind {
      return [minimum, maximum].compactMap(\.self)
    }
    return []
  }

  /// The rule with the answers that its bounds and values read. That it compares with another
  /// answer stays as it is, since that one may be secret.
  func resolved(_ answer: (KeyReference) -> Value?) -> Prompt.Rule {
    var rule = self
    switch kind {
    case .range(let minimum, let maximum, let excludesMaximum):
      rule.kind = .range(
        minimum: minimum?.resolved(answer), maximum: maximum?.resolved(answer),
        excludesMaximum: excludesMaximum)
    case .among(let key):
      if case .list(let values)? = answer(key) { rule.kind = .oneOf(values) }
    case .notEmpty, .length, .oneOf, .equals, .differs, .matches, .daysFromToday, .path: break
    }
    return rule
  }
}

extension Calculation {
  /// The value, or nil if it can't be worked out.
  func known(_ answer: (KeyReference) -> Value?) -> Value? {
    if let given { return given }
    var slots: [Value?] = []
    let code = CalculationCode(form) { key in
      slots.append(answer(key))
      return slots.count - 1
    }
    return try? code.value(slots)
  }

  /// The value in place of the calculation, if it can be worked out.
  func resolved(_ answer: (KeyReference) -> Value?) -> Calculation {
    known(answer).map { Calculation($0) } ?? self
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

extension Prompt {
  /// Whether it has rules for which the interpreter is asked.
  var hasAskedRules: Bool { rules.contains(where: \.isAsked) }
}
