// Rules that don't fit the type of the answer, each with its own message.

extension Rule {
  /// Refuses the rule `notEmpty` for a number.
  @available(
    *, unavailable, message: "notEmpty is a rule for text and lists; a number is never empty"
  )
  public static var notEmpty: Rule { Rule(.notEmpty, nil) }
}

extension Rule where Answer: AnswerNumber {
  /// Refuses a length rule for a number.
  @available(*, unavailable, message: "to limit a number, write .range(1...10)")
  public static func length(_ bounds: ClosedRange<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// Refuses a length rule for a number.
  @available(*, unavailable, message: "to limit a number, write .range(1...)")
  public static func length(_ bounds: PartialRangeFrom<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// Refuses a length rule for a number.
  @available(*, unavailable, message: "to limit a number, write .range(...10)")
  public static func length(_ bounds: PartialRangeThrough<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Rule where Answer: AnswerNumber {
  /// Refuses a pattern for a number.
  @available(
    *, unavailable,
    message: "a pattern is a rule for text; to limit a number, write .range(1...10)"
  )
  public static func matches(_ pattern: Pattern, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Rule where Answer == String {
  /// Refuses a range of numbers for text.
  @available(*, unavailable, message: "to limit the length of a text, write .length(1...10)")
  public static func range(_ bounds: ClosedRange<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}
