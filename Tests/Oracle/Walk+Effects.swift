// What a walk does to the world.

extension Walk {
  /// Work that was begun, with what it was given.
  struct Flight: Sendable {
    let need: JudgeNeed
    let open: EngineNeed
    let given: JudgeAnswers
    var key = ""
  }

  /// What the world was asked for under a key: with which answers, and whether it was done.
  struct Asked: Sendable {
    let name: String
    let given: JudgeAnswers
    /// What may matter to it: what it declares, or all answers.
    let inputs: JudgeAnswers
    /// Under what it stands.
    let need: JudgeInputs
    let edition: Int
    let time: Int
    var isDone = false
  }

  mutating func perform(_ need: JudgeNeed, _ ending: WalkStep.Ending) throws {
    if need.kind == .action, need.step.work?.isPure == true { return try compute(need, ending) }
    guard try begin(need), let flight = flights.removeValue(forKey: need.name) else { return }
    try end(flight, ending)
  }

  /// - Parameter isTold: whether the engine is told.
  mutating func begin(_ need: JudgeNeed, isTold: Bool = true) throws -> Bool {
    guard let work = need.step.work, flights[need.name] == nil else { return false }
    if need.kind == .action, work.isPure { return false }
    let (name, open) = (need.name, try engineNeed(need))
    if isTold { engine.begin(open, at: now) }
    if need.kind == .undo {
      let live = judge.log.live(name)
      let keys = (live?.seen ?? [:]).merging(live?.wrote ?? [:]) { $1 }.keys.sorted()
      flights[name] = Flight(need: need, open: open, given: engine.look(open, keys))
      judge.log.note(name, .undoing)
    } else {
      let seen = try given(need, open, work)
      let declared = need.answers.reading(work.declared ?? [])
      let key = engine.key(of: open)
      try ask(
        key,
        Asked(
          name: name, given: seen, inputs: work.declared == nil ? need.answers : declared,
          need: need.inputs,
          edition: judge.log.edition, time: judge.log.time))
      flights[name] = Flight(need: need, open: open, given: seen, key: key)
      judge.log.note(name, .began(given: declared.merging(seen) { $1 }), need.inputs)
    }
    return true
  }

  /// A key stands for what was asked for under it: a service does it once, and for the answers that it
  /// was given first. An edit alone changes neither.
  private mutating func ask(_ key: String, _ now: Asked) throws(WalkFailure) {
    let name = now.name
    if let before = asked[key] {
      if before.isDone { throw WalkFailure("a key is used twice", "\(name) was done under \(key)") }
      let other = now.given.first { read, value in
        guard let old = before.given[read], old != value else { return false }
        // A secret that is given again counts as the same.
        if case .secret = value { return false }
        return true
      }
      // An edit lets it stand under what it would have been given.
      let isAccepted =
        before.edition != now.edition
        && judge.log.groundsOfBegun(name).contains {
          $0.inputs.isSame(as: now.need, isOlder: true)
        }
      if let other, !isAccepted {
        throw WalkFailure(
          "a key stands for something else",
          "\(name) is performed with \(other.key)=\(JudgeHash.words([other.key: other.value])) "
            + "under \(key), begun with \(JudgeHash.words(before.given))")
      }
    }
    // The same again, which didn't run: a service that has it all the same doesn't do it twice. The id
    // in the key is the first that the flow knows; the number tells.
    let last = asked.filter { $0.value.name == name }.max { $0.value.time < $1.value.time }
    if case .didNotRun? = judge.log.entries[name]?.last?.event, let last,
      last.value.inputs == now.inputs,
      key.split(separator: "/").last != last.key.split(separator: "/").last
    {
      throw WalkFailure("the same has another key", "\(name) has \(key), not \(last.key)")
    }
    asked[key] = now
  }

  /// Whether a need is still open, and not that of a cancelled operation.
  private func isOpen(_ name: String) -> Bool {
    (judge.state.open + judge.state.needs).contains { $0.name == name }
  }

  /// Notes which work the run has cancelled by now.
  mutating func noteCancelled() {
    for (name, flight) in flights where flight.need.kind == .action {
      if !isOpen(name), judge.log.deed(name).begun?.isCancelled == false {
        judge.log.note(name, .cancelled)
      }
    }
  }

