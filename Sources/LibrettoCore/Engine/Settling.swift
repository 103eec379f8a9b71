// Effects that the run has passed without taking them: they are undone, or reported.

extension RunState {
  /// The next effect to undo before another one: of all effects behind it that can be undone and
  /// that read what it wrote, directly or through each other, the last in the order of the flow.
  private func nextToUndo(_ name: StepName) -> StepName? {
    guard let first = memo.standing(name) else { return nil }
    var written = Set(first.work.writes.map(\.key))
    if written.isEmpty { return nil }
    var last: StepName?
    let behind = untakenWork.filter { canUndo($0) && program.isBehind($0, name) }
    for other in behind.sorted(by: { program.isBehind($1, $0) }) {
      guard let work = memo.standing(other)?.work, work.inputs?.covers(written) ?? false
      else { continue }
      written.formUnion(work.writes.map(\.key))
      last = other
    }
    return last
  }

  private func canUndo(_ name: StepName) -> Bool {
    guard let action = program.action(name.step), program.works[action].isUndoable,
      let effect = memo.standing(name)
    else { return false }
    return effect.isInForce && !effect.stays
  }

  /// The work in the memo that hasn't been taken.
  private var untakenWork: [StepName] {
    if !hasMore { return [] }
    return memo.effects.compactMap { effect in
      effect.flatMap { effect in
        memo.place(effect.name).map { !isTaken($0) } ?? false ? effect.name : nil
      }
    }
  }

  /// Redirects each undo to the effects that must be undone before it. These are known when no
  /// strand can move any further.
  mutating func directUndos() {
    // Before anything was taken back, nothing is undone.
    if memo.isStraight { return }
    if schedule.openGroups == 0 {
      strand.need = strand.need.map(directed)
    } else {
      for rank in schedule.needy.all {
        let number = program.byRank[rank] + 1
        guard let need = strands[number].need, need.kind == .undo else { continue }
        let first = directed(need)
        strands[number].need = first
        for place in events.indices {
          guard case .needed(let told) = events[place], told.core.isSame(as: need) else { continue }
          events[place] = .needed(full(first))
        }
      }
    }
  }

  /// Whether a strand waits until another effect than its own is undone.
  var hasDirectedUndo: Bool {
    schedule.openGroups > 0 && !memo.isStraight
      && schedule.needy.all.contains { rank in
        guard let need = strands[program.byRank[rank] + 1].need else { return false }
        return [.undo, .undoBegun, .undoFailed].contains(need.kind)
          && workStep(need.instruction) != Int(need.step)
      }
  }

  private func directed(_ need: Need.Core) -> Need.Core {
    guard need.kind == .undo, let other = nextToUndo(need.stepName),
      let effect = memo.standing(other), let action = program.action(other.step)
    else { return need }
    return Need.Core(
      kind: undoing(effect) ?? .undo, step: other.step, rounds: other.rounds,
      instruction: need.instruction, index: action, strand: need.strand)
  }

  /// Finds the last effect, in the order of the flow, that the run has passed without taking it.
  mutating func findSettling() {
    settling = nil
    // After what is being said, a step back of the flow may lead to it.
    if !hasMore || !mayEndWell || isSaying { return }
    var best: Need.Core?
    let open = needs.map(\.stepName)
    for name in untakenWork {
      guard let action = program.action(name.step), let effect = memo.standing(name), !effect.stays,
        let kind = kind(of: effect, action), !open.contains(name)
      else { continue }
      let position = program.position(name)
      guard ending != nil || isPassed(position, Int(name.step)) else { continue }
      if let known = best, program.isBehind(known.stepName, name) { continue }
      best = Need.Core(
        kind: kind, step: name.step, rounds: name.rounds, instruction: position.instruction,
        index: action, strand: 0)
    }
    settling = best.map(directed)
  }

  /// Whether something is being said; the step after it may change everything.
  var isSaying: Bool {
    if schedule.openGroups == 0 { return strand.need?.kind == .say }
    return strands.contains { $0.need?.kind == .say }
  }

  private func kind(of effect: Memo.Effect, _ action: Int) -> Need.Kind? {
    if effect.hasBegun {
      let isCut = effect.status == .cut
      if inFlight[effect.name] != nil || isCut && ending == nil { return nil }
      return isCut && !program.works[action].isUndoable ? .remains : .begun
    }
    if let kind = undoing(effect) { return kind }
    return program.works[action].isUndoable ? .undo : .remains
  }

