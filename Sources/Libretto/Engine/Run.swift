/// One performance of a flow: a state machine that does no I/O, reads no clock and starts no
/// task.
///
/// A run doesn't move between needs. It says what it ``needs``; the driver shows, asks or performs
/// that, and resolves the need; then the run moves on to the next one:
///
///     needs ──resolve──▶ check ──▶ a line of the journal ──▶ advance ──▶ needs …
///                          │                                    │
///                          └ Rejection: stays                   └▶ outcome
///
/// **The state is a function of the flow and the memo.** The program is performed from its start,
/// and each need is resolved from the `Memo` if an entry there still holds, and otherwise by the
/// person or the host. Resuming, going back, decisions about effects, cancels that no longer fit,
/// and moving to an edited flow are all the same thing: a line is folded into the memo, and the run
/// is performed again over it (`performAnew`). Moving forward by one answer is the same, with the
/// beginning left out.
///
/// Three machines, each in its own file:
///
/// - An entry of the `Memo`. An answer is in force, or out after a step back. What a line makes of
///   work is a table, `Memo.Effect.table`.
/// - A `Strand`: one line of instructions, which `advance` moves until it stops, because it needs
///   something, has something to say, waits for operations, or has ended.
/// - The `Schedule` of operations: each waits, runs, recovers and is done. One that a step has
///   cancelled is cut: it takes only entries, and is dropped where it stops.
///
/// They are coupled in three places. A strand takes entries: `recallPrompt`, `recallWork` and
/// `recallWait` say whether one holds. `settle` moves the strands until none can
/// move; only then cancels are made and dropped, and a `Finish` counts. `arrive` ends every step: a
/// step back of the flow is taken, and effects that all strands have passed are to be settled.
///
/// Five invariants hold in every state; random walks in the tests hold the run to them by a log of
/// what was seen and done:
///
/// 1. There is a need or an outcome, or work that was cancelled and has not ended.
/// 2. A rejected resolution changes nothing, so an answer already given is never lost.
/// 3. Every answer and effect in force was given under the values that apply to it now, or under
///    values that a decision accepted.
/// 4. A run made from the lines of the journal or of a token is in the same state as this one.
/// 5. Before anything is asked, performed or ended in a strand, what it has in sight was the last
///    thing that was said there.
///
/// They hold because everything that is taken is compared by its values (3), what was said is in
/// the lines too (5), and nothing that decides is known to the run alone (4): a resolution is
/// checked before its line is written (2), and where nothing moves, something is needed, ends, or
/// is dropped (1).
///
/// What is not so clean: as long as nothing has been taken back, the lines themselves are the memo,
/// in order, and nothing is looked up, which is what most runs need (`remembers`). The active
/// strand is in registers. Performing marks what it takes in the memo. And whether something must be
/// said before operations is known only after performing, so that is done until it no longer changes
/// (`saidFirst`).
///
/// A run is a value: a copy is a snapshot, and the two continue independently.
public struct Run: Sendable {
  /// Keeps the run in memory, where functions that only read it find it. Without a member of
  /// unknown size, the run would be copied for each call: a third of the time of an answer.
  private let anchor: (any Sendable)? = nil
  let program: Program
  let limits: Limits
  /// A text that identifies this run among all runs: given by the host, or made by the driver.
  public let id: String
  /// When it was started, in milliseconds since 1970.
  public let started: Int

  /// The active strand: 0, an operation's number plus 1, or −1 while all are parked.
  var active = 0
  var strand: Strand
  var schedule: Schedule
  /// Counters for rounds of loops, tries of loads, and questions shown on forms.
  var counters: [Int]
  var stepsSincePrompt = 0

