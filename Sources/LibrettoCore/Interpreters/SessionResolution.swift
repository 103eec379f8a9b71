/// The result of a session's need.
public enum SessionResolution: Hashable, Sendable {
  /// Text that a person typed or said: a number, a title, the beginning of one, yes or no, or a
  /// value.
  case text(String)
  /// An answer as data, as in an answers file: what a person would say, or a value.
  case value(Value)
  /// The exact answer: a value, yes or no, the id of a choice, or a list of ids.
  case answer(Given)
  /// The alert without buttons was closed.
  case dismissed
  /// The action ended; the value is its writes, by the names of the keys, with nil for a removed
  /// answer.
  case performed([String: Value?])
  /// The load ended; nil, an empty text or an empty list means no data.
  case loaded(Value?)
  /// The action, load or undo failed, with the error in words.
  case failed(String)
  /// The effect of the action was undone.
  case undone
  /// The time limit of the question or of the work was up.
  case timedOut
  /// The time has passed.
  case elapsed
}

extension SessionResolution: Redacted {
  /// The kind of resolution; answers, data and errors aren't shown, since they may be secret.
  public var description: String {
    switch self {
    case .text: "text (not shown)"
    case .value: "value (not shown)"
    case .answer(let given): "answer: \(given)"
    case .performed(let writes):
      "performed, with writes of " + writes.keys.sorted().joined(separator: ", ")
    case .loaded(let value): value == nil ? "loaded nothing" : "loaded (not shown)"
    case .failed: "failed (not shown)"
    case .dismissed: "dismissed"
    case .undone: "undone"
    case .timedOut: "timedOut"
    case .elapsed: "elapsed"
    }
  }
}

extension SessionResolution {
  /// What is wrong with an answer whose texts have more bytes than an answer may have.
  var excess: Sentence? {
    func bytes(_ value: Value) -> Int {
      switch value {
      case .string(let text): text.utf8.count
      case .list(let values): values.reduce(values.count) { $0 + bytes($1) }
      default: 0
      }
    }
    let size =
      switch self {
      case .text(let text): text.utf8.count
      case .value(let value): bytes(value)
      case .answer(let given): bytes(given.value)
      default: 0
      }
    if size <= Limits.answerBytes { return nil }
    return Sentence(.tooManyBytes, size, Limits.answerBytes)
  }
}
