/// One performance of a script: the person, and what stands in for work, with what has been used.
///
/// Answers come from two places: by the id of a step first, then in order. An action in the order
/// says only that it is performed there. Three things are remembered until the next question:
///
/// - ``last``: the answer that was given. If it must be refused, the same question is asked again;
///   if it must not be, a problem means that the script doesn't fit.
/// - ``page``: the page that is being filled in, with the same for each of its questions.
/// - ``skipped``: the actions for which nothing stands in, since a missing answer may be theirs.
///
/// A script that doesn't fit ends the run with a ``ScriptedError``, and what is left at the end is
/// one too.
actor ScriptedSession: ReplayingInterpreter {
  private var inOrder: ArraySlice<ScriptedAnswer>
  private var byID: GivenAnswers
  /// How many answers the script gives for each name.
  private let counts: [String: Int]
  private let actions: Scripted.Actions
  /// Whether the script is a file of ids and answers.
  private let isFromFile: Bool
  nonisolated let takesPages: Bool
  private let day: CalendarDay?
  /// The actions that were only noted, though the script doesn't mention them.
  private var skipped: [(name: String, step: String)] = []
  private var last: (quoted: String, mustBeRefused: Bool)?
  /// The page that is being filled in.
  private var page: ScriptedPage?

  init(_ script: Scripted) {
    inOrder = script.inOrder[...]
    byID = GivenAnswers(script.byID)
    counts = script.byID.mapValues(\.count)
    actions = script.actions
    isFromFile = script.isFromFile
    takesPages = script.takesPages
    day = script.today
  }

  nonisolated var today: CalendarDay { day ?? .today }

  /// Scripts ignore time, so the same script gives the same journal.
  nonisolated var now: Timestamp { .epoch }

  nonisolated var performsActions: Bool { actions == .performed }

  func show(_ text: String) {}

  nonisolated func sleep(for duration: Duration) async throws {}

  func showNotice(_ question: Question) {}

  func ask(_ question: Question) throws -> Reply {
    try checkPage(before: question)
    if let last {
      if let problem = question.problem, !last.mustBeRefused {
        throw ScriptedError(
          .invalid, question.name,
          "\(last.quoted) does not fit \(question.inWords): \(problem)")
      }
      if question.problem == nil { try checkLast(before: question) }
    }
    guard let answer = next(question) else {
      throw ScriptedError(.missing, question.name, missing(question))
    }
    last = (question.quoting(answer), false)
    switch try entry(answer, question, hasTime: question.timeout != nil) {
    case .given(let given): return .given(given)
    case .wrong(let given, let text):
      last?.mustBeRefused = true
      return given.map(Reply.given) ?? .text(text)
    case .back:
      // At the first question, the question is asked again, and that isn't a refusal of an answer.
      last = nil
      return .back
    case .timedOut: return .timedOut
    }
  }

  /// What an answer of the script means for a question, on a page or not.
  private enum Entry {
    case given(Given)
    /// An answer that must be refused; nil if it is only text.
    case wrong(Given?, String)
    case back, timedOut
  }

  /// - Parameters:
  ///   - before: the answer that the question has already.
  ///   - hasTime: whether its time, or that of its page, can be up.
  private func entry(
    _ answer: ScriptedAnswer, _ question: Question, _ before: Given? = nil, hasTime: Bool
  ) throws -> Entry {
    switch answer.kind {
    case .answer(let value):
      do throws(Rejection) {
        return .given(try question.read(value, today: today))
      } catch {
        throw ScriptedError(
          .invalid, question.name,
          "\(question.quoting(answer)) does not fit \(question.inWords): \(error.message)")
      }
    case .resolved(let given): return .given(given)
    case .refused(let value):
      let text = value.description
      if let given = try? question.read(value, today: today) { return .wrong(given, text) }
      // Text allows what data doesn't: a position, or an empty answer for the default.
      return .wrong((try? question.read(text, today: today)) == nil ? nil : .typed(value), text)
    case .back: return .back
    case .timedOut:
      if hasTime { return .timedOut }
      throw ScriptedError(
        .invalid, question.name, "\(question.inWords) has no time limit, so it can't time out")
    case .preset:
      if let preset = before ?? question.defaultAnswer { return .given(preset) }
      throw ScriptedError(
        .invalid, question.name, "\(question.inWords) has no default to accept")
    case .action(let name, _):
      throw ScriptedError(
        .invalid, question.name,
        "the flow asks \(question.inWords), but the script expects the action “\(name)” first")
    case .writes, .failure:
      throw ScriptedError(
        .invalid, question.name,
        "\(question.inWords) is a question; \(answer.quoted) is not an answer to it")
    }
  }

  /// Checks, before another question is asked, that an answer that must be refused was refused.
  private func checkLast(before question: Question) throws {
    guard let last, last.mustBeRefused else { return }
    self.last = nil
    throw ScriptedError(
      .invalid, question.name,
      "\(last.quoted) before \(question.inWords) should have been refused, but was accepted")
  }

  /// The next answer for a question; a form that the script doesn't mention is submitted.
  private func next(_ question: Question) -> ScriptedAnswer? {
    if let answer = byID.next(question.id, question.name) { return answer }
    return question.kind == .form ? .preset : inOrder.popFirst()
  }

  private func missing(_ question: Question) -> String {
    var message = "there is no answer for \(question.inWords)"
    message +=
      question.choices.isEmpty || question.kind == .confirm
      ? "; it needs \(question.type)"
      : "; it offers: " + question.choices.listed(\.line)
    if let near = nearest(to: question.name, among: byID.names) {
      message += "; the script has one for “\(near)”: did you mean “\(question.name)”?"
    }
    return message
  }

  /// Adds what the run itself doesn't know: the actions that were only noted. One of them may be
  /// where a missing answer should have come from.
  func explaining(_ result: FlowResult) -> FlowResult {
    var outcome = result.outcome
    if case .failed(let failure) = outcome, failure.reason == .unsetKey, let last = skipped.last {
      let more =
        "; in this script the action “\(last.step)” was stubbed: give what it writes, or perform it"
      outcome = .failed(
        Failure(
          failure.reason, message: failure.message + more, step: failure.step, place: failure.place)
      )
    }
    return FlowResult(
      outcome: outcome, answers: result.answers, journal: result.journal,
      record: result.record, performed: result.performed, skipped: skipped.map(\.name),
      id: result.id)
  }

  private func named(_ id: String, _ known: [String]) -> String {
    let stem = StepName.split(id).id
    let inner = known.filter { $0.hasSuffix("/" + stem) }
    let near = inner.count == 1 ? inner[0] : nearest(to: stem, among: known)
    guard !known.contains(stem), let near else { return "“\(id)”" }
    return "“\(id)” (did you mean “\(near)”?)"
  }

  /// Refuses answers for steps and rounds that the flow doesn't have, before anything is performed.
  func checkNames(_ flow: Flow) throws {
    if byID.names.isEmpty { return }
    try flow.validate()
    let known = flow.program.prompts.map(\.id) + flow.program.works.map(\.id)
    let wrong = byID.names.filter { !known.contains(StepName.split($0).id) }
    if !wrong.isEmpty {
      throw ScriptedError(
        .unused, nil,
        "the flow “\(flow.name)” has no step with the id "
          + wrong.prefix(mostListed).listed { named($0, known) })
    }
    for name in byID.names {
      do throws(Rejection) {
        try flow.program.checkRounds(in: name)
      } catch {
        throw ScriptedError(.unused, nil, error.message)
      }
    }
  }

  /// The answers that are left of several for one name, in a sentence without its end; nil if none
  /// was used.
  private func rest(_ id: String, _ flow: Flow) -> String? {
    let left = byID.left[id]?.count ?? 0
    let used = (counts[id] ?? 0) - left
    guard used > 0 else { return nil }
    let isAsked = flow.program.prompts.contains { $0.id == StepName.split(id).id }
    let times = used == 1 ? "once" : used == 2 ? "twice" : "\(used) times"
    let next = used + 1
    let ending =
      (11...13).contains(next % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][next % 10] ?? "th"
    return "the \(next)\(ending) answer\(left > 1 ? " and later ones" : "") for “\(id)” "
      + (left > 1 ? "were" : "was")
      + " not used; it was \(isAsked ? "asked" : "performed") \(times)"
  }

  func checkAllUsed(_ result: FlowResult, _ flow: Flow) throws {
    if let wrong = page?.takenWrongly {
      throw ScriptedError(
        .invalid, nil,
        "\(wrong.quoted) for “\(wrong.id)” should have been refused, but was accepted",
        result.transcript)
    }
    if let last, last.mustBeRefused {
      throw ScriptedError(
        .invalid, nil, "\(last.quoted) should have been refused, but was accepted",
        result.transcript)
    }
    if case .action(let name, _)? = inOrder.first?.kind {
      throw ScriptedError(
        .unused, nil,
        "the flow ended without performing the action “\(name)”: \(result.outcome)",
        result.transcript)
    }
    // An answer meant for a secret question may be among them.
    let answers = inOrder.map { flow.secrets.isEmpty ? $0.quoted : "an answer" }
    let ids = byID.names
    let known = ids.isEmpty ? [] : flow.places.keys.sorted()
    if answers.isEmpty, ids.count == 1, let words = rest(ids[0], flow) {
      throw ScriptedError(
        .unused, nil, "\(words), and the flow ended: \(result.outcome)", result.transcript)
    }
    let unused = Array(answers.prefix(mostListed)) + ids.prefix(mostListed).map { named($0, known) }
    let number = answers.count + ids.count
    guard number > 0 else { return }
    let count = number == 1 ? "1 answer was" : "\(number) answers were"
    let words = "\(count) not used: \(unused.listed(\.self))"
    if case .failed = result.outcome {
      throw ScriptedError(
        .unused, nil, "the flow \(result.outcome); \(words)", result.transcript)
    }
    throw ScriptedError(
      .unused, nil,
      "\(words); the flow ended without asking for \(number == 1 ? "it" : "them"): "
        + "\(result.outcome)",
      result.transcript)
  }
}

