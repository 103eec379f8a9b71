/// What a question was answered under: the answers that its texts, options and rules showed, and
/// what had been said since the question before it in its strand.
struct Shown: Hashable, Sendable {
  /// One answer that was in sight.
  struct Read: Hashable, Sendable {
    let slot: Int32
    /// Its digest; 0 where it was not set. Of a secret the number that counts how often another one
    /// was given.
    let digest: UInt32
  }

  /// Those of what was said before first; where an answer was shown twice, the last counts.
  var reads: [Read] = []
  /// Which texts had been said, in order; 0 for none.
  var said: UInt32 = 0

  var isEmpty: Bool { reads.isEmpty && said == 0 }

  /// Whether an entry that was given under this holds under that.
  ///
  /// Across versions of a flow only answers that both show count: a text that was reworded, or shows
  /// more or less than it did, leaves the answer as good as it was.
  func holds(under now: Shown, loosely: Bool) -> Bool {
    if self == now { return true }
    guard loosely else { return false }
    for read in now.reads.reversed() {
      guard let old = reads.last(where: { $0.slot == read.slot }),
        let new = now.reads.last(where: { $0.slot == read.slot })
      else { continue }
      if old.digest != new.digest { return false }
    }
    return true
  }
}

/// What work was performed under: the answers that it was seen to read, or says that it reads.
struct WorkInputs: Hashable, Sendable {
  /// One answer that it read.
  struct Read: Hashable, Sendable {
    let key: String
    /// The answer; nil where it was not set, and for a secret.
    let value: Value?
    /// Of a secret: the number of the one that was given; 0 for what is no secret.
    var secret = 0
  }

  /// In the order of the keys’ names.
  var reads: [Read] = []
  /// The digest of all answers, where it is not known which were read.
  var all: UInt64?
  /// Which performance of work stood before it in its strand; nil where it says what it reads.
  var after: Int?
}
