// Work of the host: what it gets, what it wrote, and what it was performed under.

extension Run {
  // MARK: Given

  /// Returns the answers to give to the work of a need; they note which of them are read.
  /// - Parameter need: one of the run's ``needs``, or that of work that was cancelled.
  /// - Returns: the answers.
  package func answers(for need: Need) -> Answers {
    var answers = given(need)
    answers.reader = need
    return answers
  }

  private func given(_ need: Need) -> Answers {
    if need.kind == .undo, let effect = memo.standing(need.stepName) {
      let (work, given) = (effect.work, given(to: effect))
      var answers = Answers(
        program.keys, given.slots, others: given.others, reads: ReadKeys(), held: secrets)
      for write in work.writes {
        let secret = secrets[SecretName(name: need.stepName, key: write.key)]
        answers.write(write.isSecret ? secret : write.value, write.key)
      }
      return answers
    }
    let strand = state.strand(of: need)
    return Answers(
      program.keys, strand.slots, others: strand.others, reads: ReadKeys(), held: secrets)
  }

  /// The same for another program, as values: those that the work declares to read, or all; none that is
  /// secret.
  func values(for need: Need) -> [String: Value] {
    let answers = given(need)
    let declared = need.kind == .undo ? nil : program.works[need.index].declared
    var values: [String: Value] = [:]
    for name in answers.names where !program.keys.secrets.contains(name) {
      if let declared, !declared.contains(where: { $0.name == name }) { continue }
      values[name] = answers.value(name)
    }
    return values
  }

  /// The answers that were given to an effect; of a version that couldn't undo it, those that are
  /// known. What it read under a key that is gone is under those of which an edit has found the value.
  private func given(to effect: Memo.Effect) -> Snapshot {
    let reads = effect.work.inputs?.reads ?? []
    func values(_ reads: [WorkInputs.Read]) -> [String: Value] {
      Dictionary(reads.compactMap { read in read.value.map { (read.key, $0) } }) { first, _ in first
      }
    }
    var given = effect.work.given ?? program.snapshot(values(reads))
    if !reads.contains(where: { program.keys.slots[$0.key] == nil }) { return given }
    for (key, value) in values(effect.kept.flatMap(\.reads)) {
      guard let slot = program.keys.slots[key], slot < given.slots.count, given.slots[slot] == nil,
        !reads.contains(where: { $0.key == key })
      else { continue }
      given.slots[slot] = value
    }
    return given
  }

  /// The ``Work`` to give to the host for a need.
  func work(for need: Need) -> Work {
    Work(
      answers(for: need), need, number: performanceNumber(of: need), run: id,
      text: text(of: need), begun: state.inFlight[need.stepName]?.since,
      wasTainted: !program.keys.secrets.isEmpty && tainted.contains(need.stepName))
  }

  /// Returns a key for this performance of work in this run, the same for every retry, so that a
  /// host can find out that it has done the work already. The key of an undo is that of the undone
  /// performance, followed by `/undo`.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the key.
  package func performanceKey(of need: Need) -> String {
    need.key(ofPerformance: performanceNumber(of: need), run: id)
  }

  func performanceNumber(of need: Need) -> Int {
    need.kind == .undo ? memo.standing(need.stepName)?.work.number ?? 0 : number(of: need)
  }

  /// Returns when work was begun, or nil if it wasn't.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the time, or nil.
  package func begun(_ need: Need) -> Timestamp? {
    if need.kind == .undo || need.kind == .undoBegun {
      let isUndone = need.kind == .undoBegun || state.inFlight[need.stepName] != nil
      return isUndone
        ? lines.last { $0.name == need.stepName && $0.kind == .undoBegan }?.time : nil
    }
    if let effect = memo.effect(need.stepName), effect.hasBegun { return effect.began }
    guard state.inFlight[need.stepName] != nil else { return nil }
    return lines.last { $0.name == need.stepName && $0.kind == .began }?.time
  }

  /// The number of a performance of work; a retry under the same answers has that of the first try.
  func number(of need: Need) -> Int {
    let name = need.stepName
    if let flight = state.inFlight[name] { return flight.number }
    if let retry = memo.retries[name] {
      let strand = state.strand(of: need)
      let isSame =
        retry.inputs.isEmpty
        || retry.inputs.contains { state.isUnder($0, strand, loosely: retry.isLoose) }
      return isSame ? retry.number : memo.lastWork + 1
    }
    if let effect = memo.effect(name), isGoneOnWith(effect, need) { return effect.work.number }
    return memo.lastWork + 1
  }

  /// Whether to perform work again is the same performance. If the answers that failed work read have
  /// changed since, it is a new one.
  private func isGoneOnWith(_ effect: Memo.Effect, _ need: Need) -> Bool {
    guard effect.hasFailed else { return effect.hasBegun }
    return state.holds(
      effect, state.strand(of: need), isLoad: !program.isEffect(need.core.step))
  }

  /// Records that an action or an undo is being performed. The result of an action implies it, if the
  /// host didn't: a doubt has to be in the lines, and a key is used once.
  /// - Parameters:
  ///   - need: the need of the action, or of the undo.
  ///   - time: the current time.
  package mutating func begin(_ need: Need, at time: Timestamp = .epoch) {
    guard isOpen(need), state.inFlight[need.stepName] == nil else { return }
    now = time
    switch need.kind {
    case .action where need.isEffect:
      let number = number(of: need)
      state.inFlight[need.stepName] = RunState.Flight(
        number: number, strand: state.strand(of: need),
        since: memo.retries[need.stepName]?.began)
      log(need.stepName, .began, detail: Line.Detail(work: begun(need, number)))
    case .undo:
      state.inFlight[need.stepName] = RunState.Flight(
        number: number(of: need), strand: state.strand(of: need))
      log(need.stepName, .undoBegan, at: time)
      state.showUndoing(need.stepName)
    default: break
    }
  }

