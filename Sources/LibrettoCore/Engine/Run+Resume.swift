// Resuming a saved run: its lines, with the names of the current flow.

extension Run {
  /// Resumes a saved run, in the same version of its flow or in an edited one.
  /// - Parameter renames: the renamed ids of the edited flow; nil for the same version.
  static func resuming(
    _ program: Program, _ saved: SavedRun, _ renames: Renames?, secrets: [String: Value],
    limits: Limits, at time: Timestamp
  ) throws(NewerVersion) -> (run: Run, remarks: [ResumeRemark]) {
    var mapping = Mapping(
      program, renames, saved.content, from: saved.version, knowing: saved.earlier)
    let lines = mapping.lines()
    let known = program.secretNames(secrets)
    if renames != nil {
      return try migrating(program, limits, saved, lines, mapping, known, at: time)
    }
    var run = Run(
      program, limits, id: saved.id, started: saved.started, lines: lines, secrets: known, at: time)
    try run.take(mapping.foreign, from: saved.version)
    return (run, mapping.remarks + run.findings)
  }

  /// Takes over the memo from another version of the flow.
  ///
  /// The memo is performed once with the answers as they are, to find out the inputs that work
  /// would have now. These are accepted, so an edit alone causes nothing to be performed again.
  private static func migrating(
    _ program: Program, _ limits: Limits, _ saved: SavedRun, _ lines: [Line], _ mapping: Mapping,
    _ secrets: [SecretName: Value], at time: Timestamp
  ) throws(NewerVersion) -> (run: Run, remarks: [ResumeRemark]) {
    let lines = program.withoutSecrets(lines)
    var memo = Memo(lines)
    var aside = known(program, secrets)
    aside[or: RunState.Known()].unheld = mapping.unheldAnswers
    var found = RunState.performing(program, limits, over: memo, .migrating, aside)
    while case let past = found.failuresLeft, !past.isEmpty {
      for name in past { memo.dropFailure(name) }
      found = RunState.performing(program, limits, over: memo, .migrating, aside)
    }
    let passed = found.passedAnswers
    var taken = found.takenPlaces
    var unaccepted: Set<Int> = []
    let tried = found.migration.accepted.keys.compactMap(memo.place).filter { !found.isTaken($0) }
    for place in taken + tried {
      let name = memo.lines[place].name
      guard memo.effect(name) != nil else { continue }
      guard let (inputs, isOfFailure) = found.migration.accepted[name] else {
        unaccepted.insert(place)
        continue
      }
      // Work that was stale because of an earlier answer that the edited flow bypasses stays stale,
      // whether it read the answer or what a branch of it stored.
      let isStale = passed.contains { answer in
        answer.order > memo.order(place) && program.canSee(name, answer.name)
      }
      if isStale {
        unaccepted.insert(place)
      } else {
        for inputs in inputs { memo.accept(name, inputs, isOfFailure: isOfFailure) }
      }
    }
    let isWhole = mapping.foreign.content.lines.isEmpty
    // Written by age, so that the next version finds the newer answers after it.
    taken.removeAll(where: unaccepted.contains)
    memo.noteEdit()
    // Answers that no longer fit are asked for again, and this must be reported.
    let misfits = found.misfits
    // What applies to answers of another version is written down, also behind texts that will be said.
    let compact =
      memo.compact(taken: taken, isWhole: isWhole) + found.passedSights(at: time)
    var settled = RunState.performing(
      program, limits, over: Memo(compact), .beyondTexts, known(program, secrets))
    settled.settleShown()
    var run = Run(
      program, limits, id: saved.id, started: saved.started,
      lines: settled.compactLines(at: time, isWhole: isWhole), secrets: secrets, at: time)
    try run.take(mapping.foreign, from: saved.version, misfits: Set(misfits.map(\.step)))
    return (run, mapping.remarks + misfits.map(\.remark) + run.findings)
  }

