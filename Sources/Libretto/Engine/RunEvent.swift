/// An event of the last step of a run, in addition to its needs.
public enum RunEvent: Sendable {
  /// While operations run, there is another need.
  case needed(Need)
  /// A need no longer exists: its operation was cancelled, or the run went back or ended.
  case withdrawn(Need)
  /// An operation started.
  case started(id: String, name: String)
  /// An operation ended without a failure.
  case ended(id: String, name: String)
  /// An operation failed, with the error in words.
  case failed(id: String, name: String, error: String)
  /// An operation was cancelled, before it started or while it ran.
  case cancelled(id: String, name: String)
  /// A `Back` of the flow went back to the question with this name.
  case wentBack(to: String)
  /// A `Back` found no earlier question.
  case nothingBefore
}
