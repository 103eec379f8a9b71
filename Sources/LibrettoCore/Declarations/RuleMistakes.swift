// Rules that don't fit the type of the answer, each with its own message.

extension Rule {
  /// Refuses the rule `notEmpty` for a number.
  @available(
    *, unavailable, message: "notEmpty is a rule for text and lists; a number is never empty"
  )
  public static var notEmpty: Rule { Rule(.notEmpty, nil) }
}

extension Rule where Answer: Building.AnswerNumber {
  /// Refuses a length rule for a number.
  @available(*, unavailable, message: "to limit a number, write .range(1...10)")
  public static func length(_ bounds: ClosedRange<Int>, message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// Refuses a length rule for a number.
  @available(*, unavailable, message: "to limit a number, write .range(1...)")
  public static func length(_ bounds: PartialRangeFrom<Int>, message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// Refuses a length rule for a number.
  @available(*, unavailable, message: "to limit a number, write .range(...10)")
  public static func length(_ bounds: PartialRangeThrough<Int>, message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Rule where Answer: Building.AnswerNumber {
  /// Refuses a pattern for a number.
  @available(
    *, unavailable,
    message: "a pattern is a rule for text; to limit a number, write .range(1...10)"
  )
  public static func matches(_ pattern: Pattern, message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Rule where Answer == String {
  /// Refuses a range of numbers for text.
  @available(*, unavailable, message: "to limit the length of a text, write .length(1...10)")
  public static func range(_ bounds: ClosedRange<Int>, message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

// Rules by another name.

extension Rule {
  /// Refuses another name of ``equals(_:message:)``.
  @available(*, unavailable, message: "for the answer of another question, write .equals(key)")
  public static func equal(to key: Key<Answer>) -> Rule { equals(key) }

  /// Refuses another name of ``equals(_:message:)``.
  @available(*, unavailable, message: "for the answer of another question, write .equals(key)")
  public static func matches(_ key: Key<Answer>, message: Text? = nil) -> Rule { equals(key) }

  /// Refuses code, which isn't data.
  @available(
    *, unavailable,
    message: "your own code goes after the question: .check(\"name\") { answer in … }"
  )
  public static func custom(_ body: (Answer) -> Bool) -> Rule { Rule(.notEmpty, nil) }
}

extension Rule where Answer == String {
  /// Refuses another name of `matches`.
  @available(*, unavailable, message: "write .matches(\"[a-z]+\")")
  public static func regex(_ pattern: Pattern, message: Text? = nil) -> Rule { matches(pattern) }

  /// Refuses another name of `notEmpty`.
  @available(*, unavailable, message: "write .notEmpty")
  public static var required: Rule { notEmpty(message: "") }

  /// Refuses another name of `length`.
  @available(*, unavailable, message: "write .length(3...)")
  public static func minLength(_ count: Int, message: Text? = nil) -> Rule { length(count...) }

  /// Refuses another name of `length`.
  @available(*, unavailable, message: "write .length(...10)")
  public static func maxLength(_ count: Int, message: Text? = nil) -> Rule { length(...count) }
}

extension Rule where Answer: Building.AnswerNumber {
  /// Refuses another name of `range`.
  @available(*, unavailable, message: "to limit a number, write .range(1...10)")
  public static func `in`(_ bounds: ClosedRange<Answer>, message: Text? = nil) -> Rule {
    range(bounds)
  }
}

extension Building.TypedQuestion {
  /// Refuses code among the rules, which are data.
  @available(
    *, unavailable,
    message: "your own code goes into .check(\"name\", message: \"…\") { answer in … }"
  )
  public func validate(_ body: (Answer) -> Bool) -> Self { self }

  /// Refuses code among the rules, which are data.
  @available(
    *, unavailable,
    message: "your own code goes into .check(\"name\", message: \"…\") { answer in … }"
  )
  public func validate(_ message: Text, _ body: (Answer) -> Bool) -> Self { self }

  /// Refuses code among the rules, which are data.
  @available(
    *, unavailable,
    message:
      "for another answer write .equals(key); own code goes into .check(\"name\", reads: [key]) { answer, answers in … }"
  )
  public func validate(_ message: Text, _ body: (Answer, Answers) -> Bool) -> Self { self }

  /// Refuses a message without its label.
  @available(*, unavailable, renamed: "check(_:message:_:)")
  public func check(
    _ name: String, _ message: Text, _ body: (Answer) async throws -> Bool
  ) -> Self { self }

  /// Refuses a message without its label.
  @available(*, unavailable, renamed: "check(_:message:reads:_:)")
  public func check(
    _ name: String, _ message: Text, reads: [any AnyKey],
    _ body: (Answer, Answers) async throws -> String?
  ) -> Self { self }

  /// Refuses another name of ``secret()``.
  @available(*, unavailable, message: "write .secret()")
  public func password() -> Self { self }
}
