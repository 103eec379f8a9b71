// Operations: when they start, the answers they get, and how they end.

/// Parallel operations: which ones wait, which ones run, and what those that ended have set.
///
///     waiting ──all before it ended──▶ running ──end──▶ done
///        │                               │  └─failure─▶ recovering ──end──▶ done
///        └──────────cancelled────────────┴──cancelled──▶ done
struct Schedule: Sendable {
  /// For each group, the number of operations that have not ended.
  var openOperations: [Int] = []
  var openGroups = 0
  /// The operations whose strands have needs, and those that can start, by rank.
  var needy: RankSet
  var ready: RankSet
  /// The strands that wait to cancel an operation.
  var cancelling: Set<Int> = []
  /// The strands that will end others.
  var finishing: Set<Int> = []
  var resuming: [Int] = []
  /// The operations that have been cancelled and not yet dropped.
  var cut: Set<Int> = []
  /// The writes of operations that ended, until their group is over.
  var results: [Strand.Writes?] = []
  /// The operations that were cancelled, with the rounds of the loops around their groups.
  var cancelled: Set<StepName> = []
  /// The answers at the end of operations for which exactly one operation waits, and that one for
  /// nothing else.
  var handedOver: [Int: Strand] = [:]

  init(_ program: Program) {
    needy = RankSet(capacity: program.operations.count)
    ready = needy
    guard !program.operations.isEmpty else { return }
    openOperations = Array(repeating: 0, count: program.groups.count)
    results = Array(repeating: nil, count: program.operations.count)
  }
}

extension RunState {
  // MARK: Moving

  /// Lets the strand that moved stand, with its need.
  mutating func park() {
    guard schedule.openGroups > 0, active >= 0 else { return }
    if let need = strand.need, active > 0 {
      schedule.needy.insert(program.operations[active - 1].rank)
      tell(.needed(full(need)))
    }
    active = -1
  }

