/// Serves a run with an interactive interpreter, from its start to its end: the one place where
/// needs meet I/O.
struct Driver<Host: InteractiveInterpreter>: Sendable {
  /// How many answers in a row one question refuses before the run fails.
  ///
  /// Without it, an endless stream of nonsense would be asked for ever.
  static var refusals: Int { 1000 }

  /// How long something loads before that is shown, so that fast work does not flicker.
  static var patience: Duration { .milliseconds(25) }

  let host: Host
  /// The bounds of a run, where they are not the flow's own.
  var limits: Limits?
  /// How long the whole run may take; nil for as long as it wants.
  var timeout: Duration?
  /// Is told each entry of the journal before the flow goes on.
  var record: (@Sendable (Journal.Entry) throws -> Void)?

  init(_ host: Host) {
    self.host = host
  }

  func perform(_ flow: Flow) async throws -> FlowResult {
    if host.performsActions { try flow.validateClosures() }
    let stage = Stage(host, flow, try Run(flow, limits: limits), timeout, record)
    return try await stage.perform()
  }

  /// Goes on with a saved run.
  /// - Parameters:
  ///   - flow: the flow as it is now.
  ///   - saved: the saved run.
  ///   - begun: what becomes of an action that was begun and not ended.
  ///   - tell: is told what could not be taken over, before anything is asked.
  ///   - starting: is called before the first entry is recorded.
  func resume(
    _ flow: Flow, _ saved: SavedRun, begun: BegunPolicy,
    tell: (ResumeRemark) throws -> Void, starting: () throws -> Void = {}
  ) async throws -> FlowResult {
    try flow.validate()
    if host.performsActions { try flow.validateClosures() }
    let secrets = try await self.secrets(of: saved, flow)
    let (run, remarks) = try Run.resuming(
      flow, saved, secrets: secrets, limits: limits, at: host.now)
    for remark in remarks { try tell(remark) }
    try starting()
    let stage = Stage(
      host, flow, run, timeout, record,
      resumed: Resumed(saved, begun, Set(remarks.filter { $0.kind == .begun }.map(\.name))))
    return try await stage.perform()
  }

  /// Asks for the secrets again, which no journal holds, before anything else.
  private func secrets(of saved: SavedRun, _ flow: Flow) async throws -> [String: Value] {
    var secrets: [String: Value] = [:]
    let run = try Run(flow, limits: limits)
    for name in saved.secretNames {
      guard var question = run.question(named: name) else { continue }
      question.note = "The secret “\(name)” is asked for again: a saved run does not hold it."
      for _ in 0..<Self.refusals {
        let reply = try await host.ask(question)
        do throws(Rejection) {
          let value: Value
          switch reply {
          case .text(let text): value = try question.read(text)
          case .value(let answer): value = answer
          case .back: throw Rejection(message: "There is nothing to go back to.")
          case .cancelled, .timedOut: return secrets
          case .endOfInput:
            throw Rejection(message: "")
          }
          try run.check(secret: name, value)
          secrets[name] = value
        } catch {
          if case .endOfInput = reply {
            throw Failure(
              .endOfInput, "the input ended at the secret “\(name)”, which is asked for again",
              step: name)
          }
          question.problem = error.message
          continue
        }
        break
      }
    }
    return secrets
  }
}

/// What becomes of an action that was begun when a run was saved, and not ended.
public enum BegunPolicy: String, Hashable, Sendable, CaseIterable {
  /// It is performed again.
  case run
  /// The person says whether it is performed again.
  case ask
  /// The run fails.
  case fail
}

/// What a stage knows of the saved run that it goes on with.
struct Resumed: Sendable {
  let saved: SavedRun
  let policy: BegunPolicy
  /// The actions that were begun and not ended.
  var begun: Set<String>

  init(_ saved: SavedRun, _ policy: BegunPolicy, _ begun: Set<String>) {
    self.saved = saved
    self.policy = policy
    self.begun = begun
  }
}

