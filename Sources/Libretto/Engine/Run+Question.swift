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
    var question = seeing(need).ownQuestion(for: need)
    // Only the run itself knows the other needs.
    question.mayGoBack = mayGoBack(from: need)
    return question
  }

  /// The run with the strand of a need in its registers.
  func seeing(_ need: Need) -> Run {
    guard active < 0, need.strand < schedule.strands.count else { return self }
    var copy = self
    copy.activate(need.strand)
    return copy
  }

  private func ownQuestion(for need: Need) -> Question {
    let code = program.prompts[need.index]
    var question = Question(
      program.resolved(need.index, strand.slots), id: code.id, name: need.name,
      operation: need.operation,
      isSecret: code.isSecret, choices: choices(of: need.index), questions: code.questions,
      preset: need.kind == .prompt ? offered(for: need) : nil,
      fieldChoices: { self.choices($0.choices) }, render: { self.render($0) }
    )
    question.among = valuesAmong(code.prompt)
    question.typeDescription = code.slot < 0 ? nil : program.own[code.slot]?.description
    if code.page >= 0, program.prompts[code.page].shape == .review {
      let form = program.prompts[code.page]
      let place = form.fields.firstIndex { $0.prompt == need.index } ?? 0
      let isFirst = form.fields[..<place].allSatisfy {
        counters[program.prompts[$0.prompt].mark] == 0
      }
      question.page = Question.Page(
        id: form.id, title: render(form.prompt.title),
        message: form.prompt.message.map { render($0) },
        isFirst: isFirst && !isCorrection(need, form))
    }
    return question
  }

  /// The values of the lists of which a prompt takes an element.
  func valuesAmong(_ prompt: Prompt) -> [String] {
    prompt.rules.flatMap { rule -> [String] in
      guard case .among(let key) = rule.kind, let slot = program.keys.slots[key.name],
        case .list(let values)? = strand.slots[slot]
      else { return [] }
      return values.map(\.description)
    }
  }

  /// Whether a single question of a form is asked again while others keep their answers.
  private func isCorrection(_ need: Need, _ form: Program.PromptCode) -> Bool {
    guard remembers, let place = memo.place(need.stepName), memo[place]?.isOut == true else {
      return false
    }
    return form.fields.contains { field in
      let name = StepName(step: Int32(program.prompts[field.prompt].step), rounds: need.rounds)
      guard name != need.stepName, let place = memo.place(name), let entry = memo[place] else {
        return false
      }
      return !entry.isOut
    }
  }

  private func choices(of index: Int) -> [Question.Choice] {
    if program.prompts[index].shape == .review { return reviewed(index) }
    return choices(options(index))
  }

  func choices(_ choices: [Choice]) -> [Question.Choice] {
    choices.compactMap { choice in
      let isAvailable = program.isAvailable(choice, strand.slots)
      if !isAvailable, choice.because == nil { return nil }
      var shown = Question.Choice(
        id: choice.id, title: render(choice.title), role: choice.role, shortcut: choice.shortcut,
        value: choice.value, answer: nil)
      shown.detail = choice.detail.map { render($0) }
      if !isAvailable { shown.refusal = choice.because.map { render($0) } }
      return shown
    }
  }

  /// The questions of a form with their answers, and the choice that submits it.
  private func reviewed(_ index: Int) -> [Question.Choice] {
    let fields = shownFields(index).map { place in
      let field = program.prompts[program.prompts[index].fields[place].prompt]
      return Question.Choice(
        id: field.id, title: render(field.prompt.title), answer: words(for: field))
    }
    return fields + [Question.Choice(id: Run.submission, title: "Submit")]
  }

  private func words(for code: Program.PromptCode) -> String {
    if code.isSecret { return "(secret)" }
    guard code.slot >= 0, let value = strand.slots[code.slot], !value.isEmpty else { return "none" }
    let values = if case .list(let values) = value { values } else { [value] }
    return values.map { value in
      code.prompt.choices.first { $0.value == value && code.prompt.kind != .confirm }
        .map { render($0.title) } ?? value.description
    }.joined(separator: ", ")
  }

  /// The titles of the questions that have got other answers since a question was answered.
  func changes(at need: Need) -> [String] {
    guard need.kind == .prompt, remembers, let place = memo.place(need.stepName),
      let entry = memo[place], let shown = entry.line.detail?.shown
    else { return [] }
    let run = seeing(need)
    let changed = Set(
      shown.reads.filter { !run.read(Int($0.slot)).digest.fits($0.digest) }.map { Int($0.slot) })
    var titles: [String] = []
    for code in program.prompts where changed.contains(code.slot) {
      let title = run.render(code.prompt.title)
      if !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  /// The previous answer to a question that is asked again, if it still fits.
  func offered(for need: Need) -> Given? {
    guard remembers, !program.prompts[need.index].isSecret,
      let place = memo.place(need.stepName), let entry = memo[place], entry.line.kind == .answered
    else { return nil }
    do throws(Rejection) {
      _ = try settle(entry.line.given, need.index, isRecorded: true)
      return entry.line.given
    } catch {
      return nil
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
