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
  /// A copy of the run into which the page is filled, for texts that show its answers.
  private(set) var run: Run
  private var program: Program { run.program }
  /// The answers with those of the page.
  var slots: [Value?] { run.state.strands[strand].slots }
  private var strand: Int { run.isParallel ? need.strand : 0 }
  let filled: PageAnswers
  /// Whether a step back from the page is possible.
  var mayGoBack = false
  private(set) var fields: [FormPage.Field] = []
  /// The answers to the questions that are asked, in order; for an alert, the alert itself comes
  /// first.
  private(set) var answers: [Answer] = []
  /// All questions of the page, asked or not.
  private(set) var needs: [Need] = []

  init(_ need: Need, _ run: Run, _ filled: PageAnswers) {
    self.need = need
    self.run = run
    self.filled = filled
    needs = [need]
  }

  /// The need for a question of the page.
  private func need(_ index: Int) -> Need {
    let step = program.prompts[index].step
    return Need(
      program: program,
      core: Need.Core(
        kind: .prompt, step: Int32(step), rounds: need.rounds,
        instruction: program.steps[step].instruction, index: index, strand: need.strand))
  }

  private func question(_ prompt: Prompt, _ index: Int, _ need: Need) -> Question {
    var question = Question(
      prompt, id: program.prompts[index].id, name: need.name, operation: need.operation,
      isSecret: program.prompts[index].isSecret, choices: program.choices(program.options(index, slots), slots)
    ) { program.render($0, slots) }
    question.among = program.valuesAmong(prompt, slots)
    return question
  }

  /// Answers the alert itself with a button.
  mutating func press(_ button: String) {
    answers.append(answer(need, .choice(button), nil))
  }

  /// Takes what was filled in for a question, so that the questions below see it.
  mutating func ask(_ index: Int) {
    let need = need(index)
    let code = program.prompts[index]
    let question = question(program.resolved(index, slots), index, need)
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
              try program.settle(.typed(secret), index, slots).kept ?? .null
            } ?? .null
          answers.append(
            Answer(need: need, given: nil, kept: value, stands: true, isReplaced: false))
        } else if let answer = given ?? before.given ?? question.defaultAnswer {
          value = try program.settle(answer, index, slots).kept
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
    let code = program.prompts[index]
    let isGiven = filled[code.id] != nil
    add(
      need, question(code.prompt, index, need), false, nil, nil, false,
      isGiven ? "This question is not asked." : nil)
    note(code, nil, isShown: false)
  }

  /// Makes an answer known to texts, conditions and the review of the form.
  private mutating func note(_ code: Program.PromptCode, _ value: Value?, isShown: Bool) {
    run.state.fill(code, value, isShown: isShown, in: strand)
  }

  /// Shows a field of an alert when no button that asks for it has been chosen.
  /// - Parameter prompt: the field with the rules that apply to all buttons.
  mutating func show(_ prompt: Prompt, _ index: Int) {
    let need = need(index)
    let question = question(prompt, index, need)
    let before = before(need)
    var given = before.given
    var typed: String?
    if let entry = filled[program.prompts[index].id] {
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
      return (line.given, (try? program.settle(line.given, need.index, slots, isRecorded: true)) != nil, false)
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
    case .choices: return (try? program.settle(line.given, need.index, slots, isRecorded: true))?.kept == kept
    case .yes, .choice, .submit: return line.given == given
    }
  }
}

extension Run {
  /// The answer to a question, including one that a step back has taken out.
  func answerLine(_ name: StepName) -> (line: Line, isInForce: Bool)? {
    guard let place = memo.place(name), lines[place].kind.isAnswer else { return nil }
    return (lines[place], !memo.isOut(place))
  }
}

extension Line.Kind {
  fileprivate var isAnswer: Bool { self == .answered || self == .secret }
}
