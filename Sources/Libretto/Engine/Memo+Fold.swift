// How a memo is made from lines: one line after another, each in one place.

extension Memo {
  mutating func note(_ line: Line) {
    let name = line.name
    count += 1
    if let sight = line.detail?.sight { heard[sight.strand] = sight.marks }
    if line.kind.isDecision, effect(name)?.hasFailed == true { revive(name) }
    switch line.kind {
    case .opened: opened[name] = line.time
    case .answered, .secret, .timedOut, .dismissed, .found: put(line)
    case .elapsed:
      if let place = index[name], let number = entries[place]?.effect, number >= 0 {
        effects[number].isPauseOver = true
      } else {
        put(line)
      }
    case .began: begin(line)
    case .ended, .failed, .workTimedOut, .loaded: end(line)
    case .kept:
      change(name) {
        $0.kept = line.detail?.work?.accepted
        ($0.consent, $0.undo) = (nil, nil)
      }
      // Decided now, so all earlier answers are older.
      if let place = index[name] { entries[place]?.order = count }
    case .again: change(name) { $0.consent = line.detail?.work?.accepted }
    case .undoAgain: change(name) { $0.undo = line.detail?.work?.accepted }
    case .undoBegan:
      change(name) {
        $0.isUndoing = true
        $0.undoFailure = nil
      }
    case .undoFailed:
      change(name) {
        $0.isUndoing = false
        $0.undoFailure = line.detail?.work?.message ?? ""
      }
    case .didNotUndo:
      change(name) {
        $0.isUndoing = false
        $0.undoFailure = nil
      }
    case .left:
      change(name) {
        $0.undoFailure = nil
        if let undo = $0.undo {
          ($0.consent, $0.undo) = (undo, nil)
        } else {
          $0.stays = true
        }
      }
    case .stays: change(name) { $0.stays = true }
    case .undone:
      // A line with numbers undoes nothing: it reports something that is already gone.
      if let work = line.detail?.work {
        number(work, name)
        lose(work, name)
      } else {
        let undone = effect(name)
        turn = count
        remove(name)
        if let undone, undone.status == .ended { lose(undone.work, name) }
      }
    case .didNotRun:
      if let work = line.detail?.work {
        number(work, name)
        retries[name] = Retry(number: work.number, began: line.time)
      }
      restoreOld(name)
    case .givenAgain:
      if case .int(let epoch) = line.value { epochs[name] = epoch }
    case .back: back(line)
    case .said: break
    case .held: if let place = index[name] { entries[place]?.order = count }
    case .cut: change(name) { $0.isCut = $0.status == .begun }
    }
  }

  /// - Parameter isSame: for work, whether it has set what it had set before.
  mutating func put(_ line: Line, effect: Int = -1, isSame: Bool = true) {
    let name = line.name
    opened[name] = nil
    if case .int(let number) = line.value, line.kind == .secret {
      lastSecret = max(lastSecret, number)
      epochs[name] = nil
    }
    var line = line
    let replaces = line.isChanged
    var changed = replaces ? count : turn
    (line.isJoined, line.isChanged) = (false, false)
    if let place = index[name] {
      let old = entries[place]?.effect ?? -1
      let pass = entries[place]?.pass ?? 0
      if effect >= 0, old < 0 { works.append(place) }
      if let before = entries[place] {
        let isSame =
          effect >= 0
          ? isSame
          : before.line.kind == line.kind && before.line.form == line.form
            && before.line.value == line.value
        changed = replaces || !isSame ? count : before.changed
      }
      entries[place] = Entry(
        line: line, isOut: line.isOut, effect: effect >= 0 ? effect : old, pass: pass,
        order: count, changed: changed)
    } else {
      index[name] = entries.count
      if effect >= 0 { works.append(entries.count) }
      if line.kind == .found { founds.append(entries.count) }
      entries.append(
        Entry(line: line, isOut: line.isOut, effect: effect, order: count, changed: changed))
    }
  }

  /// Records the numbers of work, so that a run never uses a number twice.
  mutating func number(_ work: Line.Work, _ name: StepName) {
    if work.number >= lastWork { (lastWork, lastWorkName) = (work.number, name) }
    for number in work.secrets.values { lastSecret = max(lastSecret, number) }
  }

