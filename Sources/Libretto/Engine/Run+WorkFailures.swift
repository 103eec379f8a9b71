// Work that fails: the next try, the failure branch, or the failure of the strand.

extension Run {
  /// Handles the failure of one try of an action: the next try follows, or the failure branch, or
  /// the strand fails.
  /// - Parameter message: the error; nil if the time was up.
  mutating func failWork(_ open: Need, _ message: String?) {
    beginIfNeeded(open)
    let code = program.actions[open.index]
    var work = Line.Work(number: number(of: open))
    lastWork = max(lastWork, work.number)
    inFlight[open.stepName] = nil
    work.message = message ?? ""
    work.inputs = inputs(
      code.action.reads, reads[open.stepName], isLoad: code.action.isPure)
    reads[open.stepName] = nil
    if message != nil, code.tries >= 0 {
      counters[code.tries] += 1
      work.tries = counters[code.tries]
    }
    log(
      open.stepName, message == nil ? .workTimedOut : .failed, detail: Line.Detail(work: work))
    if message != nil, code.isTriedAgain(after: work.tries) {
      clearNeed()
      let pause = pause(ofAction: open.index)
      return pause > 0
        ? require(.wait, pause, open.stepName) : require(.action, open.index, open.stepName)
    }
    strand.lastWork = work.number
    guard code.failure < 0 else {
      clearNeed()
      enterFailure(of: open, message)
      return advance()
    }
    fail(message.map { failure(open, $0) } ?? open.timedOut { render($0) }, message)
  }

  /// Continues with the failure branch of an action.
  mutating func enterFailure(of open: Need, _ message: String?) {
    let code = program.actions[open.index]
    note(.string(message ?? open.tookTooLong), code.errorSlot)
    strand.counter = code.failure
  }

  /// Whether an action that fails now is tried again.
  func hasTriesLeft(_ open: Need) -> Bool {
    let code = program.actions[open.index]
    return code.tries >= 0 && code.isTriedAgain(after: counters[code.tries] + 1)
  }

  /// Handles a time-out of an action that would be tried again: whether it was done isn't known, so
  /// somebody has to look.
  mutating func doubt(_ open: Need) {
    beginIfNeeded(open)
    rememberGoingOn()
    inFlight[open.stepName] = nil
    reads[open.stepName] = nil
    clearNeed()
    require(.begun, open.index, open.stepName)
  }

  /// Handles the failure of one try of a load: the next try follows, or the failure branch, or the
  /// strand fails.
  mutating func failLoad(_ open: Need, _ message: String) {
    let code = program.loads[open.index]
    var work = loadWork(open)
    counters[code.tries] += 1
    work.tries = counters[code.tries]
    work.message = message
    log(open.stepName, .failed, detail: Line.Detail(work: work))
    clearNeed()
    if counters[code.tries] <= code.load.retries {
      let pause = pause(ofLoad: open.index)
      if pause > 0 { return require(.wait, pause, open.stepName) }
      return require(.load, open.index, open.stepName)
    }
    strand.lastWork = work.number
    failLoaded(open.index, message)
    guard code.failure < 0 else { return advance() }
    fail(failure(open, message), message)
  }

  /// Records that a load failed for good, and enters its failure branch, if there is one.
  mutating func failLoaded(_ index: Int, _ message: String) {
    let code = program.loads[index]
    note(.string(message), code.errorSlot)
    note(.string("failed"), code.stateSlot)
    if code.failure >= 0 { strand.counter = code.failure }
  }
}

extension Run {
  /// Whether an action has failed and is to be tried again.
  func isTriedAgain(_ need: Need) -> Bool {
    guard need.kind == .action, let effect = memo.effect(need.stepName) else { return false }
    return effect.hasFailed
      && program.actions[need.index].isTriedAgain(after: effect.work.tries)
  }
}
