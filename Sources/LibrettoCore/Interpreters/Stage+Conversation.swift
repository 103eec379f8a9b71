// The conversation with the person: a question, a decision or a page is put, answered, checked and
// accepted, or put again with what is wrong.
//
// A page is put as one thing if the host takes pages, and nothing answers a part of it beforehand;
// otherwise its questions are asked one by one. An answer goes through the host's checks, which
// first see whether it fits, and then to the run, which decides. A page is submitted completely or
// not at all.

extension Stage {
  func ask(_ need: Need) async throws {
    if try await askPage(need) { return }
    guard var question = run.question(for: need) else { return }
    if let page = question.page, page.isFirst {
      transcript.open(page)
      try await observe(page.id, .presented)
    }
    question.note = nextNote
    nextNote = nil
    if need.kind == .secret, question.note == nil {
      question.note = run.language(.secretAgainNote, question.title)
    }
    if isWatched, live == nil { question.reason = reason(for: need) }
    transcript.ask(question)
    if let note = question.note { transcript.note(note) }
    try arrange(for: question.name, at: need)
    isForeseen = live == nil
    presented.append(need)
    run.present(need, at: host.now)
    try note()
    // A form is presented with its first question; this is its review.
    if question.kind != .form, need.kind == .prompt { try await observe(need, .presented) }
    try await converse(need, question, of: need) { question, limit in
      try await self.turn(&question, need, limit)
    }
  }

  /// Prepares a question for a person who sees it, once. For one that nobody sees, this would cost as
  /// much as the run is long.
  private func foresee(_ question: inout Question, _ need: Need) {
    if isForeseen { return }
    isForeseen = true
    question.changed = run.changes(at: need)
    question.earlier = need.kind == .prompt ? run.offered(for: need) : nil
    foresee(need, Consequence(run, at: need, now: host.now))
  }

  private func foresee(_ need: Need, _ consequence: Consequence?) {
    live?.foresee(
      run.progress(at: need, way), consequence, { [weak self] in await self?.reason(for: need) },
      { [weak self] in await self?.outline(need) ?? RunOutline() })
  }

  private func reason(for need: Need) -> String? { reasons.words(for: need.id, in: run) }

  private func outline(_ need: Need) -> RunOutline { reasons.outline(of: run, at: need) }

  /// Tells a live interpreter where the run is.
  func arrange(for name: String? = nil, at need: Need? = nil) throws {
    try live?.arrange(for: name) {
      (run.state.passedNames, Set(run.namesAhead(of: need).map(run.program.string)))
    }
  }

  // MARK: Conversing

  /// What came of putting something to the person once.
  private enum Turn {
    case taken, refused, back, cancelled, timedOut, endOfInput
  }

  /// Puts a question or a page to the person until it is answered or left.
  ///
  /// Its time limit covers all tries to answer, but not what the host does with an answer.
  /// - Parameters:
  ///   - owner: the need of the question, or that of the page.
  ///   - turn: puts it once, and takes the answer or notes what is wrong with it.
  private func converse<Subject: Asked>(
    _ need: Need, _ subject: Subject, of owner: Need,
    _ turn: (inout Subject, TimeLimit?) async throws -> Turn
  ) async throws {
    var subject = subject
    atDesk = (need, subject.isPage)
    tellWayBack()
    let limit =
      takesTurns
      ? nil
      : run.rest(of: need, at: host.now).map { TimeLimit($0, sleep: host.sleep) }
    for _ in 0..<Driver.refusals {
      switch try await turn(&subject, limit) {
      case .taken: return
      case .refused: continue
      // An interpreter that is told that the time is up may say that it was cancelled.
      case .cancelled where limit?.isUp == true, .timedOut: return try await timeOut(need)
      case .cancelled: throw CancellationError()
      case .endOfInput: throw endOfInput(subject, owner)
      case .back:
        do {
          return try await goBack(
            from: need, to: live?.takeTarget(), leavingPage: subject.isPage)
        } catch let error as Rejection {
          let message = run.language(error.sentence)
          subject.clear(noting: message)
          // The note of a page is written when the page is put again.
          if !subject.isPage { transcript.note(message) }
        }
      }
    }
    throw owner.failed(
      .limit,
      "\(Driver.refusals) answers in a row were rejected for \(subject.called); the last time: "
        + subject.lastProblem)
  }

