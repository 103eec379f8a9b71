/// A form, or an alert with its fields, as one page: everything on it, answered at once.
///
/// Answers that are not whole change nothing: the page stays open, with a problem at each field that
/// has one. One question after the other stays possible too; journals know questions only.
public struct FormPage: Hashable, Sendable {
  /// A question on the page.
  public struct Field: Hashable, Sendable {
    /// The question with its texts filled.
    public let question: Question
    /// Whether it is asked under the answers so far.
    public let isVisible: Bool
    /// What was given for it, or how it stands answered; never a secret.
    public let given: Given?
    /// Why what was given does not fit; nil where it does.
    public internal(set) var problem: String?
  }

  /// The id of the form or alert.
  public let id: String
  /// The name of the need that the page resolves.
  public let name: String
  /// The title.
  public let title: String
  /// More words below the title.
  public let message: String?
  /// The questions, in order.
  public internal(set) var fields: [Field]
  /// The buttons of an alert; empty for a form, which is submitted.
  public let buttons: [Question.Choice]
  /// Why the page as a whole was refused; nil where it was not.
  public internal(set) var problem: String?

  mutating func note(_ problem: String, at id: String) {
    guard let place = fields.firstIndex(where: { $0.question.id == id }) else { return }
    fields[place].problem = problem
  }

  /// The page before anybody filled it in: what is missing on it is no mistake yet.
  var untouched: FormPage {
    var page = self
    page.problem = nil
    for place in page.fields.indices { page.fields[place].problem = nil }
    return page
  }

  /// Whether something on it has to be corrected.
  public var hasProblems: Bool { problem != nil || fields.contains { $0.problem != nil } }
}

/// What a person filled in on a page.
public struct PageAnswers: Hashable, Sendable {
  /// The answers, by the ids of the questions.
  public var answers: [String: Given]
  /// The id of the button that was chosen; nil for a form.
  public var button: String?

  /// Fills in a page.
  /// - Parameters:
  ///   - answers: the answers, by the ids of the questions. What is left out keeps its answer or
  ///     takes its default.
  ///   - button: the id of the button that was chosen; nil for a form.
  public init(_ answers: [String: Given] = [:], button: String? = nil) {
    self.answers = answers
    self.button = button
  }
}

extension Run {
  /// The form or alert on which a need stands, as a page; nil where it stands on none.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - filled: what has been filled in so far: it decides which questions are visible.
  public func page(for need: Need, _ filled: PageAnswers = PageAnswers()) -> FormPage? {
    guard need.kind == .prompt else { return nil }
    let code = program.prompts[need.index]
    let run = seeing(need)
    if code.shape == .review || code.form >= 0 {
      return run.form(code.shape == .review ? need.index : code.form, need, filled)
    }
    guard code.prompt.kind == .alert, !code.prompt.fields.isEmpty else { return nil }
    return run.alert(need, filled)
  }

  /// Submits a page, all of it or nothing.
  /// - Parameters:
  ///   - need: a need that stands on the page.
  ///   - filled: what was filled in.
  ///   - time: when, in milliseconds since 1970.
  /// - Returns: nil where the page was taken; else the page with what has to be corrected.
  /// - Throws: ``Rejection`` where the need stands on no page.
  public mutating func submit(
    _ need: Need, _ filled: PageAnswers, at time: Int = 0
  ) throws(Rejection) -> FormPage? {
    guard isOpen(need), let page = page(for: need, filled) else { throw .notNeeded(need) }
    if page.hasProblems { return page }
    var copy = self
    do throws(Rejection) {
      if program.prompts[need.index].prompt.kind == .alert {
        try copy.fill(alert: need, filled, at: time)
      } else {
        try copy.fill(form: page, need, filled, at: time)
      }
    } catch {
      var page = page
      page.problem = error.message
      return page
    }
    self = copy
    return nil
  }

  // MARK: Forms

