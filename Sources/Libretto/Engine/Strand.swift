/// One line of instructions as it is performed: the main one, or that of an operation.
///
/// A strand has answers of its own. An operation starts with those of its group’s start and what the
/// operations it waits for have set; what it sets is seen by others when it has ended. So how
/// operations interleave can’t change what a run means.
struct Strand: Sendable {
  enum Status: Sendable { case waiting, running, recovering, done }

  var status = Status.running
  var counter = 0
  var need: Need.Core?
  var slots: [Value?]
  /// Answers that actions wrote under keys that the flow does not name.
  var others: [String: Value] = [:]
  /// Of an operation: what it has set so far, in order.
  var written: [Int] = []
  var writtenOthers: [String] = []
  var tracksWrites = false
  /// How many operations have to end before this one starts.
  var remaining = 0
  /// Of an operation that was cancelled: where it stood then.
  var found: Value?
  /// Where it waits to cancel an operation.
  var cancelling: Int?
  /// What the person has in sight: what has been said since the last question.
  var shown = Shown()
  /// Said before a step that may have been taken: said again only where it was not.
  var unsaid: [Unsaid] = []
  var saidCount: UInt64 = 0
  /// In a migration: when the newest of what it took was written.
  var newest = 0
  /// What the flow ends with, by a `Finish` in an operation.
  var finishing: Finishing?
  /// The number of the work that was performed last.
  var lastWork = 0
  /// Which secret stands in a slot, and which of them nothing holds any more.
  var secrets: [Int: SecretState] = [:]

  struct Unsaid: Sendable {
    let text: String
    let instruction: Int
    let index: Int
  }

  struct Finishing: Sendable { let outcome: String? }

  struct SecretState: Sendable {
    let number: Int
    let name: StepName
    /// The key, where an action wrote it.
    let key: String?
    let isUnknown: Bool
  }

  init(slots: [Value?]) { self.slots = slots }

  @inline(__always)
  mutating func set(_ slot: Int, _ value: consuming Value?) {
    slots[slot] = value
    if tracksWrites { written.append(slot) }
  }

  mutating func set(other name: String, _ value: Value?) {
    others[name] = value
    if tracksWrites { writtenOthers.append(name) }
  }

  /// What it has set, the last of each.
  var writes: Writes {
    var writes = Writes()
    writes.newest = newest
    var seen: Set<Int> = []
    for slot in written where seen.insert(slot).inserted {
      writes.slots.append((slot, slots[slot], secrets[slot]))
    }
    for name in Set(writtenOthers) { writes.others.append((name, others[name])) }
    return writes
  }

  /// Sets what an operation set.
  mutating func apply(_ writes: Writes) {
    for (slot, value, secret) in writes.slots {
      set(slot, value)
      if secret != nil || secrets[slot] != nil { secrets[slot] = secret }
    }
    for (name, value) in writes.others { set(other: name, value) }
    newest = max(newest, writes.newest)
  }

  struct Writes: Sendable {
    var slots: [(Int, Value?, SecretState?)] = []
    var others: [(String, Value?)] = []
    var newest = 0
  }
}
