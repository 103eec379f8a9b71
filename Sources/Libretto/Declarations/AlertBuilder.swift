/// The content of an alert: buttons and text fields, in any order.
public protocol AlertContent: Sendable {
  /// The buttons and fields; for internal use.
  var _buttons: Buttons { get }
}

/// A list of buttons and fields, the result of an ``AlertBuilder``.
public struct Buttons: AlertContent, PartList {
  /// The branches of the buttons and fields, in order.
  public let _parts: [DraftBranch]

  /// Makes a list of buttons; for internal use.
  public init(_parts: [DraftBranch]) { self._parts = _parts }

  /// This list.
  public var _buttons: Buttons { self }
}

/// Builds the buttons and fields of an alert.
@resultBuilder
public enum AlertBuilder: PartBuilder {
  /// The result of a body.
  public typealias List = Buttons

  /// Takes a button or a field.
  public static func buildExpression(_ content: any AlertContent) -> Buttons { content._buttons }
}

extension AlertBuilder {
  /// Refuses a step among buttons. It's disfavoured because an Ask has its own message.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "an Alert holds Buttons; put the step inside one: Button(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Buttons { Buttons(_parts: []) }

  /// Refuses a question among buttons.
  @available(*, unavailable, message: "in an Alert, write Field(\"…\", into: key) for an Ask")
  public static func buildExpression<Answer>(_ ask: Ask<Answer>) -> Buttons { Buttons(_parts: []) }

  /// Refuses an option among buttons.
  @available(
    *, unavailable, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Buttons {
    Buttons(_parts: [])
  }

  /// Refuses plain text among buttons.
  @available(*, unavailable, message: "an Alert holds Buttons: write Button(\"…\")")
  public static func buildExpression(_ text: String) -> Buttons { Buttons(_parts: []) }
}
