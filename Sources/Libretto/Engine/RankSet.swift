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

  var isEmpty: Bool { count == 0 }

  var all: [Int] {
    words.indices.flatMap { index in
      (0..<64).filter { words[index] & (1 << UInt64($0)) != 0 }.map { index * 64 + $0 }
    }
  }
}
