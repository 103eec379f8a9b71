/// What can stand as a condition: a ``Condition``, or a key whose answer is yes or no.
///
/// ```swift
/// When(subscribed && age >= 18) { Say("Welcome.") }
/// ```
public protocol Conditional: Sendable {
  /// The condition.
  var condition: Condition { get }
}

extension Condition: Conditional {
  /// This condition.
  public var condition: Condition { self }
}

extension Key: Conditional where Answer == Bool {
  /// Whether the answer is yes.
  public var condition: Condition { self == true }
}
