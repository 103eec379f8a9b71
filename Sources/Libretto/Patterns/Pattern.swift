/// A regular pattern.
public struct Pattern: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The pattern as it is written.
  @Exact public private(set) var source: String
  /// What is wrong.
  public var problem: PatternError? { nil }
  /// Makes a pattern.
  public init(stringLiteral value: String) { source = value }
  /// Makes a pattern.
  public init(_ source: String) { self.source = source }
  /// Whether the whole text matches.
  public func matches(_ text: String) -> Bool { text == source }
  /// The source.
  public var description: String { source }
}
/// What is wrong with a pattern.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let message: String
  /// Where.
  public let offset: Int
  /// The message.
  public var description: String { message }
}
