extension Session {
  /// Answers a question, if the answer passes the host's checks, which the flow's closures perform.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - answer: the answer.
  /// - Throws: ``Rejection`` if the answer doesn't fit or doesn't pass; the session then doesn't
  ///   change. ``Failure`` if a check has no closure or throws.
  public mutating func answer(_ name: String, with answer: SessionResolution) async throws {
    let news = expiring()
    var checked: Given?
    do {
      let need = try open(name)
      checked = try read(answer, need)
      if let checked, need.isChecked { try await checker.check(checked, need, of: run) }
    } catch let error as Rejection {
      throw error.speaking(words)
    }
    if let checked { try resolve(checked: name, checked) } else { try resolve(name, with: answer) }
    statements.insert(contentsOf: news, at: 0)
  }

  /// Ends what is up before an answer is checked.
  /// - Returns: what that has said.
  mutating func expiring() -> ArraySlice<Statement> {
    let old = statements.count
    expire(at: clock())
    return statements[old...]
  }

  /// Performs the checks of answers.
  package var checker: Worker {
    Worker(
      closures: flow.closures, sleep: { try await ContinuousClock().sleep(for: $0) },
      host: OwnProcessHost(today: day))
  }

  /// The current day, where the person is.
  package var day: CalendarDay { today.day(at: clock()) }

