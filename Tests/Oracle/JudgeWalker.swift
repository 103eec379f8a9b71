/// Goes through a flow from its start, as far as what happened leads: what stands is come past, and
/// where nothing stands the strand stops.
///
/// It recurses over the tree and starts anew each time. That is slow, and there is nothing in it
/// that a state before could have left wrong. It shares neither code nor names nor a memo with the
/// engine.
struct JudgeWalker {
  let log: Log
  let claims: JudgeClaims
  let places: JudgePlaces
  /// What was made of cancelled operations when the run was looked at last.
  let fates: [String: JudgeFate]
  /// How often the flow has gone back since.
  let turn: Int
  /// The ways that are tried.
  let plan: [JudgePoint: JudgeWay]
  /// Whether it goes on past everything that an edit has changed: all answers stay as they are.
  var isMoving = false

  func walk(_ flow: JudgeFlow) -> JudgeState {
    let strand = JudgeStrand([:])
    var state = JudgeState()
    do throws(JudgeHalt) {
      try walk(flow.steps, [], [], strand)
      state.outcome = .finished(nil)
    } catch {
      switch error {
      case .needs(let needs, let waiting): (state.needs, state.waiting) = (needs, waiting)
      case .finish(let name, let inGroup):
        state.outcome = .finished(name)
        state.endedInGroup = inGroup
      case .failure(let name): state.outcome = .failed(name)
      case .fail, .leave, .reload: state.outcome = .failed(nil)
      }
    }
    state.answers = strand.answers
    state.taken = strand.taken
    state.isRace = strand.isRace
    state.fates = strand.fates
    state.choices = strand.choices
    (state.past, state.ledOn) = (strand.past, strand.ledOn)
    return state
  }

  func walk(
    _ steps: [JudgeStep], _ prefix: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    for (index, step) in steps.enumerated() {
      try walk(step, prefix + [index], rounds, strand)
    }
  }

  private func walk(
    _ step: JudgeStep, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    let name = JudgePlaces.name(step.id, rounds)
    switch step.kind {
    case .say:
      try require(step.reads, strand)
      strand.said.append(
        JudgeInputs.Said(name: step.id, values: strand.answers.reading(step.reads)))
      let words = [step.id] + step.reads.map { strand.answers[value: $0].shown }
      strand.sight.append(words.joined(separator: " "))
    case .notice:
      try require(step.reads, strand)
      let inputs = JudgeInputs(
        values: strand.answers.reading(step.reads), said: strand.failures)
      // It is about one failure, whatever edits there were.
      guard
        isMoving
          || log.ground(of: name).map({
            log.holds([$0], inputs) && $0.inputs.said == inputs.said
          }) == true
      else {
        throw strand.need(.notice, name, step, place, inputs)
      }
      strand.take(name, .other, inputs, place)
      strand.said.append(JudgeInputs.Said(name: step.id, values: inputs.values))
    case .ask, .askUpTo, .askText, .askSecret, .confirm, .choose, .chooseFrom, .chooseMany, .alert:
      try prompt(step, name, place, rounds, strand)
    case .form(let fields): try form(step, fields, name, place, rounds, strand)
    case .store(let key, let value): strand.answers[value: key] = value
    case .sum(let key, let other, let number):
      try require([other], strand)
      var sum = JudgeValue.unset
      if case .int(let value) = strand.answers[value: other] { sum = .int((value + number) % 3) }
      strand.answers[value: key] = sum
    case .when(let condition):
      let branch = try holds(condition, strand) ? 0 : 1
      try walk(step.branches[branch], place + [branch], rounds, strand)
    case .pick(let key, let values):
      try require([key], strand)
      let branch = values.firstIndex(of: strand.answers[value: key]) ?? values.count
      try walk(step.branches[branch], place + [branch], rounds, strand)
    case .loop(let loop): try self.loop(step, loop, place, rounds, strand)
    case .leave: throw .leave
    case .reload: throw .reload
    // Where all answers stay as they are, nobody goes back.
    case .back where isMoving: break
    case .back:
      let leads =
        !strand.around.isEmpty
        || strand.taken.contains {
          $0.isQuestion && !$0.isCancelled && $0.position.isBefore(place)
        }
      if leads { throw strand.need(.back, name, step, place) }
    case .finish(let outcome): throw .finish(outcome, inGroup: false)
    case .fail: throw .fail
    case .subflow: try walk(step.branches[0], place + [0], rounds, strand)
    case .work(let work) where work.isHandled:
      try again(place, rounds, strand) { place, rounds, name throws(JudgeHalt) in
        try attempt(work, step, name(step.id), place, rounds, strand)
      }
    case .work(let work): try perform(work, step, name, place, strand)
    case .load(let load):
      try again(place, rounds, strand) { place, rounds, name throws(JudgeHalt) in
        try perform(load, step, name(step.id), place, rounds, strand)
      }
    case .operations: try group(step, place, rounds, strand)
    case .operation: break
    case .cancel(let target):
      strand.cancels.append((target, name))
      // What it stands in goes no further.
      let around = places.path(of: target)
      if let around, places.path(of: step.id)?.starts(with: around) == true {
        strand.gone = target
        throw .needs([], waiting: [])
      }
    case .wait:
      guard isMoving || log.ground(of: name) != nil else {
        throw strand.need(.wait, name, step, place, takes: 1000, 1...1)
      }
      strand.take(name, .other, JudgeInputs(), place)
    }
  }