// MARK: - Work

extension ScriptedSession: WorkStandIn {
  func result(of action: Action) throws -> ScriptedAnswer? {
    let expected = action.isLoad ? nil : try expectation(of: action)
    let given = byID.next(action.id, action.step)
    if action.isLoad, let given { return given }
    if let stub = given?.stub ?? expected?.stub { return stub }
    if actions == .performed || action.isPerformedAlways { return nil }
    if action.isLoad {
      throw ScriptedError(
        .missing, action.step,
        "there is no answer for the load “\(action.name)” (id “\(action.step)”); "
          + "give its data, null for no data, or {\"error\": \"…\"}")
    }
    try note(action, isExpected: expected != nil || given != nil)
    return .writes([:])
  }

  func skipsUndo(of name: String) -> Bool { actions != .performed }

  /// A script that only notes actions knows by itself which answers checks refuse.
  func passes(_ check: AnswerCheck) -> Bool? {
    if actions == .performed { return nil }
    if let page { return page.refused[check.id] == nil }
    return last?.mustBeRefused != true
  }

  nonisolated func misfit(_ answer: ScriptedAnswer, _ action: Action) -> any Error {
    if case .timedOut = answer.kind {
      return ScriptedError(
        .invalid, action.step,
        "“\(action.name)” (id “\(action.step)”) has no time limit, so it can't time out")
    }
    return ScriptedError(
      .invalid, action.step,
      action.isLoad
        ? "“\(action.step)” is a load, so \(answer.quoted) can't be its result: "
          + "give its data, null for no data, or {\"error\": \"…\"}"
        : "“\(action.step)” is an action"
          + (action.result.map { " whose result is \($0.type)" } ?? "")
          + ", so \(answer.quoted) can't be its result: "
          + "give \(action.result == nil ? "" : "such a value, ")what it writes, or an error")
  }

