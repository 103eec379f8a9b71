// Work of the host: what it gets, what it wrote, and what it was performed under.

extension Run {
  // MARK: Given

  /// Returns the answers to give to the work of a need; they note which of them are read.
  /// - Parameter need: one of the run's ``needs``, or that of work that was cancelled.
  /// - Returns: the answers.
  public func answers(for need: Need) -> Answers {
    var answers = given(need)
    answers.step = need.name
    return answers
  }

  private func given(_ need: Need) -> Answers {
    if need.kind == .undo, let work = memo.standing(need.stepName)?.work, let given = work.given {
      var answers = Answers(
        program.keys, given.slots, others: given.others, reads: ReadKeys(), held: secrets)
      for write in work.writes {
        let secret = secrets[SecretName(name: need.stepName, key: write.key)]
        answers.write(write.isSecret ? secret : write.value, write.key)
      }
      return answers
    }
    let strand = strand(of: need)
    return Answers(
      program.keys, strand.slots, others: strand.others, reads: ReadKeys(), held: secrets)
  }

  /// The ``Work`` to give to the host for a need.
  func work(for need: Need) -> Work {
    Work(
      answers(for: need), need, number: performanceNumber(of: need), run: id,
      text: text(of: need), begun: inFlight[need.stepName]?.since,
      wasTainted: !program.keys.secrets.isEmpty && tainted.contains(need.stepName))
  }

  /// The strand of a need.
  func strand(of need: Need) -> Strand {
    guard schedule.openGroups > 0, need.strand != active, need.strand < schedule.strands.count
    else { return strand }
    return schedule.strands[need.strand]
  }

  /// Returns a key for this performance of work in this run, the same for every retry, so that a
  /// host can find out that it has done the work already. The key of an undo is that of the undone
  /// performance, followed by `/undo`.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the key.
  public func performanceKey(of need: Need) -> String {
    need.key(ofPerformance: performanceNumber(of: need), run: id)
  }

  func performanceNumber(of need: Need) -> Int {
    need.kind == .undo ? memo.standing(need.stepName)?.work.number ?? 0 : number(of: need)
  }

  /// Returns when work was begun, in milliseconds since 1970, or nil if it wasn't.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the time, or nil.
  public func begun(_ need: Need) -> Int? {
    if let effect = memo.effect(need.stepName), effect.hasBegun { return effect.began }
    guard inFlight[need.stepName] != nil else { return nil }
    return lines.last { $0.name == need.stepName && $0.kind == .began }?.time
  }

  /// The number of a performance of work; a retry has the number of the first try.
  func number(of need: Need) -> Int {
    let name = need.stepName
    if let flight = inFlight[name] { return flight.number }
    if remembers {
      if let retry = memo.retries[name] { return retry.number }
      if let effect = memo.effect(name), isGoneOnWith(effect, need) { return effect.work.number }
    } else if isFurtherTry(name),
      let line = lines.last(where: { $0.name == name && $0.kind == .failed })
    {
      return line.detail?.work?.number ?? lastWork + 1
    }
    return lastWork + 1
  }

  /// Whether to perform work again is the same performance. If the answers that failed work read have
  /// changed since, it is a new one.
  private func isGoneOnWith(_ effect: Memo.Effect, _ need: Need) -> Bool {
    guard effect.hasFailed else { return effect.hasBegun }
    return seeing(need).holds(effect, isLoad: !isEffect(need.core.step))
  }

  /// Whether work has been tried before in its round.
  func isFurtherTry(_ name: StepName) -> Bool {
    switch program.steps[Int(name.step)].kind {
    case .action(let index), .load(let index):
      program.works[index].tries >= 0 && counters[program.works[index].tries] > 0
    case .prompt, .wait, .cancel: false
    }
  }

  /// Records that an action or an undo is being performed.
  /// - Parameters:
  ///   - need: the need of the action, or of the undo.
  ///   - time: the current time, in milliseconds since 1970.
  public mutating func begin(_ need: Need, at time: Int = 0) {
    guard isOpen(need) else { return }
    beginOpen(need, at: time)
  }

  /// The same for a need that is known to be open; its strand may be in the registers.
  private mutating func beginOpen(_ need: Need, at time: Int) {
    guard inFlight[need.stepName] == nil else { return }
    now = time
    switch need.kind {
    case .action where !need.isEffect: break
    case .action:
      let number = number(of: need)
      inFlight[need.stepName] = Flight(
        number: number, strand: strand(of: need),
        since: remembers ? memo.retries[need.stepName]?.began : nil)
      lastWork = max(lastWork, number)
      log(need.stepName, .began, at: time, detail: Line.Detail(work: begun(need, number)))
    case .undo:
      inFlight[need.stepName] = Flight(
        number: number(of: need), strand: strand(of: need))
      log(need.stepName, .undoBegan, at: time)
      showUndoing(need.stepName)
    default: break
    }
  }

  /// Records the begin that the result of work implies, if the host didn't: a doubt has to be in the
  /// lines, and a key is used once.
  mutating func beginIfNeeded(_ need: Need) {
    if need.kind == .action, need.isEffect { beginOpen(need, at: now) }
  }

  /// An effect that is being undone for the sake of another isn't asked about in its own operation.
  private mutating func showUndoing(_ name: StepName) {
    guard schedule.openGroups > 0 else { return }
    for rank in schedule.needy.all {
      let number = program.byRank[rank] + 1
      guard let need = schedule.strands[number].need, need.kind != .undo, need.stepName == name
      else { continue }
      schedule.strands[number].need = Need.Core(
        kind: .undo, step: need.step, rounds: need.rounds, instruction: need.instruction,
        index: need.index, strand: need.strand)
    }
  }

