/// What can come next in a flow, before it is performed: a fixpoint over its program.
///
/// **The lattice.** At each instruction something is known of each key (``Knowledge``): a value, that
/// it is set, that it isn't set, or nothing. A state is this and the rounds of the loops around the
/// instruction. Where ways meet, their states are joined, and a join never knows more than either.
///
/// **The order.** The open instructions are taken in the order of the steps, so branches come before
/// what follows them. An instruction is taken when all ways to it have been walked, except those that
/// lead back. So if nothing else is open then, and no way has ended the flow, all ways lead through
/// it. Operations are walked one after the other, each after those that it waits for: none reads what
/// another beside it visibly sets.
///
/// **Loops.** The first round is walked by itself, and so is each further one that is certain to come
/// if the one before brought something new. All others are walked as one, with everything forgotten
/// that the loop can set: the widening. What then comes back to the head knows no less, and the walk
/// of the loop ends. An instruction is walked at most once more for each loop around it, and many
/// ways are joined in pairs of equal size. So the time grows with the number of steps, not of ways.
///
/// **What comes from outside**, answers and the results of work, is said by a ``Foresight``.
///
/// **Reads.** A run that reads a key that isn't set fails. Where that is certain, the way leads no
/// further: so a key that a loop sets only after the place that reads it isn't set there, although
/// the loop leads back. What still fails when everything else has been walked fails on every way.
/// The first of these is told (``unset``), and the walk continues after it as if the key were set.
package struct Ahead<Outside: Foresight> {
  /// The number of failing reads after which the walk ends: after each of them, the rest is walked
  /// again.
  private static var mostTold: Int { 20 }

  package private(set) var outside: Outside
  /// The instructions that read a key that no way to them sets, each with the key.
  private(set) var unset: [(instruction: Int, slot: Int)] = []
  /// The counters of the loops that can have more than one round.
  private(set) var repeated: Set<Int> = []
  /// Whether rounds were walked as one only because there were too many steps.
  package private(set) var isPartial = false
  /// The number of instructions that were walked, each as often as it was.
  package private(set) var steps = 0

  private let program: Program
  private let map: ProgramMap
  private let mostSteps: Int
  /// The ranks of the open instructions; and by rank, the states there, each with the number of
  /// states that it joins.
  private var open: RankSet
  private var states: [[(count: Int, state: State)]]
  /// The ranks of the open branches for failed operations in which nothing could fail so far: no way
  /// leads there yet.
  private var unneeded: RankSet
  /// If work doesn't fail, the operations in which nothing could fail so far, with the states in which
  /// their branches would begin.
  private var spared: [(operation: Int, state: State)] = []
  private var hasEnded = false
  /// By the instruction at the head of a loop, the state in which its many rounds were walked.
  private var heads: [Int: State] = [:]
  /// By the head, what was known when the current round began.
  private var entered: [Int: (known: Knowledge, learnt: Int)] = [:]
  /// The counters of the loops of which it isn't certain that they continue.
  private var uncertain: Set<Int> = []
  /// The ranks of the instructions that are certain to fail in some state, and these states.
  private var failing: RankSet
  private var stuck: [Int: State] = [:]
  /// The ranks of the instructions that don't fail in every state.
  private var passed: RankSet
  /// Where conditions and calculations are evaluated.
  private var desk: [Value?]
  private var instruction = 0

  /// Walks the ways of a program.
  /// - Parameters:
  ///   - outside: what is known of answers and of work.
  ///   - mostSteps: the number of steps after which all further rounds are walked as one.
  package init(_ program: Program, _ outside: Outside, mostSteps: Int = 0) {
    self.program = program
    self.outside = outside
    self.mostSteps = mostSteps
    map = ProgramMap(program)
    open = RankSet(capacity: map.order.count)
    (unneeded, failing, passed) = (open, open, open)
    desk = Array(repeating: nil, count: program.keys.all.count)
    states = Array(repeating: [], count: map.order.count)
    go(State(known: Knowledge(program.keys)), to: 0)
    walk()
    while unset.count < Self.mostTold, let rank = failing.popFirst() {
      guard var state = stuck.removeValue(forKey: rank), !passed.contains(rank) else { continue }
      instruction = map.order[rank]
      guard let slot = look(state.known).unset else { continue }
      unset.append((instruction, slot))
      state.known[slot] = .unknown
      go(state, to: instruction)
      walk()
    }
  }

  private mutating func walk() {
    while let rank = open.popFirst() {
      guard let state = take(rank) else { continue }
      steps += 1
      instruction = map.order[rank]
      unneeded.remove(rank)
      let (unset, mayFail) = look(state.known)
      if Outside.failsUnset, unset != nil {
        stuck[rank] = stuck[rank]?.joined(state) ?? state
        failing.insert(rank)
      } else {
        if Outside.failsUnset { passed.insert(rank) }
        if mayFail {
          _ = unneeded.popFirst()
          failSpared()
        }
        step(state)
      }
    }
  }

  // MARK: Ways

  /// Continues at an instruction. Of the states there, those that join equally many are joined.
  private mutating func go(_ state: State, to target: Int) {
    let rank = map.ranks[target]
    let depth = program.loops[target].count
    var (state, count) = (state, 1)
    if state.rounds.count > depth { state.rounds.removeLast(state.rounds.count - depth) }
    while state.rounds.count < depth { state.rounds.append(0) }
    while let last = states[rank].last, last.count == count {
      states[rank].removeLast()
      (state, count) = (last.state.joined(state), 2 * count)
    }
    states[rank].append((count, state))
    open.insert(rank)
  }

  private mutating func take(_ rank: Int) -> State? {
    guard var state = states[rank].popLast()?.state else { return nil }
    while let next = states[rank].popLast() { state = next.state.joined(state) }
    return state
  }

  private mutating func goOn(_ state: State) { go(state, to: instruction + 1) }

  /// Opens the branch for the failure of the operation in which something else than work can fail.
  private mutating func failSpared() {
    let place = spared.lastIndex { operation, _ in
      let code = program.operations[operation]
      return (code.start..<code.failure).contains(instruction)
    }
    guard let place else { return }
    let (operation, failed) = spared.remove(at: place)
    go(failed, to: program.operations[operation].failure)
  }

  private func outlook(_ state: State) -> Outlook {
    Outlook(
      known: state.known, rounds: state.rounds, isSure: open.count == unneeded.count && !hasEnded)
  }

  /// The first key that the current instruction is certain to read and that isn't set, and whether
  /// the run, or the operation around it, can fail there.
  private mutating func look(_ known: Knowledge) -> (unset: Int?, mayFail: Bool) {
    let (reads, mayFail): ([Int], Bool)
    switch program.instructions[instruction] {
    case .say(let index):
      let text = program.texts[index]
      (reads, mayFail) = (text.reads, !text.calculations.isEmpty)
    case .fail(let index): (reads, mayFail) = (program.texts[index].reads, true)
    case .prompt(let index):
      let (code, facts) = (program.prompts[index], program.facts[index])
      reads = code.source < 0 ? code.reads : [code.source] + code.reads
      mayFail =
        code.source >= 0 || facts.hasConditions || facts.hasCalculations
        || code.prompt.timeout != nil && code.timedOut < 0
    case .work(let index):
      let code = program.works[index]
      reads = code.reads
      mayFail = code.failure < 0 && outside.worksFail || !code.calculations.isEmpty
    case .calculate(_, let index):
      let result = known.value(program.calculations[index], &desk)
      return (result.unset, result.mayFail)
    case .unless(let index, _):
      let result = known.holds(program.conditions[index], &desk)
      return (result.unset, result.mayFail)
    default: return (nil, false)
    }
    return (reads.first { known[$0] == nil }, mayFail || known.lacks(reads))
  }

  // MARK: Instructions

  private mutating func step(_ entered: State) {
    var state = entered
    if let operation = map.starts[instruction] { begin(operation, &state) }
    switch program.instructions[instruction] {
    // A step back does nothing if there is no question before it; else the way leads elsewhere.
    case .say, .wait, .cancelOperation, .back: goOn(state)
    case .prompt(let index): ask(index, state)
    case .work(let index): program.works[index].isLoad ? load(index, state) : act(index, state)
    case .store(let slot, let constant):
      state.known[slot] = .value(program.constants[constant])
      goOn(state)
    case .calculate(let slot, let index):
      let value = state.known.value(program.calculations[index], &desk)
      state.known[slot] = value.known.map { known($0, slot) } ?? .set
      goOn(state)
    case .unset(let slot):
      state.known[slot] = nil
      goOn(state)
    case .jump(let target): go(state, to: target)
    case .unless(let condition, let target): decide(condition, target, state)
    case .startLoop(let counter):
      uncertain.remove(counter)
      goOn(state)
    case .nextRound: if let state = next(state, at: instruction) { goOn(state) }
    case .countLoop(_, let times, let exit):
      let round = state.rounds.last ?? 0
      if round >= times { return go(state, to: exit) }
      guard let state = next(state, at: instruction) else { return }
      goOn(state)
      if state.rounds.last == Outlook.many { go(state, to: exit) }
    case .reload(let reload):
      for slot in reload.slots { state.known[slot] = nil }
      state.rounds.removeLast(state.rounds.count - program.loops[reload.target].count)
      if let state = next(state, at: reload.target) { go(state, to: reload.target) }
    case .startOperations(let group): goOn(state, in: group, at: 0)
    case .endOperation:
      guard let operation = map.ends[instruction] else { return }
      let code = program.operations[operation]
      let isFailed = code.failure >= 0 && instruction >= code.failure
      state.known[code.stateSlot] = .value(.string(isFailed ? "failed" : "ended"))
      goOn(state, in: code.group, at: code.place + 1)
    case .finish, .fail: hasEnded = true
    case .end: break
    }
  }

  private mutating func decide(_ condition: Int, _ target: Int, _ state: State) {
    if let holds = state.known.holds(program.conditions[condition], &desk).known {
      return go(state, to: holds ? instruction + 1 : target)
    }
    let around = program.loops[instruction]
    for way in [instruction + 1, target] {
      if program.loops[way].count < around.count, let loop = around.last { uncertain.insert(loop) }
      go(state, to: way)
    }
  }

  /// The state in the next round of the innermost loop; nil if that brings nothing new.
  private mutating func next(_ state: State, at head: Int) -> State? {
    guard let loop = program.loops[head].last else { return nil }
    var state = state
    let last = state.rounds.count - 1
    if state.rounds[last] != 0 { repeated.insert(loop) }
    if !state.rounds.contains(Outlook.many) {
      let (known, learnt) = (state.known, outside.learnt)
      let isFirst = state.rounds[last] == 0
      let isNew = entered[head].map { $0.known != known || $0.learnt != learnt } ?? true
      let isAlone = open.first.map { $0 >= map.rank(behind: loop) } ?? true
      let isForItself = isFirst || isNew && isAlone && !uncertain.contains(loop)
      if isForItself, isFirst || steps < mostSteps {
        if isFirst { heads[head] = nil }
        entered[head] = (known, learnt)
        state.rounds[last] += 1
        return state
      }
      isPartial = isPartial || isForItself
    }
    state.rounds[last] = Outlook.many
    if let before = heads[head] {
      state = before.joined(state)
      if state == before { return nil }
    }
    forget(head..<map.behind(loop), &state.known)
    heads[head] = state
    return state
  }

  /// Forgets everything that instructions can set.
  private func forget(_ range: Range<Int>, _ known: inout Knowledge) {
    let writes = map.writes(in: range)
    writes.contains { $0.slot < 0 } ? known.forgetAll() : known.forget(writes.map(\.slot))
  }

  // MARK: Operations

  /// Continues with an operation of a group, by its place in the order of waiting, or after all of them.
  private mutating func goOn(_ state: State, in group: Int, at place: Int) {
    let code = program.groups[group]
    go(
      state, to: place < code.order.count ? program.operations[code.order[place]].start : code.after
    )
  }

  private mutating func begin(_ operation: Int, _ state: inout State) {
    let code = program.operations[operation]
    state.known[code.errorSlot] = nil
    state.known[code.stateSlot] = nil
    if map.cancelled.contains(operation) {
      var cancelled = state
      cancelled.known[code.stateSlot] = .value(.string("cancelled"))
      goOn(cancelled, in: code.group, at: code.place + 1)
    }
    guard code.failure >= 0 else { return }
    // It can fail anywhere.
    var failed = state
    forget(code.start..<code.failure, &failed.known)
    failed.known[code.errorSlot] = .set
    failed.known[code.stateSlot] = .value(.string("failed"))
    if !outside.worksFail { return spared.append((operation, failed)) }
    let rank = map.ranks[code.failure]
    if !open.contains(rank) { unneeded.insert(rank) }
    go(failed, to: code.failure)
  }

  // MARK: Answers

  private mutating func ask(_ index: Int, _ state: State) {
    let code = program.prompts[index]
    var state = state
    if code.isNotice { return go(state, to: Int(program.facts[index].next)) }
    var answer = outside.answer(index, outlook(state))
    // A question of a form that its review names is asked again.
    while code.shape == .review, case .answer(.choice(let id)) = answer,
      let field = code.fields.first(where: { program.prompts[$0.prompt].id == id })
    {
      let question = program.prompts[field.prompt]
      let again = outside.answer(field.prompt, outlook(state))
      state.known[question.slot] =
        if case .answer(let given) = again { way(of: given, question).known } else { .set }
      answer = outside.answer(index, outlook(state))
    }
    switch answer {
    case .answer(let given):
      let way = way(of: given, code)
      state.known[code.slot] = way.known
      go(state, to: way.target)
    case .anything:
      if code.timedOut >= 0 { go(state, to: code.timedOut) }
      choose(code, state)
    case .answered: choose(code, state)
    case .failed: if code.timedOut >= 0 { go(state, to: code.timedOut) }
    case .ended, .wrong: hasEnded = true
    }
  }

  /// Takes all ways of a question.
  private mutating func choose(_ code: Program.PromptCode, _ state: State) {
    let choices = code.prompt.choices
    var state = state
    if code.source >= 0 || code.targets.count < 2 || choices.isEmpty || code.shape == .someOf {
      state.known[code.slot] = code.prompt.isOptional ? .unknown : .set
      return go(state, to: code.targets.last ?? instruction + 1)
    }
    for (index, choice) in choices.enumerated() {
      if let condition = choice.condition {
        let code = ConditionCode.known(ConditionCode(condition.form) { slot($0) })
        if state.known.holds(code, &desk).known == false { continue }
      }
      var chosen = state
      chosen.known[code.slot] = known(code.value(ofChoice: index), code.slot)
      go(chosen, to: code.targets[index])
    }
  }

  private func slot(_ key: KeyReference) -> Int { program.keys.slots[key.name] ?? 0 }

  private func known(_ value: Value, _ slot: Int) -> Knowledge.Known {
    .value(slot < 0 ? value : program.keys[slot].type.value(exactly: value) ?? value)
  }

  /// What an answer makes known, and where it leads.
  private func way(
    of given: Given, _ code: Program.PromptCode
  ) -> (known: Knowledge.Known?, target: Int) {
    let (value, choices) = (given.value, code.prompt.choices)
    let last = code.targets.last ?? instruction + 1
    switch code.shape {
    case .typed:
      return (code.prompt.isOptional && value.isEmpty ? nil : known(value, code.slot), last)
    case .yesNo, .oneOf, .notice:
      let index =
        code.shape == .yesNo
        ? (value == .bool(true) ? 0 : 1) : choices.firstIndex { .string($0.id) == value }
      guard let index, choices.indices.contains(index) else { return (.set, last) }
      return (known(code.value(ofChoice: index), code.slot), code.targets[index])
    case .someOf:
      guard case .list(let ids) = value, code.source < 0 else { return (.set, last) }
      let chosen = choices.filter { ids.contains(.string($0.id)) }
      return (.value(.list(chosen.map { $0.value ?? .string($0.id) })), last)
    case .review: return (nil, last)
    }
  }

  // MARK: Work

  private mutating func act(_ index: Int, _ state: State) {
    let code = program.works[index]
    var state = state
    state.known[code.errorSlot] = nil
    let failed = state
    let result = outside.result(ofWork: index, outlook(state))
    switch result {
    case .ended(let writes):
      for (slot, known) in writes { state.known[slot] = known }
      goOn(state)
    case .anything, .answered, .answer:
      forget(instruction..<instruction + 1, &state.known)
      state.known[code.errorSlot] = nil
      goOn(state)
    case .failed: break
    case .wrong: hasEnded = true
    }
    fail(failed, code.errorSlot, to: code.failure, result)
  }

  private mutating func load(_ index: Int, _ state: State) {
    let code = program.works[index]
    var state = state
    for slot in [code.slot, code.errorSlot, code.stateSlot] { state.known[slot] = nil }
    let result = outside.result(ofWork: index, outlook(state))
    var failed = state
    failed.known[code.stateSlot] = .value(.string("failed"))
    switch result {
    case .answer(let given):
      end(code, given.value.isEmpty ? nil : known(given.value, code.slot), state)
    case .anything, .answered:
      end(code, .set, state)
      end(code, nil, state)
    case .failed: break
    case .ended, .wrong: hasEnded = true
    }
    fail(failed, code.errorSlot, to: code.failure, result)
  }

  private mutating func end(
    _ code: Program.WorkCode, _ known: Knowledge.Known?, _ state: State
  ) {
    var state = state
    state.known[code.slot] = known
    state.known[code.stateSlot] = .value(.string(known == nil ? "empty" : "data"))
    go(state, to: known == nil ? code.empty : code.data)
  }

  /// Continues with the branch for a failure, if there is one and the work can fail.
  private mutating func fail(
    _ state: State, _ errorSlot: Int, to branch: Int, _ result: Foreseen
  ) {
    switch result {
    case .anything, .failed: break
    case .answered, .answer, .ended, .wrong: return
    }
    guard branch >= 0 else { return }
    // Whether the work is done again isn't certain then.
    if case .anything = result { uncertain.formUnion(program.loops[instruction].suffix(1)) }
    var state = state
    state.known[errorSlot] = .set
    go(state, to: branch)
  }
}

