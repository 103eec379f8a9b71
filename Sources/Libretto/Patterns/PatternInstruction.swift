/// One state of a pattern's machine. Offsets are relative, so code can be copied and joined.
enum PatternInstruction: Hashable, Sendable {
  /// Takes this scalar and continues at the next instruction.
  case scalar(UInt32)
  /// Takes a scalar of the set with this index and continues at the next instruction.
  case set(Int32)
  /// Continues both at the next instruction and at the offset.
  case split(Int32)
  /// Continues at the offset.
  case jump(Int32)
  /// Continues if this is the beginning of the text.
  case textStart
  /// Continues if this is the end of the text.
  case textEnd
  /// The pattern matches if this is the end of the text.
  case match
}

/// A pattern ready for matching.
struct PatternProgram: Sendable {
  let instructions: [PatternInstruction]
  let sets: [ScalarSet]
}

extension [PatternInstruction] {
  /// Code that matches one of several alternatives, each given as complete code.
  static func oneOf(_ alternatives: [[PatternInstruction]]) -> [PatternInstruction] {
    guard let last = alternatives.last else { return [] }
    let total = alternatives.reduce(-2) { $0 + $1.count + 2 }
    var result: [PatternInstruction] = []
    result.reserveCapacity(total)
    for alternative in alternatives.dropLast() {
      result.append(.split(Int32(alternative.count + 2)))
      result += alternative
      result.append(.jump(Int32(total - result.count)))
    }
    result += last
    return result
  }

  /// The number of instructions that ``repeated(_:_:)`` returns, computed without making them.
  func countRepeated(_ least: Int, _ most: Int?) -> Int {
    if isEmpty { return 0 }
    guard let most else { return least == 0 ? count + 2 : least * count + 1 }
    return least * count + (most - least) * (count + 1)
  }

  /// Code that repeats this code; a nil `most` means any number of times.
  func repeated(_ least: Int, _ most: Int?) -> [PatternInstruction] {
    // An empty code stays empty however often it is repeated.
    if isEmpty { return [] }
    let total = countRepeated(least, most)
    var result: [PatternInstruction] = []
    result.reserveCapacity(total)
    for _ in 0..<least { result += self }
    guard let most else {
      if least == 0 { return [.split(Int32(count + 2))] + self + [.jump(Int32(-count - 1))] }
      return result + [.split(Int32(-count))]
    }
    // Every exit leads directly to the end: written as x?x?x?…, x{0,1000} would be walked through
    // completely at each scalar.
    for _ in least..<Swift.max(least, most) {
      result.append(.split(Int32(total - result.count)))
      result += self
    }
    return result
  }
}
