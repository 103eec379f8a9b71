// Serving each kind of need.

extension Stage {
  /// - Parameter job: the number of its job in the crew; 0 if the run has one strand.
  func serve(_ need: Need, job: Int = 0) async throws {
    switch need.kind {
    case .say:
      let statement = run.statement(of: need)
      transcript.say(statement)
      try arrange()
      if let live {
        try live.say(statement, name: run.textName(of: need))
      } else {
        switch statement {
        case .text(let text): try await host.show(text)
        case .heading(let title): try await host.showHeading(title)
        case .note(let title, let text): try await host.showNote(title, text: text)
        }
      }
      try checkOpen(need)
      try await resolve(need, .shown)
    case .notice:
      guard let question = run.question(for: need) else { return }
      transcript.ask(question)
      presented.append(need)
      try await observe(need, .presented)
      try arrange()
      try await notice(question)
      try checkOpen(need)
      try await resolve(need, .dismissed)
      try await observe(need, .dismissed)
    case .prompt, .secret: try await ask(need)
    case .stale, .undoBegun, .undoFailed: try await ask(need)
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
      let rest = run.rest(of: need, at: host.now).map { Duration.milliseconds($0) }
      try await host.sleep(for: rest ?? need.duration ?? .zero)
      try checkOpen(need)
      try await resolve(need, .elapsed)
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
    case .run: try await resolve(need, .didNotRun)
    case .fail:
      throw need.failed(
        .action,
        "“\(need.action ?? "")” was interrupted and may have been done. Check whether it was, "
          + "then resume with \(inOptions(.run)) or \(inOptions(.ask)).")
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
    case .load: transcript.load(run.text(of: need))
    default: if need.isEffect { transcript.act(need.action ?? "") }
    }
    if need.kind != .undo, need.kind == .load || need.isEffect { notePerformed(need) }
    if need.isEffect {
      run.begin(need, at: host.now)
      try note()
    }
    let work = run.work(for: need)
    let isShown = need.kind == .load || need.loading != nil
    follow(need, work, showing: isShown ? run.text(of: need) : nil)
    return work
  }

  /// Takes the result of work.
  func end(_ need: Need, _ result: Worker.Result, _ job: Int) async throws {
    var ended = close(need, result.words)
    guard try await isStillWanted(need, result, job) else {
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
    // What the work did is noted before anything is shown, which may take time or fail.
    try await resolve(need, result.resolution, reading: result.given)
    try await show(ended)
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

  /// Whether the result of work is taken as usual. If the work was cancelled in the meantime but
  /// still ended, that is noted: its effect is in force.
  private func isStillWanted(
    _ need: Need, _ result: Worker.Result, _ job: Int
  ) async throws -> Bool {
    if isOver || lost.contains(job) { return false }
    let isOpen = run.isOpen(need)
    if isOpen && !Task.isCancelled { return true }
    if isOpen {
      // The whole run is cancelled: only what is known to have been done is written down.
      switch result.resolution {
      case .performed, .undone:
        try run.accept(need, result.resolution, reading: result.given, at: host.now)
        try note()
      default: break
      }
      return false
    }
    guard need.isEffect else { return false }
    try run.accept(need, result.resolution, reading: result.given, at: host.now)
    try note()
    inbox += run.events
    return false
  }

  /// What is said of work that was cancelled.
  static var cancelledWork: String { "cancelled" }

  /// A need that was cancelled while it was served must not be resolved.
  func checkOpen(_ need: Need) throws {
    if isOver || Task.isCancelled || !run.isOpen(need) { throw CancellationError() }
  }
}
