/// A rule that an answer must satisfy, as data.
public struct Rule<Answer: AnswerValue>: Hashable, Sendable {
  let rule: Prompt.Rule

  init(_ kind: Prompt.Rule.Kind, _ message: Text?) {
    rule = Prompt.Rule(kind, message)
  }

  /// The answer is one of these values.
  /// - Parameters:
  ///   - values: the values.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func oneOf(_ values: [Answer], message: Text? = nil) -> Rule {
    Rule(.oneOf(values.map { $0.answerValue }), message)
  }
}

extension Rule {
  /// The answer is one of the values of another answer, a list.
  /// - Parameters:
  ///   - key: the key of the list.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func oneOf(_ key: Key<[Answer]>, message: Text? = nil) -> Rule {
    Rule(.among(key.reference), message)
  }

  /// The answer is the same as another one: a password that is repeated, for example.
  ///
  /// If the other answer is secret, only a secret question can have this rule.
  /// - Parameters:
  ///   - key: the key of the other answer.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func equals(_ key: Key<Answer>, message: Text? = nil) -> Rule {
    Rule(.equals(key.reference), message)
  }

  /// The answer differs from another one.
  ///
  /// If the other answer is secret, only a secret question can have this rule.
  /// - Parameters:
  ///   - key: the key of the other answer.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func differs(from key: Key<Answer>, message: Text? = nil) -> Rule {
    Rule(.differs(key.reference), message)
  }
}

extension Rule where Answer: Building.AnswerSequence {
  /// The answer isn't empty; a text that is only white space counts as empty.
  public static var notEmpty: Rule { Rule(.notEmpty, nil) }

  /// The answer isn't empty; a text that is only white space counts as empty.
  /// - Parameter message: the message if it isn't satisfied.
  public static func notEmpty(message: Text) -> Rule { Rule(.notEmpty, message) }

  /// The number of characters, or of elements of a list, is in a range.
  /// - Parameters:
  ///   - bounds: the allowed lengths, as in `1...20`, `8...` and `...20`.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func length(
    _ bounds: some Building.AnswerRange<Int>, message: Text? = nil
  ) -> Rule {
    let ends = bounds.ends
    return Rule(.length(minimum: ends.minimum, maximum: ends.maximum), message)
  }
}

extension Rule where Answer == String {
  /// The answer has the form of an e-mail address; whether there is such an address isn't checked.
  public static var email: Rule {
    email(message: Text(Phrase.emailNeeded.rawValue))
  }

  /// The answer has the form of an e-mail address; whether there is such an address isn't checked.
  /// - Parameter message: the message if it isn't satisfied.
  public static func email(message: Text) -> Rule {
    matches("[^@ ]+@[^@ .]+([.][^@ .]+)+", message: message)
  }

  /// The answer has the form of a web address that begins with `http://` or `https://`.
  public static var url: Rule { url(message: Text(Phrase.webAddressNeeded.rawValue)) }

  /// The answer has the form of a web address that begins with `http://` or `https://`.
  /// - Parameter message: the message if it isn't satisfied.
  public static func url(message: Text) -> Rule {
    matches("https?://[^/?# ]+[^ ]*", message: message)
  }

  /// A pattern matches the whole answer.
  /// - Parameters:
  ///   - pattern: the pattern, as in `.matches("[a-z]+", message: "Use small letters.")`.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func matches(_ pattern: Pattern, message: Text? = nil) -> Rule {
    Rule(.matches(pattern), message)
  }
}

extension Rule where Answer: Building.AnswerOrdered {
  /// The answer is in a range.
  /// - Parameters:
  ///   - bounds: the range, as in `1...9`, `0.0..<1.0`, `18...` and `...9`.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func range(
    _ bounds: some Building.AnswerRange<Answer>, message: Text? = nil
  ) -> Rule {
    let (minimum, maximum, excludesMaximum) = bounds._bounds
    return Rule(
      .range(
        minimum: minimum.map { Calculation($0.answerValue) },
        maximum: maximum.map { Calculation($0.answerValue) }, excludesMaximum: excludesMaximum),
      message)
  }

  /// The answer is in a range whose bounds are computed from other answers, as in
  /// `.range(1...most)` and `.range(first...)`.
  /// - Parameters:
  ///   - bounds: the range.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func range(_ bounds: Building.Bounds<Answer>, message: Text? = nil) -> Rule {
    Rule(
      .range(
        minimum: bounds.minimum, maximum: bounds.maximum,
        excludesMaximum: bounds.excludesMaximum), message)
  }
}

extension Building {
  /// An answer that has a length: text, or a list.
  public protocol AnswerSequence: AnswerValue {}
}

extension String: Building.AnswerSequence {}
extension Array: Building.AnswerSequence where Element: AnswerValue {}

// Rules for which the interpreter is asked, once, when the question is answered: they read the
// calendar or the file system. A run that is resumed later doesn't ask again.

extension Rule where Answer == CalendarDay {
  /// The day is in a range of days counted from today, as in `.daysFromToday(0...30)`.
  ///
  /// Today is the interpreter's when the question is answered. An answer that was accepted stays
  /// accepted later.
  /// - Parameters:
  ///   - days: the range; 0 is today, and −1 is yesterday.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func daysFromToday(
    _ days: some Building.AnswerRange<Int>, message: Text? = nil
  ) -> Rule {
    let ends = days.ends
    return Rule(.daysFromToday(minimum: ends.minimum, maximum: ends.maximum), message)
  }
}

extension Building {
  /// A range of values given in the flow: `1...9`, `0..<9`, `1...` or `...9`.
  public protocol AnswerRange<Bound> {
    /// The type of the values.
    associatedtype Bound: Comparable
    /// The bounds, and whether the upper one is excluded.
    var _bounds: (Bound?, Bound?, Bool) { get }
  }
}

extension ClosedRange: Building.AnswerRange {
  /// Both bounds.
  public var _bounds: (Bound?, Bound?, Bool) { (lowerBound, upperBound, false) }
}
extension Range: Building.AnswerRange {
  /// Both bounds.
  public var _bounds: (Bound?, Bound?, Bool) { (lowerBound, upperBound, true) }
}
extension PartialRangeFrom: Building.AnswerRange {
  /// The lower bound.
  public var _bounds: (Bound?, Bound?, Bool) { (lowerBound, nil, false) }
}
extension PartialRangeThrough: Building.AnswerRange {
  /// The upper bound.
  public var _bounds: (Bound?, Bound?, Bool) { (nil, upperBound, false) }
}

extension Building.AnswerRange<Int> {
  /// The least and the greatest number.
  fileprivate var ends: (minimum: Int?, maximum: Int?) {
    let (minimum, maximum, excludesMaximum) = _bounds
    return (minimum, maximum.map { excludesMaximum ? $0 - 1 : $0 })
  }
}

/// What must be at a path that a person types.
public enum PathRequirement: Sendable {
  /// A file or a folder.
  case existing
  /// Something that isn't a folder.
  case file
  /// A folder.
  case folder
  /// Nothing yet.
  case new

  fileprivate var states: [PathState] {
    switch self {
    case .existing: [.file, .folder]
    case .file: [.file]
    case .folder: [.folder]
    case .new: [.missing]
    }
  }
}

extension Rule where Answer == String {
  /// The answer is a path at which something exists, or nothing yet.
  ///
  /// The interpreter looks when the question is answered. A flow that is performed with scripted
  /// answers and without its actions doesn't look.
  /// - Parameters:
  ///   - requirement: what must be there.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func path(_ requirement: PathRequirement, message: Text? = nil) -> Rule {
    Rule(.path(requirement.states), message)
  }
}