  private func begun(_ need: Need, _ number: Int) -> Line.Work {
    let strand = state.strand(of: need)
    var work = Line.Work(number: number)
    let tries = program.works[need.index].tries
    if tries >= 0 { work.tries = state.counters[tries] }
    let isUndoable = program.works[need.index].isUndoable
    if let reads = program.works[need.index].declared {
      work.inputs = state.inputs(of: Set(reads.map(\.name)), strand)
      if isUndoable {
        var given = Snapshot(slots: Array(repeating: nil, count: strand.slots.count), others: [:])
        for key in reads {
          if let slot = program.keys.slots[key.name] { given.slots[slot] = strand.slots[slot] }
        }
        work.given = given
      }
    } else {
      work.inputs = state.allInputs(strand)
      if isUndoable { work.given = Snapshot(slots: strand.slots, others: strand.others) }
    }
    return work
  }

  // MARK: Results

  mutating func perform(_ need: Need, _ answers: Answers) throws(Rejection) {
    try need.checkWritten(answers)
    begin(need, at: now)
    let work = performed(need, answers, in: state.strand(of: need))
    pass(need.core, .ended, Line.Detail(work: work))
  }

  /// The result of an action that was performed in a strand, as part of a line.
  mutating func performed(_ need: Need, _ answers: Answers, in strand: Strand) -> Line.Work {
    let name = need.stepName
    var work = ended(need, answers.reads, in: strand)
    var lastSecret = memo.lastSecret
    for key in answers.writeOrder {
      var value = answers.writes[key] ?? nil
      if let slot = program.keys.slots[key] {
        value = value.map { program.keys[slot].type.value(exactly: $0) ?? $0 }
      }
      let isSecret = program.keys.secrets.contains(key)
      if isSecret, let value {
        let secret = SecretName(name: name, key: key)
        let known = secrets[secret] == value ? memo.secretNumber(name, key) : nil
        if known == nil { lastSecret += 1 }
        work.secrets[key] = known ?? lastSecret
        secrets[secret] = value
      }
      work.writes.append(Journal.Entry.Write(key, value, isSecret: isSecret))
    }
    work.message =
      work.writes.first { !program.works[need.index].declares($0.key) }?.key ?? ""
    return work
  }

  /// What a line says of any work that has ended: its number, and what it was performed under.
  private mutating func ended(_ need: Need, _ reads: ReadKeys?, in strand: Strand) -> Line.Work {
    var work = Line.Work(number: number(of: need))
    if !state.inFlight.isEmpty { state.inFlight[need.stepName] = nil }
    work.inputs = state.inputs(
      program.works[need.index].declared, reads, strand,
      isLoad: program.works[need.index].kind != .effect)
    return work
  }

  mutating func load(_ need: Need, _ value: Value?, _ reads: ReadKeys?) throws(Rejection) {
    let fitting = try need.fitting(loaded: value)
    var work = ended(need, reads, in: state.strand(of: need))
    if let fitting, let key = program.works[need.index].result {
      work.writes = [Journal.Entry.Write(key.name, fitting)]
    }
    pass(need.core, .loaded, Line.Detail(work: work))
  }

  /// Takes the failure of one try of work: the next try follows, or the failure branch, or the
  /// strand fails.
  /// - Parameter message: the error; nil if the time was up.
  mutating func fail(_ need: Need, _ message: String?, _ reads: ReadKeys?) {
    begin(need, at: now)
    var work = ended(need, reads, in: state.strand(of: need))
    work.message = message ?? ""
    let tries = program.works[need.index].tries
    if message != nil, tries >= 0 { work.tries = state.counters[tries] + 1 }
    pass(need.core, message == nil ? .workTimedOut : .failed, Line.Detail(work: work))
  }

  /// Whether this is the last try, so that its failure is a failure of the work.
  func isLastTry(_ need: Need) -> Bool {
    let tries = program.works[need.index].tries
    return tries < 0
      || !program.works[need.index].isTriedAgain(after: state.counters[tries] + 1)
  }

  /// The pause before the try of work that is performed now; zero for its first one.
  func pause(before need: Need) -> Duration {
    let tries = program.works[need.index].tries
    if tries < 0 || state.counters[tries] == 0 { return .zero }
    return .milliseconds(state.pause(of: need.index))
  }

  /// How often the work has failed that waits for its next try, how often it is tried at most, what
  /// it shows, and why it failed; nil for all other needs.
  func tries(before need: Need) -> (failed: Int, most: Int, text: String, reason: Sentence)? {
    guard need.pausedWork != nil, case .work(let index) = program.instructions[need.instruction]
    else { return nil }
    let work = program.works[index]
    let text = work.loading.map { render($0, for: need) } ?? work.name
    let reason = Sentence(
      kept: memo.effect(need.stepName)?.work.message ?? "", limit: work.timeout)
    return (work.tries < 0 ? 0 : state.counters[work.tries], work.retries + 1, text, reason)
  }

  /// Takes a time-out of a prompt or of work.
  mutating func takeTimeOut(_ need: Need, _ reads: ReadKeys?) {
    switch need.kind {
    case .action where !need.isEffect, .load: fail(need, need.tookTooLong, reads)
    case .action where !isLastTry(need):
      // Whether it was done isn't known, so somebody has to look.
      begin(need, at: now)
      state.inFlight[need.stepName] = nil
      state.moveOn(need.stepName, in: need.strand)
    case .action: fail(need, nil, reads)
    default: pass(need.core, .timedOut, state.shownDetail(need.index, in: need.strand))
    }
  }
}
