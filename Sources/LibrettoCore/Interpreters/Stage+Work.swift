// Serving needs: one after the other, or those of operations in parallel; and what is shown of work.
//
// Work of the host is performed in parallel. Needs for the person go over one desk, one at a time, in
// the order of declaration. Work is noted as ended before its last lines are shown, since showing may
// take time or fail.
//
// A load is shown if it takes longer than a moment. One clock serves all loads of a performance,
// because a timer for each would cost more than a fast load takes.

extension Stage {
  /// - Parameter job: the number of its job in the crew; 0 if the run has one strand.
  func serve(_ need: Need, job: Int = 0) async throws {
    switch need.kind {
    case .say:
      let statement = run.statement(of: need)
      transcript.say(statement)
      try arrange()
      if let live {
        try live.say(statement, run.pieces(of: need), name: run.state.textName(of: need))
      } else {
        try await host.show(statement)
      }
      try checkOpen(need)
      try await resolve(need, .shown)
    case .notice:
      guard var question = run.question(for: need) else { return }
      // A person who said yes to everything beforehand isn't there to read for two seconds.
      if standIn?.acceptsDefaults == true { question.dismissAfter = nil }
      transcript.ask(question)
      presented.append(need)
      try await observe(need, .presented)
      try arrange()
      try await notice(question)
      try checkOpen(need)
      try await resolve(need, .dismissed)
      try await observe(need, .dismissed)
    case .prompt, .secret, .stale, .undoBegun, .undoFailed: try await ask(need)
    case .begun: try await decideBegun(need)
    case .remains:
      let words = run.question(for: need)?.title ?? ""
      transcript.note(words)
      try await host.show(words)
      try checkOpen(need)
      try await resolve(need, .told)
    case .action, .undo, .load: try await work(need, job)
    case .wait:
      transcript.wait(need.duration ?? .zero)
      try await wait(run.rest(of: need, at: host.now) ?? need.duration ?? .zero, need)
      try checkOpen(need)
      try elapse(need)
      try await settled(need)
    }
  }

  /// Ends a wait at its planned time, as a session does: after an absence, nobody has seen what follows.
  private func elapse(_ need: Need) throws {
    run.isSweeping = true
    defer { run.isSweeping = false }
    try run.accept(need, .elapsed, at: min(run.deadline(of: need) ?? host.now, host.now))
  }

  /// Waits; the person sees for how long. Before another try of work, they can end it while nothing is
  /// asked.
  private func wait(_ time: Duration, _ need: Need) async throws {
    let tries = run.tries(before: need)
    let isBrief = time < Driver.patience * Driver.ticksOfMoment
    guard !takesTurns, tries != nil || !isBrief else {
      return try await host.sleep(for: time)
    }
    guard let live else {
      if let tries, time >= Driver.patience {
        try await host.showLog(
          run.language(
            .retry, tries.text.withoutStop, run.language(tries.reason).withoutStop, time.inTenths,
            tries.failed + 1, tries.most))
      } else if isWatched, !isBrief {
        try await host.showLoading(run.language(.waitingFor, time.inTenths))
      }
      return try await host.sleep(for: time)
    }
    lastLoad += 1
    let pause = LiveWork.Pause(
      time: time, tries: tries.map { .init(next: $0.failed + 1, most: $0.most) })
    let shown = LiveWork(
      number: lastLoad, name: need.name, text: tries?.text ?? run.language(.waiting),
      operation: need.operation, limit: nil, work: nil, pause: pause)
    live.began(shown)
    defer { live.ended(shown, nil) }
    if tries != nil {
      try await live.pause(shown, for: time)
    } else {
      try await host.sleep(for: time)
    }
  }

  private func notice(_ question: Question) async throws {
    hasAttention = true
    defer { hasAttention = false }
    try await host.showNotice(question)
  }

  /// Decides about an action that was begun before the run was saved.
  private func decideBegun(_ need: Need) async throws {
    switch doubted.contains(need.stepName) ? .ask : interruptedWork {
    case .run: try await resolve(need, run.decidedToRun(need))
    case .fail:
      throw need.failed(
        .action,
        Sentence(.interruptedFailed, need.action ?? "", inOptions(.run), inOptions(.ask)))
    case .ask: try await ask(need)
    }
  }

  // MARK: Work

  private func work(_ need: Need, _ job: Int) async throws {
    let work = try begin(need)
    if need.kind == .load || need.loading != nil { try await observe(need, .loading) }
    let result: Worker.Result
    do {
      result = try await worker.perform(need, work)
    } catch {
      _ = await unfollow(close(need, Self.cancelledWork))
      throw error
    }
    try await end(need, result, job)
  }

