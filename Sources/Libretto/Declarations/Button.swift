/// A button of an alert: what the person reads, and the steps that follow.
///
/// ```swift
/// Button("Yes", role: .destructive) { Do("delete everything") { … } }
/// ```
///
/// A button without steps only dismisses the alert.
public struct Button: AlertContent, Choosable {
  /// The branch that the declaration fills.
  public var _branch: Branch

  /// Declares a button; without steps it only dismisses the alert.
  /// - Parameters:
  ///   - title: what the person reads; its literal pieces make the button's id.
  ///   - role: what the button stands for.
  ///   - shortcut: a letter that presses it at a prompt.
  ///   - steps: what happens when it is pressed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, role: Role = .normal, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(title, role, shortcut, Place(fileID, line), steps()._drafts)
  }

  /// Refuses work where steps belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, role: Role = .normal, shortcut: Character? = nil,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(title, role, shortcut, Place(#fileID, #line), [])
  }

  private init(
    _ title: Text, _ role: Role, _ shortcut: Character?, _ place: Place, _ steps: [Draft]
  ) {
    var choice = Choice(title, role: role)
    choice.shortcut = shortcut
    _branch = Branch(
      choice, component: Slug.title(title.literals), at: place, steps: steps)
  }

  /// The button itself, as buttons.
  public var _buttons: Buttons { Buttons(_parts: [_branch]) }

  /// Adds rules that a field of the alert must satisfy when this button is pressed.
  ///
  /// ```swift
  /// Button("Reject").validate(comment, .notEmpty("A comment is required."))
  /// ```
  /// - Parameters:
  ///   - field: the key of the field.
  ///   - rules: the rules, asked in order behind those of the field itself.
  public func validate(_ field: Key<String>, _ rules: Rule<String>...) -> Button {
    with {
      $0.choice?.rules += rules.map { Choice.FieldRule(key: field.reference, rule: $0.rule) }
    }
  }
}
