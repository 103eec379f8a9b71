/// The judge: a second, plain model of what a run means, to compare the engine with.
///
/// It knows a run as a memo and a flow, and performs the flow over the memo from its start whenever
/// it is asked where the run stands; see ``Performer``. What happens to the memo is an event; the
/// events are kept too, so that the memo can be made again from them.
struct Judge: Sendable {
  enum Event: Sendable {
    /// A question, notice or wait has an outcome.
    case resolved(String, JudgeEntry.Outcome, JudgeInputs)
    case began(String, JudgeInputs, serial: Int, given: JudgeAnswers, tries: Int = 0)
    case ended(String, JudgeAnswers, JudgeInputs)
    /// Work has failed; a final failure is not tried again.
    case failed(String, JudgeInputs, isFinal: Bool = false)
    /// It took too long, and would be tried again if it had failed: somebody has to look.
    case doubted(String)
    case didNotRun(String)
    case loaded(String, JudgeEntry.Outcome, JudgeInputs, serial: Int, tries: Int)
    case decided(String, JudgeEntry.Decision)
    case kept(String, JudgeInputs)
    case undoing(String)
    case undone(String)
    case didNotUndo(String)
    /// Work that was cancelled has thrown an error.
    case cut(String)
    case undoFailed(String)
    /// An undo that failed is tried again.
    case undoAgain(String)
    /// An undo that failed is left; then the effect remains, or is performed again as it stands.
    case left(String, remains: Bool)
    case told(String)
    case found(String, JudgeStand)
    case back(out: [String], dropped: [String], restored: [String])
    case secret(Int)
    case edited(JudgeMemo)
  }

  var flow: JudgeFlow
  var places: JudgePlaces
  var memo: JudgeMemo = [:]
  private(set) var events: [Event] = []
  /// How many performances of work there were.
  private(set) var serial = 0
  /// The secrets that are known to the process.
  private(set) var secrets: Set<Int> = []
  /// What held before an edit and has not been come to since: another edit at once makes no
  /// difference to it.
  var unmet: Set<String> = []
  /// The actions and undos that are being performed, with what they were begun under.
  private(set) var flights: [String: JudgeInputs] = [:]
  /// When each piece of work was done last, and when something was last taken back or undone,
  /// counted in events.
  var doneAt: [String: Int] = [:]
  var takenBackAt = 0
  /// When each answer was given.
  var givenAt: [String: Int] = [:]
  var clock = 0
  /// What the last edit accepted, as it was before.
  var beforeEdit: JudgeMemo = [:]
  /// Where the run stands.
  private(set) var state = JudgeState()

  init(_ flow: JudgeFlow) {
    self.flow = flow
    places = JudgePlaces(flow)
    settle()
  }

  /// Notes what happened, and lets the run do what it does by itself.
  mutating func note(_ event: Event) {
    let before = state.answers
    var hadFailed = false
    if case .failed? = state.outcome { hadFailed = true }
    let isAwaited = event.isFailure
    apply(event)
    settle()
    // What failed when nobody waited for it any more is tried again when somebody does.
    if !hadFailed, !isAwaited, case .failed(let name?)? = state.outcome,
      memo[name]?.content.outcome == .failed
    {
      apply(.back(out: [], dropped: [name], restored: []))
      settle()
    }
    switch event {
    case .edited: break
    case .undone: unmet = []
    default:
      unmet = unmet.filter { name in
        memo[name]?.content.inputs.values.keys.allSatisfy { before[$0] == state.answers[$0] }
          ?? false
      }
    }
  }

  private mutating func settle() {
    while true {
      state = Performer(memo: memo, secrets: secrets, flights: Set(flights.keys)).perform(flow)
      let own = state.needs.filter(\.isInternal)
      if !own.contains(where: { $0.kind == .back }), drops() { continue }
      guard let next = own.min(by: { $0.position.isBefore($1.position) }) else { break }
      if next.kind == .cancel {
        apply(.found(next.name, next.found ?? .waiting))
      } else {
        apply(goingBack(next, state))
      }
    }
    for index in state.needs.indices where state.needs[index].kind == .undo {
      state.needs[index] = undoing(state.needs[index], state)
    }
    state.settling = settling(state)
    state.isAwaitingWork = !flights.isEmpty
  }

  /// Drops what steps have found that are not come to; returns whether there is any.
  private mutating func drops() -> Bool {
    if case .failed? = state.outcome { return false }
    let taken = Set(state.taken.map(\.name))
    let names = memo.filter { $1.stand != nil && !taken.contains($0) }.keys.sorted()
    if names.isEmpty { return false }
    apply(.back(out: [], dropped: names, restored: []))
    return true
  }

  /// The same run in another process: what failed for good is tried again, secrets are forgotten.
  var restored: Judge {
    var failed: String?
    if case .failed(let name)? = state.outcome { failed = name }
    if failed == nil, secrets.isEmpty, flights.isEmpty { return self }
    var copy = self
    copy.secrets = []
    copy.flights = [:]
    copy.settle()
    while failed != nil, case .failed(let name?)? = copy.state.outcome, copy.memo[name] != nil {
      copy.memo[name] = copy.memo[name]?.old
      copy.settle()
    }
    copy.events = [.edited(copy.memo)]
    return copy
  }

