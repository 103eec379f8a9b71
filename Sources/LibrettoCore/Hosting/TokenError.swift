/// The reason a session can't be restored from a token.
public struct TokenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It isn't a token, or it was cut off or changed.
    case damaged
    /// It was made by an earlier or a later version of Libretto.
    case version
    /// It belongs to another flow.
    case flow
    /// Its contents don't fit the flow.
    case contents
  }

  package let reason: Reason
  /// What kind of error it is: `damaged`, `version`, `flow` or `contents`.
  public var code: String { reason.rawValue }
  /// What is wrong and how to fix it, in a sentence or two.
  public let message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// The message.
  public var description: String { message }

  static let damaged = TokenError(
    .damaged, "This token is damaged: it was cut off or changed in transit; start a new session.")
}
