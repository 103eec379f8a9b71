/// Lines of a journal, as they are to be kept.
public struct RecordedLines: Hashable, Sendable {
  /// The lines, each with its end of line, UTF-8. Where the last line before had none, it comes first.
  public let bytes: [UInt8]
  /// Whether they must be safe from a loss of power before the run goes on: answers, and what was
  /// begun and ended.
  public let mustLast: Bool
}

/// Turns what happens in a run into the lines of its journal.
struct Recorder: Sendable {
  private let flow: Flow
  private let keep: @Sendable (RecordedLines) throws -> Void
  private var writer: JournalLines
  private var recorded: Int
  /// What could not be kept: a line behind one that is missing would be taken for damage.
  private var failure: (any Error)?
  /// Whether the last line before has no end of line.
  private var isMidLine = false

  /// Begins the journal of a new run.
  init(
    _ flow: Flow, _ run: Run, _ keep: @escaping @Sendable (RecordedLines) throws -> Void
  ) throws {
    self.flow = flow
    self.keep = keep
    writer = JournalLines()
    recorded = 0
    try write(
      writer.header(flow.name, try flow.fingerprint, run: run.id, time: run.started))
    try note(run)
  }

  /// Goes on with a journal. Of an edited flow what is taken over is written once, whole, and counts
  /// with its closing line.
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
      recorded = min(saved.lines.count, run.lines.count)
      try note(run)
      return
    }
    var text = writer.header(
      flow.name, try flow.fingerprint, run: run.id, time: run.now, from: saved.fingerprint)
    for line in run.lines { text += writer.line(for: line, flow.program) }
    text += writer.migrated(run.lines.count, time: run.now)
    try write(text)
  }

  /// Writes down what has happened since.
  /// - Throws: what the first line that could not be kept met with, now and ever after.
  mutating func note(_ run: Run) throws {
    if let failure { throw failure }
    do {
      while recorded < run.lines.count {
        let line = run.lines[recorded]
        try write(writer.line(for: line, flow.program), mustLast: line.kind != .opened)
        recorded += 1
      }
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func write(_ text: String, mustLast: Bool = true) throws {
    let text = isMidLine ? "\n" + text : text
    isMidLine = false
    try keep(RecordedLines(bytes: Array(text.utf8), mustLast: mustLast))
  }
}
