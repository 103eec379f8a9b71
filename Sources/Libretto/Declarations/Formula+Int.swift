// The operators of formulas with whole numbers. Each pair of operands has an overload of its own:
// one that is generic over keys, formulas and numbers takes the type checker twice as long.

extension Key where Answer == Int {
  /// The sum of two whole numbers.
  public static func + (lhs: Key, rhs: Int) -> Formula<Int> { combined(lhs, .plus, rhs) }
  /// The sum of two whole numbers.
  public static func + (lhs: Int, rhs: Key) -> Formula<Int> { combined(lhs, .plus, rhs) }
  /// The sum of two whole numbers.
  public static func + (lhs: Key, rhs: Key) -> Formula<Int> { combined(lhs, .plus, rhs) }
  /// The sum of two whole numbers.
  public static func + (lhs: Key, rhs: Formula<Int>) -> Formula<Int> { combined(lhs, .plus, rhs) }
  /// The sum of two whole numbers.
  public static func + (lhs: Formula<Int>, rhs: Key) -> Formula<Int> { combined(lhs, .plus, rhs) }

  /// The difference of two whole numbers.
  public static func - (lhs: Key, rhs: Int) -> Formula<Int> { combined(lhs, .minus, rhs) }
  /// The difference of two whole numbers.
  public static func - (lhs: Int, rhs: Key) -> Formula<Int> { combined(lhs, .minus, rhs) }
  /// The difference of two whole numbers.
  public static func - (lhs: Key, rhs: Key) -> Formula<Int> { combined(lhs, .minus, rhs) }
  /// The difference of two whole numbers.
  public static func - (lhs: Key, rhs: Formula<Int>) -> Formula<Int> { combined(lhs, .minus, rhs) }
  /// The difference of two whole numbers.
  public static func - (lhs: Formula<Int>, rhs: Key) -> Formula<Int> { combined(lhs, .minus, rhs) }

  /// The product of two whole numbers.
  public static func * (lhs: Key, rhs: Int) -> Formula<Int> { combined(lhs, .times, rhs) }
  /// The product of two whole numbers.
  public static func * (lhs: Int, rhs: Key) -> Formula<Int> { combined(lhs, .times, rhs) }
  /// The product of two whole numbers.
  public static func * (lhs: Key, rhs: Key) -> Formula<Int> { combined(lhs, .times, rhs) }
  /// The product of two whole numbers.
  public static func * (lhs: Key, rhs: Formula<Int>) -> Formula<Int> { combined(lhs, .times, rhs) }
  /// The product of two whole numbers.
  public static func * (lhs: Formula<Int>, rhs: Key) -> Formula<Int> { combined(lhs, .times, rhs) }

  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Key, rhs: Int) -> Formula<Int> { combined(lhs, .divided, rhs) }
  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Int, rhs: Key) -> Formula<Int> { combined(lhs, .divided, rhs) }
  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Key, rhs: Key) -> Formula<Int> { combined(lhs, .divided, rhs) }
  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Key, rhs: Formula<Int>) -> Formula<Int> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Formula<Int>, rhs: Key) -> Formula<Int> {
    combined(lhs, .divided, rhs)
  }

  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Key, rhs: Int) -> Formula<Int> { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Int, rhs: Key) -> Formula<Int> { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Key, rhs: Key) -> Formula<Int> { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Key, rhs: Formula<Int>) -> Formula<Int> {
    combined(lhs, .remainder, rhs)
  }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Formula<Int>, rhs: Key) -> Formula<Int> {
    combined(lhs, .remainder, rhs)
  }
}

extension Formula where Answer == Int {
  /// The sum of two whole numbers.
  public static func + (lhs: Formula, rhs: Int) -> Formula<Int> { combined(lhs, .plus, rhs) }
  /// The sum of two whole numbers.
  public static func + (lhs: Int, rhs: Formula) -> Formula<Int> { combined(lhs, .plus, rhs) }
  /// The sum of two whole numbers.
  public static func + (lhs: Formula, rhs: Formula) -> Formula<Int> { combined(lhs, .plus, rhs) }

  /// The difference of two whole numbers.
  public static func - (lhs: Formula, rhs: Int) -> Formula<Int> { combined(lhs, .minus, rhs) }
  /// The difference of two whole numbers.
  public static func - (lhs: Int, rhs: Formula) -> Formula<Int> { combined(lhs, .minus, rhs) }
  /// The difference of two whole numbers.
  public static func - (lhs: Formula, rhs: Formula) -> Formula<Int> { combined(lhs, .minus, rhs) }

  /// The product of two whole numbers.
  public static func * (lhs: Formula, rhs: Int) -> Formula<Int> { combined(lhs, .times, rhs) }
  /// The product of two whole numbers.
  public static func * (lhs: Int, rhs: Formula) -> Formula<Int> { combined(lhs, .times, rhs) }
  /// The product of two whole numbers.
  public static func * (lhs: Formula, rhs: Formula) -> Formula<Int> { combined(lhs, .times, rhs) }

  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Formula, rhs: Int) -> Formula<Int> { combined(lhs, .divided, rhs) }
  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Int, rhs: Formula) -> Formula<Int> { combined(lhs, .divided, rhs) }
  /// The quotient of two whole numbers, without its fraction.
  public static func / (lhs: Formula, rhs: Formula) -> Formula<Int> { combined(lhs, .divided, rhs) }

  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Formula, rhs: Int) -> Formula<Int> { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Int, rhs: Formula) -> Formula<Int> { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Formula, rhs: Formula) -> Formula<Int> {
    combined(lhs, .remainder, rhs)
  }
}
