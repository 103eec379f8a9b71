// How a memo is made from lines: one line after another, each in one place.

extension Memo.Effect {
  /// What a line makes of work; nil means that the status stays as it is, and the line adds something
  /// to it. A line that isn't here for a status changes nothing, whatever a journal says.
  ///
  /// Work that is absent again leaves what was there before it. A failure stands over the effect that
  /// was in force; a line that fits only that one is about it, and removes the failure.
  static let table: [(line: Line.Kind, from: [Status], to: Status?)] = [
    (.began, Status.allCases, .begun),
    (.ended, Status.allCases, .ended),
    (.loaded, Status.allCases, .ended),
    (.failed, Status.allCases, .failed),
    (.workTimedOut, Status.allCases, .timedOut),
    (.elapsed, [.failed], .due),
    (.cut, [.begun], .cut),
    (.didNotRun, [.begun, .cut], .absent),
    (.kept, [.ended], nil),
    (.again, [.ended], nil),
    (.undoAgain, [.ended], nil),
    (.undoBegan, [.ended], .undoing),
    (.undoFailed, [.ended, .undoing], .undoFailed),
    (.didNotUndo, [.undoing, .undoFailed], .ended),
    (.left, [.undoFailed], .ended),
    (.undone, [.ended, .undoing, .undoFailed], .absent),
    (.stays, [.begun, .cut, .ended, .undoing, .undoFailed], nil),
  ]

  /// What a line makes of an effect; nil if it doesn't fit.
  static func status(of effect: Self?, after line: Line.Kind) -> Status? {
    let status = effect?.status ?? .absent
    return table.first { $0.line == line && $0.from.contains(status) }.map { $0.to ?? status }
  }
}

extension Memo {
  mutating func note(_ line: Line) {
    let name = line.name
    count += 1
    if let sight = line.detail?.sight { heard[sight.strand] = sight.marks }
    switch line.kind {
    case .opened: opened[name] = line.time
    case .answered, .secret, .timedOut, .dismissed, .found: put(line)
    case .elapsed where effect(name) == nil: put(line)
    case .givenAgain:
      if case .int(let epoch) = line.value { epochs[name] = epoch }
    case .back: back(line)
    case .said: break
    case .held: if let place = index[name] { entries[place]?.order = count }
    default: noteWork(line)
    }
  }

  /// Notes a line about work: the table says what becomes of it, and here is what else it carries.
  private mutating func noteWork(_ line: Line) {
    let (name, kind, work) = (line.name, line.kind, line.detail?.work)
    switch (kind, work) {
    case (.undone, let work?):
      // A line with numbers undoes nothing: it reports something that is already gone.
      number(work, name)
      return lose(work, name)
    case (.undone, nil): turn = count
    case (.didNotRun, let work?):
      number(work, name)
      retries[name] = Retry(number: work.number, began: line.time)
    default: break
    }
    if Effect.status(of: effect(name), after: kind) == nil,
      Effect.status(of: standing(name), after: kind) != nil
    {
      revive(name)
    }
    let before = effect(name)
    guard let status = Effect.status(of: before, after: kind) else { return }
    switch kind {
    case .began: begin(line)
    case .ended, .loaded, .failed, .workTimedOut: end(line, as: status)
    case .didNotRun, .undone:
      guard let before else { return }
      if !revive(name) { remove(name) }
      if kind == .undone { return lose(before.work, name) }
      retries[name] = Retry(number: before.work.number, began: before.began)
    default:
      guard let place = index[name], let number = entries[place]?.effect else { return }
      effects[number].take(line, as: status)
      // Decided now, so all earlier answers are older.
      if kind == .kept { entries[place]?.order = count }
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
    if let place = index[name], let before = entries[place] {
      if effect >= 0, before.effect < 0 { works.append(place) }
      let isSame =
        effect >= 0
        ? isSame
        : before.line.kind == line.kind && before.line.form == line.form
          && before.line.value == line.value
      changed = replaces || !isSame ? count : before.changed
      entries[place] = Entry(
        line: line, isOut: line.isOut, effect: effect >= 0 ? effect : before.effect,
        pass: before.pass, order: count, changed: changed)
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
        guard let entry = entries[place] else { return false }
        let effect = effects[entry.effect]
        return ([effect] + effect.old.map(\.effect)).compactMap(\.work.inputs).contains { inputs in
          inputs.all != nil || inputs.reads.contains { $0.key == key }
        }
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
      effect.old = old.isInForce ? [Saved(line: entry.line, effect: old)] : old.old
    }
    effects.append(effect)
    put(line, effect: effects.count - 1)
  }

  mutating func end(_ line: Line, as status: Effect.Status) {
    var work = line.detail?.work ?? Line.Work()
    number(work, line.name)
    let known = effect(line.name)
    let begun = known.flatMap { $0.hasBegun ? $0 : nil }
    let before = begun.map { $0.old.last?.effect } ?? known
    let isSame =
      status != .ended
      || before.map { $0.work.writes == work.writes && $0.work.secrets.isEmpty } ?? true
    if let begun {
      work.number = begun.work.number
      work.given = begun.work.given
      if work.inputs == nil { work.inputs = begun.work.inputs }
    }
    var effect = Effect(
      status: status, work: work, began: begun?.began, isLoose: line.isLoose)
    // If performing it again fails, the earlier effect remains in force.
    if let begun, status != .ended { effect.old = begun.old }
    if begun != nil, let place = index[line.name], let number = entries[place]?.effect {
      effects[number] = effect
      put(line, effect: number, isSame: isSame)
    } else {
      effects.append(effect)
      put(line, effect: effects.count - 1, isSame: isSame)
    }
  }

  mutating func remove(_ name: StepName) {
    guard let place = index.removeValue(forKey: name) else { return }
    if entries[place]?.pass == pass { taken.removeAll { $0 == place } }
    if entries[place]?.effect ?? -1 >= 0 { works.removeAll { $0 == place } }
    if entries[place]?.line.kind == .found { founds.removeAll { $0 == place } }
    entries[place] = nil
    opened[name] = nil
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

extension Memo.Effect {
  /// Takes a line that goes on with the same performance.
  fileprivate mutating func take(_ line: Line, as status: Status) {
    self.status = status
    let work = line.detail?.work
    switch line.kind {
    case .kept: (kept, consent, undo) = (work?.accepted, nil, nil)
    case .again: consent = work?.accepted
    case .undoAgain: undo = work?.accepted
    case .undoFailed: undoFailure = work?.message ?? ""
    case .left where undo != nil: (consent, undo) = (undo, nil)
    case .left, .stays: stays = true
    default: break
    }
  }
}
