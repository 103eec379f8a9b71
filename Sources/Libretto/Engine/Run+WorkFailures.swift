// Work that fails: the next try, the failure branch, or the failure of the strand.

extension Run {
  /// Handles the failure of one try of work: the next try follows, or the failure branch, or the
  /// strand fails.
  /// - Parameter message: the error; nil if the time was up.
  mutating func failWork(_ open: Need, _ message: String?) {
    beginIfNeeded(open)
    let index = open.index
    var work = ended(open, takeReads(open))
    work.message = message ?? ""
    let tries = program.works[index].tries
    if message != nil, tries >= 0 {
      counters[tries] += 1
      work.tries = counters[tries]
    }
    log(
      open.stepName, message == nil ? .workTimedOut : .failed, detail: Line.Detail(work: work))
    clearNeed()
    if message != nil, program.works[index].isTriedAgain(after: work.tries) {
      let pause = pause(of: index)
      return pause > 0
        ? require(.wait, pause, open.stepName) : require(open.kind, index, open.stepName)
    }
    strand.lastWork = work.number
    if entersFailure(of: open, message) { return advance() }
    fail(message.map { failure(open, $0) } ?? open.timedOut { render($0) }, message)
  }

  /// Records that work failed for good, and continues with its failure branch; returns whether it
  /// has one.
  mutating func entersFailure(of open: Need, _ message: String?) -> Bool {
    let failure = program.works[open.index].failure
    note(.string(message ?? open.tookTooLong), program.works[open.index].errorSlot)
    note(.string("failed"), program.works[open.index].stateSlot)
    if failure >= 0 { strand.counter = failure }
    return failure >= 0
  }

  /// The pause before the next try of work, in milliseconds.
  func pause(of index: Int) -> Int {
    let tries = program.works[index].tries
    return tries < 0 ? 0 : program.works[index].backoff.pause(before: counters[tries])
  }

  /// Whether work that fails now is tried again.
  func hasTriesLeft(_ open: Need) -> Bool {
    let tries = program.works[open.index].tries
    return tries >= 0 && program.works[open.index].isTriedAgain(after: counters[tries] + 1)
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
}

extension Run {
  /// Whether an action has failed and is to be tried again.
  func isTriedAgain(_ need: Need) -> Bool {
    guard need.kind == .action, let effect = memo.effect(need.stepName) else { return false }
    return effect.hasFailed
      && program.works[need.index].isTriedAgain(after: effect.work.tries)
  }
}
