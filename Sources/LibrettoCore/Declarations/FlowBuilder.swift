/// Builds the steps of a flow.
@resultBuilder
public enum FlowBuilder: Building.ListBuilder {
  /// The result of a body.
  public typealias List = Steps

  /// Takes a step or a component.
  public static func buildExpression(_ content: any FlowContent) -> Steps {
    Steps(content._drafts)
  }
}

extension Array: FlowContent where Element == any FlowContent {
  /// The steps of a list, as a helper function returns it.
  public var _drafts: [Building.Draft] { flatMap(\._drafts) }
  /// The steps of the list.
  public var body: Steps { return Steps(_drafts) }
}

// What doesn't belong among steps. A conformance that is unavailable costs a right statement nothing;
// each overload of buildExpression costs each one.

extension Building {
  /// Something that doesn't belong where a builder finds it; all its conformances are unavailable.
  public protocol Misplaced {}
}

extension FlowContent where Self: Building.Misplaced {
  /// No steps: the compiler refuses the content.
  public var body: Steps { return Steps([]) }
}

/// Refuses a button among steps.
@available(
  *, unavailable,
  message: "a Button belongs inside an Alert: Alert(\"…\") { Button(\"…\") { … } }"
)
extension Button: FlowContent, Building.Misplaced {}

/// Refuses a text field among steps.
@available(
  *, unavailable,
  message: "a Field belongs inside an Alert; a question by itself is an Ask(\"…\", into: key)"
)
extension Field: FlowContent, Building.Misplaced {}

/// Refuses a question of a form among steps.
@available(
  *, unavailable,
  message: ".when(…) hides a question of a Form; elsewhere write When(…) { Ask(\"…\", into: key) }"
)
extension Building.FormQuestion: FlowContent, Building.Misplaced {}

/// Refuses an option among steps.
@available(
  *, unavailable,
  message: "an Option belongs inside a Choose: Choose(\"…\") { Option(\"…\") { … } }"
)
extension Option: FlowContent, Building.Misplaced {}

/// Refuses an operation among steps.
@available(
  *, unavailable,
  message: "an Operation belongs inside Operations: Operations { Operation(\"…\") { … } }"
)
extension Operation: FlowContent, Building.Misplaced {}

/// Refuses plain text among steps.
@available(
  *, unavailable,
  message: "to tell the person something, write Say(\"…\")"
)
extension String: FlowContent, Building.Misplaced {}

/// Refuses text for a person among steps.
@available(
  *, unavailable,
  message: "to tell the person something, write Say(\"…\")"
)
extension Text: FlowContent, Building.Misplaced {}

/// Refuses a condition among steps.
@available(
  *, unavailable,
  message: "a condition is not a step: When(…) { … } takes a branch"
)
extension Condition: FlowContent, Building.Misplaced {}

/// Refuses a key among steps.
@available(
  *, unavailable,
  message: "a Key is not a step: Ask(\"…\", into: key) asks for it"
)
extension Key: FlowContent, Building.Misplaced {}

/// Refuses a number among steps.
@available(
  *, unavailable,
  message: "a number is not a step; put work in Do(\"name\") { … }, text in Say(\"…\")"
)
extension Int: FlowContent, Building.Misplaced {}

/// Refuses a case among steps.
@available(
  *, unavailable,
  message: "a Case belongs inside a Switch: Switch(key) { Case(value) { … } }"
)
extension Case: FlowContent, Building.Misplaced {}

/// The content of a flow: the built-in steps, and your own components.
///
/// A component declares a `body` of other steps.
///
/// ```swift
/// struct SignIn: FlowContent {
///   let name: Key<String>
///   var body: some FlowContent {
///     Ask("User name", into: name)
///     Say("Welcome, \(name).")
///   }
/// }
/// ```
public protocol FlowContent: Sendable {
  /// The type of the body.
  associatedtype Body: FlowContent
  /// The steps of the component, read once when the flow is declared.
  @FlowBuilder var body: Body { get }
  /// The drafts of the steps; for internal use.
  var _drafts: [Building.Draft] { get }
}

extension FlowContent {
  /// The drafts of the body.
  public var _drafts: [Building.Draft] { body._drafts }
}

/// A list of steps, the result of a ``FlowBuilder``.
public struct Steps: FlowContent, Building.PartList {
  /// The drafts of the steps, in order.
  public let _parts: [Building.Draft]

  /// Makes a list of steps; for internal use.
  public init(_parts: [Building.Draft]) { self._parts = _parts }

  init(_ drafts: [Building.Draft]) { _parts = drafts }

  /// The default for `failure:`: no branch at all, unlike a branch without steps.
  public static var absent: Steps {
    var steps = Steps([])
    steps.isAbsent = true
    return steps
  }

  private(set) var isAbsent = false

  /// The drafts of the steps, in order.
  public var _drafts: [Building.Draft] { _parts }
  /// This list.
  public var body: Steps { return self }
}

extension Building {
  /// A built-in step; it has its own node in the tree instead of a body.
  public protocol Declaration: FlowContent, Declared where Body == Steps {}
}

extension Building.Declaration {
  /// The declaration's one draft.
  public var _drafts: [Building.Draft] { [_draft] }

  /// A list of this declaration alone.
  public var body: Steps { return Steps([_draft]) }
}

extension Building {
  /// A step that has entries in journals, and whose id you can set.
  public protocol Answerable: Declaration, Identified {}

  /// The result of a result builder: a list of parts.
  public protocol PartList: Sendable {
    /// One part.
    associatedtype Part
    /// The parts, in order; for internal use.
    var _parts: [Part] { get }
    /// Makes a list of parts; for internal use.
    init(_parts: [Part])
  }

  /// A result builder that makes a list; each builder declares the expressions that it takes.
  ///
  /// `if`, `switch`, `for` and `let` in a body run when the flow is declared; ``When`` and ``Repeat``
  /// are steps that run when it is performed.
  public protocol ListBuilder {
    /// The type of the list.
    associatedtype List: PartList
  }
}

extension Building.ListBuilder {
  // A key path to a member of a generic type is made anew at each call, so these are closures.

  /// Joins the statements of a body.
  public static func buildBlock(_ lists: List...) -> List {
    lists.count == 1 ? lists[0] : List(_parts: lists.flatMap { $0._parts })
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ list: List?) -> List { list ?? List(_parts: []) }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first list: List) -> List { list }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second list: List) -> List { list }

  /// Joins the iterations of a `for`.
  public static func buildArray(_ lists: [List]) -> List {
    List(_parts: lists.flatMap { $0._parts })
  }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ list: List) -> List { list }
}

extension Building {
  /// A result builder of what a step holds, which isn't steps.
  public protocol PartBuilder: ListBuilder {}
}

extension Building.PartBuilder {
  /// Refuses a statement that performs work instead of declaring a step.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> List { List(_parts: []) }

  /// Refuses a chain with a wrong operand; the message is at the operand.
  @available(*, deprecated, message: "a chain has a wrong operand")
  public static func buildExpression<Opening>(
    _ chain: Building.Chain<Building.Refused, Opening>
  ) -> List { List(_parts: []) }
}
