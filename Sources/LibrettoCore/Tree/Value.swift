/// An answer as data, independent of the Swift type as which it is read.
///
/// Values compare exactly: two strings are equal when their bytes are, two numbers when their bits
/// are. Therefore, equal values have equal JSON.
public enum Value: Sendable {
  /// No value: an optional answer that was left out.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number with a fraction.
  case double(Double)
  /// Text.
  case string(String)
  /// Several values, in order.
  case list([Value])
}

extension Value: Hashable {
  /// Whether two values are the same, bit for bit.
  public static func == (lhs: Value, rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.isIdenticalText(to: b)
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  /// Feeds the value's exact content into a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(text: value)
    case .list(let values): hasher.combine(values)
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as shown to a person in a text.
  public var description: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "yes" : "no"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .string(let value): value
    case .list(let values): values.map(\.description).joined(separator: ", ")
    }
  }
}

extension Value {
  /// Whether the value is null, an empty text or an empty list.
  public var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let value): value.isEmpty
    case .list(let values): values.isEmpty
    case .bool, .int, .double: false
    }
  }

  /// The value as an error quotes it, in English.
  package var quoted: String { Words.english(self) }

  /// The value as shown to a person in a text, with yes and no in their language.
  func shown(in words: Words) -> String {
    switch self {
    case .bool(let value): words(value ? .yes : .no)
    case .list(let values): values.map { $0.shown(in: words) }.joined(separator: words(.comma))
    default: description
    }
  }

  /// Whether two answers are the same, as Swift's `==` has it: texts by canonical equivalence, so
  /// that a typed “é” is the same however the keyboard composed it, and numbers by size.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    default: self == other || order(to: other) == .same
    }
  }

  /// The order of the two values, or nil if their kinds can't be ordered.
  package func order(to other: Value) -> Ordering? {
    switch (self, other) {
    case (.int(let a), .int(let b)): Ordering(a, b)
    case (.double(let a), .double(let b)): Ordering(a, b)
    case (.int(let a), .double(let b)): Ordering(Double(a), b)
    case (.double(let a), .int(let b)): Ordering(a, Double(b))
    case (.string(let a), .string(let b)): Ordering(a, b)
    case (.bool(let a), .bool(let b)): Ordering(a ? 1 : 0, b ? 1 : 0)
    default: nil
    }
  }
}

/// The order of two values.
package enum Ordering: Sendable {
  case ascending, same, descending

  init<T: Comparable>(_ a: T, _ b: T) {
    self = a < b ? .ascending : (a == b ? .same : .descending)
  }
}

/// The type of an answer as data: what a key can store, and how typed text is read.
public indirect enum ValueType: Hashable, Sendable {
  /// Text.
  case string
  /// A whole number.
  case integer
  /// A number with a fraction.
  case number
  /// Yes or no.
  case boolean
  /// A calendar day, as a text such as `2026-11-20`; see ``CalendarDay``.
  case day
  /// A time of day, as a text such as `09:30`; see ``TimeOfDay``.
  case time
  /// One of a fixed set of values, such as the raw values of an enum.
  case oneOf([Value])
  /// Several values of one type.
  case list(ValueType)
  /// A value of the type, or nothing.
  case optional(ValueType)
}

extension ValueType {
  /// Whether nothing is one of its values.
  package var isOptional: Bool { if case .optional = self { true } else { false } }
}

extension ValueType: CustomStringConvertible {
  /// The type in words, as used in errors: “a whole number”.
  public var description: String { Words.english(sentence()) }
}

extension ValueType: Sayable {
  package var said: Said { .sentence(sentence()) }

  /// The type in words.
  /// - Parameter day: an example of a day.
  package func sentence(day: CalendarDay? = nil) -> Sentence {
    let example = day.map { "\($0)" } ?? CalendarDay.example
    return switch self {
    case .string: Sentence(.text)
    case .integer: Sentence(.wholeNumber)
    case .number: Sentence(.number)
    case .boolean: Sentence(.yesOrNo)
    case .day: Sentence(.dayLike, example)
    case .time: Sentence(.timeLike)
    case .oneOf(let values): Sentence(.oneOf, values.listed())
    case .list(.string): Sentence(.texts)
    case .list(.integer): Sentence(.wholeNumbers)
    case .list(.number): Sentence(.numbers)
    case .list(.day): Sentence(.daysLike, example)
    case .list(.time): Sentence(.timesLike)
    case .list(let element): Sentence(.listOf, element.sentence(day: day))
    case .optional(let wrapped): Sentence(.orNothing, wrapped.sentence(day: day))
    }
  }
}

