// What a walk does to the world.

extension Walk {
  /// Work that was begun, with what it was given.
  struct Flight: Sendable {
    let need: JudgeNeed
    let open: EngineNeed
    let given: JudgeAnswers
  }

  mutating func perform(_ need: JudgeNeed, _ ending: WalkStep.Ending) throws {
    if need.kind == .action, need.step.work?.isPure == true { return try compute(need, ending) }
    guard try begin(need), let flight = flights.removeValue(forKey: need.name) else { return }
    try end(flight, ending)
  }

  mutating func begin(_ need: JudgeNeed) throws -> Bool {
    guard let work = need.step.work, flights[need.name] == nil else { return false }
    if need.kind == .action, work.isPure { return false }
    let (name, open) = (need.name, try engineNeed(need))
    engine.begin(open, at: now)
    if need.kind == .undo {
      let done = world.live[name]
      let keys = (done?.seen ?? [:]).merging(done?.wrote ?? [:]) { $1 }.keys.sorted()
      flights[name] = Flight(need: need, open: open, given: engine.look(open, keys))
      judge.note(.undoing(name))
    } else {
      let seen = try given(need, open, work)
      let declared = need.answers.reading(work.declared ?? [])
      flights[name] = Flight(need: need, open: open, given: seen)
      judge.note(
        .began(
          name, need.inputs, serial: judge.serial + 1, given: declared.merging(seen) { $1 },
          tries: triesBefore(need)))
    }
    return true
  }

  mutating func end(_ flight: Flight, _ ending: WalkStep.Ending) throws {
    if flight.need.kind == .undo { return try endUndo(flight, ending) }
    let need = flight.need
    let (name, open) = (need.name, flight.open)
    guard let work = need.step.work else { return }
    if let done = ending.cut, !judge.state.open.contains(where: { $0.name == name }) {
      // Its operation was cancelled: what it throws doesn't say what was done.
      let wrote = done ? try world.perform(name, work, flight.given, need.inputs) : nil
      world.kill(name, wrote: wrote)
      try engine.resolve(open, .failed, at: now)
      return judge.note(.cut(name))
    }
    switch ending {
    case .ends:
      let wrote = try world.perform(name, work, flight.given, need.inputs)
      try engine.resolve(open, .performed(wrote), at: now)
      judge.note(.ended(name, wrote, need.inputs))
    case .fails:
      try engine.resolve(open, .failed, at: now)
      judge.note(.failed(name, need.inputs))
    case .late(let done):
      // Where nobody looks, it counts as not done.
      let isDoubted =
        (judge.memo[name]?.content.tries ?? 0) < work.retries
        && judge.state.open.contains { $0.name == name }
      let isDone = done && isDoubted
      let wrote = isDone ? try world.perform(name, work, flight.given, need.inputs) : nil
      world.kill(name, wrote: wrote)
      try engine.resolve(open, .timedOut, at: now)
      judge.note(isDoubted ? .doubted(name) : .failed(name, need.inputs, isFinal: true))
    case .killed(let done, let saving):
      let wrote = done ? try world.perform(name, work, flight.given, need.inputs) : nil
      world.kill(name, wrote: wrote)
      try restore(saving)
    }
  }

  /// How many tries of an action have failed before, under the same answers.
  private func triesBefore(_ need: JudgeNeed) -> Int {
    guard let before = judge.memo[need.name], before.isFailure, before.holds(under: need.inputs)
    else { return 0 }
    return before.content.tries
  }

  /// Performs an action that only computes.
  private mutating func compute(_ need: JudgeNeed, _ ending: WalkStep.Ending) throws {
    guard let work = need.step.work else { return }
    let seen = try given(need, engineNeed(need), work)
    let serial = judge.serial + 1
    if case .killed(_, let saving) = ending { return try restore(saving) }
    guard ending == .ends else {
      try resolve(need, .failed)
      return judge.note(
        .loaded(need.name, .failed, need.inputs, serial: serial, tries: triesBefore(need) + 1))
    }
    let wrote = world.compute(work, seen)
    try resolve(need, .performed(wrote))
    judge.note(.loaded(need.name, .computed(wrote), need.inputs, serial: serial, tries: 0))
  }

  /// What work is given: what it looks at has to be what the judge knows.
  private mutating func given(
    _ need: JudgeNeed, _ open: EngineNeed, _ work: JudgeStep.Work
  ) throws -> JudgeAnswers {
    let keys = work.looked(at: need.answers)
    let seen = engine.look(open, keys)
    let wanted = need.answers.reading(keys)
    if seen != wanted {
      throw WalkFailure(
        "work is given other answers",
        "\(need.name) is given \(JudgeHash.words(seen)), not \(JudgeHash.words(wanted))")
    }
    return seen
  }

