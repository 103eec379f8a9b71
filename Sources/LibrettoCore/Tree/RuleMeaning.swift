// The rules for answers: what they accept, which other answers they read, and their words.

extension Prompt {
  /// Whether a text without characters is no answer: unless it is the default, or nothing is a value
  /// of the type.
  package func refusesEmpty(_ type: ValueType, _ answer: (KeyReference) -> Value?) -> Bool {
    self.default?.known(answer) != .string("") && !type.isOptional
  }

  /// What the author says of an empty answer, if anything.
  package var emptyMessage: Text? { rules.first { $0.kind == .notEmpty }?.message }
  /// What is said otherwise.
  package static let emptyWords = "An answer is needed."
}

extension Prompt.Rule {
  /// Returns whether a value satisfies the rule.
  /// - Parameters:
  ///   - value: an answer.
  ///   - answer: returns the other answers that the rule reads; nil for one that isn't known, of
  ///     which the rule then requires nothing.
  package func accepts(_ value: Value, _ answer: (KeyReference) -> Value?) -> Bool {
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
  package var isPath: Bool { if case .path = kind { true } else { false } }

  /// Whether the interpreter has to be asked, once, when the question is answered.
  package var isAsked: Bool {
    switch kind {
    case .daysFromToday, .path: true
    default: false
    }
  }

  /// Returns whether a value satisfies a rule for which the interpreter is asked.
  package func accepts(
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
  package func accepts(_ value: Value) -> Bool { accepts(value) { _ in nil } }

  /// The keys whose answers the rule reads.
  package var keys: [KeyReference] {
    switch kind {
    case .notEmpty, .length, .oneOf, .matches, .daysFromToday, .path: []
    case .range(let minimum, let maximum, _):
      (minimum?.form.keys ?? []) + (maximum?.form.keys ?? [])
    case .among(let key), .equals(let key), .differs(let key): [key]
    }
  }

  /// The calculations in the rule.
  var calculations: [Calculation] {
    if case .range(let minimum, let maximum, _) = kind {
      return [minimum, maximum].compactMap(\.self)
    }
    return []
  }

  /// The rule with the answers that its bounds and values read. That it compares with another
  /// answer stays as it is, since that one may be secret.
  package func resolved(_ answer: (KeyReference) -> Value?) -> Prompt.Rule {
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
  /// The value, or nil if it can't be evaluated.
  package func known(_ answer: (KeyReference) -> Value?) -> Value? {
    if let given { return given }
    var slots: [Value?] = []
    let code = CalculationCode(form) { key in
      slots.append(answer(key))
      return slots.count - 1
    }
    return try? code.value(slots)
  }

  /// The value in place of the calculation, if it can be evaluated.
  func resolved(_ answer: (KeyReference) -> Value?) -> Calculation {
    known(answer).map { Calculation($0) } ?? self
  }
}

extension Value {
  /// The number of characters or elements, or nil if the value has no length.
  package var length: Int? {
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

extension Calculation {
  /// The value, or the calculation if it isn't known yet.
  fileprivate var words: String { given?.quoted ?? description }

  /// The value without quotation marks, or the calculation.
  fileprivate var plain: String { given?.description ?? description }
}

extension Prompt.Rule {
  /// The values given in the rule.
  package var values: [Value] {
    switch kind {
    case .notEmpty, .length, .matches, .among, .equals, .differs, .daysFromToday, .path: []
    case .range(let minimum, let maximum, _):
      [minimum, maximum].compactMap { $0?.given }
    case .oneOf(let values): values
    }
  }

  /// The bounds of a range in words, as in “1 to 5” or “1 or more”; nil for another rule.
  /// - Parameter type: the type of the answer.
  package func bounds(for type: ValueType) -> String? {
    guard case .range(let minimum, let maximum, let excludes) = kind else { return nil }
    if type.innermost == .day || type.innermost == .time {
      return Self.words(minimum?.plain, maximum?.plain, excludes, type.innermost)
    }
    switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      return excludes
        ? "\(minimum.words) or more, and less than \(maximum.words)"
        : "\(minimum.words) to \(maximum.words)"
    case (let minimum?, nil): return "\(minimum.words) or more"
    case (nil, let maximum?):
      return excludes ? "less than \(maximum.words)" : "\(maximum.words) or less"
    case (nil, nil): return "an answer"
    }
  }

  /// The rule's requirement in a sentence without keys; ``Rule`` messages take precedence.
  /// - Parameter type: the type of the answer; a list has values, a text has characters.
  package func words(for type: ValueType) -> String {
    switch kind {
    case .notEmpty: return "Give an answer that is not empty."
    case .length(let minimum, let maximum): return Self.words(minimum, maximum, type)
    case .range: return "Give \(bounds(for: type) ?? "")."
    case .oneOf(let values):
      return "Give one of \(values.listed(\.quoted))."
    case .among(let key): return "Give one of the values of “\(key.name)”."
    case .equals(let key): return "Give the same answer as for “\(key.name)”."
    case .differs(let key): return "Give another answer than for “\(key.name)”."
    case .matches(let pattern): return "Give an answer that matches \(pattern.source)."
    case .daysFromToday(let minimum, let maximum): return Self.dayWords(minimum, maximum)
    case .path([.missing]): return "Give a path at which there is nothing yet."
    case .path([.file]): return "Give the path of a file that exists."
    case .path([.folder]): return "Give the path of a folder that exists."
    case .path(let states):
      return states.contains(.missing)
        ? "Give a path that is not a \(states.contains(.file) ? "folder" : "file")."
        : "Give the path of a file or folder that exists."
    }
  }

  private static func words(
    _ minimum: String?, _ maximum: String?, _ excludes: Bool, _ type: ValueType
  ) -> String {
    let noun = type == .day ? "day" : "time"
    switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      return "a \(noun) from \(minimum) to \(excludes ? "before " : "")\(maximum)"
    case (let minimum?, nil): return "\(minimum) or a later \(noun)"
    case (nil, let maximum?):
      return excludes ? "a \(noun) before \(maximum)" : "\(maximum) or an earlier \(noun)"
    case (nil, nil): return "a \(noun)"
    }
  }

  private static func dayWords(_ minimum: Int?, _ maximum: Int?) -> String {
    func day(_ days: Int) -> String {
      switch days {
      case 0: "today"
      case 1: "tomorrow"
      case -1: "yesterday"
      case ..<0: "\(days.magnitude) days ago"
      default: "\(days) days from today"
      }
    }
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum: return "Give \(day(minimum))."
    case (let minimum?, let maximum?): return "Give a day from \(day(minimum)) to \(day(maximum))."
    case (let minimum?, nil): return "Give \(day(minimum)) or a later day."
    case (nil, let maximum?): return "Give \(day(maximum)) or an earlier day."
    case (nil, nil): return "Give a day."
    }
  }

  private static func words(_ minimum: Int?, _ maximum: Int?, _ type: ValueType) -> String {
    func counted(_ count: Int) -> String {
      let noun = if case .list = type { "value" } else { "character" }
      return "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum:
      return "Give exactly \(counted(minimum))."
    case (let minimum?, let maximum?): return "Give \(minimum) to \(counted(maximum))."
    case (let minimum?, nil): return "Give at least \(counted(minimum))."
    case (nil, let maximum?): return "Give at most \(counted(maximum))."
    case (nil, nil): return "Give an answer."
    }
  }
}
