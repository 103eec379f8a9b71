/// A range of which at least one bound is worked out from answers: `1...most`, `first...`.
public struct Bounds<Answer: AnswerOrdered>: Hashable, Sendable {
  let minimum: Calculation?
  let maximum: Calculation?
  let excludesMaximum: Bool

  fileprivate init(
    _ minimum: (some FormulaOperand<Answer>)?, _ maximum: (some FormulaOperand<Answer>)?,
    excludesMaximum: Bool = false
  ) {
    self.minimum = minimum?.formula.calculation
    self.maximum = maximum?.formula.calculation
    self.excludesMaximum = excludesMaximum
  }
}

extension Key where Answer: AnswerOrdered {
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Key, maximum: Answer) -> Bounds<Answer> {
    Bounds(minimum, Formula(maximum))
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Key, maximum: Answer) -> Bounds<Answer> {
    Bounds(minimum, Formula(maximum), excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Answer, maximum: Key) -> Bounds<Answer> {
    Bounds(Formula(minimum), maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Answer, maximum: Key) -> Bounds<Answer> {
    Bounds(Formula(minimum), maximum, excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Key, maximum: Key) -> Bounds<Answer> {
    Bounds(minimum, maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Key, maximum: Key) -> Bounds<Answer> {
    Bounds(minimum, maximum, excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Key, maximum: Formula<Answer>) -> Bounds<Answer> {
    Bounds(minimum, maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Key, maximum: Formula<Answer>) -> Bounds<Answer> {
    Bounds(minimum, maximum, excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Formula<Answer>, maximum: Key) -> Bounds<Answer> {
    Bounds(minimum, maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Formula<Answer>, maximum: Key) -> Bounds<Answer> {
    Bounds(minimum, maximum, excludesMaximum: true)
  }
  /// A range without a maximum.
  @_disfavoredOverload
  public static postfix func ... (minimum: Self) -> Bounds<Answer> { Bounds(minimum, Self?.none) }
  /// A range without a minimum.
  @_disfavoredOverload
  public static prefix func ... (maximum: Self) -> Bounds<Answer> { Bounds(Self?.none, maximum) }
  /// A range without a minimum that excludes its maximum.
  @_disfavoredOverload
  public static prefix func ..< (maximum: Self) -> Bounds<Answer> {
    Bounds(Self?.none, maximum, excludesMaximum: true)
  }
}

extension Formula where Answer: AnswerOrdered {
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Formula, maximum: Answer) -> Bounds<Answer> {
    Bounds(minimum, Formula(maximum))
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Formula, maximum: Answer) -> Bounds<Answer> {
    Bounds(minimum, Formula(maximum), excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Answer, maximum: Formula) -> Bounds<Answer> {
    Bounds(Formula(minimum), maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Answer, maximum: Formula) -> Bounds<Answer> {
    Bounds(Formula(minimum), maximum, excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Formula, maximum: Formula) -> Bounds<Answer> {
    Bounds(minimum, maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Formula, maximum: Formula) -> Bounds<Answer> {
    Bounds(minimum, maximum, excludesMaximum: true)
  }
  /// A range without a maximum.
  @_disfavoredOverload
  public static postfix func ... (minimum: Self) -> Bounds<Answer> { Bounds(minimum, Self?.none) }
  /// A range without a minimum.
  @_disfavoredOverload
  public static prefix func ... (maximum: Self) -> Bounds<Answer> { Bounds(Self?.none, maximum) }
  /// A range without a minimum that excludes its maximum.
  @_disfavoredOverload
  public static prefix func ..< (maximum: Self) -> Bounds<Answer> {
    Bounds(Self?.none, maximum, excludesMaximum: true)
  }
}