/// One performance: the run, and what is told of it. Its needs may be served side by side.
actor Stage<Host: InteractiveInterpreter> {
  let host: Host
  let closures: [String: Closures]
  /// Whether needs are served one at a time, in the order of declaration: scripts do not race.
  let takesTurns: Bool
  private let timeout: Duration?
  private let record: (@Sendable (Journal.Entry) throws -> Void)?
  var run: Run
  /// What went wrong when the run itself had ended already.
  private var lateFailure: Failure?
  var transcript = Transcript()
  private var recorded = 0
  /// The saved run that this one goes on with.
  var resumed: Resumed?
  /// The needs that were open when the run was saved: their time has been running since.
  var openAtResume: [Need] = []
  /// What the run brought about since operations were last looked after.
  var inbox: [News] = []
  /// The prompts that have been put to the person and not been answered.
  var presented: [Need] = []
  /// Whether the person reads or answers something just now.
  var hasAttention = false
  /// What loads just now, and the clock that shows it.
  var loads: [Int: Loading] = [:]
  var lastLoad = 0
  var ticks = 0
  var ticker: Task<Void, any Error>?
  var showing: Task<Void, any Error>?
  /// What is said when a question is asked the next time, by its name.
  var notes: [String: String] = [:]
  /// The draft of a typed answer that was told last.
  var lastDraft: (need: Need, text: String)?

  init(
    _ host: Host, _ flow: Flow, _ run: Run, _ timeout: Duration?,
    _ record: (@Sendable (Journal.Entry) throws -> Void)?, resumed: Resumed? = nil
  ) {
    self.host = host
    self.run = run
    self.resumed = resumed
    if let resumed {
      recorded = resumed.saved.journal.entries.count
      openAtResume = run.needs
    }
    self.timeout = timeout
    self.record = record
    closures = flow.closures
    takesTurns = host is ScriptedSession
  }

  func perform() async throws -> FlowResult {
    defer { ticker?.cancel() }
    do {
      if let timeout {
        try await TimeLimit(timeout, sleep: host.sleep).perform { try await self.serveAll() }
      } else {
        try await serveAll()
      }
    } catch var error as ScriptedError {
      error.transcript = transcript.text
      throw error
    } catch {
      await stop(error)
    }
    return result
  }

  private func serveAll() async throws {
    try note()
    try await tell(run.news)
    while let need = run.nextNeed {
      try Task.checkCancellation()
      if run.isParallel && !takesTurns {
        try await serveOperations()
      } else {
        try await serve(need)
      }
    }
  }

  /// Ends the run for an error from outside the flow; nothing that was answered is lost.
  private func stop(_ error: any Error) async {
    let failure: Failure? =
      switch error {
      case is CancellationError: nil
      case is TimeIsUp: run.tookTooLong(timeout, asked: presented.last)
      case let error as HostFailure: error.failure
      case let failure as Failure: failure
      default: Failure(.interpreter, String(describing: error))
      }
    if case .finished? = run.outcome { lateFailure = failure }
    guard run.outcome == nil else { return }
    // Of those that run side by side the run itself tells that they are not needed any more.
    let open = run.isParallel ? [] : run.needs
    run.stop(failure)
    // The error that counts is known: what a block throws now is dropped, and the others are called.
    for need in open { try? await observe(need, .cancelled) }
    for item in run.news {
      transcript.tell(item)
      try? await observe(item)
    }
  }

  private var result: FlowResult {
    var transcript = transcript
    let outcome = lateFailure.map(Outcome.failed) ?? run.outcome ?? .cancelled
    transcript.end(outcome)
    return FlowResult(
      outcome: outcome, answers: run.answers, journal: run.journal, transcript: transcript.text)
  }

  // MARK: The run

  /// Resolves a need, writes that down, and tells those who observe.
  func resolve(_ need: Need, _ resolution: Resolution) async throws {
    try run.resolve(need, resolution, at: host.now)
    if !presented.isEmpty { presented.removeAll { $0 == need } }
    try note()
    try await tell(run.news)
  }

  func begin(_ need: Need) throws {
    run.begin(need, at: host.now)
    try note()
  }

  func note() throws {
    guard let record else { return }
    while recorded < run.journal.entries.count {
      try record(run.journal.entries[recorded])
      recorded += 1
    }
  }

  /// Writes down what became of operations, and tells those who observe them.
  private func tell(_ news: [News]) async throws {
    if news.isEmpty { return }
    inbox += news
    for item in news { transcript.tell(item) }
    for item in news { try await observe(item) }
  }

  // MARK: Observing

  private func observe(_ item: News) async throws {
    switch item {
    case .needed, .started: break
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
    if moment == .cancelled, need.kind == .prompt, !presented.contains(need) { return }
    // Between two tries it is the load that is called off.
    try await observe(need.pausedLoad ?? need.id, moment, need.performance, change)
  }

  func observe(
    _ id: String, _ moment: Moment, _ performance: Int = 1,
    _ change: (inout Happening) -> Void = { _ in }
  ) async throws {
    guard let blocks = closures[id]?.handlers[moment] else { return }
    var happening = Happening(
      id: id, performance: performance, moment: moment, answers: run.answers)
    change(&happening)
    for block in blocks {
      do {
        try await Promptly.perform(sleep: host.sleep) { [happening] in try await block(happening) }
      } catch {
        if Task.isCancelled { throw CancellationError() }
        // A draft is no answer yet, so nothing could be taken out of the words.
        let words =
          happening.isSecretDraft
          ? "(not shown, the answer is secret)"
          : happening.answers.hidingSecrets(in: String(describing: error))
        throw Failure(
          .handler, "the block for .\(moment.rawValue) of “\(id)” failed: \(words)", step: id)
      }
    }
  }
}
