/// A modal with buttons, each with the steps that follow, and optional text fields.
///
/// ```swift
/// Alert("Some random error", message: "Do you want to delete all the user's data?") {
///   Button("Yes", role: .destructive) { Do("delete everything") { … } }
///   Button("No", role: .cancel) { Do("save and exit") { … } }
/// }
/// Alert("Done")        // without buttons, it dismisses itself after two seconds
/// ```
///
/// The fields are read together when a button is chosen; see ``Field``.
public struct Alert: Building.Answerable {
  /// How long an alert without buttons stays by default.
  static let defaultDismissal = Duration.seconds(2)

  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares an alert with buttons and text fields; without buttons, it dismisses itself after two
  /// seconds.
  /// - Parameters:
  ///   - title: the title; its literal parts become the alert's id.
  ///   - message: more text below the title.
  ///   - buttons: the buttons and fields.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, message: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @AlertBuilder _ buttons: () -> Building.Buttons = { AlertBuilder.buildBlock() }
  ) {
    self.init(title, message, FlowLocation(fileID, line))
    for branch in buttons()._parts { _draft.append(branch) }
  }

  /// Refuses a body that performs work instead of declaring buttons.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, message: Text? = nil,
    @AlertBuilder _ buttons: () async throws -> Building.Buttons
  ) {
    self.init(title, message, FlowLocation(#fileID, #line))
  }

  private init(_ title: Text, _ message: Text?, _ place: FlowLocation) {
    var prompt = Prompt(.alert, title)
    prompt.message = message
    _draft = Building.Draft(.prompt(prompt), component: Slug.title(title.literals), at: place)
  }

  /// Sets how long an alert without buttons stays.
  /// - Parameter duration: the time in whole milliseconds; not negative.
  public func dismiss(after duration: Duration) -> Alert {
    withPrompt { $0.dismissAfter = duration.inWholeMilliseconds }
  }
}

extension Prompt {
  /// The prompt with the default time if it's an alert without buttons.
  var dismissed: Prompt {
    guard shape == .notice, dismissAfter == nil else { return self }
    var prompt = self
    prompt.dismissAfter = Alert.defaultDismissal
    return prompt
  }
}

extension Building {
  /// The content of an alert: buttons and text fields, in any order.
  public protocol AlertContent: Sendable {
    /// The buttons and fields; for internal use.
    var _buttons: Buttons { get }
  }

  /// A list of buttons and fields, the result of an ``AlertBuilder``.
  public struct Buttons: AlertContent, PartList {
    /// The branches of the buttons and fields, in order.
    public let _parts: [DraftBranch]

    /// Makes a list of buttons; for internal use.
    public init(_parts: [DraftBranch]) { self._parts = _parts }

    /// This list.
    public var _buttons: Buttons { self }
  }
}

/// Builds the buttons and fields of an alert.
@resultBuilder
public enum AlertBuilder: Building.PartBuilder {
  /// The result of a body.
  public typealias List = Building.Buttons

  /// Takes a button or a field.
  public static func buildExpression(_ content: any Building.AlertContent) -> Building.Buttons {
    content._buttons
  }
}

extension AlertBuilder {
  /// Refuses a step among buttons. It's disfavoured because an Ask has its own message.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "an Alert holds Buttons; put the step inside one: Button(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Building.Buttons {
    Building.Buttons(_parts: [])
  }

  /// Refuses a question among buttons.
  @available(*, unavailable, message: "in an Alert, write Field(\"…\", into: key) for an Ask")
  public static func buildExpression<Answer>(_ ask: Ask<Answer>) -> Building.Buttons {
    Building.Buttons(_parts: [])
  }

  /// Refuses an option among buttons.
  @available(
    *, unavailable, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Building.Buttons {
    Building.Buttons(_parts: [])
  }

  /// Refuses plain text among buttons.
  @available(*, unavailable, message: "an Alert holds Buttons: write Button(\"…\")")
  public static func buildExpression(_ text: String) -> Building.Buttons {
    Building.Buttons(_parts: [])
  }
}

/// A button of an alert: a title, and the steps that follow.
///
/// ```swift
/// Button("Yes", role: .destructive) { Do("delete everything") { … } }
/// ```
///
/// A button without steps only dismisses the alert.
public struct Button: Building.AlertContent, Choosable {
  /// The branch that this declaration fills.
  public var _branch: Building.DraftBranch

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
    _ title: Text, _ role: Role, _ shortcut: Character?, _ place: FlowLocation,
    _ steps: [Building.Draft]
  ) {
    var choice = Choice(title, role: role)
    choice.shortcut = shortcut
    _branch = Building.DraftBranch(
      .choice(choice), component: Slug.title(title.literals), at: place, steps: steps)
  }

  /// A list of this button alone.
  public var _buttons: Building.Buttons { Building.Buttons(_parts: [_branch]) }

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

/// A text field of an alert. All fields are read when the person chooses a button.
///
/// ```swift
/// Alert("Sign in") {
///   Field("User name", into: user)
///   Field("Password", into: password).secret()
///   Button("OK")
///   Button("Cancel", role: .cancel)
/// }
/// ```
///
/// A cancel button doesn't read the fields.
public struct Field: Building.AlertContent, Building.TypedQuestion {
  /// The type of the answer.
  public typealias Answer = String

  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a text field.
  /// - Parameters:
  ///   - title: the label of the field.
  ///   - key: the key for the text; its name becomes the field's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, into key: Key<String>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Building.Draft(
      .prompt(Prompt(.ask, title, key: key.reference)),
      component: Slug.name(key.name), at: FlowLocation(fileID, line))
  }

  /// A list of this field alone.
  public var _buttons: Building.Buttons { Building.Buttons(_parts: [branch]) }

  /// A branch of fields with only this one.
  var branch: Building.DraftBranch {
    Building.DraftBranch(.questions([nil]), at: _draft.place, steps: [_draft])
  }
}
