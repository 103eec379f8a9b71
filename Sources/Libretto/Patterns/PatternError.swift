/// The reason a pattern can't be used, and where in its source.
public struct PatternError: Error, Hashable, Sendable {
  /// What is wrong and how to fix it, in a sentence or two.
  public let message: String
  /// The number of Unicode scalars of the source before the mistake.
  public let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// Whether two errors have the same message, byte for byte, and the same offset.
  public static func == (lhs: PatternError, rhs: PatternError) -> Bool {
    lhs.offset == rhs.offset && lhs.message.isIdenticalText(to: rhs.message)
  }
}

extension PatternError: CustomStringConvertible {
  /// The position, counted from 1, a colon and the message.
  public var description: String { "character \(offset + 1): \(message)" }
}
