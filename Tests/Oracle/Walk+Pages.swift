import TestSupport

// What came last: pages, wrong answers, and the end of the input.

extension Walk {
  /// A wrong answer is refused, and changes nothing.
  mutating func refuse(_ need: JudgeNeed, _ answer: JudgeAnswer) throws -> Bool {
    if need.step.fits(answer, need.answers) { return false }
    let open = try engineNeed(need)
    do {
      try engine.resolve(open, .answer(answer), at: now)
    } catch is WalkFailure {
      throw WalkFailure("refused", "\(need.name) is not open")
    } catch {
      try checkRestored(EngineSaving.allCases)
      return true
    }
    throw WalkFailure("a wrong answer is taken", "\(answer) to \(need.name)")
  }

  /// The run stops; what is being performed returns or throws; and another process takes it up.
  mutating func stop(_ ending: WalkStep.Ending, _ saving: EngineSaving) throws {
    engine.stop()
    guard engine.needs.isEmpty, engine.outcome == .failed else {
      throw WalkFailure("stopped", "\(engine.needs), \(String(describing: engine.outcome))")
    }
    for name in flights.keys.sorted() {
      guard let flight = flights[name] else { continue }
      try cut(flight, ending)
    }
    try restore(saving)
  }

  // MARK: Pages

  /// A form, or an alert with its fields.
  private func page(of need: JudgeNeed) -> JudgeStep? {
    judge.flow.all.first { step in
      !step.fields.isEmpty
        && (step.id == need.step.id || step.fields.contains { $0.id == need.step.id })
    }
  }

  private func name(_ field: JudgeStep, beside need: JudgeNeed) -> String {
    JudgePlaces.name(field.id, JudgePlaces.split(need.name).rounds ?? [])
  }

  /// Fills in the page of a question at random: sometimes wrong, or what is hidden.
  func fillIn(_ need: JudgeNeed, _ random: inout SeededGenerator) -> WalkStep? {
    guard let page = page(of: need) else { return nil }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    var button: String?
    var isAsking = true
    if case .alert(_, let buttons) = page.kind {
      let known = judge.state.taken.last { $0.name == name(page, beside: need) }?.answer
      if case .choice(let id)? = known {
        button = id
      } else {
        button = buttons.randomElement(using: &random)?.id
      }
      isAsking = buttons.contains { $0.id == button && !$0.cancels }
      if chance(5) { button = "nowhere" }
    }
    var entries: [String: JudgeAnswer] = [:]
    var answers = need.answers
    for field in page.shownFields where isAsking {
      let isShown = field.shows.map { answers[value: $0.key] == $0.value } ?? true
      if !isShown {
        if chance(10) { entries[field.step.id] = field.step.randomAnswer(answers, &random) }
        continue
      }
      let known = judge.state.taken.last { $0.name == name(field.step, beside: need) }?.answer
      if known != nil, chance(50) { continue }
      var answer = known ?? field.step.randomAnswer(answers, &random)
      if chance(6), let wrong = field.step.wrongAnswer(answers, &random) { answer = wrong }
      if chance(5) { continue }
      entries[field.step.id] = answer
      if case .typed(let value) = answer, let key = field.step.visibleWrites.first {
        answers[value: key] = value
      }
    }
    return .page(need.name, entries, button: button)
  }

