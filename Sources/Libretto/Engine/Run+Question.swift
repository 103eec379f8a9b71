extension Run {
  /// Returns a need as a question to a person.
  ///
  /// A decision about an effect is a question too, and its answers are choices.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the question, or nil if the need doesn't ask anything.
  public func question(for need: Need) -> Question? {
    switch need.kind {
    case .prompt, .notice: break
    case .secret where need.index >= 0: break
    case .stale, .begun, .undoBegun, .undoFailed, .remains, .secret: return decision(for: need)
    case .say, .action, .load, .wait, .undo: return nil
    }
    var question = ownQuestion(for: need)
    question.mayGoBack = state.target(of: need) != nil
    return question
  }

  private func ownQuestion(for need: Need) -> Question {
    let code = program.prompts[need.index]
    let slots = state.strand(of: need).slots
    let isReview = program.prompts[need.index].shape == .review
    var question = Question(
      program.resolved(need.index, slots), id: code.id, name: need.name,
      operation: need.operation, isSecret: code.isSecret,
      choices: isReview
        ? reviewed(need.index, slots)
        : program.choices(program.options(need.index, slots), slots),
      questions: code.questions, preset: need.kind == .prompt ? offered(for: need) : nil,
      fieldChoices: { [program] in program.choices($0.choices, slots) },
      render: { [program] in program.render($0, slots) }
    )
    question.among = program.valuesAmong(code.prompt, slots)
    question.typeDescription = code.slot < 0 ? nil : program.own[code.slot]?.description
    if code.page >= 0, program.prompts[code.page].shape == .review {
      let form = program.prompts[code.page]
      let place = form.fields.firstIndex { $0.prompt == need.index } ?? 0
      let isFirst = form.fields[..<place].allSatisfy {
        state.counters[program.prompts[$0.prompt].mark] == 0
      }
      question.page = Question.Page(
        id: form.id, title: program.render(form.prompt.title, slots),
        message: form.prompt.message.map { program.render($0, slots) },
        isFirst: isFirst && !isCorrection(need, form))
    }
    return question
  }

  /// Whether a single question of a form is asked again while others keep their answers.
  private func isCorrection(_ need: Need, _ form: Program.PromptCode) -> Bool {
    guard let place = memo.place(need.stepName), memo.isOut(place) else { return false }
    return form.fields.contains { field in
      let name = StepName(step: Int32(program.prompts[field.prompt].step), rounds: need.rounds)
      return name != need.stepName && memo.place(name).map { !memo.isOut($0) } ?? false
    }
  }

  /// The questions of a form with their answers, and the choice that submits it.
  private func reviewed(_ index: Int, _ slots: [Value?]) -> [Question.Choice] {
    let fields = state.shownFields(index).map { place in
      let field = program.prompts[program.prompts[index].fields[place].prompt]
      return Question.Choice(
        id: field.id, title: program.render(field.prompt.title, slots),
        answer: words(for: field, slots))
    }
    return fields + [Question.Choice(id: Run.submission, title: "Submit")]
  }

  private func words(for code: Program.PromptCode, _ slots: [Value?]) -> String {
    if code.isSecret { return "(secret)" }
    guard code.slot >= 0, let value = slots[code.slot], !value.isEmpty else { return "none" }
    let values = if case .list(let values) = value { values } else { [value] }
    return values.map { value in
      code.prompt.choices.first { $0.value == value && code.prompt.kind != .confirm }
        .map { program.render($0.title, slots) } ?? value.description
    }.joined(separator: ", ")
  }

  /// The titles of the questions that have got other answers since a question was answered.
  func changes(at need: Need) -> [String] {
    guard need.kind == .prompt, let shown = memo.entry(need.stepName)?.detail?.shown else {
      return []
    }
    let strand = state.strand(of: need)
    let changed = Set(
      shown.reads.filter { !state.read(Int($0.slot), strand).digest.fits($0.digest) }
        .map { Int($0.slot) })
    var titles: [String] = []
    for code in program.prompts where changed.contains(code.slot) {
      let title = program.render(code.prompt.title, strand.slots)
      if !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  /// The previous answer to a question that is asked again, if it still fits.
  func offered(for need: Need) -> Given? {
    guard !program.prompts[need.index].isSecret, let line = memo.entry(need.stepName),
      line.kind == .answered
    else { return nil }
    let slots = state.strand(of: need).slots
    let isRight = (try? program.settle(line.given, need.index, slots, isRecorded: true)) != nil
    return isRight ? line.given : nil
  }
}

extension Program {
  /// The values of the lists of which a prompt takes an element.
  func valuesAmong(_ prompt: Prompt, _ slots: [Value?]) -> [String] {
    prompt.rules.flatMap { rule -> [String] in
      guard case .among(let key) = rule.kind, case .list(let values)? = answer(key, slots) else {
        return []
      }
      return values.map(\.description)
    }
  }

  /// Choices as they are shown, without those that are hidden.
  func choices(_ choices: [Choice], _ slots: [Value?]) -> [Question.Choice] {
    choices.compactMap { choice in
      let isAvailable = isAvailable(choice, slots)
      if !isAvailable, choice.because == nil { return nil }
      var shown = Question.Choice(
        id: choice.id, title: render(choice.title, slots), role: choice.role,
        shortcut: choice.shortcut, value: choice.value, answer: nil)
      shown.detail = choice.detail.map { render($0, slots) }
      if !isAvailable { shown.refusal = choice.because.map { render($0, slots) } }
      return shown
    }
  }
}

extension Question.Choice {
  init(id: String, title: String, answer: String? = nil) {
    self.init(id: id, title: title, role: .normal, shortcut: nil, value: nil, answer: answer)
  }
}

extension Need {
  /// Whether the answer must not be shown.
  public var isSecret: Bool {
    kind == .secret || kind == .prompt && program.prompts[index].isSecret
  }
}