  /// Fails the strand where a key is read that is not set.
  private func require(_ keys: [String], _ strand: JudgeStrand) throws(JudgeHalt) {
    if isMoving { return }
    if keys.contains(where: { strand.answers[value: $0] == .unset }) { throw .failure(nil) }
  }

  private func holds(
    _ condition: JudgeStep.Condition, _ strand: JudgeStrand
  ) throws(JudgeHalt) -> Bool {
    try require([condition.key], strand)
    return strand.answers[value: condition.key] == condition.value
  }

  private func loop(
    _ step: JudgeStep, _ loop: JudgeStep.Loop, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    var round = 0
    while true {
      if case .times(let times) = loop, round >= times { return }
      if case .whileTrue(let condition) = loop, try !holds(condition, strand) { return }
      round += 1
      // What an edit has added may go on for ever.
      if isMoving, round > 20 { throw .needs([], waiting: []) }
      let around = strand.around
      do throws(JudgeHalt) {
        try walk(step.branches[0], place + [round, 0], rounds + [round], strand)
      } catch {
        guard case .leave = error else { throw error }
        strand.around = around
        return
      }
      if case .until(let condition) = loop, try holds(condition, strand) { return }
    }
  }

  /// What is begun anew by a `Reload`: a round for each time.
  private func again(
    _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand,
    _ body: (_ place: [Int], _ rounds: [Int], _ name: (String) -> String) throws(JudgeHalt) -> Void
  ) throws(JudgeHalt) {
    var round = 0
    while true {
      round += 1
      let (place, rounds) = (place + [round], rounds + [round])
      let around = strand.around
      do throws(JudgeHalt) {
        return try body(place, rounds) { JudgePlaces.name($0, rounds) }
      } catch {
        guard case .reload = error else { throw error }
        strand.around = around
      }
    }
  }

  // MARK: Work

  private func attempt(
    _ work: JudgeStep.Work, _ step: JudgeStep, _ name: String, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    do throws(JudgeHalt) {
      return try perform(work, step, name, place, strand)
    } catch {
      guard case .failure(let failed) = error, failed == name else { throw error }
    }
    let failures = strand.failures
    defer { strand.failures = failures }
    sawFailure(log.deed(name).failed?.time ?? log.computation(name)?.time, strand)
    do throws(JudgeHalt) {
      try walk(step.branches[0], place + [0], rounds, strand)
    } catch {
      if case .reload = error {
        strand.ledOn.append(name)
      } else {
        noteIfPast(name, place + [0], strand)
      }
      throw error
    }
    noteIfPast(name, place + [0], strand)
  }

  /// Notes that the branch of a failure has led on, but not to where the work was begun anew: then the
  /// run goes on there, unless a person has chosen to leave it since the run was last past it, or was
  /// ever told that the effect remains.
  private func noteIfPast(_ name: String, _ branch: [Int], _ strand: JudgeStrand) {
    guard isMoving, let deed = log.later(name, places), !deed.isSettled,
      let done = deed.begun?.time ?? deed.done?.time
    else { return }
    let later = max(done, deed.passedAt)
    let isChosen = log.entries.keys.contains { name in
      guard places.position(name)?.starts(with: branch) == true, let given = log.answer(name),
        let answer = given.answer, places.step(name)?.fits(answer, strand.answers) == true
      else { return false }
      return given.time > later
    }
    if !isChosen { strand.past.append(name) }
  }

