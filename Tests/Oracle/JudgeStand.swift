/// Where a strand stops: something that has to be resolved before it goes on.
struct JudgeNeed: Sendable {
  enum Kind: String, Hashable, Sendable, Codable {
    case prompt, notice, action, load, wait, stale, begun, undo, undoBegun, undoFailed, remains
    case secret
    /// A step back of the flow's own, which nobody sees.
    case back

    /// Whether a step back from it is judged; from an undo it is another matter.
    var goesBack: Bool { [.prompt, .notice, .action, .load, .wait, .stale, .begun].contains(self) }
    /// Whether it may concern an effect that no strand comes to.
    var settles: Bool { [.begun, .undo, .undoBegun, .undoFailed, .remains].contains(self) }
  }

  var kind: Kind
  var name: String
  let step: JudgeStep
  let position: [Int]
  /// The place of the operation that needs it; empty outside of operations.
  let strand: [Int]
  /// The name of that operation.
  let operation: String
  var inputs = JudgeInputs()
  /// The answer that is offered.
  var offer: JudgeAnswer?
  /// The answers as the strand has them.
  let answers: JudgeAnswers
  /// The questions in whose branches it stands.
  let around: [JudgeStrand.Around]
  /// The effect at which the strand stands, where another one is to be undone before it.
  var subject: String
  /// How long a wait or the pause of work takes, in milliseconds; nil if nobody knows which tries
  /// count.
  var length: Int?
  /// The texts in sight, in its strand and those around it.
  var sights: [String: [String]]
  /// Whether it is there because what was done or has failed before doesn't stand any more.
  var hasLapsed: Bool

  init(
    _ kind: Kind, _ name: String, _ step: JudgeStep, _ position: [Int], _ strand: JudgeStrand,
    _ inputs: JudgeInputs = JudgeInputs()
  ) {
    self.kind = kind
    self.name = name
    self.step = step
    self.position = position
    self.strand = strand.path
    operation = strand.name
    self.inputs = inputs
    answers = strand.answers
    around = strand.around
    sights = [strand.name: strand.sight]
    subject = name
    hasLapsed = kind == .stale
  }
}

/// One line of steps: the flow, or an operation.
final class JudgeStrand {
  struct Around: Sendable {
    let name: String
    let position: [Int]
  }

  /// Something that the strand has come past because it was given, or done.
  struct Taken: Sendable {
    enum What: Sendable { case question, effect, other }
    let name: String
    let what: What
    let inputs: JudgeInputs
    let position: [Int]
    /// The place of the operation; empty outside of operations.
    let strand: [Int]
    /// Nil if it wasn't an answer.
    var answer: JudgeAnswer?
    var isFailure = false
    /// Whether it was given in an earlier edition of the flow.
    var isOlder = false
    /// Whether it stands only if the engine says so.
    var isGuessed = false
    var isCancelled = false
    /// Whether its operation was cancelled, and may not have come past it.
    var isDoubtful = false
    /// Whether an edit has put work before it.
    var isBehindNew = false

    var isQuestion: Bool { what == .question }
  }

  var answers: JudgeAnswers
  var said: [JudgeInputs.Said] = []
  /// The failure in whose branch it is.
  var failures: [JudgeInputs.Said] = []
  /// The texts among them, in words.
  var sight: [String] = []
  /// The operation, with its rounds; empty for the flow itself.
  let name: String
  var around: [Around] = []
  let path: [Int]
  /// Which performance of work came last.
  var before = 0
  /// Whether it has passed work that an edit has added.
  var passesWork = false
  var taken: [Taken] = []
  /// The operations that steps in it cancel, with these steps' names.
  var cancels: [(target: String, step: String)] = []
  /// Whether in it one operation ends the run while another takes a step back.
  var isRace = false
  /// Whether it takes only what was done, because a step has cancelled it.
  var isCut = false
  /// The operation that a step in it has cancelled, if that is this one or one around it.
  var gone: String?
  /// What was made of the operations that steps have cancelled.
  var fates: [String: JudgeFate] = [:]
  /// What may stand in several ways.
  var choices: [JudgeChoice] = []
  /// The failures whose branch led on, though their work was begun anew.
  var past: [String] = []
  /// Those whose branch led to where it was begun anew.
  var ledOn: [String] = []
  /// What it had set when the group started in which something failed: nobody sees what that set.
  var beforeFailure: JudgeAnswers?

