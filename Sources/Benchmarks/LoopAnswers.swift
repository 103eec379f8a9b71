/// The answers of the dialog loop, the same for every engine (a linear congruential generator).
struct LoopAnswers {
  /// The number of answers in a measured run, and the state that it must have at the end.
  static let count = 100_000
  static let sum = 4_951_222
  static let loops = 10_525
  static let standing = 4

  private var state = 12345

  mutating func next() -> Int {
    state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
    return (state >> 16) % 100
  }
}
