/// One performance of a flow: a state machine that does no I/O, reads no clock and starts no
/// task.
///
/// A run doesn't move between needs. It says what it ``needs``; the driver shows, asks or performs
/// that, and resolves the need; then the run moves on to the next one:
///
///     needs ──resolve──▶ check ──▶ a line of the journal ──▶ perform ──▶ needs …
///                          │                                    │
///                          └ Rejection: stays                   └▶ outcome
///
/// **A run is its lines.** Every event is the same two things: a line is folded into the memo, and
/// the flow is performed over it, which is a function of the memo (`RunState`, which also tells the
/// theory). Resuming, going back, decisions about effects, cancels that no longer fit, and moving to
/// an edited flow are no more than that.
///
/// A run is a value: a copy is a snapshot, and the two continue independently. What a host asks of a
/// run at each step is inlined: where the run is a property of a class, it is copied for each call.
package struct Run: Sendable {
  /// A text that identifies this run among all runs: given by the host, or made by the driver.
  package let id: String
  /// When it was started.
  package let started: Timestamp
  /// What performing the flow over the lines has made.
  var state: RunState
  /// The time of the last resolution.
  var now: Timestamp
  /// How many of the lines it was made from.
  private(set) var restoredCount = 0
  /// Data that a run doesn't need if it only moves forward from question to question.
  private var knowledge = Aside<Knowledge>()
  /// Whether the run moves although nobody is there: a time is up, or it is restored.
  var isSweeping = false
  /// Whether a page is being taken: what must be settled waits until all its answers are.
  private var isFeeding = false
  let hasClocks: Bool
  /// The language of the person, for the questions and texts that the run makes. No line depends on it.
  package var language = Words.english

  /// The source of a secret: a question, or an action with the key that it set.
  struct SecretName: Hashable, Sendable {
    let name: StepName
    var key: String?
  }

  /// Data that a run doesn't need if it only moves forward from question to question.
  ///
  /// It is stored separately, because a server copies and restores runs at each step.
  private struct Knowledge: Sendable {
    var remarks: [ResumeRemark] = []
    /// What other versions of the flow have written and this one can't hold.
    var foreign = ForeignLines()
    /// The work of which a try has failed after it used a secret.
    var tainted: Set<StepName> = []
  }

  // MARK: Making

  /// Starts a run.
  init(_ program: Program, _ limits: Limits, id: String, started: Timestamp) {
    self.id = id
    self.started = started
    now = started
    hasClocks = program.hasClocks
    state = RunState.performing(program, limits, over: Memo(), .own, Self.known(program, [:]))
    rest()
  }

  /// Makes a run from the lines of a journal or a token.
  init(
    _ program: Program, _ limits: Limits, id: String, started: Timestamp, lines: [Line],
    secrets: [SecretName: Value] = [:], at time: Timestamp
  ) {
    self.id = id
    self.started = started
    now = time
    hasClocks = program.hasClocks
    restoredCount = lines.count
    isSweeping = true
    state = RunState.performing(
      program, limits, over: Memo(lines), .own, Self.known(program, secrets))
    rest()
    state.events = []
    isSweeping = false
  }

  /// - Parameter secrets: the secrets that are known.
  static func known(_ program: Program, _ secrets: [SecretName: Value]) -> Aside<RunState.Known> {
    var known = Aside<RunState.Known>()
    // Work notes where the secrets of the run are when it begins.
    if !program.keys.secrets.isEmpty {
      known[or: RunState.Known()].secrets = HeldSecrets(secrets)
    }
    return known
  }

  // MARK: RunState

  var program: Program { state.program }
  var memo: Memo { _read { yield state.memo } }
  /// The events so far, or the smallest set of lines that makes the memo from which the run was
  /// restored.
  var lines: [Line] { state.memo.lines }

  /// The events of the last resolution, in addition to ``needs``.
  package internal(set) var events: [RunEvent] {
    get { state.events }
    set { state.events = newValue }
  }

  /// The current needs of the run, in the order of declaration; empty when it has ended.
  ///
  /// An effect that must be settled comes first; it is the only need unless operations run.
  package var needs: [Need] {
    let program = state.program
    return state.needs.map { Need(program: program, core: $0) }
  }

  /// The first of the needs, or nil.
  @inline(__always)
  package var nextNeed: Need? {
    guard let core = state.nextNeed else { return nil }
    return Need(program: state.program, core: core)
  }

  /// Returns whether a need is one of the run's ``needs``; its operation may have been cancelled in
  /// the meantime.
  /// - Parameter need: a need of this run.
  /// - Returns: whether it can be resolved.
  @inline(__always)
  package func isOpen(_ need: Need) -> Bool {
    need.program === program && state.open(need.core) != nil
  }

  /// Whether operations are running, so that there can be several needs.
  package var isParallel: Bool { state.schedule.openGroups > 0 }

  /// How the run ended, or nil while it continues.
  package var outcome: Outcome? {
    guard let ending = state.ending else { return nil }
    if case .finished = ending, state.settling != nil || isAwaitingWork { return nil }
    return ending
  }

  /// Whether work of a cancelled operation has not ended.
  var isAwaitingWork: Bool { state.ending != nil && !state.inFlight.isEmpty }

  /// The events so far.
  package var journal: Journal {
    var journal = Journal(program, lines)
    journal.foreign = foreign
    return journal
  }

  /// The answers so far.
  package var answers: Answers {
    guard isParallel else {
      let strand = state.strands[0]
      return Answers(program.keys, strand.slots, others: strand.others, held: secrets)
    }
    let all = state.overview
    return Answers(program.keys, all.slots, others: all.others, held: secrets)
  }

  /// The secrets that the run holds.
  var secrets: HeldSecrets {
    get { state.secrets }
    _modify { yield &state.secrets }
  }

  /// The work of which a try has failed after it used a secret.
  var tainted: Set<StepName> { knowledge.box?.content.tainted ?? [] }

  /// What other versions of the flow have written and this one can't hold.
  var foreign: ForeignLines {
    get { knowledge.box?.content.foreign ?? ForeignLines() }
    set { knowledge[or: Knowledge()].foreign = newValue }
  }

  /// Remarks since the run was resumed or restored: that a secret that was given again counts as
  /// the same.
  package internal(set) var remarks: [ResumeRemark] {
    get { knowledge.box?.content.remarks ?? [] }
    set { knowledge[or: Knowledge()].remarks = newValue }
  }

  /// Whether the names of texts are kept, for a host that shows where the run is.
  var tellsTexts: Bool {
    get { state.tellsTexts }
    set { state.known[or: RunState.Known()].tellsTexts = newValue }
  }

  /// The fewest lines that make this run.
  var compactLines: [Line] {
    guard memo.isStraight else {
      return state.compactLines(at: now, isWhole: foreign.content.lines.isEmpty)
    }
    if !hasClocks { return lines }
    return lines.filter {
      $0.kind != .closed && ($0.kind != .opened || memo.opened[$0.name] != nil)
    }
  }

  // MARK: Lines

  /// Writes a line of the journal, after what was said since the last.
  /// - Parameters:
  ///   - time: the time of the line; nil for now.
  ///   - detail: what else it has: a sight is that of its strand, of which it says itself what was said.
  @inline(__always)
  mutating func log(
    _ name: StepName, _ kind: Line.Kind, at time: Timestamp? = nil, value: Value = .null,
    form: Line.Form = .typed, detail: Line.Detail? = nil
  ) {
    if !state.unwritten.isEmpty || !state.left.isEmpty {
      writeSaid(except: detail?.sight?.strand)
    }
    state.note(
      name, kind, detail,
      Line(name, kind, time ?? now, value: value, form: form, detail: detail))
  }

  /// Writes what was said since the last line, in each strand.
  /// - Parameter carried: the strand of which the next line itself says it; nil for none.
  private mutating func writeSaid(except carried: StepName? = nil) {
    let sights =
      state.left
      + state.unwritten.map { state.sightTold(in: $0) }.filter { $0.strand != carried }
    (state.left, state.unwritten) = ([], [])
    for sight in sights {
      if let line = state.line(for: sight, at: now) { state.note(line) }
    }
  }

  // MARK: Performing

  /// Performs the flow from its start over the memo, until it comes to no step back of its own, and to
  /// each entry of a cancel.
  /// - Parameter back: what to tell of the step back after which it is performed.
  mutating func performAnew(after back: [RunEvent] = []) {
    writeSaid()
    let before = state
    var backs = back
    repeat {
      state = RunState.performing(
        program, state.limits, over: state.memo, state.policy, state.known)
    } while takeBack(&backs) || dropUnreached()
    // At a step back of the flow, the other strands don't stand yet.
    state.events = before.events + state.events + state.changes(since: before) + backs
    if !state.inFlight.isEmpty { state.noteCancelled() }
  }

  /// The end of every event: steps back of the flow and cancels are taken, what is no longer found is
  /// dropped, work that holds is noted, and what was passed is to be settled.
  mutating func rest() {
    // Which effect is undone first depends on what other strands have taken.
    if state.hasMovedOn, state.hasDirectedUndo { performAnew() }
    while !state.isAtRest {
      var backs: [RunEvent] = []
      if takeBack(&backs) || dropUnreached() { performAnew(after: backs) }
      guard let wanted = state.wantedCancel else { break }
      log(wanted.name, .found, value: wanted.found)
      state.moveOnCancelling(from: wanted.strand, wanted.found)
    }
    if !state.held.isEmpty {
      let names = state.held
      state.held = []
      for name in names { log(name, .held) }
    }
    if !memo.effects.isEmpty {
      if !state.inFlight.isEmpty { state.noteCancelled() }
      if state.hasMovedOn { state.directUndos() }
      if !isFeeding { state.findSettling() }
    }
    // What comes between the answers of a page is seen by nobody.
    if hasClocks, !isFeeding { openClocks() }
  }

  /// Drops entries of steps that cancel and have not been reached; returns whether there were any.
  private mutating func dropUnreached() -> Bool {
    let names = state.unreachedFinds
    if names.isEmpty { return false }
    log(names[0], .back, detail: Line.Detail(names: Line.Names(dropped: names, over: [])))
    return true
  }

  // MARK: Resolving

  /// Resolves a need, and moves on to the next.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - resolution: the result of the need.
  ///   - given: the answers that were given to a load, or to work that failed; they noted which
  ///     ones were read. Without them, the work counts as having read all answers.
  ///   - time: the current time.
  /// - Throws: ``Rejection`` if the resolution doesn't fit; the run then doesn't change.
  package mutating func resolve(
    _ need: Need, with resolution: Resolution, reading given: Answers? = nil,
    at time: Timestamp = .epoch
  ) throws(Rejection) {
    guard case .failed(let text) = resolution, !program.keys.secrets.isEmpty else {
      try accept(need, resolution, reading: given, at: time)
      return
    }
    let answers = given ?? answers(for: need)
    if given == nil { answers.reads?.noteAll() }
    let words = answers.words(for: text, isShown: need.showsErrors)
    try accept(need, .failed(words), reading: given, at: time)
  }

  /// Resolves a need whose error, if there is one, is in words that may be shown.
  /// - Returns: for an answer, the value that is kept.
  @discardableResult
  mutating func accept(
    _ need: Need, _ resolution: Resolution, reading given: Answers? = nil, at time: Timestamp
  ) throws(Rejection) -> Value? {
    if !events.isEmpty { events = [] }
    now = time
    guard let open = state.open(need.core), need.program === program else {
      try conclude(need, resolution)
      return nil
    }
    if let given, !given.secrets.isEmpty, given.usedSecret { taint(need, resolution) }
    if knowledge.box?.content.foreign.version != nil {
      return try takeUnderNewer(open, need, resolution, given?.reads)
    }
    let kept = try take(open, need, resolution, given?.reads)
    rest()
    return kept
  }

  /// Takes a resolution where a higher version has saved the run: what it has must not be begun again,
  /// nor left open by the end.
  private mutating func takeUnderNewer(
    _ open: Need.Core, _ need: Need, _ resolution: Resolution, _ reads: ReadKeys?
  ) throws(Rejection) -> Value? {
    if let newer = newer(at: need) {
      throw Rejection(.newerVersion(newer), newer.sentence)
    }
    let before = self
    let kept = try take(open, need, resolution, reads)
    rest()
    guard let newer = newer(at: nil) else { return kept }
    self = before
    // What was done without a begin is in doubt all the same.
    begin(need, at: now)
    throw Rejection(.newerVersion(newer), newer.sentence)
  }

  /// Notes that work may show a secret in its next try.
  private mutating func taint(_ need: Need, _ resolution: Resolution) {
    switch resolution {
    case .failed, .timedOut: knowledge[or: Knowledge()].tainted.insert(need.stepName)
    default: break
    }
  }

  /// Takes a resolution: checks it, writes its line, and moves the strand on over it.
  /// - Parameter reads: the keys that work has read, as far as the host noted it.
  private mutating func take(
    _ open: Need.Core, _ need: Need, _ resolution: Resolution, _ reads: ReadKeys?
  ) throws(Rejection) -> Value? {
    if state.settling.map({ $0.isSame(as: open) }) ?? false {
      try decide(need, resolution)
      return nil
    }
    switch (open.kind, resolution) {
    case (.prompt, .answer(let given)):
      return try answer(open, given.meant(for: program.facts[open.index].shape))
    case (.say, .shown): state.hear(in: open.strand)
    case (.prompt, .timedOut), (.action, .timedOut), (.load, .timedOut):
      guard need.duration != nil else { throw Rejection(.hasNoLimit, need.name) }
      takeTimeOut(need, reads)
    case (.notice, .dismissed):
      pass(open, .dismissed, state.shownDetail(open.index, in: open.strand))
    case (.action, .performed(let answers)): try perform(need, answers)
    case (.action, .failed(let message)), (.load, .failed(let message)):
      fail(need, message, reads)
    case (.load, .loaded(let value)): try load(need, value, reads)
    case (.wait, .elapsed): pass(open, .elapsed, nil)
    default: try decide(need, resolution)
    }
    return nil
  }

  /// Writes the outcome of a need, and moves its strand on.
  mutating func pass(_ need: Need.Core, _ kind: Line.Kind, _ detail: Line.Detail?) {
    log(need.stepName, kind, detail: detail)
    state.moveOn(need.stepName, in: need.strand)
  }

  // MARK: Answers

  @inline(__always)
  private mutating func answer(_ need: Need.Core, _ given: Given) throws(Rejection) -> Value? {
    let (kept, way) = try program.settle(given, need.index, state.strands[need.strand].slots)
    let detail = state.shownDetail(need.index, in: need.strand)
    if program.facts[need.index].isSecret {
      answerSecret(need, kept ?? .null, detail)
      return kept
    }
    // A typed answer is written as it is kept: in the type of its key.
    let value: Value = if case .typed = given { kept ?? .null } else { given.value }
    log(need.stepName, .answered, value: value, form: given.form, detail: detail)
    state.moveOn(kept, way, need)
    return kept
  }

  private mutating func answerSecret(
    _ need: Need.Core, _ value: Value, _ detail: Line.Detail?
  ) {
    let name = SecretName(name: need.stepName)
    let (number, first) = (number(ofSecret: name, value), lines.count)
    // Nobody knows whether it is the one before: it is the same for effects, and another one for what
    // is only computed from it.
    let epoch = secrets[name] == nil ? memo.secretEpoch(need.stepName) : nil
    secrets[name] = value
    log(need.stepName, .secret, value: .int(number), detail: detail)
    if let epoch {
      log(need.stepName, .givenAgain, value: .int(epoch + 1))
      state.amend { $0.join(after: first) }
    }
    state.moveOn(need.stepName, in: need.strand)
  }

  // MARK: Pages

  /// Takes the answers of a page as one event: what must be settled waits until all are taken, and
  /// in a file they stand together or not at all.
  mutating func feeding<Refusal>(
    _ body: (inout Run) throws(Refusal) -> Void
  ) throws(Refusal) {
    let before = lines.count
    (isFeeding, state.settling) = (true, nil)
    try body(&self)
    state.amend { $0.join(after: before) }
    isFeeding = false
    rest()
  }

  // MARK: Ending

  /// Ends the run as cancelled, or as failed for a reason outside the flow.
  /// - Parameter failure: the reason; nil to cancel.
  package mutating func stop(_ failure: Failure? = nil) {
    guard outcome == nil else { return }
    events = []
    state.end(failure.map(Outcome.failed) ?? .cancelled)
  }
}

