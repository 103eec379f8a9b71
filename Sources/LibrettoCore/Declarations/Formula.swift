/// A value that is computed from the answers so far.
///
/// You write it with the usual operators on keys: `tries + 1`, `price * count`. It is data, so it
/// can be exported and checked, and it is evaluated when the run gets there.
///
/// ```swift
/// Store(tries + 1, into: tries)
/// When(price * count > 100) { Say("That is \(price * count) euros.") }
/// Ask("How many?", into: count).validate(.range(1...most - 1)).default(most / 2)
/// ```
///
/// A result that is too large and a division by zero fail the run with a sentence that says where.
public struct Formula<Answer: AnswerValue>: Hashable, Sendable {
  /// The calculation as data.
  package let calculation: Calculation

  init(_ calculation: Calculation) { self.calculation = calculation }

  /// Makes a formula from a value.
  /// - Parameter value: the value.
  @_disfavoredOverload
  public init(_ value: Answer) { self.init(Calculation(value.answerValue)) }

  /// Makes a formula from the answer for a key.
  /// - Parameter key: the key.
  public init(_ key: Key<Answer>) { self.init(Calculation(key.reference)) }
}

extension Formula where Answer == String {
  /// Makes a formula from a text with placeholders, as in `Formula("Dear \(name)")`.
  /// - Parameter text: the text.
  public init(_ text: Text) { self.init(Calculation(text)) }
}

extension Building {
  /// Something whose value a formula can use: a key, a formula or a value.
  public protocol FormulaOperand<Answer> {
    /// The type of the value.
    associatedtype Answer: AnswerValue

    /// The operand as a formula; for internal use.
    var _formula: Formula<Answer> { get }
  }

  /// A key or a formula, whose value is known when the flow is performed.
  public protocol Computed<Answer>: FormulaOperand {}
}

extension Formula: Building.Computed {
  /// The formula itself.
  public var _formula: Formula<Answer> { self }
}

extension Key: Building.Computed {
  /// The answer for the key as a formula.
  public var _formula: Formula<Answer> { Formula(self) }
}

extension Int: Building.FormulaOperand {
  /// The number as a formula.
  public var _formula: Formula<Int> { Formula(self) }
}

extension Double: Building.FormulaOperand {
  /// The number as a formula.
  public var _formula: Formula<Double> { Formula(self) }
}

extension Key where Answer: Building.AnswerSequence {
  /// The number of characters of a text, or of elements of a list.
  public var count: Formula<Int> { Formula(Calculation(.count(reference))) }
}

extension Key {
  /// A text with a line for each element of a list, each after a hyphen.
  public func lines<Element: AnswerValue>() -> Formula<String> where Answer == [Element] {
    Formula(Calculation(.lines(reference)))
  }
}

/// The smaller of two values, as in `min(price, 100)`.
/// - Parameters:
///   - first: a key, a formula or a number.
///   - second: a key, a formula or a number.
/// - Returns: the formula.
@_disfavoredOverload
public func min<Answer: Building.AnswerOrdered>(
  _ first: some Building.FormulaOperand<Answer>, _ second: some Building.FormulaOperand<Answer>
) -> Formula<Answer> {
  Formula(
    Calculation(.smallest, of: [first._formula.calculation, second._formula.calculation]))
}

/// The larger of two values, as in `max(price, 100)`.
/// - Parameters:
///   - first: a key, a formula or a number.
///   - second: a key, a formula or a number.
/// - Returns: the formula.
@_disfavoredOverload
public func max<Answer: Building.AnswerOrdered>(
  _ first: some Building.FormulaOperand<Answer>, _ second: some Building.FormulaOperand<Answer>
) -> Formula<Answer> {
  Formula(Calculation(.largest, of: [first._formula.calculation, second._formula.calculation]))
}

/// A formula of two operands.
func combined<Result>(
  _ some: some Building.FormulaOperand, _ operation: Calculation.Operator,
  _ other: some Building.FormulaOperand
) -> Formula<Result> {
  Formula(Calculation(some._formula.calculation, operation, other._formula.calculation))
}

