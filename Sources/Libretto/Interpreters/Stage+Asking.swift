// How a question is put to the person: asked, read, checked, and asked again with what was wrong.

extension Stage {
  func ask(_ need: Need) async throws {
    guard var question = run.question(for: need) else { return }
    if let page = question.page, page.isFirst {
      transcript.open(page)
      try await observe(page.id, .presented)
    }
    transcript.ask(question)
    presented.append(need)
    try await observe(need, .presented)
    guard let limit = question.timeout, !takesTurns else {
      return try await converse(need, &question)
    }
    // The time covers all tries to answer. The console that loses the race still ends its line.
    let isAnswered = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { [question] in
        var question = question
        try await self.converse(need, &question)
        return true
      }
      group.addTask { [host] in
        try await host.sleep(for: limit)
        return false
      }
      let first = try await group.next() ?? false
      group.cancelAll()
      return first
    }
    if !isAnswered { try await timeOut(need) }
  }

  private func timeOut(_ need: Need) async throws {
    try checkOpen(need)
    transcript.timeOut()
    try await resolve(need, .timedOut)
    try await observe(need, .timedOut)
  }

  private func converse(_ need: Need, _ question: inout Question) async throws {
    for _ in 0..<Driver<Host>.refusals {
      let reply = try await reply(to: question, need)
      // Who called it off, or whose time is up, is asked no more.
      try checkOpen(need)
      let said: String
      switch reply {
      case .cancelled: throw CancellationError()
      case .timedOut: return try await timeOut(need)
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

  private func reply(to question: Question, _ need: Need) async throws -> Reply {
    isAsking = true
    defer { isAsking = false }
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
    case .cancelled, .timedOut, .endOfInput: .null
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
    case .cancelled, .timedOut, .endOfInput: break
    }
  }

  private func draft(_ text: String, _ need: Need) async throws {
    guard lastDraft?.need != need || lastDraft?.text != text else { return }
    try run.checkDraft(need, text)
    lastDraft = (need, text)
    try await observe(need, .changed) { $0.draft = text }
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
        let words =
          need.isSecret
          ? "(not shown, the answer is secret)"
          : run.answers.hidingSecrets(in: String(describing: error))
        throw need.failed(.action, "the check “\(check.name)” of “\(need.id)” failed: \(words)")
      }
      if !passes {
        throw Rejection(
          message: check.message.map { run.render($0) }
            ?? "The answer does not pass the check “\(check.name)”.")
      }
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

  private static func endOfInput(_ question: Question, _ need: Need) -> Failure {
    Failure(
      .endOfInput,
      "the input ended at the question “\(question.title)” (id “\(question.name)”); "
        + "answer it, or give --answer \(question.name)=…",
      step: question.name, place: need.place)
  }
}
