/// The answers of a run, read and written by typed keys.
///
/// ```swift
/// Do("count") { answers in answers[score, default: 0] += 1 }
/// ```
///
/// Printing it shows every answer but the secret ones.
public struct Answers: Sendable {
  private var values: [String: Value]
  /// The names of the keys whose answers must not be shown.
  let secrets: Set<String>
  /// What has been written since the snapshot was taken, the last write of each key.
  private(set) var writes: [String: Value?] = [:]
  /// The names in `writes`, in the order of their first write.
  private(set) var writeOrder: [String] = []

  init(_ values: [String: Value], secrets: Set<String>) {
    self.values = values
    self.secrets = secrets
  }

  /// The answer under a key; nil where none was given or it is of another type.
  ///
  /// Setting nil takes the answer away.
  public subscript<Answer>(key: Key<Answer>) -> Answer? {
    get { values[key.name].flatMap { Answer(answerValue: $0) } }
    set { write(newValue?.answerValue, key.name) }
  }

  /// The answer under a key, or a default where none was given.
  public subscript<Answer>(
    key: Key<Answer>, default fallback: @autoclosure () -> Answer
  ) -> Answer {
    get { self[key] ?? fallback() }
    set { write(newValue.answerValue, key.name) }
  }

  /// The answer under a key's name, as data.
  public subscript(name: String) -> Value? { values[name] }

  /// The names of the keys that have answers, in alphabetical order.
  public var names: [String] { values.keys.sorted() }

  mutating func write(_ value: Value?, _ name: String) {
    values[name] = value
    if writes.updateValue(value, forKey: name) == nil { writeOrder.append(name) }
  }
}

extension Answers {
  /// A text with every secret in it made illegible; secrets of one or two characters, which
  /// stand in every text, are left.
  func hidingSecrets(in text: String) -> String {
    secrets.reduce(text) { text, name in
      guard let secret = values[name]?.description, secret.count > 2 else { return text }
      return text.replacing(secret, with: "(secret)")
    }
  }
}

extension Answers: CustomStringConvertible, CustomReflectable {
  /// The answers, one `key: value` after the other; a secret shows as `(secret)`.
  public var description: String {
    let shown = names.map { name in
      "\(name): \(secrets.contains(name) ? "(secret)" : (values[name]?.quoted ?? ""))"
    }
    return "[" + shown.joined(separator: ", ") + "]"
  }

  /// The same as the description, so that `dump` and debuggers show no secret either.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}