  /// Submits a page: it is taken whole, each answer under what stood above it, or not at all.
  mutating func submit(
    _ need: JudgeNeed, _ entries: [String: JudgeAnswer], _ button: String?
  ) throws -> Bool {
    guard let page = page(of: need) else { return false }
    var before = self
    let wasTaken = try engine.submit(engineNeed(need), entries, button: button, at: now)
    // The same answers one by one, in their order: what they come to is the same.
    let others = before.engine.needs.filter { $0.name != need.name }
    let names = Set(page.inOrder.map { name($0, beside: need) })
    var fits =
      page.isComplete(button)
      && entries.keys.allSatisfy { id in page.fields.contains { $0.id == id } }
    var hasMoved = false
    for step in page.inOrder where fits {
      // Behind the last answer the engine stops.
      if hasMoved { before.look(others, onTheWayThrough: names, to: engine.needs) }
      let name = name(step, beside: need)
      let given = step.id == page.id ? button.map { .choice($0) } : entries[step.id]
      var open = before.judge.state.needs.first { $0.name == name && $0.kind == .prompt }
      if open == nil, let taken = before.judge.state.taken.last(where: { $0.name == name }) {
        // It has an answer; another one takes its place.
        guard let given, given != taken.answer else { continue }
        // Of what the answers above it have led past, nobody has seen anything.
        before.judge.goBack(from: need, to: taken, seeing: judge.state)
        before.look(others, onTheWayThrough: names, to: engine.needs)
        open = before.judge.state.needs.first { $0.name == name }
      }
      guard let open else {
        // What is hidden isn't asked. Behind a failure, the page asks for what it shows all the same.
        // And what has the answer already may be passed by a step back of the flow, which is the
        // engine's to know.
        let known = before.judge.log.answer(name)?.answer
        if before.judge.state.hasFailed, page.shows(step, entries, button, need.answers) {
          fits = (given ?? known).map(step.holds) ?? (step.id == page.id)
        } else {
          fits = given == nil
        }
        if wasTaken, given != nil, given == known { fits = true }
        continue
      }
      let answer = given ?? (step.id == page.id ? .submit : open.offer)
      guard let answer, open.step.fits(answer, open.answers) else {
        fits = false
        continue
      }
      before.judge.log.note(name, .answered(answer), open.inputs)
      hasMoved = true
    }
    guard wasTaken == fits else {
      throw WalkFailure(
        wasTaken ? "a wrong page is taken" : "a page is refused",
        "\(need.name): \(entries) \(button ?? "")")
    }
    if fits {
      judge = before.judge
      for step in page.inOrder { opened[name(step, beside: need)] = nil }
    } else {
      try checkRestored(EngineSaving.allCases)
    }
    return true
  }

  /// Looks where the run stands between the answers of a page, where the engine doesn't stop; or
  /// behind it, where the rest of it is answered already.
  private mutating func look(
    _ others: [EngineNeed], onTheWayThrough page: Set<String>, to end: [EngineNeed]
  ) {
    let ways = [others, end].map { Set($0.map(\.name)).subtracting(page) }
    judge.look(others, isPassing: true) { judge in
      ways.contains(Set(judge.state.open.map(\.name)).subtracting(page))
    }
  }
}

extension JudgeStep {
  fileprivate var shownFields: [Field] {
    switch kind {
    case .form(let fields): fields
    default: fields.map { Field(step: $0, shows: nil) }
    }
  }

  /// Whether a question is asked on its page, under what was filled in above it.
  fileprivate func shows(
    _ step: JudgeStep, _ entries: [String: JudgeAnswer], _ button: String?, _ answers: JudgeAnswers
  ) -> Bool {
    if case .alert(_, let buttons) = kind, step.id != id {
      return buttons.contains { $0.id == button && !$0.cancels }
    }
    guard let condition = shownFields.first(where: { $0.step.id == step.id })?.shows else {
      return true
    }
    let above = shownFields.first { $0.step.visibleWrites == [condition.key] }
    if let above, case .typed(let value)? = entries[above.step.id] {
      return value == condition.value
    }
    return answers[value: condition.key] == condition.value
  }

  /// What is answered on a page, in its order: the button of an alert first, the review of a form
  /// last.
  fileprivate var inOrder: [JudgeStep] {
    if case .alert = kind { return [self] + fields }
    return fields + [self]
  }

  /// Whether a button was chosen where there are any.
  fileprivate func isComplete(_ button: String?) -> Bool {
    guard case .alert(_, let buttons) = kind else { return button == nil }
    return buttons.contains { $0.id == button }
  }
}
