// Actions and loads that have been performed: whether what they did is in force.

extension Run {
  mutating func recallAction(_ index: Int, _ name: StepName) -> RecalledWork {
    note(nil, program.actions[index].errorSlot)
    if program.actions[index].tries >= 0 { counters[program.actions[index].tries] = 0 }
    guard remembers, let place = memo.place(name), let effect = memo.effect(name),
      !memo.isTaken(place)
    else { return .open(.action) }
    return recall(effect, index, name, place)
  }

  private mutating func recall(
    _ effect: Memo.Effect, _ index: Int, _ name: StepName, _ place: Int
  ) -> RecalledWork {
    let isPure = program.actions[index].action.isPure
    let holds = isMigrating || holds(effect, isLoad: isPure)
    if effect.hasBegun {
      if isPure { return .open(.action) }
      let tries = program.actions[index].tries
      if tries >= 0 { counters[tries] = effect.work.tries }
      return .open(inFlight[name] == nil ? .begun : .action)
    }
    if effect.hasFailed { return recall(failed: effect, holds, index, name, place) }
    if !isPure, let kind = undoing(effect, name) { return .open(kind) }
    guard isMigrating || holds && unfit(effect.work) == nil else {
      return isPure ? .open(.action) : stale(effect, index, name)
    }
    take(place: place, effect)
    apply(effect.work, name)
    return ending == nil ? .taken : .stopped
  }

  /// Work that failed: its next try, its failure branch, or the failure of the strand; and else what
  /// had been done before stands.
  private mutating func recall(
    failed effect: Memo.Effect, _ holds: Bool, _ index: Int, _ name: StepName, _ place: Int
  ) -> RecalledWork {
    let code = program.actions[index]
    if holds, code.isTriedAgain(after: effect.work.tries) {
      counters[code.tries] = effect.work.tries
      return .open(effect.status != .due && pause(ofAction: index) > 0 ? .wait : .action)
    }
    guard code.failure >= 0 || isFailureHandled, holds else {
      guard let old = effect.old.last else { return .open(.action) }
      return recall(old.effect, index, name, place)
    }
    take(place: place, effect)
    strand.lastWork = effect.work.number
    require(.action, index, name)
    guard let open = strand.need.map(full) else { return .stopped }
    let message = effect.status == .timedOut ? nil : effect.work.message
    if code.failure >= 0 {
      strand.need = nil
      enterFailure(of: open, message)
      return .taken
    }
    fail(message.map { failure(open, $0) } ?? open.timedOut { render($0) }, message)
    return .stopped
  }

  /// The need for an undo that was begun or has failed.
  func undoing(_ effect: Memo.Effect, _ name: StepName) -> Need.Kind? {
    switch effect.status {
    case .undoing: inFlight[name] == nil ? .undoBegun : .undo
    case .undoFailed: .undoFailed
    default: nil
    }
  }

  /// The need for an effect that was performed under answers that have changed.
  mutating func stale(
    _ effect: Memo.Effect, _ index: Int, _ name: StepName
  ) -> RecalledWork {
    let inputs = effect.work.inputs.map { current($0) }
    if let consent = effect.consent, consent == inputs { return .open(.action) }
    return .open(effect.undo != nil && effect.undo == inputs ? .undo : .stale)
  }

  // MARK: Loads

  mutating func recallLoad(_ index: Int, _ name: StepName) -> RecalledWork {
    let code = program.loads[index]
    for slot in [code.slot, code.errorSlot, code.stateSlot] { note(nil, slot) }
    counters[code.tries] = 0
    guard remembers, let place = memo.place(name), let effect = memo.effect(name),
      !memo.isTaken(place)
    else { return .open(.load) }
    let holds = isMigrating || holds(effect, isLoad: true)
    switch effect.status {
    case .ended where holds && fits(effect.work, index):
      take(place: place, effect)
      apply(loaded: effect.work, index)
      return .taken
    case .failed where holds, .due where holds:
      if effect.work.tries <= code.load.retries {
        counters[code.tries] = effect.work.tries
        let isPausing =
          effect.status != .due && code.load.backoff.pause(before: effect.work.tries) > 0
        return .open(isPausing ? .wait : .load)
      }
      guard code.failure >= 0 || isFailureHandled else { return .open(.load) }
      take(place: place, effect)
      strand.lastWork = effect.work.number
      if code.failure >= 0 {
        failLoaded(index, effect.work.message)
        return .taken
      }
      require(.load, index, name)
      guard let open = strand.need.map(full) else { return .stopped }
      failLoaded(index, effect.work.message)
      fail(failure(open, effect.work.message), effect.work.message)
      return .stopped
    default: return .open(.load)
    }
  }

  /// Whether the loaded value is of the key's type.
  func fits(_ work: Line.Work, _ index: Int) -> Bool {
    guard let value = work.writes.first?.value else { return true }
    return program.loads[index].load.key.type.value(exactly: value) != nil
  }

  /// The pause before the next try of a load, in milliseconds.
  func pause(ofLoad index: Int) -> Int {
    let code = program.loads[index]
    return code.load.backoff.pause(before: counters[code.tries])
  }

  /// The pause before the next try of an action, in milliseconds.
  func pause(ofAction index: Int) -> Int {
    let code = program.actions[index]
    return code.action.backoff.pause(before: counters[code.tries])
  }
}
