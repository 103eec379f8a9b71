// How a question is put to the person: asked, read, checked, and asked again with what was wrong.

extension Stage {
  func ask(_ need: Need) async throws {
    guard var question = run.question(for: need) else { return }
    if let page = question.page, page.isFirst {
      transcript.open(page)
      try await observe(page.id, .presented)
    }
    question.note = notes.removeValue(forKey: question.name)
    transcript.ask(question)
    if let note = question.note { transcript.note(note) }
    presented.append(need)
    // A form is presented with its first question; this is its review.
    if question.kind != .form { try await observe(need, .presented) }
    // It covers all tries to answer, but not what the host does with an answer.
    let limit =
      takesTurns ? nil : left(of: question.timeout, need).map { TimeLimit($0, sleep: host.sleep) }
    try await converse(need, &question, limit)
  }

  private func timeOut(_ need: Need) async throws {
    try checkOpen(need)
    transcript.timeOut()
    try await resolve(need, .timedOut)
    try await observe(need, .timedOut)
  }

  private func converse(
    _ need: Need, _ question: inout Question, _ limit: TimeLimit?
  ) async throws {
    for _ in 0..<Driver<Host>.refusals {
      let reply = try await reply(to: question, need, limit)
      // Who called it off, or whose time is up, is asked no more.
      try checkOpen(need)
      let said: String
      switch reply {
      case .cancelled: throw CancellationError()
      case .timedOut: return try await timeOut(need)
      case .back:
        guard let refusal = try await goBack(from: need) else { return }
        question.problem = nil
        question.note = refusal.isEmpty ? nil : refusal
        if let note = question.note { transcript.note(note) }
        continue
      case .endOfInput: throw Self.endOfInput(question, need)
      case .text(let text): said = question.isSecret ? "(secret)" : text
      case .value(let value): said = question.words(for: value)
      }
      do {
        let value = try read(reply, question)
        try await draft(reply, question, need)
        try run.check(need, value)
        try await check(value, need)
        try checkOpen(need)
        transcript.answer(question.words(for: value))
        try await resolve(need, .answer(value))
        return try await answered(value, need, question)
      } catch let error as Rejection {
        transcript.answer(said)
        transcript.refuse(error.message)
        question.problem = error.message
      }
    }
    throw Failure(
      .limit,
      "the question “\(question.title)” (id “\(question.name)”) refused "
        + "\(Driver<Host>.refusals) answers in a row; the last time: \(question.problem ?? "")",
      step: question.name, place: need.place)
  }

  private func reply(
    to question: Question, _ need: Need, _ limit: TimeLimit?
  ) async throws -> Reply {
    guard let limit else { return try await ask(question, need) }
    do {
      // The host that loses against the time is waited for: a console still ends its line.
      return try await limit.perform { try await self.ask(question, need) }
    } catch is TimeIsUp {
      return .timedOut
    }
  }

  private func ask(_ question: Question, _ need: Need) async throws -> Reply {
    hasAttention = true
    defer { hasAttention = false }
    guard question.kind == .ask else { return try await host.ask(question) }
    return try await host.ask(
      question,
      Drafting { [self] text in
        do {
          try await draft(text, need)
          return nil
        } catch let error as Rejection {
          return error.message
        }
      })
  }

  private func read(_ reply: Reply, _ question: Question) throws(Rejection) -> Value {
    switch reply {
    case .text(let text): try question.read(text)
    case .value(let value): value
    case .back, .cancelled, .timedOut, .endOfInput: .null
    }
  }

  /// What was typed is the last draft, also where an interpreter reported none.
  private func draft(_ reply: Reply, _ question: Question, _ need: Need) async throws {
    guard question.kind == .ask else { return }
    switch reply {
    // Who takes the default, or leaves the answer out, has typed none.
    case .text(let text) where text.trimmed.isEmpty && question.defaultAnswer != nil: break
    case .value(.null): break
    case .text(let text): try await draft(text, need)
    case .value(let value): try await draft(value.description, need)
    case .back, .cancelled, .timedOut, .endOfInput: break
    }
  }

  private func draft(_ text: String, _ need: Need) async throws {
    guard lastDraft?.need != need || lastDraft?.text != text else { return }
    try run.checkDraft(need, text)
    lastDraft = (need, text)
    try await observe(need, .changed) {
      $0.draft = text
      $0.isSecretDraft = need.isSecret
    }
  }

  /// Asks the host's own checks.
  private func check(_ value: Value, _ need: Need) async throws {
    guard let prompt = need.prompt, !prompt.checks.isEmpty else { return }
    // An answer that is left out is asked nothing, as with the rules.
    if prompt.isOptional && value.isEmpty { return }
    for check in prompt.checks {
      // Who only stands in for work needs none.
      let stub: CheckBody? = host.performsActions ? nil : { @Sendable _ in true }
      let own = closures[need.id]?.checks[check.name]
      guard let body = own ?? stub else {
        throw need.failed(.action, "the check “\(check.name)” has no closure")
      }
      let known = AnswerCheck(id: need.id, name: check.name, body: body)
      let passes: Bool
      do {
        passes = try await Promptly.perform(sleep: host.sleep) { [host] in
          try await host.check(known, of: value)
        }
      } catch let error as ScriptedError {
        throw error
      } catch {
        if Task.isCancelled { throw CancellationError() }
        throw run.failure(of: check, need, error)
      }
      if !passes { throw run.refusal(by: check) }
    }
  }

  private func answered(_ value: Value, _ need: Need, _ question: Question) async throws {
    guard question.kind != .form else {
      if value == .string(Run.submission) { try await observe(need, .ended) }
      return
    }
    let kept: Value =
      switch (question.kind, value) {
      case (.choose, .string(let id)):
        question.choices.first { $0.id == id }?.value ?? value
      case (.chooseMany, .list(let ids)):
        .list(
          question.choices.filter { ids.contains(.string($0.id)) }
            .map { $0.value ?? .string($0.id) })
      default: value
      }
    try await observe(need, .answered) { $0.value = kept }
    if question.kind == .alert { try await observe(need, .dismissed) { $0.value = kept } }
  }

  static func endOfInput(_ question: Question, _ need: Need) -> Failure {
    Failure(
      .endOfInput,
      "the input ended at the question “\(question.title)” (id “\(question.name)”); "
        + "answer it, or give --answer \(question.name)=…",
      step: question.name, place: need.place)
  }
}
