/// A need of a session as data, ready for any front end to show.
public struct SessionNeed: Hashable, Sendable {
  /// The kinds of needs.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A person must be asked; resolved by ``SessionResolution/text(_:)``,
    /// ``SessionResolution/value(_:)`` or ``SessionResolution/answer(_:)``.
    case question
    /// A person must decide about something that was done; resolved, as a question is, by the id of
    /// one of the question's choices.
    case decision
    /// An alert without buttons must be shown; resolved by ``SessionResolution/dismissed``.
    case notice
    /// An action of the host must be performed; resolved by ``SessionResolution/performed(_:)`` or
    /// ``SessionResolution/failed(_:)``.
    case action
    /// The effect of an action must be undone; resolved by ``SessionResolution/undone`` or
    /// ``SessionResolution/failed(_:)``.
    case undo
    /// Something must be loaded; resolved by ``SessionResolution/loaded(_:)`` or
    /// ``SessionResolution/failed(_:)``.
    case load
    /// Some time must pass; resolved by ``SessionResolution/elapsed``.
    case wait
    /// A secret that is no longer stored must be given again; resolved as a question is.
    case secret
  }

  /// What a decision is about.
  public enum Decision: String, Hashable, Sendable, CaseIterable {
    /// An action was performed under other answers than those that apply now.
    case changed
    /// An action was begun, and nobody knows whether it ended.
    case interrupted
    /// An undo was begun, and nobody knows whether it ended.
    case undoInterrupted
    /// An undo failed.
    case undoFailed
  }

  /// The kind of need.
  public let kind: Kind
  /// What a decision is about; nil for other kinds of needs.
  public let decision: Decision?
  /// The name by which you resolve it: the step's id, with the rounds of the surrounding loops
  /// unless all are the first: `age`, `age@2`.
  public let name: String
  /// The id of the step.
  public let id: String
  /// The question or alert with all its parts; nil if the need asks and shows nothing.
  public let question: Question?
  /// The form or the alert with fields that the need belongs to, or the secrets that a step needs again,
  /// as one page; nil if there is none.
  public let page: FormPage?
  /// The name of the action or load; nil for other kinds of needs.
  public let action: String?
  /// A text for a person: the question, the title of an alert, or the text to show during a load.
  public let text: String
  /// The names of the host's checks of the answer, which ``Session/answer(_:with:)`` performs.
  public let checks: [String]
  /// The time limit, or the length of a wait; nil for no limit.
  public let timeout: Duration?
  /// The time at which the limit is up.
  public let deadline: Timestamp?
  /// The time at which work was begun; nil if it wasn't.
  public let begun: Timestamp?
  /// A key for work, the same for every retry of this performance; nil if the need isn't work. Before the
  /// work has begun, other work that begins may change it.
  public let key: String?
  /// The answers that work is given, by the names of their keys: those that it declares to read, or
  /// all; an undo's are those that the action was given, and what it wrote. None is a secret.
  package let given: [String: Value]
  /// Whether a step back is possible from a wait, or from work that hasn't begun; a question says it
  /// itself.
  package let mayGoBack: Bool
  /// The name of the operation that has the need; nil outside operations.
  public let operation: String?

  /// Whether the answer must not be shown.
  public var isSecret: Bool { kind == .secret || question?.isSecret == true }

  init(_ need: Need, _ run: borrowing Run) {
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
    decision =
      switch need.kind {
      case .stale: .changed
      case .begun: .interrupted
      case .undoBegun: .undoInterrupted
      case .undoFailed: .undoFailed
      default: nil
      }
    name = need.name
    id = need.id
    question = run.question(for: need)
    page = run.page(for: need)?.untouched()
    action = need.action
    text = if let question { question.title } else { run.text(of: need) }
    checks = need.kind == .prompt ? need.prompt?.checks.map(\.name) ?? [] : []
    timeout = need.duration
    deadline = run.deadline(of: need)
    begun = run.begun(need)
    key = need.isWork || need.kind == .begun ? run.performanceKey(of: need) : nil
    mayGoBack = need.isForPerson ? false : run.backTarget(of: need) != nil
    given = need.isWork ? run.values(for: need) : [:]
    operation = need.operation
  }
}
