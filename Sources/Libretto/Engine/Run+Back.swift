// Going back: a step back removes an answer from the memo, and the run is performed again over the
// rest. It decides nothing about effects: if it makes one stale, the run asks when it reaches the
// effect.

extension Run {
  /// The entries taken in this performance, in order.
  private var takenNames: [(name: StepName, line: Line)] {
    guard remembers else {
      return lines.filter(isTaken).map { ($0.name, $0) }
    }
    return memo.taken.compactMap { place in memo[place].map { ($0.line.name, $0.line) } }
  }

  /// Visits what was taken in this performance, the last first, until nothing more is wanted.
  private func visitTaken(_ goesOn: (Line) -> Bool) {
    guard remembers else {
      for line in lines.reversed() where isTaken(line) && !goesOn(line) { return }
      return
    }
    for place in memo.taken.reversed() {
      if let line = memo[place]?.line, !goesOn(line) { return }
    }
  }

  /// The entries in force, in the order in which the run reached them.
  var inForce: [Journal.Entry] {
    takenNames.map {
      Journal.Entry(name: program.string($0.name), event: $0.line.event, time: $0.line.time)
    }
  }

  /// The entries in force, followed by those that will be in force if the current question doesn't
  /// change them.
  var inForceOrAhead: [Journal.Entry] {
    guard remembers else { return inForce }
    return inForce
      + memo.entries.indices.compactMap { place in
        guard let entry = memo[place], !memo.isTaken(place), !entry.isOut else { return nil }
        return Journal.Entry(
          name: program.string(entry.line.name), event: entry.line.event, time: entry.line.time)
      }
  }

  /// The name of the question to which a step back leads, or nil if there is none.
  ///
  /// If several operations ask, a step back stays in its own operation; otherwise, the questions of
  /// operations are in the order of the flow. A step back can't skip work that is being performed.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the name of the question, or nil.
  public func backTarget(of need: Need) -> String? {
    target(of: need).map(program.string)
  }

  /// Whether a step back from a need is possible.
  func mayGoBack(from need: Need) -> Bool {
    if program.operations.isEmpty, !remembers {
      if !inFlight.isEmpty { return false }
      return lines.contains { $0.kind.isOfQuestion }
    }
    return target(of: need) != nil
  }

  /// - Parameter names: the questions to skip.
  func target(of need: Need, passing names: Set<StepName> = []) -> StepName? {
    guard !isInFlight(need) else { return nil }
    guard !program.operations.isEmpty else {
      var last: StepName?
      visitTaken { line in
        if line.kind.isOfQuestion, !names.contains(line.name) { last = line.name }
        return last == nil
      }
      return last
    }
    return target(
      at: position(of: need), need.strand, isAlone: hasOneNeed, passing: names)
  }

  private func position(of need: Need) -> Position {
    need.step < 0 ? position(need.instruction) : program.position(need.stepName)
  }