  private func form(_ index: Int, _ need: Need, _ filled: PageAnswers) -> FormPage {
    var run = self
    let form = program.prompts[index]
    var fields: [FormPage.Field] = []
    var known: Set<String> = []
    for code in form.fields {
      let field = program.prompts[code.prompt]
      let id = field.prompt.id
      known.insert(id)
      let isVisible =
        code.condition.map { (try? program.conditions[$0].holds(run.strand.slots)) ?? false }
        ?? true
      let name = StepName(step: Int32(field.step), rounds: need.rounds)
      let before = given(name, code.prompt)
      let question = run.field(code.prompt, name, before)
      guard isVisible else {
        let isGiven = filled.answers[id] != nil
        fields.append(
          FormPage.Field(
            question: question, isVisible: false, given: nil,
            problem: isGiven ? "This question is not asked." : nil))
        if field.slot >= 0 { run.strand.slots[field.slot] = nil }
        continue
      }
      fields.append(run.fill(code.prompt, question, filled.answers[id], before))
    }
    var page = FormPage(
      id: form.prompt.id,
      name: program.string(StepName(step: Int32(form.step), rounds: need.rounds)),
      title: render(form.prompt.title), message: form.prompt.message.map { render($0) },
      fields: fields, buttons: [])
    page.problem = unknown(filled, known)
    if filled.button != nil { page.problem = "A form has no buttons; it is submitted." }
    return page
  }

  private func unknown(_ filled: PageAnswers, _ known: Set<String>) -> String? {
    let unknown = filled.answers.keys.filter { !known.contains($0) }.sorted()
    guard let first = unknown.first else { return nil }
    return "“\(first.shortened)” is not a question on this page."
  }

  /// A question on a page, under the answers above it.
  private func field(_ index: Int, _ name: StepName, _ before: Given?) -> Question {
    let code = program.prompts[index]
    return Question(
      code.prompt, name: program.string(name), isSecret: code.isSecret,
      choices: choices(options(index)), preset: before
    ) { render($0) }
  }

  /// Takes what was filled in for a question, so that those below it see it.
  private mutating func fill(
    _ index: Int, _ question: Question, _ given: Given?, _ before: Given?
  ) -> FormPage.Field {
    let slot = program.prompts[index].slot
    let isSecret = program.prompts[index].isSecret
    let isKnown = isSecret && before == nil && given == nil && isAnswered(question.name)
    let answer = given ?? before ?? question.defaultAnswer
    var problem: String?
    if let answer {
      do throws(Rejection) {
        let kept = try settle(answer, index).kept
        if slot >= 0 { strand.slots[slot] = kept }
      } catch {
        problem = error.message
      }
    } else if !isKnown {
      if slot >= 0 { strand.slots[slot] = nil }
      problem = "An answer is needed."
    }
    return FormPage.Field(
      question: question, isVisible: true, given: isSecret ? nil : given ?? before,
      problem: problem)
  }

  /// How a question on a page stands answered.
  private func given(_ name: StepName, _ index: Int) -> Given? {
    guard let line = line(name), line.kind == .answered else { return nil }
    return line.given
  }

  private func isAnswered(_ name: String) -> Bool {
    program.name(name).flatMap(line)?.kind == .secret
  }

  private func line(_ name: StepName) -> Line? {
    if remembers { return memo.place(name).flatMap { memo[$0]?.line } }
    return lines.last { $0.name == name && $0.kind.isOfQuestion }
  }

