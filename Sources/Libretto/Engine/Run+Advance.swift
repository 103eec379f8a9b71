// How a strand moves over the program until it needs something or ends.

extension Run {
  /// Performs instructions until there is a need, or the strand or the run ends.
  mutating func advance() {
    while true {
      stepsSincePrompt += 1
      if stepsSincePrompt > limits.stepsBetweenPrompts { return failAtLimit() }
      switch program.instructions[strand.counter] {
      case .say(let text):
        guard canShow(text) else { return }
        if comesTo(text) { return say(text, at: strand.counter) }
      case .prompt(let index):
        let facts = program.facts[index]
        if facts.hasReads, !canAsk(index, facts) { return }
        if facts.source >= 0 || facts.hasConditions, !hasOptions(index) { return }
        guard let name = name(Int(facts.step)) else { return }
        if isMigrating, isNew(name, facts) {
          // What comes after it is taken over all the same.
          strand.counter = Int(facts.next)
          continue
        }
        if recalls {
          switch recallPrompt(index, name) {
          case .taken: continue
          case .stopped: return
          case .open: if stopsCut() { return }
          }
        }
        if !strand.sight.isEmpty, strand.told != strand.sight.count, stopsToSay() { return }
        if facts.readsSecrets, asksForSecrets(keysRead(index)) { return }
        return require(facts.shape == .notice ? .notice : .prompt, index, name)
      case .work(let index):
        guard areThere(program.works[index].reads, program.works[index].calculations),
          let name = name(program.works[index].step)
        else { return }
        switch recallWork(index, name) {
        case .taken: continue
        case .stopped: return
        case .open(let kind):
          if stopsToSay() { return }
          if kind == .action || kind == .load, asksForSecrets(program.works[index].declared) {
            return
          }
          return require(kind, kind == .wait ? pause(of: index) : index, name)
        }
      case .reload(let reload):
        for slot in reload.slots { note(nil, slot) }
        counters[reload.round] += 1
        strand.counter = reload.target
      case .back:
        if stopsToSay() { return }
        if !canGoBack {
          events.append(.nothingBefore)
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
          if stopsToSay() { return }
          return require(.wait, milliseconds, name)
        }
      case .store(let slot, let constant):
        strand.set(slot, program.constants[constant])
        strand.counter += 1
      case .calculate(let slot, let calculation):
        guard store(program.calculations[calculation], slot) else { return }
        strand.counter += 1
      case .unset(let slot):
        strand.set(slot, nil)
        strand.counter += 1
      case .jump(let target):
        strand.counter = target
      case .unless(let condition, let target):
        do throws(Incalculable) {
          strand.counter =
            try program.conditions[condition].holds(strand.slots) ? strand.counter + 1 : target
        } catch {
          return fail(error)
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
        if stopsToSayBeforeGroup() { return }
        start(group)
        if active < 0 { return }
      case .endOperation:
        // In an operation that is cut, the others end as they did.
        if !strand.isCut || strand.staysOpen, stopsToSay() { return }
        endOperation()
        if active < 0 { return }
      case .cancelOperation(let number, let step):
        guard name(step) != nil else { return }
        if !strand.isCut || foundPlace(strand) == nil, stopsToSay() { return }
        strand.need = nil
        strand.cancelling = number
        schedule.cancelling.insert(active)
        return park()
      case .finish(let outcome):
        if stopsToSay() { return }
        guard active > 0 else { return end(.finished(outcome)) }
        // The flow ends when nothing else moves, so that what was done in parallel is known.
        strand.finishing = Strand.Finishing(outcome: outcome)
        strand.need = nil
        schedule.finishing.insert(active)
        return park()
      case .end:
        if stopsToSay() { return }
        return end(.finished(nil))
      case .fail(let text):
        guard canShow(text) else { return }
        if stopsToSay() { return }
        return end(.failed(Failure(.declared, message: render(program.texts[text].text))))
      }
    }
  }

  /// The name of a step in the current rounds; nil if no name can represent them, and the run
  /// fails.
  @inline(__always)
  mutating func name(_ step: Int) -> StepName? {
    let loop = program.stepLoops[step]
    if loop == -1 { return StepName(step: Int32(truncatingIfNeeded: step), rounds: .first) }
    if loop >= 0 {
      return StepName(
        step: Int32(truncatingIfNeeded: step),
        rounds: Rounds(bits: UInt64(counters[Int(loop)] &- 1)))
    }
    return nestedName(step)
  }

  mutating func nestedName(_ step: Int) -> StepName? {
    if let rounds = Rounds(program.steps[step].loops.map { counters[$0] }) {
      return StepName(step: Int32(truncatingIfNeeded: step), rounds: rounds)
    }
    let id = program.steps[step].id
    end(
      .failed(
        Failure(
          .limit,
          message: "“\(id)” is in loops with more rounds than a name can hold; end one of them",
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

  /// Ends the run as cancelled, or as failed for a reason outside the flow.
  /// - Parameter failure: the reason; nil to cancel.
  public mutating func stop(_ failure: Failure? = nil) {
    guard outcome == nil else { return }
    events = []
    settling = nil
    end(failure.map(Outcome.failed) ?? .cancelled)
  }

  mutating func note(_ value: Value?, _ slot: Int) {
    if slot >= 0 { strand.set(slot, value) }
  }

  // MARK: Performing

  /// Takes an entry from the memo.
  /// - Parameter effect: for work, what is taken: under a failure may stand what was done before.
  mutating func take(place: Int, _ effect: Memo.Effect? = nil) {
    if row != nil { return takeInRow(place, effect) }
    if let entry = memo[place] {
      if isMigrating, let effect, let inputs = effect.work.inputs,
        isOlder(inputs, than: entry.order, wasLoose: effect.work.wasLoose)
      {
        let now = acceptable(inputs, isLoad: !isEffect(entry.line.step))
        accepted[place] = (now, effect.hasFailed)
      }
      if !isMigrating, entry.effect >= 0, strand.newest > entry.order {
        held.append(entry.line.name)
      }
      strand.newest = max(strand.newest, entry.changed)
    }
    strand.settled = strand.sight.count
    memo.take(place)
  }

  private mutating func takeInRow(_ place: Int, _ effect: Memo.Effect?) {
    row = place + 1
    if !opened.isEmpty { opened[lines[place].name] = nil }
    if lines[place].kind == .secret, case .int(let number) = lines[place].value {
      lastSecret = max(lastSecret, number)
    }
    guard let work = effect?.work else { return }
    lastWork = max(lastWork, work.number)
    lastSecret = work.secrets.values.reduce(lastSecret, max)
  }

  /// Whether no answer before some work has changed since it was last found to hold, and nothing has
  /// been undone: then an edit has caused the difference.
  func isOlder(_ inputs: WorkInputs, than order: Int, wasLoose: Bool) -> Bool {
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
    arrive()
  }
}
