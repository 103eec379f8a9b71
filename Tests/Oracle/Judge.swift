/// The judge: says where a run may stand, by the flow and by what was seen to happen.
///
/// It has no memo. For each state of an engine it goes through the flow from its start, and asks
/// the ``Log`` at each step whether what was given or done there stands under the values that apply
/// now. Where what happened leaves more than one state possible, as with cancelled operations and
/// edited flows, it asks whether the engine's is one of them.
struct Judge: Sendable {
  private(set) var flow: JudgeFlow
  private(set) var places: JudgePlaces
  var log = Log()
  /// Where the run stood when it was looked at last.
  private(set) var state = JudgeState()
  /// Whether the flow was edited since.
  private var isEdited = false
  /// What was made of operations that only another version of the flow has.
  private var hiddenFates: [String: JudgeFate] = [:]

  init(_ flow: JudgeFlow) {
    self.flow = flow
    places = JudgePlaces(flow)
  }

  /// Looks where the run stands.
  ///
  /// Where what happened leaves more than one state possible, the likeliest is taken of those that
  /// explain what the engine says: which of two operations that cancel each other had ended is a
  /// matter of when it was.
  /// - Parameters:
  ///   - claims: what the engine says that it needs.
  ///   - isPassing: whether the engine doesn't stop here, between the answers of a page.
  ///   - explains: whether a state explains it.
  mutating func look(
    _ claims: [EngineNeed], isPassing: Bool = false, explains: (Judge) -> Bool
  ) {
    var first: Judge?
    // Which ways a group may have gone depends on those inside it, and the other way round.
    for isInsideFirst in [false, true] {
      var plans: [[JudgePoint: JudgeWay]] = [[:]]
      var tries = 0
      while let plan = plans.popLast(), tries < 300 {
        tries += 1
        var judge = self
        let choices = judge.look(claims, isPassing, plan).filter { plan[$0.point] == nil }
        if explains(judge) {
          self = judge
          return
        }
        if let next = isInsideFirst ? choices.last : choices.first {
          for way in next.ways.reversed() { plans.append(plan.merging([next.point: way]) { $1 }) }
        }
        first = first ?? judge
      }
    }
    if let first { self = first }
  }

  /// - Parameter plan: the ways that are tried.
  /// - Returns: what may stand in several ways.
  private mutating func look(
    _ claims: [EngineNeed], _ isPassing: Bool, _ plan: [JudgePoint: JudgeWay]
  ) -> [JudgeChoice] {
    let before = state
    let names = JudgeClaims(claims)
    var choices: [JudgeChoice] = []
    var turn = 0
    while true {
      let walker = JudgeWalker(
        log: log, claims: names, places: places, fates: before.fates, turn: turn, plan: plan)
      state = walker.walk(flow)
      choices += state.choices
      turn += 1
      if !isPassing,
        let back = state.needs.filter({ $0.kind == .back })
          .min(by: { $0.position.isBefore($1.position) })
      {
        goBack(from: back)
        continue
      }
      // A failure ends a run only when it happens, not when it is come past later.
      if case .failed(let name?)? = state.outcome, !before.hasFailed, !log.hasJustFailed(name) {
        log.note(name, .dropped)
        continue
      }
      break
    }
    // While something is settled first, nobody sees whether work behind it is asked about, nor whether
    // an answer stands that may; all others stand under what is shown now. When the run has failed, or
    // a secret is asked for before work, nobody sees either.
    let isSettling =
      claims.count == 1 && claims[0].kind.settles
      && !state.needs.contains { $0.name == claims[0].name && claims[0].kind == .begun }
    let isOver = isPassing || state.hasFailed
    let isHidden = isOver || isSettling
    let open = Set(choices.map(\.point.name) + plan.keys.map(\.name))
    let mayBeCut = open.filter { places.groups[JudgePlaces.split($0).id] != nil }
      .compactMap(places.position)
    for taken in state.taken
    where taken.isOlder && !taken.isCancelled
      && !(taken.isQuestion && !taken.isGuessed ? isOver : isHidden)
      && !((taken.isDoubtful || taken.isFailure || names.asksForSecret)
        && open.contains(taken.name))
    {
      // Where its operation may as well have been cancelled before it, nobody has come past it.
      if taken.isQuestion, taken.isGuessed, mayBeCut.contains(where: taken.position.starts) {
        log.note(taken.name, .mayStand(isBehindNew: false), taken.inputs)
        continue
      }
      log.note(
        taken.name, .accepted(atOnce: isEdited, isFailure: taken.isFailure), taken.inputs)
    }
    // An answer that is out is offered in sight of what the edited flow shows.
    for need in state.needs where isEdited && log.isOut(need.name, places) {
      log.note(need.name, .mayStand(isBehindNew: false), need.inputs)
    }
    if !isHidden { isEdited = false }
    for taken in state.taken where taken.what == .effect && !taken.isFailure && !isPassing {
      let isHandled = places.step(taken.name)?.work?.isHandled == true
      if isHandled || log.deed(taken.name).isDecided { log.note(taken.name, .passed) }
    }
    for need in state.needs where need.hasLapsed && !isPassing && log.mayStandUnseen(need.name) {
      log.note(need.name, .asked, need.inputs)
    }
    for index in state.needs.indices where state.needs[index].kind == .undo {
      state.needs[index] = undoing(state.needs[index])
    }
    state.settling = settling(names)
    state.isAwaitingWork = !log.flights.isEmpty
    return choices
  }

