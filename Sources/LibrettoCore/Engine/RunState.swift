// Performing a flow: a pure function from a program, a memo and a policy to a state.
//
//     perform(program, memo, policy, known) ──▶ state
//
// The program is performed **from its start**. Each step that needs something looks for its entry in
// the memo. If the entry holds, it is taken, and the strand goes on; otherwise the strand stops, and
// the state says what it needs. Performing reads the memo and never changes it: only `note` does,
// for the `Run`, whose every event is the same two things: a line is folded into the memo, and the
// flow is performed over it. What isn't in a line isn't known to the state, but for what is given
// with it: the values of secrets, and the work that this process performs (`Known`).
//
// There is one short cut. A line that only adds the entry of an open need moves that strand on from
// its state (`moveOn`): to perform the flow from its start would take the same entries again. Walks
// in the tests compare the two, since a restored run is performed from its start.
//
// Build systems work this way: an output is used again while the *values* of its inputs are the
// same, and a change that gives the same value goes no further (Mokhov et al., “Build Systems à la
// Carte”, call it early cutoff).
//
// The machines, each in its own file:
//
// - The `Memo` and its entries. What a line makes of work is a table, `Memo.Effect.table`.
// - A `Strand`: a line of instructions, which `advance` moves (Performing.swift) until it needs
//   something, has something to say, waits for operations, or has ended. On the way it takes
//   entries that hold (Recall.swift).
// - The `Schedule` of operations: each waits, runs, recovers and is done (Schedule.swift). One that
//   a step has cancelled is cut: it takes only entries, and is dropped where it stops (Cancels.swift).
// - The sight of a strand, which says what the person has before them (Texts.swift).
//
// They are coupled in three places. A strand takes entries of the memo, and nothing else moves it.
// `settle` moves the strands until none can move; only then a cancel is wanted, and a `Finish`
// counts. And what all strands have passed without taking it must be settled (Settling.swift).
//
// Five invariants hold in every state; random walks in the tests hold the run to them by a log of
// what was seen and done:
//
// 1. There is a need or an outcome, or work that was cancelled and has not ended.
// 2. A rejected resolution changes nothing, so an answer already given is never lost.
// 3. Every answer and effect in force was given under the values that apply to it now, or under
//    values that a decision accepted.
// 4. A run made from the lines of the journal or of a token is in the same state as the run that
//    wrote them.
// 5. Before anything is asked, performed or ended in a strand, what it has in sight was the last
//    thing that was said there.
//
// Where nothing moves, something is needed, wanted, ends, or is dropped (1). A resolution is checked
// before its line is written (2). Entries are taken only by their values (3), of which texts are
// some (5). And the state is a function of the lines (4).
//
// What is not so clean: the short cut needs to know which outcome has just come, because a failure
// that ends the run counts when it comes and is tried again when the run is resumed (`fresh`).
// Whether something must be said before operations start is known only after performing, so that is
// done until it no longer changes (`saidFirst`). A text that was heard has no line until the next line
// is written (`unwritten`). And a text and a cancel move a strand on without `moveOn`: their entries
// are not those of a need (`hear`, `moveOnCancelling`).

/// What performing a flow over a memo makes: the strands, what they need, and how the flow ended.
struct RunState: Sendable {
  /// Whose entries the memo has.
  enum Policy: Sendable {
    /// Those of this version of the flow.
    case own
    /// Those of another version: they are taken as they are, to find out what would apply to them
    /// now, and questions that this version added are passed.
    case migrating
    /// Those of this version; texts are passed, to find out what comes behind them.
    case beyondTexts
    /// Those of this version; which answers each question was put with is noted.
    case looking

    var isMigrating: Bool { self == .migrating }
    var saysTexts: Bool { self == .own || self == .looking }
  }

  /// What no line holds, and performing depends on all the same.
  struct Known: Sendable {
    /// Secrets by their sources.
    var secrets = HeldSecrets()
    /// The work that this process is performing.
    var inFlight: [StepName: Flight] = [:]
    /// Whether the names of texts are kept, for a host that shows where the run is.
    var tellsTexts = false
    /// The questions to which another version holds an answer that this one can't.
    var unheld: Set<StepName> = []
  }

  /// Work in progress.
  struct Flight: Sendable {
    let number: Int
    /// The strand as it was when the work began.
    let strand: Strand
    /// The time at which it was begun earlier without running.
    var since: Timestamp?
    /// Whether nothing needed it any more since it began: what becomes of it must be found out, even
    /// if the flow comes to it again.
    var isCancelled = false
  }

