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
public struct Steps: FlowContent {
  /// The steps, in order.
  public let _drafts: [Draft]

  init(_ drafts: [Draft]) {
    self._drafts = drafts
  }

  /// The steps themselves.
  public var body: Steps { return self }
}

/// A step of the language itself, which has no body but its own place in the tree.
public protocol Declaration: FlowContent where Body == Steps {
  /// The one draft that the declaration fills.
  var _draft: Draft { get set }
}

extension Declaration {
  /// The declaration's one draft.
  public var _drafts: [Draft] { [_draft] }

  /// The declaration itself, as steps.
  public var body: Steps { return Steps([_draft]) }
}

/// A step that has entries in journals, and that can be given an id of its own.
public protocol Answerable: Declaration {}

extension Answerable {
  /// Gives the step a stable identity, whatever its title or place becomes later.
  /// - Parameter id: letters, digits, `-`, `_`, `.` and `/`; unique in the flow.
  public func id(_ id: String) -> Self {
    var copy = self
    copy._draft.explicitID = id
    return copy
  }

  /// Gives the step another identity than it had, so that runs which were saved before go on.
  ///
  /// ```swift
  /// Ask("Your full name?", into: fullName).id("full-name", was: "name")
  /// ```
  /// - Parameters:
  ///   - id: letters, digits, `-`, `_`, `.` and `/`; unique in the flow.
  ///   - old: the id that the step had, as `flow outline` showed it.
  ///   - older: ids that it had before that one.
  public func id(_ id: String, was old: String, _ older: String...) -> Self {
    var copy = self.id(id)
    copy._draft.was = [old] + older
    return copy
  }
}
