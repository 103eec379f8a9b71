/// Anything that can stand in a flow: the steps of the language, and components of your own.
///
/// A component declares its `body` from other steps.
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
  /// What the component is made of.
  associatedtype Body: FlowContent
  /// The steps that the component stands for, read once when the flow is declared.
  @FlowBuilder var body: Body { get }
  /// The steps as the library keeps them until the flow is built; not for use from outside.
  var _drafts: [Draft] { get }
}

extension FlowContent {
  /// The drafts of the body.
  public var _drafts: [Draft] { body._drafts }
}

/// Several steps in a row, which is what a ``FlowBuilder`` makes of a body.
public struct Steps: FlowContent, PartList {
  /// The steps, in order.
  public let _parts: [Draft]

  /// Puts steps in a row; not for use from outside.
  public init(_parts: [Draft]) { self._parts = _parts }

  init(_ drafts: [Draft]) { _parts = drafts }

  /// No branch at all, which differs from one without steps; what a missing `failure:` stands for.
  public static var absent: Steps {
    var steps = Steps([])
    steps.isAbsent = true
    return steps
  }

  private(set) var isAbsent = false

  /// The steps, in order.
  public var _drafts: [Draft] { _parts }
  /// The steps themselves.
  public var body: Steps { return self }
}

/// A step of the language itself, which has no body but its own place in the tree.
public protocol Declaration: FlowContent, Declared where Body == Steps {}

extension Declaration {
  /// The declaration's one draft.
  public var _drafts: [Draft] { [_draft] }

  /// The declaration itself, as steps.
  public var body: Steps { return Steps([_draft]) }
}

/// A step that has entries in journals, and that can be given an id of its own.
public protocol Answerable: Declaration, Identified {}