  private func timeOut(_ need: Need) async throws {
    try checkOpen(need)
    transcript.timeOut()
    try await resolve(need, .timedOut)
    try await observe(need, .timedOut)
  }

  /// Lets the host ask within the time limit.
  /// - Parameter late: the value to return if the time is up.
  private func attend<Answer: Sendable>(
    _ limit: TimeLimit?, late: Answer, _ ask: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    guard let limit else { return try await attend(ask) }
    do {
      // A host whose time is up has a moment: a console still ends its line.
      return try await limit.perform { try await self.attend(ask) }
    } catch is TimeIsUp {
      return late
    }
  }

  private func attend<Answer: Sendable>(
    _ ask: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    hasAttention = true
    defer { hasAttention = false }
    // An interpreter that ignores its cancellation must not block the run.
    // A live interpreter shows work beside the question.
    guard let reporter, live == nil else {
      return try await Promptly.perform(sleep: host.sleep, ask)
    }
    await reporter.hold()
    do {
      let answer = try await Promptly.perform(sleep: host.sleep, ask)
      await reporter.release()
      return answer
    } catch {
      await reporter.release()
      throw error
    }
  }

  // MARK: Questions

  private func turn(
    _ question: inout Question, _ need: Need, _ limit: TimeLimit?
  ) async throws -> Turn {
    let reply = try await reply(to: &question, need, limit)
    // If the person cancelled, or the time is up, the question isn't asked again.
    try checkOpen(need)
    var said = ""
    do {
      let given: Given
      switch reply {
      case .back: return .back
      case .cancelled: return .cancelled
      case .timedOut: return .timedOut
      case .endOfInput: return .endOfInput
      case .text(let text):
        said = question.isSecret ? run.language(.secret) : text
        given = try question.read(text, today: host.today)
        // A person who takes the default, or leaves the answer out, has typed no answer.
        if !text.trimmed.isEmpty || question.defaultAnswer == nil {
          try await noteTyped(text, question, need)
        }
      case .given(let answer):
        said = question.words(for: answer)
        given = answer
        if answer != .typed(.null) {
          try await noteTyped(answer.value.description, question, need)
        }
      }
      if question.kind == .form, case .choice(let field) = given {
        transcript.answer(question.words(for: given))
        try await goBack(from: need, toField: field)
        return .taken
      }
      let checking = need.isChecked ? beginChecking(question.name) : nil
      defer { if let checking { loads[checking] = nil } }
      try await worker.check(given, need, of: run)
      try checkOpen(need)
      let kept = try run.accept(need, .answer(given), at: host.now)
      transcript.answer(question.words(for: given))
      if case .typed = given, !need.isSecret {
        try live?.taken(question.name, [question.name: kept ?? given.value])
      } else {
        try live?.taken(question.name, [:])
      }
      try await settled(need)
      try await answered(given, kept, need, question)
      return .taken
    } catch let error as Rejection {
      transcript.answer(said)
      let message = run.language(error.sentence)
      transcript.refuse(message)
      question.problem = message
      return .refused
    }
  }

