// Going back: a step back removes an answer from the memo, and the run is performed again over the
// rest. It decides nothing about effects: if it makes one stale, the run asks when it reaches the
// effect.

extension RunState {
  /// The question to which a step back leads.
  /// - Parameter names: the questions to skip.
  func target(of need: Need, passing names: Set<StepName> = []) -> StepName? {
    if isInFlight(need) { return nil }
    guard program.operations.isEmpty else {
      return target(at: position(of: need), need.strand, isAlone: hasOneNeed, passing: names)
    }
    return lastTaken { $0.kind.isOfQuestion && !names.contains($0.name) }?.name
  }

  /// Why no step back is possible: work goes on in its strand, or something is open beside it, or there
  /// is nothing before it.
  func refusal(of need: Need) -> Phrase {
    if isInFlight(need) { return .stillWorking }
    let others = needs.filter { !$0.isSame(as: need.core) }
    guard !others.isEmpty, target(at: position(of: need), need.strand, isAlone: true) != nil
    else { return .nothingBefore }
    return others.allSatisfy { full($0).isWork } ? .stillWorking : .openBeside
  }

  private func position(of need: Need) -> Position {
    // A secret is asked for again where it is read.
    need.step < 0 || need.kind == .secret
      ? position(need.instruction) : program.position(need.stepName)
  }

  /// Whether work is being performed in the strand of a need.
  func isInFlight(_ need: Need) -> Bool {
    if inFlight.isEmpty { return false }
    guard need.strand > 0 else { return true }
    // What an operation in a loop began in another round was cancelled.
    let (number, rounds) = (need.strand - 1, position(of: need).rounds)
    return inFlight.keys.contains { name in
      program.isStep(Int(name.step), inOperation: number)
        && program.strand(number, program.position(name).rounds) == program.strand(number, rounds)
    }
  }

  private func target(
    at here: Position, _ strand: Int, isAlone: Bool, passing names: Set<StepName> = []
  ) -> StepName? {
    var best: (name: StepName, position: Position)?
    for (number, asked) in asked.enumerated() {
      guard isAlone || strand > 0 && program.isOperation(number - 1, in: strand - 1) else {
        continue
      }
      // The questions of a strand are in its order, so the last one that fits is the one.
      for name in asked.reversed() where !names.contains(name) {
        let place = program.position(name)
        guard place < here else { continue }
        // An operation in a loop has been here before.
        if !isAlone,
          program.strand(strand - 1, place.rounds) != program.strand(strand - 1, here.rounds)
        {
          break
        }
        guard !isInCancelled(number - 1, place) else { continue }
        if best.map({ $0.position < place }) ?? true { best = (name, place) }
        break
      }
    }
    return best?.name
  }

  func isInCancelled(_ operation: Int, _ place: Position) -> Bool {
    !schedule.cancelled.isEmpty
      && program.path(operation).contains {
        schedule.cancelled.contains(program.strand($0, place.rounds))
      }
  }

  // MARK: Steps back of the flow

  /// The names of the prompts whose branches contain a step back, the innermost last.
  private func around(_ instruction: Int) -> [StepName] {
    (program.backs[instruction] ?? []).compactMap(nameNow)
  }

  func backing(
    _ instruction: Int, _ strand: Int
  ) -> (target: StepName?, lead: StepName?) {
    let around = around(instruction)
    let isAlone = strand == 0
    // It leads to the question before the one whose branch contains it.
    let here = around.last.map(program.position) ?? position(instruction)
    let target = target(at: here, strand, isAlone: isAlone)
    return (target, around.last)
  }

  /// Whether the flow's step back is possible.
  var canGoBack: Bool {
    let (target, lead) = backing(strand.counter, active)
    return target != nil || lead != nil
  }

  // MARK: What it takes out

