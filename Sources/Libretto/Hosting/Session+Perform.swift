extension Session {
  /// Answers a question, if it passes the host’s own checks, which the flow’s closures perform.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - answer: what was answered.
  /// - Throws: ``Rejection`` where it does not fit or does not pass; the session then stands where
  ///   it stood. ``Failure`` where a check has no closure or throws.
  public mutating func answer(_ name: String, _ answer: SessionResolution) async throws {
    expire(at: clock())
    let need = try open(name)
    if let given = try read(answer, need) { try await check(given, need) }
    try resolve(name, answer)
  }

  private func check(_ given: Given, _ need: Need) async throws {
    guard need.kind == .prompt, need.prompt?.checks.isEmpty == false else { return }
    try run.check(need, given)
    let worker = Worker(
      closures: flow.closures, sleep: { try await ContinuousClock().sleep(for: $0) })
    try await worker.check(given, need, of: run)
  }

  /// Performs actions, loads, undos, waits and notices until only questions are left, or the flow
  /// has ended.
  ///
  /// The flow’s own closures do the work, that of operations side by side. An alert without buttons
  /// is said. An action that was begun before and has not ended may have had its effect, so what
  /// becomes of it is a decision of its own.
  /// - Parameters:
  ///   - sleep: lets time pass; defaults to the system’s clock. What it throws leaves the wait.
  ///   - loading: is given the session and the need before each try of a load; its ``SessionNeed/text``
  ///     is what a person may read meanwhile.
  ///   - save: is given the session before and after each action and undo, so that a token can be
  ///     kept that tells whether it was begun.
  /// - Throws: ``Failure`` where an action or load has no closure, `CancellationError`, and what
  ///   `sleep`, `loading` and `save` throw; what an action throws is an outcome of the flow.
  public mutating func perform(
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    },
    loading: (Session, SessionNeed) async throws -> Void = { _, _ in },
    save: (Session) async throws -> Void = { _ in }
  ) async throws {
    expire(at: clock())
    let worker = Worker(closures: flow.closures, sleep: sleep)
    let crew = Crew<Worker.Result?>()
    do {
      while true {
        notices()
        for need in run.needs where !crew.isBusy(with: need) {
          if need.kind == .load { try await loading(self, SessionNeed(need, run)) }
          try await start(need, crew, worker, sleep, save)
        }
        crew.cancel { [run] need in !run.isOpen(need) }
        guard crew.isBusy else { break }
        guard let ended = await crew.next() else { throw CancellationError() }
        do {
          try await take(try ended.result.get(), ended.need, save)
        } catch is Promptly.Abandoned {
          run.loseTrack(of: ended.need)
          settle()
          if ended.need.kind != .load { try await save(self) }
        }
        expire(at: clock())
      }
    } catch {
      for ended in await crew.close() { takeLate(ended) }
      throw error
    }
  }

  /// Of what was called off, what is known to have been done is noted; what became of the rest,
  /// nobody knows.
  private mutating func takeLate(_ ended: Crew<Worker.Result?>.Ended) {
    let isNoted =
      switch ended.result {
      case .success(let result?): takeLate(result, ended.need)
      default: false
      }
    if !isNoted { run.loseTrack(of: ended.need) }
    settle()
  }

  private mutating func takeLate(_ result: Worker.Result, _ need: Need) -> Bool {
    switch result.resolution {
    case .performed, .undone:
      (try? run.resolve(need, result.resolution, reading: result.given, at: clock())) != nil
    default: false
    }
  }

  private mutating func start(
    _ need: Need, _ crew: Crew<Worker.Result?>, _ worker: Worker,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ save: (Session) async throws -> Void
  ) async throws {
    switch need.kind {
    case .action, .undo, .load:
      try checkClosure(need)
      if need.kind != .load {
        run.begin(need, at: clock())
        try await save(self)
      }
      let work = run.work(for: need)
      crew.start(need) { _ in try await worker.perform(need, work) }
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
  }

  private mutating func take(
    _ result: Worker.Result?, _ need: Need, _ save: (Session) async throws -> Void
  ) async throws {
    guard let result else {
      // By the plan, so that every restored session comes to the same times.
      if run.isOpen(need) {
        try run.resolve(need, .elapsed, at: run.deadline(of: need) ?? clock())
      }
      return settle()
    }
    if run.isOpen(need) || need.kind != .load {
      try run.resolve(need, result.resolution, reading: result.given, at: clock())
    }
    settle()
    if need.kind != .load { try await save(self) }
  }

  private mutating func notices() {
    while let need = run.needs.first(where: { $0.kind == .notice || $0.kind == .remains }),
      let question = run.question(for: need)
    {
      said.append(
        ([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n"))
      do throws(Rejection) {
        try run.resolve(need, need.kind == .notice ? .dismissed : .told, at: clock())
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
