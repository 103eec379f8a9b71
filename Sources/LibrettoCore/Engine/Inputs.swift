/// What a question was answered under: the answers shown in its texts, options and rules, and what
/// was said since the previous question in its strand.
struct Shown: Hashable, Sendable {
  /// One answer that was shown.
  struct Read: Hashable, Sendable {
    let slot: Int32
    /// The digest of the answer; none if it had none. For a secret, the number that identifies it.
    var digest: Imprint
  }

  /// The answers shown by what was said come first; if an answer was shown twice, the last one
  /// counts.
  var reads: [Read] = []
  /// A digest of the texts that were said, in order.
  var said = Imprint.none

  var isEmpty: Bool { reads.isEmpty && said == .none }

  /// Whether an entry given under these inputs still holds under others.
  ///
  /// Across versions of a flow, only the answers that both versions show count: if a text was
  /// reworded, or shows more or fewer answers, the answer remains valid.
  func holds(under now: Shown, loosely: Bool) -> Bool {
    if said.fits(now.said), reads.count == now.reads.count,
      zip(reads, now.reads).allSatisfy({ $0.slot == $1.slot && $0.digest.fits($1.digest) })
    {
      return true
    }
    guard loosely else { return false }
    for read in now.reads.reversed() {
      guard let old = reads.last(where: { $0.slot == read.slot }),
        let new = now.reads.last(where: { $0.slot == read.slot })
      else { continue }
      if !old.digest.fits(new.digest) { return false }
    }
    return true
  }
}

/// What work was performed under: the answers that it read, or that it declares to read.
struct WorkInputs: Hashable, Sendable {
  /// One answer that it read.
  struct Read: Hashable, Sendable {
    let key: String
    /// The answer; nil for a secret or if there was no answer.
    let value: Value?
    /// For a secret, the number that identifies it; otherwise 0.
    var secret = 0
  }

  /// In the order of the keys' names.
  var reads: [Read] = []
  /// The digest of all answers, if it isn't known which ones were read; of work that has begun, `reads`
  /// are all of them, and of what is only computed, the secrets that were given again.
  var all: UInt64?
  /// The number of the preceding performance of work in its strand; nil if the work declares what
  /// it reads.
  var after: Int?

  /// Whether one of these keys may be among what was read.
  func covers(_ keys: some Collection<String>) -> Bool {
    all != nil && !keys.isEmpty || reads.contains { keys.contains($0.key) }
  }

  /// The reads of some answers.
  static func reads(_ answers: [String: Value]) -> [Read] {
    answers.map { Read(key: $0, value: $1) }.sorted { $0.key < $1.key }
  }

  /// The same without the answers that the digest covers.
  var inShort: WorkInputs {
    if all == nil { return self }
    var short = self
    short.reads.removeAll { $0.secret == 0 }
    return short
  }

  /// All the answers that work was given, if it isn't known which ones it reads; nil if they aren't
  /// known, or it had none.
  var known: [String: Value]? {
    if all == nil || reads.allSatisfy({ $0.secret != 0 }) { return nil }
    return Dictionary(reads.compactMap { read in read.value.map { (read.key, $0) } }) { $1 }
  }

  /// The part that concerns what work was seen to read.
  func of(_ seen: WorkInputs) -> WorkInputs {
    if seen.all != nil { return self }
    var part = self
    part.reads.removeAll { read in !seen.reads.contains { $0.key == read.key } }
    return part
  }
}

/// Short numbers that represent values, the same in every process. A run compares them to find out
/// whether the values that a question depends on have changed since it was answered.
///
/// Secrets have no digest: a counter represents them.
struct Digest {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325
  /// What the longer halves of other digests add.
  private var longer: UInt64 = 0

  mutating func add(_ number: UInt64) {
    bits = (bits ^ number) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 29
  }

  /// Adds another digest, so that this one covers it. Its short form covers only the short form.
  mutating func add(_ digest: Imprint) {
    add(UInt64(digest.short))
    longer = (longer ^ UInt64(digest.more)) &* 0x9E37_79B9_7F4A_7C15
    longer ^= longer >> 29
  }

  mutating func add(_ text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    add(hash)
  }

  /// - Parameter isSet: whether the order of a list doesn't count.
  mutating func add(_ value: Value, isSet: Bool = false) {
    switch value {
    case .null: add(1)
    case .bool(let value): add(value ? 3 : 2)
    case .int(let value):
      add(4)
      add(UInt64(bitPattern: Int64(value)))
    case .double(let value):
      add(5)
      // All NaNs count as the same value.
      add(value.isNaN ? 0 : value.bitPattern)
    case .string(let value):
      add(6)
      add(value)
    case .list(let values):
      add(7)
      add(UInt64(values.count))
      guard isSet else {
        for value in values { add(value) }
        return
      }
      var sum: UInt64 = 0
      for value in values {
        var own = Digest()
        own.add(value)
        sum &+= own.bits
      }
      add(sum)
    }
  }

  /// The digest in 32 bits; never 0.
  var short: UInt32 {
    let short = UInt32(truncatingIfNeeded: bits ^ (bits >> 32))
    return short == 0 ? 1 : short
  }

  /// The digest in 64 bits.
  var imprint: Imprint {
    let more = UInt32(truncatingIfNeeded: (bits ^ longer) >> 32)
    return Imprint(short: short, more: more == 0 ? 1 : more)
  }

  /// The digest of an answer; none if there is none.
  static func imprint(_ value: Value?, isSet: Bool) -> Imprint {
    guard let value else { return .none }
    var digest = Digest()
    digest.add(value, isSet: isSet)
    return digest.imprint
  }
}

/// A digest as lines hold it: 32 bits that every saved form has, and 32 more that tokens leave out.
struct Imprint: Hashable, Sendable {
  static let none = Imprint(short: 0)

  let short: UInt32
  /// 0 if it isn't known; also for no answer, and for the number of a secret.
  var more: UInt32 = 0

  /// Whether both can be of the same value, as far as they are known.
  func fits(_ other: Imprint) -> Bool {
    short == other.short && (more == other.more || more == 0 || other.more == 0)
  }
}
