// Putting a question to the person: it is asked, read, checked, and asked again with its problem.

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
      question.note = "“\(question.title)” is asked again: a saved run doesn't contain secrets."
    }
    transcript.ask(question)
    if let note = question.note { transcript.note(note) }
    if live != nil {
      question.changed = run.changes(at: need)
      question.earlier = need.kind == .prompt ? run.offered(for: need) : nil
      try arrange(for: question.name)
    }
    presented.append(need)
    run.present(need, at: host.now)
    try note()
    // A form is presented with its first question; this is its review.
    if question.kind != .form, need.kind == .prompt { try await observe(need, .presented) }
    try await converse(need, &question, limit(of: need))
  }

  /// Tells a live interpreter where the run is.
  func arrange(for name: String? = nil) throws {
    try live?.arrange(for: name) {
      let passed = run.passedNames
      return (passed, Set(run.inForceOrAhead.map(\.name)).subtracting(passed))
    }
  }

  /// The time limit of a question: it covers all tries to answer, but not what the host does with
  /// an answer.
  func limit(of need: Need) -> TimeLimit? {
    if host.takesTurns { return nil }
    return run.rest(of: need, at: host.now).map {
      TimeLimit(.milliseconds($0), sleep: host.sleep)
    }
  }

  func timeOut(_ need: Need) async throws {
    try checkOpen(need)
    transcript.timeOut()
    try await resolve(need, .timedOut)
    try await observe(need, .timedOut)
  }

  private func converse(
    _ need: Need, _ question: inout Question, _ limit: TimeLimit?
  ) async throws {
    for _ in 0..<Driver.refusals {
      let reply: Reply
      do {
        reply = try await self.reply(to: question, need, limit)
      } catch let error as Failure where error.reason == .missingAnswer && question.isDecision {
        throw Failure(
          .missingAnswer, message: "nobody can be asked for \(question.called); \(hint(need))",
          step: need.name,
          place: need.place)
      }
      // If the person cancelled, or the time is up, the question isn't asked again.
      try checkOpen(need)
      let said: String
      switch reply {
      // An interpreter that is told that the time is up may reply in this way.
      case .cancelled where limit?.isUp == true: return try await timeOut(need)
      case .cancelled: throw CancellationError()
      case .timedOut: return try await timeOut(need)
      case .back:
        do {
          return try await goBack(from: need)
        } catch let error as Rejection {
          question.problem = nil
          question.note = error.message
          transcript.note(error.message)
          continue
        }
      case .endOfInput: throw endOfInput(question, need)
      case .text(let text): said = question.isSecret ? "(secret)" : text
      case .given(let given): said = question.words(for: given)
      }
      do {
        let given = try read(reply, question)
        try await draft(reply, question, need)
        if question.kind == .form, case .choice(let field) = given {
          transcript.answer(question.words(for: given))
          return try await goBack(from: need, to: field)
        }
        try run.check(given, for: need)
        try await worker.check(given, need, of: run, performs: host.performsActions)
        try checkOpen(need)
        transcript.answer(question.words(for: given))
        let kept = run.kept(need, given)
        try await resolve(need, .answer(given))
        return try await answered(given, kept, need, question)
      } catch let error as Rejection {
        transcript.answer(said)
        transcript.refuse(error.message)
        question.problem = error.message
      }
    }
    throw Failure(
      .limit,
      message:
        "\(Driver.refusals) answers in a row were rejected for \(question.called); the last time: "
        + "\(question.problem ?? "")",
      step: question.name, place: need.place)
  }

  private func reply(
    to question: Question, _ need: Need, _ limit: TimeLimit?
  ) async throws -> Reply {
    let drafting = DraftReporter { [self] text in
      do {
        try await draft(text, need)
        return nil
      } catch let error as Rejection {
        return error.message
      }
    }
    return try await attend(limit, late: .timedOut) { [host] in
      question.shape == .typed && !question.isDecision
        ? try await host.ask(question, reportingDraftsTo: drafting) : try await host.ask(question)
    }
  }

  /// Lets the host ask within the time limit.
  /// - Parameter late: the value to return if the time is up.
  func attend<Answer: Sendable>(
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

  private func read(_ reply: Reply, _ question: Question) throws(Rejection) -> Given {
    switch reply {
    case .text(let text):
      if question.isDay, let day = CalendarDay(word: text, today: host.today) {
        .typed(day.answerValue)
      } else {
        try question.read(text)
      }
    case .given(let given): given
    case .back, .cancelled, .timedOut, .endOfInput: .typed(.null)
    }
  }

  /// The typed text is the last draft, even if the interpreter reported none.
  private func draft(_ reply: Reply, _ question: Question, _ need: Need) async throws {
    guard question.shape == .typed, need.kind == .prompt else { return }
    switch reply {
    // A person who takes the default, or leaves the answer out, has typed no answer.
    case .text(let text) where text.trimmed.isEmpty && question.defaultAnswer != nil: break
    case .given(.typed(.null)): break
    case .text(let text): try await draft(text, need)
    case .given(let given): try await draft(given.value.description, need)
    case .back, .cancelled, .timedOut, .endOfInput: break
    }
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
    if case .typed = given, !need.isSecret { live?.kept(kept, for: question.name) }
    try await observe(need, .answered) { $0.value = kept }
    if question.kind == .alert { try await observe(need, .dismissed) { $0.value = kept } }
  }

  private func hint(_ need: Need) -> String {
    need.kind == .begun
      ? "answer it, or resume with \(inOptions(.run)) or \(inOptions(.fail))"
      : "only a person can answer it"
  }

  /// Whether messages may name the options of a command line.
  var hasOptions: Bool { (host as? any LiveInterpreter)?.hasOptions == true }

  /// A policy for interrupted work, as the caller writes it.
  func inOptions(_ policy: InterruptedWorkPolicy) -> String {
    hasOptions ? "--interrupted \(policy)" : "interrupted: .\(policy)"
  }

  private func endOfInput(_ question: Question, _ need: Need) -> Failure {
    let hint =
      question.isDecision
      ? "; " + hint(need)
      : hasOptions ? "; answer it, or give --answer \(question.name)=…" : ", before it was answered"
    return Failure(
      .endOfInput,
      message: "the input ended at \(question.called)\(hint)",
      step: question.name, place: need.place)
  }
}

extension Question {
  /// Whether a day is typed, so that a word such as “tomorrow” stands for one.
  var isDay: Bool { shape == .typed && (type == .day || type == .optional(.day)) }
}
