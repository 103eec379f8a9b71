/// What can stand in an alert: buttons and text fields, in any order.
public protocol AlertContent: Sendable {
  /// The buttons and fields as the library keeps them; not for use from outside.
  var _buttons: Buttons { get }
}

/// Several buttons and fields in a row, which is what an ``AlertBuilder`` makes of a body.
public struct Buttons: AlertContent, PartList {
  /// The branches, in order.
  public let _parts: [Branch]

  /// Puts buttons in a row; not for use from outside.
  public init(_parts: [Branch]) { self._parts = _parts }

  /// The buttons themselves.
  public var _buttons: Buttons { self }
}

/// Makes the buttons and fields of an alert from the statements of a body.
@resultBuilder
public enum AlertBuilder: ListBuilder {
  /// A body of buttons and fields makes buttons.
  public typealias List = Buttons

  /// Takes a button or a field.
  public static func buildExpression(_ content: any AlertContent) -> Buttons { content._buttons }
}

extension AlertBuilder {
  /// Refuses a step among buttons. Disfavoured, so that an Ask has a sentence of its own.
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
