// The flow's actions and loads: replaced by what the script says, or performed.

extension ScriptedSession {
  func undo(_ undoing: UndoAction, with work: Work) async throws {
    if actions == .performed { try await undoing.perform(with: work) }
  }

  func load(_ action: Action, with work: Work) async throws -> Value? {
    let name = action.step
    guard let answer = next(action.id, name) else {
      if actions == .performed { return try await action.load(with: work) }
      throw ScriptedError(
        .missing, name,
        "there is no answer for the load “\(action.name)” (id “\(name)”); "
          + "give its data, null for no data, or {\"error\": \"…\"}")
    }
    switch answer.kind {
    case .answer(let value): return value
    case .resolved(let given): return given.value
    case .failure(let message): throw ScriptedFailure(description: message)
    case .timedOut: throw try timeOut(action)
    case .refused, .preset, .back, .writes, .action:
      throw ScriptedError(
        .invalid, name,
        "“\(name)” is a load, so \(answer.quoted) can't be its result: "
          + "give its data, null for no data, or {\"error\": \"…\"}")
    }
  }

  func perform(_ action: Action, with work: Work) async throws {
    let expected = try expectation(of: action)
    let given = next(action.id, action.step)
    guard let stub = given?.stub ?? expected?.stub else {
      if actions == .performed || action.isPerformedAlways {
        return try await action.perform(with: work)
      }
      return try note(action, isExpected: expected != nil || given != nil)
    }
    switch stub.kind {
    case .answer(let value) where action.result?.type.value(exactly: value) != nil:
      work.write(value, action.result?.name ?? "")
    case .resolved(let given) where action.result?.type.value(exactly: given.value) != nil:
      work.write(given.value, action.result?.name ?? "")
    case .writes(let values), .action(_, let values):
      for name in values.keys.sorted() { work.write(values[name], name) }
    case .failure(let message): throw ScriptedFailure(description: message)
    case .timedOut: throw try timeOut(action)
    case .answer, .resolved, .refused, .preset, .back:
      throw ScriptedError(
        .invalid, action.step,
        "“\(action.step)” is an action, so \(stub.quoted) can't be its result: "
          + "give what it writes, or an error")
    }
  }

  /// The script's next entry in order, if it is this action.
  /// - Throws: ``ScriptedError`` if it is another action, and the script must mention this one.
  private func expectation(of action: Action) throws(ScriptedError) -> ScriptedAnswer? {
    guard case .action(let name, _)? = inOrder.first?.kind else { return nil }
    if [action.name, action.id, action.step].contains(where: { $0.isIdenticalText(to: name) }) {
      return inOrder.popFirst()
    }
    if actions != .scripted || action.isPerformedAlways || has(action.id, action.step) {
      return nil
    }
    throw ScriptedError(
      .invalid, action.step,
      "the flow performs the action “\(action.name)” (id “\(action.step)”), but the script expects "
        + "the action “\(name)” first")
  }

  /// Notes an action that isn't performed, and for which the script has no result.
  private func note(_ action: Action, isExpected: Bool) throws(ScriptedError) {
    let called = "the action “\(action.name)” (id “\(action.step)”)"
    if let key = action.result {
      throw ScriptedError(
        .missing, action.step,
        "\(called) sets the key “\(key.name)”, but the script does not give its value; "
          + "give \(key.type)")
    }
    if isExpected { return }
    guard actions == .scripted else {
      skipped.append((action.name, action.step))
      return
    }
    let fix =
      isFromFile
      ? "add “\(action.step)” with {\"writes\": {}}, or pass --stub-actions"
      : "add .action(\"\(action.name)\") in its place, or pass actions: .stubbed"
    let times = counts[action.step] ?? counts[action.id] ?? 0
    let mention =
      times == 0
      ? "which the script doesn't mention; \(fix)"
      : "once more than the script says; add an entry for “\(action.id)”"
    throw ScriptedError(.missing, action.step, "the flow performs \(called), \(mention)")
  }

  /// The error to throw instead of performing work that times out.
  private func timeOut(_ action: Action) throws(ScriptedError) -> TimeIsUp {
    if action.limit != nil { return TimeIsUp() }
    throw ScriptedError(
      .invalid, action.step,
      "“\(action.name)” (id “\(action.step)”) has no time limit, so it can't time out")
  }
}

extension ScriptedAnswer {
  /// What replaces an action; nil for an entry that only expects it.
  fileprivate var stub: ScriptedAnswer? {
    if case .action(_, let writes) = kind, writes.isEmpty { nil } else { self }
  }
}
