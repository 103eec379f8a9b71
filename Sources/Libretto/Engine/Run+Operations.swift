// Operations: when they start, the answers they get, and how they end.

extension Run {
  // MARK: Registers

  /// Moves a strand into the registers.
  mutating func activate(_ number: Int) {
    swap(&strand, &schedule.strands[number])
    active = number
  }

  /// Moves the strand in the registers back to the schedule.
  mutating func deactivate() {
    swap(&strand, &schedule.strands[active])
    active = -1
  }

  /// Parks the active strand with its need.
  mutating func park() {
    guard schedule.openGroups > 0, active >= 0 else { return }
    if let need = strand.need, active > 0 {
      schedule.needy.insert(program.operations[active - 1].rank)
      tell(.needed(full(need)))
    }
    deactivate()
  }

  mutating func tell(_ item: News) {
    if !isQuiet { news.append(item) }
  }

  // MARK: Moving

  /// Moves the strands that can move until all are parked.
  mutating func settle() {
    while ending == nil {
      if active >= 0 { park() }
      // When the last group has ended, there is one strand again, in the registers.
      guard schedule.openGroups > 0, backing == nil else { return }
      if let number = schedule.resuming.popLast() {
        guard schedule.strands[number].status != .done else { continue }
        activate(number)
        strand.counter += 1
        advance()
      } else if let rank = schedule.ready.popFirst() {
        let number = program.byRank[rank]
        if isHeldBack(number) {
          schedule.held.append(number)
          continue
        }
        begin(number)
        advance()
      } else if cancelFound() || cancelLeaving() {
        continue
      } else if schedule.isOverrun {
        return
      } else if let number = schedule.finishing.min(by: { self.rank($0) < self.rank($1) }) {
        activate(number)
        return end(.finished(strand.finishing?.outcome))
      } else if !release(), !cancelNext() {
        return
      }
    }
  }

  /// Starts the operations of a group; the strand waits until they have ended.
  mutating func start(_ group: Int) {
    let code = program.groups[group]
    guard !code.operations.isEmpty else {
      strand.counter = code.after
      return
    }
    strand.need = nil
    deactivate()
    schedule.openGroups += 1
    schedule.openOperations[group] = code.operations.count
    for number in code.operations {
      schedule.strands[number + 1].status = .waiting
      schedule.strands[number + 1].found = nil
      schedule.strands[number + 1].remaining = program.operations[number].dependencies
      schedule.results[number] = nil
      schedule.released.remove(number)
      if program.operations[number].dependencies == 0 {
        schedule.ready.insert(program.operations[number].rank)
      }
    }
  }

  /// Starts an operation with the answers from the start of its group and those of the operations
  /// it waited for.
  private mutating func begin(_ number: Int) {
    let operation = program.operations[number]
    let parent = operation.parent + 1
    var fresh: Strand
    if operation.after.count == 1,
      let handed = schedule.handedOver.removeValue(forKey: operation.after[0])
    {
      fresh = handed
    } else {
      fresh = Strand(slots: schedule.strands[parent].slots)
      fresh.others = schedule.strands[parent].others
      fresh.secrets = schedule.strands[parent].secrets
      fresh.newest = schedule.strands[parent].newest
      if !operation.after.isEmpty {
        let before = ancestors(of: number)
        for other in program.groups[operation.group].order where before.contains(other) {
          if let writes = schedule.results[other] { fresh.apply(writes) }
        }
      }
    }
    fresh.counter = operation.start
    fresh.tracksWrites = true
    schedule.strands[number + 1] = fresh
    tell(.started(id: operation.id, name: operation.name))
    activate(number + 1)
    note(nil, operation.errorSlot)
    note(nil, operation.stateSlot)
  }

  private func ancestors(of number: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = program.operations[number].after
    while let next = open.popLast() {
      if found.insert(next).inserted { open += program.operations[next].after }
    }
    return found
  }

  // MARK: Ending

