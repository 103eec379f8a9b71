// Cancelling operations. What a step that cancels found is an entry; the operation is then *cut*: it
// takes only entries. It says nothing, needs nothing and doesn't end; where it stops, it is dropped
// once the step that cancels it has been reached. So how far it got needs no state beside the memo.
//
// There is one order, and it starts anew after each of these. What can move, moves. When nothing does:
//
// 1. The entries of steps that were reached are taken, all at once.
// 2. A failure in what is cut that is handled there has been, and what is cut goes on in that branch.
//    Then it has got as far as it got, and is dropped.
// 3. A failure that an operation around handles ends what is between; without one, the flow fails.
// 4. Entries of steps that were not reached are dropped, and the run is performed again without them.
// 5. A `Finish` ends the flow.
// 6. One cancel is made that has no entry: the first in the order of declaration whose operation has
//    no cancel to make itself, or the first where operations cancel each other. So what an operation
//    cancels doesn't depend on who comes to it first.
//
// What is found anew is taken at once, so this ends.

extension RunState {
  // MARK: Findings

  static let waiting = Value.string("waiting")
  static let ended = Value.string("ended")

  /// What the entry of a step that cancelled an operation found, in the current rounds; nil if none
  /// did, or if the operation had ended.
  func cut(_ number: Int) -> Value? { cutPlace(number).map { memo.lines[$0].value } }

  /// The place of that entry.
  private func cutPlace(_ number: Int) -> Int? {
    memo.founds.lazy.compactMap(memo.place).first { place in
      let line = memo.lines[place]
      guard line.value != Self.ended, case .cancel(number) = program.steps[Int(line.step)].kind
      else { return false }
      return isOfNow(program.position(line.name), program.operations[number].group)
    }
  }

  /// Where an operation is, as written in the entry of a step that cancels it.
  ///
  /// One that is cancelled already is found where the other step found it: it stays cancelled if a
  /// step back goes over that one.
  func stand(_ number: Int) -> Value {
    if let found = strands[number + 1].found { return found }
    switch strands[number + 1].status {
    case .waiting: return Self.waiting
    case .done: return Self.ended
    case .running, .recovering: break
    }
    var names: [String] = []
    var open = [number]
    while let next = open.popLast() {
      let strand = strands[next + 1]
      guard strand.status == .running || strand.status == .recovering else { continue }
      if let name = stoppedAt(next + 1) { names.append(program.string(name)) }
      for group in program.operations[next].groups where schedule.openOperations[group] > 0 {
        open += program.groups[group].operations
      }
    }
    return .list(names.sorted().map(Value.string))
  }

  /// The step at which a strand stands.
  private func stoppedAt(_ number: Int) -> StepName? {
    let strand = strands[number]
    if strand.cancelling != nil { return cancelName(strand) }
    guard let need = strand.need else { return nil }
    // A secret is asked for on behalf of the work that the strand has reached.
    guard need.kind == .secret, let step = workStep(strand.counter) else { return need.stepName }
    return nameNow(step)
  }

  func workStep(_ instruction: Int) -> Int? {
    if case .work(let index) = program.instructions[instruction] {
      program.works[index].step
    } else {
      nil
    }
  }

  /// The name of the step that cancels at which a strand stands.
  func cancelName(_ strand: Strand) -> StepName? {
    guard case .cancelOperation(_, let step) = program.instructions[strand.counter] else {
      return nil
    }
    return nameNow(step)
  }

  /// The place of the entry of the step that cancels at which a strand stands.
  func foundPlace(_ strand: Strand) -> Int? {
    guard let name = cancelName(strand), let place = memo.place(name),
      memo.lines[place].kind == .found
    else { return nil }
    return place
  }

  /// The entries whose steps have not been reached, when nothing moves.
  var unreachedFinds: [StepName] {
    guard !memo.founds.isEmpty, backing == nil, !isSaying, mayEndWell else { return [] }
    return memo.founds.filter { name in memo.place(name).map { !isTaken($0) } ?? false }
  }

  // MARK: Cancelling

  /// Takes, all at once, the entries of the steps that strands have reached; returns whether there was
  /// any.
  mutating func cancelFound() -> Bool {
    let chosen = cancelling.compactMap { number in
      foundPlace(strands[number]).map { (strand: number, place: $0) }
    }
    for (strand, place) in chosen {
      take(place)
      cancel(from: strand, memo.lines[place].value)
    }
    return !chosen.isEmpty
  }

  /// Whether a step has been reached that cancels the operation of a need, once all has been said.
  func isToBeCancelled(_ need: Need) -> Bool {
    if schedule.cancelling.isEmpty { return false }
    return schedule.cancelling.contains { number in
      strands[number].cancelling.map { program.isOperation(need.strand - 1, in: $0) } ?? false
    }
  }

  /// Whether there are no cancels and no step back to take: nearly always.
  var isAtRest: Bool {
    backing == nil && memo.founds.isEmpty && schedule.cancelling.isEmpty
  }

