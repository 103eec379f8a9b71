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

extension Formula where Answer: AnswerOrdered {
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
  _ some: some FormulaOperand, _ comparison: Condition.Comparison, _ other: some FormulaOperand
) -> Condition {
  Condition(some.formula.calculation, comparison, other.formula.calculation)
}
