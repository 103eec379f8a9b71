// The operators of formulas with a whole number and one with a fraction, which give a fraction.

extension Key where Answer == Double {
  /// The sum of two numbers.
  public static func + (lhs: Key<Int>, rhs: Key) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Key<Int>) -> Formula<Double> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Formula<Int>, rhs: Key) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }

  /// The difference of two numbers.
  public static func - (lhs: Key<Int>, rhs: Key) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Key<Int>) -> Formula<Double> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Formula<Int>, rhs: Key) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }

  /// The product of two numbers.
  public static func * (lhs: Key<Int>, rhs: Key) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Key<Int>) -> Formula<Double> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Formula<Int>, rhs: Key) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }

  /// The quotient of two numbers.
  public static func / (lhs: Key<Int>, rhs: Key) -> Formula<Double> { combined(lhs, .divided, rhs) }
  /// The quotient of two numbers.
  public static func / (lhs: Key, rhs: Key<Int>) -> Formula<Double> { combined(lhs, .divided, rhs) }
  /// The quotient of two numbers.
  public static func / (lhs: Formula<Int>, rhs: Key) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Key, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
}

extension Formula where Answer == Double {
  /// The sum of two numbers.
  public static func + (lhs: Key<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Formula, rhs: Key<Int>) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Formula<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Formula, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }

  /// The difference of two numbers.
  public static func - (lhs: Key<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Formula, rhs: Key<Int>) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Formula<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Formula, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }

  /// The product of two numbers.
  public static func * (lhs: Key<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Formula, rhs: Key<Int>) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Formula<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Formula, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }

  /// The quotient of two numbers.
  public static func / (lhs: Key<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Formula, rhs: Key<Int>) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Formula<Int>, rhs: Formula) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Formula, rhs: Formula<Int>) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
}
