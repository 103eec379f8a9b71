/// Anything that is declared: a step, a question, a field.
public protocol Declared: Sendable {
  /// The draft that the declaration fills; not for use from outside.
  var _draft: Draft { get set }
}

extension Declared {
  /// A copy with another draft: what every modifier is.
  func with(_ change: (inout Draft) -> Void) -> Self {
    var copy = self
    change(&copy._draft)
    return copy
  }

  /// A copy with another prompt.
  func withPrompt(_ change: (inout Prompt) -> Void) -> Self {
    with { $0.updatePrompt(change) }
  }
}

/// A declaration with a stable identity, by which journals, answers files and hosts know it.
public protocol Identified: Declared {}

extension Identified {
  /// Gives the step a stable identity, whatever its title or place becomes later.
  /// - Parameter id: letters, digits, `-`, `_`, `.` and `/`; unique in the flow.
  public func id(_ id: String) -> Self { with { $0.explicitID = id } }

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
    with { ($0.explicitID, $0.was) = (id, [old] + older) }
  }
}

/// A declaration that asks the person something.
public protocol Asking: Identified {}

extension Asking {
  /// Sets what is said when the person asks for help.
  /// - Parameter text: what is said.
  public func help(_ text: Text) -> Self { withPrompt { $0.help = text } }
}

/// What a person chooses: a ``Button`` or an ``Option``.
public protocol Choosable: Sendable {
  /// The branch that the declaration fills; not for use from outside.
  var _branch: Branch { get set }
}

extension Choosable {
  /// A copy with another branch.
  func with(_ change: (inout Branch) -> Void) -> Self {
    var copy = self
    change(&copy._branch)
    return copy
  }

  /// Makes this what is chosen when the person presses Return without typing.
  public func preferred() -> Self { with { $0.choice?.isPreferred = true } }

  /// Gives the button or option a stable identity, whatever its title becomes later.
  /// - Parameter id: letters, digits, `-`, `_`, `.` and `/`; unique in the prompt.
  public func id(_ id: String) -> Self { with { $0.explicitID = id } }

  /// Gives the button or option another identity than it had, so that runs which were saved before
  /// go on.
  /// - Parameters:
  ///   - id: letters, digits, `-`, `_`, `.` and `/`; unique in the prompt.
  ///   - old: the id that it had.
  ///   - older: ids that it had before that one.
  public func id(_ id: String, was old: String, _ older: String...) -> Self {
    with { ($0.explicitID, $0.was) = (id, [old] + older) }
  }
}

extension Draft {
  /// Changes the prompt that this draft holds.
  mutating func updatePrompt(_ change: (inout Prompt) -> Void) {
    guard case .prompt(var prompt) = node else { return }
    change(&prompt)
    node = .prompt(prompt)
  }
}
