/// One performance of a run: it serves what the run needs with a host, until nothing is needed.
///
/// The run is the state of the flow, and only ``Run`` knows what is needed next. What the stage has
/// beside it concerns the host:
///
/// - A need that was put to the person is in ``presented`` until it is resolved; a page is in
///   ``openPages`` too, with what was filled in so far. So an error knows whether a secret was open,
///   and a block is told of the cancellation of nothing that nobody saw.
/// - Work is in ``inProgress`` from its beginning to its end, whoever shows it: a live interpreter,
///   or the ``Reporter`` and the clock of ``loads``.
/// - While operations run, a ``Crew`` has a job for each strand; without them, a need is served in
///   the task of the stage itself.
///
/// Between two calls, each line of the run has been written down, and each of its events has been
/// told to the transcript and to the blocks, once and in order. A host, a block or a check that is
/// awaited may come back to a run that has moved on. So ``checkOpen(_:)`` stands between each of
/// them and the next change of the run.
actor Stage {
  typealias Host = any InteractiveInterpreter
  let host: Host
  /// The host, if it takes pages.
  let pages: (any PageInterpreter)?
  /// The host, if it shows work while it is performed.
  let live: (any LiveInterpreter)?
  /// Whether needs are served one at a time, without regard to time.
  let takesTurns: Bool
  /// Whether a person watches, so that all that takes longer than a moment is shown under its name.
  let isWatched: Bool
  /// The answers given beforehand; nil without a command line.
  let standIn: StandIn?
  let worker: Worker
  let closures: [String: Closures]
  /// Whether blocks observe any of the steps.
  let isObserved: Bool
  private let timeout: Duration?
  private var recorder: Recorder?
  let interruptedWork: InterruptedWorkPolicy
  /// The work whose time was up in this process; the policy for interrupted work isn't for it.
  var doubted: Set<StepName> = []
  /// Receives each of the run's remarks once.
  private let remark: @Sendable (ResumeRemark) throws -> Void
  private var remarked = 0
  var run: Run
  /// An error that occurred after the run itself had ended.
  private var lateFailure: Failure?
  var transcript = Transcript()
  /// The names of the actions and loads that were performed.
  var performed: [String] = []
  /// Whether the result of the run has been reported; what ends later isn't written down.
  var isOver = false
  /// The jobs that ignored their cancellation.
  var lost: Set<Int> = []
  /// The number of the last job.
  var lastJob = 0
  /// The events of the run since operations were last served.
  var inbox: [RunEvent] = []
  /// The prompts that have been put to the person and not been answered.
  var presented: [Need] = []
  /// The pages that have been shown to the person and not been accepted.
  var openPages: [OpenPage] = []
  /// What was put to a live interpreter last, and whether it is a page.
  var atDesk: (need: Need, isPage: Bool)?
  /// Whether the person is reading or answering something.
  var hasAttention = false
  /// The current loads, and the clock that shows them.
  var loads: [Int: Loading] = [:]
  var lastLoad = 0
  var ticks = 0
  var ticker: Task<Void, any Error>?
  var showing: Task<Void, any Error>?
  /// The work that is being performed, and what is shown of it.
  var inProgress: [StepName: InProgress] = [:]
  /// Shows what work reports; nil before any work.
  var reporter: Reporter?
  /// Counts the questions that are still to come.
  lazy var way = WayAhead(run.program)
  /// Whether what the person may want to know of the open question has been said.
  var isForeseen = false
  lazy var reasons = Reasons(tree)
  private let tree: Tree
  /// The note to show when the next question is asked.
  var nextNote: String?
  /// The draft of a typed answer that was reported last.
  var lastDraft: (need: Need, text: String)?

  init(
    _ host: Host, _ flow: Flow, _ run: Run, _ timeout: Duration?, _ recorder: Recorder?,
    keepsTranscript: Bool, standIn: StandIn? = nil, interrupted: InterruptedWorkPolicy = .ask,
    tell: @escaping @Sendable (ResumeRemark) throws -> Void = { _ in }
  ) {
    self.host = host
    pages = (host as? any PageInterpreter).flatMap { $0.takesPages ? $0 : nil }
    live = host as? any LiveInterpreter
    takesTurns = host is any ReplayingInterpreter
    isWatched = (host as? any WatchedInterpreter)?.isWatched ?? false
    self.standIn = standIn
    self.run = run
    self.run.language = host.words
    self.recorder = recorder
    transcript.isKept = keepsTranscript
    self.timeout = timeout
    interruptedWork = interrupted
    remark = tell
    closures = flow.closures
    tree = flow.tree
    isObserved = flow.closures.values.contains { !$0.handlers.isEmpty }
    if live != nil { self.run.tellsTexts = true }
    worker = Worker(
      closures: flow.closures, sleep: host.sleep, host: host,
      standIn: standIn ?? host as? any WorkStandIn)
  }
  func perform() async throws -> FlowResult {
    defer { ticker?.cancel() }
    do {
      if let timeout {
        try await TimeLimit(timeout, sleep: host.sleep).perform { try await self.servePromptly() }
      } else {
        try await servePromptly()
      }
    } catch var error as ScriptedError {
      error.transcript = transcript.text
      throw error
    } catch {
      await stop(error)
    }
    isOver = true
    await reporter?.stop()
    await tellUndecided()
    return result
  }

  /// Tells of the actions that may have been done; whoever was asked about one knows.
  private func tellUndecided() async {
    // An interpreter that fails shows nothing any more.
    if case .failed(let failure)? = run.outcome, failure.reason == .interpreter { return }
    let asked = Set(presented.map(\.stepName))
    for name in run.undecided where !asked.contains(name) {
      let words = run.language(Sentence(.interruptedDecision, run.program.title(name)))
      transcript.note(words)
      _ = try? await Promptly.perform(sleep: host.sleep) { [host] in try await host.show(words) }
    }
  }

  /// Serves all needs in a separate task: work of the host that ignores its cancellation blocks
  /// only that task.
  private func servePromptly() async throws {
    try await Promptly.perform(sleep: host.sleep) {
      try await withTaskCancellationHandler {
        try await self.serveAll()
      } onCancel: {
        // Work that goes on regardless isn't announced any more.
        Task { await self.ticker?.cancel() }
      }
    }
  }

  private func serveAll() async throws {
    try note()
    try await tell(run.events)
    while let (need, isAlone) = look({ run in
      run.nextNeed.map { ($0, !run.isParallel || run.state.hasOneNeed) }
    }) {
      try Task.checkCancellation()
      // A single need is served right here, because nothing else can happen in the meantime.
      if isAlone || takesTurns {
        inbox = []
        try await serve(need)
      } else {
        try await serveOperations()
      }
    }
    // Cancelled work may fail without consequences, but a failure to write it down counts.
    try note()
  }

  /// Ends the run because of an error from outside the flow; no answer is lost.
  private func stop(_ error: any Error) async {
    let failure: Failure? =
      switch error {
      case is CancellationError, is Promptly.Abandoned: nil
      case is TimeIsUp: run.tookTooLong(timeout, asked: presented.last)
      case let error as HostFailure: error.failure
      case let failure as Failure: failure
      default: Failure(.interpreter, message: words(for: error))
      }
    if case .finished? = run.outcome { lateFailure = failure }
    guard run.outcome == nil else { return }
    // For parallel needs, the run itself reports that they are no longer needed.
    let open = run.isParallel ? [] : run.needs
    run.stop(failure)
    // The error that counts is known: errors that blocks throw now are dropped, and the other
    // blocks still run.
    for need in open { try? await observe(need, .cancelled) }
    for item in run.events {
      transcript.tell(item)
      try? await observe(item)
    }
  }

  /// An error of the interpreter in words.
  private func words(for error: any Error) -> String {
    let isSecret = presented.contains(where: \.isSecret) || openPages.contains(where: \.isSecret)
    return isSecret
      ? Words.english(.hiddenCheck, String(describing: type(of: error)))
      : run.answers.hidingSecrets(in: String(describing: error))
  }

  private var result: FlowResult {
    var transcript = transcript
    let ended = lateFailure.map(Outcome.failed) ?? run.outcome ?? .cancelled
    let outcome = ended.speaking(run.language)
    transcript.end(outcome)
    return FlowResult(
      outcome: outcome, answers: run.answers, journal: run.journal, record: transcript,
      performed: performed, id: run.id, inForce: run.inForceOrAhead)
  }

  // MARK: The run

  /// Asks something of the run where it is: for a call, a property of a class would be copied.
  func look<Seen>(_ body: (inout Run) -> Seen) -> Seen { body(&run) }

  /// Resolves a need, writes that down, and reports it to observers.
  func resolve(_ need: Need, _ resolution: Resolution, reading given: Answers? = nil) async throws {
    try run.accept(need, resolution, reading: given, at: host.now)
    try await settled(need)
  }

  /// Writes down what became of a need that is no longer open, and reports it.
  func settled(_ need: Need) async throws {
    if !presented.isEmpty { presented.removeAll { $0 == need } }
    try note()
    try await tell(run.events)
  }

  /// Writes down what has happened, and reports what must be reported.
  func note() throws {
    try recorder?.note(run)
    tellWayBack()
    while remarked < run.remarks.count {
      let next = run.remarks[remarked].speaking(run.language)
      remarked += 1
      transcript.note(next.description)
      try remark(next)
    }
  }

  /// Tells a live interpreter whether a step back is possible from what is open.
  func tellWayBack() {
    guard let live, let (need, isPage) = atDesk, look({ $0.isOpen(need) }) else { return }
    let refusal = look { run in
      let target = isPage ? run.backTarget(ofPage: need) : run.backTarget(of: need)
      return target == nil ? run.state.refusal(of: need) : nil
    }
    live.wayBack(refusal)
  }

  /// Goes back to the previous question, to an earlier one, to one of a form, or to the one before a
  /// page.
  func goBack(
    from need: Need, to name: String? = nil, toField field: String? = nil, leavingPage: Bool = false
  ) async throws {
    let target = leavingPage ? run.backTarget(ofPage: need) : run.backTarget(of: need)
    if let name {
      try run.goBack(from: need, to: name, at: host.now)
    } else if let field {
      try run.goBack(from: need, toField: field, at: host.now)
    } else if leavingPage {
      try run.goBack(fromPage: need, at: host.now)
    } else {
      try run.goBack(from: need, at: host.now)
    }
    transcript.goBack(name ?? field ?? target ?? "")
    try await settled(need)
  }

  /// Writes down what happened to operations, and reports it to their observers.
  func tell(_ events: [RunEvent]) async throws {
    if events.isEmpty { return }
    inbox += events
    for item in events {
      transcript.tell(item)
      if case .nothingBefore = item { nextNote = run.language(.nothingBefore) }
    }
    for item in events { try await observe(item) }
  }

  /// A need that was cancelled while it was served must not be resolved.
  func checkOpen(_ need: Need) throws {
    if isOver || Task.isCancelled || !look({ $0.isOpen(need) }) { throw CancellationError() }
  }

  // MARK: Observing

  private func observe(_ item: RunEvent) async throws {
    switch item {
    case .needed, .started, .wentBack, .nothingBefore: break
    case .withdrawn(let need): try await observe(need, .cancelled)
    case .ended(let id, _): try await observe(id, .ended)
    case .failed(let id, _, let error): try await observe(id, .failed) { $0.error = error }
    case .cancelled(let id, _): try await observe(id, .cancelled)
    }
  }

  /// Calls the blocks of a step for a moment, in the order in which they were added.
  func observe(
    _ need: Need, _ moment: Moment, _ change: (inout Happening) -> Void = { _ in }
  ) async throws {
    if !isObserved { return }
    if moment == .cancelled, need.kind == .prompt {
      if !presented.contains(need) { return }
      if let page = openPages.first(where: { $0.need == need }) {
        for item in page.seen { try await observe(item.id, .cancelled, item.name) }
        return
      }
    }
    // Between two tries, the work is what is cancelled.
    try await observe(need.pausedWork ?? need.id, moment, need.name) {
      $0.isSecret = need.isSecret
      change(&$0)
    }
  }

  func observe(
    _ id: String, _ moment: Moment, _ name: String? = nil,
    _ change: (inout Happening) -> Void = { _ in }
  ) async throws {
    guard let blocks = closures[id]?.handlers[moment] else { return }
    var happening = Happening(
      id: id, step: name ?? id, moment: moment, answers: run.answers.noting)
    change(&happening)
    for block in blocks {
      do {
        try await Promptly.perform(sleep: host.sleep) { [happening] in try await block(happening) }
      } catch {
        if Task.isCancelled { throw CancellationError() }
        let words =
          happening.isSecret
          ? Words.english(.hiddenCheck, String(describing: type(of: error)))
          : happening.answers.words(for: error, isShown: false)
        throw Failure(
          .handler, message: "the block for .\(moment.rawValue) of “\(id)” failed: \(words)",
          step: id)
      }
    }
  }
}