  /// What the person answers to a failure isn't the answer to another one.
  private func sawFailure(_ time: Int?, _ strand: JudgeStrand) {
    strand.failures = [JudgeInputs.Said(name: "failure \(time ?? 0)", values: [:])]
  }

  private func perform(
    _ work: JudgeStep.Work, _ step: JudgeStep, _ name: String, _ place: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    if isMoving, !log.isThere(name), !log.isOvercome(name, places) {
      strand.passesWork = true
      return
    }
    if work.isPure {
      let last = try computed(work, work.retries, .action, step, name, place, strand)
      guard case .wrote(let values) = last.outcome else { throw .failure(name) }
      return strand.answers.write(values)
    }
    let deed = log.deed(name)
    func stop(_ kind: JudgeNeed.Kind, _ inputs: JudgeInputs = JudgeInputs()) -> JudgeHalt {
      strand.need(kind, name, step, place, inputs)
    }
    // What was cancelled at work may be done: whoever comes to it again has to decide.
    if let begun = deed.begun {
      // An edit lets it stand, if it ran, under what it would be given now.
      if isMoving { strand.take(name, .effect, inputs(of: step, begun.grounds, strand), place) }
      throw stop(begun.isInFlight && !begun.isCancelled ? .action : .begun)
    }
    if let isInFlight = deed.undoing { throw stop(isInFlight ? .undo : .undoBegun) }
    if let failed = deed.failed {
      let inputs = inputs(of: step, failed.grounds, strand)
      // After an edit, what would be tried again stands only if the engine says so.
      let isTried =
        isTried(failed.tries, work.retries, work, failed.isDue, .action, name)
        && !log.isOvercome(name, places)
      let isSaid = claims.contains(name, .action) || claims.contains(name, .wait)
      if stands(failed.grounds, inputs, name, .action, strand),
        !isTried || isMoving || isSaid || claims.asksForSecret
          || log.holds(failed.grounds, inputs)
      {
        if isTried {
          if isMoving { strand.take(name, .effect, inputs, place, isFailure: true) }
          if let pause = work.pause, !failed.isDue {
            throw strand.need(.wait, name, step, place, takes: pause, failed.tries)
          }
          throw act(step, name, place, strand)
        }
        strand.take(
          name, .effect, inputs, place, isFailure: true, isOlder: log.isOlder(failed.grounds))
        strand.before = failed.time
        throw .failure(name)
      }
    }
    // Half undone, perhaps: that is decided even if the answers are again those it was done under.
    if deed.undoFailed { throw stop(.undoFailed) }
    if deed.isUndoDue { throw stop(.undo) }
    if deed.failed != nil || deed.done == nil, log.isOvercome(name, places) {
      if let failed = deed.failed { strand.before = failed.time }
      throw .reload
    }
    guard let done = deed.done else {
      throw act(step, name, place, strand, hasLapsed: deed.failed != nil)
    }
    let inputs = inputs(of: step, done.grounds, strand)
    let isDoneAgain = deed.isDecided && log.isOvercome(name, places)
    guard
      isMoving && isDoneAgain
        ? log.holds(done.grounds, inputs)
        : stands(done.grounds, inputs, name, .stale, strand, isDecided: deed.decision != nil)
    else {
      // It was to be done again, and was in a later round, whose failure before is past.
      if isDoneAgain { throw .reload }
      // What came before counts in another edition too, if the engine says so.
      guard let decision = deed.decision, log.holds([decision.ground], inputs),
        decision.ground.inputs.before == inputs.before
          && !(inputs.isAll && decision.ground.edition < log.edition)
          || !claims.contains(name, .stale)
      else { throw stop(.stale, inputs) }
      if decision.undoes { throw stop(.undo, inputs) }
      throw act(step, name, place, strand)
    }
    strand.take(name, .effect, inputs, place, isOlder: log.isOlder(done.grounds))
    // What was cancelled at work has stopped there, also once somebody has said that it was done.
    if strand.isCut, !isMoving {
      let point = JudgePoint(turn: turn, name: "past " + name)
      if case .work(stands: false)? = plan[point] { throw stop(.begun) }
      if plan[point] == nil {
        strand.choices.append(
          JudgeChoice(point: point, ways: [true, false].map { JudgeWay.work(stands: $0) }))
      }
    }
    strand.before = done.time
    strand.answers.write(done.wrote)
  }

