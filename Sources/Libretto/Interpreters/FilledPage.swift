/// A page with what was filled in, question by question: each sees the answers above it.
struct FilledPage: Sendable {
  /// A question on the page, or the alert itself, with the answer that it is to have.
  struct Answer: Sendable {
    let need: Need
    /// nil for a secret that was given before and stays.
    let given: Given?
    /// What is kept under its key.
    let kept: Value?
    /// Whether it has this answer already.
    let stands: Bool
    /// Whether it has another one, which has to be taken out first.
    let isReplaced: Bool
  }

  /// The need that the page resolves: the review of the form, or the alert.
  let need: Need
  /// The run with the answers of the page in its registers, for texts that show them.
  private(set) var run: Run
  let filled: PageAnswers
  /// Whether a step back from the page leads anywhere.
  var mayGoBack = false
  private(set) var fields: [FormPage.Field] = []
  /// Of the questions that are asked, in order; behind the alert where it is one.
  private(set) var answers: [Answer] = []
  /// All that stands on the page, asked or not.
  private(set) var needs: [Need] = []

  /// - Parameter run: with the strand of the need in its registers.
  init(_ need: Need, _ run: Run, _ filled: PageAnswers) {
    self.need = need
    self.run = run
    self.filled = filled
    needs = [need]
  }

  /// A question of the page as a need.
  private func need(_ index: Int) -> Need {
    let step = run.program.prompts[index].step
    return Need(
      program: run.program,
      core: Need.Core(
        kind: .prompt, step: Int32(step), rounds: need.rounds,
        instruction: run.program.steps[step].instruction, index: index, strand: need.strand))
  }

  private func question(_ prompt: Prompt, _ index: Int, _ need: Need) -> Question {
    Question(
      prompt, name: need.name, operation: need.operation,
      isSecret: run.program.prompts[index].isSecret, choices: run.choices(run.options(index))
    ) { run.render($0) }
  }

  /// The alert itself is answered with a button.
  mutating func press(_ button: String) {
    answers.append(answer(need, .choice(button), nil))
  }

  /// Takes what was filled in for a question, so that those below it see it.
  mutating func ask(_ index: Int) {
    let need = need(index)
    let code = run.program.prompts[index]
    let question = question(code.prompt, index, need)
    let before = before(need)
    let entry = filled[code.prompt.id]
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
        if let draft = entry?.draft(of: question) { try run.checkDraft(need, draft) }
        if given == nil, before.isSecretKnown {
          // What it is, a restored run does not know; it has been checked.
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

  /// Passes over a question that is not asked; hidden, it has no answer.
  mutating func hide(_ index: Int) {
    let need = need(index)
    let code = run.program.prompts[index]
    let isGiven = filled[code.prompt.id] != nil
    add(
      need, question(code.prompt, index, need), false, nil, nil, false,
      isGiven ? "This question is not asked." : nil)
    note(code, nil, isShown: false)
  }

  /// Sees to it that texts, conditions and the review of the form know of the answer.
  private mutating func note(_ code: Program.PromptCode, _ value: Value?, isShown: Bool) {
    if code.slot >= 0 { run.strand.slots[code.slot] = value }
    if code.mark >= 0 { run.counters[code.mark] = isShown ? 1 : 0 }
  }

  /// Shows a field of an alert for which no button is chosen that asks it.
  /// - Parameter prompt: the field with the rules that it has for any button.
  mutating func show(_ prompt: Prompt, _ index: Int) {
    let need = need(index)
    let question = question(prompt, index, need)
    let before = before(need)
    var given = before.given
    var typed: String?
    if let entry = filled[prompt.id] {
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

  // MARK: What was answered before

  /// How a question stood answered, and whether that may stay.
  private func before(_ need: Need) -> (given: Given?, isAnswered: Bool, isSecretKnown: Bool) {
    guard let (line, isInForce) = run.answerLine(need.stepName) else { return (nil, false, false) }
    guard line.kind == .secret else {
      return (line.given, (try? run.settle(line.given, need.index)) != nil, false)
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
    case .choices: return (try? run.settle(line.given, need.index))?.kept == kept
    case .yes, .choice, .submit: return line.given == given
    }
  }
}

extension Run {
  /// The answer that a question has, or had until somebody went back to it.
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