  /// Whether entries are looked up in ``memo``. Otherwise everything in ``lines`` is in force, and
  /// was taken in their order, so there is nothing to look up, and the memo is empty.
  var remembers = false
  /// While a run is restored from lines that may be in order, the first of them that hasn't been
  /// taken; nil at all other times.
  var row: Int?
  /// Whether there is anything to take.
  var recalls: Bool { remembers || row != nil }
  let hasClocks: Bool
  /// The events so far, or the smallest set of lines that makes the memo from which the run was
  /// restored.
  var lines: [Line] = []
  var memo = Memo()
  /// How many of the lines it was made from.
  var restoredCount = 0
  /// Data that a run doesn't need if it only moves forward from question to question.
  var knowledge = Aside<Knowledge>()
  /// The last numbers given to work and to secrets.
  var lastWork = 0
  var lastSecret = 0
  /// An effect to settle before anything else, because the flow no longer leads to it, or it was
  /// begun.
  var settling: Need.Core?
  /// The time of the last resolution.
  var now: Int
  /// A step back of the flow that must be taken.
  var backing: Backing?
  /// Whether the run is performed again over things that have already been heard.
  var isQuiet = false
  /// The questions that this performance has come past, by strand, in its order; kept if there are
  /// operations or steps back of the flow.
  var asked: [[StepName]] = []
  /// Work that was taken after an answer before it had changed; noted at the end of the step.
  var held: [StepName] = []
  /// The strands in which something was said since the last line.
  var unwritten: [Int] = []
  /// Whether the run is performed from its start over the memo.
  var isPerforming = false
  /// Whether the run moves although nobody is there: a time is up, or it is restored.
  var isSweeping = false
  /// Whether a page is being taken: what must be settled waits until all its answers are.
  var isFeeding = false
  /// The strands that say what is in sight before their operations start.
  var saidFirst: Set<StepName> = []
  /// Whether a memo from another version of the flow is taken over, with the answers as they are.
  var isMigrating = false

  /// The events of the last resolution, in addition to ``needs``.
  public internal(set) var events: [RunEvent] = []
  var ending: Outcome?

  /// The source of a secret: a question, or an action with the key that it set.
  struct SecretName: Hashable, Sendable {
    let name: StepName
    var key: String?
  }

  struct Backing: Sendable {
    let instruction: Int
    let strand: Int
  }

  /// Makes a run that has not been performed.
  init(_ program: Program, _ limits: Limits, id: String, started: Int) {
    self.program = program
    self.limits = limits
    self.id = id
    self.started = started
    now = started
    hasClocks = program.hasClocks
    strand = Strand(slots: Array(repeating: nil, count: program.keys.all.count))
    counters = Array(repeating: 0, count: program.counters)
    schedule = Schedule(program)
    if !program.operations.isEmpty || !program.backs.isEmpty {
      asked = Array(repeating: [], count: program.operations.count + 1)
    }
    // Work notes where the secrets of the run are when it begins.
    if !program.keys.secrets.isEmpty { secrets = HeldSecrets([:]) }
  }

  // MARK: State

  /// The current needs of the run, in the order of declaration; empty when it has ended.
  ///
  /// An effect that must be settled comes first; it is the only need unless operations run.
  public var needs: [Need] {
    guard schedule.openGroups > 0 else { return nextNeed.map { [$0] } ?? [] }
    let open = schedule.needy.all.compactMap { schedule.strands[program.byRank[$0] + 1].need }
    return ((settling.map { [$0] } ?? []) + open).map { Need(program: program, core: $0) }
  }

  /// Whether there is exactly one need.
  var hasOneNeed: Bool {
    (schedule.openGroups > 0 ? schedule.needy.count : strand.need == nil ? 0 : 1)
      + (settling == nil ? 0 : 1) == 1
  }

  /// The first of the needs, or nil.
  public var nextNeed: Need? {
    let core: Need.Core? =
      if let settling { settling } else if schedule.openGroups == 0 { strand.need } else {
        schedule.needy.first.flatMap { schedule.strands[program.byRank[$0] + 1].need }
      }
    return core.map { Need(program: program, core: $0) }
  }

  /// Returns whether a need is one of the run's ``needs``; its operation may have been cancelled in
  /// the meantime.
  /// - Parameter need: a need of this run.
  /// - Returns: whether it can be resolved.
  public func isOpen(_ need: Need) -> Bool {
    guard need.program === program else { return false }
    if let settling, settling.isSame(as: need.core) { return true }
    guard schedule.openGroups > 0 else { return settling == nil && isOpen(need.core, strand) }
    return need.strand < schedule.strands.count
      && isOpen(need.core, schedule.strands[need.strand])
  }

  func isOpen(_ need: Need.Core, _ strand: Strand) -> Bool {
    strand.need.map { $0.isSame(as: need) } ?? false
  }

  /// Whether operations are running, so that there can be several needs.
  public var isParallel: Bool { schedule.openGroups > 0 }

  /// How the run ended, or nil while it continues.
  public var outcome: Outcome? {
    guard let ending else { return nil }
    if case .finished = ending, settling != nil || isAwaitingWork { return nil }
    return ending
  }

  /// Whether work of a cancelled operation has not ended.
  var isAwaitingWork: Bool { ending != nil && !inFlight.isEmpty }

  /// The events so far.
  public var journal: Journal { Journal(program, lines) }

  func full(_ need: Need.Core) -> Need { Need(program: program, core: need) }
}