  /// A step back of the flow, which it has come to.
  struct Backing: Sendable {
    let instruction: Int
    let strand: Int
  }

  /// What a migration finds out.
  struct Migration: Sendable {
    /// The inputs under which the work that was taken holds, and whether it was a failure.
    var accepted: [StepName: (inputs: [WorkInputs], isOfFailure: Bool)] = [:]
    /// What was heard in the strands that have gone on past an answer that is out.
    var heard: [Int: [Imprint]] = [:]
    /// The slots of the questions that were answered, or left out.
    var asked: Set<Int> = []
    /// The questions that were passed, and have answers that this version can't hold.
    var askedAgain: [StepName] = []
  }

  /// Keeps the state in memory, where functions that only read it find it. Without a member of
  /// unknown size, it would be copied for each call: three quarters of the time of an answer.
  private let anchor: (any Sendable)? = nil
  let program: Program
  let limits: Limits
  let policy: Policy
  fileprivate(set) var memo: Memo
  var known: Aside<Known>

  /// The flow itself, and its operations by their number plus 1.
  var strands: [Strand]
  /// The strand that moves; −1 while all stand.
  var active = 0
  var schedule: Schedule
  /// Counters for rounds of loops, tries of work, and questions shown on forms.
  var counters: [Int]
  private(set) var ending: Outcome?
  /// A step back of the flow that must be taken.
  var backing: Backing?
  /// An effect to settle before anything else, because the flow no longer leads to it, or it was
  /// begun.
  var settling: Need.Core?
  private var taken = Taken()
  /// The questions that it has come past, by strand, in their order; kept if there are operations or
  /// steps back of the flow.
  var asked: [[StepName]] = []
  /// Work that was taken after an answer before it had been given again.
  var held: [StepName] = []
  /// The strands that say what is in sight before their operations start.
  var saidFirst: Set<StepName> = []
  /// The strands in which something was said that no line has yet.
  var unwritten: [Int] = []
  /// The same of operations that have started again since.
  var left: [Sight] = []
  /// The texts that it has come past; kept if ``Known/tellsTexts``.
  var passed: [PassedText] = []
  /// The current inputs of answers from another version, by their places.
  var standing: [Int: Shown] = [:]
  var migration = Migration()
  /// The answers that questions showed when they were put, by the places of their entries; kept under
  /// ``Policy/looking``.
  var shownWith: [Int: [(slot: Int, value: Value?)]] = [:]

  /// Whether the program is being performed from its start.
  private(set) var isPerforming = false
  /// Whether nothing is told of what happens to operations, because it has happened before.
  var isQuiet = false
  /// Whether a strand has moved on since: then another effect may have to be undone first.
  var hasMovedOn = false
  /// The name of the outcome that has just come.
  private var fresh: StepName?
  /// What has happened to operations and their needs.
  var events: [RunEvent] = []

  private init(
    _ program: Program, _ limits: Limits, _ memo: consuming Memo, _ policy: Policy,
    _ known: Aside<Known>
  ) {
    self.program = program
    self.limits = limits
    self.memo = memo
    self.policy = policy
    self.known = known
    strands = [Strand(slots: Array(repeating: nil, count: program.keys.all.count))]
    if !program.operations.isEmpty {
      var idle = Strand(slots: [])
      idle.status = .done
      strands += Array(repeating: idle, count: program.operations.count)
    }
    counters = Array(repeating: 0, count: program.counters)
    schedule = Schedule(program)
    if !program.operations.isEmpty || !program.backs.isEmpty {
      asked = Array(repeating: [], count: program.operations.count + 1)
    }
  }

  // MARK: Performing

  /// Performs a program from its start.
  static func performing(
    _ program: Program, _ limits: Limits, over memo: consuming Memo, _ policy: Policy,
    _ known: Aside<Known>
  ) -> RunState {
    var state = RunState(program, limits, memo, policy, known)
    state.perform()
    while state.schedule.openGroups > 0, state.findSaidFirst() {
      let saidFirst = state.saidFirst
      state = RunState(program, limits, state.memo, policy, known)
      state.saidFirst = saidFirst
      state.perform()
    }
    return state
  }

  private mutating func perform() {
    isPerforming = true
    if policy.isMigrating { migration.asked = askedSlots }
    if recalls {
      // What happens to operations has happened before, and of what the strands come to, something
      // may have been said.
      isQuiet = true
      strand.told = -1
    }
    advance()
    settle()
    directUndos()
    (isPerforming, isQuiet, hasMovedOn) = (false, false, false)
  }

