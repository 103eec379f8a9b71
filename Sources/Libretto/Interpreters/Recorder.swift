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
          requiresSync: joined > 0 || line.kind != .opened && line.kind != .said)
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
