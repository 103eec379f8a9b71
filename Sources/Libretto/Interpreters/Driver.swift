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
  /// Is given the lines of the journal before the flow goes on.
  var record: (@Sendable (RecordedLines) throws -> Void)?
  /// What tells the run from every other; made where it is nil.
  var id: String?

  init(_ host: Host) {
    self.host = host
  }

  func perform(_ flow: Flow) async throws -> FlowResult {
    if host.performsActions { try flow.validateClosures() }
    let run = try Run(flow, limits: limits, id: id ?? host.newID, at: host.now)
    let recorder = try record.map { try Recorder(flow, run, $0) }
    return try await Stage(host, flow, run, timeout, recorder).perform()
  }

  /// Goes on with a saved run.
  /// - Parameters:
  ///   - flow: the flow as it is now.
  ///   - saved: the saved run.
  ///   - begun: what becomes of an action that was begun and not ended.
  ///   - tell: is told what could not be taken over, before anything is asked, and later what counts
  ///     as the same.
  ///   - starting: is called before the first line is recorded.
  func resume(
    _ flow: Flow, _ saved: SavedRun, begun: BegunPolicy,
    tell: @escaping @Sendable (ResumeRemark) throws -> Void, starting: () throws -> Void = {}
  ) async throws -> FlowResult {
    if host.performsActions { try flow.validateClosures() }
    let (run, remarks) = try Run.resuming(flow, saved, limits: limits, at: host.now)
    for remark in remarks { try tell(remark) }
    try starting()
    let recorder = try record.map { try Recorder(flow, run, after: saved, $0) }
    let stage = Stage(host, flow, run, timeout, recorder, begun: begun, tell: tell)
    return try await stage.perform()
  }
}

/// What tells one run from another: 64 random bits.
enum RunID {
  static func make() -> String { JournalLines.hex(UInt64.random(in: .min ... .max), 16) }
}
