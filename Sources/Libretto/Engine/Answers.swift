/// The answers of a run, read and written by typed keys.
///
/// ```swift
/// Do("count") { work in work[score, default: 0] += 1 }
/// ```
///
/// What work is given notes which keys it reads: by that a run knows later whether the work has to
/// be performed again. Printing the answers shows every one but the secret ones.
public struct Answers: Sendable {
  private let keys: KeySpace
  /// By the slots of the keys; shared with the run until one of the two changes.
  private var slots: [Value?]
  /// Answers under keys that the flow does not name.
  private var others: [String: Value]
  /// What has been written since the snapshot was taken, the last write of each key.
  private(set) var writes: [String: Value?] = [:]
  /// The names in `writes`, in the order of their first write.
  private(set) var writeOrder: [String] = []
  /// Where it is noted which keys are read; nil where nobody asks.
  let reads: ReadKeys?

  init(_ keys: KeySpace, _ slots: [Value?], others: [String: Value], reads: ReadKeys? = nil) {
    self.keys = keys
    self.slots = slots
    self.others = others
    self.reads = reads
  }

  /// The names of the keys whose answers must not be shown.
  var secrets: Set<String> { keys.secrets }

  /// The answer under a key; nil where none was given or it is of another type.
  ///
  /// Setting nil takes the answer away.
  public subscript<Answer>(key: Key<Answer>) -> Answer? {
    get { self[key.name].flatMap { Answer(answerValue: $0) } }
    set { write(newValue?.answerValue, key.name) }
  }

  /// The answer under a key, or a default where none was given.
  public subscript<Answer>(
    key: Key<Answer>, default fallback: @autoclosure () -> Answer
  ) -> Answer {
    get { self[key] ?? fallback() }
    set { write(newValue.answerValue, key.name) }
  }

  /// The answer under a key’s name, as data.
  public subscript(name: String) -> Value? {
    // What it wrote itself is nothing that it was given.
    if writes[name] == nil { reads?.note(name) }
    return value(name)
  }

  func value(_ name: String) -> Value? {
    if let slot = keys.slots[name] { return slots.isEmpty ? nil : slots[slot] }
    return others[name]
  }

  /// The names of the keys that have answers, in alphabetical order.
  public var names: [String] {
    reads?.noteAll()
    let named = slots.enumerated().compactMap { $1 == nil ? nil : keys[$0].name }
    return (named + others.keys).sorted()
  }

  mutating func write(_ value: Value?, _ name: String) {
    if let slot = keys.slots[name] {
      if !slots.isEmpty { slots[slot] = value }
    } else {
      others[name] = value
    }
    if writes.updateValue(value, forKey: name) == nil { writeOrder.append(name) }
  }
}

/// Which keys some work was seen to read.
final class ReadKeys: Sendable {
  private struct State: Sendable {
    var names: Set<String> = []
    var isAll = false
  }

  private let state = Locked(State())

  func note(_ name: String) { state.withLock { _ = $0.names.insert(name) } }

  func noteAll() { state.withLock { $0.isAll = true } }

  /// The keys; nil for all.
  var names: Set<String>? { state.withLock { $0.isAll ? nil : $0.names } }
}

extension Answers {
  /// Only what was written: a run that changes its answers while a snapshot of them is held would
  /// have to copy them all.
  var onlyWrites: Answers {
    var copy = self
    copy.slots = []
    copy.others = [:]
    return copy
  }

  /// A text with every secret in it made illegible; secrets of one or two characters, which
  /// stand in every text, are left.
  func hidingSecrets(in text: String) -> String {
    secrets.reduce(text) { text, name in
      guard let secret = value(name)?.description, secret.count > 2 else { return text }
      return text.replacing(secret, with: "(secret)")
    }
  }
}

extension Answers: CustomStringConvertible, CustomReflectable {
  /// The answers, one `key: value` after the other; a secret shows as `(secret)`.
  public var description: String {
    let shown = names.map { name in
      "\(name): \(secrets.contains(name) ? "(secret)" : (value(name)?.quoted ?? ""))"
    }
    return "[" + shown.joined(separator: ", ") + "]"
  }

  /// The same as the description, so that `dump` and debuggers show no secret either.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}
