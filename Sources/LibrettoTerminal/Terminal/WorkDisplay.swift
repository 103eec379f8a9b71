import LibrettoCore

/// Shows work while it is performed: the spinner, and how far it has got.
final class WorkDisplay: Sendable {
  private struct Running: Sendable {
    let work: LiveWork
    let elapsed: @Sendable () -> Duration
    var item: WorkView.Item
  }

  private struct State: Sendable {
    var running: [Running] = []
    var ticker: Task<Void, Never>?
    /// The work whose failure stands above: that it has been done then stands there, too. A try that the
    /// person asks for is another round of it.
    var failed: Set<String> = []
    /// The names of work whose pause has ended, and that begins again.
    var paused: Set<String> = []
  }

  private let screen: Screen
  private let clock: any Clock<Duration>
  private let column: AnswerColumn
  private let state = Locked(State())

  init(_ screen: Screen, _ clock: any Clock<Duration>, _ column: AnswerColumn) {
    self.screen = screen
    self.column = column
    self.clock = clock
  }

  func began(_ work: LiveWork) {
    var item = WorkView.Item(
      number: work.number, text: work.text, operation: work.operation, limit: work.limit)
    item.pause = work.pause
    // Its row stood there while it waited, so it stays.
    item.isAgain = state.withLock { $0.paused.remove(work.name) != nil }
    let running = Running(work: work, elapsed: clock.stopwatch(), item: item)
    state.withLock { state in
      state.running.append(running)
      if state.ticker == nil { state.ticker = Task { [weak self] in await self?.tick() } }
    }
    if item.isShown { show() }
  }

  /// Ends showing work; what was shown, or has failed, stays as a line.
  func ended(_ work: LiveWork, _ failure: String?) {
    update()
    let ended = state.withLock { state -> WorkView.Item? in
      guard let place = state.running.firstIndex(where: { $0.work.number == work.number }) else {
        return nil
      }
      return state.running.remove(at: place).item
    }
    guard let ended else { return }
    if let pause = work.pause {
      if pause.tries != nil { return state.withLock { _ = $0.paused.insert(work.name) } }
      return show()
    }
    show()
    let hasFailed = state.withLock { state in
      let step = String(work.name.prefix { $0 != "@" })
      let before = failure == nil ? state.failed.remove(step) : nil
      if failure != nil { state.failed.insert(step) }
      return before != nil || failure != nil
    }
    guard ended.isShown || hasFailed && (ended.text ?? ended.operation) != nil else { return }
    let glyphs = screen.glyphs
    let draw: @Sendable (Int, Bool) -> [Row] = { [column] in
      ended.ended(failure, isLeft: $1, columns: $0, glyphs, column)
    }
    var entry = Screen.Entry(name: work.name, isPassing: true, draw: { draw($0, false) })
    if failure == nil { entry.drawLeft = { draw($0, true) } }
    // If this can't be written, the next write fails too, and reports it.
    try? screen.add(entry)
  }

  /// Shows whether Return ends the pause of work.
  func takesReturn(_ work: LiveWork, _ takes: Bool) {
    state.withLock { state in
      let place = state.running.firstIndex { $0.work.number == work.number }
      if let place { state.running[place].item.takesReturn = takes }
    }
    show()
  }

  /// Ends showing work that hasn't ended: the run doesn't wait for it.
  func end() {
    let (ticker, running) = state.withLock { state in
      defer { state.ticker = nil }
      return (state.ticker, state.running)
    }
    ticker?.cancel()
    for running in running { ended(running.work, screen.glyphs.words(.didNotStop)) }
  }

  private func tick() async {
    while !Task.isCancelled {
      let isOver = state.withLock { state -> Bool in
        if state.running.isEmpty { state.ticker = nil }
        return state.running.isEmpty
      }
      if isOver { return show() }
      do {
        try await clock.sleep(for: .milliseconds(100))
      } catch {
        return
      }
      update()
      show()
    }
  }

  private func update() {
    state.withLock { state in
      for place in state.running.indices {
        let running = state.running[place]
        state.running[place].item.elapsed = running.elapsed()
        state.running[place].item.progress = running.work.work?.shownProgress
      }
    }
  }

  private func show() {
    if screen.isHandedOver { return }
    let view = state.withLock { WorkView(items: $0.running.map(\.item), column: column) }
    let isShown = view.items.contains(where: \.isShown)
    do {
      if isShown, screen.isForeground { try screen.begin() }
      let glyphs = screen.glyphs
      let draw: @Sendable (QuestionView.Size) -> [Row] = { view.rows($0, glyphs) }
      try screen.show(work: isShown ? draw : nil)
    } catch {
      // If this can't be written, the next write fails too, and reports it.
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns the time since now.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}
