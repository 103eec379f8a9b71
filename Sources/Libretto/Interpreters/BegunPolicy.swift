/// What becomes of an action that was begun when a run was saved, and not ended.
public enum BegunPolicy: String, Hashable, Sendable, CaseIterable {
  /// It is performed again.
  case run
  /// The person says whether it is performed again.
  case ask
  /// The run fails.
  case fail
}
