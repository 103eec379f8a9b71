// Decisions about effects: those performed under answers that have changed, begun without a known
// end, or bypassed. The decisions to make are derived from the memo each time and never kept in a
// list.

extension Run {
  // MARK: Deciding

  /// Takes a decision about an effect, or a secret that is given again.
  mutating func decide(_ need: Need, _ resolution: Resolution) throws(Rejection) {
    let name = need.stepName
    switch (need.kind, resolution) {
    case (.stale, .answer(.choice("again"))), (.stale, .again):
      try accept(need, .again)
    case (.stale, .answer(.choice("undo"))), (.stale, .undoAndAgain):
      guard program.actions[need.index].action.isUndoable else {
        throw Rejection(message: "“\(need.action ?? "")” can’t be undone.")
      }
      try accept(need, .undoAgain)
    case (.stale, .answer(.choice("keep"))), (.stale, .keep):
      if let effect = memo.effect(name), let write = unfit(effect.work) {
        throw Rejection(
          message: "What it set for “\(write.key)” no longer fits, so it can’t be kept.")
      }
      try accept(need, .kept)
    case (.begun, .answer(.choice("again"))), (.begun, .didNotRun):
      note(.didNotRun, name)
    case (.begun, .answer(.choice("ended"))):
      guard mayHaveEnded(need) else {
        throw Rejection(
          message: "What “\(need.action ?? "")” sets is not known; perform it again, or give what "
            + "it has set.")
      }
      try end(need, begunAnswers(need))
    case (.begun, .performed(let answers)):
      try end(need, answers)
    case (.begun, .failed(let message)):
      remember()
      let work = Line.Work(number: number(of: name), message: message)
      note(.failed, name, work)
    case (.undo, .undone), (.undoBegun, .undone), (.undoBegun, .answer(.choice("undone"))):
      note(.undone, name)
    case (.undo, .failed(let message)):
      note(.undoFailed, name, Line.Work(message: message))
    case (.undo, .timedOut):
      note(.undoFailed, name, Line.Work(message: need.tookTooLong))
    case (.undoBegun, .didNotRun), (.undoBegun, .answer(.choice("again"))),
      (.undoFailed, .again), (.undoFailed, .answer(.choice("again"))):
      note(.didNotUndo, name)
    case (.undoFailed, .leave), (.undoFailed, .answer(.choice("leave"))):
      // An action at which the run is now is performed again; the effect of any other one remains.
      if settling == nil, workStep(need.instruction) == Int(need.step) {
        note(.left, name)
      } else {
        remember()
        log(name, .didNotUndo)
        note(.stays, name)
      }
    case (.remains, .told), (.remains, .dismissed):
      note(.stays, name)
    case (.secret, .answer(let given)):
      try giveAgain(need, given)
    default: throw Rejection.unfit(need)
    }
  }

  /// Writes a decision, and performs the run again over it.
  private mutating func note(_ kind: Line.Kind, _ name: StepName, _ work: Line.Work? = nil) {
    remember()
    inFlight[name] = nil
    log(name, kind, detail: work.map { Line.Detail(work: $0) })
    // A failed run stays failed: performed again, it would retry what failed.
    switch ending {
    case .failed?, .cancelled?: break
    case .finished?, nil: performAnew()
    }
  }

  private mutating func accept(_ need: Need, _ kind: Line.Kind) throws(Rejection) {
    guard let inputs = memo.effect(need.stepName)?.work.inputs else { throw .unfit(need) }
    let now = inStrand(of: need) { $0.current(inputs) }
    note(kind, need.stepName, Line.Work(accepted: now))
  }

  private func inStrand<Result>(of need: Need, _ body: (Run) -> Result) -> Result {
    guard schedule.openGroups > 0, active < 0 else { return body(self) }
    var copy = self
    copy.activate(need.strand)
    return body(copy)
  }

  /// Whether a person can declare that an action that was begun has ended: only if it is known to
  /// set no keys, because the values would be unknown.
  func mayHaveEnded(_ need: Need) -> Bool {
    program.actions[need.index].action.result == nil && !program.hasFreeKeys
  }

  /// The known answers of an action that was begun and ended: nothing of what it set.
  private func begunAnswers(_ need: Need) -> Answers {
    Answers(program.keys, [], others: [:], reads: nil)
  }

  /// Ends an action that was begun, after somebody found out that it has ended.
  private mutating func end(_ need: Need, _ answers: Answers) throws(Rejection) {
    try need.checkWritten(answers)
    remember()
    let begun = memo.effect(need.stepName)?.work.inputs
    var work = performed(need, answers, in: inStrand(of: need) { $0.strand })
    // The action was performed under the inputs with which it began, whatever they are now.
    if let begun { work.inputs = begun }
    note(.ended, need.stepName, work)
  }

  /// The line to write for an action that was performed in a strand.
  private mutating func performed(
    _ need: Need, _ answers: Answers, in strand: Strand
  ) -> Line.Work {
    var run = self
    run.strand = strand
    let work = run.performed(need, answers)
    for (key, number) in work.secrets {
      let name = SecretName(name: need.stepName, key: key)
      secrets[name] = answers.writes[key] ?? nil
      secretNumbers[name] = number
      lastSecret = max(lastSecret, number)
    }
    return work
  }

  // MARK: Cancelled work