  init(_ answers: JudgeAnswers, path: [Int] = [], name: String = "") {
    self.name = name
    self.answers = answers
    self.path = path
  }

  func take(
    _ name: String, _ what: Taken.What, _ inputs: JudgeInputs, _ position: [Int],
    answer: JudgeAnswer? = nil, isFailure: Bool = false, isOlder: Bool = false,
    isGuessed: Bool = false
  ) {
    taken.append(
      Taken(
        name: name, what: what, inputs: inputs, position: position, strand: path, answer: answer,
        isFailure: isFailure, isOlder: isOlder, isGuessed: isGuessed, isBehindNew: passesWork))
  }

  func need(
    _ kind: JudgeNeed.Kind, _ name: String, _ step: JudgeStep, _ position: [Int],
    _ inputs: JudgeInputs = JudgeInputs()
  ) -> JudgeHalt {
    .needs([JudgeNeed(kind, name, step, position, self, inputs)], waiting: [])
  }

  func need(
    _ kind: JudgeNeed.Kind, _ name: String, _ step: JudgeStep, _ position: [Int], takes length: Int,
    _ tries: ClosedRange<Int>
  ) -> JudgeHalt {
    var need = JudgeNeed(kind, name, step, position, self)
    if tries.count == 1 { need.length = length << (tries.lowerBound - 1) }
    return .needs([need], waiting: [])
  }
}

/// What an operation is to those who look on.
enum JudgeFate: Int, Sendable, CaseIterable {
  /// No step has cancelled it.
  case goesOn
  /// A step has, too late: it had ended. It goes on if a step back leads into it.
  case hadEnded
  /// It was cancelled while it ran: it asks nothing, and nobody sees its answers.
  case isCut
  /// It was cancelled before it started.
  case neverStarts
}

/// One of the ways that something may stand.
enum JudgeWay: Sendable {
  /// What each operation of a group is.
  case group([JudgeFate])
  /// Whether work stands that was done before an edit.
  case work(stands: Bool)
}

/// A group or work, before a step back of the flow's own or behind it.
struct JudgePoint: Hashable, Sendable {
  let turn: Int
  let name: String
}

/// The ways that a group may have gone, or that work may stand, the likeliest first.
struct JudgeChoice: Sendable {
  let point: JudgePoint
  let ways: [JudgeWay]
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
  /// Work failed or a time was up: the name; nil where a key is not set.
  case failure(String?)
}

enum JudgeOutcome: Hashable, Sendable {
  case finished(String?)
  /// What it failed at, if anything.
  case failed(String?)
}

/// Where a run stands by what has happened.
struct JudgeState: Sendable {
  var needs: [JudgeNeed] = []
  /// The places of operations that wait.
  var waiting: [[Int]] = []
  var answers: JudgeAnswers = [:]
  var taken: [JudgeStrand.Taken] = []
  var fates: [String: JudgeFate] = [:]
  /// What may stand in several ways, the likeliest way first.
  var choices: [JudgeChoice] = []
  /// The failures whose branch led on, though their work was begun anew.
  var past: [String] = []
  /// Those whose branch led to where it was begun anew.
  var ledOn: [String] = []
  var outcome: JudgeOutcome?
  /// Whether an operation ended the run: then which others had ended is a matter of luck.
  var endedInGroup = false
  /// Whether one operation ends the run while another takes a step back: which of the two is first
  /// is a matter of luck.
  var isRace = false
  /// The effect that is passed and not reached any more, which is settled first.
  var settling: JudgeNeed?
  /// Whether work is being performed.
  var isAwaitingWork = false

  var hasFailed: Bool { if case .failed? = outcome { true } else { false } }

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