  mutating func endOperation() {
    let number = active - 1
    let operation = program.operations[number]
    if strand.status == .running { note(.string("ended"), operation.stateSlot) }
    tell(.ended(id: operation.id, name: operation.name))
    strand.need = nil
    deactivate()
    let writes = schedule.strands[number + 1].writes
    schedule.strands[number + 1].status = .done
    if operation.dependants.count == 1,
      program.operations[operation.dependants[0]].after.count == 1
    {
      // Only one operation waits for it, and for nothing else: it continues with exactly these
      // answers.
      var handed = Strand(slots: schedule.strands[number + 1].slots)
      handed.others = schedule.strands[number + 1].others
      handed.secrets = schedule.strands[number + 1].secrets
      handed.newest = schedule.strands[number + 1].newest
      schedule.handedOver[number] = handed
    }
    schedule.strands[number + 1].slots = []
    close(number, writes)
  }

  /// Closes an operation.
  ///
  /// Those that waited for it can start, and after the last one of a group the surrounding strand
  /// continues with what all of them have set.
  private mutating func close(_ number: Int, _ writes: Strand.Writes) {
    schedule.results[number] = writes
    let operation = program.operations[number]
    for other in operation.dependants {
      schedule.strands[other + 1].remaining -= 1
      guard schedule.strands[other + 1].remaining == 0 else { continue }
      if schedule.strands[other + 1].status == .waiting {
        schedule.ready.insert(program.operations[other].rank)
      } else {
        close(other, cancelled(other))
      }
    }
    let group = operation.group
    schedule.openOperations[group] -= 1
    guard schedule.openOperations[group] == 0 else { return }
    schedule.openGroups -= 1
    activate(operation.parent + 1)
    for other in program.groups[group].order {
      if let writes = schedule.results[other] { strand.apply(writes) }
      schedule.results[other] = nil
      schedule.handedOver[other] = nil
    }
    strand.counter = program.groups[group].after
  }

  // MARK: Cancelling

  /// Where an operation is, as written in the entry of a step that cancels it.
  private func stand(_ number: Int) -> Value {
    let target = schedule.strands[number + 1]
    switch target.status {
    case .waiting: return .string("waiting")
    // It was cancelled before and remains where it was found: it stays cancelled even if the other
    // cancellation doesn't happen again.
    case .done: return target.found ?? .string(Self.ended)
    case .running, .recovering: break
    }
    if standing(number + 1) == Self.ended { return .string(Self.ended) }
    var names: [String] = []
    var open = [number]
    while let next = open.popLast() {
      let strand = schedule.strands[next + 1]
      guard strand.status == .running || strand.status == .recovering else { continue }
      if let name = standing(next + 1) { names.append(name) }
      for group in program.operations[next].groups where schedule.openOperations[group] > 0 {
        open += program.groups[group].operations
      }
    }
    return .list(names.sorted().map(Value.string))
  }

  private static let ended = "ended"

  /// The name of the next step that a strand needs, ignoring needs that only say something.
  private func standing(_ number: Int) -> String? {
    let strand = schedule.strands[number]
    if strand.cancelling != nil { return cancelName(number).map(program.string) }
    guard let need = strand.need else { return nil }
    if need.kind == .secret, let step = workStep(strand.counter) {
      // A secret is asked for on behalf of the work that the strand has reached.
      let rounds = Rounds(program.steps[step].loops.map { counters[$0] }) ?? .first
      return program.string(StepName(step: Int32(step), rounds: rounds))
    }
    guard need.kind == .say else { return program.string(need.stepName) }
    var ahead = self
    ahead.isQuiet = true
    ahead.activate(number)
    while let need = ahead.strand.need, need.kind == .say, ahead.active == number {
      ahead.strand.need = nil
      if ahead.strand.unsaid.isEmpty {
        ahead.noteSaid(need.index)
        ahead.strand.counter += 1
      } else {
        ahead.strand.unsaid = []
      }
      ahead.advance()
    }
    guard ahead.active == number else {
      // Only texts are left to be said: the operation has done its work.
      return ahead.schedule.strands[number].status == .done ? Self.ended : "operations"
    }
    return ahead.strand.need.map { program.string($0.stepName) }
  }

  /// Whether an operation was found waiting when it was cancelled, by a step that has not been
  /// reached again. An operation that never started must not start now just because the operations
  /// it waited for have ended since.
  private func isHeldBack(_ number: Int) -> Bool { isFound(number, .string("waiting")) }

