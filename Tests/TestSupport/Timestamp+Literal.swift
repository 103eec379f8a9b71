import LibrettoCore

/// A test writes a time as its milliseconds: `at: 5`.
extension Timestamp: ExpressibleByIntegerLiteral {
  public init(integerLiteral milliseconds: Int) { self.init(milliseconds) }

  package init(_ milliseconds: Int) { self.init(millisecondsSince1970: milliseconds) }
}
