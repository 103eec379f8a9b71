// The operators of formulas. Two numbers of one type have an overload for each pair of operands: with
// one that is generic over keys and formulas, a sum takes the type checker a fifth more.

extension Key where Answer: Building.AnswerNumber {
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Answer) -> Formula<Answer> {
    combined(lhs, .plus, Formula(rhs))
  }
  /// The sum of two numbers.
  public static func + (lhs: Answer, rhs: Key) -> Formula<Answer> {
    combined(Formula(lhs), .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Key) -> Formula<Answer> { combined(lhs, .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Key, rhs: Formula<Answer>) -> Formula<Answer> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Formula<Answer>, rhs: Key) -> Formula<Answer> {
    combined(lhs, .plus, rhs)
  }

  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Answer) -> Formula<Answer> {
    combined(lhs, .minus, Formula(rhs))
  }
  /// The difference of two numbers.
  public static func - (lhs: Answer, rhs: Key) -> Formula<Answer> {
    combined(Formula(lhs), .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Key) -> Formula<Answer> { combined(lhs, .minus, rhs) }
  /// The difference of two numbers.
  public static func - (lhs: Key, rhs: Formula<Answer>) -> Formula<Answer> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Formula<Answer>, rhs: Key) -> Formula<Answer> {
    combined(lhs, .minus, rhs)
  }

  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Answer) -> Formula<Answer> {
    combined(lhs, .times, Formula(rhs))
  }
  /// The product of two numbers.
  public static func * (lhs: Answer, rhs: Key) -> Formula<Answer> {
    combined(Formula(lhs), .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Key) -> Formula<Answer> { combined(lhs, .times, rhs) }
  /// The product of two numbers.
  public static func * (lhs: Key, rhs: Formula<Answer>) -> Formula<Answer> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Formula<Answer>, rhs: Key) -> Formula<Answer> {
    combined(lhs, .times, rhs)
  }

  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Key, rhs: Answer) -> Formula<Answer> {
    combined(lhs, .divided, Formula(rhs))
  }
  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Answer, rhs: Key) -> Formula<Answer> {
    combined(Formula(lhs), .divided, rhs)
  }
  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Key, rhs: Key) -> Formula<Answer> { combined(lhs, .divided, rhs) }
  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Key, rhs: Formula<Answer>) -> Formula<Answer> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Formula<Answer>, rhs: Key) -> Formula<Answer> {
    combined(lhs, .divided, rhs)
  }
}

extension Formula where Answer: Building.AnswerNumber {
  /// The sum of two numbers.
  public static func + (lhs: Formula, rhs: Answer) -> Formula { combined(lhs, .plus, Formula(rhs)) }
  /// The sum of two numbers.
  public static func + (lhs: Answer, rhs: Formula) -> Formula { combined(Formula(lhs), .plus, rhs) }
  /// The sum of two numbers.
  public static func + (lhs: Formula, rhs: Formula) -> Formula { combined(lhs, .plus, rhs) }

  /// The difference of two numbers.
  public static func - (lhs: Formula, rhs: Answer) -> Formula {
    combined(lhs, .minus, Formula(rhs))
  }
  /// The difference of two numbers.
  public static func - (lhs: Answer, rhs: Formula) -> Formula {
    combined(Formula(lhs), .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Formula, rhs: Formula) -> Formula { combined(lhs, .minus, rhs) }

  /// The product of two numbers.
  public static func * (lhs: Formula, rhs: Answer) -> Formula {
    combined(lhs, .times, Formula(rhs))
  }
  /// The product of two numbers.
  public static func * (lhs: Answer, rhs: Formula) -> Formula {
    combined(Formula(lhs), .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Formula, rhs: Formula) -> Formula { combined(lhs, .times, rhs) }

  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Formula, rhs: Answer) -> Formula {
    combined(lhs, .divided, Formula(rhs))
  }
  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Answer, rhs: Formula) -> Formula {
    combined(Formula(lhs), .divided, rhs)
  }
  /// The quotient of two numbers; that of whole numbers has no fraction.
  public static func / (lhs: Formula, rhs: Formula) -> Formula { combined(lhs, .divided, rhs) }
}

extension Key where Answer == Int {
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
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Formula, rhs: Int) -> Formula { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Int, rhs: Formula) -> Formula { combined(lhs, .remainder, rhs) }
  /// The remainder of a division of whole numbers, with the sign of the first.
  public static func % (lhs: Formula, rhs: Formula) -> Formula { combined(lhs, .remainder, rhs) }
}

// A whole number and one with a fraction, which give a fraction.

extension Building {
  /// A key or a formula with a fraction, beside which a whole number can stand.
  public protocol Fraction: FormulaOperand<Double> {}
}

extension Key: Building.Fraction where Answer == Double {}
extension Formula: Building.Fraction where Answer == Double {}

extension Building.Fraction {
  /// The sum of two numbers.
  public static func + (lhs: some Building.Computed<Int>, rhs: Self) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }
  /// The sum of two numbers.
  public static func + (lhs: Self, rhs: some Building.Computed<Int>) -> Formula<Double> {
    combined(lhs, .plus, rhs)
  }

  /// The difference of two numbers.
  public static func - (lhs: some Building.Computed<Int>, rhs: Self) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }
  /// The difference of two numbers.
  public static func - (lhs: Self, rhs: some Building.Computed<Int>) -> Formula<Double> {
    combined(lhs, .minus, rhs)
  }

  /// The product of two numbers.
  public static func * (lhs: some Building.Computed<Int>, rhs: Self) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }
  /// The product of two numbers.
  public static func * (lhs: Self, rhs: some Building.Computed<Int>) -> Formula<Double> {
    combined(lhs, .times, rhs)
  }

  /// The quotient of two numbers.
  public static func / (lhs: some Building.Computed<Int>, rhs: Self) -> Formula<Double> {
    combined(lhs, .divided, rhs)
  }
  /// The quotient of two numbers.
  public static func / (lhs: Self, rhs: some Building.Computed<Int>) -> Formula<Double> {
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
  Condition(some._formula.calculation, comparison, other._formula.calculation)
}
