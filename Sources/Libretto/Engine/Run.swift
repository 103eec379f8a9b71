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
/// person or the host. Resuming, going back, decisions about effects, and moving to an edited flow
/// are all the same thing: the memo changes, and the run is performed again over it
/// (`performAnew`). Moving forward by one answer is the same, with the beginning left out.
///
/// Four invariants hold in every state; random walks in the tests compare them with a second model:
///
/// 1. There is a need or an outcome, or work that was cancelled and has not ended.
/// 2. A rejected resolution changes nothing, so an answer already given is never lost.
/// 3. Every answer and effect in force was given under the values that apply to it now, or under
///    values that a decision accepted.
/// 4. A run made from the lines of the journal or of a token is in the same state as this one.
///
/// An entry of the memo:
///
///     asked ──answer──▶ in force ──step back──▶ out ──answer──▶ in force
///                          │ its inputs change: asked again, its answer offered if it fits
///     begun ──end──▶ in force ──inputs change──▶ stale ──again──▶ begun …
///       │ killed: decided        │                 ├─keep──▶ in force
///       └─did not run            └─passed over     └─undo──▶ gone
///                                    └─▶ undone, or told once
///
/// As long as nothing has been taken back, the lines themselves are the memo, in order, and nothing
/// is looked up. The active strand is in registers; see `Schedule` for the others.
///
/// A run is a value: a copy is a snapshot, and the two continue independently.
public struct Run: Sendable {
  /// Where entries are taken from.
  enum Recall: Sendable, Equatable {
    /// Everything in force has been taken, in the order of the lines.
    case nothing
    /// The lines from this one on haven't been taken; they are expected in order.
    case lines(Int)
    /// Entries are in ``Run/memo``.
    case memo
    /// The lines are not in order, so they must be folded into a memo.
    case unfit
  }

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

  var recall = Recall.nothing
  /// Whether something has been taken back or restored, so that entries are looked up in ``memo``.
  var remembers: Bool { if case .memo = recall { true } else { false } }
  /// Whether nothing is left to take from the lines or the memo.
  var isPlain: Bool { if case .nothing = recall { true } else { false } }
  let hasClocks: Bool
  /// The events so far, or the smallest set of lines that makes the memo from which the run was
  /// restored.
  var lines: [Line] = []
  var memo = Memo()
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
  /// Whether the run is performed for the second time, because it reached a step that cancels an
  /// operation that had been started.
  var isSecondTry = false
  /// Whether the run is performed again over things that have already been heard.
  var isQuiet = false
  /// Whether a memo from another version of the flow is taken over, with the answers as they are.
  var isMigrating = false

  /// The events of the last resolution, in addition to ``needs``.
  public internal(set) var news: [News] = []
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

