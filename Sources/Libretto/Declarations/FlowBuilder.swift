/// Builds the steps of a flow.
@resultBuilder
public enum FlowBuilder: ListBuilder {
  /// The result of a body.
  public typealias List = Steps

  /// Takes a step or a component.
  public static func buildExpression(_ content: any FlowContent) -> Steps {
    Steps(content._drafts)
  }
}

extension Array: FlowContent where Element == any FlowContent {
  /// The steps of a list, as a helper function returns it.
  public var _drafts: [Draft] { flatMap(\._drafts) }
  /// The steps of the list.
  public var body: Steps { return Steps(_drafts) }
}

// What doesn't belong among steps. A conformance that is unavailable costs a right statement nothing;
// each overload of buildExpression costs each one.

/// Something that doesn't belong where a builder finds it; all its conformances are unavailable.
public protocol Misplaced {}

extension FlowContent where Self: Misplaced {
  /// No steps: the compiler refuses the content.
  public var body: Steps { return Steps([]) }
}

/// Refuses a button among steps.
@available(
  *, unavailable,
  message: "a Button belongs inside an Alert: Alert(\"…\") { Button(\"…\") { … } }"
)
extension Button: FlowContent, Misplaced {}

/// Refuses a text field among steps.
@available(
  *, unavailable,
  message: "a Field belongs inside an Alert; a question by itself is an Ask(\"…\", into: key)"
)
extension Field: FlowContent, Misplaced {}

/// Refuses a question of a form among steps.
@available(
  *, unavailable,
  message: ".when(…) hides a question of a Form; elsewhere write When(…) { Ask(\"…\", into: key) }"
)
extension FormQuestion: FlowContent, Misplaced {}

/// Refuses an option among steps.
@available(
  *, unavailable,
  message: "an Option belongs inside a Choose: Choose(\"…\") { Option(\"…\") { … } }"
)
extension Option: FlowContent, Misplaced {}

/// Refuses an operation among steps.
@available(
  *, unavailable,
  message: "an Operation belongs inside Operations: Operations { Operation(\"…\") { … } }"
)
extension Operation: FlowContent, Misplaced {}

/// Refuses plain text among steps.
@available(
  *, unavailable,
  message: "to tell the person something, write Say(\"…\")"
)
extension String: FlowContent, Misplaced {}

/// Refuses text for a person among steps.
@available(
  *, unavailable,
  message: "to tell the person something, write Say(\"…\")"
)
extension Text: FlowContent, Misplaced {}

/// Refuses a condition among steps.
@available(
  *, unavailable,
  message: "a condition is not a step: When(…) { … } takes a branch"
)
extension Condition: FlowContent, Misplaced {}

/// Refuses a key among steps.
@available(
  *, unavailable,
  message: "a Key is not a step: Ask(\"…\", into: key) asks for it"
)
extension Key: FlowContent, Misplaced {}

/// Refuses a number among steps.
@available(
  *, unavailable,
  message: "a number is not a step; put work in Do(\"name\") { … }, text in Say(\"…\")"
)
extension Int: FlowContent, Misplaced {}

/// Refuses a case among steps.
@available(
  *, unavailable,
  message: "a Case belongs inside a Switch: Switch(key) { Case(value) { … } }"
)
extension Case: FlowContent, Misplaced {}