  /// The process ends, and another one takes the run up.
  mutating func restart() {
    // What has ended the run is tried again from its first try.
    if case .failed(let name?)? = state.outcome { log.note(name, .dropped) }
    takeUp()
  }

  private mutating func takeUp() {
    log.restart()
    state.outcome = nil
  }

  mutating func edit(_ edited: JudgeFlow) {
    takeUp()
    isEdited = true
    let renames = JudgeRenames(edited, after: flow)
    flow = edited
    places = JudgePlaces(edited)
    let places = places
    log.edit { name in
      let name = renames.name(name)
      return name.isEmpty || places.position(name) != nil ? name : nil
    }
    noteUnseen { renames.name($0) }
  }

  /// Another version of the flow takes the run up.
  mutating func move(to other: JudgeFlow) {
    takeUp()
    isEdited = true
    flow = other
    places = JudgePlaces(other)
    let places = places
    log.move { $0.isEmpty || places.position($0) != nil }
    let fates = hiddenFates.merging(state.fates) { $1 }
    state.fates = fates.filter { places.position($0.key) != nil }
    hiddenFates = fates.filter { places.position($0.key) == nil }
    noteUnseen()
  }

  /// An edit lets work stand under what it would be given if every answer stayed as it is, also under
  /// what nobody sees because a question before it is asked again, whichever way groups went there;
  /// but not what the run has come to, and what didn't stand there. Answers stand under what the
  /// person sees, and in what was cancelled as they were given.
  private mutating func noteUnseen(_ rename: (String) -> String = { $0 }) {
    let lapsed = state.needs.filter(\.hasLapsed).map { rename($0.name) }
    var plans: [[JudgePoint: JudgeWay]] = [[:]]
    var found: [JudgeStrand.Taken] = []
    dropPast()
    var tries = 0
    while let plan = plans.popLast(), tries < 100 {
      tries += 1
      let walker = JudgeWalker(
        log: log, claims: JudgeClaims([]), places: places, fates: state.fates, turn: 0, plan: plan,
        isMoving: true)
      let end = walker.walk(flow)
      if let next = end.choices.first(where: { plan[$0.point] == nil }) {
        plans += next.ways.map { way in plan.merging([next.point: way]) { $1 } }
      }
      // Also of a walk in which not each group was planned: it took the likeliest ways.
      found += end.taken.filter { taken in
        !found.contains {
          $0.name == taken.name && $0.inputs == taken.inputs && $0.isBehindNew == taken.isBehindNew
            && $0.isCancelled == taken.isCancelled
        }
      }
    }
    for taken in found
    where (!taken.isQuestion || taken.isCancelled) && !lapsed.contains(taken.name) {
      log.note(taken.name, .mayStand(isBehindNew: taken.isBehindNew), taken.inputs)
    }
  }

