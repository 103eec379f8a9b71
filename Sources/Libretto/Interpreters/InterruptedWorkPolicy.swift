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