  /// What a step back takes out of the memo.
  /// - Parameters:
  ///   - targets: the questions to ask again, in the order of the flow.
  ///   - lead: the question whose branch contains the flow's step back; it is deleted.
  ///   - number: the strand of the step at which the run is, and its name.
  func takenOut(
    _ targets: [StepName], deleting lead: StepName?, strand number: Int, isAlone: Bool,
    from: StepName?
  ) -> Line.Names {
    var names = Line.Names(from: from)
    names.out = targets.filter { !isFailure($0) }
    names.dropped = lead.map { [$0] } ?? []
    guard let first = targets.first ?? lead else { return names }
    // Failures and time-outs after the question, in the strand that contains both: they may not
    // happen again.
    let start = program.position(first)
    let common = common(number - 1, program.steps[Int(first.step)].operation, start)
    let tries = needs.map { [program] in Need(program: program, core: $0) }
      .filter { $0.kind == .load || $0.pausedWork != nil || isTriedAgain($0) }.map(\.stepName)
    for name in takenPlaces.map({ memo.lines[$0].name }) + tries
    where isFailure(name) && !isPast(name, for: from) {
      guard common < 0 || program.isStep(Int(name.step), inOperation: common),
        name == first || program.isBehind(name, first), !names.dropped.contains(name)
      else { continue }
      names.dropped.append(name)
    }
    // Only the questions of one step back are out at a time: those of an earlier one that nobody
    // has answered are put back, but none that only another version can hold, and none that leads
    // on to where the operation of the first one is cancelled, so that it couldn't be answered.
    for name in memo.out.sorted().filter({ misfit(at: $0) == nil }).map({ memo.lines[$0].name })
    where !names.out.contains(name) && !names.dropped.contains(name)
      && !program.mayCancel(behind: name, first)
      && (isAlone || number == 0
        || isInside(number - 1, Int(name.step), program.position(name)))
    {
      names.restored.append(name)
    }
    names.over = memo.over(names.out + names.dropped, program)
    return names
  }

  /// Whether a failure was made good by a later round of its action. A step back of the flow that
  /// stands in its branch takes it out all the same, or the flow would come there again and again.
  private func isPast(_ name: StepName, for person: StepName?) -> Bool {
    guard isOvercome(name) else { return false }
    return person != nil
      || program.inNextRound(name).flatMap(memo.place).map(isTaken) ?? false
  }

  /// Whether an action has failed and is to be tried again.
  private func isTriedAgain(_ need: Need) -> Bool {
    guard need.kind == .action, let effect = memo.effect(need.stepName) else { return false }
    return effect.hasFailed && program.works[need.index].isTriedAgain(after: effect.work.tries)
  }

  /// The innermost operation that contains both, in the current rounds; −1 for the flow itself.
  private func common(_ first: Int, _ second: Int, _ place: Position) -> Int {
    zip(program.path(first), program.path(second)).prefix { $0 == $1 }.map { $0.0 }
      .last { isOfNow(place, program.operations[$0].group) } ?? -1
  }

  private func isFailure(_ name: StepName) -> Bool {
    memo.entry(name)?.kind == .timedOut || memo.effect(name)?.hasFailed ?? false
  }
}

extension Program {
  /// Whether a step in the operation of a question, or in one that waits for that, cancels the
  /// operation of another question.
  func mayCancel(behind question: StepName, _ other: StepName) -> Bool {
    let (own, its) = (path(of: question), path(of: other))
    guard let beside = own.first(where: { !its.contains($0) }) else { return false }
    return steps.contains { step in
      guard case .cancel(let target) = step.kind, its.contains(target) else { return false }
      return path(step.operation).contains { $0 == beside || ancestors(of: $0).contains(beside) }
    }
  }
}

extension Run {
  /// The entries in force, in the order in which the run reached them.
  package var inForce: [Journal.Entry] {
    state.takenPlaces.map { Journal.Entry(lines[$0], program) }
  }

  /// The entries in force, followed by those that will be in force if the current question doesn't
  /// change them; none that this version can't hold.
  package var inForceOrAhead: [Journal.Entry] {
    inForce
      + memo.places
      .filter { !state.isTaken($0) && !memo.isOut($0) && state.misfit(at: $0) == nil }
      .map { Journal.Entry(lines[$0], program) }
  }

  /// The names of the entries that aren't in force but may be again from a question on: none that
  /// stands before it in the flow.
  /// - Parameter need: the question; nil where the run has no one place.
  func namesAhead(of need: Need?) -> [StepName] {
    let place = need.flatMap { isParallel ? nil : program.position($0.stepName) }
    return memo.places.lazy.filter { !state.isTaken($0) && !memo.isOut($0) }
      .map { lines[$0].name }
      .filter { name in place.map { !(program.position(name) < $0) } ?? true }
  }

  /// The name of the question to which a step back leads, or nil if there is none.
  ///
  /// If several operations ask, a step back stays in its own operation; otherwise, the questions of
  /// operations are in the order of the flow. A step back can't skip work that is being performed.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the name of the question, or nil.
  package func backTarget(of need: Need) -> String? {
    state.target(of: need).map(program.string)
  }

