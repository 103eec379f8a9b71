/// The name under which an answer is kept, with the type it is read as.
///
/// ```swift
/// let age = Key<Int>("age")
/// Ask("How old are you?", into: age)
/// ```
///
/// Keys are global to a run: a loop or a second question with the same key overwrites.
public struct Key<Answer: AnswerValue>: Sendable {
  /// The name, as it stands in templates and in JSON.
  public let name: String

  /// Makes a key.
  /// - Parameter name: the name; two keys of one name must have one type in a flow.
  public init(_ name: String) {
    self.name = name
  }

  /// The key as data.
  public var reference: KeyReference { KeyReference(name: name, type: Answer.answerType) }
}

/// A key as data: its name and the type of its answer.
public struct KeyReference: Hashable, Sendable {
  /// The name of the key.
  public let name: String
  /// The type of its answer.
  public let type: ValueType
}

/// A key of any type, where only its name and type count.
public protocol AnyKey: Sendable {
  /// The key as data.
  var reference: KeyReference { get }
}

extension Key: AnyKey {}
