// What a person or a script answers may be a secret, so its descriptions don't show it.

extension Reply: Redacted {
  /// The kind of reply, without what was typed.
  public var description: String {
    switch self {
    case .text: "text (not shown)"
    case .given(let given): "\(given)"
    case .back: "back"
    case .cancelled: "cancelled"
    case .timedOut: "timedOut"
    case .endOfInput: "endOfInput"
    }
  }
}

extension PageAnswers: Redacted {
  /// The ids of the questions that were filled in, and the button.
  public var description: String {
    "filled in: " + entries.keys.sorted().joined(separator: ", ")
      + (button.map { "; button “\($0)”" } ?? "")
  }
}

extension ScriptedAnswer: Redacted {
  /// The kind of answer, without its value.
  public var description: String {
    switch kind {
    case .answer: "answer (not shown)"
    case .resolved(let given): "\(given)"
    case .refused: "refused answer (not shown)"
    case .preset: "default"
    case .timedOut: "timedOut"
    case .back: "back"
    case .action(let name, let values):
      "action \(name)"
        + (values.isEmpty ? "" : ", writes of " + values.keys.sorted().joined(separator: ", "))
    case .writes(let values): "writes of " + values.keys.sorted().joined(separator: ", ")
    case .failure(let error): "failure: \(error)"
    }
  }
}

extension Scripted: Redacted {
  /// How many answers the script has, and the ids of those for particular steps.
  public var description: String {
    let ids = byID.keys.sorted().joined(separator: ", ")
    return "script of \(inOrder.count) answers" + (ids.isEmpty ? "" : ", and for: \(ids)")
  }
}

extension Event: Redacted {
  /// The step and the moment, with the value unless it is a secret.
  public var description: String {
    let shown = value.map { isSecret ? " (secret)" : " \($0)" } ?? ""
    return "\(moment.rawValue) \(step)\(shown)" + (error.map { ": \($0)" } ?? "")
  }
}