  /// The script's next entry in order, if it is this action.
  /// - Throws: ``ScriptedError`` if it is another action, and the script must mention this one.
  private func expectation(of action: Action) throws(ScriptedError) -> ScriptedAnswer? {
    guard case .action(let name, _)? = inOrder.first?.kind else { return nil }
    if [action.name, action.id, action.step].contains(where: { $0.isIdenticalText(to: name) }) {
      return inOrder.popFirst()
    }
    if actions != .scripted || action.isPerformedAlways || byID.has(action.id, action.step) {
      return nil
    }
    throw ScriptedError(
      .invalid, action.step,
      "the flow performs the action “\(action.name)” (id “\(action.step)”), but the script expects "
        + "the action “\(name)” first")
  }

  /// Notes an action that isn't performed, and for which the script has no result.
  private func note(_ action: Action, isExpected: Bool) throws(ScriptedError) {
    let called = "the action “\(action.name)” (id “\(action.step)”)"
    if let key = action.result {
      throw ScriptedError(
        .missing, action.step,
        "\(called) sets the key “\(key.name)”, but the script does not give its value; "
          + "give \(key.type)")
    }
    if isExpected { return }
    guard actions == .scripted else {
      skipped.append((action.name, action.step))
      return
    }
    let fix =
      isFromFile
      ? "add “\(action.step)” with {\"writes\": {}}, or pass --stub-actions"
      : "add .action(\"\(action.name)\") in its place, or pass actions: .stubbed"
    let times = counts[action.step] ?? counts[action.id] ?? 0
    let mention =
      times == 0
      ? "which the script doesn't mention; \(fix)"
      : "once more than the script says; add an entry for “\(action.id)”"
    throw ScriptedError(.missing, action.step, "the flow performs \(called), \(mention)")
  }
}

