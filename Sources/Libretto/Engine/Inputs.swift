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
  /// The digest of all answers, if it isn't known which ones were read.
  var all: UInt64?
  /// The number of the preceding performance of work in its strand; nil if the work declares what
  /// it reads.
  var after: Int?
}
