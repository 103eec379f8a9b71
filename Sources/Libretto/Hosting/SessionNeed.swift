/// What a session waits for, as data: ready to be shown by any front end.
public struct SessionNeed: Hashable, Sendable {
  /// The kinds of needs, and what resolves them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A person is to be asked; resolved by ``SessionResolution/text(_:)``,
    /// ``SessionResolution/value(_:)`` or ``SessionResolution/answer(_:)``.
    case question
    /// A person is to decide about what was done; resolved by the id of one of the question’s
    /// choices, as a question is.
    case decision
    /// An alert without buttons is to be shown; resolved by ``SessionResolution/dismissed``.
    case notice
    /// An action of the host is to be performed; resolved by ``SessionResolution/performed(_:)`` or
    /// ``SessionResolution/failed(_:)``.
    case action
    /// What an action did is to be undone; resolved by ``SessionResolution/undone`` or
    /// ``SessionResolution/failed(_:)``.
    case undo
    /// Something is to be loaded; resolved by ``SessionResolution/loaded(_:)`` or
    /// ``SessionResolution/failed(_:)``.
    case load
    /// Some time is to pass; resolved by ``SessionResolution/elapsed``.
    case wait
    /// A secret that nothing holds is to be given again; resolved as a question is.
    case secret
  }

  /// What is needed.
  public let kind: Kind
  /// The name by which it is resolved: the step’s id, with the rounds of the loops around it where
  /// they are not all the first: `age`, `age@2`.
  public let name: String
  /// The id of the step.
  public let id: String
  /// What is asked or shown, with everything that belongs to it; nil where nothing is.
  public let question: Question?
  /// The form that the question stands on, or the alert with its fields, as one page; nil elsewhere.
  public let page: FormPage?
  /// The name of the action or load; nil elsewhere.
  public let action: String?
  /// What a person may read: the question, the title of an alert, what is said while it loads.
  public let text: String
  /// The names of the host’s own checks of the answer, which ``Session/answer(_:_:)`` performs.
  public let checks: [String]
  /// How long it may take, or a wait is to take, in milliseconds; nil for as long as it wants.
  public let timeout: Int?
  /// When that is up, in milliseconds since 1970.
  public let deadline: Int?
  /// Since when work has been begun, in milliseconds since 1970; nil where it has not been.
  public let begun: Int?
  /// A key for work that is the same whenever this performance is tried again; nil for what is no
  /// work.
  public let key: String?
  /// The name of the operation that needs it; nil outside of operations.
  public let operation: String?

  /// Whether the answer must not be shown.
  public var isSecret: Bool { kind == .secret || question?.isSecret == true }

  init(_ need: Need, _ run: Run) {
    kind =
      switch need.kind {
      case .say, .notice, .remains: .notice
      case .prompt: .question
      case .stale, .begun, .undoBegun, .undoFailed: .decision
      case .action: .action
      case .undo: .undo
      case .load: .load
      case .wait: .wait
      case .secret: .secret
      }
    name = need.name
    id = need.id
    question = run.question(for: need)
    page = run.page(for: need)?.untouched()
    action = need.action
    text = question?.title ?? run.text(of: need)
    checks = need.kind == .prompt ? need.prompt?.checks.map(\.name) ?? [] : []
    timeout = need.duration?.milliseconds
    deadline = run.deadline(of: need)
    begun = run.begun(need)
    key = need.isWork || need.kind == .begun ? run.performanceKey(of: need) : nil
    operation = need.operation
  }
}
