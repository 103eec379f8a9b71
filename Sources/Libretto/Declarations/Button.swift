/// A button of an alert: a title, and the steps that follow.
///
/// ```swift
/// Button("Yes", role: .destructive) { Do("delete everything") { … } }
/// ```
///
/// A button without steps only dismisses the alert.
public struct Button: AlertContent, Choosable {
  /// The branch that this declaration fills.
  public var _branch: DraftBranch

  /// Declares a button; without steps it only dismisses the alert.
  /// - Parameters:
  ///   - title: the title; its literal parts become the button's id.
  ///   - role: the button's role.
  ///   - shortcut: a letter that the person can type to press it.
  ///   - steps: the steps to perform when it is pressed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, role: Role = .normal, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(title, role, shortcut, FlowLocation(fileID, line), steps()._drafts)
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, role: Role = .normal, shortcut: Character? = nil,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(title, role, shortcut, FlowLocation(#fileID, #line), [])
  }

  private init(
    _ title: Text, _ role: Role, _ shortcut: Character?, _ place: FlowLocation, _ steps: [Draft]
  ) {
    var choice = Choice(title, role: role)
    choice.shortcut = shortcut
    _branch = DraftBranch(
      .choice(choice), component: Slug.title(title.literals), at: place, steps: steps)
  }

  /// A list of this button alone.
  public var _buttons: Buttons { Buttons(_parts: [_branch]) }

  /// Adds rules that a field of the alert must satisfy when this button is pressed.
  ///
  /// ```swift
  /// Button("Reject").validate(comment, .notEmpty(message: "A comment is required."))
  /// ```
  /// - Parameters:
  ///   - field: the key of the field.
  ///   - rules: the rules, applied in order after the field's own rules.
  public func validate(_ field: Key<String>, _ rules: Rule<String>...) -> Button {
    with {
      $0.updateChoice {
        $0.rules += rules.map { Choice.FieldRule(key: field.reference, rule: $0.rule) }
      }
    }
  }
}