  mutating func end(_ flight: Flight, _ ending: WalkStep.Ending) throws {
    if flight.need.kind == .undo { return try endUndo(flight, ending) }
    let (name, open) = (flight.need.name, flight.open)
    guard let work = flight.need.step.work else { return }
    if let done = ending.cut, !isOpen(name) || judge.log.deed(name).begun?.isCancelled == true {
      // Its operation was cancelled: what it throws doesn't say what was done.
      if done { _ = try act(name, work, flight) }
      try engine.resolve(open, .failed, at: now)
      return judge.log.note(name, .cut)
    }
    // Where nobody knows which tries count, nobody knows whether one too many is in doubt.
    var ending = ending
    if case .late = ending, judge.log.deed(name).begun?.tries.count ?? 1 > 1 { ending = .fails }
    switch ending {
    case .ends:
      let wrote = try act(name, work, flight)
      try engine.resolve(open, .performed(wrote), at: now)
      judge.log.note(name, .ended(wrote))
    case .fails:
      try engine.resolve(open, .failed, at: now)
      judge.log.note(name, .failed(isFinal: false))
    case .late(let done):
      // Where nobody looks, it counts as not done.
      let isDoubted =
        (judge.log.deed(name).begun?.tries.lowerBound ?? 0) < work.retries && isOpen(name)
      if done && isDoubted { _ = try act(name, work, flight) }
      try engine.resolve(open, .timedOut, at: now)
      judge.log.note(name, isDoubted ? .doubted : .failed(isFinal: true))
    case .killed(let done, let saving):
      if done { _ = try act(name, work, flight) }
      try restore(saving)
    }
  }

  /// Does what an effect does.
  /// - Returns: what it writes: the same for the same answers, unless it is a counter.
  private mutating func act(
    _ name: String, _ work: JudgeStep.Work, _ flight: Flight
  ) throws(WalkFailure) -> JudgeAnswers {
    let seen = flight.given
    asked[flight.key]?.isDone = true
    if judge.log.live(name) != nil, !judge.log.isAgreed(name) {
      throw WalkFailure("performed twice", "\(name) was performed, and nobody undid it")
    }
    if judge.log.isOvercome(name, judge.places) {
      throw WalkFailure("performed twice", "\(name) was performed in a later round")
    }
    performances += 1
    var wrote = work.result(seen)
    if work.isFresh { wrote = wrote.mapValues { _ in .int(performances % 3) } }
    judge.log.note(name, .did(seen, wrote))
    return wrote
  }

  /// Performs an action that only computes.
  private mutating func compute(_ need: JudgeNeed, _ ending: WalkStep.Ending) throws {
    guard let work = need.step.work else { return }
    let seen = try given(need, engineNeed(need), work)
    if case .killed(_, let saving) = ending { return try restore(saving) }
    guard ending == .ends else {
      try resolve(need, .failed)
      return judge.log.note(need.name, .computed(.failed), need.inputs)
    }
    let wrote = work.result(seen)
    try resolve(need, .performed(wrote))
    judge.log.note(need.name, .computed(.wrote(wrote)), need.inputs)
  }

  /// What work is given: what it looks at has to be what its strand has.
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

  mutating func load(_ need: JudgeNeed, _ outcome: Log.Computed, isLate: Bool = false) throws {
    guard let work = need.step.work else { return }
    _ = try given(need, engineNeed(need), work)
    switch outcome {
    case .data(let value): try resolve(need, .loaded(value))
    case .empty: try resolve(need, .loaded(nil))
    default: try resolve(need, isLate ? .timedOut : .failed)
    }
    judge.log.note(need.name, .computed(outcome), need.inputs)
  }

  mutating func decide(_ need: JudgeNeed, _ choice: WalkStep.Choice) throws -> Bool {
    if choice == .undoAndAgain, need.step.work?.isUndoable != true { return false }
    switch choice {
    case .again:
      try resolve(need, .again)
      judge.log.note(need.name, .decided(undoes: false), need.inputs)
    case .undoAndAgain:
      try resolve(need, .undoAndAgain)
      judge.log.note(need.name, .decided(undoes: true), need.inputs)
    case .keep:
      try resolve(need, .keep)
      judge.log.note(need.name, .kept, need.inputs)
    }
    return true
  }

  private mutating func endUndo(_ flight: Flight, _ ending: WalkStep.Ending) throws {
    let (name, open) = (flight.need.name, flight.open)
    switch ending {
    case .ends:
      try undo(name, given: flight.given)
      try engine.resolve(open, .undone, at: now)
      judge.log.note(name, .undone)
    case .fails, .late:
      let isOpen = isOpen(name)
      try engine.resolve(open, .failed, at: now)
      judge.log.note(name, isOpen ? .undoFailed : .cut)
    case .killed(let done, let saving):
      if done { try undo(name, given: flight.given) }
      try restore(saving)
    }
  }

