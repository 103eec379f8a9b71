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
public struct Alert: Answerable {
  /// How long an alert without buttons stays by default.
  static let defaultDismissal = Duration.seconds(2)

  /// The draft that this declaration fills.
  public var _draft: Draft

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
    @AlertBuilder _ buttons: () -> Buttons = { AlertBuilder.buildBlock() }
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
    _ title: Text, message: Text? = nil, @AlertBuilder _ buttons: () async throws -> Buttons
  ) {
    self.init(title, message, FlowLocation(#fileID, #line))
  }

  private init(_ title: Text, _ message: Text?, _ place: FlowLocation) {
    var prompt = Prompt(.alert, title)
    prompt.message = message
    _draft = Draft(.prompt(prompt), component: Slug.title(title.literals), at: place)
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
    guard kind == .alert, choices.isEmpty, dismissAfter == nil else { return self }
    var prompt = self
    prompt.dismissAfter = Alert.defaultDismissal
    return prompt
  }
}
