import LibrettoCore

extension SessionResolution: ExpressibleByStringLiteral {
  /// What a person typed.
  public init(stringLiteral text: String) { self = .text(text) }
}
