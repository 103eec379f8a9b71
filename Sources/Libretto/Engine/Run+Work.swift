// Work of the host: what it gets, what it wrote, and what it was performed under.

extension Run {
  // MARK: Given

  /// Returns the answers to give to the work of a need; they note which of them are read.
  /// - Parameter need: one of the run's ``needs``, or that of work that was cancelled.
  /// - Returns: the answers.
  public func answers(for need: Need) -> Answers {
    if need.kind == .undo, let given = memo.effect(need.stepName)?.work.given {
      var answers = Answers(program.keys, given.slots, others: given.others)
      for write in memo.effect(need.stepName)?.work.writes ?? [] {
        let secret = secrets[SecretName(name: need.stepName, key: write.key)]
        answers.write(write.isSecret ? secret : write.value, write.key)
      }
      return answers
    }
    let strand = strand(of: need)
    return Answers(program.keys, strand.slots, others: strand.others, reads: ReadKeys())
  }

  /// The ``Work`` to give to the host for a need.
  func work(for need: Need) -> Work {
    Work(
      answers(for: need), need, number: performanceNumber(of: need), run: id,
      begun: inFlight[need.stepName]?.since)
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

  private func performanceNumber(of need: Need) -> Int {
    need.kind == .undo ? memo.effect(need.stepName)?.work.number ?? 0 : number(of: need.stepName)
  }

  /// Returns when work was begun, in milliseconds since 1970, or nil if it wasn't.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the time, or nil.
  public func begun(_ need: Need) -> Int? {
    if let effect = memo.effect(need.stepName), effect.status == .begun { return effect.began }
    guard inFlight[need.stepName] != nil else { return nil }
    return lines.last { $0.name == need.stepName && $0.kind == .began }?.time
  }

  /// The number of a performance of work; a retry has the number of the first try.
  func number(of name: StepName) -> Int {
    if let flight = inFlight[name] { return flight.number }
    if remembers {
      if let retry = memo.retries[name] { return retry.number }
      if let effect = memo.effect(name), effect.status != .ended, !effect.isOutgrown {
        return effect.work.number
      }
    } else if isFurtherTry(name),
      let line = lines.last(where: { $0.name == name && $0.kind == .failed })
    {
      return line.detail?.work?.number ?? lastWork + 1
    }
    return lastWork + 1
  }

  /// Whether a load has been tried before in its round.
  private func isFurtherTry(_ name: StepName) -> Bool {
    guard case .load(let index) = program.steps[Int(name.step)].kind else { return false }
    return counters[program.loads[index].tries] > 0
  }

  /// Records that an action or an undo is being performed.
  /// - Parameters:
  ///   - need: the need of the action, or of the undo.
  ///   - time: the current time, in milliseconds since 1970.
  public mutating func begin(_ need: Need, at time: Int = 0) {
    guard isOpen(need), inFlight[need.stepName] == nil else { return }
    now = time
    switch need.kind {
    case .action:
      let number = number(of: need.stepName)
      inFlight[need.stepName] = Flight(
        number: number, strand: strand(of: need),
        since: remembers ? memo.retries[need.stepName]?.began : nil)
      lastWork = max(lastWork, number)
      log(need.stepName, .began, at: time, detail: Line.Detail(work: begun(need, number)))
    case .undo:
      inFlight[need.stepName] = Flight(
        number: number(of: need.stepName), strand: strand(of: need))
      log(need.stepName, .undoBegan, at: time)
      // If it is undone for the sake of another effect, its own operation may be asking about it
      // too: no longer.
      if needs.contains(where: { $0.kind != .undo && $0.stepName == need.stepName }) {
        performAnew()
        arrive()
      }
    default: break
    }
  }

  private func begun(_ need: Need, _ number: Int) -> Line.Work {
    let action = program.actions[need.index].action
    let strand = strand(of: need)
    var work = Line.Work(number: number)
    if let reads = action.reads {
      work.inputs = inputs(of: Set(reads.map(\.name)), strand)
      if action.isUndoable {
        var given = Snapshot(slots: Array(repeating: nil, count: strand.slots.count), others: [:])
        for key in reads {
          if let slot = program.keys.slots[key.name] { given.slots[slot] = strand.slots[slot] }
        }
        work.given = given
      }
    } else {
      work.inputs = WorkInputs(all: digest(strand), after: strand.lastWork)
      if action.isUndoable { work.given = Snapshot(slots: strand.slots, others: strand.others) }
    }
    return work
  }

  // MARK: Inputs

  /// The inputs of work.
  private func inputs(
    _ declared: [KeyReference]?, _ reads: ReadKeys?, isLoad: Bool = false
  ) -> WorkInputs {
    if let declared { return inputs(of: Set(declared.map(\.name)), strand, isLoad: isLoad) }
    guard let names = reads?.names else {
      return WorkInputs(all: digest(strand), after: strand.lastWork)
    }
    var inputs = inputs(of: names, strand, isLoad: isLoad)
    inputs.after = strand.lastWork
    return inputs
  }

  private func inputs(
    of names: Set<String>, _ strand: Strand, isLoad: Bool = false
  ) -> WorkInputs {
    WorkInputs(reads: names.sorted().map { input($0, strand, isLoad: isLoad) })
  }

  private func input(_ name: String, _ strand: Strand, isLoad: Bool) -> WorkInputs.Read {
    guard let slot = program.keys.slots[name] else {
      return WorkInputs.Read(key: name, value: strand.others[name])
    }
    if program.keys.secrets.contains(name) {
      return WorkInputs.Read(
        key: name, value: nil, secret: stamp(strand.secrets[slot], isLoad: isLoad))
    }
    return WorkInputs.Read(key: name, value: strand.slots[slot])
  }

  /// The number that represents a secret. A secret that was given again counts as the same for
  /// effects, and as a different one for what is only computed from it.
  private func stamp(_ secret: Strand.SecretState?, isLoad: Bool) -> Int {
    guard let secret else { return 0 }
    let epoch = isLoad ? memo.epochs[secret.name] ?? 0 : 0
    return secret.number &* 65536 &+ epoch
  }

  /// The current values of the same inputs.
  func current(_ inputs: WorkInputs, isLoad: Bool = false) -> WorkInputs {
    var now = inputs
    now.reads = inputs.reads.map { input($0.key, strand, isLoad: isLoad) }
    if inputs.all != nil { now.all = digest(strand) }
    if inputs.after != nil { now.after = strand.lastWork }
    return now
  }

  /// The current inputs of work that another version of the flow takes over. If the work depends on
  /// all answers, these are the existing ones: a question added in this version isn't an input.
  func acceptable(_ inputs: WorkInputs, isLoad: Bool) -> WorkInputs {
    var now = current(inputs, isLoad: isLoad)
    guard inputs.all != nil else { return now }
    now.all = nil
    var names = Set(strand.others.keys)
    for (slot, value) in strand.slots.enumerated() where value != nil {
      names.insert(program.keys[slot].name)
    }
    now.reads = self.inputs(of: names, strand, isLoad: isLoad).reads
    return now
  }

  /// A write of an action that is no longer of its key's type.
  func unfit(_ work: Line.Work) -> Journal.Entry.Write? {
    work.writes.first { write in
      guard !write.isSecret, let value = write.value, let slot = program.keys.slots[write.key]
      else { return false }
      return program.keys[slot].type.fitting(value) == nil
    }
  }

  /// Whether an effect holds, so that its work doesn't have to be performed again.
  func holds(_ effect: Memo.Effect, isLoad: Bool = false) -> Bool {
    guard let inputs = effect.work.inputs else { return false }
    if isSame(inputs, effect.isLoose, isLoad: isLoad) { return true }
    return effect.kept.map { isSame($0, effect.isLoose, isLoad: isLoad) } ?? false
  }

  private func isSame(_ inputs: WorkInputs, _ isLoose: Bool, isLoad: Bool) -> Bool {
    let now = current(inputs, isLoad: isLoad)
    if inputs == now { return true }
    guard inputs.all == now.all, isLoose || inputs.after == now.after else { return false }
    return zip(inputs.reads, now.reads).allSatisfy { old, new in
      if old == new { return true }
      let slot = program.keys.slots[old.key]
      // A key that this version doesn't have.
      if isLoose, slot == nil, new.value == nil { return true }
      guard old.secret == new.secret else { return false }
      let isSet = slot.map(program.sets.contains) ?? false
      return Digest.short(old.value, isSet: isSet) == Digest.short(new.value, isSet: isSet)
        && isSame(old.value, new.value, isSet: isSet)
    }
  }

  private func isSame(_ old: Value?, _ new: Value?, isSet: Bool) -> Bool {
    switch (old, new) {
    case (nil, nil): true
    case (.double(let a)?, .double(let b)?): a == b || a.isNaN && b.isNaN
    case (.list(let a)?, .list(let b)?) where isSet:
      a.count == b.count && a.allSatisfy { b.contains($0) }
    default: old == new
    }
  }

  /// A digest of all answers of a strand.
  private func digest(_ strand: Strand) -> UInt64 {
    var digest = Digest()
    for (slot, value) in strand.slots.enumerated() {
      guard let value else { continue }
      digest.add(program.keys[slot].name)
      if let secret = strand.secrets[slot] {
        digest.add(UInt64(bitPattern: Int64(secret.number)))
      } else {
        digest.add(value, isSet: program.sets.contains(slot))
      }
    }
    for (name, value) in strand.others.sorted(by: { $0.key < $1.key }) {
      digest.add(name)
      digest.add(value)
    }
    return digest.bits
  }

  // MARK: Results

  mutating func perform(_ need: Need, _ answers: Answers) throws(Rejection) {
    try need.checkWritten(answers)
    let work = performed(need, answers)
    log(need.stepName, .ended, detail: Line.Detail(work: work))
    apply(work, need.stepName)
  }

  /// The result of an action, as part of a line.
  mutating func performed(_ need: Need, _ answers: Answers) -> Line.Work {
    let name = need.stepName
    var work = Line.Work(number: number(of: name))
    lastWork = max(lastWork, work.number)
    inFlight[name] = nil
    work.inputs = inputs(program.actions[need.index].action.reads, answers.reads)
    for key in answers.writeOrder {
      var value = answers.writes[key] ?? nil
      if let slot = program.keys.slots[key] {
        value = value.map { program.keys[slot].type.fitting($0) ?? $0 }
      }
      let isSecret = program.keys.secrets.contains(key)
      if isSecret, let value {
        let secret = SecretName(name: name, key: key)
        work.secrets[key] = number(ofSecret: secret, value)
        secrets[secret] = value
      }
      work.writes.append(Journal.Entry.Write(key, value, isSecret: isSecret))
    }
    return work
  }

  /// Sets what an action set, and continues after it.
  mutating func apply(_ work: Line.Work, _ name: StepName) {
    for write in work.writes {
      let value =
        write.isSecret ? secrets[SecretName(name: name, key: write.key)] : write.value
      guard let slot = program.keys.slots[write.key] else {
        strand.set(other: write.key, value)
        continue
      }
      guard write.isSecret else {
        strand.set(slot, value.flatMap { program.keys[slot].type.fitting($0) })
        if strand.secrets[slot] != nil { strand.secrets[slot] = nil }
        continue
      }
      strand.set(slot, value ?? .null)
      hold(
        SecretName(name: name, key: write.key), value, work.secrets[write.key] ?? 0, slot: slot)
    }
    strand.lastWork = work.number
    strand.counter += 1
  }

  mutating func load(_ open: Need, _ value: Value?) throws(Rejection) {
    let index = open.index
    var work = loadWork(open)
    if let value, !value.isEmpty {
      try open.checkLoaded(value)
      let key = program.loads[index].load.key
      work.writes = [Journal.Entry.Write(key.name, key.type.fitting(value) ?? value)]
    }
    log(open.stepName, .loaded, detail: Line.Detail(work: work))
    apply(loaded: work, index)
  }

  private mutating func loadWork(_ open: Need) -> Line.Work {
    var work = Line.Work(number: number(of: open.stepName))
    lastWork = max(lastWork, work.number)
    work.inputs = inputs(
      program.loads[open.index].load.reads, reads[open.stepName], isLoad: true)
    reads[open.stepName] = nil
    return work
  }

  mutating func apply(loaded work: Line.Work, _ index: Int) {
    let code = program.loads[index]
    strand.lastWork = work.number
    guard let value = work.writes.first?.value else {
      note(.string("empty"), code.stateSlot)
      strand.counter = code.empty
      return
    }
    strand.set(code.slot, code.load.key.type.fitting(value) ?? value)
    note(.string("data"), code.stateSlot)
    strand.counter = code.data
  }

  // MARK: Failures

  mutating func failWork(
    _ open: Need, _ message: String, _ kind: Line.Kind, _ failure: Failure
  ) {
    var work = Line.Work(number: number(of: open.stepName))
    lastWork = max(lastWork, work.number)
    inFlight[open.stepName] = nil
    work.message = message
    work.inputs = inputs(program.actions[open.index].action.reads, reads[open.stepName])
    reads[open.stepName] = nil
    log(open.stepName, kind, detail: Line.Detail(work: work))
    strand.lastWork = work.number
    fail(failure, kind == .failed ? message : nil)
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
      let pause = pause(open.index)
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
