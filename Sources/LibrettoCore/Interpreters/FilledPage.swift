// Pages: a form, or an alert with its fields, whose questions are answered at once.
//
// A page is a view of the run, and the run knows only questions. `FilledPage` goes through the
// questions of a page in order on a copy of the run. Each entry is read and settled as an answer would
// be, and put into the registers, so the conditions, texts and rules of the questions below see it.
// What it finds is the page as it is shown, with a problem wherever something is missing or wrong.
//
// A page without problems is submitted on another copy: answers that were replaced are taken out, and
// all of them are given one after the other. The copy takes the place of the run only if every answer
// was accepted. So a page is accepted completely or not at all, and a journal knows only questions.
//
// `OpenPage` is what the driver keeps while the person fills in a page, over all tries.

/// A page as filled in, question by question: each question sees the answers above it.
package struct FilledPage: Sendable {
  /// A question of the page, or the alert itself, with its new answer.
  struct Answer: Sendable {
    let need: Need
    /// The answer; nil for a secret that was given before and stays.
    let given: Given?
    /// The value kept for its key.
    let kept: Value?
    /// Whether it already has this answer.
    let stands: Bool
    /// Whether it has a different answer, which must be taken out first.
    let isReplaced: Bool
  }

  /// The need that the page resolves: that of the review of a form, or of the alert.
  let need: Need
  /// A copy of the run into which the page is filled, for texts that show its answers.
  private(set) var run: Run
  private var program: Program { run.program }
  /// The answers with those of the page.
  var slots: [Value?] { run.state.strands[strand].slots }
  private var strand: Int { run.isParallel ? need.strand : 0 }
  let filled: PageAnswers
  /// Whether a step back from the page is possible.
  var mayGoBack = false
  private(set) var fields: [FormPage.Field] = []
  /// The answers to the questions that are asked, in order; for an alert, the alert itself comes
  /// first.
  private(set) var answers: [Answer] = []
  /// All questions of the page, asked or not.
  package private(set) var needs: [Need] = []

  init(_ need: Need, _ run: Run, _ filled: PageAnswers) {
    self.need = need
    self.run = run
    self.filled = filled
    needs = [need]
  }

  /// The need for a question of the page.
  private func need(_ index: Int) -> Need {
    let step = program.prompts[index].step
    return Need(
      program: program,
      core: Need.Core(
        kind: .prompt, step: Int32(step), rounds: need.rounds,
        instruction: program.steps[step].instruction, index: index, strand: need.strand))
  }

  private func question(_ prompt: Prompt, _ index: Int, _ need: Need) -> Question {
    var question = Question(
      prompt, id: program.prompts[index].id, name: need.name, operation: need.operation,
      isSecret: program.prompts[index].isSecret,
      choices: program.choices(program.options(index, slots), slots), language: run.language,
      keyTitle: { program.title(ofKey: $0, slots, run.language) },
      render: { program.render($0, slots, run.language) })
    question.among = program.valuesAmong(prompt, slots)
    return question
  }

  /// Answers the alert itself with a button.
  mutating func press(_ button: String) {
    answers.append(answer(need, .choice(button), nil))
  }

  /// Takes what was filled in for a question, so that the questions below see it.
  mutating func ask(_ index: Int) {
    let need = need(index)
    let code = program.prompts[index]
    let question = question(program.resolved(index, slots), index, need)
    let before = before(need)
    let entry = filled[code.id]
    var given: Given?
    var typed: String?
    var problem: String?
    var value: Value?
    do throws(Rejection) {
      given = try entry.map { (entry) throws(Rejection) in try question.read(entry) }
    } catch {
      problem = run.language(error.sentence)
      typed = entry?.words
    }
    if problem == nil {
      do throws(Rejection) {
        if let draft = entry?.draft(of: question) { try run.checkDraft(draft, for: need) }
        if given == nil, before.given == nil, before.isAnswered {
          // A restored run doesn't know the secret; it was checked when it was given.
          let secret = run.secrets[Run.SecretName(name: need.stepName)]
          value =
            try secret.map { (secret) throws(Rejection) in
              try program.settle(.typed(secret), index, slots).kept ?? .null
            } ?? .null
          answers.append(
            Answer(need: need, given: nil, kept: value, stands: true, isReplaced: false))
        } else if let answer = given ?? before.given ?? question.defaultAnswer {
          value = try program.settle(answer, index, slots).kept
          answers.append(self.answer(need, answer, value))
        } else {
          problem = run.language(program.missing(index, slots))
        }
      } catch {
        problem = run.language(error.sentence)
      }
    }
    run.state.fill(code, problem == nil ? value : nil, isShown: true, in: strand)
    add(need, question, true, given ?? before.given, typed, before.isAnswered, problem)
  }

  /// Skips a question that isn't asked; a hidden question has no answer.
  mutating func hide(_ index: Int) {
    let need = need(index)
    let code = program.prompts[index]
    let isGiven = filled[code.id] != nil
    add(
      need, question(code.prompt, index, need), false, nil, nil, false,
      isGiven ? run.language(.notAsked) : nil)
    run.state.fill(code, nil, isShown: false, in: strand)
  }

  /// Asks again for a secret that is no longer stored.
  /// - Parameter id: the id of its question.
  mutating func askAgain(_ secret: Run.AskedSecret, id: String) {
    let (need, question) = (secret.need, run.question(secret, id: id))
    let entry = filled[question.id]
    var problem: String?
    do throws(Rejection) {
      guard let given = try entry.map({ (entry) throws(Rejection) in try question.read(entry) })
      else { throw Rejection(.needed) }
      try run.giveAgain(need, given, in: secret.slot)
      answers.append(Answer(need: need, given: given, kept: nil, stands: false, isReplaced: false))
    } catch {
      problem = run.language(error.sentence)
    }
    needs.append(need)
    fields.append(
      FormPage.Field(
        question: question, isVisible: true, given: nil, typed: nil, isAnswered: false, checks: [],
        problem: problem))
  }

  /// Shows a field of an alert when no button that asks for it has been chosen.
  /// - Parameter prompt: the field with the rules that apply to all buttons.
  mutating func show(_ prompt: Prompt, _ index: Int) {
    let need = need(index)
    let question = question(prompt, index, need)
    let before = before(need)
    var given = before.given
    var typed: String?
    if let entry = filled[program.prompts[index].id] {
      do throws(Rejection) {
        given = try question.read(entry)
      } catch {
        typed = entry.words
      }
    }
    add(need, question, true, given, typed, before.isAnswered, nil)
  }

  private mutating func add(
    _ need: Need, _ question: Question, _ isVisible: Bool, _ given: Given?, _ typed: String?,
    _ isAnswered: Bool, _ problem: String?
  ) {
    needs.append(need)
    fields.append(
      FormPage.Field(
        question: question, isVisible: isVisible,
        given: question.isSecret || typed != nil ? nil : given,
        typed: question.isSecret ? nil : typed, isAnswered: isAnswered,
        checks: need.prompt?.checks.map(\.name) ?? [], problem: problem))
  }

  // MARK: Earlier answers

  /// The earlier answer to a question, without a secret, and whether it may stay.
  private func before(_ need: Need) -> (given: Given?, isAnswered: Bool) {
    guard let (line, isInForce) = run.answerLine(need.stepName) else { return (nil, false) }
    if line.kind == .secret {
      return (nil, isInForce || run.secrets[Run.SecretName(name: need.stepName)] != nil)
    }
    let kept = try? program.settle(line.given, need.index, slots, isRecorded: true)
    return (line.given, kept != nil)
  }

  private func answer(_ need: Need, _ given: Given, _ kept: Value?) -> Answer {
    guard let (line, isInForce) = run.answerLine(need.stepName), isInForce else {
      return Answer(need: need, given: given, kept: kept, stands: false, isReplaced: false)
    }
    let isSame = run.isSame(line, given, kept, need)
    return Answer(need: need, given: given, kept: kept, stands: isSame, isReplaced: !isSame)
  }
}

