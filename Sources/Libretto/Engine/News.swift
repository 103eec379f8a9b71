/// What the last step of a run brought about besides its needs.
public enum News: Sendable {
  /// Something more is needed, while operations run.
  case needed(Need)
  /// A need is none any more: its operation was cancelled, or the run went back or ended.
  case withdrawn(Need)
  /// An operation started.
  case started(id: String, name: String)
  /// An operation ended well.
  case ended(id: String, name: String)
  /// An operation failed, with the error in words.
  case failed(id: String, name: String, error: String)
  /// An operation was cancelled, before it started or while it ran.
  case cancelled(id: String, name: String)
  /// The flow went back, by a `Back` of its own, to the question of this name.
  case wentBack(to: String)
  /// A `Back` found no question before it.
  case nothingBefore
}

/// A set of small numbers that gives the smallest first: the branches of a run in their order of
/// declaration.
struct RankSet: Sendable {
  private var words: [UInt64]
  /// No word before this one has a number in it.
  private var lowest = 0

  init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  mutating func insert(_ rank: Int) {
    words[rank / 64] |= 1 << UInt64(rank % 64)
    lowest = min(lowest, rank / 64)
  }

  mutating func remove(_ rank: Int) { words[rank / 64] &= ~(1 << UInt64(rank % 64)) }

  mutating func popFirst() -> Int? {
    while lowest < words.count, words[lowest] == 0 { lowest += 1 }
    guard let rank = first else { return nil }
    remove(rank)
    return rank
  }

  var first: Int? {
    for index in min(lowest, words.count)..<words.count where words[index] != 0 {
      return index * 64 + words[index].trailingZeroBitCount
    }
    return nil
  }

  var isEmpty: Bool { first == nil }

  var all: [Int] {
    words.indices.flatMap { index in
      (0..<64).filter { words[index] & (1 << UInt64($0)) != 0 }.map { index * 64 + $0 }
    }
  }
}
