/// Serves a run with an interactive interpreter, from start to end: the one place where needs meet
/// I/O.
package struct Driver: Sendable {
  package typealias Host = any InteractiveInterpreter
  /// The number of successive answers that one question refuses before the run fails.
  ///
  /// Without this limit, an endless stream of nonsense would be asked for forever.
  package static var refusals: Int { 1000 }

  /// How long a load takes before the interpreter shows it, so that fast work doesn't flicker.
  static var patience: Duration { .milliseconds(25) }
  /// As many times as long, and what has no text of its own is shown under its name.
  static var ticksOfMoment: Int { 8 }

  let host: Host
  /// The answers given beforehand; nil without a command line.
  package var standIn: StandIn?
  /// The limits of the run, if they differ from the flow's.
  package var limits: Limits?
  /// The time limit of the whole run; nil for no limit.
  package var timeout: Duration?
  /// Receives the lines of the journal before the flow continues.
  package var record: (@Sendable (RecordedLines) throws -> Void)?
  /// The id of the run; nil to make one.
  var id: String?
  /// Whether the result has a transcript.
  package var keepsTranscript = true

  package init(_ host: Host) {
    self.host = host
  }

  package func perform(_ flow: Flow) async throws -> FlowResult {
    if performsActions { try flow.validateClosures() }
    let run = try Run(
      flow, limits: limits, id: id ?? (host is any ReplayingInterpreter ? "" : RunID.make()),
      at: host.now)
    let recorder = try record.map { try Recorder(flow, run, $0) }
    return try await Stage(
      host, flow, run, timeout, recorder, keepsTranscript: keepsTranscript, standIn: standIn
    ).perform()
  }

  /// Resumes a saved run.
  /// - Parameters:
  ///   - flow: the current flow.
  ///   - saved: the saved run.
  ///   - interrupted: what to do with an action that was begun and had not ended.
  ///   - tell: receives what couldn't be taken over, before anything is asked, and later what
  ///     counts as the same.
  ///   - show: receives the questions that were answered before, with their answers, and whether
  ///     an answer is only kept until the run comes there again.
  ///   - starting: called before the first line is recorded.
  package func resume(
    _ flow: Flow, _ saved: SavedRun, interrupted: InterruptedWorkPolicy,
    tell: @escaping @Sendable (ResumeRemark) throws -> Void,
    show: ((Question, Given, _ isKept: Bool) throws -> Void)? = nil,
    starting: () throws -> Void = {}
  ) async throws -> FlowResult {
    try await stage(flow, saved, interrupted, tell, show, starting).perform()
  }

  private var performsActions: Bool {
    (standIn?.performsActions ?? true) && host.performsActions
  }

  // Not inlined, since a release build can't split the coroutine of an async function that has a
  // run as a local: the compiler of Swift 6.3.1 crashes.
  @inline(never)
  private func stage(
    _ flow: Flow, _ saved: SavedRun, _ interrupted: InterruptedWorkPolicy,
    _ tell: @escaping @Sendable (ResumeRemark) throws -> Void,
    _ show: ((Question, Given, _ isKept: Bool) throws -> Void)?, _ starting: () throws -> Void
  ) throws -> Stage {
    if performsActions { try flow.validateClosures() }
    var (run, remarks) = try Run.resuming(flow, from: saved, limits: limits, at: host.now)
    run.language = host.words
    if let show {
      for (question, _, given) in run.answeredQuestions { try show(question, given, false) }
      for (question, _, given) in run.keptQuestions { try show(question, given, true) }
    }
    for remark in remarks { try tell(remark.speaking(host.words)) }
    try starting()
    let recorder = try record.map { try Recorder(flow, run, after: saved, $0) }
    return Stage(
      host, flow, run, timeout, recorder, keepsTranscript: keepsTranscript, standIn: standIn,
      interrupted: interrupted, tell: tell)
  }
}

/// Makes ids of runs: 64 random bits.
enum RunID {
  static func make() -> String { JournalLines.hex(UInt64.random(in: .min ... .max), 16) }
}

/// What to do with interrupted work: an action that was begun when a run was saved, and had not
/// ended.
public enum InterruptedWorkPolicy: String, Hashable, Sendable, CaseIterable {
  /// Perform it again.
  case run
  /// Ask the person whether to perform it again.
  case ask
  /// Fail the run.
  case fail
}