  /// Moves the strands that can move until all are parked.
  mutating func settle() {
    while ending == nil {
      if active >= 0 { park() }
      // When the last group has ended, there is one strand again, in the registers.
      guard schedule.openGroups > 0, backing == nil else { return }
      if let number = schedule.resuming.popLast() {
        guard strands[number].status != .done else { continue }
        active = number
        strand.counter += 1
        advance()
      } else if let rank = schedule.ready.popFirst() {
        let number = program.byRank[rank]
        let cut = cut(number)
        // What never started doesn't start now because what it waited for has ended since.
        if cut == Self.waiting { continue }
        begin(number, isCut: cut != nil)
        advance()
      } else if cancelFound() || failThrough(inCut: true) || dropCut() || failThrough() {
        continue
      } else if unreachedFinds.isEmpty, let number = finishing.first {
        guard case .flow(let outcome)? = strands[number].finishing else { return }
        active = number
        return end(.finished(outcome))
      } else if !cancelForNow() {
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
    active = -1
    schedule.openGroups += 1
    schedule.openOperations[group] = code.operations.count
    for number in code.operations {
      strands[number + 1].status = .waiting
      strands[number + 1].found = nil
      strands[number + 1].remaining = program.operations[number].after.count
      schedule.results[number] = nil
      if program.operations[number].after.isEmpty {
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
    leaveSight(of: number + 1)
    var fresh: Strand
    if operation.after.count == 1,
      let handed = schedule.handedOver.removeValue(forKey: operation.after[0])
    {
      fresh = handed
    } else {
      fresh = Strand(slots: strands[parent].slots)
      fresh.others = strands[parent].others
      fresh.secrets = strands[parent].secrets
      fresh.newest = strands[parent].newest
      if !operation.after.isEmpty {
        let before = program.ancestors(of: number)
        for other in program.groups[operation.group].order where before.contains(other) {
          if let writes = schedule.results[other] { fresh.apply(writes) }
        }
      }
    }
    fresh.counter = operation.start
    fresh.part = strands[parent].part
    fresh.found = strands[number + 1].found
    fresh.isCut = isCut || strands[parent].isCut
    fresh.staysOpen = isCut
    fresh.name = program.strand(number, position(program.groups[operation.group].start).rounds)
    fresh.told = recalls ? -1 : 0
    strands[number + 1] = fresh
    tell(.started(id: operation.id, name: operation.name))
    active = number + 1
    set(operation.errorSlot, nil)
    set(operation.stateSlot, nil)
  }

  // MARK: Ending

  mutating func endOperation() {
    let number = active - 1
    let operation = program.operations[number]
    if strand.status == .running { set(operation.stateSlot, .string("ended")) }
    tell(.ended(id: operation.id, name: operation.name))
    strand.need = nil
    active = -1
    let writes = strands[number + 1].writes
    strands[number + 1].status = .done
    if operation.dependants.count == 1,
      program.operations[operation.dependants[0]].after.count == 1
    {
      // Only one operation waits for it, and for nothing else: it continues with exactly these
      // answers.
      var handed = Strand(slots: strands[number + 1].slots)
      handed.others = strands[number + 1].others
      handed.secrets = strands[number + 1].secrets
      handed.newest = strands[number + 1].newest
      schedule.handedOver[number] = handed
    }
    strands[number + 1].slots = []
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
      strands[other + 1].remaining -= 1
      guard strands[other + 1].remaining == 0 else { continue }
      if strands[other + 1].status == .waiting {
        schedule.ready.insert(program.operations[other].rank)
      } else {
        close(other, cancelled(other))
      }
    }
    let group = operation.group
    schedule.openOperations[group] -= 1
    guard schedule.openOperations[group] == 0 else { return }
    schedule.openGroups -= 1
    active = operation.parent + 1
    for other in program.groups[group].order {
      if let writes = schedule.results[other] { strand.apply(writes) }
      schedule.results[other] = nil
      schedule.handedOver[other] = nil
    }
    strand.counter = program.groups[group].after
  }

  // MARK: Ending others

  /// Lets the strand stand that ends others: when nothing else moves, so that what was done beside
  /// it is known, whoever moves first.
  mutating func wait(toEnd others: Strand.Finishing) {
    strand.finishing = others
    strand.need = nil
    schedule.finishing.insert(active)
    park()
  }

  /// The strands that will end others, in the order of declaration.
  private var finishing: [Int] {
    schedule.finishing.sorted { self.rank($0) < self.rank($1) }
  }

  /// Fails the strand: the nearest surrounding operation with a failure branch continues with it;
  /// without one, the flow fails.
  mutating func fail(_ failure: Failure, _ words: String? = nil) {
    strand.need = nil
    guard active > 0 else { return end(.failed(failure)) }
    schedule.needy.remove(program.operations[active - 1].rank)
    let words = words ?? failure.message
    guard isHandled(in: active - 1) else { return wait(toEnd: .failure(failure, words: words)) }
    recover(active - 1, words)
  }

  func isHandled(in number: Int) -> Bool {
    program.operations[number].failure >= 0 && strands[number + 1].status == .running
  }

  /// Goes on with the failure branch of an operation.
  private mutating func recover(_ number: Int, _ words: String) {
    let operation = program.operations[number]
    tell(.failed(id: operation.id, name: operation.name, error: words))
    dropGroups(in: number)
    active = number + 1
    set(operation.errorSlot, .string(words))
    set(operation.stateSlot, .string("failed"))
    strand.status = .recovering
    strand.counter = operation.failure
    advance()
  }

  /// Carries the first failure on that an operation doesn't handle itself; returns whether there was
  /// one.
  private mutating func failThrough(inCut isInCut: Bool = false) -> Bool {
    for strand in finishing where !isInCut || isHandledInCut(strand) {
      guard case .failure(let failure, let words)? = strands[strand].finishing else { continue }
      schedule.finishing.remove(strand)
      var number = strand - 1
      while number >= 0, !isHandled(in: number) {
        if strands[number + 1].staysOpen { return true }
        let operation = program.operations[number]
        tell(.failed(id: operation.id, name: operation.name, error: words))
        strands[number + 1].status = .done
        cancelDependants(of: number)
        cancelEnded(behind: number)
        number = operation.parent
      }
      if number >= 0 { recover(number, words) } else { end(.failed(failure)) }
      return true
    }
    return false
  }

  /// Whether the failure of a strand is handled in an operation that is cut: it had been, if the operation
  /// was in its failure branch where it was found.
  private func isHandledInCut(_ strand: Int) -> Bool {
    program.path(strand - 1).reversed().prefix { strands[$0 + 1].isCut }
      .contains { isHandled(in: $0) }
  }

  /// No step back leads into operations beside one that failed that have ended, and stand behind it: it
  /// would fail as before.
  private mutating func cancelEnded(behind number: Int) {
    let (group, place) = (program.operations[number].group, program.operations[number].place)
    let rounds = position(program.groups[group].start).rounds
    for other in program.groups[group].operations
    where program.operations[other].place > place && strands[other + 1].status == .done {
      schedule.cancelled.insert(program.strand(other, rounds))
    }
  }

  mutating func cancelDependants(of number: Int) {
    var open = program.operations[number].dependants[...]
    while let next = open.popFirst() {
      guard strands[next + 1].status == .waiting else { continue }
      drop(next)
      open += program.operations[next].dependants
    }
  }

  /// Cancels everything that runs, because the run has ended.
  mutating func dropAll() {
    let ended = active
    for number in program.byRank where strands[number + 1].status != .done {
      // The operation that ends the flow isn't cancelled by its end.
      if number + 1 == ended { withdraw(ended) } else { drop(number) }
    }
    schedule.openGroups = 0
    schedule.cancelling = []
    schedule.resuming = []
    active = 0
  }

  /// The answers of the whole run while operations run: those at the start of the group, and what
  /// the operations have set so far.
  var overview: Snapshot {
    var all = strands[0]
    if schedule.openGroups > 0 { gather(parent: -1, into: &all) }
    return Snapshot(slots: all.slots, others: all.others)
  }

  func gather(parent: Int, into all: inout Strand) {
    for (group, code) in program.groups.enumerated()
    where code.parent == parent && schedule.openOperations[group] > 0 {
      for number in code.order {
        if let writes = schedule.results[number] { all.apply(writes) }
        let strand = strands[number + 1]
        if schedule.cut.contains(number), strand.remaining == 0 { all.apply(cancelled(number)) }
        guard strand.status == .running || strand.status == .recovering, !strand.isCut
        else { continue }
        all.apply(strand.writes)
        gather(parent: number, into: &all)
      }
    }
  }
}
