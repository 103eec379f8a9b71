/// The answers of a run, read and written by typed keys.
///
/// ```swift
/// Do("count") { work in work[score, default: 0] += 1 }
/// ```
///
/// The answers given to work note which keys it reads. From that, a run later knows whether the
/// work must be performed again. When you print the answers, secrets are hidden.
public struct Answers: Sendable {
  private let keys: KeySpace
  /// The answers by the slots of their keys; shared with the run until one of the two changes.
  private var slots: [Value?]
  /// Answers for keys that the flow doesn't name.
  private var others: [String: Value]
  /// What was written since the snapshot was taken: the last write of each key.
  private(set) var writes: [String: Value?] = [:]
  /// The names in `writes`, in the order of their first write.
  private(set) var writeOrder: [String] = []
  /// A record of the keys that are read; nil if no record is needed.
  private(set) var reads: ReadKeys?
  /// The secrets that the run holds, also those that were replaced.
  let held: HeldSecrets
  /// The need of the step that reads them; nil for a run that has ended.
  var reader: Need?

  init(
    _ keys: KeySpace, _ slots: [Value?], others: [String: Value], reads: ReadKeys? = nil,
    held: HeldSecrets = HeldSecrets()
  ) {
    self.keys = keys
    self.slots = slots
    self.others = others
    self.reads = reads
    self.held = held
  }

  /// The same answers with a record of their own of what is read.
  var noting: Answers {
    var copy = self
    copy.reads = ReadKeys()
    return copy
  }

  /// The names of the keys whose answers must not be shown.
  var secrets: Set<String> { keys.secrets }

  /// The answer for a key, or nil if there is none or it has a different type.
  ///
  /// Setting nil removes the answer.
  /// - Parameter key: the key of the answer.
  public subscript<Answer>(key: Key<Answer>) -> Answer? {
    get { self[key.name].flatMap { Answer(answerValue: $0) } }
    set { write(newValue?.answerValue, key.name) }
  }

  /// Returns the answer for a key that must have one.
  /// - Parameter key: the key of the answer.
  /// - Returns: the answer.
  /// - Throws: ``MissingAnswer``, which names the step and the key, if there is no answer or it has
  ///   a different type.
  public func answer<Answer>(_ key: Key<Answer>) throws(MissingAnswer) -> Answer {
    if let answer = self[key] { return answer }
    throw MissingAnswer(
      key: key.name, step: reader?.name,
      isForgotten: reader?.kind == .undo && keys.secrets.contains(key.name))
  }

  /// The answer for a key, or a default value if there is none or it has a different type.
  /// - Parameters:
  ///   - key: the key of the answer.
  ///   - fallback: the value to use if there is no answer.
  public subscript<Answer>(
    key: Key<Answer>, default fallback: @autoclosure () -> Answer
  ) -> Answer {
    get { self[key] ?? fallback() }
    set { write(newValue.answerValue, key.name) }
  }

  /// The answer for a key's name as data, or nil if there is none.
  /// - Parameter name: the name of the key.
  public subscript(name: String) -> Value? {
    // The work wasn't given what it wrote itself.
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

  package mutating func write(_ value: Value?, _ name: String) {
    if let slot = keys.slots[name] {
      if !slots.isEmpty { slots[slot] = value }
    } else {
      others[name] = value
    }
    if writes.updateValue(value, forKey: name) == nil { writeOrder.append(name) }
  }
}

/// An answer was read that must be there, and isn't.
public struct MissingAnswer: Error, Hashable, CustomStringConvertible {
  /// The name of the key.
  public let key: String
  /// The name of the step that reads it; nil if the run has ended.
  public let step: String?
  /// Whether it is a secret that an undo reads after a resume.
  var isForgotten = false

  /// What is missing, and what to do.
  public var description: String {
    if isForgotten {
      return
        "the undo of “\(step ?? "")” reads the secret “\(key)”, which a saved run doesn't keep; let "
        + "the action set what the undo needs, such as the number of a payment"
    }
    let reader = step.map { "the step “\($0)” reads" } ?? "the program reads"
    return
      "\(reader) the answer for “\(key)”, but there is none; ask for it first, or test whether "
      + "it is set"
  }
}

/// A record of the keys that some work has read.
final class ReadKeys: Sendable {
  private struct State: Sendable {
    var names: Set<String> = []
    var isAll = false
  }

  private let state = Locked(State())

  func note(_ name: String) { state.withLock { _ = $0.names.insert(name) } }

  func noteAll() { state.withLock { $0.isAll = true } }

  /// The names of the keys; nil for all keys.
  var names: Set<String>? { state.withLock { $0.isAll ? nil : $0.names } }
}

extension Answers {
  /// Only the answers for some keys.
  func only(_ keys: [KeyReference]) -> Answers {
    var copy = self
    let names = Set(keys.map(\.name))
    for slot in copy.slots.indices where !names.contains(self.keys[slot].name) {
      copy.slots[slot] = nil
    }
    copy.others = others.filter { names.contains($0.key) }
    return copy
  }

  /// Only the writes: if a snapshot of the answers still existed, a run that changed its answers
  /// would have to copy all of them.
  var onlyWrites: Answers {
    var copy = self
    copy.slots = []
    copy.others = [:]
    return copy
  }
}

extension Answers: Redacted {
  /// The answers as `key: value` pairs; a secret is shown as `(secret)`.
  public var description: String {
    let shown = names.map { name in
      "\(name): \(secrets.contains(name) ? "(secret)" : (value(name)?.quoted ?? ""))"
    }
    return "[" + shown.joined(separator: ", ") + "]"
  }
}