  /// Goes back to the previous question. Questions affected by the change are asked again, with the
  /// old answers offered; all others keep their answers.
  /// - Parameters:
  ///   - need: one of the run’s ``needs``.
  ///   - names: the questions to skip.
  ///   - time: the current time.
  /// - Throws: ``Rejection`` if there is no earlier question.
  package mutating func goBack(
    from need: Need, passing names: Set<StepName> = [], at time: Timestamp = .epoch
  ) throws(Rejection) {
    guard isOpen(need) else { throw Rejection.notNeeded(need) }
    guard let target = state.target(of: need, passing: names) else {
      throw Rejection(state.refusal(of: need))
    }
    reopen([target], from: need, at: time)
  }

  /// Goes back to a question before the previous one, or to a page, in one step.
  /// - Parameters:
  ///   - name: the name of the question or page.
  package mutating func goBack(
    from need: Need, to name: String, at time: Timestamp = .epoch
  ) throws(Rejection) {
    guard isOpen(need) else { throw Rejection.notNeeded(need) }
    guard let target = target(of: need, to: name) else {
      throw Rejection(state.refusal(of: need))
    }
    reopen([target], from: need, at: time)
  }

  /// The question to which a step back leads that goes to a question or page; nil if it can't go there.
  func target(of need: Need, to name: String) -> StepName? {
    let names = state.takenPlaces.map { lines[$0] }.filter(\.kind.isOfQuestion).map(\.name)
    let there = Set(names.filter { page(of: $0) == name })
    guard let first = there.map(program.position).min(by: <) else { return nil }
    let behind = names.filter { !there.contains($0) && first < program.position($0) }
    let target = state.target(of: need, passing: Set(behind))
    return target.flatMap { there.contains($0) ? $0 : nil }
  }

  /// Goes back from the review of a form to one of its questions.
  /// - Parameters:
  ///   - need: the need of the review.
  ///   - field: the id of the question.
  ///   - time: the current time.
  /// - Throws: ``Rejection`` if the id isn't that of a question shown on the form.
  package mutating func goBack(
    from need: Need, toField field: String, at time: Timestamp = .epoch
  ) throws(Rejection) {
    guard isOpen(need), need.kind == .prompt else { throw Rejection.notNeeded(need) }
    let fields = program.prompts[need.index].fields
    for place in state.shownFields(need.index) {
      let code = program.prompts[fields[place].prompt]
      guard code.id == field else { continue }
      let name = StepName(step: Int32(code.step), rounds: need.rounds)
      return reopen([name], from: need, at: time)
    }
    throw Rejection.noChoice(
      field.inQuotes,
      state.shownFields(need.index).map { program.prompts[fields[$0].prompt].id })
  }

  /// Asks questions again, in one step back.
  /// - Parameter targets: the questions, in the order of the flow.
  mutating func reopen(_ targets: [StepName], from need: Need, at time: Timestamp) {
    now = time
    events = []
    takeOut(
      targets, deleting: nil, strand: need.strand, isAlone: state.needs.count == 1,
      from: need.step < 0 ? nil : need.stepName)
    performAnew()
    rest()
  }

  private mutating func takeOut(
    _ targets: [StepName], deleting lead: StepName?, strand: Int, isAlone: Bool, from: StepName?
  ) {
    guard let first = targets.first ?? lead else { return }
    var names = state.takenOut(
      targets, deleting: lead, strand: strand, isAlone: isAlone, from: from)
    // It may also go over work that only another version has.
    if !foreign.content.lines.isEmpty { names.over = nil }
    log(first, .back, detail: Line.Detail(names: names))
  }

  /// Takes the step back of the flow to which it has come: deletes the surrounding question, and takes
  /// out the one before it.
  /// - Returns: whether there was one; then the flow is to be performed again.
  mutating func takeBack(_ told: inout [RunEvent]) -> Bool {
    guard let step = state.backing else { return false }
    state.backing = nil
    let (target, lead) = state.backing(step.instruction, step.strand)
    guard let question = target ?? lead else { return false }
    takeOut(
      target.map { [$0] } ?? [], deleting: lead, strand: step.strand, isAlone: step.strand == 0,
      from: nil)
    if target == nil { told.append(.nothingBefore) }
    told.append(.wentBack(to: program.string(question)))
    return true
  }
}
