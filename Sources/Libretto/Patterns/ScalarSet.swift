/// A set of Unicode scalars, as described by a class such as `[a-z]`.
struct ScalarSet: Hashable, Sendable {
  /// The ranges in order; no two of them touch.
  let ranges: [ClosedRange<UInt32>]
  /// One bit for each scalar below 128.
  private let ascii: (UInt64, UInt64)

  static let last: UInt32 = 0x10FFFF
  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// Tab, line feed, vertical tab, form feed, carriage return and the space.
  static let space = ScalarSet([0x09...0x0D, 0x20...0x20])
  /// The scalars that `.` matches.
  static let allButNewline = ScalarSet([0x0A...0x0A]).inverted

  /// Makes the union of ranges, which may overlap and be in any order.
  init(_ parts: [ClosedRange<UInt32>]) {
    var ranges: [ClosedRange<UInt32>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = ranges.last, part.lowerBound <= previous.upperBound + 1 {
        ranges.removeLast()
        ranges.append(previous.lowerBound...max(previous.upperBound, part.upperBound))
      } else {
        ranges.append(part)
      }
    }
    var ascii: (UInt64, UInt64) = (0, 0)
    for range in ranges where range.lowerBound < 128 {
      for value in range.lowerBound...min(range.upperBound, 127) {
        if value < 64 { ascii.0 |= 1 << UInt64(value) } else { ascii.1 |= 1 << UInt64(value - 64) }
      }
    }
    self.ranges = ranges
    self.ascii = ascii
  }

  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= ScalarSet.last { gaps.append(next...ScalarSet.last) }
    return ScalarSet(gaps)
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return ascii.0 >> UInt64(value) & 1 == 1 }
    if value < 128 { return ascii.1 >> UInt64(value - 64) & 1 == 1 }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  static func == (lhs: ScalarSet, rhs: ScalarSet) -> Bool { lhs.ranges == rhs.ranges }

  func hash(into hasher: inout Hasher) { hasher.combine(ranges) }
}
