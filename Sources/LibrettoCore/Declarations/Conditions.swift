// The operators that make conditions from keys. They aren't generic over literals on both sides:
// the type checker would take seconds to reject one mistake.

extension Key {
  /// Whether the key has an answer. For a secret, this is the only condition allowed.
  public var isSet: Condition { Condition(.isSet(reference)) }

  /// Whether the answer equals a value.
  public static func == (key: Key, value: Answer) -> Condition { key.compared(.equal, value) }
  /// Whether the answer differs from a value.
  public static func != (key: Key, value: Answer) -> Condition { key.compared(.notEqual, value) }
  /// Whether the answer equals that of another key.
  public static func == (key: Key, other: Key) -> Condition { key.compared(.equal, other) }
  /// Whether the answer differs from that of another key.
  public static func != (key: Key, other: Key) -> Condition { key.compared(.notEqual, other) }

  fileprivate func compared(_ comparison: Condition.Comparison, _ value: Answer) -> Condition {
    Condition(.compare(reference, comparison, .value(value.answerValue)))
  }

  fileprivate func compared(_ comparison: Condition.Comparison, _ other: Key) -> Condition {
    Condition(.compare(reference, comparison, .key(other.reference)))
  }
}

extension Key where Answer: Building.AnswerOrdered {
  /// Whether the answer is less than a value.
  public static func < (key: Key, value: Answer) -> Condition { key.compared(.less, value) }
  /// Whether the answer is less than or equal to a value.
  public static func <= (key: Key, value: Answer) -> Condition {
    key.compared(.lessOrEqual, value)
  }
  /// Whether the answer is greater than a value.
  public static func > (key: Key, value: Answer) -> Condition { key.compared(.greater, value) }
  /// Whether the answer is greater than or equal to a value.
  public static func >= (key: Key, value: Answer) -> Condition {
    key.compared(.greaterOrEqual, value)
  }
  /// Whether the answer is less than that of another key.
  public static func < (key: Key, other: Key) -> Condition { key.compared(.less, other) }
  /// Whether the answer is less than or equal to that of another key.
  public static func <= (key: Key, other: Key) -> Condition { key.compared(.lessOrEqual, other) }
  /// Whether the answer is greater than that of another key.
  public static func > (key: Key, other: Key) -> Condition { key.compared(.greater, other) }
  /// Whether the answer is greater than or equal to that of another key.
  public static func >= (key: Key, other: Key) -> Condition {
    key.compared(.greaterOrEqual, other)
  }
}

extension Key where Answer == Int {
  /// Whether the answer is a multiple of a number; only 0 is a multiple of 0.
  /// - Parameter divisor: the number.
  public func isMultiple(of divisor: Int) -> Condition {
    Condition(.isMultiple(reference, of: divisor))
  }
}

extension Key where Answer: Building.AnswerSequence {
  /// Whether the answer is an empty text or list.
  public var isEmpty: Condition { Condition(.isEmpty(reference)) }
}

extension Key where Answer == String {
  /// Whether the answer contains a text exactly.
  /// - Parameter text: the text; every answer contains the empty text.
  public func contains(_ text: String) -> Condition {
    Condition(.contains(reference, .string(text)))
  }

  /// Whether a pattern matches the whole answer.
  /// - Parameter pattern: the pattern, as in `word.matches("[a-z]+")`.
  public func matches(_ pattern: Pattern) -> Condition {
    Condition(.matches(reference, pattern))
  }
}

extension Key {
  /// Whether the answer, a list, contains a value.
  /// - Parameter element: the value.
  public func contains<Element>(_ element: Element) -> Condition where Answer == [Element] {
    Condition(.contains(reference, element.answerValue))
  }
}

extension Key where Answer == Bool {
  /// Whether the answer is no.
  public static prefix func ! (key: Key) -> Condition { key == false }
}

// Disfavoured, so importing Libretto doesn't slow down the ordinary comparisons of a file: with a
// second `&&` that fits as well, three functions took 8.4 s to type-check instead of 0.1 s. One
// overload for any two conditions and not one for each pair of types, which cost as much again.