  /// The reply that was given beforehand, or that of the person.
  private func reply(
    to question: inout Question, _ need: Need, _ limit: TimeLimit?
  ) async throws -> Reply {
    if let standIn {
      if standIn.isRehearsal { foresee(&question, need) }
      let answer: @Sendable () async throws -> Reply? = { [host, question] in
        try await standIn.reply(to: question, today: host.today)
      }
      // What was given beforehand comes too late where what is typed does.
      if limit != nil, run.rest(of: need, at: host.now) == .zero { return .timedOut }
      // Who watches a recorded run may end it, as if they were asked.
      let reply =
        try await standIn.isRehearsal ? attend(limit, late: .timedOut, answer) : answer()
      if let reply { return reply }
      if question.isDecision, standIn.asksNobody {
        throw need.failed(
          .missingAnswer, "nobody can be asked for \(question.called); \(hint(need))")
      }
    }
    let drafting = DraftReporter { [self] text in
      do {
        try await draft(text, need)
        return nil
      } catch let error as Rejection {
        return await said(error)
      }
    }
    foresee(&question, need)
    return try await attend(limit, late: .timedOut) { [host, question] in
      question.shape == .typed && !question.isDecision
        ? try await host.ask(question, reportingDraftsTo: drafting) : try await host.ask(question)
    }
  }

  private func said(_ rejection: Rejection) -> String { run.language(rejection.sentence) }

  /// The typed text is the last draft, even if the interpreter reported none.
  private func noteTyped(_ text: String, _ question: Question, _ need: Need) async throws {
    if question.shape == .typed, need.kind == .prompt { try await draft(text, need) }
  }

  private func draft(_ text: String, _ need: Need) async throws {
    guard lastDraft?.need != need || lastDraft?.text != text else { return }
    try run.checkDraft(text, for: need)
    lastDraft = (need, text)
    // Nobody learns a secret while it is typed.
    if need.isSecret { return }
    try await observe(need, .changed) { $0.draft = text }
  }

  private func answered(
    _ given: Given, _ kept: Value?, _ need: Need, _ question: Question
  ) async throws {
    guard need.kind == .prompt else { return }
    guard question.kind != .form else { return try await observe(need, .ended) }
    let kept = kept ?? given.value
    try await observe(need, .answered) { $0.value = kept }
    if question.kind == .alert { try await observe(need, .dismissed) { $0.value = kept } }
  }

  // MARK: Pages

  /// Shows the page of a need.
  /// - Returns: whether the need belongs to a page that is asked as one.
  private func askPage(_ need: Need) async throws -> Bool {
    // Whoever stays is asked for secrets one by one.
    guard let pages, need.kind == .prompt, let state = run.filledPage(need) else { return false }
    if let standIn, await standIn.takesApart(state.page) { return false }
    var page = state.page.untouched()
    page.note = nextNote
    nextNote = nil
    try arrange(for: page.name, at: need)
    if live != nil {
      let answered = PageAnswers([:], button: state.page.button)
      foresee(need, Consequence(run, at: need, answered: answered, now: host.now))
    }
    presented += [need, state.need]
    run.present(need, at: host.now)
    try note()
    openPages.removeAll { $0.need == need }
    openPages.append(OpenPage(need))
    try await see(state, need)
    try await converse(need, page, of: state.need) { page, limit in
      self.transcript.put(page, state.run.question(for: state.need))
      let reply = try await self.reply(to: page, need, pages, limit)
      try self.checkOpen(need)
      switch reply {
      case .back: return .back
      case .cancelled: return .cancelled
      case .timedOut: return .timedOut
      case .endOfInput: return .endOfInput
      case .submit(let answers):
        guard let refused = try await self.submit(answers, need) else { return .taken }
        page = refused
        return .refused
      }
    }
    openPages.removeAll { $0.need == need }
    return true
  }

  private func reply(
    to page: FormPage, _ need: Need, _ pages: any PageInterpreter, _ limit: TimeLimit?
  ) async throws -> PageReply {
    let before = openPages.first { $0.need == need }?.filled ?? PageAnswers()
    let filling = PageContext(
      look: { [run] answers in
        let filled = before.updated(with: answers)
        return run.page(for: need, with: filled)?.untouched(but: filled) ?? page
      },
      receive: { [self] id, text in
        do {
          try await draft(text, id, need)
          return nil
        } catch let error as Rejection {
          return await said(error)
        }
      })
    return try await attend(limit, late: .timedOut) { try await pages.fill(page, using: filling) }
  }

