/// One line of a run's journal, with numbers as names.
///
/// The memo of a run consists of its lines, and so does every saved form of it. In a run, the
/// numbers are those of its program; in a saved run, those of its ``SavedLines``, until a
/// ``Mapping`` finds out what they are in a flow. An ordinary line has no detail, so an answer takes
/// at most 60 bytes.
struct Line: Hashable, Sendable {
  enum Kind: UInt8, Sendable, CaseIterable {
    // Questions.
    case answered, secret, timedOut, dismissed
    /// A prompt with a time limit, or a wait, was opened.
    case opened
    // Work.
    case began, ended, failed, workTimedOut, loaded, elapsed
    /// The state in which a step found the operation that it cancels.
    case found
    // Decisions about what was done under other answers.
    case kept, again, undoAgain, undoBegan, undone, undoFailed, left, didNotRun, didNotUndo, stays
    /// A secret that is no longer stored was given again.
    case givenAgain
    /// A step back.
    case back
    /// Work that the run cancelled, and that didn't say that it was done.
    case cut
    /// What was said in a strand since the line before.
    case said
    /// The run came past work again after an answer before it had been given again, and the work
    /// holds.
    case held
    /// A prompt or a wait that was opened is no longer open, and has no outcome; if it is opened
    /// again, its time starts over.
    case closed
    /// Work or secrets that are gone: their numbers, which aren't used again, and the keys that other
    /// work had read; its name only carries it. Or a cancel, with the work behind it.
    case gone
  }

  /// The numbers of secrets are below this, in every saved form: with how often one was given again,
  /// they are a number that the formats hold.
  static let mostSecrets = 1 << 31

  /// The form of an answer.
  enum Form: UInt8, Sendable { case typed, yes, choice, choices, submit }

  // In this order, a line takes 48 bytes.
  let rounds: Rounds
  let time: Timestamp
  var value: Value
  let kind: Kind
  var form: Form
  fileprivate var marks: Marks = []
  var step: Int32
  var detail: Detail?

  /// What a line is marked with, in a byte.
  fileprivate struct Marks: OptionSet, Hashable {
    let rawValue: UInt8
    static let loose = Marks(rawValue: 1)
    static let out = Marks(rawValue: 2)
    static let changed = Marks(rawValue: 4)
    static let joined = Marks(rawValue: 8)
    static let kept = Marks(rawValue: 16)
    static let ownRound = Marks(rawValue: 32)

    subscript(mark: Marks) -> Bool {
      get { contains(mark) }
      set { if newValue { insert(mark) } else { remove(mark) } }
    }
  }

  /// Whether it was written under an earlier version of the flow.
  var isLoose: Bool {
    get { marks[.loose] }
    set { marks[.loose] = newValue }
  }
  /// For a question that a step back took out: it will be asked again, and its answer is offered.
  var isOut: Bool {
    get { marks[.out] }
    set { marks[.out] = newValue }
  }
  /// Whether the answer took the place of another one, where the line of that one is left out.
  var isChanged: Bool {
    get { marks[.changed] }
    set { marks[.changed] = newValue }
  }
  /// Whether it belongs to the event of the line before, so that both are kept or neither: the
  /// answers of a page.
  var isJoined: Bool {
    get { marks[.joined] }
    set { marks[.joined] = newValue }
  }
  /// Whether the version of the flow that saved it couldn't hold it.
  var isKept: Bool {
    get { marks[.kept] }
    set { marks[.kept] = newValue }
  }
  /// Of a saved line: whether the last of the rounds in its name is the action's own, which a
  /// `TryAgain` begins. A name alone doesn't say which loops its rounds are of.
  var hasOwnRound: Bool {
    get { marks[.ownRound] }
    set { marks[.ownRound] = newValue }
  }

  var name: StepName { StepName(step: step, rounds: rounds) }

  init(
    _ name: StepName, _ kind: Kind, _ time: Timestamp, value: Value = .null, form: Form = .typed,
    detail: Detail? = nil
  ) {
    step = name.step
    rounds = name.rounds
    self.kind = kind
    self.time = time
    self.value = value
    self.form = form
    self.detail = detail
  }

  /// A line that tells what is gone.
  /// - Parameters:
  ///   - number: a number of work that isn't used again.
  ///   - secret: a number of a secret that isn't used again; 0 for none.
  ///   - keys: the keys that were lost with it.
  ///   - works: the work that this concerns; none for all.
  static func gone(
    _ name: StepName, number: Int, secret: Int = 0, keys: [String] = [],
    works: [StepName] = [], at time: Timestamp = .epoch
  ) -> Line {
    var work = Work(number: number)
    work.writes = keys.map { Journal.Entry.Write($0, nil) }
    if secret > 0 {
      work.secrets = ["": secret]
      work.writes.append(Journal.Entry.Write("", .null, isSecret: true))
    }
    let names = works.isEmpty ? nil : Names(dropped: works)
    return Line(name, .gone, time, detail: Detail(work: work, names: names))
  }

