// Comparisons of a key with a value of another type. They name concrete wrong types: if they were
// generic, the type checker would take seconds to reject one mistake.

extension Key where Answer: AnswerNumber {
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

/// An answer that is a number.
public protocol AnswerNumber: AnswerOrdered {}

extension Int: AnswerNumber {}
extension Double: AnswerNumber {}
