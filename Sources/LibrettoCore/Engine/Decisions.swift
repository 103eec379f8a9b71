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
      guard isUndoable(need) else {
        throw Rejection(.cantBeUndone, need.action ?? "")
      }
      try accept(need, .undoAgain)
    case (.stale, .answer(.choice("keep"))), (.stale, .keep):
      if let write = misfit(of: need) {
        throw Rejection(.cantBeKept, write.key)
      }
      try accept(need, .kept)
    case (.begun, .answer(.choice("again"))), (.begun, .didNotRun):
      note(.didNotRun, name)
    case (.begun, .answer(.choice("ended"))):
      guard mayHaveEnded(need) else {
        throw Rejection(.setsUnknown, need.action ?? "")
      }
      // Nothing of what it set is known.
      try end(need, nothing)
    case (.begun, .answer(.choice("undo"))) where mayUndoBegun(need):
      // Whatever it has done is undone, also where it would stand.
      log(name, .ended, detail: Line.Detail(work: ended(need, nothing)))
      log(name, .undoBegan)
      note(.undoAgain, name)
    case (.begun, .answer(.choice("leave"))) where isPassed(need) && !isUndoable(need):
      note(.stays, name)
    case (.begun, .performed(let answers)):
      try end(need, answers)
    case (.begun, .answer(.choice("failed"))) where handlesFailure(of: need):
      try decide(need, .failed(Words.english(.interrupted)))
    // What is no longer needed throws because it was cancelled: that doesn't say what was done.
    case (.begun, .failed) where isPassed(need), (.begun, .timedOut) where isPassed(need),
      (.undoBegun, .failed), (.undoBegun, .timedOut):
      return
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
    // Somebody has looked: what was done is there. Or the edited flow can't undo it any more.
    case (.undoBegun, .didNotRun),
      (.undoBegun, .answer(.choice("leave"))) where !isUndoable(need):
      note(.didNotUndo, name)
    case (.undoBegun, .answer(.choice("again"))) where isUndoable(need),
      (.undoFailed, .answer(.choice("again"))) where isUndoable(need):
      note(.undoAgain, name)
    case (.undoBegun, .again), (.undoFailed, .again):
      // If the edited flow can't undo it any more, it stays.
      note(isUndoable(need) ? .undoAgain : .didNotUndo, name)
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
    // It has been resolved, not withdrawn.
    events.removeAll { if case .withdrawn(need) = $0 { true } else { false } }
  }

  /// Writes a decision, and performs the run again over it.
  mutating func note(_ kind: Line.Kind, _ name: StepName, _ work: Line.Work? = nil) {
    if !state.inFlight.isEmpty { state.inFlight[name] = nil }
    log(name, kind, detail: work.flatMap { Line.Detail(work: $0) })
    // A failed run stays failed: performed again, it would retry what failed.
    if state.mayEndWell { performAnew() }
  }

  mutating func accept(_ need: Need, _ kind: Line.Kind) throws(Rejection) {
    let strand = state.strand(of: need)
    guard let now = memo.standing(need.stepName).flatMap({ state.decided($0, strand) }) else {
      throw .unfit(need)
    }
    note(kind, need.stepName, Line.Work(accepted: now))
  }

  /// Whether a person can declare that an action that was begun has ended: only if it is known to
  /// set no keys, because the values would be unknown. One that doesn’t say what it sets counts as setting
  /// some where the flow has keys that only an action can set, or where it has set one in this run.
  func mayHaveEnded(_ need: Need) -> Bool {
    let action = program.works[need.index]
    if action.result != nil { return false }
    if let writes = action.writes { return writes.isEmpty }
    return !program.hasFreeKeys
      && !memo.effects.contains { $0?.name.step == need.step && $0?.work.writes.isEmpty == false }
  }

  private var nothing: Answers { Answers(program.keys, [], others: [:], reads: nil) }

  private func isUndoable(_ need: Need) -> Bool { program.works[need.index].isUndoable }

  /// Whether a decision is about an effect that the run has passed, so that it isn't performed here.
  func isPassed(_ need: Need) -> Bool { state.settling?.isSame(as: need.core) ?? false }

  /// Ends an action that was begun, after somebody found out that it has ended.
  mutating func end(_ need: Need, _ answers: Answers) throws(Rejection) {
    try need.checkWritten(answers)
    note(.ended, need.stepName, ended(need, answers))
  }

  private mutating func ended(_ need: Need, _ answers: Answers) -> Line.Work {
    let begun = memo.effect(need.stepName)?.work
    var work = performed(need, answers, in: state.strand(of: need))
    // The action was performed under the inputs with which it began, whatever they are now.
    guard let inputs = begun?.inputs else { return work }
    work.inputs = inputs.inShort
    // An edit may have added the undo.
    if isUndoable(need), begun?.given == nil { work.given = inputs.known.map(program.snapshot) }
    return work
  }

  // MARK: Cancelled work

  /// The need of an effect that the run has cancelled, for a host that performs it itself and tells of
  /// its end; nil if there is none.
  func cutNeed(_ name: String) -> Need? {
    guard let step = program.name(name), memo.effect(step)?.hasBegun ?? false,
      state.inFlight[step] == nil, let action = program.action(step.step),
      !needs.contains(where: { $0.stepName == step && $0.kind != .remains })
    else { return nil }
    let core = Need.Core(
      kind: .begun, step: step.step, rounds: step.rounds,
      instruction: program.position(step).instruction, index: action, strand: 0)
    return Need(program: program, core: core)
  }

  /// Takes the result of work whose operation was cancelled in the meantime: its effect is in
  /// force.
  mutating func conclude(_ need: Need, _ resolution: Resolution) throws(Rejection) {
    if need.kind == .begun, memo.effect(need.stepName)?.hasBegun ?? false {
      switch resolution {
      case .performed(let answers): try end(need, answers)
      // What it throws is the answer to the cancellation, here too.
      case .failed, .timedOut: return
      default: throw Rejection.notNeeded(need)
      }
      return rest()
    }
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

  /// Notes that work that was noted as begun has not run, since it was cancelled before.
  mutating func takeBackBegin(of need: Need) {
    guard state.inFlight[need.stepName] != nil else { return }
    note(need.kind == .undo ? .didNotUndo : .didNotRun, need.stepName)
    rest()
  }

  /// Notes that the result of cancelled work is unknown.
  /// - Parameter need: the need of the work.
  package mutating func loseTrack(of need: Need) {
    guard state.inFlight.removeValue(forKey: need.stepName) != nil else { return }
    if need.kind == .action, !isOpen(need) { log(need.stepName, .cut) }
    if !state.mayEndWell { return }
    performAnew()
    rest()
  }
}