  /// Of a failure that is past, and whose branch in this flow doesn't lead to where the work was begun
  /// anew, nothing is left.
  private mutating func dropPast() {
    while true {
      var (past, ledOn): (Set<String>, Set<String>) = ([], [])
      // Whichever way groups went in which it was come past, it has to lead elsewhere.
      var plans: [[JudgePoint: JudgeWay]] = [[:]]
      var tries = 0
      while let plan = plans.popLast(), tries < 100 {
        tries += 1
        let end = JudgeWalker(
          log: log, claims: JudgeClaims([]), places: places, fates: state.fates, turn: 0,
          plan: plan, isMoving: true
        ).walk(flow)
        past.formUnion(end.past)
        ledOn.formUnion(end.ledOn)
        if let next = end.choices.first(where: { plan[$0.point] == nil }) {
          plans += next.ways.map { way in plan.merging([next.point: way]) { $1 } }
        }
      }
      past.subtract(ledOn)
      if past.isEmpty { return }
      for name in past.sorted() { log.note(name, .dropped) }
    }
  }

  /// The questions with an answer that the flow can't hold: another version has asked otherwise.
  var unheld: [String] {
    log.entries.keys.filter { name in
      guard let step = places.step(name), let given = log.answer(name), let answer = given.answer
      else { return false }
      return log.isOlder(given.grounds) && !step.holds(answer)
    }
  }

  /// Whether a secret may be another one than the one before, which nobody knows any more.
  func mayBeAnother(_ answer: JudgeAnswer, at name: String) -> Bool {
    guard case .typed(.secret(let number)) = answer,
      case .typed(.secret(let before))? = log.answer(name)?.answer
    else { return false }
    return number != before && !log.secrets.contains(before)
  }

  /// Whether a version may leave the run to a higher one: there is something that it can't hold.
  var mayLeave: Bool { log.hasHiddenBegun || !unheld.isEmpty }

  // MARK: Going back

  /// The question to which a step back from a need leads: the one before it, in its operation if
  /// several are open; nil where there is none.
  func backTarget(of need: JudgeNeed) -> JudgeStrand.Taken? {
    // No person goes back over work of the strand that is being performed; the flow itself may.
    if need.kind != .back,
      log.flights.contains(where: { places.position($0)?.starts(with: need.strand) == true })
    {
      return nil
    }
    let end = need.kind == .back ? need.around.last?.position ?? need.position : need.position
    let staysInside = need.kind == .back || state.needs.count > 1
    return state.taken.filter { taken in
      taken.isQuestion && !taken.isCancelled && taken.position.isBefore(end)
        && (!staysInside || taken.position.starts(with: need.strand))
    }.max { $0.position.isBefore($1.position) }
  }

  /// Whether a question is out that a step back has led to.
  var isAnyOut: Bool {
    log.entries.keys.contains { log.isOut($0, places) }
  }

  /// Whether a failure was made good by a later round; a step back of the flow takes out the one in
  /// whose branch it stands all the same.
  private func isPast(_ name: String, for need: JudgeNeed) -> Bool {
    guard log.isOvercome(name, places) else { return false }
    let next = places.next(name)
    return need.kind != .back || state.taken.contains { $0.name == next }
  }