extension Run {
  /// Whether an answer is the one that its line has.
  fileprivate func isSame(_ line: Line, _ given: Given, _ kept: Value?, _ need: Need) -> Bool {
    if line.kind == .secret { return secrets[SecretName(name: need.stepName)] == (kept ?? .null) }
    switch given {
    case .typed: return line.given == .typed(kept ?? .null)
    case .choices:
      let slots = state.strand(of: need).slots
      return (try? program.settle(line.given, need.index, slots, isRecorded: true))?.kept == kept
    case .yes, .choice, .submit: return line.given == given
    }
  }

  /// Whether a question had this answer, under what it shows and reads now: a step back has taken it
  /// out. Then it was checked.
  func hasStood(_ given: Given, _ kept: Value?, _ need: Need) -> Bool {
    guard need.kind == .prompt, let (line, _) = answerLine(need.stepName),
      isSame(line, given, kept, need)
    else { return false }
    return state.shownNow(need.index, state.strand(of: need)).isHeld(by: line)
  }
}

extension Run {
  /// The answer to a question, including one that a step back has taken out.
  func answerLine(_ name: StepName) -> (line: Line, isInForce: Bool)? {
    guard let place = memo.place(name), lines[place].kind.isAnswer else { return nil }
    return (lines[place], !memo.isOut(place))
  }
}

