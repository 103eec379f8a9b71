/// A moment in the life of a step that a block of its own can observe.
public enum Moment: String, Hashable, Sendable, CaseIterable {
  /// A prompt is about to be put to the person.
  case presented
  /// A typed answer changed, before it is given; never for a secret.
  case changed
  /// A prompt was answered.
  case answered
  /// An alert is gone.
  case dismissed
  /// The time of a prompt or of work was up.
  case timedOut
  /// It was cancelled before it ended.
  case cancelled
  /// A try of a load begins, or of an action that shows a text.
  case loading
  /// A load ended, with data or with none.
  case loaded
  /// Work failed.
  case failed
  /// An action, an operation or a form ended well.
  case ended
}

extension Node.Kind {
  /// The moments in the life of such a step.
  var moments: [Moment] {
    switch self {
    case .prompt(let prompt):
      switch prompt.shape {
      case _ where prompt.kind == .alert:
        [.presented, .answered, .dismissed, .timedOut, .cancelled]
      case .typed: [.presented, .changed, .answered, .timedOut, .cancelled]
      case .review: [.presented, .ended, .cancelled]
      case .yesNo, .oneOf, .someOf, .notice: [.presented, .answered, .timedOut, .cancelled]
      }
    case .action: [.loading, .ended, .failed, .timedOut, .cancelled]
    case .load: [.loading, .loaded, .failed, .timedOut, .cancelled]
    case .operation: [.ended, .failed, .cancelled]
    default: []
    }
  }
}
