// How a strand moves over the program until it needs something or ends, and what its steps read and
// work out, which must be there before they are performed.

extension RunState {
  /// Performs instructions until there is a need, or the strand or the run ends.
  mutating func advance() {
    hasMovedOn = true
    // What is performed is counted in the strand, so that it doesn't depend on what others do
    // meanwhile; an instruction at which it stops is performed when the strand goes on.
    var moving = max(active, 0)
    var (steps, before, place) = (0, strands[moving].steps, 0)
    defer { strands[moving].steps += strands[moving].counter == place ? steps - 1 : steps }
    while true {
      steps += 1
      place = strand.counter
      if before + steps > limits.stepsBetweenPrompts { return failAtLimit() }
      switch program.instructions[place] {
      case .say(let text):
        guard canShow(text) else { return }
        if comesTo(text) { return say(text, at: strand.counter) }
      case .prompt(let index):
        let facts = program.facts[index]
        if facts.hasReads, !canAsk(index, facts) { return }
        if facts.source >= 0 || facts.hasConditions, !hasOptions(index) { return }
        guard let name = name(Int(facts.step)) else { return }
        var isPassed = policy.isMigrating && isNew(name)
        if !isPassed, recalls {
          switch recallPrompt(index, name) {
          case .taken:
            // What nobody has to answer may go on for ever.
            if facts.shape != .notice { (steps, before, strand.steps) = (0, 0, 0) }
            continue
          case .stopped: return
          case .open:
            if stopsCut() { return }
            isPassed = policy.isMigrating && hasMisfit(name)
          }
        }
        if isPassed {
          strand.passedQuestion = true
          if asksAgain(name) { migration.askedAgain.append(name) }
          strand.counter = wayPast(program.prompts[index].targets)
          continue
        }
        if !strand.sight.isEmpty, strand.told != strand.sight.count, stopsToSay() { return }
        if facts.readsSecrets, asksForSecrets(keysRead(index)) { return }
        return require(facts.shape == .notice ? .notice : .prompt, index, name)
      case .work(let index):
        guard areThere(program.works[index].reads, program.works[index].calculations),
          let name = name(program.works[index].step)
        else { return }
        if policy.isMigrating, isNew(name), !isOvercome(name) {
          strand.counter = wayPast(index)
          continue
        }
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
        for slot in reload.slots { set(slot, nil) }
        counters[reload.round] += 1
        strand.counter = reload.target
      case .back:
        // To a migration, what is out is answered; where it led back, nobody has gone on.
        if policy.isMigrating || !canGoBack {
          // It has no entry, so a run that is performed from its start may have passed it before: the
          // text comes with what is next.
          if !isPerforming, !strand.isCut, stopsToSay() { return }
          tell(.nothingBefore)
          strand.counter += 1
        } else {
          if stopsToSay() { return }
          strand.need = nil
          backing = Backing(instruction: strand.counter, strand: active)
          return
        }
      case .wait(let milliseconds, let step):
        guard let name = name(step) else { return }
        if let place = untaken(name), memo.lines[place].kind == .elapsed {
          take(place)
        } else if !policy.isMigrating || !isNew(name) {
          if stopsToSay() { return }
          return require(.wait, milliseconds, name)
        }
        strand.counter += 1
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
        // The surrounding strand goes on.
        (moving, steps, before) = (active, 0, strands[active].steps)
      case .cancelOperation(let number, let step):
        guard name(step) != nil else { return }
        // A cancel that was made is an entry: what is in sight is compared where the strand stops.
        if foundPlace(strand) == nil, stopsToSay() { return }
        strand.need = nil
        strand.cancelling = number
        schedule.cancelling.insert(active)
        return park()
      case .finish(let outcome):
        if stopsToSay() { return }
        guard active > 0 else { return end(.finished(outcome)) }
        // The flow ends when nothing else moves, so that what was done in parallel is known.
        return wait(toEnd: .flow(outcome: outcome))
      case .end:
        if stopsToSay() { return }
        return end(.finished(nil))
      case .fail(let text):
        guard canShow(text) else { return }
        if stopsToSay() { return }
        return end(
          .failed(
            Failure(
              .declared, message: render(program.texts[text].text),
              place: program.sources[strand.counter])))
      }
    }
  }

  /// The name of a step in the current rounds; if no name can represent them, the run fails.
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

  /// The same in any number of loops.
  func nameNow(_ step: Int) -> StepName? {
    Rounds(program.steps[step].loops.map { counters[$0] })
      .map { StepName(step: Int32(truncatingIfNeeded: step), rounds: $0) }
  }

  private mutating func nestedName(_ step: Int) -> StepName? {
    if let name = nameNow(step) { return name }
    let id = program.steps[step].id
    end(
      .failed(
        Failure(
          .limit,
          message: "“\(id)” is in loops with more rounds than a name can hold; end one of them",
          step: id, place: program.sources[strand.counter])))
    return nil
  }

