/// The judge as an engine: so that the walks themselves can be tested, and what they find in an
/// engine that is wrong in a known way.
///
/// What it does on a resolution is written here once more; where it stands it asks the judge. Its
/// journal is the judge's events, its token the memo that they make.
struct MirrorEngine: JudgedEngine {
  /// What is wrong with it.
  enum Fault: String, Sendable, CaseIterable {
    /// A step back takes out the question, and forgets to put back the one before.
    case forgetsToPutBack
    /// Answers hold whatever they were given under.
    case ignoresInputs
    /// A restored run has not noted what was decided.
    case forgetsDecisions
    /// An effect that is not asked for any more is left alone.
    case ignoresOrphans
    /// An undo is given the answers of today.
    case undoesToday
  }

  private(set) var judge: Judge
  let fault: Fault?
  private var clock: [String: Int] = [:]

  init(_ flow: JudgeFlow, fault: Fault? = nil, at time: Int) {
    judge = Judge(flow)
    self.fault = fault
    tick(time)
  }

  private var state: JudgeState {
    var state = judge.state
    if fault == .ignoresOrphans { state.settling = nil }
    return state
  }

  private mutating func tick(_ time: Int) {
    let open = state.open.filter { $0.kind == .prompt && $0.step.limit != nil }.map(\.name)
    clock = clock.filter { open.contains($0.key) }
    for name in open where clock[name] == nil { clock[name] = time }
  }

  private func need(_ need: EngineNeed) -> JudgeNeed? {
    state.open.first { $0.name == need.name && $0.kind == need.kind }
  }

  private mutating func note(_ event: Judge.Event) {
    switch (fault, event) {
    case (.ignoresInputs, .resolved(let name, let outcome, _)):
      guard case .answered = outcome else { break }
      // Nothing compared is nothing changed.
      return judge.note(.edited(judge.memo.ignoring(name, outcome)))
    case (.forgetsToPutBack, .back(let out, let dropped, _)):
      return judge.note(.back(out: out, dropped: dropped, restored: []))
    default: break
    }
    judge.note(event)
  }

  var needs: [EngineNeed] {
    let state = state
    return state.open.map { need in
      EngineNeed(
        kind: need.kind, name: need.name, offer: need.offer,
        backTarget: judge.backTarget(of: need, state)?.name)
    }
  }

  var outcome: EngineOutcome? {
    let state = state
    guard state.isOver else { return nil }
    if case .finished(let name)? = state.outcome { return .finished(name) }
    return .failed
  }

  var deadline: Int? {
    let open = state.open
    return clock.compactMap { name, start in
      open.first { $0.name == name }?.step.limit.map { start + $0 }
    }.min()
  }

  func answers(_ keys: [String]) -> JudgeAnswers { state.answers.reading(keys) }

  func isAccepted(_ name: String) -> Bool { true }

  func title(of need: EngineNeed) -> String {
    guard let need = self.need(need) else { return "" }
    return ([need.step.id] + need.step.reads.map { need.answers[value: $0].shown })
      .joined(separator: " ")
  }

  mutating func begin(_ need: EngineNeed, at time: Int) {
    guard let open = self.need(need), let work = open.step.work else { return }
    if need.kind == .undo { return note(.undoing(need.name)) }
    let keys = (work.declared ?? []) + work.looked(at: open.answers)
    note(
      .began(
        need.name, open.inputs, serial: judge.serial + 1, given: open.answers.reading(keys)))
  }

  mutating func takeSaid() -> [EngineSaid]? { nil }

  mutating func look(_ need: EngineNeed, _ keys: [String]) -> JudgeAnswers {
    if let open = self.need(need), need.kind == .load { return open.answers.reading(keys) }
    let given = judge.memo[need.name]?.content.given ?? [:]
    return (fault == .undoesToday && given.count > 0 ? state.answers : given).reading(keys)
  }

  mutating func resolve(_ need: EngineNeed, _ resolution: EngineResolution, at time: Int) throws {
    defer { tick(time) }
    let name = need.name
    let inputs = self.need(need)?.inputs ?? JudgeInputs()
    let isOpen = judge.state.open.contains { $0.name == name }
    switch resolution {
    case .failed where !isOpen: note(.cut(name))
    case .answer(.typed(.secret(let number))) where need.kind == .secret: note(.secret(number))
    case .answer(let answer): note(.resolved(name, .answered(answer), inputs))
    case .timedOut: note(.resolved(name, .late, inputs))
    case .dismissed: note(.resolved(name, .dismissed, inputs))
    case .elapsed: note(.resolved(name, .elapsed, inputs))
    case .performed(let wrote):
      note(.ended(name, wrote, judge.memo[name]?.content.inputs ?? inputs))
    case .loaded(let value):
      note(
        .loaded(
          name, value.map { .data($0) } ?? .empty, inputs, serial: judge.serial + 1, tries: 0))
    case .failed where need.kind == .undo: note(.undoFailed(name))
    case .failed where need.kind == .load:
      var tries = 1
      if let before = judge.memo[name], before.isFailure, before.holds(under: inputs) {
        tries += before.content.tries
      }
      note(.loaded(name, .failed, inputs, serial: judge.serial + 1, tries: tries))
    case .failed: note(.failed(name, judge.memo[name]?.content.inputs ?? inputs))
    case .didNotRun: note(need.kind == .undoBegun ? .didNotUndo(name) : .didNotRun(name))
    case .again where need.kind == .undoFailed: note(.undoAgain(name))
    case .again, .undoAndAgain:
      var undoes = false
      if case .undoAndAgain = resolution { undoes = true }
      note(.decided(name, JudgeEntry.Decision(undoes: undoes, inputs: inputs)))
    case .keep: note(.kept(name, inputs))
    case .undone: note(.undone(name))
    case .leave:
      let isStale = state.settling == nil && self.need(need)?.subject == name
      note(.left(name, remains: !isStale))
    case .told: note(.told(name))
    }
  }

  mutating func goBack(from need: EngineNeed, to field: String?, at time: Int) throws {
    defer { tick(time) }
    let state = state
    guard let open = self.need(need) else { return }
    let target = field.flatMap { field in state.taken.last { $0.name == field } }
    note(judge.goingBack(open, state, to: target))
  }

  mutating func expire(at time: Int) throws {
    guard let open = needs.first(where: { clock[$0.name] != nil }) else { return }
    try resolve(open, .timedOut, at: time)
  }

  func restored(from saving: EngineSaving, at time: Int) throws -> any JudgedEngine {
    var copy = self
    copy.judge = saving == .journal ? judge.folded.restored : judge.restored
    if fault == .forgetsDecisions {
      for name in copy.judge.memo.keys { copy.judge.forgetDecision(name) }
    }
    copy.tick(time)
    return copy
  }

  func edited(_ flow: JudgeFlow, at time: Int) throws -> any JudgedEngine {
    var copy = self
    copy.judge = judge.restored
    copy.judge.edit(flow)
    copy.tick(time)
    return copy
  }
}

extension JudgeMemo {
  fileprivate func ignoring(_ name: String, _ outcome: JudgeEntry.Outcome) -> JudgeMemo {
    var copy = self
    var content = JudgeEntry.Content(outcome: outcome)
    content.isOlder = true
    copy[name] = JudgeEntry(content)
    return copy
  }
}

extension Judge {
  fileprivate mutating func forgetDecision(_ name: String) {
    guard let entry = memo[name], entry.content.decision != nil || entry.content.accepted != nil
    else { return }
    var changed = memo
    changed.change(name) { ($0.decision, $0.accepted) = (nil, nil) }
    note(.edited(changed))
  }
}
