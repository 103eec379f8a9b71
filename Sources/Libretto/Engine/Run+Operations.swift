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

  mutating func tell(_ item: RunEvent) {
    if !isQuiet { events.append(item) }
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
        let cut = cut(number)
        // What never started doesn't start now because what it waited for has ended since.
        if cut == Self.waiting { continue }
        begin(number, isCut: cut != nil)
        advance()
      } else if cancelFound() {
        continue
      } else if !unreachedFinds.isEmpty {
        return
      } else if let number = schedule.finishing.min(by: { self.rank($0) < self.rank($1) }) {
        activate(number)
        return end(.finished(strand.finishing?.outcome))
      } else if !cancelNext() {
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
      if program.operations[number].dependencies == 0 {
        schedule.ready.insert(program.operations[number].rank)
      }
    }
  }

  /// Starts an operation with the answers from the start of its group and those of the operations
  /// it waited for.
  /// - Parameter isCut: whether it takes only entries.
  mutating func begin(_ number: Int, isCut: Bool) {
    let operation = program.operations[number]
    let parent = operation.parent + 1
    // What was said in its last round belongs to that one.
    if unwritten.contains(number + 1) { writeSaid() }
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
        let before = program.ancestors(of: number)
        for other in program.groups[operation.group].order where before.contains(other) {
          if let writes = schedule.results[other] { fresh.apply(writes) }
        }
      }
    }
    fresh.counter = operation.start
    fresh.tracksWrites = true
    fresh.found = schedule.strands[number + 1].found
    fresh.isCut = isCut || schedule.strands[parent].isCut
    fresh.staysOpen = isCut
    fresh.name = program.strand(number, position(program.groups[operation.group].start).rounds)
    fresh.told = recalls ? -1 : 0
    schedule.strands[number + 1] = fresh
    tell(.started(id: operation.id, name: operation.name))
    activate(number + 1)
    note(nil, operation.errorSlot)
    note(nil, operation.stateSlot)
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
  mutating func close(_ number: Int, _ writes: Strand.Writes) {
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
}