  /// The same run, with the memo made again from its events.
  var folded: Judge {
    var copy = self
    copy.memo = Self.memo(of: events)
    copy.settle()
    return copy
  }

  static func memo(of events: [Event]) -> JudgeMemo {
    var memo: JudgeMemo = [:]
    for event in events { apply(event, to: &memo) }
    return memo
  }

  private mutating func apply(_ event: Event) {
    events.append(event)
    Self.apply(event, to: &memo)
    clock += 1
    switch event {
    case .ended(let name, _, _), .loaded(let name, _, _, _, _), .failed(let name, _, _):
      doneAt[name] = clock
    case .resolved(let name, _, _): givenAt[name] = clock
    case .back, .undone: takenBackAt = clock
    default: break
    }
    switch event {
    case .doubted(let name), .cut(let name): flights[name] = nil
    case .began(let name, let inputs, let serial, _, _):
      self.serial = serial
      flights[name] = inputs
    case .undoing(let name): flights[name] = JudgeInputs()
    case .ended(let name, _, _), .failed(let name, _, _), .undone(let name), .undoFailed(let name):
      flights[name] = nil
    case .loaded(_, _, _, let serial, _): self.serial = serial
    case .secret(let number): secrets.insert(number)
    case .resolved(_, .answered(.typed(.secret(let number))), _): secrets.insert(number)
    default: break
    }
  }
}

extension Judge {
  /// What an event makes of a memo.
  private static func apply(_ event: Event, to memo: inout JudgeMemo) {
    switch event {
    case .resolved(let name, let outcome, let inputs):
      memo[name] = JudgeEntry(JudgeEntry.Content(outcome: outcome, inputs: inputs))
    case .began(let name, let inputs, let serial, let given, let tries):
      memo[name] = JudgeEntry(
        JudgeEntry.Content(
          outcome: .done([:]), status: .began, inputs: inputs, serial: serial, tries: tries,
          given: given),
        old: memo[name].flatMap { $0.content.outcome == .failed ? $0.old : $0 })
    case .ended(let name, let wrote, let inputs):
      guard var content = memo[name]?.content else { return }
      (content.outcome, content.status, content.inputs) = (.done(wrote), .holds, inputs)
      content.given.merge(wrote) { $1 }
      memo[name] = JudgeEntry(content)
    case .failed(let name, let inputs, let isFinal):
      guard var content = memo[name]?.content else { return }
      (content.outcome, content.status, content.inputs) = (.failed, .holds, inputs)
      content.tries = isFinal ? 1_000 : content.tries + 1
      memo[name] = JudgeEntry(content, old: memo[name]?.old)
    case .didNotRun(let name), .undone(let name): memo[name] = memo[name]?.old
    case .loaded(let name, let outcome, let inputs, let serial, let tries):
      memo[name] = JudgeEntry(
        JudgeEntry.Content(outcome: outcome, inputs: inputs, serial: serial, tries: tries))
    case .decided(let name, let decision): memo.change(name) { $0.decision = decision }
    case .kept(let name, let inputs):
      memo.change(name) { ($0.accepted, $0.decision) = (inputs, nil) }
    case .undoing(let name): memo.change(name) { $0.isUndoing = true }
    case .didNotUndo(let name): memo.change(name) { $0.isUndoing = false }
    case .cut(let name): memo.change(name) { $0.isCut = $0.status == .began }
    case .undoFailed(let name):
      memo.change(name) { ($0.isUndoing, $0.undoFailed) = (false, true) }
    case .undoAgain(let name): memo.change(name) { $0.undoFailed = false }
    case .left(let name, let remains):
      memo.change(name) {
        $0.undoFailed = false
        if remains { $0.isTold = true } else { $0.decision?.undoes = false }
      }
    case .told(let name):
      // What had been done stands although doing it again failed: that is told of.
      if memo[name]?.content.outcome == .failed, let old = memo[name]?.old { memo[name] = old }
      memo.change(name) { $0.isTold = true }
    case .found(let name, let stand):
      memo[name] = JudgeEntry(JudgeEntry.Content(outcome: .found(stand)))
    case .back(let out, let dropped, let restored):
      for name in restored { memo.change(name) { $0.status = .holds } }
      for name in out { memo.change(name) { $0.status = .out } }
      for name in dropped { memo[name] = memo[name]?.old }
    case .secret, .doubted: break
    case .edited(let edited): memo = edited
    }
  }
}

/// The ids that an edited flow has for earlier ones, all at once.
struct JudgeRenames {
  private var ids: [String: String] = [:]

  init(_ edited: JudgeFlow) {
    for step in edited.all { if let was = step.was { ids[was] = step.id } }
  }

  func name(_ name: String) -> String {
    let (id, rounds) = JudgePlaces.split(name)
    return JudgePlaces.name(ids[id] ?? id, rounds ?? [])
  }
}

extension Judge.Event {
  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .resolved(_, .late, _), .loaded(_, .failed, _, _, _): true
    default: false
    }
  }
}