  /// Whether the end of an operation that was cancelled during its work must wait.
  ///
  /// It waits until the step that cancelled it is reached again.
  func endIsHeldBack(_ number: Int) -> Bool {
    schedule.leaving.contains(number) || isFound(number, .string(Self.over))
  }

  private func isFound(_ number: Int, _ found: Value) -> Bool {
    guard remembers, !schedule.released.contains(number) else { return false }
    return memo.founds.contains { place in
      guard let entry = memo[place], entry.line.value == found, !memo.isTaken(place),
        case .cancel(let target) = program.steps[Int(entry.line.step)].kind, target == number
      else { return false }
      return isOfNow(program.position(entry.line.name), program.operations[number].group)
    }
  }

  private func rank(_ strand: Int) -> Int { program.operations[strand - 1].rank }

  /// Starts operations that were held back, unless a strand only waits for something to be said and
  /// then continues.
  private mutating func release() -> Bool {
    guard !schedule.held.isEmpty || !schedule.ending.isEmpty,
      !schedule.strands.contains(where: { $0.need?.kind == .say })
    else { return false }
    for number in schedule.held where schedule.strands[number + 1].status == .waiting {
      schedule.released.insert(number)
      schedule.ready.insert(program.operations[number].rank)
    }
    schedule.held = []
    for strand in schedule.ending where schedule.strands[strand].status != .done {
      schedule.released.insert(strand - 1)
      schedule.resuming.append(strand)
      schedule.strands[strand].counter -= 1
    }
    schedule.ending = []
    return true
  }

  func workStep(_ instruction: Int) -> Int? {
    switch program.instructions[instruction] {
    case .action(let index): program.actions[index].step
    case .load(let index): program.loads[index].step
    default: nil
    }
  }

  /// Cancels, all at once, the operations that strands want to cancel and that are where they were
  /// found before.
  private mutating func cancelFound() -> Bool {
    var chosen: [Cancel] = []
    // An operation that was over when its work ended first gets as far as it got then.
    var over: [(Cancel, place: Int)] = []
    for number in cancelling {
      guard let target = schedule.strands[number].cancelling,
        let name = cancelName(number),
        let place = memo.place(name), let entry = memo[place], entry.line.kind == .found
      else { continue }
      if entry.line.value == .string("waiting") || entry.line.value == .string(Self.over),
        schedule.released.contains(target)
      {
        // It was released because it wasn't known that this step would be reached, so the run is
        // performed once more. If the step is reached only because the operation was started, it
        // finds something else this time.
        if isSecondTry { continue }
        schedule.isOverrun = true
        return false
      }
      let cancel = Cancel(strand: number, target: target, found: entry.line.value)
      if cancel.found == .string(Self.over) {
        over.append((cancel, place))
      } else if cancel.found == .string(Self.ended) || cancel.found == stand(target) {
        memo.take(place)
        chosen.append(cancel)
      }
    }
    if chosen.isEmpty {
      for (cancel, place) in over {
        memo.take(place)
        chosen.append(cancel)
      }
    }
    cancel(chosen)
    return !chosen.isEmpty
  }

  /// Performs a new cancellation when no strand can move: the first in the order of declaration.
  private mutating func cancelNext() -> Bool {
    guard !schedule.cancelling.isEmpty, !isSaying, let number = cancelling.first,
      let target = schedule.strands[number].cancelling, let name = cancelName(number)
    else { return false }
    let found = stand(target)
    dropOutrun(by: target, name)
    log(name, .found, value: found)
    cancel([Cancel(strand: number, target: target, found: found)])
    return true
  }

  /// Forgets findings that can no longer occur after a step has found something.
  ///
  /// These are the findings of steps that the cancelled operation will not reach, and those of an
  /// operation at this step.
  private mutating func dropOutrun(by target: Int, _ name: StepName) {
    guard remembers else { return }
    let text = Value.string(program.string(name))
    let outrun = memo.founds.compactMap { place -> StepName? in
      guard let entry = memo[place], entry.line.name != name, !memo.isTaken(place) else {
        return nil
      }
      if case .list(let names) = entry.line.value, names.contains(text) { return entry.line.name }
      let isCutOff =
        cancelling.contains { cancelName($0) == entry.line.name }
        && program.isStep(Int(entry.line.step), inOperation: target)
      return isCutOff ? entry.line.name : nil
    }
    if outrun.isEmpty { return }
    log(outrun[0], .back, detail: Line.Detail(names: Line.Names(dropped: outrun)))
  }

