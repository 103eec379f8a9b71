/// What work reports while it is performed: how far it has got, and lines to show.
///
/// It only keeps the latest progress, so work can report it as often as it likes. Whoever shows it
/// is woken once, takes what there is, and asks to be woken again.
final class WorkReports: Sendable {
  /// The number of lines that wait to be shown before further ones are only counted.
  static let mostLines = 1_000

  /// How far work has got, in its own words.
  struct Progress: Hashable, Sendable {
    var fraction: Double?
    var label: String?
    /// Whether the work had used a secret by then.
    var isTainted = false
  }

  /// A line that work has logged.
  struct Line: Sendable {
    let text: String
    /// Whether the work had used a secret by then.
    let isTainted: Bool
  }

  private struct RunState: Sendable {
    var progress: Progress?
    var lines: [Line] = []
    /// The number of lines that were left out.
    var leftOut = 0
    var hasReported = false
    var isNew = false
    var isAwaited = true
    var isOver = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Locked(RunState())

  /// Sets what is called when there is something to take, at most once for each time it is awaited.
  func listen(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func report(_ progress: Progress) {
    note { state in
      guard state.progress != progress else { return false }
      state.progress = progress
      return true
    }
  }

  func log(_ line: Line) {
    note { state in
      if state.lines.count < Self.mostLines { state.lines.append(line) } else { state.leftOut += 1 }
      return true
    }
  }

  private func note(_ change: (inout RunState) -> Bool) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver, change(&state) else { return nil }
      state.hasReported = true
      state.isNew = true
      guard state.isAwaited, let wake = state.wake else { return nil }
      state.isAwaited = false
      return wake
    }
    wake?()
  }

  /// Whether the work has ended.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether there were any reports.
  var hasReported: Bool { state.withLock { $0.hasReported } }

  /// The latest progress; nil if none was reported.
  var progress: Progress? { state.withLock { $0.progress } }

  /// Takes the lines that have been logged since the last call, and the number of those left out.
  func takeLines() -> (lines: [Line], leftOut: Int) {
    state.withLock { state in
      defer { (state.lines, state.leftOut, state.isNew) = ([], 0, false) }
      return (state.lines, state.leftOut)
    }
  }

  /// Waits for the next report.
  /// - Returns: whether there is one already, so that nobody is woken.
  func await() -> Bool {
    state.withLock { state in
      if state.isNew { return true }
      state.isAwaited = true
      return false
    }
  }

  /// Ends the reports: later ones are ignored.
  func close() { state.withLock { ($0.isOver, $0.wake) = (true, nil) } }
}
