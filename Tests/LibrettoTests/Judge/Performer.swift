/// Performs a flow from its start over a memo, and tells where it stands: the meaning of a run in
/// its plainest form.
///
/// It recurses over the tree and starts anew each time. That is slow, and there is nothing in it
/// that a state before could have left wrong. It shares neither code nor names nor the memo with
/// the engine.
struct Performer {
  let memo: JudgeMemo
  /// The secrets that are known; the others have to be given again before work can read them.
  let secrets: Set<Int>
  /// The work that is being performed.
  var flights: Set<String> = []
  /// Whether entries are taken whatever their inputs, as when an edited flow takes a run over.
  var isLenient = false

  func perform(_ flow: JudgeFlow) -> JudgeState {
    let strand = JudgeStrand([:])
    var state = JudgeState()
    do throws(JudgeHalt) {
      try perform(flow.steps, [], [], strand)
      state.outcome = .finished(nil)
    } catch {
      switch error {
      case .needs(let needs, let waiting): (state.needs, state.waiting) = (needs, waiting)
      case .finish(let name, let inGroup):
        state.outcome = .finished(name)
        state.endedInGroup = inGroup
      case .failure(let name): state.outcome = .failed(name)
      case .fail, .leave, .reload: state.outcome = .failed(nil)
      }
    }
    state.answers = strand.answers
    state.taken = strand.taken
    state.isRace = strand.isRace
    return state
  }

  func perform(
    _ steps: [JudgeStep], _ prefix: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    for (index, step) in steps.enumerated() {
      try perform(step, prefix + [index], rounds, strand)
    }
  }

  private func perform(
    _ step: JudgeStep, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    let name = JudgePlaces.name(step.id, rounds)
    switch step.kind {
    case .say:
      try require(step.reads, strand)
      strand.said.append(
        JudgeInputs.Said(name: step.id, values: strand.answers.reading(step.reads)))
      let words = [step.id] + step.reads.map { strand.answers[value: $0].shown }
      strand.sight.append(words.joined(separator: " "))
    case .notice: try notice(step, name, place, strand)
    case .ask, .askUpTo, .askText, .askSecret, .confirm, .choose, .chooseFrom, .chooseMany, .alert:
      try prompt(step, name, place, rounds, strand)
    case .form(let fields): try form(step, fields, name, place, rounds, strand)
    case .store(let key, let value): strand.answers[value: key] = value
    case .sum(let key, let other, let number):
      try require([other], strand)
      var sum = JudgeValue.unset
      if case .int(let value) = strand.answers[value: other] { sum = .int((value + number) % 3) }
      strand.answers[value: key] = sum
    case .when(let condition):
      let branch = try holds(condition, strand) ? 0 : 1
      try perform(step.branches[branch], place + [branch], rounds, strand)
    case .loop(let loop): try self.loop(step, loop, place, rounds, strand)
    case .leave: throw .leave
    case .reload: throw .reload
    case .back:
      if goesBack(place, strand) { throw strand.need(.back, name, step, place) }
    case .finish(let outcome): throw .finish(outcome, inGroup: false)
    case .fail: throw .fail
    case .subflow: try perform(step.branches[0], place + [0], rounds, strand)
    case .work(let work) where work.isHandled:
      try handle(work, step, place, rounds, strand)
    case .work(let work): try perform(work, step, name, place, strand)
    case .load(let load): try perform(load, step, place, rounds, strand)
    case .operations: try group(step, place, rounds, strand)
    case .operation: break
    case .cancel:
      guard strand.applied.contains(name), let entry = memo[name] else {
        throw strand.need(.cancel, name, step, place)
      }
      strand.take(name, entry, JudgeInputs(), place)
    case .wait:
      guard let entry = memo[name], entry.content.outcome == .elapsed else {
        throw strand.need(.wait, name, step, place)
      }
      strand.take(name, entry, JudgeInputs(), place)
    }
  }

  /// Fails the strand where a key is read that is not set.
  func require(_ keys: [String], _ strand: JudgeStrand) throws(JudgeHalt) {
    if isLenient { return }
    if keys.contains(where: { strand.answers[value: $0] == .unset }) { throw .failure(nil) }
  }

  private func holds(
    _ condition: JudgeStep.Condition, _ strand: JudgeStrand
  ) throws(JudgeHalt) -> Bool {
    if strand.answers[value: condition.key] == .unset { throw .failure(nil) }
    return strand.answers[value: condition.key] == condition.value
  }

  private func loop(
    _ step: JudgeStep, _ loop: JudgeStep.Loop, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    var round = 0
    while true {
      if case .times(let times) = loop, round >= times { return }
      if case .whileTrue(let condition) = loop, try !holds(condition, strand) { return }
      round += 1
      // Past questions that nobody has answered yet it may go on for ever.
      if isLenient, round > 100 { throw .failure(nil) }
      let around = strand.around
      do throws(JudgeHalt) {
        try perform(step.branches[0], place + [round, 0], rounds + [round], strand)
      } catch {
        guard case .leave = error else { throw error }
        strand.around = around
        return
      }
      if case .until(let condition) = loop, try holds(condition, strand) { return }
    }
  }

  /// Whether a step back leads anywhere; else it is passed over.
  private func goesBack(_ place: [Int], _ strand: JudgeStrand) -> Bool {
    if !strand.around.isEmpty { return true }
    return strand.taken.contains { $0.isQuestion && !$0.isCancelled && $0.position.isBefore(place) }
  }
}

// MARK: - Work

