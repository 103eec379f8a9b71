// Effects that the run has passed without taking them: they are undone, or reported.

extension Run {
  /// The next effect to undo before another one: of all effects behind it that can be undone and
  /// that read what it wrote, directly or through each other, the last in the order of the flow.
  func nextToUndo(_ name: StepName) -> StepName? {
    guard let first = memo.standing(name) else { return nil }
    let here = program.position(name)
    var written = Set(first.work.writes.map(\.key))
    var last: StepName?
    let behind = undoable.map { (name: $0.0, effect: $0.1, position: program.position($0.0)) }
      .filter { here < $0.position }.sorted { $0.position < $1.position }
    for other in behind {
      guard let inputs = other.effect.work.inputs,
        inputs.all != nil && !written.isEmpty
          || inputs.reads.contains(where: { written.contains($0.key) })
      else { continue }
      written.formUnion(other.effect.work.writes.map(\.key))
      last = other.name
    }
    return last
  }

  var undoable: [(StepName, Memo.Effect)] {
    memo.works.compactMap { place in
      guard let entry = memo[place], !memo.isTaken(place), let action = action(entry.line.step),
        program.works[action].isUndoable,
        let effect = memo.standing(entry.line.name), effect.isInForce, !effect.stays
      else { return nil }
      return (entry.line.name, effect)
    }
  }

  /// The action of a step, if it has an effect.
  func action(_ step: Int32) -> Int? {
    guard case .action(let index) = program.steps[Int(step)].kind,
      program.works[index].kind == .effect
    else { return nil }
    return index
  }

  func isEffect(_ step: Int32) -> Bool { action(step) != nil }

  /// Redirects each undo to the effects that must be undone before it. These are known when no
  /// strand can move any further.
  mutating func directUndos() {
    if schedule.openGroups == 0 {
      strand.need = strand.need.map(directed)
    } else {
      for rank in schedule.needy.all {
        let number = program.byRank[rank] + 1
        guard let need = schedule.strands[number].need, need.kind == .undo else { continue }
        let first = directed(need)
        schedule.strands[number].need = first
        for place in events.indices {
          guard case .needed(let told) = events[place], told.core.isSame(as: need) else { continue }
          events[place] = .needed(full(first))
        }
      }
    }
  }

  func directed(_ need: Need.Core) -> Need.Core {
    guard need.kind == .undo, let other = nextToUndo(need.stepName),
      let effect = memo.standing(other), let action = action(other.step)
    else { return need }
    return Need.Core(
      kind: undoing(effect, other) ?? .undo, step: other.step, rounds: other.rounds,
      instruction: need.instruction, index: action, strand: need.strand)
  }

  /// Finds the last effect, in the order of the flow, that the run has passed without taking it.
  mutating func findSettling() {
    settling = nil
    var best: (name: StepName, position: Position, need: Need.Core)?
    if case .failed? = ending { return }
    if case .cancelled? = ending { return }
    // After what is being said, a step back of the flow may lead to it.
    if isSaying { return }
    let open = needs.map(\.stepName)
    for place in memo.works where !memo.isTaken(place) {
      guard let entry = memo[place], let action = action(entry.line.step),
        let effect = memo.standing(entry.line.name), !effect.stays,
        let kind = kind(of: effect, entry.line.name, action), !open.contains(entry.line.name)
      else { continue }
      let position = program.position(entry.line.name)
      guard ending != nil || isPassed(position, Int(entry.line.step)) else { continue }
      if let known = best, position < known.position { continue }
      best = (
        entry.line.name, position,
        Need.Core(
          kind: kind, step: entry.line.step, rounds: entry.line.rounds,
          instruction: position.instruction, index: action, strand: 0)
      )
    }
    settling = best.map { directed($0.need) }
  }

  /// Whether something is being said; the step after it may change everything.
  var isSaying: Bool {
    if schedule.openGroups == 0 { return strand.need?.kind == .say }
    return schedule.strands.contains { $0.need?.kind == .say }
  }

  func kind(of effect: Memo.Effect, _ name: StepName, _ action: Int) -> Need.Kind? {
    if effect.hasBegun {
      let isCut = effect.status == .cut
      if inFlight[name] != nil || isCut && ending == nil { return nil }
      return isCut && !program.works[action].isUndoable ? .remains : .begun
    }
    if let kind = undoing(effect, name) { return kind }
    return program.works[action].isUndoable ? .undo : .remains
  }

  /// Whether all strands that have not ended are past a position.
  func isPassed(_ place: Position, _ step: Int) -> Bool {
    guard schedule.openGroups > 0 else {
      return strand.need != nil && place < position(strand.counter)
    }
    for (number, parked) in schedule.strands.enumerated() {
      switch parked.status {
      case .done: if number > 0 { continue }
      case .waiting:
        let start = program.operations[number - 1].start
        if !(place < position(start)) || isInside(number - 1, step, place) { return false }
        continue
      case .running, .recovering: break
      }
      if hasOpenGroup(number - 1) {
        // The operation is at its group; what is in the group depends on the operations in it.
        if isInOpenGroup(step, place, of: number - 1) { continue }
        guard place < groupPosition(of: number - 1) else { return false }
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

  func hasOpenGroup(_ operation: Int) -> Bool { openGroup(of: operation) != nil }

  func isInOpenGroup(_ step: Int, _ place: Position, of operation: Int) -> Bool {
    guard let group = openGroup(of: operation), program.isStep(step, inGroup: group) else {
      return false
    }
    return isOfNow(place, group)
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

  func groupPosition(of operation: Int) -> Position {
    position(openGroup(of: operation).map { program.groups[$0].start } ?? 0)
  }
}