  /// The slots of the questions that have an entry.
  private var askedSlots: Set<Int> {
    Set(
      memo.places.compactMap { place in
        guard case .prompt(let index) = program.steps[Int(memo.lines[place].step)].kind, index >= 0,
          program.prompts[index].slot >= 0
        else { return nil }
        return program.prompts[index].slot
      })
  }

  /// Folds a line into the memo.
  mutating func note(_ line: Line) { memo.add(line) }

  /// Folds a line that is made in its place.
  @inline(__always)
  mutating func note(
    _ name: StepName, _ kind: Line.Kind, _ detail: Line.Detail?, _ line: @autoclosure () -> Line
  ) {
    memo.add(name, kind, detail, line())
  }

  /// Changes lines of another version once they have been taken over, and marks lines that belong
  /// together.
  mutating func amend(_ change: (inout Memo) -> Void) { change(&memo) }

  /// Moves a strand on over the line that has just been folded: the entry of its need.
  mutating func moveOn(_ name: StepName, in number: Int) {
    if schedule.openGroups > 0 { active = number }
    fresh = name
    clearNeed()
    advance()
    fresh = nil
    settle()
  }

  /// The same for an answer, which has been checked: it is kept, and the strand goes on in its
  /// branch.
  @inline(__always)
  mutating func moveOn(_ kept: consuming Value?, _ way: Int, _ need: Need.Core) {
    if schedule.openGroups > 0 { active = need.strand }
    take(memo.lines.count - 1, need.stepName)
    put(need.index, kept, way)
    if active > 0 { clearNeed() }
    advance()
    if schedule.openGroups > 0 { settle() }
  }

  /// Whether there may be an entry that hasn't been taken. While a run only moves forward there is
  /// none, and nothing is looked up.
  var recalls: Bool {
    @inline(__always) get {
      !memo.isStraight || isPerforming && !memo.lines.isEmpty || hasMore
    }
  }

  /// Whether there is an entry that hasn't been taken, apart from those of work in progress.
  var hasMore: Bool {
    memo.count > taken.count
      && memo.count - taken.count > known.box?.content.inFlight.count ?? 0
  }

  /// Whether an outcome has just come, so that it counts even if it ends the run.
  func isFresh(_ name: StepName) -> Bool { fresh == name }

  mutating func tell(_ item: RunEvent) {
    if !isQuiet { events.append(item) }
  }

  var inFlight: [StepName: Flight] {
    get { known.box?.content.inFlight ?? [:] }
    _modify { yield &known[or: Known()].inFlight }
  }

  /// Whether work is being performed for the need that the flow comes to.
  func isPerformed(_ name: StepName) -> Bool { inFlight[name].map { !$0.isCancelled } ?? false }

  /// Notes the work that nothing needs any more.
  mutating func noteCancelled() {
    for case .withdrawn(let need) in events where inFlight[need.stepName] != nil {
      inFlight[need.stepName]?.isCancelled = true
    }
  }

  var secrets: HeldSecrets {
    get { known.box?.content.secrets ?? HeldSecrets() }
    _modify { yield &known[or: Known()].secrets }
  }

  var tellsTexts: Bool { known.box?.content.tellsTexts ?? false }

  // MARK: Taking entries

  /// Takes the outcome of a question.
  @inline(__always)
  mutating func take(_ place: Int, _ name: StepName) {
    take(place)
    if !asked.isEmpty { asked[active].append(name) }
  }

  /// Takes an entry.
  @inline(__always)
  mutating func take(_ place: Int) {
    if !memo.isStraight || policy.isMigrating { notice(place) }
    mark(place)
  }

  /// Takes the entry of work.
  /// - Parameter effect: what is taken: under a failure may stand what was done before.
  mutating func take(_ place: Int, _ effect: Memo.Effect) {
    let order = memo.order(place)
    if policy.isMigrating {
      accept(effect, place)
    } else if !memo.isStraight,
      strand.newest.given > order || isBack(to: effect.name, since: order)
        || effect.work.inputs.map({ memo.hasLost($0, of: effect.name, since: order) }) ?? false
    {
      held.append(effect.name)
    }
    take(place)
  }

