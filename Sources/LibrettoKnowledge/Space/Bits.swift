/// A set of small numbers, as bits.
struct Bits: Hashable, Sendable {
  private var words: [UInt64]

  /// - Parameter count: how many numbers there will be, if that is known.
  init(_ count: Int = 0) { words = Array(repeating: 0, count: (count + 63) / 64) }

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }

  mutating func insert(_ number: Int) {
    while words.count <= number >> 6 { words.append(0) }
    words[number >> 6] |= 1 << UInt64(number & 63)
  }

  mutating func remove(_ number: Int) {
    if contains(number) { words[number >> 6] &= ~(1 << UInt64(number & 63)) }
  }

  mutating func formUnion(_ other: Bits) {
    if words.count < other.words.count {
      words += Array(repeating: 0, count: other.words.count - words.count)
    }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: Bits) {
    for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
  }

  mutating func formIntersection(_ other: Bits) {
    if words.count > other.words.count { words.removeSubrange(other.words.count...) }
    for index in words.indices { words[index] &= other.words[index] }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The numbers, in order.
  var members: [Int] {
    var members: [Int] = []
    for (index, word) in words.enumerated() {
      var word = word
      while word != 0 {
        members.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return members
  }
}

/// Whether each of so many numbers is reached from some of them, one step after the other.
/// - Parameter next: the numbers to which one leads.
func reached<Next: Sequence<Int>>(
  from start: some Sequence<Int>, of count: Int, _ next: (Int) -> Next
) -> [Bool] {
  var isReached = [Bool](repeating: false, count: count)
  var open: [Int] = []
  func add(_ number: Int) {
    if isReached[number] { return }
    isReached[number] = true
    open.append(number)
  }
  start.forEach(add)
  while let number = open.popLast() { next(number).forEach(add) }
  return isReached
}