extension ScriptedAnswer {
  /// What replaces an action; nil for an entry that only expects it.
  fileprivate var stub: ScriptedAnswer? {
    if case .action(_, let writes) = kind, writes.isEmpty { nil } else { self }
  }
}

// MARK: - Pages

/// A page that a script fills in.
struct ScriptedPage {
  var answers: PageAnswers
  /// The answers that must be refused, quoted, by the ids of their questions.
  var refused: [String: String] = [:]
  /// All answers that have been given, quoted, by the ids of their questions.
  var quoted: [String: String] = [:]
  /// The earlier answers to questions that are corrected.
  var before: [String: SessionResolution] = [:]

  /// Makes a question be answered again.
  mutating func reopen(_ id: String) {
    before[id] = answers[id]
    answers[id] = nil
    quoted[id] = ""
  }

  /// An answer that should have been refused, on a page that was accepted.
  var takenWrongly: (id: String, quoted: String)? {
    refused.min { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension ScriptedSession: PageInterpreter {
  func fill(_ page: FormPage, using filling: PageContext) throws -> PageReply {
    if page.hasProblems {
      try correct(page)
    } else {
      try checkPage(before: page.question)
      try checkLast(before: page.question)
      self.page = ScriptedPage(answers: PageAnswers())
      if let reply = try press(page) { return reply }
    }
    repeat {
      if let reply = try fillFields(page, filling) { return reply }
    } while try !isSubmitted(page, filling)
    return submission(filling)
  }

  /// Checks, before another question is asked, that an answer that must be refused was refused.
  private func checkPage(before question: Question) throws {
    if let wrong = page?.takenWrongly {
      page = nil
      throw ScriptedError(
        .invalid, question.name,
        "\(wrong.quoted) for “\(wrong.id)” before \(question.inWords) should have been refused, "
          + "but was accepted")
    }
    page = nil
  }

  /// Removes the refused answers, so that they are given again.
  private func correct(_ page: FormPage) throws {
    if let problem = page.problem {
      throw ScriptedError(.invalid, page.name, "the page \(page.question.inWords): \(problem)")
    }
    for field in page.fields {
      guard let problem = field.problem else { continue }
      if let quoted = self.page?.quoted[field.id], self.page?.refused[field.id] == nil {
        throw ScriptedError(
          .invalid, field.question.name,
          "\(quoted) does not fit \(field.question.inWords): \(problem)")
      }
      self.page?.refused[field.id] = nil
      self.page?.answers[field.id] = nil
    }
  }

  /// Chooses a button of an alert.
  private func press(_ page: FormPage) throws -> PageReply? {
    guard !page.buttons.isEmpty else { return nil }
    let question = page.question
    guard let answer = next(question) else {
      throw ScriptedError(.missing, question.name, missing(question))
    }
    switch try entry(answer, question, hasTime: page.timeout != nil) {
    case .back: return leave(.back)
    case .timedOut: return leave(.timedOut)
    case .given(.choice(let id)):
      self.page?.answers.button = id
      if page.buttons.contains(where: { $0.id == id && $0.role == .cancel }) {
        return .submit(self.page?.answers ?? PageAnswers())
      }
      return nil
    case .given, .wrong:
      throw ScriptedError(
        .invalid, question.name,
        "\(question.quoting(answer)) does not fit \(question.inWords), which is a page here")
    }
  }

  /// Answers the visible questions that have no answer.
  /// - Returns: the reply that ends it; nil if all questions have answers.
  private func fillFields(_ page: FormPage, _ filling: PageContext) throws -> PageReply? {
    while let field = open(filling) {
      let count = inOrder.count
      guard let answer = next(field.question) else {
        throw ScriptedError(.missing, field.question.name, missing(field.question))
      }
      self.page?.quoted[field.id] = field.question.quoting(answer)
      var before = field.given
      if case .answer(let given)? = self.page?.before[field.id] { before = given }
      switch try entry(answer, field.question, before, hasTime: page.timeout != nil) {
      case .back: return leave(.back)
      case .timedOut: return leave(.timedOut)
      case .given(let given): self.page?.answers[field.id] = .answer(given)
      case .wrong(let given, let text):
        self.page?.answers[field.id] = given.map(SessionResolution.answer) ?? .text(text)
        self.page?.refused[field.id] = field.question.quoting(answer)
        // The script's next answer in order belongs to this question.
        if inOrder.count < count { return submission(filling) }
      }
    }
    return nil
  }

  private func open(_ filling: PageContext) -> FormPage.Field? {
    let answers = page?.answers ?? PageAnswers()
    return filling.page(with: answers).fields.first { field in
      field.isVisible && answers[field.id] == nil
        && (!field.isAnswered || page?.quoted[field.id] != nil)
    }
  }

  /// Whether the review that a form would have is passed, or which question it names.
  private func isSubmitted(_ page: FormPage, _ filling: PageContext) throws -> Bool {
    // A page that will be refused isn't reviewed.
    if self.page?.refused.isEmpty == false { return true }
    let review = filling.page(with: self.page?.answers ?? PageAnswers()).question
    guard page.buttons.isEmpty, let answer = next(review) else { return true }
    switch try entry(answer, review, hasTime: false) {
    case .given(.choice(let id)):
      self.page?.reopen(id)
      return false
    case .wrong, .given: return true
    case .back, .timedOut:
      throw ScriptedError(
        .invalid, review.name, "\(answer.quoted) is not an answer to \(review.inWords) as a page")
    }
  }

  /// Leaves the page.
  private func leave(_ reply: PageReply) -> PageReply {
    page = nil
    return reply
  }

  /// The entries, without those of hidden questions.
  private func submission(_ filling: PageContext) -> PageReply {
    .submit(filling.visibleAnswers(in: page?.answers ?? PageAnswers()))
  }
}

extension FormPage {
  /// The alert, or the review that the form would have, as a question.
  var question: Question {
    let prompt = Prompt(buttons.isEmpty ? .form : .alert, Text(title))
    let choices =
      buttons.isEmpty
      ? fields.filter(\.isVisible).map { Question.Choice(id: $0.id, title: $0.question.title) }
        + [Question.Choice(id: Run.submission, title: "Submit")] : buttons
    return Question(prompt, id: id, name: name, isSecret: false, choices: choices) { $0.literals }
  }
}
