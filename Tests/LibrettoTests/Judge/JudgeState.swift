/// What the judge expects of the engine: something that has to be resolved before the run goes on.
struct JudgeNeed: Sendable {
  enum Kind: String, Hashable, Sendable {
    case prompt, notice, action, load, wait, stale, begun, undo, undoBegun, undoFailed, remains
    case secret
    /// What the run does by itself: no engine shows these.
    case back, cancel
  }

  var kind: Kind
  var name: String
  let step: JudgeStep
  let position: [Int]
  /// The place of the operation that needs it; empty outside of operations.
  let strand: [Int]
  var inputs = JudgeInputs()
  /// The answer that is offered.
  var offer: JudgeAnswer?
  /// The answers as the strand has them.
  let answers: JudgeAnswers
  /// The questions in whose branches it stands.
  let around: [JudgeStrand.Around]
  /// The effect at which the strand stands, where another one is to be undone before it.
  var subject: String
  /// The texts in sight, in its strand and those around it.
  var sights: [String: [String]]
  /// Where a cancelled operation stands.
  var found: JudgeStand?

  init(
    _ kind: Kind, _ name: String, _ step: JudgeStep, _ position: [Int], _ strand: JudgeStrand,
    _ inputs: JudgeInputs = JudgeInputs()
  ) {
    self.kind = kind
    self.name = name
    self.step = step
    self.position = position
    self.strand = strand.path
    self.inputs = inputs
    answers = strand.answers
    around = strand.around
    sights = [strand.name: strand.sight]
    subject = name
  }

  /// Whether the run resolves it by itself.
  var isInternal: Bool { kind == .back || kind == .cancel }
}

/// One line of steps that is performed: the flow, or an operation.
final class JudgeStrand {
  /// Whether in it one operation ends the run while another takes a step back.
  var isRace = false
  /// Whether it takes only entries, because a step has cancelled it.
  var isCut = false

  struct Around: Sendable {
    let name: String
    let position: [Int]
  }

  /// An entry that the strand took from the memo.
  struct Taken: Sendable {
    let name: String
    let entry: JudgeEntry
    let inputs: JudgeInputs
    let position: [Int]
    /// The place of the operation that took it; empty outside of operations.
    let strand: [Int]
    let isQuestion: Bool
    var isCancelled = false
  }

  var answers: JudgeAnswers
  var said: [JudgeInputs.Said] = []
  /// The texts among them, in words.
  var sight: [String] = []
  /// The operation, with its rounds; empty for the flow itself.
  let name: String
  var around: [Around] = []
  let path: [Int]
  /// Which performance of work came last.
  var before = 0
  var taken: [Taken] = []
  /// The steps of the group that have cancelled, and may be passed.
  let applied: Set<String>

  init(
    _ answers: JudgeAnswers, path: [Int] = [], applied: Set<String> = [], name: String = ""
  ) {
    self.name = name
    self.answers = answers
    self.path = path
    self.applied = applied
  }

  func take(
    _ name: String, _ entry: JudgeEntry, _ inputs: JudgeInputs, _ position: [Int],
    isQuestion: Bool = false
  ) {
    taken.append(
      Taken(
        name: name, entry: entry, inputs: inputs, position: position, strand: path,
        isQuestion: isQuestion))
  }

  func need(
    _ kind: JudgeNeed.Kind, _ name: String, _ step: JudgeStep, _ position: [Int],
    _ inputs: JudgeInputs = JudgeInputs()
  ) -> JudgeHalt {
    .needs([JudgeNeed(kind, name, step, position, self, inputs)], waiting: [])
  }
}

/// Why a strand goes no further, or elsewhere.
enum JudgeHalt: Error {
  /// What it needs, and the places of the operations that wait.
  case needs([JudgeNeed], waiting: [[Int]])
  case leave
  case reload
  case finish(String?, inGroup: Bool)
  /// A `Fail`.
  case fail
  /// Work failed or a time was up: the name of the entry; nil where a key is not set.
  case failure(String?)
}

/// How the judge's run ended.
enum JudgeOutcome: Hashable, Sendable {
  case finished(String?)
  /// The entry because of which it failed, if any.
  case failed(String?)
}

/// Where a run stands: what the flow and the memo mean together.
struct JudgeState: Sendable {
  /// What the strands need.
  var needs: [JudgeNeed] = []
  /// The places of operations that wait.
  var waiting: [[Int]] = []
  var answers: JudgeAnswers = [:]
  var taken: [JudgeStrand.Taken] = []
  var outcome: JudgeOutcome?
  /// Whether an operation ended the run: then which others had ended is a matter of luck.
  var endedInGroup = false
  /// The effect that is passed and not reached any more, which is settled first.
  var settling: JudgeNeed?

  /// Whether one operation ends the run while another takes a step back: which of the two is first
  /// is a matter of luck.
  var isRace = false
  /// Whether work is being performed.
  var isAwaitingWork = false

  /// Whether the run is over: a failed one at once, a finished one when nothing is left to be
  /// settled or awaited.
  var isOver: Bool {
    switch outcome {
    case nil: false
    case .failed?: true
    case .finished?: settling == nil && !isAwaitingWork
    }
  }

  /// What is to be resolved now.
  var open: [JudgeNeed] { settling.map { [$0] } ?? needs }
}
