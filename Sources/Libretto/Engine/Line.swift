/// One line of a run’s journal, as the engine holds it: names as numbers.
///
/// The memo of a run is made of its lines, and so is every saved form of it. A line without anything
/// out of the ordinary has no detail: that keeps an answer within 60 bytes.
struct Line: Sendable {
  enum Kind: UInt8, Sendable {
    // Questions.
    case answered, secret, timedOut, dismissed
    /// A prompt or wait with a time limit was opened.
    case opened
    // Work.
    case began, ended, failed, workTimedOut, loaded, elapsed
    /// What a step that cancels an operation found.
    case found
    // Decisions about what was done under other answers.
    case kept, again, undoAgain, undoBegan, undone, undoFailed, left, didNotRun, didNotUndo, stays
    /// A secret was given again, which nothing holds.
    case givenAgain
    /// A step back.
    case back
  }

  /// What kind of answer a value is.
  enum Form: UInt8, Sendable { case typed, yes, choice, choices, submit }

  let step: Int32
  let kind: Kind
  var form: Form
  /// Whether it was written under an earlier version of the flow.
  var isLoose: Bool
  /// Of a question that was taken out: it is to be asked again, with its answer offered.
  var isOut: Bool
  let rounds: Rounds
  let time: Int
  var value: Value
  var detail: Detail?

  var name: StepName { StepName(step: step, rounds: rounds) }

  init(
    _ name: StepName, _ kind: Kind, _ time: Int, value: Value = .null, form: Form = .typed,
    detail: Detail? = nil
  ) {
    step = name.step
    rounds = name.rounds
    self.kind = kind
    self.time = time
    self.value = value
    self.form = form
    self.detail = detail
    isLoose = false
    isOut = false
  }

  var shown: Shown { detail?.shown ?? Shown() }

  /// What a line holds out of the ordinary.
  final class Detail: Sendable {
    let shown: Shown
    let work: Work?
    let names: Names?

    init(shown: Shown = Shown(), work: Work? = nil, names: Names? = nil) {
      self.shown = shown
      self.work = work
      self.names = names
    }
  }

  /// What belongs to work.
  struct Work: Sendable {
    /// Of what began: the number of the performance; counted over the whole run.
    var number = 0
    var inputs: WorkInputs?
    /// What was decided to stand under: the inputs of a `kept` or `again`.
    var accepted: WorkInputs?
    /// What the effect was given, for its undo.
    var given: Snapshot?
    var writes: [Journal.Entry.Write] = []
    /// Which one each secret that it wrote is, by the names of the keys.
    var secrets: [String: Int] = [:]
    var message = ""
    /// How many tries of a load have failed.
    var tries = 0
    /// Whether it was of an earlier version already before the last edit; no file holds that.
    var wasLoose = false
  }

  /// What a step back did, or where a cancelled operation stood.
  struct Names: Sendable {
    /// Taken out, to be asked again.
    var out: [StepName] = []
    /// Taken out before, and put back.
    var restored: [StepName] = []
    /// Deleted.
    var dropped: [StepName] = []
    /// Where the run stood.
    var from: StepName?
  }
}

/// The answers at one moment.
struct Snapshot: Sendable {
  var slots: [Value?]
  var others: [String: Value]
}
