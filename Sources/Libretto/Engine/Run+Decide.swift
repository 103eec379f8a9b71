// Decisions about effects: those performed under answers that have changed, begun without a known
// end, or bypassed. The decisions to make are derived from the memo each time and never kept in a
// list.

extension Run {
  // MARK: Deciding

  /// Takes a decision about an effect, or a secret that is given again.
  mutating func decide(_ need: Need, _ resolution: Resolution) throws(Rejection) {
    let name = need.stepName
    switch (need.kind, resolution) {
    case (.stale, .answer(.choice("again"))), (.stale, .again):
      try accept(need, .again)
    case (.stale, .answer(.choice("undo"))), (.stale, .undoAndAgain):
      guard program.works[need.index].isUndoable else {
        throw Rejection(message: "“\(need.action ?? "")” can’t be undone.")
      }
      try accept(need, .undoAgain)
    case (.stale, .answer(.choice("keep"))), (.stale, .keep):
      if let effect = memo.standing(name), let write = state.unfit(effect.work) {
        throw Rejection(
          message: "What it set for “\(write.key)” no longer fits, so it can’t be kept.")
      }
      try accept(need, .kept)
    case (.begun, .answer(.choice("again"))), (.begun, .didNotRun):
      note(.didNotRun, name)
    case (.begun, .answer(.choice("ended"))):
      guard mayHaveEnded(need) else {
        throw Rejection(
          message: "What “\(need.action ?? "")” sets is not known; perform it again, or give what "
            + "it has set.")
      }
      try end(need, begunAnswers(need))
    case (.begun, .performed(let answers)):
      try end(need, answers)
    case (.begun, .answer(.choice("failed"))) where handlesFailure(of: need):
      try decide(need, .failed("it was interrupted"))
    case (.begun, .failed(let message)):
      // Somebody has looked: it isn't tried again by itself.
      let tries = program.works[need.index].retries + 1
      let work = Line.Work(number: number(of: need), message: message, tries: tries)
      note(.failed, name, work)
    case (.undo, .undone), (.undoBegun, .undone), (.undoBegun, .answer(.choice("undone"))):
      note(.undone, name)
    case (.undo, .failed(let message)):
      note(.undoFailed, name, Line.Work(message: message))
    case (.undo, .timedOut):
      note(.undoFailed, name, Line.Work(message: need.tookTooLong))
    case (.undoBegun, .didNotRun), (.undoBegun, .answer(.choice("again"))),
      (.undoFailed, .again), (.undoFailed, .answer(.choice("again"))):
      note(.didNotUndo, name)
    case (.undoFailed, .leave), (.undoFailed, .answer(.choice("leave"))):
      // An action at which the run is now is performed again; the effect of any other one remains.
      if state.settling == nil, state.workStep(need.instruction) == Int(need.step) {
        note(.left, name)
      } else {
        log(name, .didNotUndo)
        note(.stays, name)
      }
    case (.remains, .told), (.remains, .dismissed):
      note(.stays, name)
    case (.secret, .answer(let given)):
      try giveAgain(need, given)
    default: throw Rejection.unfit(need)
    }
  }

  /// Writes a decision, and performs the run again over it.
  mutating func note(_ kind: Line.Kind, _ name: StepName, _ work: Line.Work? = nil) {
    if !state.inFlight.isEmpty { state.inFlight[name] = nil }
    log(name, kind, detail: work.flatMap { Line.Detail(work: $0) })
    // A failed run stays failed: performed again, it would retry what failed.
    if state.mayEndWell { performAnew() }
  }

  mutating func accept(_ need: Need, _ kind: Line.Kind) throws(Rejection) {
    guard let inputs = memo.standing(need.stepName)?.work.inputs else { throw .unfit(need) }
    let now = state.current(inputs, state.strand(of: need))
    note(kind, need.stepName, Line.Work(accepted: now))
  }

  /// Whether a person can declare that an action that was begun has ended: only if it is known to
  /// set no keys, because the values would be unknown.
  func mayHaveEnded(_ need: Need) -> Bool {
    let action = program.works[need.index]
    return action.result == nil && (action.writes?.isEmpty ?? !program.hasFreeKeys)
  }

  /// The known answers of an action that was begun and ended: nothing of what it set.
  func begunAnswers(_ need: Need) -> Answers {
    Answers(program.keys, [], others: [:], reads: nil)
  }

  /// Ends an action that was begun, after somebody found out that it has ended.
  mutating func end(_ need: Need, _ answers: Answers) throws(Rejection) {
    try need.checkWritten(answers)
    let begun = memo.effect(need.stepName)?.work.inputs
    var work = performed(need, answers, in: state.strand(of: need))
    // The action was performed under the inputs with which it began, whatever they are now.
    if let begun { work.inputs = begun }
    note(.ended, need.stepName, work)
  }

  // MARK: Cancelled work

  /// Takes the result of work whose operation was cancelled in the meantime: its effect is in
  /// force.
  mutating func conclude(_ need: Need, _ resolution: Resolution) throws(Rejection) {
    guard need.program === program, let flight = state.inFlight[need.stepName] else {
      throw Rejection.notNeeded(need)
    }
    let name = need.stepName
    switch (need.kind, resolution) {
    case (.action, .performed(let answers)):
      let work = performed(need, answers, in: flight.strand)
      note(.ended, name, work)
    case (.undo, .undone):
      note(.undone, name)
    case (.action, .failed), (.action, .timedOut), (.undo, .failed), (.undo, .timedOut):
      // What it throws is the answer to the cancellation: it says nothing about what was done.
      return loseTrack(of: need)
    default: throw Rejection.unfit(need)
    }
    rest()
  }

  /// Notes that the result of cancelled work is unknown.
  /// - Parameter need: the need of the work.
  public mutating func loseTrack(of need: Need) {
    guard state.inFlight.removeValue(forKey: need.stepName) != nil else { return }
    if need.kind == .action, !isOpen(need) { log(need.stepName, .cut) }
    if !state.mayEndWell { return }
    performAnew()
    rest()
  }
}
