// Work that has been performed: whether what it did is in force.

extension Run {
  mutating func recallWork(_ index: Int, _ name: StepName) -> RecalledWork {
    note(nil, program.works[index].slot)
    note(nil, program.works[index].errorSlot)
    note(nil, program.works[index].stateSlot)
    if program.works[index].tries >= 0 { counters[program.works[index].tries] = 0 }
    guard let (place, _, known) = entry(name), let effect = known else {
      return .open(program.works[index].kind.need)
    }
    return recall(effect, index, name, place)
  }

  private mutating func recall(
    _ effect: Memo.Effect, _ index: Int, _ name: StepName, _ place: Int
  ) -> RecalledWork {
    let kind = program.works[index].kind
    let holds = isMigrating || holds(effect, isLoad: kind != .effect)
    if effect.hasBegun {
      if kind != .effect { return .open(kind.need) }
      let tries = program.works[index].tries
      if tries >= 0 { counters[tries] = effect.work.tries }
      return .open(inFlight[name] == nil ? .begun : .action)
    }
    if effect.hasFailed { return recall(failed: effect, holds, index, name, place) }
    if kind == .effect, let undo = undoing(effect, name) { return .open(undo) }
    guard holds, isMigrating && kind != .load || unfit(effect.work) == nil else {
      return kind == .effect ? stale(effect, index, name) : .open(kind.need)
    }
    take(place: place, effect)
    apply(effect.work, name, index)
    return ending == nil ? .taken : .stopped
  }

  /// Work that failed: its next try, its failure branch, or the failure of the strand; and else what
  /// had been done before stands.
  private mutating func recall(
    failed effect: Memo.Effect, _ holds: Bool, _ index: Int, _ name: StepName, _ place: Int
  ) -> RecalledWork {
    let need = program.works[index].kind.need
    if holds, program.works[index].isTriedAgain(after: effect.work.tries) {
      counters[program.works[index].tries] = effect.work.tries
      return .open(effect.status != .due && pause(of: index) > 0 ? .wait : need)
    }
    guard program.works[index].failure >= 0 || isFailureHandled, holds else {
      guard let old = effect.old.last else { return .open(need) }
      return recall(old.effect, index, name, place)
    }
    take(place: place, effect)
    strand.lastWork = effect.work.number
    require(need, index, name)
    guard let open = strand.need.map(full) else { return .stopped }
    let message = effect.status == .timedOut ? nil : effect.work.message
    if entersFailure(of: open, message) {
      strand.need = nil
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
}