/// Whether both conditions hold.
@_disfavoredOverload
public func && (lhs: any Building.Conditional, rhs: any Building.Conditional) -> Condition {
  let (lhs, rhs) = (lhs._condition, rhs._condition)
  return Condition(
    .all(lhs.form.allForms + rhs.form.allForms),
    depth: max(lhs.depth(asAll: true), rhs.depth(asAll: true)))
}

/// Whether at least one of two conditions holds.
@_disfavoredOverload
public func || (lhs: any Building.Conditional, rhs: any Building.Conditional) -> Condition {
  let (lhs, rhs) = (lhs._condition, rhs._condition)
  return Condition(
    .any(lhs.form.anyForms + rhs.form.anyForms),
    depth: max(lhs.depth(asAll: false), rhs.depth(asAll: false)))
}

extension Condition {
  /// Whether a condition doesn't hold.
  public static prefix func ! (condition: Condition) -> Condition {
    if case .not(let form) = condition.form {
      return Condition(form, depth: condition.depth - 1)
    }
    return Condition(.not(condition.form), depth: condition.depth + 1)
  }

  fileprivate func depth(asAll: Bool) -> Int {
    switch form {
    case .all where asAll: depth
    case .any where !asAll: depth
    default: depth + 1
    }
  }
}

extension Condition.Form {
  fileprivate var allForms: [Self] { if case .all(let forms) = self { forms } else { [self] } }
  fileprivate var anyForms: [Self] { if case .any(let forms) = self { forms } else { [self] } }
}

extension Building {
  /// What can stand as a condition: a ``Condition``, or a key whose answer is yes or no.
  ///
  /// ```swift
  /// When(subscribed && age >= 18) { Say("Welcome.") }
  /// ```
  public protocol Conditional: Sendable {
    /// The condition; for internal use.
    var _condition: Condition { get }
  }
}

extension Condition: Building.Conditional {
  /// This condition.
  public var _condition: Condition { self }
}

extension Key: Building.Conditional where Answer == Bool {
  /// Whether the answer is yes.
  public var _condition: Condition { self == true }
}

/// How an operation ended.
public enum OperationEnding: String, Hashable, Sendable, CaseIterable {
  /// It completed.
  case ended
  /// It failed; its failure branch may have been performed.
  case failed
  /// It was cancelled before it started or while it was running.
  case cancelled
}

/// How a load ended.
public enum LoadEnding: String, Hashable, Sendable, CaseIterable {
  /// There is data.
  case data
  /// There is no data.
  case empty
  /// It failed.
  case failed
}

extension Building.Conditional where Self == Condition {
  /// Whether an operation ended in a given way; false until it ends.
  /// - Parameters:
  ///   - name: the name of the operation.
  ///   - ending: the ending.
  public static func operation(_ name: String, _ ending: OperationEnding) -> Condition {
    ended(Node.Operation(name, after: []).state, ending.rawValue)
  }

  /// Whether a load ended in a given way; false until it ends.
  /// - Parameters:
  ///   - key: the key of the load.
  ///   - ending: the ending.
  public static func load<Answer>(_ key: Key<Answer>, _ ending: LoadEnding) -> Condition {
    ended(Node.Action.state(ofLoad: key.reference), ending.rawValue)
  }

  private static func ended(_ state: KeyReference, _ ending: String) -> Condition {
    Condition(.all([.isSet(state), .compare(state, .equal, .value(.string(ending)))]), depth: 2)
  }
}

extension Key where Answer == String {
  /// The key for the error message of an operation; it has a value only if the operation failed.
  /// - Parameter operation: the name of the operation.
  public static func error(of operation: String) -> Key<String> {
    Key(Node.Operation(operation, after: []).error.name)
  }

  /// The key for the error message of a ``Do`` with a failure branch; it has a value only if the
  /// action failed.
  /// - Parameter action: the name of the action.
  public static func error(ofAction action: String) -> Key<String> {
    Key(Node.Action(action).error.name)
  }

  /// The key for the error message of a load; it has a value only if the load failed.
  /// - Parameter load: the key of the load.
  public static func error<Data>(of load: Key<Data>) -> Key<String> {
    Key(Node.Action(load: "", key: load.reference).error.name)
  }
}