extension Formula: TextPart, CustomStringConvertible {
  /// The formula as you would write it in Swift.
  public var description: String { calculation.description }
  /// A calculation, as in `\(price * count)`.
  var pieces: [Text.Piece] {
    switch calculation.form {
    case .text(let text): text.pieces
    case .answer(let key): [.placeholder(key)]
    default: [.calculation(calculation)]
    }
  }
}

/// The smallest of three values, as in `min(a, b, 100)`.
/// - Parameters:
///   - first: a key, a formula or a number.
///   - second: a key, a formula or a number.
///   - third: a key, a formula or a number.
/// - Returns: the formula.
@_disfavoredOverload
public func min<Answer: Building.AnswerOrdered>(
  _ first: some Building.FormulaOperand<Answer>, _ second: some Building.FormulaOperand<Answer>,
  _ third: some Building.FormulaOperand<Answer>
) -> Formula<Answer> {
  Formula(
    Calculation(
      .smallest,
      of: [first._formula.calculation, second._formula.calculation, third._formula.calculation]))
}

/// The largest of three values, as in `max(a, b, 100)`.
/// - Parameters:
///   - first: a key, a formula or a number.
///   - second: a key, a formula or a number.
///   - third: a key, a formula or a number.
/// - Returns: the formula.
@_disfavoredOverload
public func max<Answer: Building.AnswerOrdered>(
  _ first: some Building.FormulaOperand<Answer>, _ second: some Building.FormulaOperand<Answer>,
  _ third: some Building.FormulaOperand<Answer>
) -> Formula<Answer> {
  Formula(
    Calculation(
      .largest,
      of: [first._formula.calculation, second._formula.calculation, third._formula.calculation]))
}

extension Building {
  /// A range of which at least one bound is computed from answers: `1...most`, `first...`.
  public struct Bounds<Answer: AnswerOrdered>: Hashable, Sendable {
    let minimum: Calculation?
    let maximum: Calculation?
    let excludesMaximum: Bool

    fileprivate init(
      _ minimum: (some FormulaOperand<Answer>)?, _ maximum: (some FormulaOperand<Answer>)?,
      excludesMaximum: Bool = false
    ) {
      self.minimum = minimum?._formula.calculation
      self.maximum = maximum?._formula.calculation
      self.excludesMaximum = excludesMaximum
    }
  }
}

extension Building.Computed where Answer: Building.AnswerOrdered {
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Self, maximum: Answer) -> Building.Bounds<Answer> {
    Building.Bounds(minimum, Formula(maximum))
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Self, maximum: Answer) -> Building.Bounds<Answer> {
    Building.Bounds(minimum, Formula(maximum), excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (minimum: Answer, maximum: Self) -> Building.Bounds<Answer> {
    Building.Bounds(Formula(minimum), maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (minimum: Answer, maximum: Self) -> Building.Bounds<Answer> {
    Building.Bounds(Formula(minimum), maximum, excludesMaximum: true)
  }
  /// A range that includes both bounds.
  @_disfavoredOverload
  public static func ... (
    minimum: Self, maximum: some Building.Computed<Answer>
  ) -> Building.Bounds<Answer> {
    Building.Bounds(minimum, maximum)
  }
  /// A range that excludes its maximum.
  @_disfavoredOverload
  public static func ..< (
    minimum: Self, maximum: some Building.Computed<Answer>
  ) -> Building.Bounds<Answer> {
    Building.Bounds(minimum, maximum, excludesMaximum: true)
  }
  /// A range without a maximum.
  @_disfavoredOverload
  public static postfix func ... (minimum: Self) -> Building.Bounds<Answer> {
    Building.Bounds(minimum, Self?.none)
  }
  /// A range without a minimum.
  @_disfavoredOverload
  public static prefix func ... (maximum: Self) -> Building.Bounds<Answer> {
    Building.Bounds(Self?.none, maximum)
  }
  /// A range without a minimum that excludes its maximum.
  @_disfavoredOverload
  public static prefix func ..< (maximum: Self) -> Building.Bounds<Answer> {
    Building.Bounds(Self?.none, maximum, excludesMaximum: true)
  }
}