  /// Forgets that operations were found waiting if they have started since.
  ///
  /// They started because the run didn't reach the steps that had found them. If it reaches those
  /// steps again, they find something else.
  mutating func dropReleased() {
    let names = memo.founds.compactMap { place -> StepName? in
      guard let entry = memo[place], entry.line.value == .string("waiting"), !memo.isTaken(place),
        case .cancel(let target) = program.steps[Int(entry.line.step)].kind,
        schedule.released.contains(target), schedule.strands[target + 1].status != .waiting,
        isOfNow(program.position(entry.line.name), program.operations[target].group)
      else { return nil }
      return entry.line.name
    }
    if names.isEmpty { return }
    log(names[0], .back, detail: Line.Detail(names: Line.Names(dropped: names)))
  }

  private struct Cancel {
    let strand: Int
    let target: Int
    let found: Value
  }

  /// The strands that wait to cancel an operation, in the order of declaration.
  private var cancelling: [Int] {
    schedule.cancelling.isEmpty
      ? [] : schedule.cancelling.sorted { self.rank($0) < self.rank($1) }
  }

  private mutating func cancel(_ chosen: [Cancel]) {
    for cancel in chosen {
      schedule.cancelling.remove(cancel.strand)
      schedule.strands[cancel.strand].cancelling = nil
      schedule.strands[cancel.strand].unsaid = []
      schedule.resuming.append(cancel.strand)
    }
    for cancel in chosen where cancel.found != .string(Self.ended) {
      self.cancel(cancel.target, cancel.found)
      if !goOn() { break }
    }
  }

  /// Continues the surrounding strand if the last operation of its group is gone; returns false if
  /// the schedule has nothing more to do.
  private mutating func goOn() -> Bool {
    guard active >= 0 else { return true }
    advance()
    if ending != nil || backing != nil || schedule.openGroups == 0 { return false }
    park()
    return true
  }

  /// Cancels the first operation that has got as far as it got before its earlier cancellation.
  private mutating func cancelLeaving() -> Bool {
    let number = schedule.leaving.sorted().first { schedule.strands[$0 + 1].status != .waiting }
    guard let number else { return false }
    schedule.leaving.remove(number)
    cancel(number, .string(Self.over))
    _ = goOn()
    return true
  }

  private func cancelName(_ number: Int) -> StepName? {
    guard
      case .cancelOperation(_, let step) = program.instructions[schedule.strands[number].counter]
    else { return nil }
    let rounds = Rounds(program.steps[step].loops.map { counters[$0] })
    return rounds.map { StepName(step: Int32(step), rounds: $0) }
  }

  /// Cancels an operation: one that waits never starts, and one that runs is dropped.
  ///
  /// Operations that wait for it also wait for the operations that it waited for, and see their
  /// answers.
  private mutating func cancel(_ number: Int, _ found: Value) {
    guard schedule.strands[number + 1].status != .done else { return }
    if found == .string(Self.over), schedule.strands[number + 1].status == .waiting {
      schedule.leaving.insert(number)
      return
    }
    drop(number)
    schedule.strands[number + 1].found = found
    if schedule.strands[number + 1].remaining == 0 { close(number, cancelled(number)) }
  }

  private func cancelled(_ number: Int) -> Strand.Writes {
    var writes = Strand.Writes()
    let operation = program.operations[number]
    if operation.stateSlot >= 0 {
      writes.slots.append((operation.stateSlot, .string("cancelled"), nil))
    }
    if operation.errorSlot >= 0 { writes.slots.append((operation.errorSlot, nil, nil)) }
    return writes
  }

