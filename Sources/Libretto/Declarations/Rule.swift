/// A rule that an answer of a type must satisfy, as data.
public struct Rule<Answer: AnswerValue>: Hashable, Sendable {
  let rule: Prompt.Rule

  init(_ kind: Prompt.Rule.Kind, _ message: Text?) {
    rule = Prompt.Rule(kind, message)
  }

  /// The answer is one of these values.
  /// - Parameters:
  ///   - values: the values.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func oneOf(_ values: [Answer], _ message: Text? = nil) -> Rule {
    Rule(.oneOf(values.map(\.answerValue)), message)
  }
}

extension Rule where Answer: AnswerSequence {
  /// The answer is not empty; a text of white space alone is empty.
  public static var notEmpty: Rule { Rule(.notEmpty, nil) }

  /// The answer is not empty; a text of white space alone is empty.
  /// - Parameter message: what is said otherwise.
  public static func notEmpty(_ message: Text) -> Rule { Rule(.notEmpty, message) }

  /// The answer has so many characters, or a list so many elements.
  /// - Parameters:
  ///   - bounds: the lengths allowed.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func length(_ bounds: ClosedRange<Int>, _ message: Text? = nil) -> Rule {
    Rule(.length(minimum: bounds.lowerBound, maximum: bounds.upperBound), message)
  }

  /// The answer has at least so many characters, or a list so many elements.
  /// - Parameters:
  ///   - bounds: the lengths allowed.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func length(_ bounds: PartialRangeFrom<Int>, _ message: Text? = nil) -> Rule {
    Rule(.length(minimum: bounds.lowerBound, maximum: nil), message)
  }

  /// The answer has at most so many characters, or a list so many elements.
  /// - Parameters:
  ///   - bounds: the lengths allowed.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func length(_ bounds: PartialRangeThrough<Int>, _ message: Text? = nil) -> Rule {
    Rule(.length(minimum: nil, maximum: bounds.upperBound), message)
  }
}

extension Rule where Answer == String {
  /// A pattern matches the whole of the answer.
  /// - Parameters:
  ///   - pattern: the pattern, as in `.matches("[a-z]+", "Use small letters.")`.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func matches(_ pattern: Pattern, _ message: Text? = nil) -> Rule {
    Rule(.matches(pattern), message)
  }
}

extension Rule where Answer: AnswerOrdered {
  /// The answer lies in a range.
  /// - Parameters:
  ///   - bounds: the answers allowed, both ends among them.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func range(_ bounds: ClosedRange<Answer>, _ message: Text? = nil) -> Rule {
    range(bounds.lowerBound, bounds.upperBound, false, message)
  }

  /// The answer lies in a range without its upper end.
  /// - Parameters:
  ///   - bounds: the answers allowed.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func range(_ bounds: Range<Answer>, _ message: Text? = nil) -> Rule {
    range(bounds.lowerBound, bounds.upperBound, true, message)
  }

  /// The answer is not below a bound.
  /// - Parameters:
  ///   - bounds: the answers allowed.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func range(_ bounds: PartialRangeFrom<Answer>, _ message: Text? = nil) -> Rule {
    range(bounds.lowerBound, nil, false, message)
  }

  /// The answer is not above a bound.
  /// - Parameters:
  ///   - bounds: the answers allowed.
  ///   - message: what is said otherwise; the rule has words of its own.
  public static func range(
    _ bounds: PartialRangeThrough<Answer>, _ message: Text? = nil
  ) -> Rule {
    range(nil, bounds.upperBound, false, message)
  }

  private static func range(
    _ minimum: Answer?, _ maximum: Answer?, _ excludesMaximum: Bool, _ message: Text?
  ) -> Rule {
    Rule(
      .range(
        minimum: minimum?.answerValue, maximum: maximum?.answerValue,
        excludesMaximum: excludesMaximum),
      message)
  }
}

/// An answer that has a length: text, or a list.
public protocol AnswerSequence: AnswerValue {}

extension String: AnswerSequence {}
extension Array: AnswerSequence where Element: AnswerValue {}
