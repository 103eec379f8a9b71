// A key where a value is wanted: the answer is known only when the flow is performed. The
// comparisons are unavailable, so the type checker takes them only where nothing else fits, and
// they cost no time elsewhere.

extension Key {
  /// Refuses a comparison in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static func == (key: Key, value: Answer) -> Bool { false }

  /// Refuses a comparison in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static func != (key: Key, value: Answer) -> Bool { false }

  /// Refuses a key in Swift's `switch`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write Switch(key) { Case(…) { … } }"
  )
  public static func ~= (value: Answer, key: Key) -> Bool { false }
}

extension Key where Answer: Building.AnswerOrdered {
  /// Refuses a comparison in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static func < (key: Key, value: Answer) -> Bool { false }

  /// Refuses a comparison in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static func <= (key: Key, value: Answer) -> Bool { false }

  /// Refuses a comparison in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static func > (key: Key, value: Answer) -> Bool { false }

  /// Refuses a comparison in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static func >= (key: Key, value: Answer) -> Bool { false }
}

extension Key where Answer == Bool {
  /// Refuses a yes-or-no answer in Swift's `if`.
  @available(
    *, unavailable,
    message: "this is known when the flow is performed: write When(…) { … } otherwise: { … }"
  )
  public static prefix func ! (key: Key) -> Bool { false }
}

// An unavailable overload would do nothing here: Swift's own one takes any value.
extension DefaultStringInterpolation {
  /// Refuses a key in a plain `String`, which can't show an answer.
  /// - Parameter key: the key.
  /// - Throws: always, where the warning and the missing `try` didn't stop it.
  @available(
    *, deprecated,
    message: "a String can't show an answer: write the key in a Say, or read work[key] in a Do"
  )
  public mutating func appendInterpolation<Answer>(_ key: Key<Answer>) throws {
    throw KeyInString(key: key.name)
  }
}

extension DefaultStringInterpolation {
  /// Refuses a step in a text, which shows the answer of a key.
  /// - Parameter step: the step.
  /// - Throws: always, where the warning and the missing `try` didn't stop it.
  @available(
    *, deprecated,
    message: "a step isn't its answer: declare let name = Key<String>(\"name\"), and write \\(name)"
  )
  public mutating func appendInterpolation<Step: FlowContent>(_ step: Step) throws {
    throw KeyInString(key: "\(Step.self)")
  }
}

/// A key in a plain `String`, with `try` before it.
private struct KeyInString: Error, CustomStringConvertible {
  let key: String

  var description: String {
    "a String can't show the answer for “\(key)”: write the key in a Say, or read work[key] in a Do"
  }
}

// Comparisons of a key with a value of another type. They name concrete wrong types: if they were
// generic, the type checker would take seconds to reject one mistake.

extension Key where Answer: Building.AnswerNumber {
  /// Refuses to compare a number with text.
  @available(*, unavailable, message: "the key holds a number: compare it with a number")
  public static func == (key: Key, value: String) -> Condition { key.isSet }
  /// Refuses to compare a number with text.
  @available(*, unavailable, message: "the key holds a number: compare it with a number")
  public static func != (key: Key, value: String) -> Condition { key.isSet }
  /// Refuses to compare a number with text.
  @available(*, unavailable, message: "the key holds a number: compare it with a number")
  public static func < (key: Key, value: String) -> Condition { key.isSet }
  /// Refuses to compare a number with text.
  @available(*, unavailable, message: "the key holds a number: compare it with a number")
  public static func <= (key: Key, value: String) -> Condition { key.isSet }
  /// Refuses to compare a number with text.
  @available(*, unavailable, message: "the key holds a number: compare it with a number")
  public static func > (key: Key, value: String) -> Condition { key.isSet }
  /// Refuses to compare a number with text.
  @available(*, unavailable, message: "the key holds a number: compare it with a number")
  public static func >= (key: Key, value: String) -> Condition { key.isSet }
}

extension Key where Answer == String {
  /// Refuses to compare text with a number.
  @available(*, unavailable, message: "the key holds text: compare it with text, as in \"3\"")
  public static func == (key: Key, value: Int) -> Condition { key.isSet }
  /// Refuses to compare text with a number.
  @available(*, unavailable, message: "the key holds text: compare it with text, as in \"3\"")
  public static func != (key: Key, value: Int) -> Condition { key.isSet }
  /// Refuses to compare text with a number.
  @available(*, unavailable, message: "the key holds text: compare it with text, as in \"3\"")
  public static func < (key: Key, value: Int) -> Condition { key.isSet }
  /// Refuses to compare text with a number.
  @available(*, unavailable, message: "the key holds text: compare it with text, as in \"3\"")
  public static func <= (key: Key, value: Int) -> Condition { key.isSet }
  /// Refuses to compare text with a number.
  @available(*, unavailable, message: "the key holds text: compare it with text, as in \"3\"")
  public static func > (key: Key, value: Int) -> Condition { key.isSet }
  /// Refuses to compare text with a number.
  @available(*, unavailable, message: "the key holds text: compare it with text, as in \"3\"")
  public static func >= (key: Key, value: Int) -> Condition { key.isSet }
}

extension Building {
  /// An answer that is a number.
  public protocol AnswerNumber: AnswerOrdered {}
}

extension Int: Building.AnswerNumber {}
extension Double: Building.AnswerNumber {}

// Mistakes with formulas, each with its own message.

/// Refuses a condition in a text.
@available(
  *, unavailable,
  message: "a text can't show a condition: write When(…) { Say(…) } otherwise: { Say(…) }"
)
extension Condition: CustomStringConvertible {}

extension Building.TypedQuestion where Answer: Building.AnswerNumber {
  /// Refuses a text as the default of a number.
  @available(
    *, unavailable,
    message: "this question asks for a number, so its default is one, as in .default(18)"
  )
  public func `default`(_ text: Text) -> Self { self }
}

extension Store {
  /// Refuses a text for a number.
  @available(
    *, unavailable,
    message:
      "this key keeps a number, so store one, as in Store(0, into: …) or Store(tries + 1, into: …)"
  )
  public init<Answer: Building.AnswerNumber>(_ text: Text, into key: Key<Answer>) {
    self.init(text, into: Key<String>(""))
  }
}

/// Refuses a fraction beside a whole number.
@available(
  *, unavailable, message: "this key keeps a whole number; for fractions, make it a Key<Double>"
)
extension Double: Building.Fraction {}

// The result of these two is a whole number, so `Store(age + 1.5, into: age)` is refused at the sum.
extension Key where Answer == Int {
  /// Refuses a fraction beside a whole number.
  @available(
    *, unavailable,
    message: "this key keeps a whole number; for fractions, make it a Key<Double>"
  )
  public static func + (lhs: Key, rhs: Double) -> Formula<Int> { lhs._formula }

  /// Refuses a fraction beside a whole number.
  @available(
    *, unavailable,
    message: "this key keeps a whole number; for fractions, make it a Key<Double>"
  )
  public static func * (lhs: Key, rhs: Double) -> Formula<Int> { lhs._formula }

  /// Refuses a change in place.
  @available(
    *, unavailable,
    message: "a flow changes an answer with a step: Store(tries + 1, into: tries)"
  )
  public static func += (lhs: Key, rhs: Int) {}

  /// Refuses a change in place.
  @available(
    *, unavailable,
    message: "a flow changes an answer with a step: Store(tries - 1, into: tries)"
  )
  public static func -= (lhs: Key, rhs: Int) {}
}