  /// The remarks about a resumed run.
  private var findings: [ResumeRemark] {
    var remarks: [ResumeRemark] = []
    for need in needs where need.isWork && memo.effect(need.stepName)?.hasFailed == true {
      remarks.append(
        ResumeRemark(
          kind: .failedBefore, name: need.name,
          Sentence(.failedBefore, program.title(need.stepName))))
    }
    for need in needs where need.kind == .stale {
      guard let write = misfit(of: need) else { continue }
      let type = program.keys.slots[write.key].map { program.keys[$0].type.said } ?? .text("")
      remarks.append(
        ResumeRemark(
          kind: .unfit, name: need.name,
          Sentence(
            .noLongerFits, program.title(need.stepName), write.key, write.value ?? .null, type)))
    }
    for need in needs where need.kind == .begun {
      remarks.append(program.mayHaveBeenDone(need.stepName))
    }
    if let outcome {
      remarks.append(
        ResumeRemark(kind: .ended, name: "", Sentence(.hasEndedAlready, outcome)))
    }
    return remarks
  }
}

extension Run {
  /// What a run that failed or was cancelled leaves undecided: effects that were begun, and of which
  /// nobody knows the end. One that finishes settles them first; and where a failure is about one of
  /// them, it says so itself.
  var undecided: [StepName] {
    var told: String?
    switch outcome {
    case .finished?, nil: return []
    case .failed(let failure)?: told = failure.step
    case .cancelled?: break
    }
    return memo.effects.compactMap { effect in
      guard let effect, effect.hasBegun, !effect.stays, program.string(effect.name) != told
      else { return nil }
      return effect.name
    }
  }
}

extension RunState {
  // MARK: Steps that the edit added

  /// Whether a step was added by the edit: then a migration passes it, to take over what comes after
  /// it all the same.
  ///
  /// In a loop that no answer ends, there would be such a step in each round; only a limited number
  /// is passed.
  func isNew(_ name: StepName) -> Bool {
    guard !strand.isCut, memo.place(name) == nil, memo.opened[name] == nil else { return false }
    let loops = program.steps[Int(name.step)].loops
    if loops.allSatisfy({ counters[$0] <= Self.mostRoundsPassed }) { return true }
    return program.steps.indices.contains { step in
      program.steps[step].loops == loops
        && memo.place(StepName(step: Int32(step), rounds: name.rounds)) != nil
    }
  }

  private static let mostRoundsPassed = 100

  /// Whether a question has an answer that it can't hold any more: it is passed like a new one.
  func hasMisfit(_ name: StepName) -> Bool {
    guard memo.opened[name] == nil, let place = memo.place(name) else { return false }
    return misfit(at: place) != nil
  }

  /// Whether a question that is passed was answered in another version: it is asked again.
  func asksAgain(_ name: StepName) -> Bool {
    memo.place(name) != nil || known.box?.content.unheld.contains(name) ?? false
  }

  /// Where to go on past a new question: in its first branch that has an entry, since an edit may put
  /// a question around steps; else behind it.
  /// - Parameter targets: where its branches begin, and where they end.
  func wayPast(_ targets: [Int]) -> Int {
    let starts = Set(targets).sorted()
    let way = zip(starts, starts.dropFirst()).first { hasEntry(in: $0..<$1) }?.0
    return way ?? targets.last ?? strand.counter + 1
  }

  /// Where to go on past new work: behind it, or in a branch of a load. What comes after it was
  /// performed without it, so it doesn't matter any more which work came before.
  mutating func wayPast(_ work: Int) -> Int {
    strand.passedWork = true
    let code = program.works[work]
    guard code.isLoad else { return strand.counter + 1 }
    return wayPast([code.data, code.empty, code.failure].filter { $0 >= 0 } + [code.end])
  }

  /// Whether there is an entry among some instructions, in the current rounds.
  private func hasEntry(in instructions: Range<Int>) -> Bool {
    let rounds = position(strand.counter).rounds
    return memo.places.contains {
      let place = program.position(memo.lines[$0].name)
      return instructions.contains(place.instruction) && place.rounds.starts(with: rounds)
    }
  }

  /// The answers that the run no longer reaches, and when they were given.
  fileprivate var passedAnswers: [(order: Int, name: StepName)] {
    memo.places.compactMap { place in
      let line = memo.lines[place]
      return line.kind.isOfQuestion && !isTaken(place) ? (memo.changed(place), line.name) : nil
    }
  }

  /// Records the inputs that apply now to the answers that were given under another version.
  fileprivate mutating func settleShown() {
    let standing = standing
    let open = timed
    amend { memo in
      for (place, shown) in standing { memo.settle(place, shown) }
      for name in memo.opened.keys where !open.contains(name) {
        memo.add(Line(name, .closed, .epoch))
      }
    }
  }