  /// Takes the result of work whose operation was cancelled in the meantime: its effect is in
  /// force.
  mutating func conclude(_ need: Need, _ resolution: Resolution) throws(Rejection) {
    guard need.program === program, let flight = inFlight[need.stepName] else {
      throw Rejection.notNeeded(need)
    }
    remember()
    let (name, number) = (need.stepName, number(of: need.stepName))
    switch (need.kind, resolution) {
    case (.action, .performed(let answers)):
      let work = performed(need, answers, in: flight.strand)
      noteOver(need)
      note(.ended, name, work)
    case (.action, .failed(let message)):
      noteOver(need)
      note(.failed, name, Line.Work(number: number, message: message))
    case (.action, .timedOut):
      noteOver(need)
      note(.workTimedOut, name, Line.Work(number: number))
    case (.undo, .undone):
      noteOver(need)
      note(.undone, name)
    case (.undo, .failed(let message)):
      noteOver(need)
      note(.undoFailed, name, Line.Work(number: number, message: message))
    case (.undo, .timedOut):
      noteOver(need)
      note(.undoFailed, name, Line.Work(number: number, message: "it took too long"))
    default: throw Rejection.unfit(need)
    }
    arrive()
  }

  /// The operation was cancelled during its work: once the work has ended, its state no longer
  /// changes.
  private mutating func noteOver(_ need: Need) {
    for place in memo.taken {
      guard let entry = memo[place], entry.line.kind == .found,
        case .cancel(let target) = program.steps[Int(entry.line.step)].kind,
        program.isStep(Int(need.step), inOperation: target),
        entry.line.value != .string("ended"), entry.line.value != .string("waiting")
      else { continue }
      log(entry.line.name, .found, value: .string(Self.over))
    }
  }

  static let over = "cancelled"

  /// Notes that the result of cancelled work is unknown.
  /// - Parameter need: the need of the work.
  public mutating func loseTrack(of need: Need) {
    guard inFlight.removeValue(forKey: need.stepName) != nil else { return }
    switch ending {
    case .failed?, .cancelled?: return
    case .finished?, nil: break
    }
    remember()
    performAnew()
    arrive()
  }

  // MARK: Effects that were bypassed

  /// The next effect to undo before another one: of all effects that can be undone and that read
  /// what it wrote, directly or through each other, the last in the order of the flow.
  func nextToUndo(_ name: StepName) -> StepName? {
    guard let first = memo.effect(name) else { return nil }
    let here = program.position(name)
    var written = Set(first.work.writes.map(\.key))
    var found: Set<StepName> = []
    var grows = true
    while grows {
      grows = false
      for (other, effect) in undoable where here < program.position(other) && !found.contains(other)
      {
        guard let inputs = effect.work.inputs,
          inputs.all != nil && !written.isEmpty
            || inputs.reads.contains(where: { written.contains($0.key) })
        else { continue }
        found.insert(other)
        written.formUnion(effect.work.writes.map(\.key))
        grows = true
      }
    }
    return found.max { program.position($0) < program.position($1) }
  }

  private var undoable: [(StepName, Memo.Effect)] {
    memo.works.compactMap { place in
      guard let entry = memo[place], !memo.isTaken(place), let action = action(entry.line.step),
        program.actions[action].action.isUndoable,
        let effect = memo.effect(entry.line.name), effect.status == .ended, !effect.stays
      else { return nil }
      return (entry.line.name, effect)
    }
  }

  private func action(_ step: Int32) -> Int? {
    guard case .action(let index) = program.steps[Int(step)].kind else { return nil }
    return index
  }

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
        for place in news.indices {
          guard case .needed(let told) = news[place], told.core.isSame(as: need) else { continue }
          news[place] = .needed(full(first))
        }
      }
    }
  }

  private func directed(_ need: Need.Core) -> Need.Core {
    guard need.kind == .undo, let other = nextToUndo(need.stepName),
      let effect = memo.effect(other), let action = action(other.step)
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
        effect.status == .begun || effect.status == .ended,
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
    if let best, memo.effect(best.name)?.hasFailed == true { memo.revive(best.name) }
    settling = best.map { directed($0.need) }
  }

  /// Whether something is being said; the step after it may change everything.
  var isSaying: Bool {
    if schedule.openGroups == 0 { return strand.need?.kind == .say }
    return schedule.strands.contains { $0.need?.kind == .say }
  }

  private func kind(of effect: Memo.Effect, _ name: StepName, _ action: Int) -> Need.Kind? {
    if effect.status == .begun { return inFlight[name] == nil ? .begun : nil }
    if let kind = undoing(effect, name) { return kind }
    return program.actions[action].action.isUndoable ? .undo : .remains
  }

  /// Whether all strands that have not ended are past a position.
  private func isPassed(_ place: Position, _ step: Int) -> Bool {
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

  private func openGroup(of operation: Int) -> Int? {
    program.groups.indices.first {
      program.groups[$0].parent == operation && schedule.openOperations[$0] > 0
    }
  }

  private func hasOpenGroup(_ operation: Int) -> Bool { openGroup(of: operation) != nil }

  private func isInOpenGroup(_ step: Int, _ place: Position, of operation: Int) -> Bool {
    guard let group = openGroup(of: operation), program.isStep(step, inGroup: group) else {
      return false
    }
    return isOfNow(place, group)
  }

  private func isInside(_ operation: Int, _ step: Int, _ place: Position) -> Bool {
    program.isStep(step, inOperation: operation)
      && isOfNow(place, program.operations[operation].group)
  }

  /// Whether a position is in the current rounds of a group of operations.
  func isOfNow(_ place: Position, _ group: Int) -> Bool {
    let now = position(program.groups[group].start).rounds
    return place.rounds.prefix(now.count) == now[...]
  }

  private func groupPosition(of operation: Int) -> Position {
    position(openGroup(of: operation).map { program.groups[$0].start } ?? 0)
  }
}