  /// Begins work.
  /// - Returns: what to give to it.
  func begin(_ need: Need) throws -> Work {
    switch need.kind {
    case .undo: transcript.undo(need.name)
    case .load: break
    default: if need.isEffect { transcript.act(need.action ?? "") }
    }
    if transcript.isKept, need.kind != .undo, need.kind == .load || need.isEffect {
      performed.append(need.action ?? "")
    }
    if need.isEffect {
      run.begin(need, at: host.now)
      try note()
    }
    let work = look { $0.work(for: need) }
    if need.kind == .load { transcript.load(work.text) }
    let isShown = need.kind == .load || need.loading != nil
    follow(need, work, showing: isShown ? work.text : nil)
    return work
  }

  /// Takes the result of work.
  func end(_ need: Need, _ result: Worker.Result, _ job: Int) async throws {
    var ended = close(need, result.words.map { Sentence(kept: $0, limit: need.duration) })
    guard try isStillWanted(need, result, job) else {
      if ended?.failure != nil { ended?.failure = Self.cancelledWork }
      _ = await unfollow(ended)
      throw CancellationError()
    }
    if need.kind == .undo {
      if let words = result.words { transcript.fail(words) }
      try await resolve(need, result.resolution)
      return try await show(ended)
    }
    let isLast = run.isLastTry(need)
    if let words = result.words, need.kind == .load || !isLast || run.handlesFailure(of: need) {
      transcript.fail(words)
    }
    if case .loaded(let value) = result.resolution { transcript.loaded(value) }
    if case .timedOut = result.resolution, !isLast { doubted.insert(need.stepName) }
    let hadFailed =
      live == nil && !takesTurns && result.words == nil
      && run.pause(before: need) >= Driver.patience
    // What the work did is noted before anything is shown, which may take time or fail.
    try await resolve(need, result.resolution, reading: result.given)
    try await show(ended)
    // That it has failed was said.
    if hadFailed { try await host.showLog(run.language(.worked, run.text(of: need).withoutStop)) }
    switch result.resolution {
    case .timedOut:
      try await observe(need, .timedOut)
      // A load that takes too long has failed.
      guard need.kind == .load else { return }
      fallthrough
    case .failed: if isLast { try await observe(need, .failed) { $0.error = result.words } }
    case .loaded(let value): try await observe(need, .loaded) { $0.value = value }
    default: try await observe(need, .ended)
    }
  }

  /// Whether the result of work is taken as usual; if not, what is known of it is noted.
  private func isStillWanted(
    _ need: Need, _ result: Worker.Result, _ job: Int
  ) throws -> Bool {
    if isOver || lost.contains(job) { return false }
    if look({ $0.isOpen(need) }), !Task.isCancelled { return true }
    try takeLate(need, .success(result))
    return false
  }

  private func takeLate(_ need: Need, _ result: Result<Crew.Product, any Error>) throws {
    run.takeLate(need, result, at: host.now)
    try note()
    inbox += run.events
  }

  /// What is said of work that was cancelled.
  static var cancelledWork: Sentence { Sentence(.wasCancelled) }

  // MARK: Operations

  /// Serves the run's needs until it has one strand again.
  func serveOperations() async throws {
    var crew = Crew(after: lastJob, hasDesk: true, saysAtOnce: live != nil)
    defer { lastJob = crew.last }
    inbox = []
    crew.add(run.needs)
    do {
      while true {
        try Task.checkCancellation()
        switch crew.next(run) {
        // If no block observes work, only the work itself leaves the stage.
        case .serve(let need) where need.isWork && !isObserved:
          let work = try begin(need)
          crew.start(need) { [worker] _ in try await worker.perform(need, work) }
        case .serve(let need):
          crew.start(need) { number in
            try await self.serve(need, job: number)
            return nil
          }
        case .take(let ended):
          let result = try await take(ended)
          // Before the result is examined: withdrawn work may fail without consequences.
          crew.follow(inbox, run)
          inbox = []
          if crew.release(ended) {
            try result.get()
            // A step back into another operation leaves the question from which it led open.
            if run.isOpen(ended.need) { crew.add([ended.need]) }
          }
        case nil where run.isParallel || crew.isBusy: await crew.ending.wait()
        case nil:
          for ended in await crew.close() { _ = try await take(ended) }
          return
        }
      }
    } catch {
      for ended in await crew.close() { _ = try? await take(ended) }
      throw error
    }
  }

  /// Takes the result of a job; if no block observes the work, the run learns of its end here.
  /// - Returns: whether it was served.
  private func take(_ ended: Crew.Ended) async throws -> Result<Void, any Error> {
    do {
      if let result = try ended.result.get() { try await end(ended.need, result, ended.number) }
      return .success(())
    } catch {
      _ = await unfollow(close(ended.need, Self.cancelledWork))
      if error is Promptly.Abandoned {
        lost.insert(ended.number)
        try takeLate(ended.need, ended.result)
      }
      return .failure(error)
    }
  }

  // MARK: Showing work