  /// Submits the entries.
  /// - Returns: the page with its problems; nil if it was accepted.
  private func submit(_ answers: PageAnswers, _ need: Need) async throws -> FormPage? {
    guard let place = openPages.firstIndex(where: { $0.need == need }),
      let state = openPages[place].take(answers, run)
    else { throw Rejection.notNeeded(need) }
    let filled = openPages[place].filled
    try await see(state, need)
    for field in state.fields where field.isVisible && field.question.shape == .typed {
      guard let text = answers[field.id]?.draft(of: field.question) else { continue }
      // A draft that isn't allowed is a problem of the page too.
      do { try await draft(text, field.id, need) } catch is Rejection {}
    }
    if state.needs.contains(where: \.isChecked) { live?.checking(state.need.name) }
    var page = try await worker.check(state, state.page)
    // Blocks and checks of the host were awaited.
    try checkOpen(need)
    let count = run.lines.count
    if !page.hasProblems, let refused = try run.submit(state, from: need, at: host.now) {
      page = refused
    }
    transcript.fill(page, filled)
    if page.hasProblems { return page }
    if page.buttons.isEmpty, let review = state.run.question(for: state.need) {
      transcript.ask(review)
      transcript.answer(review.words(for: .submit))
    }
    presented.removeAll { $0 == state.need }
    let lines = run.lines[count...]
    try live?.taken(state.need.name, kept(state, lines))
    try await settled(need)
    try await answered(state, lines)
    return nil
  }

  // MARK: Observing

  /// Reports the page and its questions when they are seen for the first time.
  private func see(_ state: FilledPage, _ need: Need) async throws {
    let shown =
      [state.need]
      + zip(state.needs.dropFirst(), state.fields)
      .filter { $0.1.isVisible }.map(\.0)
    for item in shown {
      guard let place = openPages.firstIndex(where: { $0.need == need }),
        !openPages[place].seen.contains(item)
      else { continue }
      openPages[place].seen.append(item)
      try await observe(item.id, .presented, item.name)
    }
  }

  private func draft(_ text: String, _ id: String, _ need: Need) async throws {
    guard run.isOpen(need), let place = openPages.firstIndex(where: { $0.need == need }),
      let field = run.filledPage(need)?.needs.dropFirst().first(where: { $0.id == id }),
      field.prompt?.shape == .typed, openPages[place].drafts[id] != text
    else { return }
    try run.checkDraft(text, for: field)
    openPages[place].drafts[id] = text
    if field.isSecret { return }
    try await observe(field.id, .changed, field.name) {
      $0.draft = text
      $0.isSecret = field.isSecret
    }
  }

  /// What was kept of what was typed on a page.
  private func kept(_ state: FilledPage, _ lines: ArraySlice<Line>) -> [String: Value] {
    var kept: [String: Value] = [:]
    for line in lines where line.kind == .answered {
      guard case .typed = line.given,
        let answer = state.answers.first(where: { $0.need.stepName == line.name })
      else { continue }
      kept[answer.need.name] = answer.kept ?? line.given.value
    }
    return kept
  }

  /// Reports the answers, in the order in which the engine took them.
  private func answered(_ state: FilledPage, _ lines: ArraySlice<Line>) async throws {
    for line in lines where line.kind == .answered || line.kind == .secret {
      guard let answer = state.answers.first(where: { $0.need.stepName == line.name }) else {
        continue
      }
      let value = answer.kept ?? line.given.value
      try await observe(answer.need.id, .answered, answer.need.name) {
        $0.value = value
        $0.isSecret = answer.need.isSecret
      }
    }
    let button = lines.last { $0.name == state.need.stepName && $0.kind == .answered }
    if state.need.prompt?.kind == .form {
      try await observe(state.need.id, .ended, state.need.name)
    } else if let value = button?.given.value {
      try await observe(state.need.id, .dismissed, state.need.name) { $0.value = value }
    }
  }

