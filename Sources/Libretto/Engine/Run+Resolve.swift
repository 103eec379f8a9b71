// How needs are resolved: what is checked, and what is written.

extension Run {
  /// Resolves a need, and moves on to the next.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - resolution: the result of the need.
  ///   - given: the answers that were given to a load, or to work that failed; they noted which
  ///     ones were read. Without them, the work counts as having read all answers.
  ///   - time: the current time, in milliseconds since 1970.
  /// - Throws: ``Rejection`` if the resolution doesn't fit; the run then doesn't change.
  public mutating func resolve(
    _ need: Need, with resolution: Resolution, reading given: Answers? = nil, at time: Int = 0
  ) throws(Rejection) {
    guard case .failed(let text) = resolution, !program.keys.secrets.isEmpty else {
      return try accept(need, resolution, reading: given, at: time)
    }
    let answers = given ?? answers(for: need)
    if given == nil { answers.reads?.noteAll() }
    let words = answers.words(for: text, isShown: need.showsErrors)
    try accept(need, .failed(words), reading: given, at: time)
  }

  /// Resolves a need whose error, if there is one, is in words that may be shown.
  mutating func accept(
    _ need: Need, _ resolution: Resolution, reading given: Answers? = nil, at time: Int
  ) throws(Rejection) {
    if !events.isEmpty { events = [] }
    now = time
    if let given, !given.secrets.isEmpty, given.usedSecret { taint(need, resolution) }
    if let keys = given?.reads {
      reads[need.stepName] = keys
      defer { reads[need.stepName] = nil }
      return try settle(need, by: resolution)
    }
    try settle(need, by: resolution)
  }

  /// Notes that work may show a secret in its next try.
  private mutating func taint(_ need: Need, _ resolution: Resolution) {
    switch resolution {
    case .failed, .timedOut: tainted.insert(need.stepName)
    default: break
    }
  }

  private mutating func settle(_ need: Need, by resolution: Resolution) throws(Rejection) {
    if schedule.openGroups == 0, settling == nil {
      guard let open = strand.need, open.isSame(as: need.core), need.program === program else {
        return try conclude(need, resolution)
      }
      try take(need, resolution)
      if schedule.openGroups > 0 { settle() }
    } else if isOpen(need) {
      try resolveStrand(need, resolution)
    } else {
      return try conclude(need, resolution)
    }
    arrive()
  }

  /// Resolves a need of one of several strands, or an effect that must be settled.
  mutating func resolveStrand(
    _ need: Need, _ resolution: Resolution
  ) throws(Rejection) {
    if let settling, settling.isSame(as: need.core) { return try decide(need, resolution) }
    guard active < 0 else {
      try take(need, resolution)
      return settle()
    }
    activate(need.strand)
    do throws(Rejection) {
      try take(need, resolution)
    } catch {
      deactivate()
      throw error
    }
    settle()
  }

  /// The end of every step: a step back of the flow, effects to settle, and clocks.
  mutating func arrive() {
    while true {
      if backing != nil {
        takeBack()
      } else if dropUnreached() {
        performAnew()
      } else {
        break
      }
    }
    if !held.isEmpty {
      let names = held
      held = []
      for name in names { log(name, .held) }
    }
    if remembers {
      directUndos()
      if !isFeeding { findSettling() }
    }
    if !hasClocks { return }
    openClocks()
  }

  /// Takes a resolution for the active strand, and moves it on.
  mutating func take(_ open: Need, _ resolution: Resolution) throws(Rejection) {
    if case .answer(let given) = resolution, open.core.kind == .prompt {
      try answer(open.core, given)
      clearNeed()
      return advance()
    }
    switch (open.kind, resolution) {
    case (.say, .shown):
      hear()
      if !unwritten.contains(active) { unwritten.append(active) }
    case (.prompt, .timedOut), (.action, .timedOut), (.load, .timedOut):
      guard open.duration != nil else { throw Rejection.unlimited(open) }
      return takeTimeOut(open)
    case (.notice, .dismissed):
      log(open.stepName, .dismissed, detail: shownDetail(open.index))
      passNotice(open.index)
    case (.action, .performed(let answers)):
      try perform(open, answers)
      if ending != nil { return }
    case (.action, .failed(let message)), (.load, .failed(let message)):
      return failWork(open, message)
    case (.load, .loaded(let value)):
      try load(open, value)
    case (.wait, .elapsed):
      log(open.stepName, .elapsed)
      // After the pause of work comes its next try.
      guard case .work(let index) = program.instructions[strand.counter] else {
        strand.counter += 1
        break
      }
      clearNeed()
      if asksForSecrets(program.works[index].declared) { return }
      return require(program.works[index].kind.need, index, open.stepName)
    default:
      return try decide(open, resolution)
    }
    clearNeed()
    advance()
  }