extension Value: Sayable {
  /// The value as an error quotes it: text in quotation marks, everything else plain.
  package var said: Said {
    switch self {
    case .null: Phrase.nothing.said
    case .string(let value): .sentence(value.inQuotes)
    case .bool(let value): .text(value ? "true" : "false")
    case .list(let values): .sentence(Sentence(.values, values.listed()))
    case .int, .double: .text(description)
    }
  }
}

extension ValueType {
  /// Whether the type is a list.
  var isList: Bool { if case .list = self { true } else { false } }

  /// Whether every value of this type fits the other one.
  func fits(_ other: ValueType) -> Bool {
    if self == other { return true }
    return switch (self, other) {
    case (.integer, .number): true
    case (_, .optional(let wrapped)): fits(wrapped)
    default: false
    }
  }

  /// Returns the value in this type, converted if that loses nothing.
  ///
  /// A whole number fits where a number is expected. A number that isn't finite never fits.
  /// - Parameter value: the value as data.
  /// - Returns: the value, or nil if it doesn't fit.
  package func value(exactly value: Value) -> Value? {
    switch (self, value) {
    case _ where isPlain(value): value
    case (.day, .string(let text)): CalendarDay(text)?.answerValue
    case (.time, .string(let text)): TimeOfDay(text)?.answerValue
    case (.number, .double(let double)): double.isFinite ? value : nil
    case (.number, .int(let int)): Double(exactly: int).map(Value.double)
    case (.oneOf(let values), _): values.first { $0.isSame(as: value) }
    case (.list(let element), .list(let values)): ValueType.list(exactly: values, of: element)
    case (.optional, .null): value
    case (.optional(let wrapped), _): wrapped.value(exactly: value)
    default: nil
    }
  }

  /// Whether a value is one of the type as it is, whatever it contains.
  private func isPlain(_ value: Value) -> Bool {
    switch (self, value) {
    case (.string, .string), (.integer, .int), (.boolean, .bool): true
    default: false
    }
  }

  private static func list(exactly values: [Value], of element: ValueType) -> Value? {
    // A list that a load has returned may be long.
    if values.allSatisfy(element.isPlain) { return .list(values) }
    var result: [Value] = []
    for value in values {
      guard let fitted = element.value(exactly: value) else { return nil }
      result.append(fitted)
    }
    return .list(result)
  }

  /// Reads typed text as a value of this type.
  ///
  /// Blanks around a value are ignored. A list is read from pieces separated by commas; empty pieces are ignored. Text is taken as it
  /// is, blanks included.
  /// - Parameter text: the text that the person typed.
  /// - Returns: the value, or nil if the text can't be read as this type.
  package func value(parsing text: String) -> Value? { value(parsing: text, .english) }

  /// - Parameter words: the words of the person's language.
  package func value(parsing text: String, _ words: ReadWords) -> Value? {
    switch self {
    case .string: return .string(text)
    case .integer: return Int(text.trimmed).map(Value.int)
    case .number:
      guard let value = Double(text.trimmed), value.isFinite else { return nil }
      return .double(value)
    case .boolean: return words.boolean(text).map(Value.bool)
    case .day: return CalendarDay(typed: text, words)?.answerValue
    case .time: return TimeOfDay(typed: text, words)?.answerValue
    case .oneOf(let values):
      let wanted = text.trimmed
      return values.first { $0.description.isIdenticalText(to: wanted) }
        ?? values.first { $0.description.lowercased() == wanted.lowercased() }
    case .list(let element):
      var values: [Value] = []
      for piece in text.split(separator: ",").map({ String($0).trimmed }) where !piece.isEmpty {
        guard let value = element.value(parsing: piece, words) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .optional(let wrapped):
      return text.trimmed.isEmpty ? .null : wrapped.value(parsing: text, words)
    }
  }
}

extension String {
  /// The text without white space at its ends.
  package var trimmed: String {
    // Most answers are trimmed already, and to look at characters takes long.
    if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first),
      (0x21..<0x7F).contains(last)
    {
      return self
    }
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension ValueType {
  /// The type of its values, or of those in it.
  package var innermost: ValueType {
    switch self {
    case .optional(let type), .list(let type): type.innermost
    default: self
    }
  }

  /// Whether its values are texts.
  var isText: Bool {
    switch self {
    case .string, .oneOf: true
    case .optional(let type): type.isText
    case .integer, .number, .boolean, .day, .time, .list: false
    }
  }

  /// Whether its values have a length: texts and lists.
  var hasLength: Bool {
    switch self {
    case .string, .oneOf, .list: true
    case .optional(let type): type.hasLength
    case .integer, .number, .boolean, .day, .time: false
    }
  }
}