  /// Work that the run has cancelled returns, or throws: that doesn't say what was done.
  mutating func cut(_ flight: Flight, _ ending: WalkStep.Ending) throws {
    if ending == .ends { return try end(flight, ending) }
    let name = flight.need.name
    switch ending {
    case .killed: return
    case .late(done: true) where flight.need.kind == .undo:
      try undo(name, given: flight.given)
    case .late(done: true):
      if let work = flight.need.step.work, work.declared != nil {
        _ = try act(name, work, flight)
      }
    default: break
    }
    try engine.resolve(flight.open, .failed, at: now)
    judge.log.note(name, .cut)
  }

  private mutating func undo(_ name: String, given: JudgeAnswers) throws(WalkFailure) {
    guard let live = judge.log.live(name) else { throw WalkFailure("undone and not there", name) }
    let wanted = live.seen.merging(live.wrote) { $1 }
    if given != wanted {
      throw WalkFailure(
        "an undo is given other answers",
        "\(name) is undone with \(JudgeHash.words(given)), done with \(JudgeHash.words(wanted))")
    }
    judge.log.note(name, .undid)
  }

  /// Looks whether work or an undo happened that was begun when the process was killed.
  mutating func look(_ need: JudgeNeed) throws {
    let name = need.name
    if need.kind == .undoBegun {
      let isThere = judge.log.live(name) != nil
      try resolve(need, isThere ? .didNotRun : .undone)
      judge.log.note(name, isThere ? .didNotUndo : .undone)
    } else if let wrote = judge.log.unnoted(name) {
      try resolve(need, .performed(wrote))
      judge.log.note(name, .ended(wrote))
    } else {
      try resolve(need, .didNotRun)
      judge.log.note(name, .didNotRun)
    }
  }

  /// Settles an undo that failed.
  mutating func settle(_ need: JudgeNeed, retries: Bool) throws {
    guard !retries else {
      try resolve(need, .again)
      return judge.log.note(need.name, .undoAgain)
    }
    try resolve(need, .leave)
    // The effect that was to be undone and performed again is performed again as it is; any other
    // remains.
    let remains =
      judge.state.settling != nil || need.subject != need.name
      || judge.log.deed(need.name).decision?.undoes != true
    judge.log.note(need.name, .left(remains: remains))
  }

  /// The process ends, and another one takes the run up.
  mutating func restore(_ saving: EngineSaving) throws {
    do {
      engine = try engine.restored(from: saving, at: now)
    } catch is HigherVersion {
      try leave(saving)
      return
    }
    judge.restart()
    flights = [:]
  }

  mutating func edit(_ edit: JudgeEdit) throws -> Bool {
    guard let edited = edit.applied(to: judge.flow) else { return false }
    do {
      let other = isFull ? try engine.edited(edited, from: .token, at: now) : nil
      engine = try engine.edited(edited, from: .journal, at: now)
      if let other { try compare(other, with: engine, "edited from the token") }
    } catch is UnfitFlow {
      return false
    }
    heard = nil
    flights = [:]
    let inForce = judge.inForce
    let renames = JudgeRenames(edited, after: judge.flow)
    judge.edit(edited)
    opened = Dictionary(uniqueKeysWithValues: opened.map { (renames.name($0), $1) })
    if isFull { try checkNothingStale(Set(inForce.map(renames.name))) }
    return true
  }
}

// MARK: - Versions

extension Walk {
  /// An edit alone makes no work stale; but where it asks a question again, operations that cancel
  /// each other may go another way, and what they set with them.
  private func checkNothingStale(_ inForce: Set<String>) throws(WalkFailure) {
    let stale = engine.needs.first { $0.kind == .stale && inForce.contains($0.name) }
    guard let stale else { return }
    var moved = self
    moved.look(moved.engine)
    let fates = moved.judge.state.fates
    if judge.state.fates.allSatisfy({ fates[$0.key] ?? $0.value == $0.value }) {
      throw WalkFailure("an edit makes work stale", stale.name)
    }
  }

