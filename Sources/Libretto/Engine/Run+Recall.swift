// What a run takes from its memo: whether an entry still holds, and what is said on the way to it.

extension Run {
  enum Recalled { case taken, stopped, open }
  enum RecalledWork {
    case taken, stopped
    case open(Need.Kind)
  }

  /// The place of the next line, where lines are expected in order.
  private mutating func nextPlace() -> Int? {
    guard case .lines(var next) = recall else { return nil }
    while next < lines.count, lines[next].kind == .opened {
      opened[lines[next].name] = lines[next].time
      next += 1
    }
    recall = next < lines.count ? .lines(next) : .nothing
    return next < lines.count ? next : nil
  }

  private mutating func nextLine() -> Line? { nextPlace().map { lines[$0] } }

  private mutating func passLine(_ count: Int = 1) {
    guard case .lines(let next) = recall else { return }
    if !opened.isEmpty { opened[lines[next].name] = nil }
    recall = .lines(next + count)
  }

  /// The lines are not in the expected order, so they must be folded into a memo.
  private mutating func unfit() {
    recall = .unfit
    strand.need = nil
  }

  // MARK: Prompts

  mutating func recallPrompt(_ index: Int, _ name: StepName) -> Recalled {
    if case .lines = recall {
      guard let place = nextPlace() else { return .open }
      guard lines[place].name == name, !lines[place].isOut, !lines[place].isLoose else {
        unfit()
        return .stopped
      }
      if takeStraight(place, index) { return .taken }
      let result = take(lines[place], index) { $0.passLine() }
      guard result == .open else { return result }
      unfit()
      return .stopped
    }
    guard remembers, let place = memo.place(name), let entry = memo[place],
      entry.effect < 0, !entry.isOut, !memo.isTaken(place)
    else { return .open }
    if entry.line.isLoose, !isMigrating { standing[place] = shownNow(index) }
    return take(entry.line, index) { $0.take(place: place) }
  }

  /// Takes the next line if it is an ordinary answer to a question that shows no answers, as most
  /// are.
  private mutating func takeStraight(_ place: Int, _ index: Int) -> Bool {
    let facts = program.facts[index]
    guard lines[place].kind == .answered, lines[place].detail == nil, facts.showsNothing,
      strand.shown.isEmpty, !facts.isSecret, facts.shape != .notice
    else { return false }
    guard let (kept, way) = try? program.settle(lines[place].given, index, strand.slots) else {
      return false
    }
    passLine()
    put(index, kept, way)
    return true
  }

  /// Takes an outcome of a prompt if it holds.
  private mutating func take(
    _ line: Line, _ index: Int, _ taking: (inout Run) -> Void
  ) -> Recalled {
    guard isMigrating || shownNow(index).isHeld(by: line) else { return .open }
    switch line.kind {
    case .answered:
      guard !program.prompts[index].isSecret, !program.prompts[index].isNotice,
        let (kept, way) = try? settle(line.given, index)
      else { return .open }
      taking(&self)
      put(index, kept, way)
    case .secret:
      guard program.prompts[index].isSecret, case .int(let number) = line.value else {
        return .open
      }
      let name = SecretName(name: line.name)
      var value = secrets[name]
      if let known = value {
        guard let (kept, _) = try? settle(.typed(known), index) else { return .open }
        value = kept ?? .null
      }
      taking(&self)
      put(index, value ?? .null, -1)
      hold(name, value, number, slot: program.prompts[index].slot)
    case .timedOut:
      let isHandled = program.prompts[index].timedOut >= 0 || isFailureHandled
      guard isHandled, program.prompts[index].prompt.timeout != nil else { return .open }
      taking(&self)
      strand.unsaid = []
      require(.prompt, index, line.name)
      guard let open = strand.need.map(full) else { return .open }
      if program.prompts[index].timedOut < 0 {
        timeOut(index, open)
        return .stopped
      }
      strand.need = nil
      strand.shown = Shown()
      strand.counter = program.prompts[index].timedOut
    case .dismissed:
      guard program.prompts[index].isNotice else { return .open }
      taking(&self)
      passNotice(index)
    default: return .open
    }
    strand.unsaid = []
    return .taken
  }

