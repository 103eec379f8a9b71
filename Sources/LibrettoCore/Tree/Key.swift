/// The name of an answer, with the type as which it is read.
///
/// ```swift
/// let age = Key<Int>("age")
/// Ask("How old are you?", into: age)
/// ```
///
/// Keys are global to a run: a loop or a second question with the same key overwrites the answer.
public struct Key<Answer: AnswerValue>: Sendable {
  /// The name, as used in templates and in JSON.
  public let name: String

  /// Makes a key.
  /// - Parameter name: the name; in a flow, two keys with the same name must have the same type.
  public init(_ name: String) {
    self.name = name
  }

  /// The key as data.
  public var reference: KeyReference { KeyReference(name: name, type: Answer.answerType) }
}

/// A key as data: its name and the type of its answer.
public struct KeyReference: Hashable, Sendable {
  /// The name of the key.
  @Building.Exact public private(set) var name: String
  /// The type of its answer.
  public let type: ValueType
}

/// A key of any type, for uses where only the name and the type matter.
public protocol AnyKey: Sendable {
  /// The key as data.
  var reference: KeyReference { get }
}

extension Key: AnyKey {}

extension Key: TextPart, CustomStringConvertible {
  /// The name of the key.
  public var description: String { name }
  /// A placeholder for the answer.
  var pieces: [Text.Piece] { [.placeholder(reference)] }
}