  /// Records what is lost with an undone effect, if something in force read it: no edit can make
  /// that valid.
  mutating func lose(_ work: Line.Work, _ name: StepName) {
    let keys = work.writes.map(\.key).filter { key in
      works.contains { place in
        guard let entry = entries[place],
          let inputs = effects[entry.effect].work.inputs
        else { return false }
        return inputs.all != nil || inputs.reads.contains { $0.key == key }
      }
    }
    if keys.isEmpty { return }
    losses.append(Loss(name: name, number: work.number, keys: keys, order: count))
  }

  /// Whether anything that the work read has been undone since.
  func hasLost(_ inputs: WorkInputs, since order: Int) -> Bool {
    losses.contains { loss in
      loss.order > order
        && (inputs.all != nil || inputs.reads.contains { loss.keys.contains($0.key) })
    }
  }

  mutating func begin(_ line: Line) {
    guard let work = line.detail?.work else { return }
    retries[line.name] = nil
    number(work, line.name)
    var effect = Effect(work: work, began: line.time, isLoose: line.isLoose)
    if let place = index[line.name], let entry = entries[place], entry.effect >= 0 {
      let old = effects[entry.effect]
      effect.old = old.status == .ended ? [Saved(line: entry.line, effect: old)] : old.old
    }
    effects.append(effect)
    put(line, effect: effects.count - 1)
  }

  mutating func end(_ line: Line) {
    var work = line.detail?.work ?? Line.Work()
    number(work, line.name)
    let status: Effect.Status =
      switch line.kind {
      case .failed: .failed
      case .workTimedOut: .timedOut
      default: .ended
      }
    var effect = Effect(status: status, work: work, isLoose: line.isLoose)
    let before = index[line.name].flatMap { entries[$0] }.flatMap { entry -> Effect? in
      guard entry.effect >= 0 else { return nil }
      let known = effects[entry.effect]
      return known.status == .begun ? known.old.last?.effect : known
    }
    let isSame =
      status != .ended
      || before.map { $0.work.writes == work.writes && $0.work.secrets.isEmpty }
        ?? true
    if let place = index[line.name], let entry = entries[place], entry.effect >= 0,
      effects[entry.effect].status == .begun
    {
      let begun = effects[entry.effect]
      work.number = begun.work.number
      work.given = begun.work.given
      if work.inputs == nil { work.inputs = begun.work.inputs }
      effect = Effect(status: status, work: work, began: begun.began, isLoose: line.isLoose)
      // If performing it again fails, the earlier effect remains in force.
      if status != .ended { effect.old = begun.old }
      effects[entry.effect] = effect
      put(line, effect: entry.effect, isSame: isSame)
    } else {
      effects.append(effect)
      put(line, effect: effects.count - 1, isSame: isSame)
    }
  }

  mutating func change(_ name: StepName, _ change: (inout Effect) -> Void) {
    guard let place = index[name], let number = entries[place]?.effect, number >= 0 else { return }
    change(&effects[number])
  }

  mutating func remove(_ name: StepName) {
    guard let place = index.removeValue(forKey: name) else { return }
    if entries[place]?.pass == pass { taken.removeAll { $0 == place } }
    if entries[place]?.effect ?? -1 >= 0 { works.removeAll { $0 == place } }
    if entries[place]?.line.kind == .found { founds.removeAll { $0 == place } }
    entries[place] = nil
    opened[name] = nil
  }

  mutating func restoreOld(_ name: StepName) {
    guard let place = index[name], let entry = entries[place], entry.effect >= 0,
      effects[entry.effect].status == .begun
    else { return }
    let effect = effects[entry.effect]
    retries[name] = Retry(number: effect.work.number, began: effect.began)
    if !revive(name) { remove(name) }
  }

  /// Restores the effect from before the work was begun again; returns false if there is none.
  @discardableResult
  mutating func revive(_ name: StepName) -> Bool {
    guard let place = index[name], let entry = entries[place], entry.effect >= 0,
      let old = effects[entry.effect].old.last
    else { return false }
    effects[entry.effect] = old.effect
    entries[place]?.line = old.line
    return true
  }

  mutating func back(_ line: Line) {
    turn = count
    guard let names = line.detail?.names else { return }
    if let from = names.from { opened[from] = nil }
    for name in names.restored {
      if let place = index[name] { entries[place]?.isOut = false }
    }
    for name in names.out {
      guard let place = index[name], let entry = entries[place] else { continue }
      if entry.effect < 0, entry.line.kind.isOfQuestion {
        entries[place]?.isOut = true
        opened[name] = nil
      } else {
        remove(name)
      }
    }
    for name in names.dropped {
      if effect(name)?.hasFailed != true || !revive(name) { remove(name) }
    }
  }
}
