// Putting a form, or an alert with its fields, to the person as one page: it is filled in, checked,
// and shown again with its problems until all of it is accepted at once.

extension Stage {
  /// Shows the page of a need.
  /// - Returns: whether the need belongs to a page and the host takes pages.
  func askPage(_ need: Need) async throws -> Bool {
    guard let pages, let state = run.filledPage(need) else { return false }
    if let live, await !live.takes(state.page) { return false }
    var page = state.page.untouched()
    page.note = nextNote
    nextNote = nil
    try arrange(for: page.name)
    presented += [need, state.need]
    run.present(need, at: host.now)
    try note()
    openPages.removeAll { $0.need == need }
    openPages.append(OpenPage(need))
    try await see(state, need)
    try await converse(need, state, page, pages)
    openPages.removeAll { $0.need == need }
    return true
  }

  private func converse(
    _ need: Need, _ state: FilledPage, _ page: FormPage, _ pages: any PageInterpreter
  ) async throws {
    var page = page
    let limit = limit(of: need)
    for _ in 0..<Driver.refusals {
      transcript.put(page, state.run.question(for: state.need))
      let reply = try await reply(to: page, need, pages, limit)
      try checkOpen(need)
      switch reply {
      case .cancelled where limit?.isUp == true: return try await timeOut(need)
      case .cancelled: throw CancellationError()
      case .timedOut: return try await timeOut(need)
      case .endOfInput: throw endOfInput(page, state.need)
      case .back:
        do {
          return try await goBack(from: need, leavingPage: true)
        } catch let error as Rejection {
          page = page.untouched()
          page.note = error.message
        }
      case .submit(let answers):
        guard let refused = try await submit(answers, need) else { return }
        page = refused
      }
    }
    throw Failure(
      .limit,
      message:
        "\(Driver.refusals) answers in a row were rejected for the page “\(page.title)” "
        + "(id “\(page.name)”); the last time: \(page.firstProblem)",
      step: page.name, place: state.need.place)
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
          return error.message
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
    var page = state.page
    if !page.hasProblems {
      let problems = try await worker.check(state, performs: host.performsActions)
      for (id, problem) in problems { page.note(problem, at: id) }
    }
    // Blocks and checks of the host were awaited.
    try checkOpen(need)
    let count = run.lines.count
    if !page.hasProblems, let refused = try run.submit(need, with: filled, at: host.now) {
      page = refused
    }
    transcript.fill(page, filled)
    if page.hasProblems { return page }
    if page.buttons.isEmpty, let review = state.run.question(for: state.need) {
      transcript.ask(review)
      transcript.answer(review.words(for: .submit))
    }
    presented.removeAll { $0 == need || $0 == state.need }
    try note()
    let lines = run.lines[count...]
    try await tell(run.events)
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

  /// Reports the answers, in the order in which the engine took them.
  private func answered(_ state: FilledPage, _ lines: ArraySlice<Line>) async throws {
    for line in lines where line.kind == .answered || line.kind == .secret {
      guard let answer = state.answers.first(where: { $0.need.stepName == line.name }) else {
        continue
      }
      let value = answer.kept ?? line.given.value
      if case .typed = line.given, !answer.need.isSecret {
        live?.kept(value, for: answer.need.name)
      }
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

  private func endOfInput(_ page: FormPage, _ need: Need) -> Failure {
    let name = page.fields.first { $0.isVisible && !$0.isAnswered }?.question.name ?? page.name
    let hint =
      hasOptions ? "; fill it in, or give --answer \(name)=…" : ", before it was filled in"
    return Failure(
      .endOfInput,
      message: "the input ended at the page “\(page.title)” (id “\(page.name)”)"
        + hint, step: page.name, place: need.place)
  }
}

extension FormPage {
  /// The first problem to correct, with its field.
  fileprivate var firstProblem: String {
    if let problem { return problem }
    guard let field = fields.first(where: { $0.problem != nil }) else { return "" }
    return "“\(field.id)”: \(field.problem ?? "")"
  }
}