  /// Finds out what would apply to work of another version now; what somebody has decided to do again
  /// is not accepted as it is, nor under the values for which it was decided.
  /// - Parameter place: where the effect's entry is.
  mutating func accept(_ effect: Memo.Effect, _ place: Int) {
    let order = memo.effect(effect.name)?.order ?? 0
    guard !effect.isToBeDoneAgain, let inputs = effect.work.inputs, isKnown(inputs, of: effect),
      effect.again.map({ !isFor($0, effect, strand) }) ?? true,
      isOlder(inputs, of: effect, than: order)
    else { return }
    var now = acceptable(inputs, of: effect, strand)
    // Unless an answer has led to the work that was passed, the edit has added it.
    if strand.passedWork, strand.newest.changed <= order { now.after = nil }
    let given = asGiven(now, to: effect)
    migration.accepted[effect.name] = (given == now ? [now] : [now, given], effect.hasFailed)
  }

  /// Whether it is known what work was given, or else every answer that it may have been given is
  /// there.
  private func isKnown(_ inputs: WorkInputs, of effect: Memo.Effect) -> Bool {
    inputs.all == nil || inputs.known != nil || effect.work.given != nil
      || current(inputs, strand, isLoad: !program.isEffect(effect.name.step)) == inputs
      || !migration.askedAgain.contains { program.canSee(effect.name, $0) }
  }

  /// Notes what follows from an entry that has been given anew, or that another version gave.
  private mutating func notice(_ place: Int) {
    if policy.isMigrating { settleSight() }
    strand.newest.take(newest(place))
  }

  /// Notes that the person has heard what stands before this in the strand, and in the operations for
  /// which it has waited.
  private mutating func settleSight() {
    strand.settled = strand.sight.count
    for number in program.path(active - 1) {
      for other in program.ancestors(of: number) {
        strands[other + 1].settled = strands[other + 1].sight.count
      }
    }
  }

  func newest(_ place: Int) -> Strand.Newest {
    Strand.Newest(given: place + 1, changed: memo.changed(place))
  }

  /// Whether no answer before some work has changed since it was last found to hold, no operation is
  /// there that was cancelled then, and nothing has been undone: then an edit has caused the difference.
  private func isOlder(_ inputs: WorkInputs, of effect: Memo.Effect, than order: Int) -> Bool {
    let isLoad = !program.isEffect(effect.name.step)
    let now = current(inputs, strand, isLoad: isLoad)
    if inputs == now { return true }
    if isLoad, hasAnotherSecret(now, than: inputs) { return false }
    if strand.newest.changed > order { return false }
    var differing = inputs
    differing.reads.removeAll { now.reads.contains($0) }
    if inputs.all == now.all { differing.all = nil }
    return !memo.hasLost(differing, of: effect.name, since: order)
      && !isBack(to: effect.name, since: order)
  }

  /// Whether a secret was given again since, or is gone, so that nobody knows: for what is only
  /// computed, that counts as another one.
  private func hasAnotherSecret(_ now: WorkInputs, than inputs: WorkInputs) -> Bool {
    now.reads.contains { new in
      let old = inputs.reads.first { $0.key == new.key }?.secret ?? (new.secret >> 16) << 16
      // It may have another key.
      return old != 0 && old != new.secret
        && !strand.secrets.values.contains { $0.stamp(isLoad: true) == old }
    }
  }

  /// Whether an operation is back of which work would see something now, and that was cancelled when it
  /// was performed.
  private func isBack(to name: StepName, since order: Int) -> Bool {
    memo.cancelsLost(to: name, since: order).contains { cancel in
      guard case .cancel(let number) = program.steps[Int(cancel.step)].kind else { return false }
      let position = program.position(cancel)
      return !isInCancelled(number, position)
        && program.canSee(name, strand: program.strand(number, position.rounds))
    }
  }

  /// The entries that were taken. While they come in the order of their lines, a number says which.
  private struct Taken: Sendable {
    /// All entries before this place were taken, in the order of their lines.
    var prefix = 0
    var rest: [Int] = []
    /// Marks of the places of the rest.
    var bits: [UInt64] = []
    var count = 0
  }

  @inline(__always)
  private mutating func mark(_ place: Int) {
    taken.count += 1
    if place == taken.prefix, taken.rest.isEmpty {
      taken.prefix += 1
    } else {
      markAnywhere(place)
    }
  }

  private mutating func markAnywhere(_ place: Int) {
    // A few lines between that aren't entries are passed; after many, the rest is marked.
    if taken.rest.isEmpty, place > taken.prefix, place - taken.prefix < 64 {
      var next = taken.prefix
      while next < place, !memo.isEntry(next) { next += 1 }
      if next == place {
        taken.prefix = place + 1
        return
      }
    }
    taken.rest.append(place)
    while taken.bits.count <= place >> 6 { taken.bits.append(0) }
    taken.bits[place >> 6] |= 1 << UInt64(place & 63)
  }

