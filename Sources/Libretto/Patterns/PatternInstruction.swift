/// One state of a pattern's machine. Offsets are relative, so that code can be copied and joined.
enum PatternInstruction: Hashable, Sendable {
  /// Takes this scalar and goes on behind it.
  case scalar(UInt32)
  /// Takes a scalar of the set with this index and goes on behind it.
  case set(Int32)
  /// Goes on behind it and, as well, at the offset.
  case split(Int32)
  /// Goes on at the offset.
  case jump(Int32)
  /// Goes on if nothing of the text stands before.
  case textStart
  /// Goes on if nothing of the text is left.
  case textEnd
  /// The pattern matches if nothing of the text is left.
  case match
}

/// A pattern ready to be matched.
struct PatternProgram: Sendable {
  let instructions: [PatternInstruction]
  let sets: [ScalarSet]
}

extension [PatternInstruction] {
  /// Code for one of several codes, each given whole.
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

  /// How many instructions ``repeated(_:_:)`` gives; it is asked before they are made.
  func countRepeated(_ least: Int, _ most: Int?) -> Int {
    if isEmpty { return 0 }
    guard let most else { return least == 0 ? count + 2 : least * count + 1 }
    return least * count + (most - least) * (count + 1)
  }

  /// Code for this code several times in a row; no `most` stands for any number.
  func repeated(_ least: Int, _ most: Int?) -> [PatternInstruction] {
    // Nothing, however often, is nothing.
    if isEmpty { return [] }
    let total = countRepeated(least, most)
    var result: [PatternInstruction] = []
    result.reserveCapacity(total)
    for _ in 0..<least { result += self }
    guard let most else {
      if least == 0 { return [.split(Int32(count + 2))] + self + [.jump(Int32(-count - 1))] }
      return result + [.split(Int32(-count))]
    }
    // Every way out leads to the end at once: x{0,1000} as x?x?x?… would be walked through whole
    // at each scalar.
    for _ in least..<Swift.max(least, most) {
      result.append(.split(Int32(total - result.count)))
      result += self
    }
    return result
  }
}