  /// Goes back from a need; from a review to one of its questions.
  /// - Parameter seen: where the person saw the run last, if that isn't where it is.
  mutating func goBack(
    from need: JudgeNeed, to field: JudgeStrand.Taken? = nil, seeing seen: JudgeState? = nil
  ) {
    let state = seen ?? state
    let target = field ?? backTarget(of: need)
    let around = need.kind == .back ? need.around.last : nil
    let start = target?.position ?? around?.position ?? need.position
    // What failed behind it is tried again, in the strand that both stand in.
    let strand = Array(
      zip(need.strand, target?.strand ?? need.strand).prefix { $0 == $1 }.map(\.0))
    var dropped = around.map { [$0.name] } ?? []
    if let target, target.isFailure { dropped.append(target.name) }
    let name = target?.name ?? around?.name
    for taken in state.taken
    where taken.isFailure && !isBefore(taken, name, start)
      && taken.position.starts(with: strand) && !isPast(taken.name, for: need)
    { dropped.append(taken.name) }
    for other in state.needs
    where other.strand.starts(with: strand) && log.isTriedAgain(other)
      && !(name.map { isBefore(other.name, $0) } ?? false)
    {
      dropped.append(other.name)
    }
    let beyond = log.entries.keys.filter { question in
      target.map { places.mayCancel(behind: question, $0.name) } ?? false
    }
    log.back(
      to: target?.name, dropped: dropped, kept: unheld + beyond,
      strand: need.operation,
      isAlone: need.kind != .back && state.needs.count == 1)
  }

  /// Whether something stands before what a step back leads to, in the order in which operations wait.
  func isBefore(_ taken: JudgeStrand.Taken, _ name: String?, _ start: [Int]) -> Bool {
    guard let name, let there = places.waitingPosition(name),
      let here = places.waitingPosition(taken.name)
    else { return taken.position.isBefore(start) }
    return here.isBefore(there)
  }

  // MARK: Effects that are gone

  /// Of an effect that is to be undone, what is to be done first: those that read what it wrote,
  /// and those that read what these wrote, are undone before it, the last in the order of the flow
  /// first.
  private func undoing(_ need: JudgeNeed) -> JudgeNeed {
    var need = need
    let own = log.deed(need.name)
    // Whether one that failed is left comes first: then the others stay, too.
    if own.undoFailed || own.undoing == false {
      need.kind = own.undoFailed ? .undoFailed : .undoBegun
      return need
    }
    let taken = Set(state.taken.map(\.name))
    var found = [need.name]
    while case let more = Set(found.flatMap { readers(of: $0, except: taken) }).subtracting(found),
      !more.isEmpty
    { found += more }
    need.name = found.max(by: { isBefore($0, $1) }) ?? need.name
    let deed = log.deed(need.name)
    need.kind =
      deed.undoing.map { $0 ? .undo : .undoBegun } ?? (deed.undoFailed ? .undoFailed : .undo)
    return need
  }

  /// The effects behind one that can be undone and read what it wrote, and are not in force.
  private func readers(of name: String, except taken: Set<String>) -> [String] {
    guard let wrote = log.deed(name).done?.wrote.keys else { return [] }
    return log.entries.keys.filter { other in
      guard other != name, !taken.contains(other), isUndoable(other), isBefore(name, other)
      else { return false }
      let deed = log.deed(other)
      guard let done = deed.done, deed.begun == nil, !deed.isTold else { return false }
      return wrote.contains { done.grounds[0].inputs.values[$0] != nil }
    }
  }

  private func isBefore(_ name: String, _ other: String) -> Bool {
    (places.waitingPosition(name) ?? []).isBefore(places.waitingPosition(other) ?? [])
  }

  private func isUndoable(_ name: String) -> Bool {
    places.step(name)?.work?.isUndoable == true
  }

