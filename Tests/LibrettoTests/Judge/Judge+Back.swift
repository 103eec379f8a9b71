// Going back, and settling what was done under answers that are gone.

extension Judge {
  /// The question to which a step back from a need leads; nil where there is none before it.
  func backTarget(of need: JudgeNeed, _ state: JudgeState) -> JudgeStrand.Taken? {
    // No person goes back over work of the strand that is being performed; the flow itself may.
    if need.kind != .back,
      flights.keys.contains(where: { places.position($0)?.starts(with: need.strand) == true })
    {
      return nil
    }
    let end = need.kind == .back ? need.around.last?.position ?? need.position : need.position
    let staysInside = need.kind == .back || state.needs.count > 1
    let questions = state.taken.filter { taken in
      taken.isQuestion && !taken.isCancelled && taken.position.isBefore(end)
        && (!staysInside || taken.position.starts(with: need.strand))
    }
    return questions.max { $0.position.isBefore($1.position) }
  }

  mutating func goBack(from need: JudgeNeed, _ state: JudgeState) {
    note(goingBack(need, state))
  }

  /// Goes from the review of a form to one of its questions.
  mutating func goBack(from review: JudgeNeed, to field: String, _ state: JudgeState) {
    guard let target = state.taken.last(where: { $0.name == field }) else { return }
    note(goingBack(review, state, to: target))
  }

  func goingBack(
    _ need: JudgeNeed, _ state: JudgeState, to field: JudgeStrand.Taken? = nil
  ) -> Event {
    let target = field ?? backTarget(of: need, state)
    let around = need.kind == .back ? need.around.last : nil
    let start = target?.position ?? around?.position ?? need.position
    // Failures behind it are taken out of the strand that both stand in.
    let strand = Array(
      zip(need.strand, target?.strand ?? need.strand).prefix { $0 == $1 }.map(\.0))
    var dropped = around.map { [$0.name] } ?? []
    var out: [String] = []
    if let target {
      if target.entry.isFailure { dropped.append(target.name) } else { out.append(target.name) }
    }
    for taken in state.taken
    where taken.entry.isFailure && !taken.position.isBefore(start)
      && taken.position.starts(with: strand)
    { dropped.append(taken.name) }
    // A load that is to be tried again has failed too.
    for other in state.needs where other.strand.starts(with: strand) {
      guard let entry = memo[other.name], entry.isFailure else { continue }
      let isTriedAgain = other.kind == .action && entry.content.tries <= retries(other)
      if other.kind == .load || isTriedAgain { dropped.append(other.name) }
    }
    // One question is out at a time: what an earlier step back took out is put back.
    let restored = memo.filter { name, entry in
      entry.content.status == .out && !out.contains(name) && !dropped.contains(name)
        && (need.kind != .back && state.needs.count == 1
          || places.position(name)?.starts(with: need.strand) == true)
    }
    return .back(out: out, dropped: dropped, restored: restored.keys.sorted())
  }

  private func retries(_ need: JudgeNeed) -> Int { need.step.work?.retries ?? 0 }
}

// MARK: - Effects

extension Judge {
  /// Of an effect that is to be undone, what is to be done first: those that read what it wrote,
  /// and those that read what these wrote, are undone before it, the last in the order of the flow
  /// first.
  func undoing(_ need: JudgeNeed, _ state: JudgeState) -> JudgeNeed {
    let taken = Set(state.taken.map(\.name))
    var found = [need.name]
    while case let more = Set(found.flatMap { readers(of: $0, except: taken) }).subtracting(found),
      !more.isEmpty
    { found += more }
    let last = found.max(by: { isBefore($0, $1) }) ?? need.name
    var need = need
    need.name = last
    guard let content = memo[last]?.content else { return need }
    need.kind =
      content.isUndoing
      ? flights[last] == nil ? .undoBegun : .undo : content.undoFailed ? .undoFailed : .undo
    return need
  }

  /// The effects behind one that can be undone and read what it wrote, and are not in force.
  private func readers(of name: String, except taken: Set<String>) -> [String] {
    guard let wrote = memo[name]?.wrote.keys else { return [] }
    return memo.keys.filter { other in
      guard other != name, !taken.contains(other), let entry = memo[other], entry.isEffect,
        entry.content.status == .holds, !entry.content.isTold, isUndoable(other),
        isBefore(name, other)
      else { return false }
      return wrote.contains { entry.content.inputs.values[$0] != nil }
    }
  }

  private func isBefore(_ name: String, _ other: String) -> Bool {
    (places.position(name) ?? []).isBefore(places.position(other) ?? [])
  }

  func isUndoable(_ name: String) -> Bool { places.step(name)?.work?.isUndoable == true }

  /// The effect that the run has passed without coming to it, the last first; with what is to be
  /// done about it.
  func settling(_ state: JudgeState) -> JudgeNeed? {
    if case .failed? = state.outcome { return nil }
    if state.needs.contains(where: \.isInternal) { return nil }
    let known = Set(state.taken.map(\.name) + state.needs.flatMap { [$0.name, $0.subject] })
    let ahead = state.needs.map(\.position) + state.waiting
    // What had been done stands although doing it again failed.
    let standing = memo.compactMapValues { $0.content.outcome == .failed ? $0.old : $0 }
    let passed = standing.filter { name, entry in
      guard entry.isEffect, !entry.content.isTold, !known.contains(name),
        entry.content.status != .began || flights[name] == nil,
        let place = places.position(name)
      else { return false }
      if state.outcome != nil { return true }
      // What was cancelled is decided where the run comes to it again.
      return !entry.content.isCut && ahead.allSatisfy { place.isBefore($0) }
    }
    guard let name = passed.keys.max(by: { isBefore($0, $1) }), let entry = passed[name],
      let step = places.step(name), let place = places.position(name)
    else { return nil }
    let strand = JudgeStrand(entry.content.given)
    if entry.content.status == .began {
      let isAsked = !entry.content.isCut || step.work?.isUndoable == true
      return JudgeNeed(isAsked ? .begun : .remains, name, step, place, strand)
    }
    guard step.work?.isUndoable == true else {
      return JudgeNeed(.remains, name, step, place, strand)
    }
    return undoing(JudgeNeed(.undo, name, step, place, strand), state)
  }
}
