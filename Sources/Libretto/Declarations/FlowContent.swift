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
  var _drafts: [Draft] { get }
}

extension FlowContent {
  /// The drafts of the body.
  public var _drafts: [Draft] { body._drafts }
}

/// A list of steps, the result of a ``FlowBuilder``.
public struct Steps: FlowContent, PartList {
  /// The drafts of the steps, in order.
  public let _parts: [Draft]

  /// Makes a list of steps; for internal use.
  public init(_parts: [Draft]) { self._parts = _parts }

  init(_ drafts: [Draft]) { _parts = drafts }

  /// The default for `failure:`: no branch at all, unlike a branch without steps.
  public static var absent: Steps {
    var steps = Steps([])
    steps.isAbsent = true
    return steps
  }

  private(set) var isAbsent = false

  /// The drafts of the steps, in order.
  public var _drafts: [Draft] { _parts }
  /// This list.
  public var body: Steps { return self }
}

/// A built-in step; it has its own node in the tree instead of a body.
public protocol Declaration: FlowContent, Declared where Body == Steps {}

extension Declaration {
  /// The declaration's one draft.
  public var _drafts: [Draft] { [_draft] }

  /// A list of this declaration alone.
  public var body: Steps { return Steps([_draft]) }
}

/// A step that has entries in journals, and whose id you can set.
public protocol Answerable: Declaration, Identified {}
