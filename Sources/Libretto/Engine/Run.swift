/// One performance of a flow: a state machine that does no I/O, reads no clock and starts no
/// task.
///
/// A run stands still between needs. It says what it ``needs``; whoever drives it shows, asks or
/// performs that, and resolves the need; the run moves on to the next:
///
///     needs ──resolve──▶ check ──▶ journal ──▶ advance ──▶ needs …
///                          │                      │
///                          └ Rejection: stays     └▶ outcome
///
/// Three things hold in every state:
///
/// 1. Either there is a need or there is an outcome, never both, never neither.
/// 2. A rejected resolution changes nothing, so an answer already given is never lost.
/// 3. The state is a function of the flow and the journal: ``replay(_:secrets:)`` stands where the
///    last entry left the run. What has been said since then is no entry, and is said again.
///
/// A run has one strand, until operations start: then each that has started has a strand of its own,
/// and the strand that started them waits. Several needs can be open then. They are independent:
/// resolving one moves only its own strand, and starts what waited for the strand's end.
///
///     waiting ──all before it ended──▶ running ──end──▶ done
///        │                               │  └─failure─▶ recovering ──end──▶ done
///        └──────────cancelled────────────┴──cancelled──▶ done
///
/// The strand that is moved has its state in registers; the others are parked. So a flow without
/// operations pays nothing for them.
///
/// It is a value: a copy is a snapshot, and both go on by themselves.
public struct Run: Sendable {
  let program: Program
  let limits: Limits
  /// The instruction of the strand that is moved, and what it needs.
  private var counter = 0
  private var need: Need?
  /// The strand that is moved: 0, an operation’s number plus 1, or −1 while all are parked.
  private var active = 0
  var slots: [Value?]
  /// Answers that actions wrote under keys that the flow does not name.
  private var others: [String: Value] = [:]
  /// How often each step has been performed.
  private var performances: [Int]
  /// Rounds of loops, tries of loads, marks of questions on forms.
  private(set) var counters: [Int]
  private var stepsSincePrompt = 0

  /// The parked strands, by number; empty in a flow without operations.
  private var strands: [Strand] = []
  /// How many operations of each group have not ended.
  private var openOperations: [Int] = []
  private var openGroups = 0
  /// The operations whose strands need something, and those that may start, by rank.
  private var needy = RankSet(capacity: 0)
  private var ready = RankSet(capacity: 0)

  /// Where in the journal each operation last started; for steps back, which never leave it.
  private(set) var operationStarts: [Int?] = []
  /// The answers that may be given again without a question.
  var kept: Kept?
  private var isTakingKept = false
  /// Secrets that were given, by the names of their steps, so that going back keeps them; a journal
  /// does not.
  var secrets: [String: Value] = [:]

  /// What the last resolution brought about besides ``needs``, while operations run.
  public private(set) var news: [News] = []
  /// How the run ended; nil while it goes on.
  public private(set) var outcome: Outcome?
  /// What happened so far.
  public internal(set) var journal = Journal()

  private struct Strand: Sendable {
    enum Status: Sendable { case waiting, running, recovering, done }
    var status = Status.done
    var counter = 0
    var need: Need?
    /// How many operations have to end before this one starts.
    var remaining = 0
  }