extension Line.Kind {
  fileprivate var isAnswer: Bool { self == .answered || self == .secret }
}

extension Run {
  /// Returns the form or alert that a need belongs to, as a page.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - filled: the entries so far; they decide which questions are visible.
  /// - Returns: the page, or nil if the need doesn't belong to one.
  package func page(
    for need: Need, with filled: PageAnswers = PageAnswers()
  ) -> FormPage? {
    filledPage(need, filled)?.page
  }

  /// Goes back from a page to the question before it.
  /// - Parameters:
  ///   - need: a need of the page.
  ///   - time: the current time.
  /// - Throws: ``Rejection`` if there is no earlier question.
  package mutating func goBack(fromPage need: Need, at time: Timestamp = .epoch) throws(Rejection) {
    try goBack(from: need, passing: namesOnPage(need), at: time)
  }

  /// Returns the name of the question to which a step back from a page leads.
  /// - Parameter need: a need of the page.
  /// - Returns: the name of the question, or nil if there is none.
  package func backTarget(ofPage need: Need) -> String? {
    state.target(of: need, passing: namesOnPage(need)).map(program.string)
  }

  private func namesOnPage(_ need: Need) -> Set<StepName> {
    Set(filledPage(need)?.needs.map(\.stepName) ?? [])
  }

  /// The need that the page of a need resolves; nil if it isn't on a page.
  func page(of need: Need) -> Need? {
    if need.kind == .secret { return secretsAsked(with: need).count > 1 ? need : nil }
    guard need.kind == .prompt else { return nil }
    let around = program.prompts[need.index].page
    let place = around < 0 ? need.index : around
    guard !program.prompts[place].questions.isEmpty else { return nil }
    let step = program.prompts[place].step
    let core = Need.Core(
      kind: .prompt, step: Int32(step), rounds: need.rounds,
      instruction: program.steps[step].instruction, index: place, strand: need.strand)
    return Need(program: program, core: core)
  }

