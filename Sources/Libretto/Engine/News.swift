/// What the last step of a run brought about besides its needs.
public enum News: Sendable {
  /// Something more is needed, while operations run.
  case needed(Need)
  /// A need is none any more: its operation was cancelled, or the run went back or ended.
  case withdrawn(Need)
  /// An operation started.
  case started(id: String, name: String)
  /// An operation ended well.
  case ended(id: String, name: String)
  /// An operation failed, with the error in words.
  case failed(id: String, name: String, error: String)
  /// An operation was cancelled, before it started or while it ran.
  case cancelled(id: String, name: String)
  /// The flow went back, by a `Back` of its own, to the question of this name.
  case wentBack(to: String)
  /// A `Back` found no question before it.
  case nothingBefore
}