  /// Begins to show work that is performed now.
  /// - Parameter text: the text to show if it takes longer than a moment; nil for none.
  func follow(_ need: Need, _ work: Work, showing text: String?) {
    let named = need.kind == .undo ? need.action.map { run.language(.undoing, $0) } : need.action
    let shown = text ?? (isWatched ? named : nil)
    let loading =
      takesTurns || live != nil
      ? nil : shown.map { beginLoading($0, work, isNamed: text == nil) }
    inProgress[need.stepName] = InProgress(work: work, loading: loading)
    if takesTurns { return }
    if let live {
      lastLoad += 1
      let shown = LiveWork(
        number: lastLoad, name: need.name, text: shown, operation: need.operation,
        limit: need.duration, work: work)
      inProgress[need.stepName]?.live = shown
      live.began(shown)
    }
    if reporter == nil {
      reporter = Reporter(
        words: run.language, sleep: host.sleep, every: host.progressInterval,
        showProgress: { [host] in try await host.showProgress($0) },
        showLine: { [host] line, _ in try await host.showLog(line) })
    }
    reporter?.listen(to: work)
  }

  /// Ends the reports of work, and notes the lines that it has logged.
  /// - Parameter failure: why the work failed; nil if it didn't.
  /// - Returns: what is still to be shown; nil if the work wasn't shown.
  func close(_ need: Need, _ failure: Sentence? = nil) -> InProgress? {
    guard var ended = inProgress.removeValue(forKey: need.stepName) else { return nil }
    ended.failure = failure
    ended.work.reports.close()
    if ended.work.reports.hasReported {
      for line in ended.work.loggedLines { transcript.log(run.language(line)) }
    }
    return ended
  }

  /// Shows the last lines of work that has ended.
  /// - Throws: the error of showing it.
  func show(_ ended: InProgress?) async throws {
    if let failure = await unfollow(ended) { throw failure }
  }

  /// Ends showing work, with the last lines that it has logged.
  /// - Returns: the error of showing it.
  func unfollow(_ ended: InProgress?) async -> (any Error)? {
    guard let ended else { return nil }
    var failure: (any Error)?
    if let number = ended.loading {
      do {
        loads[number] = nil
        try await showing?.value
      } catch {
        failure = error
      }
    }
    if ended.work.reports.hasReported { failure = await reporter?.end(ended.work) ?? failure }
    if let shown = ended.live { live?.ended(shown, ended.failure.map { run.language($0) }) }
    return failure
  }

  /// Says that an answer is being checked, if that takes longer than a moment.
  /// - Returns: the number of what is shown; nil if a live interpreter shows it.
  func beginChecking(_ name: String) -> Int? {
    live?.checking(name)
    guard isWatched, live == nil, !takesTurns else { return nil }
    return beginLoading(run.language(.checking, "…"), nil, isNamed: true)
  }

  /// Notes that something is loading; returns a number that identifies it.
  /// - Parameters:
  ///   - work: the work; nil for a check.
  ///   - isNamed: whether it has no text of its own, so that it's worth a line only if it's slow.
  private func beginLoading(_ text: String, _ work: Work?, isNamed: Bool) -> Int {
    lastLoad += 1
    // If the clock is already running, its next tick may come too early for this load.
    let due = ticks + (ticker == nil ? 1 : 2) + (isNamed ? Driver.ticksOfMoment - 1 : 0)
    loads[lastLoad] = Loading(text: text, work: work, due: due)
    if ticker == nil { ticker = Task { try await tick() } }
    return lastLoad
  }

  private func tick() async throws {
    defer { ticker = nil }
    while loads.values.contains(where: { $0.due > ticks }) {
      try await host.sleep(for: Driver.patience)
      ticks += 1
      // A load that has been shown needs no clock, which must not tick for the whole load.
      var due = loads.filter { $0.value.due <= ticks }.sorted { $0.key < $1.key }
      for (number, _) in due { loads[number] = nil }
      // Progress shows the text too.
      due.removeAll { $0.value.work?.reports.progress != nil }
      // During a prompt, the text would appear where the person types.
      guard !due.isEmpty, !hasAttention else { continue }
      let task = Task { [host] in for (_, load) in due { try await host.showLoading(load.text) } }
      showing = task
      try await task.value
    }
  }

  /// Something that is loading, and the tick at which it is shown.
  struct Loading {
    let text: String
    let work: Work?
    let due: Int
  }
}

/// Work that is being performed, and what is shown of it.
struct InProgress {
  let work: Work
  /// The number of its text among those of ``Stage/loads``; nil if it shows none.
  let loading: Int?
  /// What a live interpreter shows of it.
  var live: LiveWork?
  /// Why it failed.
  var failure: Sentence?
}

extension Duration {
  /// The nearest tenth of a second, as it is told.
  fileprivate var inTenths: Duration { .milliseconds((milliseconds + 50) / 100 * 100) }
}
