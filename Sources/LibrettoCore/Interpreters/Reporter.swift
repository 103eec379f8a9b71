/// Shows what work reports while it is performed, at intervals, however often it reports.
actor Reporter {
  /// How often reports are taken.
  static let rhythm = Duration.milliseconds(100)

  private var words: Words
  private let sleep: @Sendable (Duration) async throws -> Void
  /// How many takes there are between two showings of progress.
  private let takes: Int
  private var showProgress: @Sendable ([WorkProgress]) async throws -> Void
  private var showLine: @Sendable (String, _ step: String) async throws -> Void
  /// The work that has reported something, in the order of its first report.
  private var works: [Work] = []
  /// The lines that couldn't be shown while a question was open.
  private var waiting: [(line: String, step: String)] = []
  private var shown: [WorkProgress] = []
  /// Whether a question is open: a line would appear where the person types.
  private var isHeld = false
  private var isOver = false
  private var clock: Task<Void, Never>?
  private var showing: Task<Void, any Error>?
  /// An error of showing something.
  private(set) var failure: (any Error)?
  /// The number of takes since progress was last shown.
  private var ticks: Int

  /// - Parameter interval: the time between two showings of progress.
  init(
    words: Words, sleep: @escaping @Sendable (Duration) async throws -> Void,
    every interval: Duration,
    showProgress: @escaping @Sendable ([WorkProgress]) async throws -> Void,
    showLine: @escaping @Sendable (String, _ step: String) async throws -> Void
  ) {
    (self.words, self.sleep) = (words, sleep)
    takes = max(1, interval.milliseconds / Self.rhythm.milliseconds)
    ticks = takes
    self.showProgress = showProgress
    self.showLine = showLine
  }

  deinit { clock?.cancel() }

  /// Shows reports in another way from now on.
  func show(
    in words: Words, progress: @escaping @Sendable ([WorkProgress]) async throws -> Void,
    line: @escaping @Sendable (String, _ step: String) async throws -> Void
  ) {
    self.words = words
    (showProgress, showLine) = (progress, line)
  }

  /// Listens to work.
  nonisolated func listen(to work: Work) {
    work.reports.listen { [weak self, weak work] in
      guard let work else { return }
      Task { await self?.wake(work) }
    }
  }

  private func wake(_ work: Work) {
    // It may have ended meanwhile.
    if work.reports.isOver || isOver { return }
    if !works.contains(where: { $0 === work }) { works.append(work) }
    startClock()
  }

  private func startClock() {
    if clock == nil, !isHeld { clock = Task { await run() } }
  }

  /// Takes reports until there is no news and progress could be shown again at once.
  private func run() async {
    defer { clock = nil }
    do {
      while true {
        try await show(withProgress: ticks >= takes)
        if isHeld { return }
        let hasNews = works.filter { $0.reports.await() }.count > 0
        if !hasNews, ticks >= takes, works.compactMap(\.shownProgress) == shown { return }
        try await sleep(Self.rhythm)
        ticks += 1
      }
    } catch is CancellationError {
      // The run is over, or an interpreter was cancelled, which the run learns by itself.
    } catch {
      failure = failure ?? error
    }
  }

  /// Shows what there is, after what is being shown.
  private func show(withProgress: Bool) async throws {
    for work in works { waiting += work.takeLines().map { (words($0), work.step) } }
    if isHeld { return }
    let lines = waiting
    waiting = []
    var progress: [WorkProgress]?
    if withProgress {
      let now = works.compactMap(\.shownProgress)
      if now != shown, !now.isEmpty { (progress, ticks) = (now, 0) }
      shown = now
    }
    if lines.isEmpty, progress == nil { return }
    let task = Task { [showLine, showProgress, progress, showing] in
      // If that failed, the failure is known.
      _ = try? await showing?.value
      for (line, step) in lines { try await showLine(line, step) }
      if let progress { try await showProgress(progress) }
    }
    showing = task
    try await task.value
  }

  /// Shows the last lines of work that has ended.
  /// - Returns: the error of showing what was reported; what the work did must be noted all the
  ///   same.
  func end(_ work: Work) async -> (any Error)? {
    if !works.contains(where: { $0 === work }) { works.append(work) }
    do {
      try await show(withProgress: false)
      // The clock may have taken the last lines, and still be showing them.
      try await showing?.value
    } catch {
      failure = failure ?? error
    }
    works.removeAll { $0 === work }
    return failure
  }

  /// Waits with everything while a question is open, which comes after what is being shown.
  func hold() async {
    isHeld = true
    _ = try? await showing?.value
  }

  /// Shows what has waited for the end of a question.
  func release() async {
    isHeld = false
    do {
      try await show(withProgress: false)
    } catch {
      failure = failure ?? error
    }
    if !works.isEmpty, !isOver { startClock() }
  }

  /// Shows what is left, because the run is over.
  func stop() async {
    isOver = true
    clock?.cancel()
    await release()
    _ = try? await showing?.value
  }
}
