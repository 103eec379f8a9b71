import TestSupport

/// One thing that happens in a walk, as data: names and answers, never places.
///
/// So a walk can be taken again over another flow or without some of its steps; a step for which
/// there is no need is passed over.
enum WalkStep: Hashable, Sendable, Codable {
  case answer(String, JudgeAnswer)
  /// Nobody answers in time; the run is told by its own clock or by the host.
  case tooLate(String, byClock: Bool)
  case dismiss(String)
  case elapse(String)
  /// A wait, or the pause of work, is over by the run's own clock.
  case lapse(String)
  case perform(String, Ending)
  /// An action or an undo begins; other things happen until it ends, if ever.
  case begin(String)
  case end(String, Ending)
  case load(String, Log.Computed)
  /// A load takes too long.
  case loadTooLate(String)
  case decide(String, Choice)
  /// Somebody looks whether what was begun has happened.
  case look(String)
  case undo(String, Ending)
  case undoFailed(String, retries: Bool)
  case tell(String)
  case secret(String)
  case back(String)
  /// From a review to a question of its form.
  case correct(String, field: String)
  /// Back and the same answer again, on a copy: nothing changes.
  case sameAgain(String)
  case restore(EngineSaving)
  /// A wrong answer, which is refused.
  case wrong(String, JudgeAnswer)
  /// Work or an undo that its host performs without saying that it begins.
  case unbegun(String, Ending)
  /// The page of a question, filled in.
  case page(String, [String: JudgeAnswer], button: String?)
  /// The end of the input, or a signal: the run stops, and what is being performed is cancelled. Then
  /// another process takes the run up.
  case stop(Ending, EngineSaving)
  case edit(JudgeEdit)
  /// The next higher version of the flow takes the run up: these edits make it, the first time.
  case upgrade([JudgeEdit], EngineSaving)
  /// The version before takes the run up; or leaves it to the higher one.
  case downgrade(EngineSaving)
  case pass(milliseconds: Int)

  /// How an action or an undo ends.
  enum Ending: Hashable, Sendable, Codable {
    case ends
    case fails
    /// It takes too long, with the work done or not.
    case late(done: Bool)
    /// The process is killed, with the work done or not.
    case killed(done: Bool, EngineSaving)

    var isKill: Bool { if case .killed = self { true } else { false } }

    /// Whether work that was cancelled was done all the same; nil if that is known.
    var cut: Bool? {
      switch self {
      case .fails: false
      case .late(let done): done
      case .ends, .killed: nil
      }
    }
  }

  enum Choice: Hashable, Sendable, Codable { case again, undoAndAgain, keep }
}