  private mutating func fill(
    form page: FormPage, _ first: Need, _ filled: PageAnswers, at time: Int
  ) throws(Rejection) {
    var wanted: [String: Given] = [:]
    for field in page.fields where field.isVisible {
      let id = field.question.id
      wanted[id] = filled.answers[id] ?? field.given ?? field.question.defaultAnswer
    }
    var corrected: Set<String> = []
    // Each question is answered at most twice: on the way to the review, and corrected there.
    for _ in 0...(page.fields.count * 2 + 2) {
      guard let need = needs.first(where: { $0.strand == first.strand && $0.kind == .prompt })
      else { throw Rejection(message: "The page could not be submitted.") }
      if program.prompts[need.index].shape != .review {
        guard let given = wanted[need.id] else {
          throw Rejection(message: "“\(need.id)” is asked now; answer it too.")
        }
        try resolve(need, .answer(given), at: time)
        corrected.insert(need.id)
        continue
      }
      let stale = page.fields.first { field in
        let id = field.question.id
        guard field.isVisible, let given = filled.answers[id], !corrected.contains(id),
          let name = program.name(field.question.name)
        else { return false }
        return self.given(name, 0) != given
      }
      guard let stale else { return try resolve(need, .answer(.submit), at: time) }
      try goBack(from: need, to: stale.question.id, at: time)
    }
    throw Rejection(message: "The page could not be submitted.")
  }

  // MARK: Alerts

  private func alert(_ need: Need, _ filled: PageAnswers) -> FormPage {
    let code = program.prompts[need.index]
    let buttons = code.prompt.choices
    let place = buttons.firstIndex { $0.id == filled.button }
    var run = self
    var fields: [FormPage.Field] = []
    let indices = fieldPrompts(need.index, place)
    for field in code.prompt.fields {
      let index = indices.first { program.prompts[$0].prompt.id == field.prompt.id }
      guard let index else { continue }
      let name = StepName(step: Int32(program.prompts[index].step), rounds: need.rounds)
      let before = given(name, index)
      let question = run.field(index, name, before)
      if place == nil || buttons[place ?? 0].role == .cancel {
        fields.append(
          FormPage.Field(question: question, isVisible: true, given: before, problem: nil))
      } else {
        fields.append(run.fill(index, question, filled.answers[field.prompt.id], before))
      }
    }
    var page = FormPage(
      id: code.prompt.id, name: need.name, title: render(code.prompt.title),
      message: code.prompt.message.map { render($0) }, fields: fields,
      buttons: choices(code.prompt.choices))
    page.problem = unknown(filled, Set(code.prompt.fields.map(\.prompt.id)))
    if place == nil, filled.button != nil || !filled.answers.isEmpty {
      page.problem = "Choose one of the buttons."
    }
    return page
  }

  /// The places of the questions behind a button of an alert, each with the rules of that button;
  /// behind the first that asks any, where none was chosen.
  private func fieldPrompts(_ alert: Int, _ button: Int?) -> [Int] {
    let code = program.prompts[alert]
    let steps = Set(code.prompt.fields.map(\.prompt.id))
    func behind(_ button: Int) -> [Int] {
      var found: [Int] = []
      var place = code.targets[button]
      while found.count < steps.count, place < program.instructions.count,
        case .prompt(let index) = program.instructions[place],
        steps.contains(program.prompts[index].prompt.id)
      {
        found.append(index)
        place += 1
      }
      return found
    }
    if let button, code.prompt.choices[button].role != .cancel { return behind(button) }
    return code.prompt.choices.indices.lazy.map(behind).first { !$0.isEmpty } ?? []
  }

  private mutating func fill(
    alert need: Need, _ filled: PageAnswers, at time: Int
  ) throws(Rejection) {
    guard let button = filled.button else {
      throw Rejection(message: "Choose one of the buttons.")
    }
    let steps = Set(program.prompts[need.index].prompt.fields.map(\.prompt.id))
    try resolve(need, .answer(.choice(button)), at: time)
    while let next = needs.first(where: { $0.strand == need.strand && $0.kind == .prompt }),
      steps.contains(next.id), next.rounds == need.rounds
    {
      let question = question(for: next)
      guard let given = filled.answers[next.id] ?? question?.defaultAnswer else {
        throw Rejection(message: "“\(next.id)” needs an answer.")
      }
      try resolve(next, .answer(given), at: time)
    }
  }
}