extension RunState {
  /// What has happened to operations and needs since another state.
  func changes(since before: RunState) -> [RunEvent] {
    if program.operations.isEmpty { return [] }
    var events: [RunEvent] = []
    let old = before.needs.map { [program] in Need(program: program, core: $0) }
    let now = needs.map { [program] in Need(program: program, core: $0) }
    for need in old where !now.contains(need) { events.append(.withdrawn(need)) }
    for number in program.byRank {
      let operation = program.operations[number]
      let (old, new) = (before.strands[number + 1].status, strands[number + 1])
      if old == .waiting || old == .done, new.status == .running || new.status == .recovering {
        events.append(.started(id: operation.id, name: operation.name))
      }
      if old == .running || old == .recovering, new.status == .done, schedule.openGroups > 0 {
        events.append(
          new.found != nil
            ? .cancelled(id: operation.id, name: operation.name)
            : .ended(id: operation.id, name: operation.name))
      }
    }
    if schedule.openGroups > 0 {
      for need in now where need.strand > 0 && !old.contains(need) { events.append(.needed(need)) }
    }
    return events
  }

  /// Whether there is exactly one need.
  @inline(__always)
  var hasOneNeed: Bool {
    (schedule.openGroups > 0 ? schedule.needy.count : strands[0].need == nil ? 0 : 1)
      + (settling == nil ? 0 : 1) == 1
  }
}

extension Run: Redacted {
  /// The state of the run; it doesn't contain answers, because some may be secret.
  package var description: String {
    if let outcome { return "Run(\(outcome))" }
    return "Run(at: \(needs.map { $0.kind == .say ? "say" : $0.name }.joined(separator: ", ")))"
  }
}

/// An event of the last step of a run, in addition to its needs.
package enum RunEvent: Sendable {
  /// While operations run, there is another need.
  case needed(Need)
  /// A need no longer exists: its operation was cancelled, or the run went back or ended.
  case withdrawn(Need)
  /// An operation started.
  case started(id: String, name: String)
  /// An operation ended without a failure.
  case ended(id: String, name: String)
  /// An operation failed, with the error in words.
  case failed(id: String, name: String, error: String)
  /// An operation was cancelled, before it started or while it ran.
  case cancelled(id: String, name: String)
  /// A `Back` of the flow went back to the question with this name.
  case wentBack(to: String)
  /// A `Back` found no earlier question.
  case nothingBefore
}
