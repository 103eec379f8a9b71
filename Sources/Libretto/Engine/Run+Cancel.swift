// Cancelling operations: what the step that cancels found, and what becomes of it.

extension Run {
  /// Starts operations that were held back, unless a strand only waits for something to be said and
  /// then continues.
  mutating func release() -> Bool {
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
  mutating func cancelFound() -> Bool {
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
  mutating func cancelNext() -> Bool {
    guard !schedule.cancelling.isEmpty, !isSaying, let number = cancelling.first,
      let target = schedule.strands[number].cancelling, let name = cancelName(number)
    else { return false }
    let found = stand(target)
    dropOutrun(by: target, name)
    log(name, .found, value: found)
    cancel([Cancel(strand: number, target: target, found: found)])
    return true
  }

  struct Cancel {
    let strand: Int
    let target: Int
    let found: Value
  }

  /// The strands that wait to cancel an operation, in the order of declaration.
  var cancelling: [Int] {
    schedule.cancelling.isEmpty
      ? [] : schedule.cancelling.sorted { self.rank($0) < self.rank($1) }
  }

  mutating func cancel(_ chosen: [Cancel]) {
    for cancel in chosen {
      schedule.cancelling.remove(cancel.strand)
      schedule.strands[cancel.strand].cancelling = nil
      schedule.resuming.append(cancel.strand)
    }
    for cancel in chosen where cancel.found != .string(Self.ended) {
      self.cancel(cancel.target, cancel.found)
      if !goOn() { break }
    }
  }

  /// Continues the surrounding strand if the last operation of its group is gone; returns false if
  /// the schedule has nothing more to do.
  mutating func goOn() -> Bool {
    guard active >= 0 else { return true }
    advance()
    if ending != nil || backing != nil || schedule.openGroups == 0 { return false }
    park()
    return true
  }

  /// Cancels the first operation that has got as far as it got before its earlier cancellation.
  mutating func cancelLeaving() -> Bool {
    let number = schedule.leaving.sorted().first { schedule.strands[$0 + 1].status != .waiting }
    guard let number else { return false }
    schedule.leaving.remove(number)
    cancel(number, .string(Self.over))
    _ = goOn()
    return true
  }

  func cancelName(_ number: Int) -> StepName? {
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
  mutating func cancel(_ number: Int, _ found: Value) {
    guard schedule.strands[number + 1].status != .done else { return }
    if found == .string(Self.over), schedule.strands[number + 1].status == .waiting {
      schedule.leaving.insert(number)
      return
    }
    drop(number)
    schedule.strands[number + 1].found = found
    if schedule.strands[number + 1].remaining == 0 { close(number, cancelled(number)) }
  }

  func cancelled(_ number: Int) -> Strand.Writes {
    var writes = Strand.Writes()
    let operation = program.operations[number]
    if operation.stateSlot >= 0 {
      writes.slots.append((operation.stateSlot, .string("cancelled"), nil))
    }
    if operation.errorSlot >= 0 { writes.slots.append((operation.errorSlot, nil, nil)) }
    return writes
  }

  /// Drops an operation and everything that runs in it, and reports the cancellation.
  mutating func drop(_ number: Int) {
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

  mutating func dropGroups(in number: Int) {
    for group in program.operations[number].groups where schedule.openOperations[group] > 0 {
      for inner in program.groups[group].operations
      where schedule.strands[inner + 1].status != .done { drop(inner) }
      schedule.openOperations[group] = 0
      schedule.openGroups -= 1
    }
  }

  mutating func withdraw(_ number: Int) {
    guard let need = schedule.strands[number].need else { return }
    schedule.strands[number].need = nil
    schedule.needy.remove(program.operations[number - 1].rank)
    tell(.withdrawn(full(need)))
  }
}
