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
  package static let emptyWords = Words.english(.needed)
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

extension Calculation: Sayable {
  /// The value, or the calculation if it isn't known yet.
  package var said: Said { given?.said ?? .text(description) }

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

  /// The bounds of a number, a day, a time or a length, as in “1 to 5” or “at most 80 characters”;
  /// nil for another rule, and for one with words of the flow's own.
  /// - Parameters:
  ///   - type: the type of the answer; a list has values, a text has characters.
  ///   - isChosen: whether options are chosen, so that a length is how many.
  package func bounds(for type: ValueType, isChosen: Bool) -> Sentence? {
    guard message.map({ declared($0) != nil }) ?? true else { return nil }
    return switch kind {
    case .length(let minimum, let maximum) where isChosen: Self.numbers(minimum, maximum)
    case .range, .length, .daysFromToday: required(type) { $0.inQuotes }
    default: nil
    }
  }

  /// The bounds of a range, as in “1 to 5” or “1 or more”; nil for another rule.
  /// - Parameter type: the type of the answer.
  package func range(for type: ValueType) -> Sentence? {
    guard case .range(let minimum, let maximum, let excludes) = kind else { return nil }
    let inner = type.innermost
    if inner == .day || inner == .time {
      return Self.range(minimum?.plain, maximum?.plain, excludes, isDay: inner == .day)
    }
    return Self.numbers(minimum, maximum, excludes)
  }

  private static func numbers(
    _ minimum: (any Sayable)?, _ maximum: (any Sayable)?, _ excludes: Bool = false
  ) -> Sentence {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      Sentence(excludes ? .fromToBelow : .fromTo, minimum, maximum)
    case (let minimum?, nil): Sentence(.orMore, minimum)
    case (nil, let maximum?): Sentence(excludes ? .lessThan : .orLess, maximum)
    case (nil, nil): Sentence(.anAnswer)
    }
  }

  /// The rule's requirement in an English sentence without keys; ``Rule`` messages take precedence.
  /// - Parameter type: the type of the answer; a list has values, a text has characters.
  package func words(for type: ValueType) -> String { Words.english(sentence(for: type)) }

  /// The rule's requirement.
  /// - Parameters:
  ///   - type: the type of the answer; a list has values, a text has characters.
  ///   - title: says a key: to a person by the title of its question, to an author by its name.
  package func sentence(
    for type: ValueType, title: (String) -> Sentence = { $0.inQuotes }
  ) -> Sentence {
    kind == .notEmpty ? Sentence(.notEmpty) : Sentence(.give, required(type, title))
  }

  /// What is said of the rule: the author's words, or the rule's own.
  /// - Parameters:
  ///   - type: the type of the answer.
  ///   - title: says a key.
  ///   - render: fills answers in.
  package func sentence(
    for type: ValueType, title: (String) -> Sentence = { $0.inQuotes }, _ render: (Text) -> String
  ) -> Sentence {
    guard let message else { return sentence(for: type, title: title) }
    return declared(message) ?? Sentence(render(message))
  }

  /// A sentence of the product that a declaration gives to the rule.
  private func declared(_ message: Text) -> Sentence? {
    let known: [Sentence] =
      switch kind {
      case .matches: [Sentence(.emailNeeded), Sentence(.webAddressNeeded)]
      case .length(let least?, nil): [Sentence(.chooseAtLeast, least)]
      case .length(nil, let most?): [Sentence(.chooseAtMost, most)]
      default: []
      }
    return known.first { Text(Words.english($0)) == message }
  }

  private func required(_ type: ValueType, _ title: (String) -> Sentence) -> Sentence {
    switch kind {
    case .notEmpty: Sentence(.anAnswer)
    case .length(let minimum, let maximum): Self.length(minimum, maximum, isList: type.isList)
    case .range: range(for: type) ?? Sentence(.anAnswer)
    case .oneOf(let values): Sentence(.oneOf, values.listed())
    case .among(let key): Sentence(.oneOfKey, title(key.name))
    case .equals(let key): Sentence(.sameAs, title(key.name))
    case .differs(let key): Sentence(.otherThan, title(key.name))
    case .matches(let pattern): Sentence(.matching, pattern.source)
    case .daysFromToday(let minimum, let maximum):
      minimum == maximum
        ? minimum.map(Self.day) ?? Sentence(.aDay)
        : Self.range(minimum.map(Self.day), maximum.map(Self.day), false, isDay: true)
    case .path([.missing]): Sentence(.pathFree)
    case .path([.file]): Sentence(.pathOfFile)
    case .path([.folder]): Sentence(.pathOfFolder)
    case .path(let states):
      Sentence(
        !states.contains(.missing)
          ? .pathOfAny : states.contains(.file) ? .pathNotOfFolder : .pathNotOfFile)
    }
  }

  /// Days or times between bounds.
  private static func range(
    _ first: (any Sayable)?, _ last: (any Sayable)?, _ excludes: Bool, isDay: Bool
  ) -> Sentence {
    switch (first, last) {
    case (let first?, let last?):
      Sentence(
        isDay
          ? excludes ? .dayFromToBefore : .dayFromTo : excludes ? .timeFromToBefore : .timeFromTo,
        first, last)
    case (let first?, nil): Sentence(isDay ? .orLaterDay : .orLaterTime, first)
    case (nil, let last?):
      Sentence(
        isDay ? excludes ? .dayBefore : .orEarlierDay : excludes ? .timeBefore : .orEarlierTime,
        last)
    case (nil, nil): Sentence(isDay ? .aDay : .aTime)
    }
  }

  /// A day by its distance from today.
  private static func day(_ days: Int) -> Sentence {
    switch days {
    case 0: Sentence(.today)
    case 1: Sentence(.tomorrow)
    case -1: Sentence(.yesterday)
    case ..<0: Sentence(.daysAgo, "\(days.magnitude)")
    default: Sentence(.daysFromToday, days)
    }
  }

  private static func length(_ minimum: Int?, _ maximum: Int?, isList: Bool) -> Sentence {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum:
      Sentence(isList ? .exactlyValues : .exactlyCharacters, minimum)
    case (let minimum?, let maximum?):
      Sentence(isList ? .fromToValues : .fromToCharacters, minimum, maximum)
    case (let minimum?, nil): Sentence(isList ? .leastValues : .leastCharacters, minimum)
    case (nil, let maximum?): Sentence(isList ? .mostValues : .mostCharacters, maximum)
    case (nil, nil): Sentence(.anAnswer)
    }
  }
}