  private func isOpen(_ need: Need.Core, _ strand: Strand) -> Bool {
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

  // MARK: Resolving

  /// Resolves a need, and moves on to the next.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - resolution: the result of the need.
  ///   - given: the answers that were given to a load, or to work that failed; they noted which
  ///     ones were read. Without them, the work counts as having read all answers.
  ///   - time: the current time, in milliseconds since 1970.
  /// - Throws: ``Rejection`` if the resolution doesn't fit; the run then doesn't change.
  public mutating func resolve(
    _ need: Need, _ resolution: Resolution, reading given: Answers? = nil, at time: Int = 0
  ) throws(Rejection) {
    if !news.isEmpty { news = [] }
    now = time
    if let keys = given?.reads {
      reads[need.stepName] = keys
      defer { reads[need.stepName] = nil }
      return try resolve(need, resolution)
    }
    try resolve(need, resolution)
  }

  private mutating func resolve(_ need: Need, _ resolution: Resolution) throws(Rejection) {
    if schedule.openGroups == 0, settling == nil {
      guard let open = strand.need, open.isSame(as: need.core), need.program === program else {
        return try conclude(need, resolution)
      }
      try take(need, resolution)
      if schedule.openGroups > 0 { settle() }
    } else if isOpen(need) {
      try resolveStrand(need, resolution)
    } else {
      return try conclude(need, resolution)
    }
    arrive()
  }

  /// Resolves a need of one of several strands, or an effect that must be settled.
  private mutating func resolveStrand(
    _ need: Need, _ resolution: Resolution
  ) throws(Rejection) {
    if let settling, settling.isSame(as: need.core) { return try decide(need, resolution) }
    guard active < 0 else {
      try take(need, resolution)
      return settle()
    }
    activate(need.strand)
    do throws(Rejection) {
      try take(need, resolution)
    } catch {
      deactivate()
      throw error
    }
    settle()
  }

  /// The end of every step: a step back of the flow, effects to settle, and clocks.
  mutating func arrive() {
    while backing != nil || schedule.isOverrun {
      if schedule.isOverrun { performAnew() } else { takeBack() }
    }
    if remembers {
      if !schedule.released.isEmpty { dropReleased() }
      directUndos()
      findSettling()
    }
    if !hasClocks { return }
    openClocks()
  }

  /// Takes a resolution for the active strand, and moves it on.
  private mutating func take(_ open: Need, _ resolution: Resolution) throws(Rejection) {
    if case .answer(let given) = resolution, open.core.kind == .prompt {
      try answer(open.core, given)
      clearNeed()
      return advance()
    }
    switch (open.kind, resolution) {
    case (.say, .shown):
      if strand.unsaid.isEmpty {
        noteSaid(open.index)
        strand.counter += 1
      } else {
        strand.unsaid.removeFirst()
        strand.saidCount += 1
        if let next = strand.unsaid.first { return say(next) }
      }
    case (.prompt, .timedOut), (.action, .timedOut), (.load, .timedOut):
      guard open.duration != nil else { throw Rejection.unlimited(open) }
      return takeTimeOut(open)
    case (.notice, .dismissed):
      log(open.stepName, .dismissed, detail: shownDetail(open.index))
      passNotice(open.index)
    case (.action, .performed(let answers)):
      try perform(open, answers)
    case (.action, .failed(let message)):
      return failWork(open, message, .failed, failure(open, message))
    case (.load, .loaded(let value)):
      try load(open, value)
    case (.load, .failed(let message)):
      return failLoad(open, message)
    case (.wait, .elapsed):
      log(open.stepName, .elapsed)
      // After the pause of a load comes its next try.
      if case .load(let index) = program.instructions[strand.counter] {
        clearNeed()
        if asksForSecrets(program.loads[index].load.reads) { return }
        return require(.load, index, open.stepName)
      }
      strand.counter += 1
    default:
      return try decide(open, resolution)
    }
    clearNeed()
    advance()
  }

  /// Handles a time-out of the open prompt.
  private mutating func takeTimeOut(_ open: Need) {
    switch open.kind {
    case .action: failWork(open, "", .workTimedOut, open.timedOut { render($0) })
    case .load: failLoad(open, open.tookTooLong)
    default:
      log(open.stepName, .timedOut, detail: shownDetail(open.index))
      timeOut(open.index, open)
    }
  }

  @inline(__always)
  mutating func clearNeed() {
    strand.need = nil
    if active > 0 { schedule.needy.remove(program.operations[active - 1].rank) }
  }

  /// Writes a line of the journal and adds it to the memo.
  /// - Parameter time: the time of the line; nil for now.
  @inline(__always)
  mutating func log(
    _ name: StepName, _ kind: Line.Kind, at time: Int? = nil, value: Value = .null,
    form: Line.Form = .typed, detail: Line.Detail? = nil
  ) {
    // The line is made in place: copying it would take a tenth of the time of an answer.
    lines.append(Line(name, kind, time ?? now, value: value, form: form, detail: detail))
    if hasClocks || remembers { noteLogged() }
  }

  private mutating func noteLogged() {
    let line = lines[lines.count - 1]
    if hasClocks, line.kind != .opened { opened[line.name] = nil }
    if !remembers { return }
    memo.note(line)
    switch line.kind {
    case .answered, .secret, .timedOut, .dismissed, .elapsed, .found, .ended, .failed,
      .workTimedOut, .loaded:
      memo.take(line.name)
    default: break
    }
  }

  // MARK: Answers

  @inline(__always)
  private mutating func answer(_ need: Need.Core, _ given: Given) throws(Rejection) {
    let (kept, way) = try settle(given, need.index)
    if program.facts[need.index].isSecret { return answerSecret(need, kept, way) }
    // A typed answer is written as it is kept: in the type of its key.
    let value: Value = if case .typed = given { kept ?? .null } else { given.value }
    log(
      need.stepName, .answered, value: value, form: given.form, detail: shownDetail(need.index))
    put(need.index, kept, way)
  }

  private mutating func answerSecret(_ need: Need.Core, _ kept: Value?, _ way: Int) {
    let name = SecretName(name: need.stepName)
    let number = number(ofSecret: name, kept ?? .null)
    log(need.stepName, .secret, value: .int(number), detail: shownDetail(need.index))
    put(need.index, kept, way)
    hold(name, kept, number, slot: program.prompts[need.index].slot)
  }

  /// Keeps an answer and continues in its branch; −1 is the branch of a prompt without choices.
  @inline(__always)
  mutating func put(_ index: Int, _ kept: consuming Value?, _ way: Int) {
    let facts = program.facts[index]
    if facts.slot >= 0 { strand.set(Int(facts.slot), kept) }
    if facts.mark >= 0 { counters[Int(facts.mark)] = 1 }
    strand.counter = way < 0 ? Int(facts.next) : program.prompts[index].targets[way]
    passQuestion()
  }

  @inline(__always)
  private mutating func passQuestion() {
    if !strand.shown.isEmpty { strand.shown = Shown() }
    stepsSincePrompt = 0
  }

  mutating func timeOut(_ index: Int, _ open: Need) {
    passQuestion()
    let target = program.prompts[index].timedOut
    if target < 0 { return fail(open.timedOut { render($0) }) }
    strand.counter = target
    clearNeed()
    advance()
  }

  mutating func passNotice(_ index: Int) {
    noteNotice(index)
    strand.counter = program.prompts[index].targets.last ?? strand.counter + 1
  }

  // MARK: Advancing

  /// Performs instructions until there is a need, or the strand or the run ends.
  mutating func advance() {
    while true {
      stepsSincePrompt += 1
      if stepsSincePrompt > limits.stepsBetweenPrompts { return failAtLimit() }
      switch program.instructions[strand.counter] {
      case .say(let text):
        guard areSet(program.texts[text].reads) else { return }
        guard mayHaveSaid || isMigrating else {
          return require(
            .say, text, StepName(step: -1, rounds: Rounds(bits: strand.saidCount)))
        }
        strand.unsaid.append(
          Strand.Unsaid(
            text: render(program.texts[text].text), instruction: strand.counter, index: text))
        noteSaid(text)
        strand.counter += 1
      case .prompt(let index):
        let facts = program.facts[index]
        if facts.hasReads, !areSet(program.prompts[index].reads) { return }
        if facts.source >= 0, !hasOptions(index) { return }
        guard let name = name(Int(facts.step)) else { return }
        if isMigrating, isNew(name, facts) {
          // What comes after it is taken over all the same.
          strand.counter = Int(facts.next)
          continue
        }
        if !isPlain {
          switch recallPrompt(index, name) {
          case .taken: continue
          case .stopped: return
          case .open: if stopsToSay(name) { return }
          }
        }
        return require(facts.shape == .notice ? .notice : .prompt, index, name)
      case .action(let index):
        guard let name = name(program.actions[index].step) else { return }
        switch recallAction(index, name) {
        case .taken: continue
        case .stopped: return
        case .open(let kind):
          if stopsToSay(name) { return }
          if kind == .action, asksForSecrets(program.actions[index].action.reads) { return }
          return require(kind, index, name)
        }
      case .load(let index):
        guard areSet(program.loads[index].reads), let name = name(program.loads[index].step)
        else { return }
        switch recallLoad(index, name) {
        case .taken: continue
        case .stopped: return
        case .open(let kind):
          if stopsToSay(name) { return }
          if kind == .load, asksForSecrets(program.loads[index].load.reads) { return }
          return require(kind, kind == .load ? index : pause(index), name)
        }
      case .reload(let index):
        let code = program.loads[index]
        for slot in [code.slot, code.errorSlot, code.stateSlot] { note(nil, slot) }
        counters[code.round] += 1
        strand.counter = code.instruction
      case .back:
        if stopsToSay(nil) { return }
        if !canGoBack {
          news.append(.nothingBefore)
          strand.counter += 1
        } else {
          strand.need = nil
          backing = Backing(instruction: strand.counter, strand: active)
          return
        }
      case .wait(let milliseconds, let step):
        guard let name = name(step) else { return }
        switch recallWait(name) {
        case .taken: strand.counter += 1
        case .stopped: return
        case .open:
          if stopsToSay(name) { return }
          return require(.wait, milliseconds, name)
        }
      case .store(let slot, let constant):
        strand.set(slot, program.constants[constant])
        strand.counter += 1
      case .unset(let slot):
        strand.set(slot, nil)
        strand.counter += 1
      case .jump(let target):
        strand.counter = target
      case .unless(let condition, let target):
        do throws(UnsetKey) {
          strand.counter =
            try program.conditions[condition].holds(strand.slots) ? strand.counter + 1 : target
        } catch {
          return failUnset(error.slot)
        }
      case .startLoop(let counter):
        counters[counter] = 0
        strand.counter += 1
      case .nextRound(let counter):
        counters[counter] += 1
        strand.counter += 1
      case .countLoop(let counter, let times, let exit):
        if counters[counter] < times {
          counters[counter] += 1
          strand.counter += 1
        } else {
          strand.counter = exit
        }
      case .startOperations(let group):
        if stopsToSay(before: group) { return }
        start(group)
        if active < 0 { return }
      case .endOperation:
        if stopsToSay(atEndOf: active - 1) { return }
        if endIsHeldBack(active - 1) {
          strand.need = nil
          schedule.ending.insert(active)
          return park()
        }
        endOperation()
        if active < 0 { return }
      case .cancelOperation(let number, let step):
        guard let name = name(step) else { return }
        // What was said before a step that has been reached was heard.
        if remembers, memo.place(name) != nil { strand.unsaid = [] }
        if stopsToSay(nil) { return }
        strand.need = nil
        strand.cancelling = number
        schedule.cancelling.insert(active)
        return park()
      case .finish(let outcome):
        if stopsToSay(nil) { return }
        guard active > 0 else { return end(.finished(outcome)) }
        // The flow ends when nothing else moves, so that what was done in parallel is known.
        strand.finishing = Strand.Finishing(outcome: outcome)
        strand.need = nil
        schedule.finishing.insert(active)
        return park()
      case .end:
        if stopsToSay(nil) { return }
        return end(.finished(nil))
      case .fail(let text):
        guard areSet(program.texts[text].reads) else { return }
        if stopsToSay(nil) { return }
        return end(.failed(Failure(.declared, render(program.texts[text].text))))
      }
    }
  }

  /// The name of a step in the current rounds; nil if no name can represent them, and the run
  /// fails.
  @inline(__always)
  private mutating func name(_ step: Int) -> StepName? {
    let loop = program.stepLoops[step]
    if loop == -1 { return StepName(step: Int32(truncatingIfNeeded: step), rounds: .first) }
    if loop >= 0 {
      return StepName(
        step: Int32(truncatingIfNeeded: step),
        rounds: Rounds(bits: UInt64(counters[Int(loop)] &- 1)))
    }
    return nestedName(step)
  }

  private mutating func nestedName(_ step: Int) -> StepName? {
    if let rounds = Rounds(program.steps[step].loops.map { counters[$0] }) {
      return StepName(step: Int32(truncatingIfNeeded: step), rounds: rounds)
    }
    let id = program.steps[step].id
    end(
      .failed(
        Failure(
          .limit, "“\(id)” stands in loops with more rounds than a name can hold; end one of them",
          step: id, place: program.sources[strand.counter])))
    return nil
  }

  @inline(__always)
  mutating func require(_ kind: Need.Kind, _ index: Int, _ name: StepName) {
    strand.need = Need.Core(
      kind: kind, step: name.step, rounds: name.rounds, instruction: strand.counter, index: index,
      strand: active)
  }

  // MARK: Ending and failing

  mutating func end(_ outcome: Outcome) {
    if schedule.openGroups > 0 {
      let final = overview
      dropAll()
      (strand.slots, strand.others) = (final.slots, final.others)
    }
    strand.need = nil
    ending = outcome
  }

  private mutating func areSet(_ reads: [Int]) -> Bool {
    for slot in reads where strand.slots[slot] == nil && !isMigrating {
      failUnset(slot)
      return false
    }
    return true
  }

  /// Whether a question whose options are an answer has any; only a list that has been set does.
  private mutating func hasOptions(_ index: Int) -> Bool {
    let source = program.prompts[index].source
    guard source >= 0 else { return true }
    guard areSet([source]) else { return false }
    if strand.slots[source]?.isEmpty == false { return true }
    if stopsToSay(nil) { return false }
    let id = program.prompts[index].prompt.id
    fail(
      Failure(
        .noOptions,
        "the question “\(id)” offers what the key “\(program.keys[source].name)” holds, and that "
          + "is an empty list; ask only When(!\(program.keys[source].name).isEmpty)",
        step: id, place: program.sources[strand.counter]))
    return false
  }

  private mutating func failUnset(_ slot: Int) {
    if stopsToSay(nil) { return }
    let name = program.keys[slot].name
    let (step, what) = program.stepInWords(strand.counter)
    fail(
      Failure(
        .unsetKey,
        "\(what) reads the key “\(name)”, and nothing has set it; "
          + "ask for it before, or test \(name).isSet",
        step: step, place: program.sources[strand.counter]))
  }

  private mutating func failAtLimit() {
    let (step, what) = program.stepInWords(strand.counter)
    end(
      .failed(
        Failure(
          .limit,
          "\(limits.stepsBetweenPrompts) steps were performed without a prompt between them, "
            + "near \(what); end the loop, or raise the limit: flow.limits(Limits(stepsBetweenPrompts: …))",
          step: step, place: program.sources[strand.counter])))
  }

  /// Ends the run as cancelled, or as failed for a reason outside the flow.
  /// - Parameter failure: the reason; nil to cancel.
  public mutating func stop(_ failure: Failure? = nil) {
    guard outcome == nil else { return }
    news = []
    settling = nil
    end(failure.map(Outcome.failed) ?? .cancelled)
  }

  mutating func note(_ value: Value?, _ slot: Int) {
    if slot >= 0 { strand.set(slot, value) }
  }

  // MARK: Performing

  /// Takes an entry from the memo.
  mutating func take(place: Int) {
    if let entry = memo[place] {
      if isMigrating, let work = memo.effect(entry.line.name)?.work, let inputs = work.inputs,
        isOlder(inputs, than: entry.order, wasLoose: work.wasLoose)
      {
        accepted[place] = acceptable(inputs, isLoad: entry.line.kind != .ended)
      }
      strand.newest = max(strand.newest, entry.order)
    }
    memo.take(place)
  }

  /// Whether all inputs of some work were given before it was done, and nothing has been undone
  /// since: then an edit has caused the difference.
  private func isOlder(_ inputs: WorkInputs, than order: Int, wasLoose: Bool) -> Bool {
    let now = current(inputs)
    if inputs.all == now.all, inputs.reads == now.reads, wasLoose || inputs.after == now.after {
      return true
    }
    return strand.newest <= order && !memo.hasLost(inputs, since: order)
  }

  /// Performs the program from its start.
  mutating func perform() {
    advance()
    if schedule.openGroups > 0 { settle() }
    if recall != .unfit { arrive() }
  }
}