  /// Whether all strands that have not ended are past a position.
  func isPassed(_ place: Position, _ step: Int) -> Bool {
    guard schedule.openGroups > 0 else {
      return strand.need != nil && place < position(strand.counter)
    }
    for (number, parked) in strands.enumerated() {
      switch parked.status {
      case .done: if number > 0 { continue }
      case .waiting:
        let start = program.operations[number - 1].start
        if !(place < position(start)) || isInside(number - 1, step, place) { return false }
        continue
      case .running, .recovering: break
      }
      if let group = openGroup(of: number - 1) {
        // The operation is at its group; what is in the group depends on the operations in it.
        if program.isStep(step, inGroup: group), isOfNow(place, group) { continue }
        guard place < position(program.groups[group].start) else { return false }
        continue
      }
      guard place < position(parked.counter) else { return false }
    }
    return true
  }

  func openGroup(of operation: Int) -> Int? {
    program.groups.indices.first {
      program.groups[$0].parent == operation && schedule.openOperations[$0] > 0
    }
  }

  func isInside(_ operation: Int, _ step: Int, _ place: Position) -> Bool {
    program.isStep(step, inOperation: operation)
      && isOfNow(place, program.operations[operation].group)
  }

  /// Whether a position is in the current rounds of a group of operations.
  func isOfNow(_ place: Position, _ group: Int) -> Bool {
    let now = position(program.groups[group].start).rounds
    return place.rounds.prefix(now.count) == now[...]
  }

  /// An effect that is being undone for the sake of another isn't asked about in its own operation.
  mutating func showUndoing(_ name: StepName) {
    guard schedule.openGroups > 0 else { return }
    for rank in schedule.needy.all {
      let number = program.byRank[rank] + 1
      if strands[number].need?.stepName == name { strands[number].need?.kind = .undo }
    }
  }
}

extension Program {
  /// The action of a step, if it has an effect.
  func action(_ step: Int32) -> Int? {
    guard case .action(let index) = steps[Int(step)].kind, works[index].kind == .effect
    else { return nil }
    return index
  }

  func isEffect(_ step: Int32) -> Bool { action(step) != nil }

  /// Whether a step comes behind another one in the order of the flow, in which an operation comes
  /// behind those that it waits for, wherever it is declared.
  func isBehind(_ name: StepName, _ other: StepName) -> Bool {
    guard let (own, its) = parting(name, other) else { return position(other) < position(name) }
    return operations[own].place > operations[its].place
  }

  /// Whether what is given at another step can be seen at a step: it comes behind it, and not in an
  /// operation that doesn't wait for the other one.
  func canSee(_ name: StepName, _ other: StepName) -> Bool {
    guard let (own, its) = parting(name, other) else { return isBehind(name, other) }
    return ancestors(of: own).contains(its)
  }

  /// Whether what is given in an operation can be seen at a step outside of it.
  /// - Parameter strand: the operation as a strand, in the rounds of its group.
  func canSee(_ name: StepName, strand: StepName) -> Bool {
    let (number, here) = (Int(strand.step), position(name))
    let start = groups[operations[number].group].start
    let there = Position(
      instruction: start, loops: loops[start], rounds: strand.rounds.unpacked(loops[start].count))
    guard let (own, its) = parting(path(of: name), here, path(number), there) else {
      let isInside = path(of: name).contains(number) && here.rounds.starts(with: there.rounds)
      return !isInside && there < here
    }
    return ancestors(of: own).contains(its)
  }

  /// The operations of one group in which two steps stand, in the same round of it; nil if there is
  /// no such group.
  private func parting(_ name: StepName, _ other: StepName) -> (own: Int, its: Int)? {
    parting(path(of: name), position(name), path(of: other), position(other))
  }

  private func parting(
    _ path: [Int], _ here: Position, _ other: [Int], _ there: Position
  ) -> (own: Int, its: Int)? {
    guard let (own, its) = zip(path, other).first(where: { $0 != $1 }),
      operations[own].group == operations[its].group
    else { return nil }
    let rounds = loops[groups[operations[own].group].start].count
    return here.rounds.prefix(rounds) == there.rounds.prefix(rounds) ? (own, its) : nil
  }

  /// The operations around a step, outermost first.
  func path(of name: StepName) -> [Int] { path(steps[Int(name.step)].operation) }
}
