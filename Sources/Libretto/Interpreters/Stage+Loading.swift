// A load is shown if it takes longer than a moment. One clock serves all loads of a performance,
// because a timer for each would cost more than a fast load takes.

/// Work that is being performed, and what is shown of it.
struct InProgress {
  let work: Work
  /// The number of its text among those of ``Stage/loads``; nil if it shows none.
  let loading: Int?
  /// What a live interpreter shows of it.
  var live: LiveWork?
  /// Why it failed.
  var failure: String?
}

extension Stage {
  /// Begins to show work that is performed now.
  /// - Parameter text: the text to show if it takes longer than a moment; nil for none.
  func follow(_ need: Need, _ work: Work, showing text: String?) {
    let loading = host.takesTurns || live != nil ? nil : text.map { beginLoading($0, work) }
    inProgress[need.stepName] = InProgress(work: work, loading: loading)
    if host.takesTurns { return }
    if let live {
      lastLoad += 1
      let shown = LiveWork(
        number: lastLoad, name: need.name, text: text, operation: need.operation,
        limit: need.duration, work: work)
      inProgress[need.stepName]?.live = shown
      live.began(shown)
    }
    if reporter == nil {
      reporter = Reporter(
        sleep: host.sleep, every: host.progressInterval,
        showProgress: { [host] in try await host.showProgress($0) },
        showLine: { [host] line, _ in try await host.showLog(line) })
    }
    reporter?.listen(to: work)
  }

  /// Ends the reports of work, and notes the lines that it has logged.
  /// - Parameter failure: why the work failed; nil if it didn't.
  /// - Returns: what is still to be shown; nil if the work wasn't shown.
  func close(_ need: Need, _ failure: String? = nil) -> InProgress? {
    guard var ended = inProgress.removeValue(forKey: need.stepName) else { return nil }
    ended.failure = failure
    ended.work.reports.close()
    if ended.work.reports.hasReported {
      for line in ended.work.loggedLines { transcript.log(line) }
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
        try await endLoading(number)
      } catch {
        failure = error
      }
    }
    if ended.work.reports.hasReported { failure = await reporter?.end(ended.work) ?? failure }
    if let shown = ended.live { live?.ended(shown, ended.failure) }
    return failure
  }

  /// Notes that something is loading; returns a number that identifies it.
  private func beginLoading(_ text: String, _ work: Work) -> Int {
    lastLoad += 1
    // If the clock is already running, its next tick may come too early for this load.
    loads[lastLoad] = Loading(text: text, work: work, due: ticks + (ticker == nil ? 1 : 2))
    if ticker == nil { ticker = Task { try await tick() } }
    return lastLoad
  }

  /// Notes that it is no longer loading.
  /// - Throws: the error of showing it.
  func endLoading(_ number: Int) async throws {
    loads[number] = nil
    try await showing?.value
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
      due.removeAll { $0.value.work.reports.progress != nil }
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
    let work: Work
    let due: Int
  }
}
