/// The scalars, sorted into classes that a pattern can't distinguish.
struct PatternAlphabet: Sendable {
  /// The first scalar of each class, in order; a class extends to the start of the next one.
  let starts: [UInt32]
  private let ascii: [UInt8]

  /// Returns nil if there are more classes than a byte can number.
  init?(_ program: PatternProgram) {
    var starts: Set<UInt32> = [0]
    for instruction in program.instructions {
      guard case .scalar(let value) = instruction else { continue }
      starts.insert(value)
      starts.insert(value + 1)
    }
    for range in program.sets.lazy.flatMap(\.ranges) {
      starts.insert(range.lowerBound)
      starts.insert(range.upperBound + 1)
    }
    guard starts.count <= 256 else { return nil }
    self.starts = starts.sorted()
    var ascii = [UInt8](repeating: 0, count: 128)
    for (index, start) in self.starts.enumerated().dropFirst() {
      guard start < 128 else { break }
      for value in Int(start)..<128 { ascii[value] = UInt8(index) }
    }
    self.ascii = ascii
  }

  /// The number of a scalar's class.
  func index(_ scalar: UInt32) -> Int {
    if scalar < 128 { return Int(ascii[Int(scalar)]) }
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
