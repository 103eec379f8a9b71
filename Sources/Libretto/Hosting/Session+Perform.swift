extension Session {
  /// Answers a question, if it passes the host’s own checks, which the flow’s closures perform.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - answer: what was answered.
  /// - Throws: ``Rejection`` where it does not fit or does not pass; the session then stands where
  ///   it stood. ``Failure`` where a check has no closure or throws.
  public mutating func answer(_ name: String, _ answer: SessionResolution) async throws {
    if missing?.name != name {
      expire(at: clock())
      let need = try missing == nil ? open(name) : nil
      if let need, let value = try read(answer, need) { try await check(value, need) }
    }
    try resolve(name, answer)
  }

  private func check(_ value: Value, _ need: Need) async throws {
    try run.check(need, value)
    guard let prompt = need.prompt, !(prompt.isOptional && value.isEmpty) else { return }
    for check in prompt.checks {
      guard let body = flow.closures[need.id]?.checks[check.name] else {
        throw need.failed(.action, "the check “\(check.name)” has no closure")
      }
      let passes: Bool
      do {
        passes = try await body(value)
      } catch {
        if Task.isCancelled { throw CancellationError() }
        throw run.failure(of: check, need, error)
      }
      if !passes { throw run.refusal(by: check) }
    }
  }

  /// Performs actions, loads, waits and notices until only questions are left, or the flow has
  /// ended.
  ///
  /// The flow’s own closures do the work, one after the other in the order of declaration. An alert
  /// without buttons is said. An action that was begun before and has not ended may have had its
  /// effect, so it is left to the host to resolve it, or to have it repeated.
  /// - Parameters:
  ///   - repeating: whether actions that were begun before are performed again.
  ///   - sleep: lets time pass; by the system’s clock unless told. What it throws leaves the wait.
  ///   - save: is given the session before and after each action, so that a token can be kept that
  ///     tells whether it was begun.
  /// - Throws: ``Failure`` where an action or load has no closure, `CancellationError`, and what
  ///   `sleep` and `save` throw; what an action throws is an outcome of the flow.
  public mutating func perform(
    repeating: Bool = false,
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    },
    save: (Session) async throws -> Void = { _ in }
  ) async throws {
    guard missing == nil else { return }
    expire(at: clock())
    while let need = work(repeating) {
      switch need.kind {
      case .action:
        run.begin(need, at: clock())
        try await save(self)
        let end = try await act(need, sleep)
        try end.resolve(&self, need)
        try await save(self)
      case .load: try await load(need, sleep).resolve(&self, need)
      case .notice:
        said.append(
          ([run.text(of: need)] + (run.question(for: need)?.message.map { [$0] } ?? []))
            .joined(separator: "\n"))
        try Work.resolved(.dismissed).resolve(&self, need)
      default:
        let end = deadline(of: need) ?? clock()
        let rest = max(end - clock(), 0)
        if rest > 0 { try await sleep(.milliseconds(rest)) }
        try run.resolve(need, .elapsed)
        arrive(at: end)
        settle()
      }
      expire(at: clock())
    }
  }

  /// The first need that is no person’s.
  private func work(_ repeating: Bool) -> Need? {
    run.needs.first { need in
      switch need.kind {
      case .action: repeating || !self.need(need).wasBegun
      case .load, .notice, .wait: true
      case .say, .prompt, .back: false
      }
    }
  }

  /// What came of work, and how that resolves its need.
  private enum Work {
    case resolved(Resolution)

    func resolve(_ session: inout Session, _ need: Need) throws(Rejection) {
      guard case .resolved(let resolution) = self else { return }
      let time = session.clock()
      do throws(Rejection) {
        try session.run.resolve(need, resolution, at: time)
      } catch {
        // What the work gave does not fit the key: that is its failure.
        try session.run.resolve(need, .failed(error.message), at: time)
      }
      session.arrive(at: time)
      session.settle()
    }
  }

  private func act(
    _ need: Need, _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Work {
    let action = try action(need)
    let answers = run.answers
    return try await work(need, sleep) {
      var copy = answers
      try await action.work(&copy)
      return .performed(copy.onlyWrites)
    }
  }

  private func load(
    _ need: Need, _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Work {
    let action = try action(need)
    let answers = run.answers
    return try await work(need, sleep) { .loaded(try await action.data(answers)) }
  }

  private func work(
    _ need: Need, _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ body: @escaping @Sendable () async throws -> Resolution
  ) async throws -> Work {
    do {
      return .resolved(try await Promptly.perform(within: need.duration, sleep: sleep, body))
    } catch is TimeIsUp {
      return .resolved(.timedOut)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      return .resolved(.failed(run.answers.hidingSecrets(in: String(describing: error))))
    }
  }

  private func action(_ need: Need) throws(Failure) -> Action {
    let name = need.action ?? ""
    guard let closures = flow.closures[need.id],
      need.kind == .action ? closures.action != nil : closures.load != nil
    else {
      throw need.failed(.action, "the action “\(name)” has no closure")
    }
    return Action(
      id: need.id, performance: need.performance, name: name, result: need.result,
      limit: need.duration, closures: closures)
  }

  /// Goes back to the question before; what did not depend on its answer stays.
  ///
  /// What can be taken back of the actions since is taken back first, the newest first.
  /// - Parameter confirmed: whether it may go past actions that were performed; ``backStep`` names
  ///   them.
  /// - Throws: ``Rejection`` where there is nothing to go back to, or that has not been confirmed;
  ///   ``Failure`` where taking back failed.
  public mutating func goBack(confirmed: Bool = false) async throws {
    guard let step = backStep else {
      throw Rejection(message: "This is the first question; there is nothing to go back to.")
    }
    guard confirmed || step.effects.isEmpty else {
      let names = step.effects.map { "“\($0)”" }.joined(separator: ", ")
      throw Rejection(
        message: "Going back to “\(step.question)” passes over what has been performed: \(names); "
          + "confirm it.")
    }
    for name in step.effects {
      guard let undo = flow.closures[JournalLines.split(name).id]?.undo else { continue }
      do {
        try await undo(run.answers)
      } catch {
        if Task.isCancelled { throw CancellationError() }
        let words = run.answers.hidingSecrets(in: String(describing: error))
        throw Failure(.action, "undoing “\(name)” failed: \(words)", step: name)
      }
      run.noteUndone(name, at: clock())
    }
    try run.goBack(step, at: clock())
    said = []
    arrive(at: clock())
    settle()
  }
}
