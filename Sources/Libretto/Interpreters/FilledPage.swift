/// A page as filled in, question by question: each question sees the answers above it.
struct FilledPage: Sendable {
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
  /// The run with the answers of the page in its registers, for texts that show them.
  private(set) var run: Run
  let filled: PageAnswers
  /// Whether a step back from the page is possible.
  var mayGoBack = false
  private(set) var fields: [FormPage.Field] = []
  /// The answers to the questions that are asked, in order; for an alert, the alert itself comes
  /// first.
  private(set) var answers: [Answer] = []
  /// All questions of the page, asked or not.
  private(set) var needs: [Need] = []

  /// - Parameter run: the run with the strand of the need in its registers.
  init(_ need: Need, _ run: Run, _ filled: PageAnswers) {
    self.need = need
    self.run = run
    self.filled = filled
    needs = [need]
  }

  /// The need for a question of the page.
  private func need(_ index: Int) -> Need {
    let step = run.program.prompts[index].step
    return Need(
      program: run.program,
      core: Need.Core(
        kind: .prompt, step: Int32(step), rounds: need.rounds,
        instruction: run.program.steps[step].instruction, index: index, strand: need.strand))
  }

  private func question(_ prompt: Prompt, _ index: Int, _ need: Need) -> Question {
    var question = Question(
      prompt, id: run.program.prompts[index].id, name: need.name, operation: need.operation,
      isSecret: run.program.prompts[index].isSecret, choices: run.choices(run.options(index))
    ) { run.render($0) }
    question.among = run.valuesAmong(prompt)
    return question
  }

  /// Answers the alert itself with a button.
  mutating func press(_ button: String) {
    answers.append(answer(need, .choice(button), nil))
  }

  /// Takes what was filled in for a question, so that the questions below see it.
  mutating func ask(_ index: Int) {
    let need = need(index)
    let code = run.program.prompts[index]
    let question = question(run.program.resolved(index, run.strand.slots), index, need)
    let before = before(need)
    let entry = filled[code.id]
    var given: Given?
    var typed: String?
    var problem: String?
    var value: Value?
    do throws(Rejection) {
      given = try entry.map { (entry) throws(Rejection) in try question.read(entry) }
    } catch {
      problem = error.message
      typed = entry?.words
    }
    if problem == nil {
      do throws(Rejection) {
        if let draft = entry?.draft(of: question) { try run.checkDraft(draft, for: need) }
        if given == nil, before.isSecretKnown {
          // A restored run doesn't know the secret; it was checked when it was given.
          let secret = run.secrets[Run.SecretName(name: need.stepName)]
          value =
            try secret.map { (secret) throws(Rejection) in
              try run.settle(.typed(secret), index).kept ?? .null
            } ?? .null
          answers.append(
            Answer(need: need, given: nil, kept: value, stands: true, isReplaced: false))
        } else if let answer = given ?? before.given ?? question.defaultAnswer {
          value = try run.settle(answer, index).kept
          answers.append(self.answer(need, answer, value))
        } else {
          problem = "An answer is needed."
        }
      } catch {
        problem = error.message
      }
    }
    note(code, problem == nil ? value : nil, isShown: true)
    add(need, question, true, given ?? before.given, typed, before.isAnswered, problem)
  }

  /// Skips a question that isn't asked; a hidden question has no answer.
  mutating func hide(_ index: Int) {
    let need = need(index)
    let code = run.program.prompts[index]
    let isGiven = filled[code.id] != nil
    add(
      need, question(code.prompt, index, need), false, nil, nil, false,
      isGiven ? "This question is not asked." : nil)
    note(code, nil, isShown: false)
  }

  /// Makes an answer known to texts, conditions and the review of the form.
  private mutating func note(_ code: Program.PromptCode, _ value: Value?, isShown: Bool) {
    if code.slot >= 0 { run.strand.slots[code.slot] = value }
    if code.mark >= 0 { run.counters[code.mark] = isShown ? 1 : 0 }
  }

  /// Shows a field of an alert when no button that asks for it has been chosen.
  /// - Parameter prompt: the field with the rules that apply to all buttons.
  mutating func show(_ prompt: Prompt, _ index: Int) {
    let need = need(index)
    let question = question(prompt, index, need)
    let before = before(need)
    var given = before.given
    var typed: String?
    if let entry = filled[run.program.prompts[index].id] {
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

  /// The earlier answer to a question, and whether it may stay.
  private func before(_ need: Need) -> (given: Given?, isAnswered: Bool, isSecretKnown: Bool) {
    guard let (line, isInForce) = run.answerLine(need.stepName) else { return (nil, false, false) }
    guard line.kind == .secret else {
      return (line.given, (try? run.settle(line.given, need.index, isRecorded: true)) != nil, false)
    }
    let isKnown = isInForce || run.secrets[Run.SecretName(name: need.stepName)] != nil
    return (nil, isKnown, isKnown)
  }

  private func answer(_ need: Need, _ given: Given, _ kept: Value?) -> Answer {
    guard let (line, isInForce) = run.answerLine(need.stepName), isInForce else {
      return Answer(need: need, given: given, kept: kept, stands: false, isReplaced: false)
    }
    let isSame = isSame(line, given, kept, need)
    return Answer(need: need, given: given, kept: kept, stands: isSame, isReplaced: !isSame)
  }

  private func isSame(_ line: Line, _ given: Given, _ kept: Value?, _ need: Need) -> Bool {
    if line.kind == .secret {
      return run.secrets[Run.SecretName(name: need.stepName)] == (kept ?? .null)
    }
    switch given {
    case .typed: return line.given == .typed(kept ?? .null)
    case .choices: return (try? run.settle(line.given, need.index, isRecorded: true))?.kept == kept
    case .yes, .choice, .submit: return line.given == given
    }
  }
}

extension Run {
  /// The answer to a question, including one that a step back has taken out.
  func answerLine(_ name: StepName) -> (line: Line, isInForce: Bool)? {
    guard remembers else {
      return lines.last { $0.name == name && $0.kind.isAnswer }.map { ($0, true) }
    }
    guard let place = memo.place(name), let entry = memo[place], entry.line.kind.isAnswer else {
      return nil
    }
    return (entry.line, !entry.isOut)
  }
}

extension Line.Kind {
  fileprivate var isAnswer: Bool { self == .answered || self == .secret }
}