/// What is known at an instruction. It isn't inside ``Ahead``: there it would be another type for each
/// foresight, and lists of it would be made without knowing the type.
private struct State: Equatable {
  var known: Knowledge
  /// The rounds of the loops around the instruction, the outermost first.
  var rounds: [Int] = []

  func joined(_ other: State) -> State {
    State(
      known: known.joined(other.known),
      rounds: zip(rounds, other.rounds).map { $0 == $1 ? $0 : Outlook.many })
  }
}

extension Program.PromptCode {
  /// The answer that a choice gives.
  fileprivate func value(ofChoice index: Int) -> Value {
    let choice = prompt.choices[index]
    return shape == .yesNo ? .bool(index == 0) : choice.value ?? .string(choice.id)
  }
}

/// What is known beforehand of what comes from outside: answers, and the results of work.
package protocol Foresight {
  /// Whether a run is certain to fail where a step reads a key that isn't set; else the walk continues
  /// there as if the key had an answer.
  static var failsUnset: Bool { get }
  /// How much it has learnt, so that a round which brought something new is told from one that didn't.
  var learnt: Int { get }
  /// Whether work of which nothing is known can fail.
  var worksFail: Bool { get }

  /// What the person answers to a question, by its number in the program.
  mutating func answer(_ prompt: Int, _ outlook: Outlook) -> Foreseen
  mutating func result(ofWork work: Int, _ outlook: Outlook) -> Foreseen
}