  /// Drops an operation and everything that runs in it, and reports the cancellation.
  private mutating func drop(_ number: Int) {
    let operation = program.operations[number]
    dropGroups(in: number)
    schedule.ready.remove(operation.rank)
    schedule.held.removeAll { $0 == number }
    withdraw(number + 1)
    schedule.cancelling.remove(number + 1)
    schedule.resuming.removeAll { $0 == number + 1 }
    schedule.finishing.remove(number + 1)
    schedule.ending.remove(number + 1)
    schedule.leaving.remove(number)
    schedule.strands[number + 1].cancelling = nil
    schedule.strands[number + 1].status = .done
    let around = position(program.groups[operation.group].start).rounds
    schedule.cancelled.insert(Schedule.Cancelled(operation: number, rounds: around))
    tell(.cancelled(id: operation.id, name: operation.name))
  }

  private mutating func dropGroups(in number: Int) {
    for group in program.operations[number].groups where schedule.openOperations[group] > 0 {
      for inner in program.groups[group].operations
      where schedule.strands[inner + 1].status != .done { drop(inner) }
      schedule.openOperations[group] = 0
      schedule.openGroups -= 1
    }
  }

  private mutating func withdraw(_ number: Int) {
    guard let need = schedule.strands[number].need else { return }
    schedule.strands[number].need = nil
    schedule.needy.remove(program.operations[number - 1].rank)
    tell(.withdrawn(full(need)))
  }

  // MARK: Failing

  /// Fails the strand: the nearest surrounding operation with a failure branch continues with it;
  /// without one, the flow fails.
  mutating func fail(_ failure: Failure, _ words: String? = nil) {
    strand.need = nil
    guard active > 0 else { return end(.failed(failure)) }
    let words = words ?? failure.message
    var number = active - 1
    deactivate()
    while number >= 0 {
      let operation = program.operations[number]
      schedule.needy.remove(operation.rank)
      schedule.strands[number + 1].need = nil
      if schedule.leaving.remove(number) != nil {
        cancel(number, .string(Self.over))
        if active >= 0 { advance() }
        return
      }
      tell(.failed(id: operation.id, name: operation.name, error: words))
      if operation.failure >= 0, schedule.strands[number + 1].status == .running {
        dropGroups(in: number)
        activate(number + 1)
        note(.string(words), operation.errorSlot)
        note(.string("failed"), operation.stateSlot)
        strand.status = .recovering
        strand.counter = operation.failure
        return advance()
      }
      schedule.strands[number + 1].status = .done
      cancelDependants(of: number)
      number = operation.parent
    }
    end(.failed(failure))
  }

  private mutating func cancelDependants(of number: Int) {
    var open = program.operations[number].dependants[...]
    while let next = open.popFirst() {
      guard schedule.strands[next + 1].status == .waiting else { continue }
      drop(next)
      open += program.operations[next].dependants
    }
  }

  /// Cancels everything that runs, because the run has ended.
  mutating func dropAll() {
    let ended = active
    if active >= 0 { deactivate() }
    for number in program.byRank where schedule.strands[number + 1].status != .done {
      // The operation that ends the flow isn't cancelled by its end.
      if number + 1 == ended { withdraw(ended) } else { drop(number) }
    }
    schedule.openGroups = 0
    schedule.cancelling = []
    schedule.resuming = []
    activate(0)
  }

  /// The answers of the whole run while operations run: those at the start of the group, and what
  /// the operations have set so far.
  var overview: Snapshot {
    var all = active == 0 ? strand : schedule.strands.first ?? strand
    if schedule.openGroups > 0 { gather(parent: -1, into: &all) }
    return Snapshot(slots: all.slots, others: all.others)
  }

  private func gather(parent: Int, into all: inout Strand) {
    for (group, code) in program.groups.enumerated()
    where code.parent == parent && schedule.openOperations[group] > 0 {
      for number in code.order {
        if let writes = schedule.results[number] { all.apply(writes) }
        let strand = active == number + 1 ? strand : schedule.strands[number + 1]
        guard strand.status == .running || strand.status == .recovering else { continue }
        all.apply(strand.writes)
        gather(parent: number, into: &all)
      }
    }
  }

  /// The answers so far.
  public var answers: Answers {
    guard schedule.openGroups > 0 else {
      return Answers(program.keys, strand.slots, others: strand.others)
    }
    let all = overview
    return Answers(program.keys, all.slots, others: all.others)
  }
}