  /// Another version takes the run up. A lower one that can't hold what it comes to leaves it to the
  /// higher one, and nothing happens.
  mutating func move(up: Bool, _ saving: EngineSaving) throws -> Bool {
    guard let other = up ? raised : lower, let version = judge.flow.version else { return false }
    var moved = self
    moved.judge.move(to: other)
    moved.flights = [:]
    moved.heard = nil
    moved.lower = up ? judge.flow : nil
    do {
      moved.engine = try engine.edited(other, from: saving, at: now)
    } catch is UnfitFlow {
      return false
    } catch is HigherVersion {
      guard !up, moved.judge.mayLeave else {
        throw WalkFailure("left without cause", "version \(version) is left by another")
      }
      statistics.note("left to a higher version")
      return true
    }
    // What waits for a decision in one version still does when the run comes back to it.
    let stale = judge.state.needs.filter { $0.kind == .stale }.map(\.name)
    let inForce = judge.inForce
    self = moved
    undecided.formUnion(stale)
    try checkNothingStale(inForce.subtracting(undecided))
    guard !up else { return true }
    let unheld = judge.unheld
    if let need = engine.needs.first(where: { $0.kind == .prompt && unheld.contains($0.name) }),
      !judge.log.isOut(need.name, judge.places)
    {
      throw WalkFailure("asks what a higher version knows", need.name)
    }
    if engine.outcome != nil, judge.log.hasHiddenBegun {
      throw WalkFailure("ends over what a higher version has begun", "")
    }
    return true
  }

  /// A run of the lower version that goes no further is taken up by the higher one.
  mutating func leave(_ saving: EngineSaving) throws {
    guard lower == nil, upper != nil, judge.mayLeave, try move(up: true, saving) else {
      throw WalkFailure("left without cause", "taken up from the \(saving)")
    }
    statistics.note("left to a higher version")
  }

  /// The version above this one.
  private var raised: JudgeFlow? {
    guard var flow = upper?.reduce(judge.flow, { $1.applied(to: $0) ?? $0 }),
      let version = flow.version
    else { return nil }
    flow.version = version + 1
    return flow
  }
}

extension Judge {
  /// Whether work is given, and the person is shown, what the strand has: how groups of operations
  /// went before it shows there.
  func gives(as engine: any JudgedEngine) -> Bool {
    if places.groups.isEmpty { return true }
    var engine = engine
    let open = engine.needs
    return state.needs.allSatisfy { need in
      guard [.action, .load, .stale, .prompt].contains(need.kind),
        let other = open.first(where: { $0.name == need.name && $0.kind == need.kind })
      else { return true }
      let keys = need.step.work?.looked(at: need.answers) ?? need.step.reads
      return engine.look(other, keys) == log.held(need.answers.reading(keys))
    }
  }

  /// The effects that are certain to be in force.
  fileprivate var inForce: Set<String> {
    let done = state.taken.filter { $0.what == .effect && !$0.isFailure }.map(\.name)
    return Set(done.filter { !log.mayStandUnseen($0) })
  }

  /// What is in force was done; and when the run has ended, what was done is in force, or somebody
  /// knows that it remains.
  func checkWorld() throws(WalkFailure) {
    for taken in state.taken where taken.what == .effect && !taken.isFailure {
      if log.live(taken.name) == nil { throw WalkFailure("in force and not performed", taken.name) }
    }
    guard state.isOver, case .finished? = state.outcome else { return }
    let taken = Set(state.taken.map(\.name))
    let forgotten = log.entries.keys.filter { name in
      log.live(name) != nil && !taken.contains(name) && !log.deed(name).isSettled
    }
    if !forgotten.isEmpty {
      throw WalkFailure("done and forgotten", forgotten.sorted().joined(separator: ", "))
    }
  }
}

extension JudgeStep.Work {
  /// What it writes for the answers that it looked at.
  func result(_ seen: JudgeAnswers) -> JudgeAnswers {
    let value = Int(JudgeHash.of(JudgeHash.words(seen)) % 3)
    return Dictionary(uniqueKeysWithValues: writes.map { ($0, .int(value)) })
  }
}

/// Why a walk failed: which rule was broken, and how.
struct WalkFailure: Error, Sendable {
  let rule: String
  let words: String

  init(_ rule: String, _ words: String) { (self.rule, self.words) = (rule, words) }
}

/// A hash that is the same in every process, and values in words.
enum JudgeHash {
  static func of(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static func words(_ answers: JudgeAnswers) -> String {
    answers.sorted { $0.key < $1.key }.map { "\($0)=\($1.words)" }.joined(separator: " ")
  }
}

extension JudgeValue {
  fileprivate var words: String {
    switch self {
    case .unset: "nothing"
    case .secret(let number): "secret\(number)"
    default: shown
    }
  }
}
