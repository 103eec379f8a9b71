// How `--stub-actions` replaces work of the host: it is noted, and its results are given
// beforehand.

extension PrefilledConsole {
  func note(_ what: String) throws {
    try Descriptor.standardError.write("(not performed: \(what))\n".neutralised)
  }

  func stub(_ action: Action, _ work: Work) async throws {
    try note("the action “\(action.name)”")
    let answer = await given.next(action.id, action.step)
    switch answer?.kind {
    case .answer, .resolved:
      guard let key = action.result, let fitting = answer?.data.flatMap(key.type.value(exactly:))
      else {
        throw misfit(action, action.result.map { "it is \($0.type)" } ?? "it has none")
      }
      work.write(fitting, key.name)
    case .writes(let values), .action(_, let values):
      for key in values.keys.sorted() { work.write(values[key], key) }
    case .failure(let message): throw ScriptedFailure(description: message)
    case .refused, .preset, .timedOut, .back: throw misfit(action, "it must be a plain value")
    case nil:
      if let key = action.result { throw missing(action, "it is \(key.type)") }
    }
  }

  func missing(_ action: Action, _ what: String) -> HostFailure {
    HostFailure(
      failure: Failure(
        .missingAnswer,
        message:
          "“\(action.name)” (id “\(action.step)”) was not performed, but its result is needed; "
          + "give it with --answers, \(what)",
        step: action.step))
  }

  private func misfit(_ action: Action, _ what: String) -> HostFailure {
    HostFailure(
      failure: Failure(
        .invalidAnswer,
        message:
          "what --answers gives for the result of “\(action.name)” (id “\(action.step)”) does not "
          + "fit: \(what)",
        step: action.step))
  }
}
