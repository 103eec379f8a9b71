extension Session {
  /// Answers a question, if the answer passes the host's checks, which the flow's closures perform.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - answer: the answer.
  /// - Throws: ``Rejection`` if the answer doesn't fit or doesn't pass; the session then doesn't
  ///   change. ``Failure`` if a check has no closure or throws.
  public mutating func answer(_ name: String, with answer: SessionResolution) async throws {
    let old = statements.count
    expire(at: clock())
    let need = try open(name)
    if let given = try read(answer, need) { try await check(given, need) }
    try resolve(name, with: answer, forgetting: old)
  }

  private func check(_ given: Given, _ need: Need) async throws {
    guard need.kind == .prompt, let prompt = need.prompt,
      prompt.hasAskedRules || !prompt.checks.isEmpty
    else { return }
    try run.check(given, for: need)
    let worker = Worker(
      closures: flow.closures, sleep: { try await ContinuousClock().sleep(for: $0) })
    try await worker.check(given, need, of: run)
  }

  /// Performs actions, loads, undos, waits and notices until only questions remain, or the flow has
  /// ended.
  ///
  /// The flow's own closures do the work; the work of operations is performed in parallel. The
  /// title and message of an alert without buttons are added to ``said``. An action that was begun
  /// earlier and has not ended may have had an effect, so it needs a decision.
  /// - Parameters:
  ///   - sleep: waits for a duration; defaults to the system's clock. If it throws an error, the
  ///     wait stays open.
  ///   - loading: receives the session and the need before each try of a load; its
  ///     ``SessionNeed/text`` is a text to show in the meantime.
  ///   - progress: receives how far the work has got, at most ten times a second, if something has
  ///     changed.
  ///   - log: receives each line that work has logged, and the name of its step.
  ///   - save: receives the session before and after each action and undo, so that you can store a
  ///     token that says whether the work was begun.
  /// - Throws: ``Failure`` if an action or load has no closure, `CancellationError`, and the errors
  ///   of `sleep`, `loading`, `progress`, `log` and `save`; an error of an action is an outcome of
  ///   the flow.
  public mutating func perform(
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    },
    loading: (Session, SessionNeed) async throws -> Void = { _, _ in },
    progress: @escaping @Sendable ([WorkProgress]) async throws -> Void = { _ in },
    log: @escaping @Sendable (_ line: String, _ step: String) async throws -> Void = { _, _ in },
    save: (Session) async throws -> Void = { _ in }
  ) async throws {
    expire(at: clock())
    let reporter = Reporter(
      sleep: sleep, every: Reporter.rhythm, showProgress: progress, showLine: log)
    do {
      try await perform(reporter, sleep, loading, save)
    } catch {
      await reporter.stop()
      throw error
    }
    await reporter.stop()
  }

  private mutating func perform(
    _ reporter: Reporter, _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ loading: (Session, SessionNeed) async throws -> Void,
    _ save: (Session) async throws -> Void
  ) async throws {
    let worker = Worker(closures: flow.closures, sleep: sleep)
    let crew = Crew()
    var works: [StepName: Work] = [:]
    do {
      while true {
        notices()
        for need in run.needs where !crew.isBusy(with: need) {
          if need.kind == .load || need.loading != nil {
            try await loading(self, SessionNeed(need, run))
          }
          works[need.stepName] = try await start(need, crew, worker, reporter, sleep, save)
        }
        crew.cancel { [run] need in !run.isOpen(need) }
        guard crew.isBusy else { break }
        guard let ended = await crew.next() else { throw CancellationError() }
        do {
          try await take(try ended.result.get(), ended.need, save)
        } catch is Promptly.Abandoned {
          run.loseTrack(of: ended.need)
          settle()
          if ended.need.isEffect { try await save(self) }
        }
        // What the work did has been noted; now its last lines are shown.
        if let work = works.removeValue(forKey: ended.need.stepName), work.reports.hasReported,
          let failure = await reporter.end(work)
        {
          throw failure
        }
        expire(at: clock())
      }
    } catch {
      for ended in await crew.close() { takeLate(ended) }
      throw error
    }
  }

  /// Notes work that ended after all was cancelled; if it didn't, its result is unknown.
  private mutating func takeLate(_ ended: Crew.Ended) {
    guard case .success(let result?) = ended.result,
      (try? run.accept(ended.need, result.resolution, reading: result.given, at: clock())) != nil
    else {
      run.loseTrack(of: ended.need)
      return settle()
    }
    settle()
  }

  private mutating func start(
    _ need: Need, _ crew: Crew, _ worker: Worker, _ reporter: Reporter,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ save: (Session) async throws -> Void
  ) async throws -> Work? {
    switch need.kind {
    case .action, .undo, .load:
      try checkClosure(need)
      if need.isEffect {
        run.begin(need, at: clock())
        try await save(self)
      }
      let work = run.work(for: need)
      reporter.listen(to: work)
      crew.start(need) { _ in
        defer { work.reports.close() }
        return try await worker.perform(need, work)
      }
      return work
    case .wait:
      run.present(need, at: clock())
      let rest =
        run.rest(of: need, at: clock()).map { Duration.milliseconds($0) } ?? need.duration ?? .zero
      crew.start(need) { _ in
        if rest > .zero { try await sleep(rest) }
        return nil
      }
    default: break
    }
    return nil
  }

  private mutating func take(
    _ result: Worker.Result?, _ need: Need, _ save: (Session) async throws -> Void
  ) async throws {
    guard let result else {
      // At the planned time, so that every restored session gets the same times.
      if run.isOpen(need) {
        try run.resolve(need, with: .elapsed, at: run.deadline(of: need) ?? clock())
      }
      return settle()
    }
    if run.isOpen(need) || need.isEffect {
      try run.accept(need, result.resolution, reading: result.given, at: clock())
    }
    settle()
    if need.isEffect { try await save(self) }
  }

  private mutating func notices() {
    while let need = run.needs.first(where: { $0.kind == .notice || $0.kind == .remains }),
      let question = run.question(for: need)
    {
      statements.append(
        .text(([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n")))
      do throws(Rejection) {
        try run.resolve(need, with: need.kind == .notice ? .dismissed : .told, at: clock())
      } catch {
        return
      }
      settle()
    }
  }

  private func checkClosure(_ need: Need) throws(Failure) {
    let known = flow.closures[need.id]
    let isKnown =
      switch need.kind {
      case .load: known?.load != nil
      case .undo: known?.undo != nil
      default: known?.action != nil
      }
    if isKnown { return }
    throw need.failed(.action, "the action “\(need.action ?? "")” has no closure")
  }
}
