/// What can stand in an alert: buttons and text fields, in any order.
public protocol AlertContent: Sendable {
  /// The buttons and fields as the library keeps them; not for use from outside.
  var _buttons: Buttons { get }
}

/// Several buttons and fields in a row, which is what an ``AlertBuilder`` makes of a body.
public struct Buttons: AlertContent {
  let branches: [Branch]

  init(_ branches: [Branch]) {
    self.branches = branches
  }

  /// The buttons themselves.
  public var _buttons: Buttons { self }
}

/// Makes the buttons and fields of an alert from the statements of a body.
@resultBuilder
public enum AlertBuilder {
  /// Takes a button or a field.
  public static func buildExpression(_ content: any AlertContent) -> Buttons { content._buttons }

  /// Joins the statements of a body.
  public static func buildBlock(_ parts: Buttons...) -> Buttons {
    Buttons(parts.flatMap(\.branches))
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: Buttons?) -> Buttons { part ?? Buttons([]) }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first part: Buttons) -> Buttons { part }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second part: Buttons) -> Buttons { part }

  /// Joins the rounds of a `for`.
  public static func buildArray(_ parts: [Buttons]) -> Buttons {
    Buttons(parts.flatMap(\.branches))
  }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ part: Buttons) -> Buttons { part }
}

extension AlertBuilder {
  /// Refuses a step among buttons. Disfavoured, so that an Ask has a sentence of its own.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "an Alert holds Buttons; put the step inside one: Button(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Buttons { Buttons([]) }

  /// Refuses a question among buttons.
  @available(*, unavailable, message: "in an Alert, write Field(\"…\", into: key) for an Ask")
  public static func buildExpression<Answer>(_ ask: Ask<Answer>) -> Buttons { Buttons([]) }

  /// Refuses an option among buttons.
  @available(
    *, unavailable, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Buttons { Buttons([]) }

  /// Refuses plain text among buttons.
  @available(*, unavailable, message: "an Alert holds Buttons: write Button(\"…\")")
  public static func buildExpression(_ text: String) -> Buttons { Buttons([]) }

  /// Refuses work among buttons.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> Buttons { Buttons([]) }
}
