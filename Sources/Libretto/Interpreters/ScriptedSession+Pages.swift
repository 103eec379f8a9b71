// Pages filled in from the script's answers to their questions.

/// A page that a script fills in.
struct ScriptedPage {
  var answers: PageAnswers
  /// The answers that must be refused, quoted, by the ids of their questions.
  var refused: [String: String] = [:]
  /// All answers that have been given, quoted, by the ids of their questions.
  var quoted: [String: String] = [:]
  /// The earlier answers to questions that are corrected.
  var before: [String: PageAnswers.Entry] = [:]

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
  func checkPage(before question: Question) throws {
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
    case .reply(let reply): return reply
    case .given(.choice(let id)):
      self.page?.answers.button = id
      if page.buttons.contains(where: { $0.id == id && $0.role == .cancel }) {
        return .submit(self.page?.answers ?? PageAnswers())
      }
      return nil
    default:
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
      if case .given(let given)? = self.page?.before[field.id] { before = given }
      switch try entry(answer, field.question, before, hasTime: page.timeout != nil) {
      case .reply(let reply): return reply
      case .given(let given): self.page?.answers[field.id] = .given(given)
      case .wrong(let wrong):
        self.page?.answers[field.id] = wrong
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
    case .reply:
      throw ScriptedError(
        .invalid, review.name, "\(answer.quoted) is not an answer to \(review.inWords) as a page")
    }
  }

  /// The entries, without those of hidden questions.
  private func submission(_ filling: PageContext) -> PageReply {
    .submit(filling.visibleAnswers(in: page?.answers ?? PageAnswers()))
  }

  private enum Entry {
    case given(Given)
    case wrong(PageAnswers.Entry)
    case reply(PageReply)
  }

  private func entry(
    _ answer: ScriptedAnswer, _ question: Question, _ before: Given? = nil, hasTime: Bool
  ) throws -> Entry {
    switch answer.kind {
    case .answer(let value): return .given(try read(value, question, answer))
    case .resolved(let given): return .given(given)
    case .refused(let value):
      do {
        return .wrong(.given(try question.read(value)))
      } catch {
        return .wrong(
          question.takesAsText(value) ? .given(.typed(value)) : .text(value.description))
      }
    case .back:
      page = nil
      return .reply(.back)
    case .timedOut:
      guard hasTime else { throw noLimit(question) }
      page = nil
      return .reply(.timedOut)
    case .preset:
      guard let preset = before ?? question.defaultAnswer else { throw noDefault(question) }
      return .given(preset)
    case .writes, .failure, .action: throw noAnswer(answer, question)
    }
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
