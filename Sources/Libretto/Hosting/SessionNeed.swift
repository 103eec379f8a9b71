/// What a session waits for, as data: ready to be shown by any front end.
public struct SessionNeed: Hashable, Sendable {
  /// The kinds of needs, and what resolves them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A person is to be asked; resolved by ``SessionResolution/text(_:)``,
    /// ``SessionResolution/value(_:)`` or ``SessionResolution/answer(_:)``.
    case question
    /// An alert without buttons is to be shown; resolved by ``SessionResolution/dismissed``.
    case notice
    /// An action of the host is to be performed; resolved by ``SessionResolution/performed(_:)`` or
    /// ``SessionResolution/failed(_:)``.
    case action
    /// Something is to be loaded; resolved by ``SessionResolution/loaded(_:)`` or
    /// ``SessionResolution/failed(_:)``.
    case load
    /// Some time is to pass; resolved by ``SessionResolution/elapsed``.
    case wait
    /// The flow goes back past what has been performed; resolved by ``Session/goBack(confirmed:)``
    /// or ``SessionResolution/stayed``.
    case back
    /// A secret that an action wrote is to be given again; resolved by
    /// ``SessionResolution/value(_:)``.
    case secret
  }

  /// What is needed.
  public let kind: Kind
  /// The name by which it is resolved: the id with the number of the performance, `age`, `age#2`.
  ///
  /// A wait is `#wait`, a step back `#back`; inside of an operation its name follows.
  public let name: String
  /// The id of the step; empty for a wait and for a step back.
  public let id: String
  /// What is asked or shown, with everything that belongs to it; nil where nothing is.
  public let question: Question?
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
  /// Whether the action was begun before and has not ended, so that it may have had its effect.
  public let wasBegun: Bool
  /// The name of the operation that needs it; nil outside of operations.
  public let operation: String?

  /// Whether the answer must not be shown.
  public var isSecret: Bool { kind == .secret || question?.isSecret == true }

  init(_ need: Need, _ run: Run, deadline: Int?, wasBegun: Bool) {
    kind =
      switch need.kind {
      case .say, .notice: .notice
      case .prompt: .question
      case .action: .action
      case .load: .load
      case .wait: .wait
      case .back: .back
      }
    name = need.sessionName
    id = need.id
    question = run.question(for: need)
    action = need.action
    text = run.text(of: need)
    checks = need.kind == .prompt ? need.prompt?.checks.map(\.name) ?? [] : []
    timeout = need.duration?.milliseconds
    self.deadline = deadline
    self.wasBegun = wasBegun
    operation = need.operation
  }

  init(secret name: String) {
    kind = .secret
    self.name = name
    id = ""
    question = nil
    action = nil
    text = name
    checks = []
    timeout = nil
    deadline = nil
    wasBegun = false
    operation = nil
  }
}

extension Need {
  /// The name by which a session knows it; no id has a “#”.
  var sessionName: String {
    let around = operation.map { ":" + $0 } ?? ""
    switch kind {
    case .wait: return "#wait" + around
    case .back: return "#back" + around
    case .say, .prompt, .notice, .action, .load: return name
    }
  }
}
