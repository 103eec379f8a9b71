extension Run {
  /// A need as a question to a person; nil where the need is none.
  /// - Parameter need: one of the run's ``needs``.
  public func question(for need: Need) -> Question? {
    guard need.kind == .prompt || need.kind == .notice else { return nil }
    let code = program.prompts[need.index]
    var question = Question(
      code.prompt, need, isSecret: need.isSecret, choices: choices(of: need.index),
      preset: offered(for: need) ?? answerBefore(need.index)
    ) { render($0) }
    question.mayGoBack = mayGoBack
    if code.form >= 0 {
      let form = program.prompts[code.form]
      let isFirst = form.fields.allSatisfy { counters[program.prompts[$0.prompt].mark] == 0 }
      question.page = Question.Page(
        id: form.prompt.id, title: render(form.prompt.title),
        message: form.prompt.message.map { render($0) }, isFirst: isFirst)
    }
    return question
  }

  /// A question by its name alone, before the run comes to it; nil where there is none.
  func question(named name: String) -> Question? {
    let (id, performance) = JournalLines.split(name)
    guard let place = StepTable(program).prompt(id) else { return nil }
    return question(
      for: Need(
        kind: .prompt, performance: performance, program: program, instruction: 0, index: place,
        strand: 0))
  }

  /// Checks an answer to a question by its name alone.
  func check(secret name: String, _ value: Value) throws(Rejection) {
    guard let place = StepTable(program).prompt(JournalLines.split(name).id) else { return }
    try check(prompt: place, value)
  }

  private func choices(of index: Int) -> [Question.Choice] {
    if program.prompts[index].prompt.kind == .form { return reviewed(index) }
    return options(index).map {
      Question.Choice(
        id: $0.id, title: render($0.title), role: $0.role, shortcut: $0.shortcut, value: $0.value)
    }
  }

  /// The questions of a form with their answers, and the way on.
  private func reviewed(_ index: Int) -> [Question.Choice] {
    let fields = shownFields(index).map { place in
      let field = program.prompts[program.prompts[index].fields[place].prompt]
      return choice(field.prompt.id, line(render(field.prompt.title), words(for: field)))
    }
    return fields + [choice(Run.submission, "Submit")]
  }

  private func choice(_ id: String, _ title: String) -> Question.Choice {
    Question.Choice(id: id, title: title, role: .normal, shortcut: nil, value: nil)
  }

  private func line(_ title: String, _ answer: String) -> String {
    var title = title.trimmed
    if title.last == ":" { title.removeLast() }
    return title.last.map { "?!".contains($0) } == true
      ? "\(title) \(answer)" : "\(title): \(answer)"
  }

  private func words(for code: Program.PromptCode) -> String {
    if code.isSecret { return "(secret)" }
    guard code.slot >= 0, let value = slots[code.slot], !value.isEmpty else { return "none" }
    let values = if case .list(let values) = value { values } else { [value] }
    return values.map { value in
      code.prompt.choices.first { $0.value == value && code.prompt.kind != .confirm }
        .map { render($0.title) } ?? value.description
    }.joined(separator: ", ")
  }

  /// The answer that a question had before, where it is asked again to be corrected.
  private func answerBefore(_ index: Int) -> Value? {
    let code = program.prompts[index]
    guard code.mark >= 0, counters[code.mark] == 2, code.slot >= 0, !code.isSecret else {
      return nil
    }
    guard let value = slots[code.slot] else { return code.prompt.isOptional ? .null : nil }
    let choices = options(index)
    func id(_ value: Value) -> Value? {
      choices.first { $0.value == value }.map { .string($0.id) }
    }
    switch code.prompt.kind {
    case .choose: return id(value)
    case .chooseMany:
      guard case .list(let values) = value else { return nil }
      return .list(values.compactMap(id))
    case .ask, .confirm, .alert, .form: return value
    }
  }
}

extension Need {
  /// Whether the answer must not be shown.
  public var isSecret: Bool {
    kind == .prompt && program.prompts[index].isSecret
  }
}