  func filledPage(_ need: Need, _ filled: PageAnswers = PageAnswers()) -> FilledPage? {
    guard let review = page(of: need) else { return nil }
    var page = FilledPage(review, self, filled)
    if review.kind == .secret {
      let secrets = secretsAsked(with: review)
      for secret in secrets {
        // An action may have set several.
        let isOne = secrets.count { $0.need.id == secret.need.id } == 1
        let own =
          secret.need.name + (secret.need.index < 0 ? "/" + program.keys[secret.slot].name : "")
        page.askAgain(secret, id: isOne ? secret.need.id : own)
      }
    } else if review.prompt?.kind == .form {
      addFields(of: review.index, to: &page)
    } else {
      addFields(ofAlert: review.index, to: &page)
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
    if need.kind == .secret {
      let title =
        switch run.program.instructions[need.instruction] {
        case .work(let index): run.program.works[index].name
        case .prompt(let index): run.render(run.program.prompts[index].prompt.title, for: need)
        default: need.id
        }
      var page = FormPage(
        id: need.id, name: need.name, title: title, message: nil, fields: fields, buttons: [],
        button: nil, mayGoBack: mayGoBack, timeout: nil)
      page.problem = problem([])
      return page
    }
    let prompt = run.program.prompts[need.index].prompt
    let buttons = run.program.choices(prompt.kind == .form ? [] : prompt.choices, slots)
    let stands = run.answerLine(need.stepName)?.line.given
    var button: String?
    if case .choice(let id)? = stands { button = id }
    if !buttons.isEmpty, let now = filled.button { button = now }
    var page = FormPage(
      id: run.program.prompts[need.index].id, name: need.name,
      title: run.program.render(prompt.title, slots, run.language),
      message: prompt.message.map { run.program.render($0, slots, run.language) }, fields: fields,
      buttons: buttons,
      button: button,
      mayGoBack: mayGoBack,
      timeout: prompt.timeout)
    page.messagePieces =
      prompt.message.map { run.program.pieces(of: $0, slots, run.language) } ?? []
    page.problem = problem(buttons)
    return page
  }

  private func problem(_ buttons: [Question.Choice]) -> String? {
    let unknown = filled.entries.keys.filter { id in !fields.contains { $0.id == id } }.sorted()
    if let first = unknown.first {
      return run.language(
        .notOnThisPage, first.shortened, fields.map(\.id.inQuotes).listed())
    }
    if buttons.isEmpty {
      return filled.button.map { _ in run.language(.hasNoButtons) }
    }
    guard let button = filled.button else { return run.language(.chooseAButton) }
    if buttons.contains(where: { $0.id == button }) { return nil }
    let offered = buttons.filter { $0.refusal == nil }
    return run.language(Rejection.noChoice(button.inQuotes, offered.map(\.id)).sentence)
  }
}

extension Run {
  /// Submits a page, completely or not at all.
  /// - Parameters:
  ///   - need: a need of the page.
  ///   - filled: the entries.
  ///   - time: the current time.
  /// - Returns: nil if the page was accepted; otherwise the page with its problems.
  /// - Throws: ``Rejection`` if the need doesn't belong to a page.
  package mutating func submit(
    _ need: Need, with filled: PageAnswers, at time: Timestamp = .epoch
  ) throws(Rejection) -> FormPage? {
    guard isOpen(need), let state = filledPage(need, filled) else { throw .notNeeded(need) }
    let page = state.page
    return page.hasProblems ? page : try submit(state, from: need, at: time)
  }

  /// Submits a page that was filled in without problems.
  mutating func submit(
    _ state: FilledPage, from need: Need, at time: Timestamp
  ) throws(Rejection) -> FormPage? {
    guard isOpen(need) else { throw .notNeeded(need) }
    var copy = self
    do throws(Refused) {
      try copy.enter(state, need, at: time)
    } catch {
      var page = state.page
      if let id = error.id, page[id] != nil {
        page.note(error.message, at: id)
      } else {
        page.problem = error.message
      }
      return page
    }
    self = copy
    return nil
  }

  /// An answer that the engine refused, and its question.
  private struct Refused: Error {
    let message: String
    let id: String?
  }

  /// What is asked again anyway needs no step back, which would put back what an earlier one took out.
  private mutating func enter(
    _ state: FilledPage, _ need: Need, at time: Timestamp
  ) throws(Refused) {
    if need.kind == .secret {
      var told: [RunEvent] = []
      for answer in state.answers {
        do throws(Rejection) {
          try resolve(answer.need, with: .answer(answer.given ?? .submit), at: time)
        } catch {
          throw Refused(message: language(error.sentence), id: nil)
        }
        told += events
      }
      events = told.filter(isNews)
      return
    }
    // The question at which the run is needs no step back.
    let replaced = state.answers.filter(\.isReplaced).map(\.need)
      .filter { $0.stepName != need.stepName }
    if !replaced.contains(where: { memo.place($0.stepName).map(self.state.isTaken) ?? false }) {
      var copy = self
      let left = try? copy.feed(state, need, [], at: time)
      if let left, !replaced.contains(where: { left.contains($0.stepName) }) {
        self = copy
        return
      }
    }
    _ = try feed(state, need, replaced, at: time)
  }

