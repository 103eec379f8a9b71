/// Lines of a journal, to be stored.
public struct RecordedLines: Hashable, Sendable {
  /// The lines in UTF-8, each with a newline. If the previous line had no newline, one comes first.
  public let bytes: [UInt8]
  /// Whether they must survive a loss of power before the run continues: answers, and the beginning
  /// and end of work.
  public let requiresSync: Bool
}

/// Turns the events of a run into the lines of its journal.
struct Recorder: Sendable {
  private let flow: Flow
  private let keep: @Sendable (RecordedLines) throws -> Void
  private var writer: JournalLines
  private var recorded: Int
  /// The error of the first line that couldn't be stored: a line after a missing one would look
  /// like damage.
  private var failure: (any Error)?
  /// Whether the previous line has no newline.
  private var isMidLine = false

  /// Begins the journal of a new run.
  init(
    _ flow: Flow, _ run: Run, _ keep: @escaping @Sendable (RecordedLines) throws -> Void
  ) throws {
    self.flow = flow
    self.keep = keep
    writer = JournalLines()
    recorded = 0
    try write(writer.header(flow, try flow.fingerprint, run))
    try note(run)
  }

  /// Continues a journal. For an edited flow, everything taken over is written once, completely,
  /// and is valid only with its closing line.
  init(
    _ flow: Flow, _ run: Run, after saved: SavedRun,
    _ keep: @escaping @Sendable (RecordedLines) throws -> Void
  ) throws {
    self.flow = flow
    self.keep = keep
    writer = JournalLines(after: saved)
    isMidLine = !saved.endsWithNewline
    recorded = run.lines.count
    guard saved.fingerprint != (try flow.fingerprint) else {
      // What the run did by itself on the way here.
      recorded = run.restoredCount
      try note(run)
      return
    }
    var text = writer.header(flow, try flow.fingerprint, run, from: saved.fingerprint)
    let kept = run.foreign.texts
    text += writer.lines(kept, run.foreign.content)
    text += writer.lines(run.lines, flow.program)
    text += writer.migrated(kept.count + run.lines.count, time: run.now)
    try write(text)
  }

  /// Writes down the events since the last call.
  /// - Throws: the error of the first line that couldn't be stored, now and in all later calls.
  mutating func note(_ run: Run) throws {
    if let failure { throw failure }
    do {
      while recorded < run.lines.count {
        let line = run.lines[recorded]
        let joined = run.lines[(recorded + 1)...].prefix(while: \.isJoined).count
        let end = recorded + 1 + joined
        try write(
          writer.lines(run.lines[recorded..<end], flow.program),
          requiresSync: joined > 0 || ![.opened, .closed, .said].contains(line.kind))
        recorded = end
      }
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func write(_ text: String, requiresSync: Bool = true) throws {
    let text = isMidLine ? "\n" + text : text
    isMidLine = false
    try keep(RecordedLines(bytes: Array(text.utf8), requiresSync: requiresSync))
  }
}

extension Flow {
  /// Performs the flow with an interpreter, and hands over the lines of the run's journal.
  /// - Parameters:
  ///   - interpreter: the interpreter.
  ///   - id: the id of the run, which identifies it among all runs; nil to make one.
  ///   - recording: receives the lines before the run continues; store them, and make sure that
  ///     they last if ``RecordedLines/requiresSync`` is true. An error that it throws ends the run.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` if the flow has problems, and the error of recording the first line.
  public func run(
    with interpreter: some InteractiveInterpreter, id: String? = nil,
    recording: @escaping @Sendable (RecordedLines) throws -> Void
  ) async throws -> FlowResult {
    var driver = Driver(interpreter)
    driver.id = id
    driver.record = recording
    return try await driver.perform(self)
  }

  /// Resumes a saved run with an interpreter, in this flow or after an edit of the flow.
  /// - Parameters:
  ///   - saved: the saved run.
  ///   - interpreter: the interpreter.
  ///   - interrupted: what to do with an action that was begun and may have ended.
  ///   - remark: receives what couldn't be taken over, before anything is asked, and later the fact
  ///     that a secret that was given again counts as the same.
  ///   - recording: receives the following lines of the journal before the run continues; nil if
  ///     they aren't stored. Append them after the first ``SavedRun/byteCount`` bytes of the
  ///     journal.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` if the flow has problems, ``Rejection`` if the run belongs to
  ///   another flow.
  public func resume(
    _ saved: SavedRun, with interpreter: some InteractiveInterpreter,
    interrupted: InterruptedWorkPolicy = .ask,
    remark: @escaping @Sendable (ResumeRemark) throws -> Void = { _ in },
    recording: (@Sendable (RecordedLines) throws -> Void)? = nil
  ) async throws -> FlowResult {
    var driver = Driver(interpreter)
    driver.record = recording
    return try await driver.resume(self, saved, interrupted: interrupted, tell: remark)
  }
}