// Decisions about effects, as questions: they say under which values something was done, and what
// has changed. They use titles, which the person knows, instead of ids.

extension Run {
  /// What an effect has set that no longer fits its key.
  func misfit(of need: Need) -> Journal.Entry.Write? {
    memo.standing(need.stepName).flatMap { state.unfit($0.work) }
  }

  func decision(for need: Need) -> Question? {
    let title = need.action ?? need.name
    switch need.kind {
    case .stale:
      let ways: [(String, Phrase)] =
        (isUndoable(need) ? [("undo", .undoAndPerform)] : []) + [("again", .performAgain)]
      if let write = misfit(of: need) {
        return decision(
          need, Sentence(.changedKeyDecision, title), Sentence(.cantBeKept, write.key), ways)
      }
      let changes = changes(need)
      return decision(
        need, Sentence(changes == nil ? .repeatedDecision : .changedDecision, title), changes,
        ways + [("keep", .keepIt)])
    case .begun:
      let limit = program.works[need.index].timeout
      let ways: [(String, Phrase)] =
        isPassed(need)
        ? [isUndoable(need) ? ("undo", .undoIt) : ("leave", .leaveIt), ("again", .itWasNotDone)]
        : (mayUndoBegun(need) ? [("undo", .undoAndPerform)] : []) + [("again", .performAgain)]
          + (mayHaveEnded(need) ? [("ended", .itWasDone)] : [])
          + (handlesFailure(of: need) ? [("failed", .itDidNotHappen)] : [])
      return decision(
        need,
        limit.map { Sentence(.lateDecision, title, $0) } ?? Sentence(.interruptedDecision, title),
        Sentence(.interruptedAdvice), ways, behind: holdsNow(need) ? nil : changes(need))
    case .undoBegun:
      return decision(
        need, Sentence(.undoInterruptedDecision, title), Sentence(.undoInterruptedAdvice),
        [isUndoable(need) ? ("again", .undoAgain) : ("leave", .leaveIt), ("undone", .itWasUndone)])
    case .undoFailed:
      let why = Sentence(
        kept: memo.standing(need.stepName)?.undoFailure ?? "", limit: need.duration)
      return decision(
        need, Sentence(.undoFailedDecision, title, why), nil,
        (isUndoable(need) ? [("again", .tryAgain)] : []) + [("leave", .leaveIt)])
    case .remains:
      let isCut = memo.effect(need.stepName)?.status == .cut
      return decision(need, Sentence(isCut ? .cancelledNotice : .remainsNotice, title), nil, [])
    case .secret:
      return secretsAsked(with: need).first { $0.need == need }.map { question($0, id: need.id) }
    default: return nil
    }
  }