extension Foresight {
  package var worksFail: Bool { true }
}

/// What comes of a question or of work.
package enum Foreseen {
  /// Everything that can.
  case anything
  /// Some answer or result: it doesn't fail, and its time isn't up.
  case answered
  /// This answer, or this result of a load.
  case answer(Given)
  /// An action ends, and sets these keys.
  case ended([(slot: Int, known: Knowledge.Known?)])
  /// Work fails, or the time of a question is up.
  case failed
  /// The run ends there.
  case wrong
}

/// What is known at a place before a run gets there.
package struct Outlook {
  /// Stands for many rounds of a loop.
  static let many = -1

  package let known: Knowledge
  /// The rounds of the loops around the place, the outermost first.
  let rounds: [Int]
  /// Whether all ways lead through it.
  package let isSure: Bool

  /// The name of a step in these rounds; nil if they aren't known.
  package func name(_ id: String) -> String? {
    if rounds.contains(Self.many) { return nil }
    return rounds.contains { $0 > 1 }
      ? id + "@" + rounds.map { "\($0)" }.joined(separator: ".") : id
  }
}

extension Program {
  /// The ids of the steps that can be performed in more than one round of a loop.
  ///
  /// Of the rounds of work, a branch has several only if a `TryAgain` in it begins the next one.
  var repeatedSteps: Set<String> {
    if counters == 0 { return [] }
    let repeated = Ahead(self, Unforeseen()).repeated
    var branches: [Int: [Range<Int>]] = [:]
    for work in works where work.hasRounds {
      let starts = ((work.isLoad ? [work.data, work.empty] : []) + [work.failure, work.end])
        .filter { $0 >= 0 }.sorted()
      guard let round = steps[work.step].loops.last else { continue }
      branches[round] = zip(starts, starts.dropFirst()).map { $0..<$1 }
    }
    for (place, instruction) in instructions.enumerated() {
      guard case .reload(let reload) = instruction else { continue }
      branches[reload.round]?.removeAll { $0.contains(place) }
    }
    let several = steps.filter { step in
      step.loops.contains { round in
        repeated.contains(round)
          && branches[round]?.contains { $0.contains(step.instruction) } != true
      }
    }
    return Set(several.map(\.id))
  }
}

/// Nothing is known beforehand, so that everything can come.
struct Unforeseen: Foresight {
  static var failsUnset: Bool { true }
  var learnt: Int { 0 }

  func answer(_ prompt: Int, _ outlook: Outlook) -> Foreseen { .anything }
  func result(ofWork work: Int, _ outlook: Outlook) -> Foreseen { .anything }
}