  /// Handles a time-out of the open prompt.
  mutating func takeTimeOut(_ open: Need) {
    switch open.kind {
    case .action where !open.isEffect, .load: failWork(open, open.tookTooLong)
    case .action where hasTriesLeft(open): doubt(open)
    case .action: failWork(open, nil)
    default:
      log(open.stepName, .timedOut, detail: shownDetail(open.index))
      timeOut(open.index, open)
    }
  }

  @inline(__always)
  mutating func clearNeed() {
    strand.need = nil
    if active > 0 { schedule.needy.remove(program.operations[active - 1].rank) }
  }

  /// Writes a line of the journal and adds it to the memo.
  /// - Parameter time: the time of the line; nil for now.
  @inline(__always)
  mutating func log(
    _ name: StepName, _ kind: Line.Kind, at time: Int? = nil, value: Value = .null,
    form: Line.Form = .typed, detail: Line.Detail? = nil
  ) {
    if !unwritten.isEmpty { writeSaid(except: kind.isOfQuestion ? active : nil) }
    // The line is made in place: copying it would take a tenth of the time of an answer.
    lines.append(Line(name, kind, time ?? now, value: value, form: form, detail: detail))
    if !asked.isEmpty, kind.isOfQuestion { asked[active].append(name) }
    if hasClocks || remembers { noteLogged() }
  }

  mutating func noteLogged() {
    let line = lines[lines.count - 1]
    if hasClocks, line.kind != .opened { opened[line.name] = nil }
    if !remembers { return }
    memo.note(line)
    if isTaken(line) { memo.take(line.name) }
  }

  // MARK: Answers

  @inline(__always)
  mutating func answer(_ need: Need.Core, _ given: Given) throws(Rejection) {
    let (kept, way) = try settle(given, need.index)
    if program.facts[need.index].isSecret { return answerSecret(need, kept, way) }
    // A typed answer is written as it is kept: in the type of its key.
    let value: Value = if case .typed = given { kept ?? .null } else { given.value }
    log(
      need.stepName, .answered, value: value, form: given.form, detail: shownDetail(need.index))
    put(need.index, kept, way)
  }

  mutating func answerSecret(_ need: Need.Core, _ kept: Value?, _ way: Int) {
    let name = SecretName(name: need.stepName)
    let number = number(ofSecret: name, kept ?? .null)
    log(need.stepName, .secret, value: .int(number), detail: shownDetail(need.index))
    put(need.index, kept, way)
    hold(name, kept, number, slot: program.prompts[need.index].slot)
  }

  /// Keeps an answer and continues in its branch; −1 is the branch of a prompt without choices.
  @inline(__always)
  mutating func put(_ index: Int, _ kept: consuming Value?, _ way: Int) {
    let facts = program.facts[index]
    if facts.slot >= 0 { strand.set(Int(facts.slot), kept) }
    if facts.mark >= 0 { counters[Int(facts.mark)] = 1 }
    strand.counter = way < 0 ? Int(facts.next) : program.prompts[index].targets[way]
    passQuestion()
  }

  @inline(__always)
  mutating func passQuestion() {
    if !strand.shown.isEmpty { strand.forgetSight() }
    // Of what the strand comes to now, something may have been said before.
    strand.told = recalls ? -1 : 0
    stepsSincePrompt = 0
  }

  mutating func timeOut(_ index: Int, _ open: Need) {
    passQuestion()
    let target = program.prompts[index].timedOut
    if target < 0 { return fail(open.timedOut { render($0) }) }
    strand.counter = target
    clearNeed()
    advance()
  }

  mutating func passNotice(_ index: Int) {
    noteNotice(index)
    strand.counter = program.prompts[index].targets.last ?? strand.counter + 1
  }
}