extension Walk {
  /// A random next step.
  mutating func next(_ state: JudgeState, _ random: inout SeededGenerator) -> WalkStep? {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func saving() -> EngineSaving { Bool.random(using: &random) ? .journal : .token }
    if state.isOver {
      guard case .failed(let work)? = state.outcome else { return nil }
      // What is being performed may end all the same.
      if let name = flights.keys.sorted().randomElement(using: &random), chance(50) {
        return .end(name, ending(flights[name]?.need, &random))
      }
      return work != nil && chance(50) ? .restore(saving()) : nil
    }
    if chance(8) { return .restore(saving()) }
    if isWide, chance(3) {
      if isFull { return .stop(cut(&random), saving()) }
      return .stop(ending(nil, &random), saving())
    }
    if isFull, judge.flow.version != nil, chance(8) {
      if lower != nil { return .downgrade(saving()) }
      return .upgrade(versionEdits(&random), saving())
    }
    if chance(20) || state.open.isEmpty,
      let name = flights.keys.sorted().randomElement(using: &random)
    {
      return .end(name, ending(flights[name]?.need, &random))
    }
    if chance(isFull ? 4 : 2), allowsEdits, isFull ? judge.flow.version == nil : isQuiet(state) {
      edits += 1
      let edit = JudgeEdit.random(
        of: judge.flow, number: edits, isDeep: editsDeep, using: &random)
      if let edit { return .edit(edit) }
    }
    if chance(3) { return .pass(milliseconds: 700) }
    guard let need = state.open.randomElement(using: &random) else { return nil }
    if state.settling == nil, need.kind.goesBack, chance(32),
      let target = judge.backTarget(of: need), !isLocked(target)
    {
      if chance(35), isRepeatable(target, state) { return .sameAgain(need.name) }
      return .back(need.name)
    }
    switch need.kind {
    case .prompt:
      if isWide {
        if chance(8), let wrong = need.step.wrongAnswer(need.answers, &random) {
          return .wrong(need.name, wrong)
        }
        if chance(60), let page = fillIn(need, &random) { return page }
      }
      if case .form(let fields) = need.step.kind, chance(30) {
        let shown = state.taken.filter { taken in
          fields.contains { $0.step.id == JudgePlaces.split(taken.name).id }
            && JudgePlaces.split(taken.name).rounds == JudgePlaces.split(need.name).rounds
        }
        if let field = shown.randomElement(using: &random) {
          return .correct(need.name, field: field.name)
        }
      }
      if need.step.limit != nil, chance(30) {
        return .tooLate(need.name, byClock: Bool.random(using: &random))
      }
      if case .askSecret = need.step.kind {
        // The same again, or another one. Where nothing holds the one before, nobody can know, and
        // it counts as the same.
        if let answer = judge.log.answer(need.name)?.answer,
          case .typed(.secret(let number)) = answer,
          !judge.log.secrets.contains(number) || chance(50)
        {
          return .answer(need.name, answer)
        }
        return .answer(need.name, .typed(.secret(steps.count)))
      }
      if let offer = need.offer, chance(35) { return .answer(need.name, offer) }
      return .answer(need.name, need.step.randomAnswer(need.answers, &random))
    case .notice: return .dismiss(need.name)
    case .wait:
      return isFull && chance(50) && state.open.count == 1
        ? .lapse(need.name) : .elapse(need.name)
    case .secret: return .secret(need.name)
    case .action, .undo:
      if flights[need.name] != nil { return .end(need.name, ending(need, &random)) }
      let isPure = need.kind == .action && need.step.work?.isPure == true
      if !isPure, chance(30) { return .begin(need.name) }
      let ending = ending(need, &random)
      if isWide, !isPure, !ending.isKill, chance(25) { return .unbegun(need.name, ending) }
      return need.kind == .undo ? .undo(need.name, ending) : .perform(need.name, ending)
    case .load:
      if isFull, need.step.work?.isLimited == true, chance(15) { return .loadTooLate(need.name) }
      let value = Int.random(in: 0..<5, using: &random)
      if value < 3 { return .load(need.name, .data(value)) }
      return .load(need.name, value == 3 || !allowsFailures ? .empty : .failed)
    case .begun:
      if flights[need.name] != nil { return .end(need.name, ending(need, &random)) }
      return .look(need.name)
    case .stale:
      let undoes = need.step.work?.isUndoable == true
      if undoes, chance(50) { return .decide(need.name, .undoAndAgain) }
      return .decide(need.name, chance(50) ? .again : .keep)
    case .undoBegun: return .look(need.name)
    case .undoFailed: return .undoFailed(need.name, retries: Bool.random(using: &random))
    case .remains: return .tell(need.name)
    case .back: return nil
    }
  }

  /// How an action or an undo ends, at random.
  private func ending(_ need: JudgeNeed?, _ random: inout SeededGenerator) -> WalkStep.Ending {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    let isUndo = need?.kind == .undo
    if chance(10) {
      // Of undeclared work that was killed when done, nobody knows what it read.
      let done = chance(50) && (isUndo || need?.step.work?.declared != nil)
      return .killed(done: done, Bool.random(using: &random) ? .journal : .token)
    }
    let work = need?.step.work
    if isFull, !isUndo, let work, work.isLimited, chance(10) {
      return .late(done: chance(50) && work.declared != nil)
    }
    if !isUndo, let work, work.retries > 0 || work.isHandled || work.isPure {
      if work.isLimited, chance(15) {
        return .late(done: chance(50) && work.declared != nil)
      }
      return allowsFailures && chance(30) ? .fails : .ends
    }
    return allowsFailures && chance(isUndo ? 8 : 4) ? .fails : .ends
  }

