// How each kind of need is served.

extension Stage {
  func serve(_ need: Need) async throws {
    switch need.kind {
    case .say:
      let text = run.text(of: need)
      transcript.say(text)
      try await host.show(text)
      try await resolve(need, .shown)
    case .notice:
      guard let question = run.question(for: need) else { return }
      transcript.ask(question)
      presented.append(need)
      try await observe(need, .presented)
      try await notice(question)
      try await resolve(need, .dismissed)
      try await observe(need, .dismissed)
    case .prompt: try await ask(need)
    case .action: try await act(need)
    case .load: try await load(need)
    case .back: try await goBack(need)
    case .wait:
      transcript.wait(need.duration ?? .zero)
      try await host.sleep(for: left(of: need.duration, need) ?? .zero)
      try await resolve(need, .elapsed)
    }
  }

  private func notice(_ question: Question) async throws {
    hasAttention = true
    defer { hasAttention = false }
    try await host.notice(question)
  }

  // MARK: Work

  private func act(_ need: Need) async throws {
    let action = action(need, result: need.result)
    if try await isSettled(need) { return }
    transcript.act(action.name)
    try begin(need)
    let answers = run.answers
    let written: Answers
    do {
      written = try await Promptly.perform(
        within: takesTurns ? nil : need.duration, sleep: host.sleep
      ) { [host] in
        var copy = answers
        try await host.act(action, on: &copy)
        return copy.onlyWrites
      }
    } catch is TimeIsUp {
      try checkOpen(need)
      try await resolve(need, .timedOut)
      return try await observe(need, .timedOut)
    } catch let error where !error.isOfHost {
      // Whatever it threw: many calls report being cancelled with an error of their own.
      if Task.isCancelled { throw CancellationError() }
      // An error may quote what it was given, and it goes into the journal.
      return try await fail(need, answers.hidingSecrets(in: String(describing: error)))
    }
    try checkOpen(need)
    do throws(Rejection) {
      try run.checkWritten(need, written)
    } catch {
      return try await fail(need, error.message)
    }
    try await resolve(need, .performed(written))
    try await observe(need, .ended)
  }

  private func fail(_ need: Need, _ words: String) async throws {
    try checkOpen(need)
    try await resolve(need, .failed(words))
    try await observe(need, .failed) { $0.error = words }
  }

  private func load(_ need: Need) async throws {
    let action = action(need, result: nil)
    let text = run.text(of: need)
    transcript.load(text)
    try await observe(need, .loading)
    let answers = run.answers
    let number = takesTurns ? nil : beginLoading(text)
    let result: Result<Value?, any Error>
    do {
      result = .success(
        try await Promptly.perform(
          within: takesTurns ? nil : need.duration, sleep: host.sleep
        ) { [host] in try await host.load(action, answers) })
    } catch {
      result = .failure(error)
    }
    if let number { try await endLoading(number) }
    try await end(need, result, answers)
  }

  private func end(
    _ need: Need, _ result: Result<Value?, any Error>, _ answers: Answers
  ) async throws {
    let value: Value?
    do {
      value = try result.get()
    } catch is TimeIsUp {
      return try await failLoad(need, .timedOut, need.tookTooLong)
    } catch let error where !error.isOfHost {
      if Task.isCancelled { throw CancellationError() }
      let words = answers.hidingSecrets(in: String(describing: error))
      return try await failLoad(need, .failed(words), words)
    }
    try checkOpen(need)
    do throws(Rejection) {
      try run.checkLoaded(need, value)
    } catch {
      return try await failLoad(need, .failed(error.message), error.message)
    }
    transcript.loaded(value)
    try await resolve(need, .loaded(value))
    try await observe(need, .loaded) { $0.value = value }
  }

  private func failLoad(_ need: Need, _ resolution: Resolution, _ words: String) async throws {
    try checkOpen(need)
    transcript.fail(words)
    let isLast = run.isLastTry(need)
    try await resolve(need, resolution)
    if case .timedOut = resolution { try await observe(need, .timedOut) }
    if isLast { try await observe(need, .failed) { $0.error = words } }
  }

  private func action(_ need: Need, result: KeyReference?) -> Action {
    Action(
      id: need.id, performance: need.performance, name: need.action ?? "", result: result,
      limit: need.duration, closures: closures[need.id] ?? Closures())
  }

  /// What was cancelled while it was served must not be resolved.
  func checkOpen(_ need: Need) throws {
    if Task.isCancelled || !run.isOpen(need) { throw CancellationError() }
  }
}

/// A failure of the interpreter itself while it performed work or stood in for it: it ends the run,
/// where an error of the work is the flow's to take care of.
struct HostFailure: Error {
  let failure: Failure
}

extension Error {
  /// Whether the interpreter threw it, rather than the work.
  fileprivate var isOfHost: Bool { self is ScriptedError || self is HostFailure }
}