  /// Whether a surrounding operation continues with its failure branch if this strand fails.
  var isFailureHandled: Bool {
    var number = active - 1
    while number >= 0 {
      let status = number == active - 1 ? strand.status : schedule.strands[number + 1].status
      if program.operations[number].failure >= 0, status == .running { return true }
      number = program.operations[number].parent
    }
    return false
  }

  // MARK: Waits

  mutating func recallWait(_ name: StepName) -> Recalled {
    if case .lines = recall {
      guard let line = nextLine() else { return .open }
      guard line.name == name, line.kind == .elapsed else {
        unfit()
        return .stopped
      }
      passLine()
    } else {
      guard remembers, let place = memo.place(name), !memo.isTaken(place),
        memo[place]?.line.kind == .elapsed
      else { return .open }
      take(place: place)
    }
    strand.unsaid = []
    return .taken
  }

  // MARK: Actions

  mutating func recallAction(_ index: Int, _ name: StepName) -> RecalledWork {
    switch recall {
    case .nothing, .unfit: return .open(.action)
    case .lines:
      guard let line = nextLine(), case .lines(let next) = recall else { return .open(.action) }
      let isBegun = line.kind == .began && next + 1 < lines.count
      let end = isBegun ? lines[next + 1] : line
      guard line.name == name, end.name == name, end.kind == .ended, !line.isLoose,
        var work = end.detail?.work
      else {
        unfit()
        return .stopped
      }
      if isBegun, let begun = line.detail?.work {
        work.number = begun.number
        if work.inputs == nil { work.inputs = begun.inputs }
      }
      guard let inputs = work.inputs, inputs == current(inputs), unfit(work) == nil else {
        unfit()
        return .stopped
      }
      passLine(isBegun ? 2 : 1)
      strand.unsaid = []
      apply(work, name)
      return .taken
    case .memo: return recall(action: index, name)
    }
  }

  private mutating func recall(action index: Int, _ name: StepName) -> RecalledWork {
    guard let place = memo.place(name), let effect = memo.effect(name), !memo.isTaken(place)
    else { return .open(.action) }
    switch effect.status {
    case .begun: return .open(inFlight[name] == nil ? .begun : .action)
    case .failed, .timedOut:
      let holds = isMigrating || holds(effect)
      memo.outgrow(name, !holds)
      guard isFailureHandled, holds else {
        return memo.revive(name) ? recall(action: index, name) : .open(.action)
      }
      take(place: place)
      strand.lastWork = effect.work.number
      strand.unsaid = []
      require(.action, index, name)
      guard let open = strand.need.map(full) else { return .stopped }
      let message = effect.work.message
      fail(
        effect.status == .timedOut ? open.timedOut { render($0) } : failure(open, message), message)
      return .stopped
    case .ended: break
    }
    if let kind = undoing(effect, name) { return .open(kind) }
    guard isMigrating || holds(effect) && unfit(effect.work) == nil else {
      return stale(effect, index, name)
    }
    take(place: place)
    strand.unsaid = []
    apply(effect.work, name)
    return .taken
  }

  /// The need for an undo that was begun or has failed.
  func undoing(_ effect: Memo.Effect, _ name: StepName) -> Need.Kind? {
    if effect.isUndoing { return inFlight[name] == nil ? .undoBegun : .undo }
    return effect.undoFailure == nil ? nil : .undoFailed
  }

  /// The need for an effect that was performed under answers that have changed.
  private mutating func stale(
    _ effect: Memo.Effect, _ index: Int, _ name: StepName
  ) -> RecalledWork {
    let inputs = effect.work.inputs.map { current($0) }
    if let consent = effect.consent, consent == inputs { return .open(.action) }
    return .open(effect.undo != nil && effect.undo == inputs ? .undo : .stale)
  }

  // MARK: Loads

