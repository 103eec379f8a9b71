// What `--stub-actions` makes of the work of a host: it is noted, and its results are given.

extension PrefilledConsole {
  func note(_ what: String) throws {
    try Descriptor.standardError.write("(not performed: \(what))\n".neutralised)
  }

  func stub(_ action: Action, on answers: inout Answers) async throws {
    try note("the action “\(action.name)”")
    switch await given.next(action.id, action.stepName)?.kind {
    case .answer(let value), .resolved(let value):
      guard let key = action.result, let fitting = key.type.fitting(value) else {
        throw misfit(action, action.result.map { "it is \($0.type)" } ?? "it has none")
      }
      answers.write(fitting, key.name)
    case .writes(let values):
      for key in values.keys.sorted() { answers.write(values[key], key) }
    case .failure(let message): throw ScriptedFailure(description: message)
    case .refused, .preset, .timedOut, .back: throw misfit(action, "it is given plainly")
    case nil:
      if let key = action.result { throw missing(action, "it is \(key.type)") }
    }
  }

  func missing(_ action: Action, _ what: String) -> HostFailure {
    HostFailure(
      failure: Failure(
        .missingAnswer,
        "“\(action.name)” (id “\(action.stepName)”) was not performed, and its result is needed; "
          + "give it by --answers, \(what)",
        step: action.stepName))
  }

  private func misfit(_ action: Action, _ what: String) -> HostFailure {
    HostFailure(
      failure: Failure(
        .invalidAnswer,
        "what --answers gives for the result of “\(action.name)” (id “\(action.stepName)”) does not "
          + "fit: \(what)",
        step: action.stepName))
  }
}