  private func decision(
    _ need: Need, _ title: Sentence, _ message: Sentence?, _ choices: [(id: String, title: Phrase)],
    behind changes: Sentence? = nil
  ) -> Question {
    var prompt = Prompt(choices.isEmpty ? .alert : .choose, Text(language(title)))
    let message = [changes, message].compactMap { $0.map { language($0) } }
    if !message.isEmpty { prompt.message = Text(message.joined(separator: " ")) }
    var question = Question(
      prompt, id: need.id, name: need.name, operation: need.operation, isSecret: false,
      choices: choices.map { Question.Choice(id: $0.id, title: language($0.title)) },
      language: language
    ) { $0.literals }
    question.mayGoBack = state.target(of: need) != nil
    question.isDecision = true
    return question
  }

  /// Whether what was begun may be undone, in case it was done: the run has passed it, or would perform it
  /// under other answers.
  private func mayUndoBegun(_ need: Need) -> Bool {
    isUndoable(need) && (isPassed(need) || !holdsNow(need))
  }

  private func holdsNow(_ need: Need) -> Bool {
    memo.effect(need.stepName).map { state.holds($0, state.strand(of: need)) } ?? false
  }

  /// The values that an action was performed under, and the current ones; nil if no answer has
  /// changed, but a step before it was performed again.
  private func changes(_ need: Need) -> Sentence? {
    let strand = state.strand(of: need)
    guard let counted = memo.standing(need.stepName).map(state.counted), let first = counted.first
    else { return nil }
    // An edit has accepted it under other names.
    let isRenamed = first.reads.contains { state.isGone($0.key, strand) }
    let inputs = isRenamed ? counted.last ?? first : first
    let now = state.current(inputs, strand)
    lazy var passed = passedSteps
    var changes: [Sentence] = []
    for (old, new) in zip(inputs.reads, now.reads) where old != new {
      let title =
        passed.last { $0.key == old.key }?.title.inQuotes
        ?? program.title(ofKey: old.key, strand.slots, language)
      if old.secret != 0 || new.secret != 0 {
        // One may have become an answer that is no secret: then nobody knows the other one.
        let isKnown = old.value == nil && new.value == nil
        changes.append(Sentence(isKnown ? .differentSecret : .secretAndAnswer, title))
      } else {
        changes.append(Sentence(.differentAnswer, title, said(old.value), said(new.value)))
      }
    }
    if changes.isEmpty {
      return inputs.all == now.all ? nil : Sentence(.answerChanged)
    }
    return Sentence(.differences, changes.said(between: .semicolon))
  }

  private func said(_ value: Value?) -> Said {
    guard let value, !value.isEmpty else { return Phrase.none.said }
    return value.said
  }
}

extension Run {
  /// What is decided about an action that was begun, without asking: it is performed again, or if the
  /// run has passed it, undone, since it may have been done.
  func decidedToRun(_ need: Need) -> Resolution {
    isPassed(need) && isUndoable(need) ? .answer(.choice("undo")) : .didNotRun
  }
}

extension Program {
  /// The title of the question that sets a key, as the person knows it, or otherwise the key's
  /// name; in quotation marks.
  /// - Parameter slots: the answers that it shows; nil if they aren't known.
  package func title(
    ofKey name: String, _ slots: [Value?]? = nil, _ language: Words = .english
  ) -> Sentence {
    guard let slot = keys.slots[name], let prompt = prompts.first(where: { $0.slot == slot }) else {
      return name.inQuotes
    }
    let text = prompt.prompt.title
    let title = (slots.map { render(text, $0, language) } ?? text.literals).trimmed
    return (title.isEmpty ? name : title).inQuotes
  }
}

