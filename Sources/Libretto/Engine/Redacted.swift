/// A type that carries answers, which may be secret, and doesn't know which are: its descriptions
/// and its mirror say what it is without any answer.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The description.
  public var debugDescription: String { description }

  /// A mirror of the description, so that `dump` and debuggers don't show secrets either.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension Given: Redacted {
  /// The kind of answer, with yes, no or the ids of choices; typed text isn't shown, since it may
  /// be a secret.
  public var description: String {
    switch self {
    case .typed(.null): "left out"
    case .typed: "typed (not shown)"
    case .yes(let yes): yes ? "yes" : "no"
    case .choice(let id): "choice “\(id)”"
    case .choices(let ids): "choices " + ids.map { "“\($0)”" }.joined(separator: ", ")
    case .submit: "submit"
    }
  }
}

extension Resolution: Redacted {
  /// The kind of resolution; answers, data and errors aren't shown, since they may be secret.
  public var description: String {
    switch self {
    case .answer(let given): "answer: \(given)"
    case .performed(let answers): "performed \(answers)"
    case .loaded(let value): value == nil ? "loaded nothing" : "loaded (not shown)"
    case .failed: "failed (not shown)"
    case .shown: "shown"
    case .dismissed: "dismissed"
    case .timedOut: "timedOut"
    case .elapsed: "elapsed"
    case .again: "again"
    case .undoAndAgain: "undoAndAgain"
    case .keep: "keep"
    case .didNotRun: "didNotRun"
    case .undone: "undone"
    case .leave: "leave"
    case .told: "told"
    }
  }
}
