import LibrettoCore

extension Given: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// A typed text.
  public init(stringLiteral value: String) { self = .typed(.string(value)) }
  /// A typed whole number.
  public init(integerLiteral value: Int) { self = .typed(.int(value)) }
  /// A typed number.
  public init(floatLiteral value: Double) { self = .typed(.double(value)) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .yes(value) }
}