extension Performer {
  /// Performs an action with a failure branch, from which it can be begun again.
  private func handle(
    _ work: JudgeStep.Work, _ step: JudgeStep, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    var round = 0
    while true {
      round += 1
      let (place, rounds) = (place + [round], rounds + [round])
      let name = JudgePlaces.name(step.id, rounds)
      do throws(JudgeHalt) {
        return try perform(work, step, name, place, strand)
      } catch {
        guard case .failure(let failed) = error, failed == name else { throw error }
      }
      let around = strand.around
      do throws(JudgeHalt) {
        return try perform(step.branches[0], place + [0], rounds, strand)
      } catch {
        guard case .reload = error else { throw error }
        strand.around = around
      }
    }
  }

  /// Performs an action that only computes: it is no effect.
  private func compute(
    _ work: JudgeStep.Work, _ step: JudgeStep, _ name: String, _ place: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    let entry = memo[name]
    let inputs = inputs(of: work, entry, strand)
    guard let entry, isLenient || entry.holds(under: inputs), !isTriedAgain(entry, work) else {
      throw act(step, name, place, strand, self.inputs(of: work, nil, strand))
    }
    strand.take(name, entry, inputs, place)
    strand.before = entry.content.serial
    if entry.content.outcome == .failed { throw .failure(name) }
    strand.answers.write(entry.wrote)
  }

  private func isTriedAgain(_ entry: JudgeEntry, _ work: JudgeStep.Work) -> Bool {
    entry.content.outcome == .failed && entry.content.tries <= work.retries
  }

  private func perform(
    _ work: JudgeStep.Work, _ step: JudgeStep, _ name: String, _ place: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    if work.isPure { return try compute(work, step, name, place, strand) }
    var known = memo[name]
    // What had been done before stands when doing it again fails.
    if let failed = known, failed.content.outcome == .failed, failed.old != nil,
      !isLenient, !failed.holds(under: inputs(of: work, failed, strand))
    {
      known = failed.old
    }
    guard let entry = known, entry.isEffect || entry.content.outcome == .failed else {
      throw act(step, name, place, strand, inputs(of: work, nil, strand))
    }
    let isInFlight = flights.contains(name)
    if entry.content.status == .began {
      throw strand.need(isInFlight ? .action : .begun, name, step, place)
    }
    if entry.content.isUndoing {
      throw strand.need(isInFlight ? .undo : .undoBegun, name, step, place)
    }
    // Half undone, perhaps: that is decided even if the answers are again those it was done under.
    if entry.content.undoFailed { throw strand.need(.undoFailed, name, step, place) }
    let inputs = inputs(of: work, entry, strand)
    if isTriedAgain(entry, work), isLenient || entry.holds(under: inputs) {
      throw act(step, name, place, strand, self.inputs(of: work, nil, strand))
    }
    guard isLenient || entry.holds(under: inputs) else {
      if entry.content.outcome == .failed {
        throw act(step, name, place, strand, self.inputs(of: work, nil, strand))
      }
      guard let decision = entry.content.decision, decision.inputs.isSame(as: inputs) else {
        throw strand.need(.stale, name, step, place, inputs)
      }
      if decision.undoes { throw strand.need(.undo, name, step, place, inputs) }
      throw act(step, name, place, strand, self.inputs(of: work, nil, strand))
    }
    strand.take(name, entry, inputs, place)
    strand.before = entry.content.serial
    if entry.content.outcome == .failed { throw .failure(name) }
    strand.answers.write(entry.wrote)
  }

  /// What work reads here: what it declares; else what it was seen to read, and what came before.
  private func inputs(
    of work: JudgeStep.Work, _ entry: JudgeEntry?, _ strand: JudgeStrand
  ) -> JudgeInputs {
    let seen = entry.map { Array($0.content.inputs.values.keys) }
    let keys = work.declared ?? seen ?? work.looked(at: strand.answers)
    return JudgeInputs(
      values: strand.answers.reading(keys), before: work.declared == nil ? strand.before : nil)
  }

  /// The need of an action, or before it that of a secret which it reads and nobody knows.
  private func act(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ strand: JudgeStrand,
    _ inputs: JudgeInputs
  ) -> JudgeHalt {
    for value in inputs.values.values {
      guard case .secret(let number) = value, !secrets.contains(number) else { continue }
      let given = memo.first { $0.value.content.outcome == .answered(.typed(value)) }
      guard let given else { continue }
      var need = JudgeNeed(.secret, given.key, step, place, strand)
      need.subject = name
      return .needs([need], waiting: [])
    }
    return strand.need(.action, name, step, place, inputs)
  }

  private func perform(
    _ load: JudgeStep.Load, _ step: JudgeStep, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    var round = 0
    while true {
      round += 1
      let (place, rounds) = (place + [round], rounds + [round])
      let name = JudgePlaces.name(step.id, rounds)
      try require(step.reads, strand)
      // While it loads there is no answer, so its own work finds none.
      strand.answers[value: load.key] = .unset
      let entry = memo[name]
      let inputs = inputs(of: load.work, entry, strand)
      guard let entry, isLenient || entry.holds(under: inputs),
        entry.content.outcome != .failed || entry.content.tries > load.retries
      else {
        throw strand.need(.load, name, step, place, self.inputs(of: load.work, nil, strand))
      }
      strand.take(name, entry, inputs, place)
      strand.before = entry.content.serial
      let around = strand.around
      let branch: Int
      switch entry.content.outcome {
      case .data(let value):
        strand.answers[value: load.key] = .int(value)
        branch = 0
      case .empty: branch = 1
      default:
        if !load.isHandled { throw .failure(name) }
        branch = 2
      }
      do throws(JudgeHalt) {
        return try perform(step.branches[branch], place + [branch], rounds, strand)
      } catch {
        guard case .reload = error else { throw error }
        strand.around = around
      }
    }
  }
}
