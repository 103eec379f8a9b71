/// The events of a run, in order: enough to bring another run of the same flow to the same state.
public struct Journal: Sendable {
  /// One line of a journal.
  public struct Entry: Hashable, Sendable {
    /// The events in a journal.
    package enum Event: Hashable, Sendable {
      /// A prompt was answered.
      case answered(Given)
      /// A secret was given; the journal doesn't contain it.
      case answeredSecretly
      /// The time limit of a prompt was up.
      case timedOut
      /// An alert without buttons was closed.
      case dismissed
      /// A prompt with a time limit, or a wait, was opened.
      case opened
      /// An action began.
      case began
      /// An action or a load ended, with its writes; nil for a key that it removed.
      case performed([Write])
      /// An action, a load or an undo failed, with the error in words.
      case failed(String)
      /// A wait is over.
      case elapsed
      /// A step found the operation that it cancels: `waiting`, `ended` if it was over, or the names
      /// of the steps that the operation was at.
      case found(String)
      /// A decision to keep what was done under other answers; it now counts as done under the
      /// current ones.
      case kept
      /// A decision to perform again what was done under other answers, optionally after undoing
      /// it.
      case again(undoing: Bool)
      /// An undo began.
      case undoBegan
      /// The effect of an action was undone.
      case undone
      /// An undo failed, and the effect was left as it is.
      case left
      /// An action that was begun didn't have an effect.
      case didNotRun
      /// An undo that was begun didn't have an effect.
      case didNotUndo
      /// The run cancelled the work before it ended, so it isn't known whether it was done.
      case cancelled
      /// The flow no longer leads to an effect; it stays as it is.
      case stays
      /// A secret that is no longer stored was given again.
      case givenAgain
      /// The person went back to this question.
      case back
      /// Texts were said in the flow or in an operation; the entry has no name.
      case said
      /// Answers before the work have been given again, and it holds all the same.
      case held
      /// What was opened is no longer open; if it is opened again, its time starts over.
      case closed
      /// Work or secrets are gone; their numbers aren't used again. The step only carries the entry.
      case gone
    }

    /// One answer that an action wrote.
    package struct Write: Hashable, Sendable {
      /// The name of the key.
      package let key: String
      /// The answer; nil if it was removed.
      package let value: Value?
      /// Whether the key stores a secret, so that the journal doesn't contain the value.
      package let isSecret: Bool

      init(_ key: String, _ value: Value?, isSecret: Bool = false) {
        self.key = key
        self.value = isSecret ? nil : value
        // The removal of a secret isn't secret.
        self.isSecret = isSecret && value != nil
      }
    }

    /// The name of this performance of the step: `age`, or `age@2` in the second round of a loop.
    public let name: String
    package let event: Event
    /// The time of the event, as given by the driver.
    public let time: Timestamp

    /// What happened, in a word: `answered`, `began`, `performed`, `failed`, `back` and so on.
    public var kind: String {
      // Written out: an app can be built without the names of cases.
      switch event {
      case .answered: "answered"
      case .answeredSecretly: "answeredSecretly"
      case .timedOut: "timedOut"
      case .dismissed: "dismissed"
      case .opened: "opened"
      case .began: "began"
      case .performed: "performed"
      case .failed: "failed"
      case .elapsed: "elapsed"
      case .found: "found"
      case .kept: "kept"
      case .again: "again"
      case .undoBegan: "undoBegan"
      case .undone: "undone"
      case .left: "left"
      case .didNotRun: "didNotRun"
      case .didNotUndo: "didNotUndo"
      case .cancelled: "cancelled"
      case .stays: "stays"
      case .givenAgain: "givenAgain"
      case .back: "back"
      case .said: "said"
      case .held: "held"
      case .closed: "closed"
      case .gone: "gone"
      }
    }

    /// The answer that was given; nil for a secret, and for what isn't an answer.
    public var answer: Given? { if case .answered(let given) = event { given } else { nil } }
  }

  let program: Program?
  var lines: [Line] = []
  /// What other versions of the flow have written and this one can't hold.
  var foreign = ForeignLines()

  init(_ program: Program? = nil, _ lines: [Line] = []) {
    self.program = program
    self.lines = lines
  }

  /// The entries, in order.
  public var entries: [Entry] {
    guard let program else { return [] }
    return lines.map { Entry($0, program) }
  }
}

extension Journal.Entry {
  init(_ line: Line, _ names: some LineNames) {
    name = line.kind == .said ? "" : names.saved(line.name).text
    event = line.event
    time = line.time
  }
}

extension Journal: Equatable {
  /// Whether two journals have the same entries.
  public static func == (a: Journal, b: Journal) -> Bool { a.entries == b.entries }
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
    case .cut: .cancelled
    case .said: .said
    case .held: .held
    case .closed: .closed
    case .gone: .gone
    }
  }

  /// The answer as it was given.
  var given: Given { Given(value, form) }
}
