// Where an operation is when a step cancels it, and which findings are outdated.

extension Run {
  /// Where an operation is, as written in the entry of a step that cancels it.
  func stand(_ number: Int) -> Value {
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

  static let ended = "ended"

  /// The name of the next step that a strand needs, ignoring needs that only say something.
  func standing(_ number: Int) -> String? {
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
      ahead.hear()
      ahead.strand.need = nil
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
  func isHeldBack(_ number: Int) -> Bool { isFound(number, .string("waiting")) }

  /// Whether the end of an operation that was cancelled during its work must wait.
  ///
  /// It waits until the step that cancelled it is reached again.
  func endIsHeldBack(_ number: Int) -> Bool {
    schedule.leaving.contains(number) || isFound(number, .string(Self.over))
  }

  func isFound(_ number: Int, _ found: Value) -> Bool {
    guard remembers, !schedule.released.contains(number) else { return false }
    return memo.founds.contains { place in
      guard let entry = memo[place], entry.line.value == found, !memo.isTaken(place),
        case .cancel(let target) = program.steps[Int(entry.line.step)].kind, target == number
      else { return false }
      return isOfNow(program.position(entry.line.name), program.operations[number].group)
    }
  }

  func rank(_ strand: Int) -> Int { program.operations[strand - 1].rank }

  /// Forgets findings that can no longer occur after a step has found something.
  ///
  /// These are the findings of steps that the cancelled operation will not reach, and those of an
  /// operation at this step.
  mutating func dropOutrun(by target: Int, _ name: StepName) {
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
}