  /// Gives the answers of a page.
  /// - Parameter replaced: the questions whose answers are taken out first.
  /// - Returns: the questions that were not asked.
  private mutating func feed(
    _ state: FilledPage, _ need: Need, _ replaced: [Need], at time: Timestamp
  ) throws(Refused) -> Set<StepName> {
    var told: [RunEvent] = []
    var open = Dictionary(state.answers.map { ($0.need.stepName, $0) }) { first, _ in first }
    try feeding { (run) throws(Refused) in
      if !replaced.isEmpty {
        // What an earlier step back took out is asked again too: this one would put it back, and its
        // old answer would stand in place of the page's.
        let out = state.needs.filter {
          replaced.contains($0) || run.answerLine($0.stepName)?.isInForce == false
        }.sorted { $0.instruction < $1.instruction }
        run.reopen(out.map(\.stepName), from: need, at: time)
        told += run.events
      }
      // A step back of the flow may lead to the page again; then it is another one.
      var names = Set(state.needs.map(\.stepName))
      var isHeard = replaced.isEmpty
      while let next = run.needs.first(where: { $0.strand == need.strand }) {
        do throws(Rejection) {
          if !isHeard, next.kind == .say {
            // The text is said before the page, and was heard there.
            try run.resolve(next, with: .shown, at: time)
          } else if next.kind == .prompt, names.remove(next.stepName) != nil {
            isHeard = true
            let answer = open.removeValue(forKey: next.stepName)
            try run.resolve(next, with: .answer(try run.given(next, answer)), at: time)
          } else {
            break
          }
        } catch {
          throw Refused(message: run.language(error.sentence), id: next.id)
        }
        told += run.events
      }
      run.events = []
    }
    events = (told + events).filter(isNews)
    return Set(open.keys)
  }

  private func given(_ need: Need, _ answer: FilledPage.Answer?) throws(Rejection) -> Given {
    if program.prompts[need.index].shape == .review { return .submit }
    if let given = answer?.given { return given }
    // A secret that stayed is asked for again if its question shows a different answer.
    if answer != nil, let secret = secrets[SecretName(name: need.stepName)] {
      return .typed(secret)
    }
    throw Rejection(.needed)
  }

  /// Of the needs on the way, only those at the end remain.
  private func isNews(_ item: RunEvent) -> Bool {
    if case .needed(let need) = item { isOpen(need) } else { true }
  }
}

/// A page that is shown to the person, with what has been filled in so far, over all tries.
struct OpenPage: Sendable {
  /// A need of the page; it is open as long as the page is.
  let need: Need
  private(set) var filled = PageAnswers()
  /// The drafts that were reported last, by the ids of the questions.
  var drafts: [String: String] = [:]
  /// The page and its questions, as far as they have been seen.
  var seen: [Need] = []

  init(_ need: Need) { self.need = need }

  /// Whether it asks for a secret.
  var isSecret: Bool { seen.contains(where: \.isSecret) }

  /// Combines what was filled in now with what was filled in before.
  /// - Returns: the page with all of it. Earlier entries for questions that are no longer asked are
  ///   forgotten.
  mutating func take(_ answers: PageAnswers, _ run: Run) -> FilledPage? {
    filled = filled.updated(with: answers)
    guard let state = run.filledPage(need, filled) else { return nil }
    let visible = Set(state.fields.filter(\.isVisible).map(\.id))
    let forgotten = filled.entries.keys.filter { !visible.contains($0) && answers[$0] == nil }
    if forgotten.isEmpty { return state }
    for id in forgotten { filled[id] = nil }
    return run.filledPage(need, filled)
  }
}

extension PageAnswers {
  /// All entries, with new ones replacing earlier ones; the button is the new one.
  func updated(with answers: PageAnswers) -> PageAnswers {
    PageAnswers(entries.merging(answers.entries) { _, new in new }, button: answers.button)
  }
}
