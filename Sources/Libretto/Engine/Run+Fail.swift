// Operations that fail, and what all have set together.

extension Run {
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
      let isHandled =
        operation.failure >= 0 && schedule.strands[number + 1].status == .running
      if !isHandled, schedule.strands[number + 1].staysOpen { return }
      tell(.failed(id: operation.id, name: operation.name, error: words))
      if isHandled {
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

  mutating func cancelDependants(of number: Int) {
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

  func gather(parent: Int, into all: inout Strand) {
    for (group, code) in program.groups.enumerated()
    where code.parent == parent && schedule.openOperations[group] > 0 {
      for number in code.order {
        if let writes = schedule.results[number] { all.apply(writes) }
        let strand = active == number + 1 ? strand : schedule.strands[number + 1]
        if schedule.cut.contains(number), strand.remaining == 0 { all.apply(cancelled(number)) }
        guard strand.status == .running || strand.status == .recovering, !strand.isCut
        else { continue }
        all.apply(strand.writes)
        gather(parent: number, into: &all)
      }
    }
  }

  /// The answers so far.
  public var answers: Answers {
    guard schedule.openGroups > 0 else {
      return Answers(program.keys, strand.slots, others: strand.others, held: secrets)
    }
    let all = overview
    return Answers(program.keys, all.slots, others: all.others, held: secrets)
  }
}