  func isTaken(_ place: Int) -> Bool {
    if place < taken.prefix { return true }
    return place >> 6 < taken.bits.count && taken.bits[place >> 6] >> UInt64(place & 63) & 1 == 1
  }

  /// How many entries were taken.
  var takenCount: Int { taken.count }

  /// The entries that were taken and are in force, in order.
  var takenPlaces: [Int] {
    (0..<taken.prefix).filter(memo.isEntry) + taken.rest.filter(memo.isEntry)
  }

  /// The line of the last entry that was taken and fits.
  func lastTaken(where fits: (Line) -> Bool) -> Line? {
    func isIt(_ place: Int) -> Bool { memo.isEntry(place) && fits(memo.lines[place]) }
    return (taken.rest.last { isIt($0) } ?? (0..<taken.prefix).last { isIt($0) })
      .map { memo.lines[$0] }
  }

  /// The entry of a step, if it is in the memo and hasn't been taken.
  @inline(__always)
  func untaken(_ name: StepName) -> Int? {
    if !recalls { return nil }
    // While nothing was taken back, the next line is nearly always the one.
    if taken.rest.isEmpty, memo.isNext(taken.prefix, name) { return taken.prefix }
    guard let place = memo.place(name), !isTaken(place) else { return nil }
    return place
  }

  // MARK: Strands

  /// The strand that moves.
  var strand: Strand {
    @inline(__always) _read { yield strands[max(active, 0)] }
    @inline(__always) _modify { yield &strands[max(active, 0)] }
  }

  @inline(__always)
  mutating func clearNeed() {
    strand.need = nil
    if active > 0 { schedule.needy.remove(program.operations[active - 1].rank) }
  }

  @inline(__always)
  mutating func require(_ kind: Need.Kind, _ index: Int, _ name: StepName) {
    strand.need = Need.Core(
      kind: kind, step: name.step, rounds: name.rounds, instruction: strand.counter, index: index,
      strand: active)
  }

  /// The strand of a need.
  func strand(of need: Need) -> Strand {
    strands[schedule.openGroups > 0 && need.strand < strands.count ? need.strand : 0]
  }

  // MARK: Needs

  /// The needs, in the order of declaration. An effect that must be settled comes first.
  var needs: [Need.Core] {
    guard schedule.openGroups > 0 else { return nextNeed.map { [$0] } ?? [] }
    return (settling.map { [$0] } ?? [])
      + schedule.needy.all.compactMap { strands[program.byRank[$0] + 1].need }
  }

  @inline(__always)
  var nextNeed: Need.Core? {
    if let settling { return settling }
    if schedule.openGroups == 0 { return strands[0].need }
    return schedule.needy.first.flatMap { strands[program.byRank[$0] + 1].need }
  }

  /// The need that is the same as another one; nil if there is none.
  @inline(__always)
  func open(_ need: Need.Core) -> Need.Core? {
    if let settling {
      if settling.isSame(as: need) { return settling }
      if schedule.openGroups == 0 { return nil }
    }
    guard need.strand < strands.count else { return nil }
    let number = schedule.openGroups > 0 ? need.strand : 0
    return strands[number].need.flatMap { $0.isSame(as: need) ? $0 : nil }
  }

  func full(_ need: Need.Core) -> Need { Need(program: program, core: need) }

  // MARK: Ending

  mutating func end(_ outcome: Outcome) {
    if schedule.openGroups > 0 {
      let final = overview
      dropAll()
      (strand.slots, strand.others) = (final.slots, final.others)
    }
    strand.need = nil
    settling = nil
    ending = outcome
  }

  mutating func failAtLimit() {
    let (step, what) = program.stepInWords(strand.counter)
    end(
      .failed(
        Failure(
          .limit,
          message:
            "\(limits.stepsBetweenPrompts) steps were performed without a prompt between them, "
            + "near \(what); end the loop, or raise the limit: flow.limits(Limits(stepsBetweenPrompts: …))",
          step: step, place: program.sources[strand.counter])))
  }

  /// Whether the flow came to its end, or goes on.
  var mayEndWell: Bool {
    switch ending {
    case .failed?, .cancelled?: false
    case .finished?, nil: true
    }
  }
}