  // MARK: What a step reads

  /// Sets a slot, if there is one.
  mutating func set(_ slot: Int, _ value: Value?) {
    if slot >= 0 { strand.set(slot, value) }
  }

  /// Whether everything that a text shows is there; otherwise the run fails.
  mutating func canShow(_ text: Int) -> Bool {
    areThere(program.texts[text].reads, program.texts[text].calculations)
  }

  /// Whether everything that a question reads is there; otherwise the run fails.
  mutating func canAsk(_ index: Int, _ facts: Program.PromptFacts) -> Bool {
    areThere(
      program.prompts[index].reads, facts.hasCalculations ? program.prompts[index].calculations : []
    )
  }

  mutating func areThere(_ reads: [Int], _ calculations: [CalculationCode]) -> Bool {
    guard areSet(reads) else { return false }
    for calculation in calculations {
      do throws(Incalculable) {
        _ = try calculation.value(strand.slots)
      } catch {
        if policy.isMigrating { continue }
        fail(error)
        return false
      }
    }
    return true
  }

  /// The keys that a question reads.
  func keysRead(_ index: Int) -> [KeyReference] {
    program.prompts[index].reads.map { program.keys[$0] }
  }

  /// Sets an answer to what is worked out; returns false if the run fails.
  mutating func store(_ calculation: CalculationCode, _ slot: Int) -> Bool {
    do throws(Incalculable) {
      let value = try calculation.value(strand.slots)
      strand.set(slot, program.keys[slot].type.value(exactly: value) ?? value)
    } catch {
      // What an answer is worked out from may be new in this version.
      guard policy.isMigrating else {
        fail(error)
        return false
      }
      strand.set(slot, nil)
    }
    return true
  }

  mutating func areSet(_ reads: [Int]) -> Bool {
    for slot in reads where strand.slots[slot] == nil && !policy.isMigrating {
      failUnset(slot)
      return false
    }
    return true
  }

  /// Whether a question whose options are an answer has any; only a list that has been set does.
  mutating func hasOptions(_ index: Int) -> Bool {
    let source = program.prompts[index].source
    guard source >= 0 else { return hasAvailable(index) }
    guard areSet([source]) else { return false }
    if strand.slots[source]?.isEmpty == false { return true }
    let (id, name) = (program.prompts[index].id, program.keys[source].name)
    failHere(
      .noOptions,
      "the question “\(id)” takes its options from the key “\(name)”, but that is an empty list; "
        + "ask it only When(!\(name).isEmpty)", at: id)
    return false
  }

  /// Whether a question with conditions for its choices has any choice left.
  private mutating func hasAvailable(_ index: Int) -> Bool {
    let choices = program.prompts[index].prompt.choices
    if policy.isMigrating || choices.contains(where: { program.isAvailable($0, strand.slots) }) {
      return true
    }
    let id = program.prompts[index].id
    failHere(
      .noOptions,
      "the question “\(id)” has nothing to choose, since no condition of its choices holds; "
        + "ask it only When one does, or add a choice without a condition", at: id)
    return false
  }

  mutating func failUnset(_ slot: Int) {
    let name = program.keys[slot].name
    let (step, what) = program.stepInWords(strand.counter)
    let load = program.works.first { $0.isLoad && $0.slot == slot }?.name
    failHere(
      .unsetKey,
      "\(what) reads the key “\(name)”, but "
        + (load.map { "“\($0)” has loaded nothing for it; add empty: { … } to the Load, or test " }
          ?? "nothing has set it; ask for it first, or test ") + "\(name).isSet", at: step)
  }

  /// Fails the strand where it is, once what is in sight has been said; what is cut says nothing.
  private mutating func failHere(_ reason: Failure.Reason, _ message: String, at step: String?) {
    if !strand.isCut, stopsToSay() { return }
    fail(Failure(reason, message: message, step: step, place: program.sources[strand.counter]))
  }

  /// Fails the run, because something can't be evaluated.
  mutating func fail(_ error: Incalculable) {
    let problem: String
    var reason = Failure.Reason.calculation
    switch error {
    case .unset(let slot): return failUnset(slot)
    case .overflow:
      problem = "works out a number that doesn’t fit; limit the answers that it uses"
    case .divisionByZero:
      problem = "divides by zero; test the divisor first, as in When(count != 0)"
    case .tooLong:
      problem =
        "works out a text of more than \(Limits.calculatedBytes) bytes; end the loop that does"
      reason = .limit
    }
    let (step, what) = program.stepInWords(strand.counter)
    failHere(reason, "\(what) \(problem)", at: step)
  }
}