  /// Whether work that has failed is tried again; if nobody saw which tries count, the engine says so.
  private func isTried(
    _ tries: ClosedRange<Int>, _ retries: Int, _ work: JudgeStep.Work, _ isDue: Bool,
    _ kind: JudgeNeed.Kind, _ name: String
  ) -> Bool {
    let isSaid = claims.contains(name, work.pause == nil || isDue ? kind : .wait)
    return (isSaid ? tries.lowerBound : tries.upperBound) <= retries
  }

  /// Whether something stands under today's values. After an edit of the flow, it also stands under
  /// what it would have been given then if every answer had stayed as it is: if only that lets it
  /// stand, and the run came there later, the engine says so.
  private func stands(
    _ grounds: [Log.Ground], _ inputs: JudgeInputs, _ name: String, _ kind: JudgeNeed.Kind,
    _ strand: JudgeStrand, isDecided: Bool = false
  ) -> Bool {
    if isMoving { return true }
    // What came before counts in another edition too, if the engine says so.
    let isSame = grounds.contains { ground in
      !ground.isUnseen && ground.inputs.before == inputs.before
        && ground.inputs.isSame(as: inputs, isOlder: ground.edition < log.edition)
        && (!inputs.isAll || ground.edition == log.edition || ground.inputs.isAll(of: inputs))
    }
    let isClaimed =
      claims.contains(name, kind) || claims.settles(name)
      || isDecided && claims.contains(name, .action)
    let mayStand = log.holds(grounds, inputs) || log.mayHold(grounds, inputs)
    if isSame || !mayStand { return isSame || mayStand }
    let point = JudgePoint(turn: turn, name: name)
    if case .work(let stands)? = plan[point] { return stands }
    strand.choices.append(
      JudgeChoice(
        point: point, ways: [!isClaimed, isClaimed].map { JudgeWay.work(stands: $0) }))
    return !isClaimed
  }

  /// What work reads here: what it declares; else what it was seen to read, and what came before.
  /// To what is only computed from it, a secret that is given again is another one.
  private func inputs(
    of step: JudgeStep, _ grounds: [Log.Ground], _ strand: JudgeStrand
  ) -> JudgeInputs {
    guard let work = step.work else { return JudgeInputs() }
    let seen = grounds.first.map { Array($0.inputs.values.keys) }
    let keys = work.looksAtAll ? places.keys : seen ?? work.looked(at: strand.answers)
    var values = strand.answers.reading(work.declared ?? keys)
    for case (let key, .secret(let number)) in values where !step.isEffect {
      values[JudgeInputs.again(key)] = .int(log.again[number] ?? 0)
    }
    return JudgeInputs(
      values: values, isAll: work.looksAtAll, before: work.declared == nil ? strand.before : nil)
  }

  /// That work is to be done, or before it a secret given that it reads and the process forgot.
  private func act(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ strand: JudgeStrand,
    _ kind: JudgeNeed.Kind = .action, hasLapsed: Bool = false
  ) -> JudgeHalt {
    let inputs = inputs(of: step, [], strand)
    // Where nothing is declared, it may read any.
    let reads = step.work?.declared.map(strand.answers.reading) ?? strand.answers
    for case (_, .secret(let number)) in reads.sorted(by: { $0.key < $1.key })
    where !log.secrets.contains(number) {
      guard let given = log.question(of: number) else { continue }
      var need = JudgeNeed(.secret, given, step, place, strand)
      need.subject = name
      return .needs([need], waiting: [])
    }
    var need = JudgeNeed(kind, name, step, place, strand, inputs)
    need.hasLapsed = hasLapsed
    return .needs([need], waiting: [])
  }

