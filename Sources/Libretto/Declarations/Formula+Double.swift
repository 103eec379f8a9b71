// The operators of formulas with fractions; see `Formula+Int`.

extension Key where Answer == Double {
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Double) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Double, rhs: Key) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Key) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Formula<Double>) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Formula<Double>, rhs: Key) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }

  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Double) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Double, rhs: Key) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Key) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Formula<Double>) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Formula<Double>, rhs: Key) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }

  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Double) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Double, rhs: Key) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Key) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Formula<Double>) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Formula<Double>, rhs: Key) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }

  /// The quotient of two numbers.
  public static func / (lhs: Key, rhs: Double) -> Formula<Double> { combined(lhs, .divided, rhs) }
  /// The quotient of two numbers.
  public static func / (lhs: Double, rhs: Key) -> Formula<Double> { combined(lhs, .divided, rhs) }
  /// The quotient of two numbers.
  public static func / (lhs: Key, rhs: Key) -> Formula<Double> { combined(lhs, .divided, rhs) }
  /// The quotient of two numbers.
  public static func / (lhs: Key, rhs: Formula<Double>) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Formula<Double>, rhs: Key) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
}

extension Formula where Answer == Double {
  /// The sum of two numbers.
  public static func + (lhs: Formula, rhs: Double) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Double, rhs: Formula) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Formula, rhs: Formula) -> Formula<Double> { combined(lhs, .plus, rhs) }

  /// The difference of two numbers.
  public static func - (lhs: Formula, rhs: Double) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Double, rhs: Formula) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Formula, rhs: Formula) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }

  /// The product of two numbers.
  public static func * (lhs: Formula, rhs: Double) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Double, rhs: Formula) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Formula, rhs: Formula) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }

  /// The quotient of two numbers.
  public static func / (lhs: Formula, rhs: Double) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Double, rhs: Formula) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Formula, rhs: Formula) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
}