  /// Whether work is being performed in the strand of a need.
  private func isInFlight(_ need: Need) -> Bool {
    if inFlight.isEmpty { return false }
    guard need.strand > 0 else { return true }
    let number = need.strand - 1
    // What an operation in a loop began in another round was cancelled.
    let around = program.loops[program.groups[program.operations[number].group].start].count
    let rounds = position(of: need).rounds.prefix(around)
    return inFlight.keys.contains { name in
      program.isStep(Int(name.step), inOperation: number)
        && program.position(name).rounds.prefix(around) == rounds
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
        if !isAlone, !isOfRound(place, here, strand) { break }
        guard !isInCancelled(number - 1, place) else { continue }
        if best.map({ $0.position < place }) ?? true { best = (name, place) }
        break
      }
    }
    return best?.name
  }

  /// Whether a place is in the current round of an operation: one in a loop has been here before.
  private func isOfRound(_ place: Position, _ here: Position, _ strand: Int) -> Bool {
    let around = program.loops[program.groups[program.operations[strand - 1].group].start].count
    return place.rounds.prefix(around) == here.rounds.prefix(around)
  }

  private func isInCancelled(_ operation: Int, _ place: Position) -> Bool {
    if schedule.cancelled.isEmpty { return false }
    var number = operation
    while number >= 0 {
      let group = program.operations[number].group
      let count = program.loops[program.groups[group].start].count
      let rounds = Array(place.rounds.prefix(count))
      if schedule.cancelled.contains(Schedule.Cancelled(operation: number, rounds: rounds)) {
        return true
      }
      number = program.operations[number].parent
    }
    return false
  }

  /// Goes back to the previous question. Questions affected by the change are asked again, with the
  /// old answers offered; all others keep their answers.
  /// - Parameters:
  ///   - need: one of the run’s ``needs``.
  ///   - time: the current time, in milliseconds since 1970.
  /// - Throws: ``Rejection`` if there is no earlier question.
  public mutating func goBack(from need: Need, at time: Int = 0) throws(Rejection) {
    try goBack(from: need, passing: [], at: time)
  }

  /// - Parameter names: the questions to skip.
  mutating func goBack(
    from need: Need, passing names: Set<StepName>, at time: Int
  ) throws(Rejection) {
    guard isOpen(need) else { throw Rejection.notNeeded(need) }
    guard let target = target(of: need, passing: names) else {
      throw Rejection(
        message: isInFlight(need)
          ? "Work is still being performed; wait for it, then go back."
          : "This is the first question; there is nothing to go back to.")
    }
    goBack(to: target, from: need, at: time)
  }

  /// Goes back from the review of a form to one of its questions.
  /// - Parameters:
  ///   - need: the need of the review.
  ///   - field: the id of the question.
  ///   - time: the current time, in milliseconds since 1970.
  /// - Throws: ``Rejection`` if the id isn't that of a question shown on the form.
  public mutating func goBack(
    from need: Need, to field: String, at time: Int = 0
  ) throws(Rejection) {
    guard isOpen(need), need.kind == .prompt else { throw Rejection.notNeeded(need) }
    let fields = program.prompts[need.index].fields
    for place in shownFields(need.index) {
      let code = program.prompts[fields[place].prompt]
      guard code.id == field else { continue }
      let name = StepName(step: Int32(code.step), rounds: need.rounds)
      return goBack(to: name, from: need, at: time)
    }
    throw Rejection.noChoice(
      "“\(field.shortened)”",
      shownFields(need.index).map { program.prompts[fields[$0].prompt].id })
  }

  private mutating func goBack(to target: StepName, from need: Need, at time: Int) {
    reopen([target], from: need, at: time)
  }

  /// Asks questions again, in one step back.
  /// - Parameter targets: the questions, in the order of the flow.
  mutating func reopen(_ targets: [StepName], from need: Need, at time: Int) {
    now = time
    events = []
    rememberGoingOn()
    goBack(
      targets, deleting: nil, strand: need.strand, isAlone: needs.count == 1,
      from: need.step < 0 ? nil : need.stepName)
    arrive()
  }

  /// - Parameters:
  ///   - targets: the questions to ask again, in the order of the flow.
  ///   - lead: the question whose branch contains the flow's step back; it is deleted.
  private mutating func goBack(
    _ targets: [StepName], deleting lead: StepName?, strand: Int, isAlone: Bool, from: StepName?
  ) {
    guard let first = targets.first ?? lead else { return }
    var names = Line.Names(from: from)
    names.out = targets.filter { !isFailure($0) }
    names.dropped = lead.map { [$0] } ?? []
    // Failures and time-outs after the question, in the strand that contains both: they may not
    // happen again.
    let start = program.position(first)
    let common = common(strand - 1, program.steps[Int(first.step)].operation, start)
    let tries = needs.filter { $0.kind == .load || $0.pausedWork != nil || isTriedAgain($0) }
      .map(\.stepName)
    for name in takenNames.map(\.name) + tries where isFailure(name) {
      guard common < 0 || program.isStep(Int(name.step), inOperation: common),
        !(program.position(name) < start), !names.dropped.contains(name)
      else { continue }
      names.dropped.append(name)
    }
    // Only the questions of one step back are out at a time: those of an earlier one that nobody
    // has answered are put back.
    for entry in memo.entries {
      guard let entry, entry.isOut, !names.out.contains(entry.line.name),
        !names.dropped.contains(entry.line.name)
      else { continue }
      if isAlone || strand == 0 || isInStrand(entry.line.name, strand) {
        names.restored.append(entry.line.name)
      }
    }
    if let from { opened[from] = nil }
    log(first, .back, detail: Line.Detail(names: names))
    performAnew()
  }

  /// Whether a step is in the operation of a strand, in the current rounds.
  private func isInStrand(_ name: StepName, _ strand: Int) -> Bool {
    program.isStep(Int(name.step), inOperation: strand - 1)
      && isOfNow(program.position(name), program.operations[strand - 1].group)
  }

  /// The innermost operation that contains both, in the current rounds; −1 for the flow itself.
  private func common(_ first: Int, _ second: Int, _ place: Position) -> Int {
    var common = program.common(first, second)
    while common >= 0, !isOfNow(place, program.operations[common].group) {
      common = program.operations[common].parent
    }
    return common
  }

  private func isFailure(_ name: StepName) -> Bool {
    guard let place = memo.place(name), let entry = memo[place] else { return false }
    if entry.line.kind == .timedOut { return true }
    guard let effect = memo.effect(name) else { return false }
    return effect.hasFailed
  }

  // MARK: Steps back of the flow

  /// The names of the prompts whose branches contain a step back, the innermost last.
  private func around(_ instruction: Int) -> [StepName] {
    (program.backs[instruction] ?? []).compactMap { step in
      Rounds(program.steps[step].loops.map { counters[$0] }).map {
        StepName(step: Int32(step), rounds: $0)
      }
    }
  }

  private func backing(
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

  /// Takes a step back of the flow: deletes the surrounding question, and asks the one before it
  /// again.
  mutating func takeBack() {
    guard let step = backing else { return }
    backing = nil
    let (target, lead) = self.backing(step.instruction, step.strand)
    guard let question = target ?? lead else { return }
    rememberGoingOn()
    let before = events
    goBack(
      target.map { [$0] } ?? [], deleting: lead, strand: step.strand, isAlone: step.strand == 0,
      from: nil)
    events = before + events
    if target == nil { events.append(.nothingBefore) }
    events.append(.wentBack(to: program.string(question)))
  }
}

extension Line.Kind {
  /// Whether the line is the outcome of a step.
  var isOutcome: Bool {
    switch self {
    case .answered, .secret, .timedOut, .dismissed, .elapsed, .found, .ended, .failed,
      .workTimedOut, .loaded:
      true
    default: false
    }
  }
}