  var shown: Shown { detail?.shown ?? Shown() }

  /// What is out of the ordinary in a line.
  final class Detail: Hashable, Sendable {
    let shown: Shown
    let work: Work?
    let names: Names?
    /// What was in sight when a question was answered, or what was said.
    let sight: Sight?

    /// - Returns: nil if there is nothing in it.
    init?(
      shown: Shown = Shown(), work: Work? = nil, names: Names? = nil, sight: Sight? = nil
    ) {
      if shown.isEmpty, work == nil, names == nil, sight == nil { return nil }
      self.shown = shown
      self.sight = sight
      self.work = work
      self.names = names
    }

    static func == (a: Detail, b: Detail) -> Bool {
      a.shown == b.shown && a.work == b.work && a.names == b.names && a.sight == b.sight
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(shown)
      hasher.combine(work)
    }
  }

  /// The parts that belong to work.
  struct Work: Hashable, Sendable {
    /// For work that began, the number of the performance, counted over the whole run.
    var number = 0
    var inputs: WorkInputs?
    /// For `kept` or `again`, the inputs that the decision accepted.
    var accepted: WorkInputs?
    /// The answers given to the effect, for its undo.
    var given: Snapshot?
    var writes: [Journal.Entry.Write] = []
    /// The numbers of the secrets that it wrote, by the names of the keys.
    var secrets: [String: Int] = [:]
    /// Why it failed; for work that ended, the key that it set without declaring it.
    var message = ""
    /// The number of failed tries of a load.
    var tries = 0
  }

  /// The effects of a step back, or the work that lost something.
  struct Names: Hashable, Sendable {
    /// The questions taken out, to be asked again.
    var out: [StepName] = []
    /// The questions taken out before that are put back.
    var restored: [StepName] = []
    /// The names that are deleted.
    var dropped: [StepName] = []
    /// The step at which the run was.
    var from: StepName?
    /// The work that a step back went over, and no earlier one since it was last come past; nil for
    /// all.
    var over: [StepName]?

    /// The same with other numbers, without those that have none.
    func renumbered(_ number: (StepName) -> StepName?) -> Names {
      Names(
        out: out.compactMap(number), restored: restored.compactMap(number),
        dropped: dropped.compactMap(number), from: from.flatMap(number),
        over: over?.compactMap(number))
    }
  }
}

/// The answers at one moment.
struct Snapshot: Hashable, Sendable {
  var slots: [Value?]
  var others: [String: Value]
}

extension [Line] {
  /// Whether a line is the answer to a question, and nothing is out of the ordinary. It is read where
  /// it is: a copy would cost as much as the rest of a step.
  @inline(__always)
  func isPlain(at place: Int) -> Bool {
    self[place].kind == .answered && self[place].marks.rawValue == 0 && self[place].detail == nil
  }
}

extension Snapshot: Redacted {
  /// Only what it is: the answers may be secret.
  var description: String { "snapshot of \(slots.count) answers" }
}

// Which lines can belong to which steps.

extension Line {
  /// Whether the run came past work with it: that was performed, or found to hold.
  var comesPastWork: Bool {
    switch kind {
    case .held, .kept: true
    case .gone, .didNotRun: false
    default: detail?.work?.number ?? 0 > 0
    }
  }
}

extension Line.Kind {
  /// Whether a line of this kind can belong to such a step.
  func fits(_ step: Program.StepCode.Kind) -> Bool {
    switch (self, step) {
    case (.answered, .prompt), (.secret, .prompt), (.timedOut, .prompt), (.dismissed, .prompt),
      (.opened, .prompt), (.givenAgain, .prompt):
      true
    case (.opened, .wait), (.elapsed, .wait), (.found, .cancel): true
    case (.closed, _): Line.Kind.opened.fits(step)
    case (.loaded, .load), (.failed, .load), (.elapsed, .load), (.opened, .load),
      (.kept, .load), (.undone, .load):
      true
    case (.began, .action), (.ended, .action), (.failed, .action), (.workTimedOut, .action),
      (.kept, .action), (.again, .action), (.undoAgain, .action), (.undoBegan, .action),
      (.undone, .action), (.undoFailed, .action), (.left, .action), (.didNotRun, .action),
      (.didNotUndo, .action), (.stays, .action), (.givenAgain, .action), (.elapsed, .action),
      (.opened, .action), (.cut, .action), (.held, .action), (.held, .load):
      true
    case (.said, _), (.back, _), (.gone, _): true
    default: false
    }
  }
}