  mutating func recallLoad(_ index: Int, _ name: StepName) -> RecalledWork {
    let code = program.loads[index]
    for slot in [code.slot, code.errorSlot, code.stateSlot] { note(nil, slot) }
    counters[code.tries] = 0
    switch recall {
    case .nothing, .unfit: return .open(.load)
    case .lines:
      guard let line = nextLine() else { return .open(.load) }
      guard line.name == name, line.kind == .loaded, !line.isLoose, let work = line.detail?.work,
        let inputs = work.inputs, inputs == current(inputs, isLoad: true), fits(work, index)
      else {
        unfit()
        return .stopped
      }
      passLine()
      strand.unsaid = []
      apply(loaded: work, index)
      return .taken
    case .memo: break
    }
    guard let place = memo.place(name), let effect = memo.effect(name), !memo.isTaken(place)
    else { return .open(.load) }
    let holds = isMigrating || holds(effect, isLoad: true)
    if effect.status == .failed { memo.outgrow(name, !holds) }
    switch effect.status {
    case .ended where holds && fits(effect.work, index):
      take(place: place)
      strand.unsaid = []
      apply(loaded: effect.work, index)
      return .taken
    case .failed where holds:
      if effect.work.tries <= code.load.retries {
        counters[code.tries] = effect.work.tries
        let isPausing = !effect.isPauseOver && code.load.pause(before: effect.work.tries) > 0
        return .open(isPausing ? .wait : .load)
      }
      guard code.failure >= 0 || isFailureHandled else { return .open(.load) }
      take(place: place)
      strand.unsaid = []
      strand.lastWork = effect.work.number
      if code.failure >= 0 {
        failLoaded(index, effect.work.message)
        return .taken
      }
      require(.load, index, name)
      guard let open = strand.need.map(full) else { return .stopped }
      failLoaded(index, effect.work.message)
      fail(failure(open, effect.work.message), effect.work.message)
      return .stopped
    default: return .open(.load)
    }
  }

  /// Whether the loaded value is of the key's type.
  private func fits(_ work: Line.Work, _ index: Int) -> Bool {
    guard let value = work.writes.first?.value else { return true }
    return program.loads[index].load.key.type.fitting(value) != nil
  }

  /// The pause before the next try of a load, in milliseconds.
  func pause(_ index: Int) -> Int {
    let code = program.loads[index]
    return code.load.pause(before: counters[code.tries])
  }

  // MARK: What is said

  /// Whether the person may have heard what is said now, because a step after it may have been
  /// taken.
  var mayHaveSaid: Bool {
    switch recall {
    case .nothing, .unfit: false
    case .lines(let next): next < lines.count
    case .memo: memo.hasMore
    }
  }

  /// Says what was skipped before a step that is not taken; returns whether something is said.
  /// - Parameter name: the step; if it was asked after the same words, the person heard them.
  mutating func stopsToSay(_ name: StepName?) -> Bool {
    guard let first = strand.unsaid.first else { return false }
    if isMigrating {
      strand.unsaid = []
      return false
    }
    if let name, remembers, let place = memo.place(name), let entry = memo[place],
      entry.effect < 0, wasHeard(entry.line.shown)
    {
      strand.unsaid = []
      return false
    }
    say(first)
    return true
  }

  private func wasHeard(_ shown: Shown) -> Bool {
    shown.said == strand.shown.said
      && shown.reads.starts(with: strand.shown.reads)
  }

  mutating func say(_ unsaid: Strand.Unsaid) {
    strand.need = Need.Core(
      kind: .say, step: -1, rounds: Rounds(bits: strand.saidCount),
      instruction: unsaid.instruction, index: unsaid.index, strand: active)
  }

  /// The same before operations start: if something in them was answered, the words before them
  /// were heard.
  mutating func stopsToSay(before group: Int) -> Bool {
    guard !strand.unsaid.isEmpty else { return false }
    if remembers, hasEntry(where: { self.program.isStep($0, inGroup: group) }) {
      strand.unsaid = []
    }
    return stopsToSay(nil)
  }

