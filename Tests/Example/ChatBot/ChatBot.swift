import Libretto

/// Performs a flow in a chat.
struct ChatBot: InteractiveInterpreter {
  /// Waits for the person's next message; nil if there will be none.
  let receive: @Sendable () async throws -> String?
  /// Sends a message to the person.
  let send: @Sendable (String) async throws -> Void

  func show(_ text: String) async throws { try await send(text) }

  func ask(_ question: Question) async throws -> Reply {
    let lines = [question.note, question.problem, question.title, question.message]
    try await send((lines.compactMap(\.self) + hints(for: question)).joined(separator: "\n"))
    switch try await receive() {
    case nil: return Task.isCancelled ? .cancelled : .endOfInput
    case "/back": return .back
    case "/cancel": return .cancelled
    case "/skip": return .text("")
    case let text?: return .text(text)
    }
  }

  private func hints(for question: Question) -> [String] {
    var hints = question.choices.enumerated().map { index, choice in
      "\(index + 1) \(choice.line)" + (choice.refusal.map { " (not available: \($0))" } ?? "")
    }
    if question.kind == .confirm { hints = ["yes or no"] }
    if question.kind == .chooseMany { hints.append("several, with commas between them") }
    if question.isSecret { return hints + ["a secret: delete your message afterwards"] }
    let preset = question.defaultAnswer.map(question.words)
    return hints + (preset.map { [$0.isEmpty ? "optional" : "default: \($0)"] } ?? [])
  }
}

extension ChatBot {
  var progressInterval: Duration { .seconds(10) }
  func showLoading(_ text: String) async throws { try await send(text) }
  func showProgress(_ progress: [WorkProgress]) async throws {
    try await send(progress.map(\.line).joined(separator: "\n"))
  }
}

extension ChatBot: PageInterpreter {
  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
    var (page, answers) = (page, PageAnswers())
    while true {
      try await send(card(page, answers))
      let message = try await receive()
      guard let message else { return Task.isCancelled ? .cancelled : .endOfInput }
      for line in message.split(separator: "\n") {
        if line == "/back" { return .back }
        if line == "/cancel" { return .cancelled }
        answers.button = page.buttons.first { $0.title.lowercased() == line.lowercased() }?.id
        if answers.button != nil || (page.buttons.isEmpty && line.lowercased() == "send") {
          return .submit(filling.visibleAnswers(in: answers))
        }
        let place = page.fields.indices.first { "\(line) ".hasPrefix("\($0 + 1) ") }
        guard let id = place.map({ page.fields[$0].id }) else { continue }
        let text = String(line.drop { $0 != " " }.dropFirst())
        answers[id] = .text(text)
        _ = try await filling.report(text, for: id)
        page = filling.page(with: answers)
      }
    }
  }

  private func card(_ page: FormPage, _ answers: PageAnswers) -> String {
    var lines = [page.note, page.problem, page.title, page.message].compactMap(\.self)
    for (index, field) in page.fields.enumerated() where field.isVisible {
      let isGiven = field.isAnswered || answers[field.id] != nil
      let words = isGiven ? "(secret)" : hints(for: field.question).joined(separator: ", ")
      let answer = field.typed ?? field.given.map(field.question.words) ?? words
      lines += ["\(index + 1) \(field.question.title) \(answer)", field.problem].compactMap(\.self)
    }
    let ends = page.buttons.isEmpty ? "send" : page.buttons.map(\.title).joined(separator: ", ")
    return (lines + ["Reply with numbers and answers, then: \(ends)"]).joined(separator: "\n")
  }
}
