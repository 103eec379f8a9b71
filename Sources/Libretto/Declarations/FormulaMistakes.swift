// Mistakes with formulas, each with its own message.

/// Refuses a condition in a text.
@available(
  *, unavailable,
  message: "a text can't show a condition: write When(…) { Say(…) } otherwise: { Say(…) }"
)
extension Condition: CustomStringConvertible {}

extension TypedQuestion where Answer: AnswerNumber {
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
  public init<Answer: AnswerNumber>(_ text: Text, into key: Key<Answer>) {
    self.init(text, into: Key<String>(""))
  }
}

extension Key where Answer == Int {
  /// Refuses a fraction beside a whole number.
  @available(
    *, unavailable,
    message: "this key keeps a whole number; for fractions, make it a Key<Double>"
  )
  public static func + (lhs: Key, rhs: Double) -> Formula<Int> { lhs + 0 }

  /// Refuses a fraction beside a whole number.
  @available(
    *, unavailable,
    message: "this key keeps a whole number; for fractions, make it a Key<Double>"
  )
  public static func * (lhs: Key, rhs: Double) -> Formula<Int> { lhs + 0 }

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