  /// The same at the end of an operation: if something after it was answered, its last words were
  /// heard.
  mutating func stopsToSay(atEndOf number: Int) -> Bool {
    guard !strand.unsaid.isEmpty else { return false }
    let group = program.operations[number].group
    let end = position(program.groups[group].start)
    let later = program.followers(of: number)
    let isHeard =
      remembers
      && hasEntry { step in
        if self.program.isStep(step, inGroup: group) {
          return later.contains { self.program.isStep(step, inOperation: $0) }
        }
        return false
      }
    let isPassed =
      remembers
      && memo.entries.contains { entry in
        guard let name = entry?.line.name,
          !self.program.isStep(Int(name.step), inGroup: group)
        else { return false }
        return end < self.program.position(name)
      }
    if isHeard || isPassed { strand.unsaid = [] }
    return stopsToSay(nil)
  }

  private func hasEntry(where test: (Int) -> Bool) -> Bool {
    memo.entries.contains { $0.map { test(Int($0.line.step)) } ?? false }
  }

  mutating func noteSaid(_ text: Int) {
    strand.saidCount += 1
    see(program.texts[text].reads, text + 1)
  }

  mutating func noteNotice(_ index: Int) { see(program.prompts[index].reads, -1 - index) }

  /// Records something that the person has in sight at the next question.
  private mutating func see(_ reads: [Int], _ what: Int) {
    for slot in reads { strand.shown.reads.append(read(slot)) }
    var digest = Digest()
    digest.add(UInt64(strand.shown.said))
    digest.add(UInt64(bitPattern: Int64(what)))
    strand.shown.said = digest.short
  }

  // MARK: Inputs of a question

  func read(_ slot: Int) -> Shown.Read {
    let digest =
      strand.secrets[slot].map { UInt32(truncatingIfNeeded: $0.number) }
      ?? Digest.short(strand.slots[slot], isSet: program.sets.contains(slot))
    return Shown.Read(slot: Int32(truncatingIfNeeded: slot), digest: digest)
  }

  func shownNow(_ index: Int) -> Shown {
    // An alert without buttons is said, not answered.
    var shown = program.facts[index].shape == .notice ? Shown() : strand.shown
    for slot in program.prompts[index].reads { shown.reads.append(read(slot)) }
    if program.prompts[index].source >= 0 {
      shown.reads.append(read(program.prompts[index].source))
    }
    for place in shownFields(index) {
      let slot = program.prompts[program.prompts[index].fields[place].prompt].slot
      if slot >= 0 { shown.reads.append(read(slot)) }
    }
    return shown
  }

  /// The same as a part of a line; nil if there is nothing in sight.
  @inline(__always)
  func shownDetail(_ index: Int) -> Line.Detail? {
    if program.facts[index].showsNothing, strand.shown.isEmpty { return nil }
    return newDetail(index)
  }

  private func newDetail(_ index: Int) -> Line.Detail? {
    let shown = shownNow(index)
    return shown.isEmpty ? nil : Line.Detail(shown: shown)
  }
}

extension Shown {
  fileprivate func isHeld(by line: Line) -> Bool {
    guard let detail = line.detail else { return isEmpty || line.isLoose }
    return detail.shown.holds(under: self, loosely: line.isLoose)
  }
}

extension Program {
  func isStep(_ step: Int, inOperation number: Int) -> Bool {
    var operation = steps[step].operation
    while operation >= 0 {
      if operation == number { return true }
      operation = operations[operation].parent
    }
    return false
  }

  func isStep(_ step: Int, inGroup group: Int) -> Bool {
    var operation = steps[step].operation
    while operation >= 0 {
      if operations[operation].group == group { return true }
      operation = operations[operation].parent
    }
    return false
  }

  /// The innermost operation that contains both operations; −1 for none.
  func common(_ first: Int, _ second: Int) -> Int {
    guard first >= 0, second >= 0 else { return -1 }
    return zip(paths[first], paths[second]).prefix { $0 == $1 }.last?.0 ?? -1
  }

  /// The operations that wait for another one, directly or indirectly.
  func followers(of number: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = operations[number].dependants
    while let next = open.popLast() {
      if found.insert(next).inserted { open += operations[next].dependants }
    }
    return found
  }
}