// Secrets: no line contains one, so a restored run asks for a secret again if work may read it.

extension Run {
  /// The number of a secret: that of the same secret if it was given before, otherwise the next
  /// one.
  mutating func number(ofSecret name: SecretName, _ value: Value) -> Int {
    guard let number = memo.secretNumber(name.name, name.key) else { return memo.lastSecret + 1 }
    guard let known = secrets[name] else {
      // The previous secret is no longer stored: for effects, this one counts as the same.
      remarkSame(name, number)
      return number
    }
    return known == value ? number : memo.lastSecret + 1
  }

  /// A secret that is asked for again: its need, and its slot.
  struct AskedSecret {
    let need: Need
    let slot: Int
  }

  /// The secrets that a step reads and that are no longer stored, in the order of asking.
  /// - Parameter need: the need of one of them.
  func secretsAsked(with need: Need) -> [AskedSecret] {
    let reads: [KeyReference]? =
      switch program.instructions[need.instruction] {
      case .work(let index): program.works[index].declared
      case .prompt(let index): state.keysRead(index)
      default: []
      }
    return state.unknownSecrets(reads, state.strand(of: need)).map { slot, name, index in
      let core = Need.Core(
        kind: .secret, step: name.step, rounds: name.rounds, instruction: need.instruction,
        index: index, strand: need.strand)
      return AskedSecret(need: Need(program: program, core: core), slot: slot)
    }
  }

  func question(_ asked: AskedSecret, id: String) -> Question {
    let key = program.keys[asked.slot]
    return Question(
      Prompt(.ask, Text(language(.secretAgain, key.name)), key: key), id: id, name: asked.need.name,
      operation: asked.need.operation, isSecret: true, choices: [], language: language
    ) { $0.literals }
  }

  /// Takes a secret that is given again: for effects, it counts as the same.
  /// - Parameter slot: its slot; nil for the first that the need asks for.
  mutating func giveAgain(_ need: Need, _ given: Given, in slot: Int? = nil) throws(Rejection) {
    let name = need.stepName
    let slot = slot ?? secretsAsked(with: need).first { $0.need == need }?.slot
    let held = slot.flatMap { state.strand(of: need).secrets[$0] }
    let value: Value
    if need.index >= 0 {
      let slots = state.strand(of: need).slots
      value = try program.settle(given, need.index, slots).kept ?? .null
    } else {
      guard let key = held?.key, let slot = program.keys.slots[key],
        let fitting = program.keys[slot].type.value(exactly: given.value)
      else {
        throw Rejection(.misfitsKey, held?.key ?? "")
      }
      value = fitting
    }
    let secret = SecretName(name: name, key: held?.key)
    secrets[secret] = value
    let epoch = (memo.epochs[name] ?? 0) + 1
    log(name, .givenAgain, value: .int(epoch))
    if let held { remarkSame(secret, held.number) }
    performAnew()
  }

  /// Reports the actions for which a secret that was given again counts as the previous one.
  private mutating func remarkSame(_ secret: SecretName, _ number: Int) {
    guard let place = memo.place(secret.name) else { return }
    let titles = memo.effects.compactMap { last -> Sentence? in
      guard let last, let effect = memo.standing(last.name), state.program.isEffect(last.name.step),
        effect.isInForce, let inputs = effect.work.inputs
      else { return nil }
      // Work that may have read anything can have read this secret only if it came later.
      let mayHaveRead = inputs.all != nil && memo.order(place) < last.order
      guard mayHaveRead || inputs.reads.contains(where: { $0.secret >> 16 == number }) else {
        return nil
      }
      return Sentence(.quote, program.title(last.name))
    }
    guard !titles.isEmpty else { return }
    let title =
      secret.key.map { Sentence(.secretOfKey, $0) } ?? Sentence(.quote, program.title(secret.name))
    remarks.append(
      ResumeRemark(
        kind: .sameSecret, name: program.string(secret.name),
        Sentence(.sameSecret, title, titles.said())))
  }
}