  // MARK: Words

  /// Whether messages may name the options of a command line.
  private var hasOptions: Bool { standIn != nil }

  /// A policy for interrupted work, as the caller writes it.
  func inOptions(_ policy: InterruptedWorkPolicy) -> String {
    hasOptions ? "--interrupted \(policy)" : "interrupted: .\(policy)"
  }

  /// How a decision can be made.
  private func hint(_ need: Need) -> String {
    need.kind == .begun
      ? "answer it, or resume with \(inOptions(.run)) or \(inOptions(.fail))"
      : "only a person can answer it"
  }

  private func endOfInput(_ subject: some Asked, _ owner: Need) -> Failure {
    let (answer, answered) =
      subject.isPage ? ("fill it in", "filled in") : ("answer it", "answered")
    let hint =
      subject.isDecision
      ? "; " + hint(owner)
      : hasOptions
        ? "; \(answer), or give --answer \(subject.openAnswer)" : ", before it was \(answered)"
    return owner.failed(.endOfInput, "the input ended at \(subject.called)\(hint)")
  }
}

/// What is put to the person until it is answered: a question or a page.
private protocol Asked: Sendable {
  var isPage: Bool { get }
  var isDecision: Bool { get }
  /// What messages call it.
  var called: String { get }
  /// What to write for the first question that has no answer.
  var openAnswer: String { get }
  /// What was wrong with the last answer.
  var lastProblem: String { get }
  /// Forgets what was wrong, and notes what to say instead.
  mutating func clear(noting note: String)
}

extension Question: Asked {
  fileprivate var isPage: Bool { false }
  /// Who sees the processes of a machine sees a secret on the command line.
  fileprivate var openAnswer: String { name + (isSecret ? "=@FILE" : "=…") }
  fileprivate var lastProblem: String { problem ?? "" }

  fileprivate mutating func clear(noting note: String) {
    problem = nil
    self.note = note
  }

  /// The nearest day that the rules allow.
  package func allowed(_ day: CalendarDay, today: CalendarDay) -> CalendarDay {
    var day = day
    for rule in constraints {
      var bounds: (first: CalendarDay?, last: CalendarDay?)
      switch rule.kind {
      case .daysFromToday(let minimum, let maximum):
        bounds.first = minimum.flatMap { today.adding(days: $0) }
        bounds.last = maximum.flatMap { today.adding(days: $0) }
      case .range(let minimum, let maximum, let excludesMaximum):
        bounds.first = minimum?.given.flatMap(CalendarDay.init(answerValue:))
        bounds.last = maximum?.given.flatMap(CalendarDay.init(answerValue:))
        if excludesMaximum { bounds.last = bounds.last?.adding(days: -1) }
      default: break
      }
      if let first = bounds.first { day = max(day, first) }
      if let last = bounds.last { day = min(day, last) }
    }
    return day
  }
}

extension FormPage: Asked {
  fileprivate var isPage: Bool { true }
  fileprivate var isDecision: Bool { false }
  fileprivate var called: String { "the page “\(title)” (id “\(name)”)" }

  fileprivate var openAnswer: String {
    fields.first { $0.isVisible && !$0.isAnswered }?.question.openAnswer ?? name + "=…"
  }

  /// The first problem to correct, with its field.
  fileprivate var lastProblem: String {
    if let problem { return problem }
    guard let field = fields.first(where: { $0.problem != nil }) else { return "" }
    return "“\(field.id)”: \(field.problem ?? "")"
  }

  fileprivate mutating func clear(noting note: String) {
    self = untouched()
    self.note = note
  }
}
