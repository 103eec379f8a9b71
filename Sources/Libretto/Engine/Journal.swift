/// What happened in a run, in order: enough to bring another run of the same flow to the same
/// state.
public struct Journal: Sendable {
  /// One line of a journal.
  public struct Entry: Hashable, Sendable {
    /// What happened.
    public enum Event: Hashable, Sendable {
      /// A prompt was answered.
      case answered(Given)
      /// A secret was given; what it was is not kept.
      case answeredSecretly
      /// The time of a prompt was up.
      case timedOut
      /// An alert without buttons was closed.
      case dismissed
      /// A prompt or a wait with a time limit was opened.
      case opened
      /// An action was begun.
      case began
      /// An action or a load ended, with what it wrote; nil for a key that it took away.
      case performed([Write])
      /// An action, a load or an undo failed, with the error in words.
      case failed(String)
      /// A wait is over.
      case elapsed
      /// An operation was to be cancelled: `waiting`, `running` or `ended`.
      case found(String)
      /// What was done under other answers stays, and counts as done under those of now.
      case kept
      /// What was done under other answers is to be performed again; first undone, where it says so.
      case again(undoing: Bool)
      /// The undoing of an action was begun.
      case undoBegan
      /// What an action did was taken back.
      case undone
      /// Undoing it failed, and it was left as it is.
      case left
      /// An action that was begun did not have its effect.
      case didNotRun
      /// An undo that was begun did not have its effect.
      case didNotUndo
      /// Nothing in the flow asks for what was done any more; it stays as it is.
      case stays
      /// A secret that nothing holds was given again.
      case givenAgain
      /// The person went back to this question.
      case back
    }

    /// One answer that an action wrote.
    public struct Write: Hashable, Sendable {
      /// The name of the key.
      public let key: String
      /// The answer; nil where it was taken away.
      public let value: Value?
      /// Whether the key holds a secret, so that the value is not kept.
      public let isSecret: Bool

      init(_ key: String, _ value: Value?, isSecret: Bool = false) {
        self.key = key
        self.value = isSecret ? nil : value
        // That a secret was taken away is none.
        self.isSecret = isSecret && value != nil
      }
    }

    /// The name of the step’s performance: `age`, or `age@2` in the second round of a loop.
    public let name: String
    /// What happened.
    public let event: Event
    /// When, in milliseconds since 1970 began in UTC, as the driver told.
    public let time: Int
  }

  let program: Program?
  var lines: [Line] = []

  init(_ program: Program? = nil, _ lines: [Line] = []) {
    self.program = program
    self.lines = lines
  }

  /// The lines, in order.
  public var entries: [Entry] {
    guard let program else { return [] }
    return lines.map { Entry(name: program.string($0.name), event: $0.event, time: $0.time) }
  }
}

extension Journal: Hashable {
  /// Whether two journals tell the same.
  public static func == (a: Journal, b: Journal) -> Bool { a.entries == b.entries }

  /// Feeds the entries to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Line {
  var event: Journal.Entry.Event {
    switch kind {
    case .answered: .answered(given)
    case .secret: .answeredSecretly
    case .timedOut, .workTimedOut: .timedOut
    case .dismissed: .dismissed
    case .opened: .opened
    case .began: .began
    case .ended, .loaded: .performed(detail?.work?.writes ?? [])
    case .failed, .undoFailed: .failed(detail?.work?.message ?? "")
    case .elapsed: .elapsed
    case .found: .found(value.description)
    case .kept: .kept
    case .again: .again(undoing: false)
    case .undoAgain: .again(undoing: true)
    case .undoBegan: .undoBegan
    case .undone: .undone
    case .left: .left
    case .didNotRun: .didNotRun
    case .didNotUndo: .didNotUndo
    case .stays: .stays
    case .givenAgain: .givenAgain
    case .back: .back
    }
  }

  /// The answer as it was given.
  var given: Given { Given(value, form) }
}