  /// Answers that were given in an earlier version and no longer fit.
  var misfits: [(step: StepName, remark: ResumeRemark)] {
    if !hasMore { return [] }
    return memo.places.compactMap { place in
      guard !memo.isOut(place), !isTaken(place), let why = misfit(at: place) else { return nil }
      let name = memo.lines[place].name
      return (name, program.asksAgain(name, why))
    }
  }

  /// Why this version of the flow can't hold an answer; nil if it may.
  func misfit(at place: Int) -> Sentence? {
    let line = memo.lines[place]
    guard line.kind == .answered || line.kind == .secret,
      case .prompt(let index) = program.steps[Int(line.step)].kind
    else { return nil }
    let code = program.prompts[index]
    if line.kind == .secret { return code.isSecret ? nil : Sentence(.wasSecret) }
    return code.isSecret ? Sentence(.isSecretNow) : program.misfit(line.given, index)
  }
}

extension Program {
  func mayHaveBeenDone(_ name: StepName) -> ResumeRemark {
    ResumeRemark(kind: .begun, name: string(name), Sentence(.mayHaveBeenDone, title(name)))
  }

  func asksAgain(_ name: StepName, _ why: Sentence) -> ResumeRemark {
    ResumeRemark(
      kind: .asksAgain, name: string(name), Sentence(.askedAgainSince, title(name), why))
  }

  /// Why an answer of an earlier version doesn't fit its question; nil if it may fit.
  func misfit(_ given: Given, _ index: Int) -> Sentence? {
    let code = prompts[index]
    if code.source >= 0 || code.isNotice { return nil }
    guard given.fits(code.prompt.shape) else {
      return Sentence(.takesOtherKind)
    }
    if let lost = lostChoice(given, code.prompt) { return lost }
    // Under which other answers it would be asked isn't known here: no strand is being performed.
    if facts[index].hasConditions { return nil }
    do throws(Rejection) {
      _ = try settle(
        given, index, [Value?](repeating: nil, count: keys.all.count), isRecorded: true)
      return nil
    } catch {
      return error.sentence
    }
  }
}

/// Why a choice that was made no longer exists, with the titles of the existing choices.
private func lostChoice(_ given: Given, _ prompt: Prompt) -> Sentence? {
  let made: [String] =
    switch given {
    case .choice(let id): [id]
    case .choices(let ids): ids
    default: []
    }
  guard let lost = made.first(where: { id in !prompt.choices.contains { $0.id == id } }) else {
    return nil
  }
  // A token has the ids of choices in short form, so the original id is unknown.
  let known = prompt.choices.map { $0.title.literals.inQuotes }.listed()
  return lost.isEmpty
    ? Sentence(.someOptionGone, known) : Sentence(.optionGone, lost.shortened, known)
}

/// A remark about a resumed run: something that couldn't be taken over, that must be decided, or
/// that is assumed to be the same.
public struct ResumeRemark: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of remarks.
  package enum Kind: String, Hashable, Sendable {
    /// The question no longer exists; its answer isn't used.
    case vanished
    /// The answer no longer fits; the question is asked again.
    case asksAgain
    /// The step of an effect no longer exists; the effect isn't undone.
    case effectVanished
    /// An action was begun, and its end wasn't noted.
    case begun
    /// A value that an action wrote no longer fits; the person decides about the action.
    case unfit
    /// The last thing that happened was a failure; the step is performed again.
    case failedBefore
    /// A secret was given again; for the actions performed with it, it counts as the same.
    case sameSecret
    /// The run had already ended.
    case ended
  }

  package let kind: Kind
  /// What kind of remark it is, in a word: `vanished`, `asksAgain`, `effectVanished`, `begun`, `unfit`,
  /// `failedBefore`, `sameSecret` or `ended`.
  public var code: String { kind.rawValue }
  /// The name of the step in the saved run: `age`, or `age@2`; empty for the whole run.
  public let name: String
  /// The finding and its consequence, in the words of the session or the console.
  public var description: String { language(sentence) }
  private let sentence: Sentence
  private var language = Words.english

  init(kind: Kind, name: String, _ sentence: Sentence) {
    (self.kind, self.name, self.sentence) = (kind, name, sentence)
  }

  /// The same in another language.
  func speaking(_ words: Words) -> ResumeRemark {
    var remark = self
    remark.language = words
    return remark
  }
}