  /// How work ends that the end of the input or a signal cuts short.
  private func cut(_ random: inout SeededGenerator) -> WalkStep.Ending {
    let done = Bool.random(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .ends
    case 1: return .fails
    case 2: return .late(done: done)
    default: return .killed(done: done, .journal)
    }
  }

  /// The edits that make the next version. Another time, they are the same.
  private mutating func versionEdits(_ random: inout SeededGenerator) -> [JudgeEdit] {
    if let upper { return upper }
    return (0..<3).compactMap { _ in
      edits += 1
      return JudgeEdit.random(
        ofVersion: judge.flow, number: edits, isDeep: editsDeep, using: &random)
    }
  }

  /// Whether a secret would be given that may be another one than nobody knows any more.
  private func isLocked(_ target: JudgeStrand.Taken) -> Bool {
    guard case .typed(.secret(let number))? = target.answer else { return false }
    return !judge.log.secrets.contains(number)
  }

  /// Whether the same answer again leads back here: nothing else was taken out before, and what
  /// failed behind the question is not tried again.
  private func isRepeatable(_ target: JudgeStrand.Taken, _ state: JudgeState) -> Bool {
    return target.answer != nil && !judge.isAnyOut
      && !state.taken.contains {
        $0.isFailure && !judge.isBefore($0, target.name, target.position)
      }
      && !state.needs.contains { judge.log.hasFailed($0.name) }
  }

  /// Whether no work is begun or waits for a decision: an edit then is the only change.
  func isQuiet(_ state: JudgeState) -> Bool {
    guard state.settling == nil, state.outcome == nil else { return false }
    let isOpen = state.needs.contains { $0.kind != .prompt && $0.kind != .action }
    let isPending = judge.log.entries.keys.contains {
      let deed = judge.log.deed($0)
      return deed.begun != nil || deed.undoing != nil || deed.undoFailed || deed.decision != nil
    }
    return !isOpen && !isPending
  }
}

extension JudgeStep {
  /// An answer that the question doesn't take.
  func wrongAnswer(
    _ answers: JudgeAnswers, _ random: inout SeededGenerator
  ) -> JudgeAnswer? {
    var wrong: [JudgeAnswer]
    switch kind {
    case .ask(_, let most): wrong = [.typed(.int(most + 1)), .typed(.int(-1)), .choice("o0")]
    case .askUpTo(_, let bound):
      guard case .int(let most) = answers[value: bound] else { return nil }
      wrong = [.typed(.int(most + 1)), .typed(.text("x"))]
    case .confirm: wrong = [.choice("o0"), .typed(.int(7))]
    case .choose, .alert, .chooseFrom: wrong = [.choice("nowhere"), .yes(true)]
    case .chooseMany: wrong = [.choices([]), .choices(["nowhere"]), .choice("nowhere")]
    case .form: wrong = [.yes(true), .choice("nowhere")]
    default: return nil
    }
    return wrong.randomElement(using: &random)
  }

  /// A random answer that fits.
  func randomAnswer(
    _ answers: JudgeAnswers, _ random: inout SeededGenerator
  ) -> JudgeAnswer {
    let coin = Int.random(in: 0..<2, using: &random)
    switch kind {
    case .ask(_, let most): return .typed(.int(Int.random(in: 0...most, using: &random)))
    case .askUpTo(_, let bound):
      guard case .int(let most) = answers[value: bound] else { return .typed(.int(0)) }
      return .typed(.int(Int.random(in: 0...max(most, 0), using: &random)))
    case .askText: return .typed(.text(String(coin)))
    case .choose(_, let options): return .choice(options[coin % options.count].id)
    case .alert(_, let buttons): return .choice(buttons[coin % buttons.count].id)
    case .chooseFrom(let source, _):
      guard case .list(let options) = answers[value: source] else { return .choice("") }
      return .choice(options.randomElement(using: &random) ?? "")
    case .chooseMany(_, let options):
      return .choices(
        Array(options.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))))
    case .form: return .submit
    default: return .yes(coin == 1)
    }
  }
}
