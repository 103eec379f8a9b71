extension Building {
  /// A declaration: a step, a question or a field.
  public protocol Declared: Sendable {
    /// The draft that the declaration fills; for internal use.
    var _draft: Draft { get set }
  }
}

extension Building.Declared {
  /// Returns a copy with a changed draft; all modifiers use it.
  func with(_ change: (inout Building.Draft) -> Void) -> Self {
    var copy = self
    change(&copy._draft)
    return copy
  }

  /// Returns a copy with a changed prompt.
  func withPrompt(_ change: (inout Prompt) -> Void) -> Self {
    with { $0.updatePrompt(change) }
  }
}

extension Building.Declared {
  /// Allows a finding of `flow check` about this step, which isn't reported then.
  ///
  /// ```swift
  /// When(beta == true) { Say("A preview.") }
  ///   .allow("constant-condition", because: "the preview comes with the next release")
  /// ```
  ///
  /// An allowance without a finding is itself reported, so none outlives its cause.
  /// - Parameters:
  ///   - code: the code of the finding.
  ///   - reason: why it is right here, which can't be left empty; `flow check` lists it.
  public func allow(_ code: String, because reason: String) -> Self {
    with {
      $0.allowances.append(Allowance(code: code, reason: reason))
      $0.problems += AllowanceReason.problems(of: reason, for: code, at: $0.place)
    }
  }
}

extension Building {
  /// A declaration with a stable id, by which journals, answers files and hosts refer to it.
  public protocol Identified: Declared {}
}

extension Building.Identified {
  /// Sets an id that doesn't change with the step's title or place.
  /// - Parameter id: letters, digits, `-`, `_`, `.` and `/`; unique in the flow.
  public func id(_ id: String) -> Self { with { $0.explicitID = id } }

  /// Changes the step's id and keeps its earlier ones, so that saved runs can still resume.
  ///
  /// ```swift
  /// Ask("Your full name?", into: fullName).id("full-name", was: "name")
  /// ```
  /// - Parameters:
  ///   - id: letters, digits, `-`, `_`, `.` and `/`; unique in the flow.
  ///   - old: the previous id, as `flow outline` showed it.
  ///   - older: the ids before that.
  public func id(_ id: String, was old: String, _ older: String...) -> Self {
    with { ($0.explicitID, $0.was) = (id, [old] + older) }
  }
}

extension Building {
  /// A declaration that asks the person a question.
  public protocol Asking: Identified {}
}

extension Building.Asking {
  /// Sets the text shown when the person asks for help.
  /// - Parameter text: the text.
  public func help(_ text: Text) -> Self { withPrompt { $0.help = text } }
}

/// A ``Button`` or an ``Option``.
public protocol Choosable: Sendable {
  /// The branch that this declaration fills; for internal use.
  var _branch: Building.DraftBranch { get set }
}

extension Choosable {
  /// Returns a copy with a changed branch.
  func with(_ change: (inout Building.DraftBranch) -> Void) -> Self {
    var copy = self
    change(&copy._branch)
    return copy
  }

  /// Makes this the choice when the person presses Return without typing.
  public func `default`() -> Self { with { $0.updateChoice { $0.isDefault = true } } }

  /// Adds more about the button or option, shown beside its title.
  /// - Parameter text: the text.
  public func description(_ text: Text) -> Self { with { $0.updateChoice { $0.detail = text } } }

  /// Offers the button or option only if a condition holds.
  ///
  /// ```swift
  /// Option("Suite").when(nights > 1)
  /// Option("Suite").when(nights > 1, because: "only for two nights or more")
  /// ```
  ///
  /// A condition that reads a key without an answer doesn't hold.
  /// - Parameters:
  ///   - condition: the condition.
  ///   - reason: why it can't be chosen, shown beside it if the condition doesn't hold; without a
  ///     reason, the button or option isn't shown then.
  public func when(_ condition: some Building.Conditional, because reason: Text? = nil) -> Self {
    with {
      $0.updateChoice { choice in
        choice.condition = condition._condition
        choice.because = reason
      }
    }
  }

  /// Sets an id that doesn't change with the title of the button or option.
  /// - Parameter id: letters, digits, `-`, `_`, `.` and `/`; unique in the prompt.
  public func id(_ id: String) -> Self { with { $0.explicitID = id } }

  /// Changes the id of the button or option and keeps its earlier ones, so that saved runs can
  /// still resume.
  /// - Parameters:
  ///   - id: letters, digits, `-`, `_`, `.` and `/`; unique in the prompt.
  ///   - old: the previous id.
  ///   - older: the ids before that.
  public func id(_ id: String, was old: String, _ older: String...) -> Self {
    with { ($0.explicitID, $0.was) = (id, [old] + older) }
  }
}

extension Building.Draft {
  /// Changes the prompt of this draft; does nothing if there is none.
  mutating func updatePrompt(_ change: (inout Prompt) -> Void) {
    guard case .prompt(var prompt) = kind else { return }
    change(&prompt)
    kind = .prompt(prompt)
  }
}

extension Building {
  /// A prompt that can have a time limit.
  ///
  /// ```swift
  /// Ask("Quick: what is 6 × 7?", into: answer).timeout(.seconds(5)) { Say("Too late.") }
  /// ```
  public protocol TimedPrompt: Answerable {}
}

extension Alert: Building.TimedPrompt {}
extension Ask: Building.TimedPrompt {}
extension Confirm: Building.TimedPrompt {}
extension Choose: Building.TimedPrompt {}
extension ChooseMany: Building.TimedPrompt {}

extension Building.TimedPrompt {
  /// Sets a time limit; the flow fails when the time is up.
  ///
  /// For an alert with fields, it limits the time until the person chooses a button.
  /// - Parameter duration: the time in whole milliseconds; positive. Scripted runs don't wait.
  public func timeout(_ duration: Duration) -> Self {
    withPrompt { $0.timeout = duration.inWholeMilliseconds }
  }

  /// Sets a time limit, and the steps to perform when the time is up.
  /// - Parameters:
  ///   - duration: the time in whole milliseconds; positive. Scripted runs don't wait.
  ///   - steps: the steps if there was no answer in time; then the flow continues.
  public func timeout(_ duration: Duration, @FlowBuilder then steps: () -> Steps) -> Self {
    timeout(duration).with {
      $0.append(
        Building.DraftBranch(
          .steps(.timedOut), component: "timed-out", at: $0.place, steps: steps()._drafts)
      )
    }
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public func timeout(
    _ duration: Duration, @FlowBuilder then steps: () async throws -> Steps
  ) -> Self { self }
}