  /// What was computed or loaded, if that stands.
  private func computed(
    _ work: JudgeStep.Work, _ retries: Int, _ kind: JudgeNeed.Kind, _ step: JudgeStep,
    _ name: String, _ place: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) -> Log.Computation {
    guard let last = log.computation(name) else { throw act(step, name, place, strand, kind) }
    let inputs = inputs(of: step, last.grounds, strand)
    let isFailure = last.outcome == .failed
    // No edit lets stand what was computed from a secret that has been given again since.
    let isFromAnother = isMoving && last.grounds.allSatisfy { $0.inputs.hasGivenAgain(inputs) }
    guard stands(last.grounds, inputs, name, kind, strand) else {
      throw act(step, name, place, strand, kind, hasLapsed: true)
    }
    if isFailure, isTried(last.tries, retries, work, last.isDue, kind, name),
      // Only a TryAgain makes good what has failed; the next round of a loop doesn't.
      kind != .load && !work.isHandled || !log.isLoadedLater(name, places)
    {
      if isMoving, !isFromAnother { strand.take(name, .other, inputs, place, isFailure: true) }
      if let pause = work.pause, !last.isDue {
        throw strand.need(.wait, name, step, place, takes: pause, last.tries)
      }
      throw act(step, name, place, strand, kind)
    }
    if !isFromAnother {
      strand.take(
        name, .other, inputs, place, isFailure: isFailure, isOlder: log.isOlder(last.grounds))
    }
    // What only computes leaves nothing with the host.
    if !work.isPure { strand.before = last.time }
    return last
  }

  private func perform(
    _ load: JudgeStep.Load, _ step: JudgeStep, _ name: String, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    if isMoving, log.computation(name) == nil {
      strand.passesWork = true
      return try pass(step, place, rounds, strand)
    }
    try require(step.reads, strand)
    // While it loads there is no answer, so its own work finds none.
    strand.answers[value: load.key] = .unset
    let last = try computed(load.work, load.retries, .load, step, name, place, strand)
    var branch = 2
    let failures = strand.failures
    defer { strand.failures = failures }
    switch last.outcome {
    case .data(let value):
      strand.answers[value: load.key] = .int(value)
      branch = 0
    case .empty: branch = 1
    default:
      if !load.isHandled { throw .failure(name) }
      sawFailure(last.time, strand)
    }
    try walk(step.branches[branch], place + [branch], rounds, strand)
  }

  /// Goes on past what nobody has answered or loaded, through the first branch in which something was
  /// given or done.
  private func pass(
    _ step: JudgeStep, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    let branch = step.branches.indices.first { branch in
      log.entries.keys.contains {
        log.isThere($0) && places.position($0)?.starts(with: place + [branch]) == true
      }
    }
    if let branch { try walk(step.branches[branch], place + [branch], rounds, strand) }
  }

  // MARK: Questions

  /// Whether a question has an answer that it could take, or its time was up.
  private func isGiven(_ step: JudgeStep, _ name: String) -> Bool {
    log.answer(name).map { $0.answer.map(step.holds) ?? true } ?? false
  }

  /// A question that may have branches.
  private func prompt(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    if isMoving, !isGiven(step, name) { return try pass(step, place, rounds, strand) }
    let answer = try ask(step, name, place, strand)
    strand.around.append(JudgeStrand.Around(name: name, position: place))
    guard let answer else {
      guard let late = step.late else { throw .failure(name) }
      try walk(late, place + [step.branches.count], rounds, strand)
      strand.around.removeLast()
      return
    }
    var branch: Int?
    switch (step.kind, answer) {
    case (.confirm, .yes(let yes)): branch = yes ? 0 : 1
    case (.choose(_, let options), .choice(let id)): branch = options.firstIndex { $0.id == id }
    case (.alert(let fields, let buttons), .choice(let id)):
      branch = buttons.firstIndex { $0.id == id }
      if let branch, !buttons[branch].cancels {
        for (index, field) in fields.enumerated() {
          let fieldPlace = place + [branch, index - fields.count]
          _ = try ask(field, JudgePlaces.name(field.id, rounds), fieldPlace, strand)
        }
      }
    default: break
    }
    if let branch, branch < step.branches.count {
      try walk(step.branches[branch], place + [branch], rounds, strand)
    }
    strand.around.removeLast()
  }

