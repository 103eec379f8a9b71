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

// The operators of formulas with fractions.

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

// The comparisons of formulas.

extension Formula {
  /// Whether the two values are equal.
  public static func == (lhs: Formula, rhs: Answer) -> Condition {
    condition(lhs, .equal, Formula(rhs))
  }
  /// Whether the two values are equal.
  public static func == (lhs: Formula, rhs: Key<Answer>) -> Condition {
    condition(lhs, .equal, rhs)
  }
  /// Whether the two values are equal.
  public static func == (lhs: Key<Answer>, rhs: Formula) -> Condition {
    condition(lhs, .equal, rhs)
  }
  // Favoured where a condition is wanted; two formulas are also equal as data.
  /// Whether the two values are equal.
  public static func == (lhs: Formula, rhs: Formula) -> Condition { condition(lhs, .equal, rhs) }

  /// Whether the two values differ.
  public static func != (lhs: Formula, rhs: Answer) -> Condition {
    condition(lhs, .notEqual, Formula(rhs))
  }
  /// Whether the two values differ.
  public static func != (lhs: Formula, rhs: Key<Answer>) -> Condition {
    condition(lhs, .notEqual, rhs)
  }
  /// Whether the two values differ.
  public static func != (lhs: Key<Answer>, rhs: Formula) -> Condition {
    condition(lhs, .notEqual, rhs)
  }
  // Favoured where a condition is wanted; two formulas are also equal as data.
  /// Whether the two values differ.
  public static func != (lhs: Formula, rhs: Formula) -> Condition { condition(lhs, .notEqual, rhs) }
}

extension Formula where Answer: Building.AnswerOrdered {
  /// Whether the first value is less than the second.
  public static func < (lhs: Formula, rhs: Answer) -> Condition {
    condition(lhs, .less, Formula(rhs))
  }
  /// Whether the first value is less than the second.
  public static func < (lhs: Formula, rhs: Key<Answer>) -> Condition { condition(lhs, .less, rhs) }
  /// Whether the first value is less than the second.
  public static func < (lhs: Key<Answer>, rhs: Formula) -> Condition { condition(lhs, .less, rhs) }
  /// Whether the first value is less than the second.
  public static func < (lhs: Formula, rhs: Formula) -> Condition { condition(lhs, .less, rhs) }

  /// Whether the first value is less than or equal to the second.
  public static func <= (lhs: Formula, rhs: Answer) -> Condition {
    condition(lhs, .lessOrEqual, Formula(rhs))
  }
  /// Whether the first value is less than or equal to the second.
  public static func <= (lhs: Formula, rhs: Key<Answer>) -> Condition {
    condition(lhs, .lessOrEqual, rhs)
  }
  /// Whether the first value is less than or equal to the second.
  public static func <= (lhs: Key<Answer>, rhs: Formula) -> Condition {
    condition(lhs, .lessOrEqual, rhs)
  }
  /// Whether the first value is less than or equal to the second.
  public static func <= (lhs: Formula, rhs: Formula) -> Condition {
    condition(lhs, .lessOrEqual, rhs)
  }

  /// Whether the first value is greater than the second.
  public static func > (lhs: Formula, rhs: Answer) -> Condition {
    condition(lhs, .greater, Formula(rhs))
  }
  /// Whether the first value is greater than the second.
  public static func > (lhs: Formula, rhs: Key<Answer>) -> Condition {
    condition(lhs, .greater, rhs)
  }
  /// Whether the first value is greater than the second.
  public static func > (lhs: Key<Answer>, rhs: Formula) -> Condition {
    condition(lhs, .greater, rhs)
  }
  /// Whether the first value is greater than the second.
  public static func > (lhs: Formula, rhs: Formula) -> Condition { condition(lhs, .greater, rhs) }

  /// Whether the first value is greater than or equal to the second.
  public static func >= (lhs: Formula, rhs: Answer) -> Condition {
    condition(lhs, .greaterOrEqual, Formula(rhs))
  }
  /// Whether the first value is greater than or equal to the second.
  public static func >= (lhs: Formula, rhs: Key<Answer>) -> Condition {
    condition(lhs, .greaterOrEqual, rhs)
  }
  /// Whether the first value is greater than or equal to the second.
  public static func >= (lhs: Key<Answer>, rhs: Formula) -> Condition {
    condition(lhs, .greaterOrEqual, rhs)
  }
  /// Whether the first value is greater than or equal to the second.
  public static func >= (lhs: Formula, rhs: Formula) -> Condition {
    condition(lhs, .greaterOrEqual, rhs)
  }
}

/// A condition that compares two operands.
private func condition(
  _ some: some Building.FormulaOperand, _ comparison: Condition.Comparison,
  _ other: some Building.FormulaOperand
) -> Condition {
  Condition(some.formula.calculation, comparison, other.formula.calculation)
}
