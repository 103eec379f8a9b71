// The run keeps track of time: it records when each prompt with a time limit, and each wait, was
// opened. The journal contains this too, so a restored run has the same deadlines.

extension Run {
  /// Records when the needs with a limit are opened: a wait when the run reaches it, a question
  /// when it is put to the person. If there is only one need, the two are the same, unless the run
  /// came to it because a time was up, or was restored: then nobody has seen it yet.
  mutating func openClocks() {
    forgetClosed()
    if !isParallel {
      if state.settling == nil, let need = nextNeed, need.kind == .wait || !isSweeping {
        open(need)
      }
      return
    }
    for need in needs where need.kind == .wait { open(need) }
  }

  private mutating func open(_ need: Need) {
    guard need.core.isTimed, memo.opened[need.stepName] == nil,
      need.duration != nil
    else { return }
    log(need.stepName, .opened)
  }

  /// A time limit counts as long as its question or wait is open without interruption.
  private mutating func forgetClosed() {
    guard !memo.opened.isEmpty, state.ending == nil else { return }
    // A text that is said first doesn't close what follows it.
    if state.isSaying { return }
    let timed = state.timed
    for name in memo.opened.keys.filter({ !timed.contains($0) }).sorted() {
      log(name, .closed)
    }
  }

  /// Says again what is in sight of the open questions, for whoever sees them anew, where a time
  /// limit or work has begun behind it: nobody has answered, though lines have what was said.
  package mutating func sayAgain() {
    if state.ending != nil || memo.opened.isEmpty && state.schedule.openGroups == 0 { return }
    let strands = state.strands.filter { !$0.sight.isEmpty && $0.told > 0 }.map(\.name)
    if strands.isEmpty { return }
    state.amend { memo in for strand in strands { memo.forgetHeard(in: strand) } }
    state = RunState.performing(program, state.limits, over: memo, state.policy, state.known)
  }

  /// Records that a question is put to the person; its time limit starts.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - time: the current time.
  package mutating func present(_ need: Need, at time: Timestamp = .epoch) {
    guard isOpen(need) else { return }
    now = time
    open(need)
  }

  /// The time at which the limit of a need is up, or nil if there is no limit, or if what
  /// follows is left to the higher version of the flow that saved the run.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the time, or nil.
  package func deadline(of need: Need) -> Timestamp? {
    guard need.core.isTimed, let since = memo.opened[need.stepName], let limit = need.duration,
      !isLeftToNewer(need)
    else { return nil }
    let end = since.advanced(by: limit)
    // Nobody can wait for the last instant, at which all sums end that are beyond it.
    return end.millisecondsSince1970 == .max ? nil : end
  }

  /// Whether this version must not go on when the time of a need is up. Whoever waited for that would
  /// wait in vain, again and again.
  private func isLeftToNewer(_ need: Need) -> Bool {
    if foreign.version == nil { return false }
    var copy = self
    do throws(Rejection) {
      try copy.resolve(need, with: need.kind == .wait ? .elapsed : .timedOut, at: now)
      return false
    } catch {
      return true
    }
  }

  /// The time left until the limit of a need is up; zero if it is over, nil if there is no limit.
  func rest(of need: Need, at time: Timestamp) -> Duration? {
    deadline(of: need).map { time.rest(until: $0) }
  }

  /// The first time at which an open question or wait is up, or nil if there is none.
  package var deadline: Timestamp? {
    if memo.opened.isEmpty { return nil }
    return needs.compactMap { deadline(of: $0) }.min()
  }

  /// Ends the questions and waits whose time is up.
  /// - Parameter time: the current time.
  /// - Returns: the needs that this resolved.
  @discardableResult
  package mutating func expire(at time: Timestamp) -> [Need] {
    var ended: [Need] = []
    var told: [RunEvent] = []
    let before = isSweeping
    isSweeping = true
    defer {
      isSweeping = before
      if !ended.isEmpty { events = told }
    }
    while !memo.opened.isEmpty, let need = needs.first(where: { isOver($0, at: time) }) {
      do throws(Rejection) {
        if need.kind == .wait {
          // At the planned time instead of now, so that every restored run gets the same times.
          try resolve(need, with: .elapsed, at: deadline(of: need) ?? time)
        } else {
          try resolve(need, with: .timedOut, at: time)
        }
      } catch {
        return ended
      }
      ended.append(need)
      told += events
    }
    return ended
  }

  private func isOver(_ need: Need, at time: Timestamp) -> Bool {
    guard let deadline = deadline(of: need) else { return false }
    return need.kind == .wait ? deadline <= time : deadline < time
  }
}

extension RunState {
  /// The questions and waits at which strands stand: their time runs on.
  var timed: Set<StepName> {
    Set(strands.lazy.compactMap(\.need).filter(\.isTimed).map(\.stepName))
  }
}

extension Need.Core {
  /// Whether it is one of those whose time the run keeps.
  var isTimed: Bool { kind == .prompt || kind == .wait }
}
