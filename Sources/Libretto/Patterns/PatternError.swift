/// Why a pattern cannot be used, and where in its source.
public struct PatternError: Error, Hashable, Sendable {
  /// What is wrong and what to do, in a sentence or two.
  public let message: String
  /// How many Unicode scalars of the source stand before the mistake.
  public let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// Whether two errors have the same message, to the byte, at the same offset.
  public static func == (lhs: PatternError, rhs: PatternError) -> Bool {
    lhs.offset == rhs.offset && lhs.message.isIdenticalText(to: rhs.message)
  }
}

extension PatternError: CustomStringConvertible {
  /// The place, counted from 1, a colon and the message.
  public var description: String { "character \(offset + 1): \(message)" }
}