  /// Starts a run, up to its first need.
  /// - Parameters:
  ///   - flow: what to perform.
  ///   - limits: the bounds of the run; the flow's own unless told.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public init(_ flow: Flow, limits: Limits? = nil) throws(InvalidFlow) {
    try flow.validate()
    self.init(flow.program, limits ?? flow.limits)
  }

  init(_ program: Program, _ limits: Limits) {
    self.program = program
    self.limits = limits
    slots = Array(repeating: nil, count: program.keys.all.count)
    performances = Array(repeating: 0, count: program.steps)
    counters = Array(repeating: 0, count: program.counters)
    if !program.operations.isEmpty {
      strands = Array(repeating: Strand(), count: program.operations.count + 1)
      openOperations = Array(repeating: 0, count: program.groups.count)
      operationStarts = Array(repeating: nil, count: program.operations.count)
      needy = RankSet(capacity: program.operations.count)
      ready = needy
    }
    advance()
    if openGroups > 0 { settle() }
  }

  /// What the run needs now, in the order of declaration; empty when it has ended.
  public var needs: [Need] {
    guard openGroups > 0 else { return need.map { [$0] } ?? [] }
    return needy.all.compactMap { strands[program.byRank[$0] + 1].need }
  }

  /// The first of the needs.
  public var nextNeed: Need? {
    guard openGroups > 0 else { return need }
    return needy.first.flatMap { strands[program.byRank[$0] + 1].need }
  }

  /// Whether a need is one of the run's ``needs``; its operation may have been cancelled meanwhile.
  /// - Parameter need: a need of this run.
  public func isOpen(_ need: Need) -> Bool {
    guard openGroups > 0 else { return self.need == need }
    return need.strand < strands.count && strands[need.strand].need == need
  }

  /// Whether operations run, so that there can be several needs.
  public var isParallel: Bool { openGroups > 0 }

  // MARK: Resolving

  /// Resolves a need, and moves on to the next.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - resolution: what became of it.
  ///   - time: when, in milliseconds since 1970; it goes into the journal and decides nothing.
  /// - Throws: ``Rejection`` where the answer does not fit; the run then stands where it stood.
  public mutating func resolve(
    _ need: Need, _ resolution: Resolution, at time: Int = 0
  ) throws(Rejection) {
    if openGroups > 0 {
      try resolveStrand(need, resolution, time)
    } else {
      if !news.isEmpty { news = [] }
      guard self.need == need else { throw Rejection.notNeeded(need) }
      try take(need, resolution, time)
      if openGroups > 0 { settle() }
    }
    if kept != nil, !isTakingKept {
      isTakingKept = true
      takeKept(at: time)
      isTakingKept = false
    }
  }

  /// Resolves a need of one of several strands.
  private mutating func resolveStrand(
    _ need: Need, _ resolution: Resolution, _ time: Int
  ) throws(Rejection) {
    guard isOpen(need) else { throw Rejection.notNeeded(need) }
    news = []
    active = need.strand
    counter = strands[active].counter
    do throws(Rejection) {
      try take(need, resolution, time)
    } catch {
      active = -1
      throw error
    }
    settle()
  }

  /// Takes a resolution of the strand that is moved, and moves it on.
  private mutating func take(
    _ open: Need, _ resolution: Resolution, _ time: Int
  ) throws(Rejection) {
    switch (open.kind, resolution) {
    case (.say, .shown):
      counter += 1
    case (.notice, .dismissed):
      // Nobody answers it, so it does not end a row of steps without a prompt.
      append(open, .answered(.null), time)
      counter = program.prompts[open.index].targets.last ?? counter + 1
    case (.prompt, .answer(let value)):
      try answer(open, value, time)
    case (.prompt, .timedOut):
      append(open, .timedOut, time)
      stepsSincePrompt = 0
      let target = program.prompts[open.index].timedOut
      if target < 0 { return fail(open.timedOut(render)) }
      counter = target
    case (.action, .performed(let answers)):
      try perform(open, answers, time)
    case (.action, .failed(let message)):
      append(open, .failed(message), time)
      return fail(
        open.failed(.action, "the action “\(open.action ?? "")” failed: \(message)"), message)
    case (.action, .timedOut):
      append(open, .timedOut, time)
      return fail(open.timedOut(render))
    case (.load, .loaded(let value)):
      try load(open, value, time)
    case (.load, .failed(let message)):
      append(open, .failed(message), time)
      return failLoad(open, message)
    case (.load, .timedOut):
      append(open, .timedOut, time)
      return failLoad(open, open.tookTooLong)
    case (.back, .stayed):
      counter += 1
    case (.wait, .elapsed):
      if case .load(let index) = program.instructions[counter] {
        clearNeed(of: open)
        return tryLoad(index)
      }
      counter += 1
    default:
      throw Rejection(message: "The step “\(open.name)” is not resolved like this.")
    }
    clearNeed(of: open)
    advance()
  }

  private mutating func clearNeed(of open: Need) {
    need = nil
    guard open.strand > 0 else { return }
    strands[open.strand].need = nil
    needy.remove(program.operations[open.strand - 1].rank)
  }

  private mutating func answer(_ need: Need, _ value: Value, _ time: Int) throws(Rejection) {
    // The prompt is read piece by piece: a copy of all of it costs more than everything else.
    let index = need.index
    let slot = program.prompts[index].slot
    var kept: Value? = value
    let target: Int
    switch program.prompts[index].prompt.kind {
    case .ask:
      kept = try typed(value, index)
      target = program.prompts[index].targets.last ?? counter + 1
    case .confirm:
      guard case .bool(let yes) = value else { throw Rejection(message: "Answer yes or no.") }
      if slot >= 0 { kept = program.keys[slot].type.fitting(value) ?? value }
      target = program.prompts[index].targets[yes ? 0 : 1]
    case .alert, .choose:
      if program.prompts[index].source >= 0 {
        kept = try offered(value, index)
        target = program.prompts[index].targets.last ?? counter + 1
      } else {
        let choice = try choice(value, index)
        kept = program.prompts[index].prompt.choices[choice].value ?? value
        target = program.prompts[index].targets[choice]
      }
      if slot >= 0, let value = kept { kept = program.keys[slot].type.fitting(value) ?? value }
    case .chooseMany:
      kept = try several(value, index)
      target = program.prompts[index].targets.last ?? counter + 1
    case .form:
      target = program.prompts[index].targets[try review(value, index)]
    }
    if slot >= 0 { slots[slot] = kept }
    if program.prompts[index].mark >= 0 { counters[program.prompts[index].mark] = 1 }
    if program.prompts[index].isSecret {
      if secrets[need.name] != value { self.kept?.otherSecrets.insert(need.name) }
      secrets[need.name] = value
      append(need, .answeredSecretly, time)
    } else {
      append(need, .answered(value), time)
    }
    stepsSincePrompt = 0
    counter = target
  }

  private mutating func perform(
    _ need: Need, _ answers: Answers, _ time: Int
  ) throws(Rejection) {
    try checkWritten(need, answers)
    var writes: [Journal.Entry.Write] = []
    for name in answers.writeOrder {
      let isSecret = program.keys.secrets.contains(name)
      if isSecret {
        let (key, secret) = ("\(need.name)/\(name)", answers.writes[name] ?? nil)
        if secrets[key] != secret { kept?.otherSecrets.insert(need.name) }
        secrets[key] = secret
      }
      writes.append(
        Journal.Entry.Write(name, set(name, answers.writes[name] ?? nil), isSecret: isSecret))
    }
    append(need, .performed(writes), time)
    counter += 1
  }

  /// Sets an answer, in the type of its key, and tells what was set.
  private mutating func set(_ name: String, _ value: Value?) -> Value? {
    guard let slot = program.keys.slots[name] else {
      others[name] = value
      return value
    }
    slots[slot] = value.map { program.keys[slot].type.fitting($0) ?? $0 }
    return slots[slot]
  }

  private mutating func append(_ need: Need, _ event: Journal.Entry.Event, _ time: Int) {
    if kept != nil, event != .began { noteChange(need, event) }
    append(Journal.Entry(need.id, need.performance, event, time))
  }

  mutating func append(_ entry: Journal.Entry) { journal.entries.append(entry) }

  /// Notes that an action has been begun, before it is performed.
  /// - Parameters:
  ///   - need: the need of the action.
  ///   - time: when, in milliseconds since 1970.
  public mutating func begin(_ need: Need, at time: Int = 0) {
    guard isOpen(need), need.kind == .action else { return }
    append(need, .began, time)
  }

  /// Ends the run as cancelled, or as failed for a reason outside the flow.
  /// - Parameter failure: the reason; nil for cancelled.
  public mutating func stop(_ failure: Failure? = nil) {
    guard outcome == nil else { return }
    news = []
    end(failure.map(Outcome.failed) ?? .cancelled)
  }

  // MARK: Loads

  private mutating func tryLoad(_ index: Int) {
    performances[program.loads[index].step] += 1
    require(.load, index, performance: performances[program.loads[index].step])
  }

  private mutating func load(_ open: Need, _ value: Value?, _ time: Int) throws(Rejection) {
    let index = open.index
    let slot = program.loads[index].slot
    guard let value, !value.isEmpty else {
      append(open, .performed([]), time)
      note(.string("empty"), program.loads[index].stateSlot)
      counter = program.loads[index].empty
      return
    }
    try checkLoaded(open, value)
    let key = program.keys[slot]
    let fitting = key.type.fitting(value) ?? value
    slots[slot] = fitting
    append(open, .performed([Journal.Entry.Write(key.name, fitting)]), time)
    note(.string("data"), program.loads[index].stateSlot)
    counter = program.loads[index].data
  }

  /// A try of a load failed: another one follows, or the failure branch, or the strand fails.
  private mutating func failLoad(_ open: Need, _ message: String) {
    let code = program.loads[open.index]
    clearNeed(of: open)
    if counters[code.tries] < code.load.retries {
      counters[code.tries] += 1
      let pause = code.load.pause(before: counters[code.tries])
      if pause == 0 { return tryLoad(open.index) }
      return require(.wait, pause, performance: 1)
    }
    note(.string(message), code.errorSlot)
    note(.string("failed"), code.stateSlot)
    guard code.failure < 0 else {
      counter = code.failure
      return advance()
    }
    fail(open.failed(.load, "“\(code.load.name)” could not be loaded: \(message)"), message)
  }

  private mutating func note(_ value: Value?, _ slot: Int) {
    if slot >= 0 { slots[slot] = value }
  }

  // MARK: Strands

  /// Parks the strand that was moved, and moves those that may start, until all are parked.
  private mutating func settle() {
    while outcome == nil {
      if active >= 0 { park() }
      // With the last group gone there is one strand again, in the registers.
      guard openGroups > 0, let rank = ready.popFirst() else { return }
      let number = program.byRank[rank]
      let operation = program.operations[number]
      strands[number + 1].status = .running
      operationStarts[number] = journal.entries.count
      note(nil, operation.errorSlot)
      note(nil, operation.stateSlot)
      news.append(.started(id: operation.id, name: operation.name))
      active = number + 1
      counter = operation.start
      advance()
    }
  }

  private mutating func park() {
    guard openGroups > 0 else { return }
    strands[active].counter = counter
    strands[active].need = need
    if let need, active > 0 {
      needy.insert(program.operations[active - 1].rank)
      news.append(.needed(need))
    }
    need = nil
    active = -1
  }

  /// Starts the operations of a group; the strand waits behind them.
  private mutating func start(_ group: Int) {
    let code = program.groups[group]
    counter = code.after
    guard !code.operations.isEmpty else { return }
    strands[active].counter = code.after
    strands[active].need = nil
    openGroups += 1
    openOperations[group] = code.operations.count
    for number in code.operations {
      strands[number + 1] = Strand(
        status: .waiting, remaining: program.operations[number].dependencies)
      if program.operations[number].dependencies == 0 {
        ready.insert(program.operations[number].rank)
      }
    }
    active = -1
  }

  /// An operation is over: those that waited for it may start, and behind the last of a group the
  /// strand around goes on.
  private mutating func close(_ number: Int) {
    strands[number + 1].status = .done
    let operation = program.operations[number]
    for other in operation.dependants {
      strands[other + 1].remaining -= 1
      if strands[other + 1].remaining == 0, strands[other + 1].status == .waiting {
        ready.insert(program.operations[other].rank)
      }
    }
    if active == number + 1 { active = -1 }
    openOperations[operation.group] -= 1
    guard openOperations[operation.group] == 0 else { return }
    openGroups -= 1
    active = operation.parent + 1
    counter = strands[active].counter
  }

  private mutating func endOperation() {
    let number = active - 1
    let operation = program.operations[number]
    if strands[active].status == .running { note(.string("ended"), operation.stateSlot) }
    news.append(.ended(id: operation.id, name: operation.name))
    close(number)
  }

  /// Cancels an operation: one that waits never starts, one that runs is dropped.
  private mutating func cancel(_ number: Int) {
    guard strands[number + 1].status != .done else { return }
    drop(number)
    close(number)
  }

  /// Takes an operation away with all that runs in it, and tells so.
  private mutating func drop(_ number: Int) {
    let operation = program.operations[number]
    dropGroups(in: number)
    ready.remove(operation.rank)
    withdraw(number + 1)
    strands[number + 1].status = .done
    note(.string("cancelled"), operation.stateSlot)
    news.append(.cancelled(id: operation.id, name: operation.name))
    if active == number + 1 { active = -1 }
  }

  private mutating func dropGroups(in number: Int) {
    for group in program.operations[number].groups where openOperations[group] > 0 {
      for inner in program.groups[group].operations
      where strands[inner + 1].status != .done { drop(inner) }
      openOperations[group] = 0
      openGroups -= 1
    }
  }

  private mutating func withdraw(_ strand: Int) {
    guard let need = strands[strand].need else { return }
    strands[strand].need = nil
    needy.remove(program.operations[strand - 1].rank)
    news.append(.withdrawn(need))
  }

  // MARK: Ending

  /// The strand failed: the nearest operation around with a failure branch goes on with it, and
  /// where there is none the flow fails.
  private mutating func fail(_ failure: Failure, _ words: String? = nil) {
    var number = active - 1
    need = nil
    while number >= 0 {
      let operation = program.operations[number]
      let words = words ?? failure.message
      withdrawSilently(number + 1)
      note(.string(words), operation.errorSlot)
      note(.string("failed"), operation.stateSlot)
      news.append(.failed(id: operation.id, name: operation.name, error: words))
      if operation.failure >= 0, strands[number + 1].status == .running {
        dropGroups(in: number)
        strands[number + 1].status = .recovering
        active = number + 1
        counter = operation.failure
        return advance()
      }
      strands[number + 1].status = .done
      cancelDependants(of: number)
      number = operation.parent
    }
    end(.failed(failure))
  }

  private mutating func withdrawSilently(_ strand: Int) {
    guard strands[strand].need != nil else { return }
    strands[strand].need = nil
    needy.remove(program.operations[strand - 1].rank)
  }

  private mutating func cancelDependants(of number: Int) {
    var open = program.operations[number].dependants[...]
    while let next = open.popFirst() {
      guard strands[next + 1].status == .waiting else { continue }
      drop(next)
      open += program.operations[next].dependants
    }
  }

  private mutating func end(_ outcome: Outcome) {
    if openGroups > 0 {
      for number in program.byRank where strands[number + 1].status != .done {
        // The operation that ends the flow has not been cancelled by that.
        if number + 1 == active { withdraw(active) } else { drop(number) }
      }
      openGroups = 0
    }
    need = nil
    self.outcome = outcome
  }

  // MARK: Advancing

  /// Performs instructions until something is needed or the strand or the run ends.
  private mutating func advance() {
    while true {
      stepsSincePrompt += 1
      if stepsSincePrompt > limits.stepsBetweenPrompts { return failAtLimit() }
      switch program.instructions[counter] {
      case .say(let text):
        guard areSet(program.texts[text].reads) else { return }
        return require(.say, text, performance: 1)
      case .prompt(let index):
        guard areSet(program.prompts[index].reads), hasOptions(index) else { return }
        let isNotice =
          program.prompts[index].prompt.kind == .alert
          && program.prompts[index].targets.count == 1
        let step = program.prompts[index].step
        performances[step] += 1
        return require(isNotice ? .notice : .prompt, index, performance: performances[step])
      case .action(let index):
        let step = program.actions[index].step
        performances[step] += 1
        return require(.action, index, performance: performances[step])
      case .load(let index):
        guard areSet(program.loads[index].reads) else { return }
        let code = program.loads[index]
        for slot in [code.slot, code.errorSlot, code.stateSlot] { note(nil, slot) }
        counters[code.tries] = 0
        return tryLoad(index)
      case .reload(let index):
        counter = program.loads[index].instruction
      case .back: return require(.back, 0, performance: 1)
      case .wait(let milliseconds):
        return require(.wait, milliseconds, performance: 1)
      case .store(let slot, let constant):
        slots[slot] = program.constants[constant]
        counter += 1
      case .unset(let slot):
        slots[slot] = nil
        counter += 1
      case .jump(let target):
        counter = target
      case .unless(let condition, let target):
        do throws(UnsetKey) {
          counter = try program.conditions[condition].holds(slots) ? counter + 1 : target
        } catch {
          return failUnset(error.slot)
        }
      case .startLoop(let counter):
        counters[counter] = 0
        self.counter += 1
      case .countLoop(let counter, let times, let exit):
        if counters[counter] < times {
          counters[counter] += 1
          self.counter += 1
        } else {
          self.counter = exit
        }
      case .ifAnswered(let mark, let target):
        counter = counters[mark] == 1 ? target : counter + 1
      case .askAgain(let mark):
        counters[mark] = 2
        counter += 1
      case .startOperations(let group):
        start(group)
        if active < 0 { return }
      case .endOperation:
        endOperation()
        if active < 0 { return }
      case .cancelOperation(let number):
        counter += 1
        cancel(number)
        if active < 0 { return }
      case .finish(let outcome): return end(.finished(outcome))
      case .end: return end(.finished(nil))
      case .fail(let text):
        guard areSet(program.texts[text].reads) else { return }
        let message = render(program.texts[text].text)
        return end(.failed(Failure(.declared, message)))
      }
    }
  }

  private mutating func require(_ kind: Need.Kind, _ index: Int, performance: Int) {
    need = Need(
      kind: kind, performance: performance, program: program, instruction: counter, index: index,
      strand: active)
  }

  private mutating func areSet(_ reads: [Int]) -> Bool {
    for slot in reads where slots[slot] == nil {
      failUnset(slot)
      return false
    }
    return true
  }

  /// Whether a question whose options are an answer has one; only a list that is set has options.
  private mutating func hasOptions(_ index: Int) -> Bool {
    let source = program.prompts[index].source
    guard source >= 0 else { return true }
    guard areSet([source]) else { return false }
    if slots[source]?.isEmpty == false { return true }
    let id = program.prompts[index].prompt.id
    fail(
      Failure(
        .noOptions,
        "the question “\(id)” offers what the key “\(program.keys[source].name)” holds, and that "
          + "is an empty list; ask only When(!\(program.keys[source].name).isEmpty)",
        step: id, place: program.sources[counter]))
    return false
  }

  private mutating func failUnset(_ slot: Int) {
    let name = program.keys[slot].name
    let (step, what) = program.stepInWords(counter)
    fail(
      Failure(
        .unsetKey,
        "\(what) reads the key “\(name)”, and nothing has set it; "
          + "ask for it before, or test \(name).isSet",
        step: step, place: program.sources[counter]))
  }

  private mutating func failAtLimit() {
    let (step, what) = program.stepInWords(counter)
    end(
      .failed(
        Failure(
          .limit,
          "\(limits.stepsBetweenPrompts) steps were performed without a prompt between them, "
            + "near \(what); end the loop, or raise the limit: flow.limits(Limits(stepsBetweenPrompts: …))",
          step: step, place: program.sources[counter])))
  }

  /// The answers so far.
  public var answers: Answers { Answers(program.keys, slots, others: others) }
}