  /// The cancellation that is made next, when no strand can move, and what it finds. In a migration,
  /// those come first that the run has come to.
  var wantedCancel: (strand: Int, name: StepName, found: Value)? {
    guard ending == nil, !schedule.cancelling.isEmpty, !isSaying else { return nil }
    let all = cancelling
    let reached = all.filter { !strands[$0].passedQuestion }
    let wanted = reached.isEmpty ? all : reached
    guard let number = wanted.first(where: { !cancelsCanceller($0, wanted) }) ?? wanted.first,
      let target = strands[number].cancelling, let name = cancelName(strands[number])
    else { return nil }
    return (number, name, stand(target))
  }

  /// Whether what a strand cancels has a cancel to make itself.
  private func cancelsCanceller(_ number: Int, _ all: [Int]) -> Bool {
    guard all.count > 1, let target = strands[number].cancelling else { return false }
    return all.contains { $0 != number && program.isOperation($0 - 1, in: target) }
  }

  /// Goes on over the line of a wanted cancellation: what it cancels is dropped before anything else
  /// moves.
  mutating func moveOnCancelling(from strand: Int, _ found: Value) {
    take(memo.lines.count - 1)
    cancel(from: strand, found)
    _ = dropCut()
    settle()
  }

  /// While another version's memo is taken over, a cancel that isn't in it is made for the time being.
  mutating func cancelForNow() -> Bool {
    guard !policy.saysTexts, let wanted = wantedCancel else { return false }
    cancel(from: wanted.strand, wanted.found)
    _ = dropCut()
    return true
  }

  /// The strands that wait to cancel an operation, in the order of declaration.
  var cancelling: [Int] {
    schedule.cancelling.sorted { self.rank($0) < self.rank($1) }
  }

  func rank(_ strand: Int) -> Int { program.operations[strand - 1].rank }

  /// Lets a strand go on that has reached a step that cancels; the operation is cut.
  private mutating func cancel(from strand: Int, _ found: Value) {
    guard let target = strands[strand].cancelling else { return }
    schedule.cancelling.remove(strand)
    strands[strand].cancelling = nil
    let isCut = found != Self.ended && strands[target + 1].status != .done
    // What cancels an operation that it is in goes no further.
    if !isCut || !program.isOperation(strand - 1, in: target) { schedule.resuming.append(strand) }
    guard isCut else { return }
    strands[target + 1].found = found
    schedule.cut.insert(target)
  }

  /// Drops the operations that are cut, when nothing moves; returns whether there are any.
  ///
  /// One that had started when it was cancelled, and that waits again, must start first, to get as
  /// far as it got; and one that contains another goes on when that is dropped. Operations that wait
  /// for a dropped one also wait for the operations that it waited for, and see their answers.
  mutating func dropCut() -> Bool {
    let innermost = innermostCut
    for number in innermost where schedule.cut.contains(number) {
      drop(number)
      if strands[number + 1].remaining == 0 { close(number, cancelled(number)) }
      // The surrounding strand goes on if this was the last operation of its group.
      guard active >= 0 else { continue }
      advance()
      if ending != nil || backing != nil || schedule.openGroups == 0 { break }
      park()
    }
    return !innermost.isEmpty
  }

  /// The operations that are cut, have got as far as they got, and contain no other one of these.
  private var innermostCut: [Int] {
    if schedule.cut.isEmpty { return [] }
    let cut = schedule.cut.filter {
      let strand = strands[$0 + 1]
      return strand.status != .waiting || strand.found == Self.waiting
    }
    return cut.filter { number in
      !cut.contains { $0 != number && program.isOperation($0, in: number) }
    }.sorted { program.operations[$0].rank < program.operations[$1].rank }
  }

  func cancelled(_ number: Int) -> Strand.Writes {
    var writes = Strand.Writes()
    let operation = program.operations[number]
    if operation.stateSlot >= 0 {
      writes.slots.append((operation.stateSlot, .string("cancelled"), nil))
    }
    if operation.errorSlot >= 0 { writes.slots.append((operation.errorSlot, nil, nil)) }
    // To what waits for it, that it was cancelled is as new as an answer of its own.
    if let place = cutPlace(number) { writes.newest.take(newest(place)) }
    return writes
  }

  /// Drops an operation and everything that runs in it, and reports the cancellation.
  mutating func drop(_ number: Int) {
    let operation = program.operations[number]
    dropGroups(in: number)
    schedule.ready.remove(operation.rank)
    withdraw(number + 1)
    schedule.cancelling.remove(number + 1)
    schedule.resuming.removeAll { $0 == number + 1 }
    schedule.finishing.remove(number + 1)
    schedule.cut.remove(number)
    strands[number + 1].cancelling = nil
    strands[number + 1].status = .done
    let rounds = position(program.groups[operation.group].start).rounds
    schedule.cancelled.insert(program.strand(number, rounds))
    tell(.cancelled(id: operation.id, name: operation.name))
  }

  mutating func dropGroups(in number: Int) {
    for group in program.operations[number].groups where schedule.openOperations[group] > 0 {
      // One that failed, as this does, has left groups open in it.
      for inner in program.groups[group].operations {
        if strands[inner + 1].status == .done { dropGroups(in: inner) } else { drop(inner) }
      }
      schedule.openOperations[group] = 0
      schedule.openGroups -= 1
    }
  }

  mutating func withdraw(_ number: Int) {
    guard let need = strands[number].need else { return }
    strands[number].need = nil
    schedule.needy.remove(program.operations[number - 1].rank)
    tell(.withdrawn(full(need)))
  }
}
