/// A Swift type that an answer can be read as.
///
/// String, Int, Double, Bool, arrays and optionals of them, and enums with such raw values already
/// conform. Any other type conforms by giving its type as data and converting to and from
/// ``Value``.
///
/// ```swift
/// enum Size: String, CaseIterable, AnswerValue { case small, large }
/// ```
public protocol AnswerValue: Sendable {
  /// The type of these answers as data.
  static var answerType: ValueType { get }
  /// What the type accepts, as in “a date such as 2026-11-20”; nil for its data type and its name.
  ///
  /// A refused answer is answered with it: “tomorrow” is not a date such as 2026-11-20.
  static var answerDescription: String? { get }
  /// The value as data, as which an answer is kept: two spellings that are read as equal values are
  /// one answer.
  var answerValue: Value { get }
  /// Reads a value.
  /// - Parameter answerValue: the value as data.
  /// - Returns: nil if the value isn't of this type.
  init?(answerValue: Value)
}

extension AnswerValue {
  /// Nil: the type has no description of its own.
  public static var answerDescription: String? { nil }
}

extension String: AnswerValue {
  /// Text.
  public static var answerType: ValueType { .string }
  /// The text as data.
  public var answerValue: Value { .string(self) }
  /// Reads text; nil for any other value.
  public init?(answerValue: Value) {
    guard case .string(let value) = answerValue else { return nil }
    self = value
  }
}

extension Int: AnswerValue {
  /// A whole number.
  public static var answerType: ValueType { .integer }
  /// The number as data.
  public var answerValue: Value { .int(self) }
  /// Reads a whole number; nil for any other value.
  public init?(answerValue: Value) {
    guard case .int(let value) = answerValue else { return nil }
    self = value
  }
}

extension Double: AnswerValue {
  /// A number with a fraction.
  public static var answerType: ValueType { .number }
  /// The number as data.
  public var answerValue: Value { .double(self) }
  /// Reads a number, including a whole number; nil for any other value.
  public init?(answerValue: Value) {
    switch answerValue {
    case .double(let value): self = value
    case .int(let value): self = Double(value)
    default: return nil
    }
  }
}

extension Bool: AnswerValue {
  /// Yes or no.
  public static var answerType: ValueType { .boolean }
  /// Yes or no as data.
  public var answerValue: Value { .bool(self) }
  /// Reads yes or no; nil for any other value.
  public init?(answerValue: Value) {
    guard case .bool(let value) = answerValue else { return nil }
    self = value
  }
}

extension Array: AnswerValue where Element: AnswerValue {
  /// Several values of one type.
  public static var answerType: ValueType { .list(Element.answerType) }
  /// The values as data, in order.
  public var answerValue: Value { .list(map { $0.answerValue }) }
  /// Reads a list; nil if an element isn't of the type.
  public init?(answerValue: Value) {
    guard case .list(let values) = answerValue else { return nil }
    var elements: [Element] = []
    for value in values {
      guard let element = Element(answerValue: value) else { return nil }
      elements.append(element)
    }
    self = elements
  }
}

extension Optional: AnswerValue where Wrapped: AnswerValue {
  /// A value of the type, or nothing; for an optional in an optional, a list of one value, or
  /// nothing.
  public static var answerType: ValueType {
    .optional(isNested ? .list(Wrapped.answerType) : Wrapped.answerType)
  }
  /// The value as data; nil is ``Value/null``.
  public var answerValue: Value {
    guard let value = self?.answerValue else { return .null }
    return Self.isNested ? .list([value]) : value
  }
  /// Reads a value or null; nil if the value isn't of the type.
  public init?(answerValue: Value) {
    switch answerValue {
    case .null: self = .none
    case .list(let values) where Self.isNested:
      guard values.count == 1, let value = Wrapped(answerValue: values[0]) else { return nil }
      self = .some(value)
    default:
      guard !Self.isNested, let value = Wrapped(answerValue: answerValue) else { return nil }
      self = .some(value)
    }
  }

  /// Whether the wrapped type is an optional too, so that its nil must be distinct from this one's.
  private static var isNested: Bool { Wrapped.self is any OptionalAnswer.Type }
}

private protocol OptionalAnswer {}
extension Optional: OptionalAnswer {}

extension AnswerValue where Self: RawRepresentable, RawValue: AnswerValue {
  /// The type of the raw value.
  public static var answerType: ValueType { RawValue.answerType }
  /// The raw value as data.
  public var answerValue: Value { rawValue.answerValue }
  /// Reads a raw value; nil if no case has it.
  public init?(answerValue: Value) {
    guard let raw = RawValue(answerValue: answerValue) else { return nil }
    self.init(rawValue: raw)
  }
}

extension AnswerValue where Self: RawRepresentable & CaseIterable, RawValue: AnswerValue {
  /// The raw values of all cases.
  public static var answerType: ValueType { .oneOf(allCases.map(\.rawValue.answerValue)) }
}

extension Building {
  /// An answer with the order of its data: numbers by size, text letter by letter.
  ///
  /// Conditions and rules compare answers as data, wherever the flow is performed. An enum's own `<`
  /// exists only in Swift, so a type that conforms must order its values as its raw values are.
  public protocol AnswerOrdered: AnswerValue, Comparable {}
}

extension String: Building.AnswerOrdered {}

/// The values that a program's own type accepts; it may refuse some that its data type allows.
package struct OwnType: Sendable {
  /// The name of the key.
  package let key: String
  /// The name of the type.
  package let name: String
  /// What the type accepts, in its own words.
  let description: String?
  /// A value as the type gives it back, so that two spellings of one answer are one value; nil for a
  /// value that it refuses.
  package let kept: @Sendable (Value) -> Value?

  /// - Returns: nil for a type that accepts everything its data type allows.
  init?<Answer: AnswerValue>(_ key: Key<Answer>) {
    if Answer.self is any TakesAll.Type { return nil }
    self.key = key.name
    name = String(describing: Answer.self)
    description = Answer.answerDescription
    kept = { given in
      guard let value = Answer(answerValue: given)?.answerValue else { return nil }
      // What the type gives back must stay what it is, or a saved answer would be another one.
      return value == given || Answer(answerValue: value)?.answerValue == value ? value : given
    }
  }

  /// A type of which a document has only the words; it leaves to the program what it refuses.
  init(_ accepted: Tree.Accepted) {
    (key, name, description) = (accepted.key, accepted.words, accepted.words)
    kept = { $0 }
  }
}

/// A type that accepts every value of its data type.
protocol TakesAll {}

extension String: TakesAll {}
extension Int: TakesAll {}
extension Double: TakesAll {}
extension Bool: TakesAll {}
extension Array: TakesAll where Element: TakesAll {}
extension Optional: TakesAll where Wrapped: TakesAll {}
