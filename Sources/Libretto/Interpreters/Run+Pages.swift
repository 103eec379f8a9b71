// Forms, and alerts with their fields, as pages.

extension Run {
  /// Returns the form or alert that a need belongs to, as a page.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - filled: the entries so far; they decide which questions are visible.
  /// - Returns: the page, or nil if the need doesn't belong to one.
  public func page(
    for need: Need, with filled: PageAnswers = PageAnswers()
  ) -> FormPage? {
    filledPage(need, filled)?.page
  }

  /// Goes back from a page to the question before it.
  /// - Parameters:
  ///   - need: a need of the page.
  ///   - time: the current time, in milliseconds since 1970.
  /// - Throws: ``Rejection`` if there is no earlier question.
  public mutating func goBack(fromPage need: Need, at time: Int = 0) throws(Rejection) {
    try goBack(from: need, passing: namesOnPage(need), at: time)
  }

  /// Returns the name of the question to which a step back from a page leads.
  /// - Parameter need: a need of the page.
  /// - Returns: the name of the question, or nil if there is none.
  public func backTarget(ofPage need: Need) -> String? {
    state.target(of: need, passing: namesOnPage(need)).map(program.string)
  }

  private func namesOnPage(_ need: Need) -> Set<StepName> {
    Set(filledPage(need)?.needs.map(\.stepName) ?? [])
  }

  func filledPage(_ need: Need, _ filled: PageAnswers = PageAnswers()) -> FilledPage? {
    guard need.kind == .prompt else { return nil }
    let around = program.prompts[need.index].page
    let place = around < 0 ? need.index : around
    let prompt = program.prompts[place].prompt
    guard !program.prompts[place].questions.isEmpty else { return nil }
    let step = program.prompts[place].step
    let review = Need.Core(
      kind: .prompt, step: Int32(step), rounds: need.rounds,
      instruction: program.steps[step].instruction, index: place, strand: need.strand)
    var page = FilledPage(Need(program: program, core: review), self, filled)
    if prompt.kind == .form {
      addFields(of: place, to: &page)
    } else {
      addFields(ofAlert: place, to: &page)
    }
    page.mayGoBack = state.target(of: need, passing: Set(page.needs.map(\.stepName))) != nil
    return page
  }

  // MARK: Forms

  private func addFields(of form: Int, to page: inout FilledPage) {
    for field in program.prompts[form].fields {
      let isVisible =
        field.condition.map { (try? program.conditions[$0].holds(page.slots)) ?? false }
        ?? true
      if isVisible { page.ask(field.prompt) } else { page.hide(field.prompt) }
    }
  }

  // MARK: Alerts

  private func addFields(ofAlert alert: Int, to page: inout FilledPage) {
    let code = program.prompts[alert]
    let button = code.prompt.choices.firstIndex { $0.id == page.filled.button }
    let isAsking = button.map { code.prompt.choices[$0].role != .cancel } ?? false
    if let button { page.press(code.prompt.choices[button].id) }
    let behind = fieldPrompts(alert, isAsking ? button : nil)
    for field in code.questions {
      guard let index = behind.first(where: { program.prompts[$0].id == field.id })
      else { continue }
      if isAsking { page.ask(index) } else { page.show(field.prompt, index) }
    }
  }

  /// The indices of the questions after a button of an alert, each with the rules of that button;
  /// if no button was chosen, those of the first button that asks for any.
  private func fieldPrompts(_ alert: Int, _ button: Int?) -> [Int] {
    let code = program.prompts[alert]
    func behind(_ button: Int) -> [Int] {
      var found: [Int] = []
      var place = code.targets[button]
      while found.count < code.questions.count, place < program.instructions.count,
        case .prompt(let index) = program.instructions[place],
        program.prompts[index].page == alert
      {
        found.append(index)
        place += 1
      }
      return found
    }
    if let button { return behind(button) }
    return code.prompt.choices.indices.lazy.map(behind).first { !$0.isEmpty } ?? []
  }
}

extension FilledPage {
  /// The page as it is shown, with a problem wherever something is missing or wrong.
  var page: FormPage {
    let prompt = run.program.prompts[need.index].prompt
    let buttons = run.program.choices(prompt.kind == .form ? [] : prompt.choices, slots)
    let stands = run.answerLine(need.stepName)?.line.given
    var button: String?
    if case .choice(let id)? = stands { button = id }
    if !buttons.isEmpty, let now = filled.button { button = now }
    var page = FormPage(
      id: run.program.prompts[need.index].id, name: need.name, title: run.program.render(prompt.title, slots),
      message: prompt.message.map { run.program.render($0, slots) }, fields: fields, buttons: buttons,
      button: button,
      mayGoBack: mayGoBack,
      timeout: prompt.timeout)
    page.problem = problem(buttons)
    return page
  }

  private func problem(_ buttons: [Question.Choice]) -> String? {
    let unknown = filled.entries.keys.filter { id in !fields.contains { $0.id == id } }.sorted()
    if let first = unknown.first {
      return "“\(first.shortened)” is not a question on this page."
    }
    if buttons.isEmpty {
      return filled.button.map { _ in "A form has no buttons; it is submitted." }
    }
    guard let button = filled.button else { return "Choose one of the buttons." }
    if buttons.contains(where: { $0.id == button }) { return nil }
    let offered = buttons.filter { $0.refusal == nil }
    return Rejection.noChoice("“\(button.shortened)”", offered.map(\.id)).message
  }
}