  func begun(_ need: Need, _ number: Int) -> Line.Work {
    let code = program.works[need.index]
    let strand = strand(of: need)
    var work = Line.Work(number: number)
    if code.tries >= 0 { work.tries = counters[code.tries] }
    if let reads = code.declared {
      work.inputs = inputs(of: Set(reads.map(\.name)), strand)
      if code.isUndoable {
        var given = Snapshot(slots: Array(repeating: nil, count: strand.slots.count), others: [:])
        for key in reads {
          if let slot = program.keys.slots[key.name] { given.slots[slot] = strand.slots[slot] }
        }
        work.given = given
      }
    } else {
      work.inputs = WorkInputs(all: digest(strand), after: strand.lastWork)
      if code.isUndoable { work.given = Snapshot(slots: strand.slots, others: strand.others) }
    }
    return work
  }

  // MARK: Results

  mutating func perform(_ need: Need, _ answers: Answers) throws(Rejection) {
    try need.checkWritten(answers)
    beginIfNeeded(need)
    let work = performed(need, answers)
    log(need.stepName, .ended, detail: Line.Detail(work: work))
    apply(work, need.stepName, need.index)
  }

  /// The result of an action, as part of a line.
  mutating func performed(_ need: Need, _ answers: Answers) -> Line.Work {
    let name = need.stepName
    var work = ended(need, answers.reads)
    for key in answers.writeOrder {
      var value = answers.writes[key] ?? nil
      if let slot = program.keys.slots[key] {
        value = value.map { program.keys[slot].type.value(exactly: $0) ?? $0 }
      }
      let isSecret = program.keys.secrets.contains(key)
      if isSecret, let value {
        let secret = SecretName(name: name, key: key)
        work.secrets[key] = number(ofSecret: secret, value)
        secrets[secret] = value
      }
      work.writes.append(Journal.Entry.Write(key, value, isSecret: isSecret))
    }
    work.message =
      work.writes.first { !program.works[need.index].declares($0.key) }?.key ?? ""
    return work
  }

  /// What a line says of any work that has ended: its number, and what it was performed under.
  mutating func ended(_ need: Need, _ reads: ReadKeys?) -> Line.Work {
    var work = Line.Work(number: number(of: need))
    lastWork = max(lastWork, work.number)
    if !inFlight.isEmpty { inFlight[need.stepName] = nil }
    work.inputs = inputs(
      program.works[need.index].declared, reads,
      isLoad: program.works[need.index].kind != .effect)
    return work
  }

  /// Sets what work set, and continues after it.
  ///
  /// If an action set a key that its step doesn't declare, the run ends. The action has ended all the same:
  /// it isn't tried again, and no branch handles it.
  mutating func apply(_ work: Line.Work, _ name: StepName, _ index: Int) {
    if !strand.isCut, let failure = undeclaredWrite(work, index) { return end(.failed(failure)) }
    for write in work.writes {
      let value =
        write.isSecret ? secrets[SecretName(name: name, key: write.key)] : write.value
      guard let slot = program.keys.slots[write.key] else {
        strand.set(other: write.key, value)
        continue
      }
      guard write.isSecret else {
        strand.set(slot, value.flatMap { program.keys[slot].type.value(exactly: $0) })
        if strand.secrets[slot] != nil { strand.secrets[slot] = nil }
        continue
      }
      strand.set(slot, value ?? .null)
      hold(
        SecretName(name: name, key: write.key), value, work.secrets[write.key] ?? 0, slot: slot)
    }
    strand.lastWork = work.number
    guard program.works[index].isLoad else {
      strand.counter += 1
      return
    }
    let hasData = work.writes.first?.value != nil
    note(.string(hasData ? "data" : "empty"), program.works[index].stateSlot)
    strand.counter = hasData ? program.works[index].data : program.works[index].empty
  }

  /// - Returns: the failure of work that set a key that its step doesn't declare; what an earlier
  ///   version of the flow let it set may be a key that this one doesn't have.
  private func undeclaredWrite(_ work: Line.Work, _ index: Int) -> Failure? {
    if program.works[index].isLoad || program.works[index].writes == nil { return nil }
    let key = work.writes.lazy.map(\.key).first {
      !program.works[index].declares($0)
        && ($0 == work.message || program.keys.slots[$0] != nil)
    }
    guard let key else { return nil }
    let action = program.works[index]
    return Failure(
      .action,
      message: "the action “\(action.name)” set the key “\(key)”, which it doesn't declare; "
        + "declare it with writes: [\(((action.writes ?? []).map(\.name) + [key]).listed(\.self))]",
      step: action.id, place: program.sources[strand.counter])
  }

  mutating func load(_ open: Need, _ value: Value?) throws(Rejection) {
    try open.checkLoaded(value)
    var work = ended(open, takeReads(open))
    if let value, !value.isEmpty, let key = program.works[open.index].result {
      work.writes = [Journal.Entry.Write(key.name, key.type.value(exactly: value) ?? value)]
    }
    log(open.stepName, .loaded, detail: Line.Detail(work: work))
    apply(work, open.stepName, open.index)
  }

  /// The keys that work has read, as far as the host noted it.
  mutating func takeReads(_ need: Need) -> ReadKeys? {
    defer { reads[need.stepName] = nil }
    return reads[need.stepName]
  }
}
