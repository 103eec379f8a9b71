// Rules that do not fit the type of the answer, each with a sentence of its own.

extension Rule {
  /// Refuses to ask whether a number is empty.
  @available(
    *, unavailable, message: "notEmpty is a rule for text and lists; a number is never empty"
  )
  public static var notEmpty: Rule { Rule(.notEmpty, nil) }
}

extension Rule where Answer: AnswerNumber {
  /// Refuses to measure the length of a number.
  @available(*, unavailable, message: "to limit a number, write .range(1...10)")
  public static func length(_ bounds: ClosedRange<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// Refuses to measure the length of a number.
  @available(*, unavailable, message: "to limit a number, write .range(1...)")
  public static func length(_ bounds: PartialRangeFrom<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// Refuses to measure the length of a number.
  @available(*, unavailable, message: "to limit a number, write .range(...10)")
  public static func length(_ bounds: PartialRangeThrough<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Rule where Answer: AnswerNumber {
  /// Refuses to match a number.
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
  @available(*, unavailable, message: "to limit how long a text is, write .length(1...10)")
  public static func range(_ bounds: ClosedRange<Int>, _ message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}