  /// The effect that all strands have passed without coming to it, the last first; with what is to
  /// be done about it.
  private func settling(_ claims: JudgeClaims) -> JudgeNeed? {
    if state.hasFailed { return nil }
    let known = Set(state.taken.map(\.name) + state.needs.flatMap { [$0.name, $0.subject] })
    let ahead = state.needs.map(\.position) + state.waiting
    var last: JudgeNeed?
    for name in log.entries.keys where !known.contains(name) {
      guard let step = places.step(name), step.isEffect, let place = places.position(name)
      else { continue }
      let deed = log.deed(name)
      guard deed.isThere, !deed.isSettled, deed.begun?.isInFlight != true else { continue }
      // An undo that the run has cancelled is awaited.
      if deed.undoing == true, !claims.contains(name, .undo) { continue }
      if state.outcome == nil {
        // What was cancelled is decided where the run comes to it again.
        guard deed.begun?.isCut != true, ahead.allSatisfy({ place.isBefore($0) })
        else { continue }
      }
      if let last, isBefore(name, last.name) { continue }
      let isAsked = deed.begun.map { !$0.isCut || step.work?.isUndoable == true }
      let kind: JudgeNeed.Kind =
        isAsked.map { $0 ? .begun : .remains }
        ?? (step.work?.isUndoable == true ? .undo : .remains)
      let given = deed.begun?.given ?? deed.done?.given ?? [:]
      last = JudgeNeed(kind, name, step, place, JudgeStrand(given))
    }
    return last.map { $0.kind == .undo ? undoing($0) : $0 }
  }
}

/// What an engine says that it needs.
struct JudgeClaims: Sendable {
  private var kinds: [String: [JudgeNeed.Kind]] = [:]

  init(_ needs: [EngineNeed]) {
    for need in needs { kinds[need.name, default: []].append(need.kind) }
  }

  func contains(_ name: String, _ kind: JudgeNeed.Kind) -> Bool {
    kinds[name]?.contains(kind) == true
  }

  var asksForSecret: Bool { kinds.values.contains { $0.contains(.secret) } }

  /// Whether one is about work that no strand takes.
  func settles(_ name: String) -> Bool { kinds[name]?.contains { $0.settles } == true }
}

/// The ids that an edited flow has for earlier ones, all at once.
struct JudgeRenames {
  private var ids: [String: String] = [:]

  /// - Parameter before: the flow before the edit: what it has mapped isn't mapped again.
  init(_ edited: JudgeFlow, after before: JudgeFlow) {
    let now = edited.all.filter { $0.was != nil }
    for step in now {
      guard let was = step.was else { continue }
      // A step that has an id already by which it was mapped.
      let isKnown = before.all.contains { other in
        other.was == was
          && (other.id == step.id || now.contains { $0.was == other.id && $0.id == step.id })
      }
      if !isKnown { ids[was] = step.id }
    }
  }

  func name(_ name: String) -> String {
    let (id, rounds) = JudgePlaces.split(name)
    return JudgePlaces.name(ids[id] ?? id, rounds ?? [])
  }
}

extension JudgeStep {
  /// Whether it does something that remains.
  var isEffect: Bool {
    if case .work(let work) = kind { !work.isPure } else { false }
  }
}

extension Log {
  /// The work that is being performed or undone.
  var flights: [String] {
    entries.keys.filter {
      let deed = deed($0)
      return deed.begun?.isInFlight == true || deed.undoing == true
    }
  }

  /// Whether the last thing that happened was this failure.
  fileprivate func hasJustFailed(_ name: String) -> Bool {
    guard let last = entries[name]?.last, last.time == time else { return false }
    switch last.event {
    case .failed, .answered(nil), .computed(.failed): return true
    default: return false
    }
  }

  /// Whether the last that is known of work or a question is a failure.
  func hasFailed(_ name: String) -> Bool {
    deed(name).failed != nil || computation(name)?.outcome == .failed
      || answer(name).map { $0.answer == nil } ?? false
  }

  /// Whether work or a load at which a strand stands has failed, and is tried again.
  fileprivate func isTriedAgain(_ need: JudgeNeed) -> Bool {
    switch need.kind {
    case .load: return computation(need.name)?.outcome == .failed
    case .action:
      let retries = need.step.work?.retries ?? 0
      if let failed = deed(need.name).failed { return failed.tries.lowerBound <= retries }
      guard let last = computation(need.name), last.outcome == .failed else { return false }
      return last.tries.lowerBound <= retries
    case .wait: return need.step.work != nil
    default: return false
    }
  }
}
