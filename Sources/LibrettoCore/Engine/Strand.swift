/// A sequence of instructions being performed: the main one, or that of an operation.
///
/// A strand has its own answers. An operation starts with those from the start of its group and
/// those that the operations it waits for have set; others see what it sets when it has ended. So
/// the order in which operations interleave can't change the meaning of a run.
struct Strand: Sendable {
  enum Status: Sendable { case waiting, running, recovering, done }

  var status = Status.running
  var counter = 0
  /// How many instructions it has performed since its last answer.
  var steps = 0
  var need: Need.Core?
  var slots: [Value?]
  /// Answers that actions wrote for keys that the flow doesn't name.
  var others: [String: Value] = [:]
  /// For an operation, what it has set so far, in order.
  var written: [Int] = []
  var writtenOthers: [String] = []
  /// The number of operations that must end before this one starts.
  var remaining = 0
  /// For a cancelled operation, where it was found.
  var found: Value?
  /// Whether it takes only entries, because a step has cancelled it or an operation around it.
  var isCut = false
  /// Whether a step has cancelled it itself: it neither ends nor fails, but is dropped.
  var staysOpen = false
  /// The operation that it waits to cancel.
  var cancelling: Int?
  /// What the person has in sight: what has been said since the last question.
  var shown = Shown()
  /// The operation that it performs, and the rounds around it.
  var name = StepName(step: -1, rounds: .first)
  /// The texts that it has come past since its last answer; see ``Sight``.
  var sight: [RunState.Seen] = []
  /// How many of them were the last that was said in it; −1 if they haven't been compared.
  var told = 0
  /// How many of them stood before something that was taken.
  var settled = 0
  var saidCount: UInt64 = 0
  /// The heading that it has come past last; −1 for none.
  var part = -1
  /// How often it has come past each text, if the run keeps the names of texts.
  var textCounts: [Int: Int] = [:]
  /// When what it took was given last.
  var newest = Newest()
  /// How it ends others, once nothing else moves.
  var finishing: Finishing?
  /// The number of the last work performed.
  var lastWork = 0
  /// The same, of all work, also of that which only computes.
  var lastComputed = 0
  /// Whether a migration has passed work in it that hasn't been performed, and questions that haven't
  /// been answered.
  var passedWork = false
  var passedQuestion = false
  /// The secrets in its slots.
  var secrets: [Int: Sealed] = [:]

  // A strand is copied often, and this is rare.
  indirect enum Finishing: Sendable {
    /// A `Finish` in an operation ends the flow.
    case flow(outcome: String?)
    /// A failure ends the group, for an operation around it to handle, or the flow.
    case failure(Failure, words: String)
  }

  /// When an entry was given, and when a value took the place of another one, counted in lines.
  struct Newest: Sendable {
    var given = 0
    var changed = 0

    mutating func take(_ other: Newest) {
      given = max(given, other.given)
      changed = max(changed, other.changed)
    }
  }

  /// A secret as a value: a number stands for it. One that is given again after it was lost has the
  /// same number, and counts as the same for effects; for what is only computed from it, it counts
  /// as another one.
  struct Sealed: Sendable {
    let number: Int
    /// How often it has been given again.
    let epoch: Int
    /// Where it comes from.
    let name: StepName
    /// The key, if an action wrote it.
    let key: String?
    /// Whether it is no longer stored.
    let isUnknown: Bool

    /// The number that represents it among the inputs of work.
    func stamp(isLoad: Bool) -> Int { number &* 65536 &+ (isLoad ? epoch & 0xFFFF : 0) }
  }

  /// Goes on behind a question.
  /// - Parameters:
  ///   - slot: the slot of the answer; −1 for none.
  ///   - staysOnPage: whether it is a question of a form, which is one answer: what stands before
  ///     it stays in sight until it is submitted.
  @inline(__always)
  mutating func pass(
    to next: Int, keeping kept: consuming Value?, in slot: Int, told: Int, staysOnPage: Bool
  ) {
    if slot >= 0 { set(slot, kept) }
    counter = next
    need = nil
    steps = 0
    if staysOnPage {
      shown = Shown()
      return
    }
    // What was in sight belongs to the question that has been answered.
    if !shown.isEmpty || !sight.isEmpty { (shown, sight, settled) = (Shown(), [], 0) }
    self.told = told
  }

  init(slots: [Value?]) { self.slots = slots }

  @inline(__always)
  mutating func set(_ slot: Int, _ value: consuming Value?) {
    slots[slot] = value
    if name.step >= 0 { written.append(slot) }
  }

  mutating func set(other key: String, _ value: Value?) {
    others[key] = value
    if name.step >= 0 { writtenOthers.append(key) }
  }

  /// What it has set: the last value for each key.
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

  /// Takes over what an operation set.
  mutating func apply(_ writes: Writes) {
    for (slot, value, secret) in writes.slots {
      set(slot, value)
      if secret != nil || secrets[slot] != nil { secrets[slot] = secret }
    }
    for (name, value) in writes.others { set(other: name, value) }
    newest.take(writes.newest)
  }

  struct Writes: Sendable {
    var slots: [(Int, Value?, Sealed?)] = []
    var others: [(String, Value?)] = []
    var newest = Newest()
  }
}

/// A set of small numbers that returns the smallest first: the strands of a run in the order of
/// declaration.
struct RankSet: Sendable {
  private var words: [UInt64]
  /// The index of the first word with a number in it; past the last word if there is none.
  private var lowest: Int
  private(set) var count = 0

  init(capacity: Int) {
    words = Array(repeating: 0, count: (capacity + 63) / 64)
    lowest = words.count
  }

  mutating func insert(_ rank: Int) {
    guard !contains(rank) else { return }
    words[rank / 64] |= 1 << UInt64(rank % 64)
    lowest = min(lowest, rank / 64)
    count += 1
  }

  mutating func remove(_ rank: Int) {
    guard contains(rank) else { return }
    words[rank / 64] &= ~(1 << UInt64(rank % 64))
    count -= 1
    while lowest < words.count, words[lowest] == 0 { lowest += 1 }
  }

  mutating func popFirst() -> Int? {
    guard let rank = first else { return nil }
    remove(rank)
    return rank
  }

  func contains(_ rank: Int) -> Bool { words[rank / 64] & (1 << UInt64(rank % 64)) != 0 }

  var first: Int? {
    count == 0 ? nil : lowest * 64 + words[lowest].trailingZeroBitCount
  }

  var all: [Int] {
    words.indices.flatMap { index in
      (0..<64).filter { words[index] & (1 << UInt64($0)) != 0 }.map { index * 64 + $0 }
    }
  }
}