  /// Asks a question, and keeps its answer; nil where its time was up.
  private func ask(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ strand: JudgeStrand,
    values: JudgeAnswers = [:]
  ) throws(JudgeHalt) -> JudgeAnswer? {
    var keys = step.reads
    if case .chooseFrom(let source, _) = step.kind { keys.append(source) }
    if case .askUpTo(_, let bound) = step.kind { keys.append(bound) }
    try require(keys, strand)
    // What the host reads to check an answer may be unset.
    keys += step.checks ?? []
    let inputs = JudgeInputs(
      values: strand.answers.reading(keys).merging(values) { $1 },
      said: strand.said + strand.failures)
    let answered = log.answer(name)
    if isMoving, !isGiven(step, name) { return nil }
    guard let given = answered, step.fits(given.answer, strand.answers),
      isMoving || !log.isOut(name, places),
      isMoving || log.holdsUnderAll(given.grounds, inputs)
        // Which texts there were doesn't count in another edition.
        || !claims.contains(name, .prompt)
          && (log.holds(given.grounds, inputs) || log.mayHold(given.grounds, inputs))
    else {
      var need = JudgeNeed(.prompt, name, step, place, strand, inputs)
      if let answer = log.answer(name)?.answer, step.fits(answer, strand.answers) {
        need.offer = answer
      }
      if case .askSecret = step.kind { need.offer = nil }
      throw .needs([need], waiting: [])
    }
    strand.take(
      name, .question, inputs, place, answer: given.answer, isFailure: given.answer == nil,
      isOlder: log.isOlder(given.grounds),
      isGuessed: !isMoving && !log.holdsUnderAll(given.grounds, inputs))
    strand.said = []
    strand.sight = []
    if let answer = given.answer { keep(answer, step, strand) }
    return given.answer
  }

  private func keep(_ answer: JudgeAnswer, _ step: JudgeStep, _ strand: JudgeStrand) {
    switch (step.kind, answer) {
    case (.ask(let key, _), .typed(let value)), (.askUpTo(let key, _), .typed(let value)),
      (.askText(let key), .typed(let value)), (.askSecret(let key), .typed(let value)):
      strand.answers[value: key] = value
    case (.confirm(let key?), .yes(let yes)): strand.answers[value: key] = .flag(yes)
    case (.choose(let key?, let options), .choice(let id)):
      if let value = options.first(where: { $0.id == id })?.value {
        strand.answers[value: key] = .int(value)
      }
    case (.chooseFrom(_, let key), .choice(let id)): strand.answers[value: key] = .text(id)
    case (.chooseMany(let key, let options), .choices(let ids)):
      strand.answers[value: key] = .list(options.filter(ids.contains))
    default: break
    }
  }

  /// The questions of a form in turn, and its review, which has all of them in sight.
  private func form(
    _ step: JudgeStep, _ fields: [JudgeStep.Field], _ name: String, _ place: [Int],
    _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    var seen: [String] = []
    for (index, field) in fields.enumerated() {
      let keys = field.step.visibleWrites
      if let shows = field.shows, strand.answers[value: shows.key] != shows.value {
        for key in keys { strand.answers[value: key] = .unset }
        continue
      }
      // A form is one answer: what stands before it stays in sight until it is submitted.
      let sight = strand.sight
      _ = try ask(
        field.step, JudgePlaces.name(field.step.id, rounds), place + [index], strand)
      strand.sight = sight
      seen += keys
    }
    _ = try ask(
      step, name, place + [fields.count], strand, values: strand.answers.reading(seen))
  }
}

extension JudgeStep {
  /// Whether an answer is one that the question could take, whatever the other answers are.
  func holds(_ answer: JudgeAnswer) -> Bool {
    switch (kind, answer) {
    case (.askUpTo, .typed(.int)), (.chooseFrom, .choice): true
    default: fits(answer, [:])
    }
  }

  /// Whether an answer is one that the question takes; nil stands for a time that was up.
  func fits(_ answer: JudgeAnswer?, _ answers: JudgeAnswers) -> Bool {
    guard let answer else { return limit != nil }
    switch (kind, answer) {
    case (.ask(_, let most), .typed(.int(let value))): return (0...most).contains(value)
    case (.askUpTo(_, let bound), .typed(.int(let value))):
      guard case .int(let most) = answers[value: bound] else { return false }
      return value >= 0 && value <= most
    case (.askText, .typed(.text)), (.askSecret, .typed(.secret)), (.confirm, .yes): return true
    case (.choose(_, let options), .choice(let id)): return options.contains { $0.id == id }
    case (.alert(_, let buttons), .choice(let id)): return buttons.contains { $0.id == id }
    case (.chooseFrom(let source, _), .choice(let id)):
      guard case .list(let options) = answers[value: source] else { return false }
      return options.contains(id)
    case (.chooseMany(_, let options), .choices(let ids)): return ids.allSatisfy(options.contains)
    case (.form, .submit): return true
    default: return false
    }
  }
}