  mutating func load(_ need: JudgeNeed, _ outcome: JudgeEntry.Outcome) throws {
    guard let work = need.step.work else { return }
    let name = need.name
    _ = try given(need, engineNeed(need), work)
    var tries = 0
    switch outcome {
    case .data(let value): try resolve(need, .loaded(value))
    case .empty: try resolve(need, .loaded(nil))
    default:
      try resolve(need, .failed)
      tries = 1
      if let before = judge.memo[name], before.isFailure, before.holds(under: need.inputs) {
        tries += before.content.tries
      }
    }
    judge.note(
      .loaded(name, outcome, need.inputs, serial: judge.serial + 1, tries: tries))
  }

  mutating func decide(_ need: JudgeNeed, _ choice: WalkStep.Choice) throws -> Bool {
    let name = need.name
    if choice == .undoAndAgain, need.step.work?.isUndoable != true { return false }
    switch choice {
    case .again:
      try resolve(need, .again)
      world.agree(name)
      judge.note(.decided(name, JudgeEntry.Decision(undoes: false, inputs: need.inputs)))
    case .undoAndAgain:
      try resolve(need, .undoAndAgain)
      judge.note(.decided(name, JudgeEntry.Decision(undoes: true, inputs: need.inputs)))
    case .keep:
      try resolve(need, .keep)
      world.accept(name, need.inputs)
      judge.note(.kept(name, need.inputs))
    }
    return true
  }

  private mutating func endUndo(_ flight: Flight, _ ending: WalkStep.Ending) throws {
    let (name, open) = (flight.need.name, flight.open)
    switch ending {
    case .ends:
      try world.undo(name, given: flight.given)
      try engine.resolve(open, .undone, at: now)
      judge.note(.undone(name))
    case .fails, .late:
      let isOpen = judge.state.open.contains { $0.name == name }
      try engine.resolve(open, .failed, at: now)
      judge.note(isOpen ? .undoFailed(name) : .cut(name))
    case .killed(let done, let saving):
      if done { try world.undo(name, given: flight.given) }
      try restore(saving)
    }
  }

  /// Looks whether work or an undo happened that was begun when the process was killed.
  mutating func look(_ need: JudgeNeed) throws {
    let name = need.name
    if need.kind == .undoBegun {
      let isThere = world.live[name] != nil
      try resolve(need, isThere ? .didNotRun : .undone)
      judge.note(isThere ? .didNotUndo(name) : .undone(name))
    } else if let wrote = world.look(name), let entry = judge.memo[name] {
      try resolve(need, .performed(wrote))
      judge.note(.ended(name, wrote, entry.content.inputs))
    } else {
      try resolve(need, .didNotRun)
      judge.note(.didNotRun(name))
    }
  }

  /// Settles an undo that failed.
  mutating func settle(_ need: JudgeNeed, retries: Bool, _ state: JudgeState) throws {
    let name = need.name
    guard !retries else {
      try resolve(need, .again)
      return judge.note(.undoAgain(name))
    }
    try resolve(need, .leave)
    // The effect at which the run stands is then performed again as it is; any other remains.
    let remains = state.settling != nil || need.subject != name
    if remains { world.leave(name) } else { world.agree(name) }
    judge.note(.left(name, remains: remains))
  }

  /// The process ends, and another one takes the run up.
  mutating func restore(_ saving: EngineSaving) throws {
    engine = try engine.restored(from: saving, at: now)
    judge = judge.restored
    flights = [:]
  }

  mutating func edit(_ edit: JudgeEdit, _ state: JudgeState) throws -> Bool {
    guard isQuiet(state), let edited = edit.applied(to: judge.flow) else { return false }
    do {
      engine = try engine.edited(edited, at: now)
    } catch is UnfitFlow {
      return false
    }
    heard = nil
    judge = judge.restored
    judge.edit(edited, engine.isAccepted)
    let renames = JudgeRenames(edited)
    world.edit(judge.places, renames.name)
    opened = Dictionary(uniqueKeysWithValues: opened.map { (renames.name($0), $1) })
    for (name, entry) in judge.memo {
      if let accepted = entry.content.accepted { world.accept(name, accepted) }
    }
    for taken in judge.state.taken where taken.isQuestion { world.accept(taken.name, taken.inputs) }
    return true
  }
}
