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

extension Key where Answer: AnswerOrdered {
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