  /// Performs actions, loads, undos and notices until a question is open, or nothing is left to
  /// perform.
  ///
  /// The flow's own closures do the work; the work of operations is performed in parallel. Work
  /// beside a question goes on after the call: it belongs to the session and its copies, and is
  /// cancelled when there are none any more. While ``isWorking``, wait for its end with
  /// ``waitForWork()``, and call this again to take what it did.
  ///
  /// A ``Wait`` is never waited for: ``deadline`` says when it is up, and ``expire()`` ends it. The
  /// title and message of an alert without buttons are added to ``said``. An action that was begun
  /// earlier and has not ended may have had an effect, so it needs a decision.
  /// - Parameters:
  ///   - save: receives the session before and after each action and undo, so that you can store a
  ///     token that says whether the work was begun.
  ///   - loading: receives the session and the need before each try of a load; its
  ///     ``SessionNeed/text`` is a text to show in the meantime.
  ///   - progress: receives how far the work has got, at most ten times a second, if something has
  ///     changed; also after the call, while work goes on.
  ///   - log: receives each line that work has logged, and the name of its step.
  ///   - sleep: waits for a duration, for time limits and for the pauses between tries; defaults to
  ///     the system's clock.
  /// - Throws: ``Failure`` if an action or load has no closure, `CancellationError`, and the errors
  ///   of `sleep`, `loading`, `progress`, `log` and `save`, after all work has been cancelled; an
  ///   error of an action is an outcome of the flow.
  public nonisolated(nonsending) mutating func perform(
    save: (Session) async throws -> Void = { _ in },
    loading: (Session, SessionNeed) async throws -> Void = { _, _ in },
    progress: @escaping @Sendable ([WorkProgress]) async throws -> Void = { _ in },
    log: @escaping @Sendable (_ line: String, _ step: String) async throws -> Void = { _, _ in },
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    }
  ) async throws {
    try await perform(sleep: sleep, loading: loading, progress: progress, log: log) {
      session, _, _ in
      try await save(session)
      return nil
    }
  }

  /// Performs what can be performed.
  /// - Parameter saving: receives the session before and after each effect.
  nonisolated(nonsending) mutating func perform(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    loading: (Session, SessionNeed) async throws -> Void = { _, _ in },
    progress: @escaping @Sendable ([WorkProgress]) async throws -> Void = { _ in },
    log: @escaping @Sendable (_ line: String, _ step: String) async throws -> Void = { _, _ in },
    saving: Saving
  ) async throws {
    expire(at: clock())
    do {
      while true {
        try await takeTurn(
          sleep: sleep, loading: loading, progress: progress, log: log, saving: saving)
        guard isWorking, !isAsking else { return }
        try await waitForTurn(sleep)
      }
    } catch {
      await close()
      throw error
    }
  }

  /// Whether there is anything to perform that nothing performs.
  package var hasWork: Bool {
    guard run.isParallel else { return run.nextNeed?.isPerformed ?? false }
    let crew = working.box?.content.crew
    return run.needs.contains { $0.isPerformed && crew?.serves($0) != true }
  }

  /// Whether there is anything to perform, or something is being performed.
  var goesOn: Bool { isWorking || hasWork }

  /// Whether there is an action to perform that was begun before, and may have been done.
  var hasInterruptedEffect: Bool {
    run.needs.contains { $0.isEffect && run.memo.retries[$0.stepName] != nil }
  }

  /// Whether work that ``perform(save:loading:progress:log:sleep:)`` has started goes on.
  public var isWorking: Bool { working.box.map { !$0.content.crew.isEmpty } ?? false }

  /// Whether an action or an undo goes on, even if it was cancelled.
  var isPerformingEffect: Bool { working.box?.content.crew.performsEffect ?? false }

  /// How much work goes on.
  package var jobCount: Int { working.box?.content.crew.count ?? 0 }

  /// Waits until some of the work that goes on has ended; returns at once if there is none.
  ///
  /// Then call ``perform(save:loading:progress:log:sleep:)`` to take what it did.
  /// - Throws: `CancellationError` if the task is cancelled; the work goes on all the same.
  public func waitForWork() async throws {
    await ending?.wait()
    try Task.checkCancellation()
  }

  /// What waits for the next end of work; nil if the session performs nothing.
  package var ending: Crew.Ending? { working.box?.content.crew.ending }

  // MARK: The loop

  /// Gives a job that performs an effect something to wait for before it begins; nil for nothing.
  package typealias Saving = (Session, Need, _ isBegun: Bool) async throws -> (
    @Sendable () async throws -> Void
  )?

  /// One turn: starts what is to be performed and takes what has ended, but waits for no work.
  /// - Parameter saving: receives the session before and after each effect.
  /// - Returns: the checks that have ended.
  @discardableResult
  package nonisolated(nonsending) mutating func takeTurn(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    loading: (Session, SessionNeed) async throws -> Void,
    progress: @escaping @Sendable ([WorkProgress]) async throws -> Void,
    log: @escaping @Sendable (_ line: String, _ step: String) async throws -> Void,
    saving: Saving
  ) async throws -> [Crew.Ended] {
    let reporter: Reporter
    if let known = working.box?.content.reporter {
      expireIfDue()
      reporter = known
      await reporter.show(in: words, progress: progress, line: log)
    } else {
      expire(at: clock())
      reporter = Reporter(
        words: words, sleep: sleep, every: Reporter.rhythm, showProgress: progress, showLine: log)
      working[or: Working()].reporter = reporter
      working[or: Working()].crew.add(run.needs)
    }
    let worker = Worker(closures: flow.closures, sleep: sleep)
    var checked: [Crew.Ended] = []
    while true {
      switch working[or: Working()].crew.next(run) {
      case .serve(let need):
        try await serve(need, worker, reporter, sleep, loading, saving)
      case .take(let ended) where ended.need.isPerformed:
        try await take(ended, reporter, saving)
      case .take(let ended):
        _ = working[or: Working()].release(ended)
        checked.append(ended)
      case nil where isWorking:
        working[or: Working()].look(run)
        return checked
      case nil:
        // Nothing to perform may be left behind, even if nothing has told of it.
        let needs = run.needs.filter { $0.isPerformed && run.state.inFlight[$0.stepName] == nil }
        if needs.isEmpty {
          await reporter.stop()
          working = Aside()
          return checked
        }
        working[or: Working()].crew.add(needs)
      }
    }
  }

  /// Begins to check what was given for a question: it is work beside other work, and the question
  /// stays open meanwhile.
  /// - Returns: the number of the job; a turn returns it when it has ended.
  package mutating func startCheck(
    of need: Need, _ check: @escaping @Sendable () async throws -> Void
  ) -> Int {
    working[or: Working()].open(need, run)
    return working[or: Working()].start(need, nil) {
      try await check()
      return nil
    }
  }

  /// Waits until work has ended or a wait is up.
  private nonisolated(nonsending) mutating func waitForTurn(
    _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws {
    guard let ending = working.box?.content.crew.ending else { return }
    guard let due = working.box?.content.due else {
      await ending.wait()
      return try Task.checkCancellation()
    }
    let limit = TimeLimit(clock().rest(until: due), sleep: sleep)
    do {
      try await limit.perform { await ending.wait() }
      try Task.checkCancellation()
    } catch is TimeIsUp {
      expire(at: max(due, clock()))
    }
  }

  /// Whether something is open that only the host can resolve, and no time.
  private var isAsking: Bool {
    working.box?.content.open.values.contains { $0.kind != .wait } ?? false
  }

  /// What the host is asked while work goes on: like ``needs``, but without a look at all of them.
  package var handedOut: [SessionNeed] {
    guard let open = working.box?.content.open else { return needs }
    return open.values.sorted { $0.instruction < $1.instruction }.map { SessionNeed($0, run) }
  }

  private nonisolated(nonsending) mutating func serve(
    _ need: Need, _ worker: Worker, _ reporter: Reporter,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ loading: (Session, SessionNeed) async throws -> Void, _ saving: Saving
  ) async throws {
    switch need.kind {
    case .notice, .remains:
      guard let question = run.question(for: need) else { return }
      statements.append(
        .text(([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n")))
      try run.resolve(need, with: need.kind == .notice ? .dismissed : .told, at: clock())
      settle()
    case .action, .undo, .load:
      // The host performs it itself.
      if run.state.inFlight[need.stepName] != nil { return working[or: Working()].open(need, run) }
      if need.kind == .load || need.loading != nil {
        try await loading(self, SessionNeed(need, run))
      }
      try checkClosure(need)
      var gate: (@Sendable () async throws -> Void)?
      if need.isEffect {
        run.begin(need, at: clock())
        gate = try await saving(self, need, true)
      }
      let work = run.work(for: need)
      reporter.listen(to: work)
      working[or: Working()].start(need, work) { [gate] in
        defer { work.reports.close() }
        do { try await gate?() } catch { throw NotStarted() }
        return try await worker.perform(need, work)
      }
    case .wait where need.pausedWork != nil:
      let rest = run.rest(of: need, at: clock()) ?? need.duration ?? .zero
      working[or: Working()].start(need, nil) {
        if rest > .zero { try await sleep(rest) }
        return nil
      }
    default: working[or: Working()].open(need, run)
    }
  }

  private nonisolated(nonsending) mutating func take(
    _ ended: Crew.Ended, _ reporter: Reporter, _ saving: Saving
  ) async throws {
    let need = ended.need
    let (isWanted, work) = working[or: Working()].release(ended)
    do {
      guard isWanted, run.isOpen(need) else { throw Promptly.Abandoned() }
      if let result = try ended.result.get() {
        try run.accept(need, result.resolution, reading: result.given, at: clock())
      } else {
        // At the planned time, so that every restored session gets the same times.
        try run.resolve(need, with: .elapsed, at: run.deadline(of: need) ?? clock())
      }
      settle()
    } catch is Promptly.Abandoned {
      takeLate(ended)
    }
    if need.isEffect { _ = try await saving(self, need, false) }
    // What the work did has been noted; now its last lines are shown.
    if let work, work.reports.hasReported, let failure = await reporter.end(work) { throw failure }
    expireIfDue()
  }

  private mutating func expireIfDue() {
    let time = clock()
    if let due = working.box?.content.due, due <= time { expire(at: time) }
  }

  /// Notes work that ended after it was cancelled; if it didn't, its result is unknown.
  private mutating func takeLate(_ ended: Crew.Ended) {
    run.takeLate(ended.need, ended.result, at: clock())
    settle()
  }

  /// Cancels all work, and takes what has ended a moment later.
  package mutating func close() async {
    guard var content = working.box?.content else { return }
    for ended in await content.crew.close() { takeLate(ended) }
    await content.reporter?.stop()
    working = Aside()
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

/// What a session performs, and what it has handed out meanwhile.
struct Working: Sendable {
  var crew = Crew()
  /// Shows what the work reports.
  var reporter: Reporter?
  /// The works that may report something, by the numbers of their jobs.
  private var works: [Int: Work] = [:]
  /// The needs that the host resolves, by their names.
  private(set) var open: [StepName: Need] = [:]
  /// The first time at which one of them is up by itself, or a time before it.
  private(set) var due: Timestamp?

  /// Follows what has happened to the run.
  mutating func follow(_ events: [RunEvent], _ run: Run) {
    crew.follow(events, run)
    // With one strand, nothing is told; an effect to settle is never told.
    if !run.isParallel { crew.cancel(strand: 0, unlessOpenIn: run) }
    guard let need = run.nextNeed, !run.isParallel || need.strand == 0 else { return }
    if !crew.serves(need), open[need.stepName] != need { crew.add([need]) }
  }

  @discardableResult
  mutating func start(
    _ need: Need, _ work: Work?, _ body: @escaping @Sendable () async throws -> Crew.Product
  ) -> Int {
    let number = crew.start(need) { _ in try await body() }
    works[number] = work
    return number
  }

  mutating func release(_ ended: Crew.Ended) -> (isWanted: Bool, work: Work?) {
    (crew.release(ended), works.removeValue(forKey: ended.number))
  }

  mutating func open(_ need: Need, _ run: Run) {
    if open.updateValue(need, forKey: need.stepName) == need { return }
    guard need.kind == .wait, let time = run.deadline(of: need) else { return }
    due = min(due ?? time, time)
  }

  /// Looks at what is still open.
  mutating func look(_ run: Run) {
    open = open.filter { run.isOpen($0.value) }
    due = open.values.lazy.filter { $0.kind == .wait }.compactMap { run.deadline(of: $0) }.min()
  }
}

extension Need {
  /// Whether a session resolves it by itself.
  fileprivate var isPerformed: Bool {
    switch kind {
    case .notice, .remains, .action, .undo, .load: true
    case .wait: pausedWork != nil
    default: false
    }
  }
}
