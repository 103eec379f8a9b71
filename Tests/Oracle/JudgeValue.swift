/// An answer as the judge holds it.
///
/// The library has a type for this; the judge has its own, so that a mistake in that one cannot
/// hide itself.
enum JudgeValue: Hashable, Sendable, Codable {
  case unset
  case int(Int)
  case flag(Bool)
  case text(String)
  case list([String])
  /// Which of the secrets that were given it is; what it was decides nothing.
  case secret(Int)

  /// The value as a text shows it.
  var shown: String {
    switch self {
    case .unset, .secret: ""
    case .int(let value): String(value)
    case .flag(let value): value ? "yes" : "no"
    case .text(let value): value
    case .list(let values): values.joined(separator: ", ")
    }
  }

  /// Whether two values are the same as inputs: several answers compare as a set.
  func isSame(as other: JudgeValue) -> Bool {
    if case .list(let a) = self, case .list(let b) = other { return Set(a) == Set(b) }
    return self == other
  }
}

/// What a person gave.
enum JudgeAnswer: Hashable, Sendable, Codable {
  case typed(JudgeValue)
  case yes(Bool)
  case choice(String)
  case choices([String])
  case submit
}

/// The answers of a strand, by their keys.
typealias JudgeAnswers = [String: JudgeValue]

extension JudgeAnswers {
  subscript(value key: String) -> JudgeValue {
    get { self[key] ?? .unset }
    set { self[key] = newValue == .unset ? nil : newValue }
  }

  /// What was read: of these keys the values.
  func reading(_ keys: [String]) -> JudgeAnswers {
    Dictionary(keys.map { ($0, self[value: $0]) }) { first, _ in first }
  }

  mutating func write(_ values: JudgeAnswers) {
    for (key, value) in values { self[value: key] = value }
  }
}
