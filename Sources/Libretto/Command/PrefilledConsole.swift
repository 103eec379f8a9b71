/// A console that knows some answers beforehand: it shows those questions with their answers, and
/// asks the others. Data given for a load replaces its work; actions are performed.
struct PrefilledConsole: LiveInterpreter {
  let console: TerminalConsole
  let given: GivenAnswers
  let acceptsDefaults: Bool
  /// Whether a question without an answer fails the run.
  var asksNobody = false
  /// Whether actions, loads and checks are only noted.
  var stubsActions = false

  var performsActions: Bool { !stubsActions }

  var now: Int { console.now }

  var isLive: Bool { console.isLive }

  var hasOptions: Bool { true }

  var takesPages: Bool { console.takesPages }

  /// A form is asked question by question if something answers one of them without the person.
  func takes(_ page: FormPage) async -> Bool {
    guard !acceptsDefaults, !stubsActions else { return false }
    return await !given.concern(page)
  }

  func show(_ text: String) async throws { try await console.show(text) }

  func arrange(
    for name: String?, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws {
    try console.arrange(for: name, standing)
  }

  func showHeading(_ title: String) async throws { try await console.showHeading(title) }
  func showNote(_ title: String, text: String) async throws {
    try await console.showNote(title, text: text)
  }
  func say(_ statement: Statement, name: String) throws { try console.say(statement, name: name) }

  func kept(_ value: Value, for name: String) { console.kept(value, for: name) }

  func began(_ work: LiveWork) { console.began(work) }

  func ended(_ work: LiveWork, _ failure: String?) { console.ended(work, failure) }

  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
    try await console.fill(page, using: filling)
  }

  func sleep(for duration: Duration) async throws { try await console.sleep(for: duration) }

  func showLoading(_ text: String) async throws { try await console.showLoading(text) }

  func showProgress(_ progress: [WorkProgress]) async throws {
    try await console.showProgress(progress)
  }

  func showLog(_ line: String) async throws { try await console.showLog(line) }

  func load(_ action: Action, with work: Work) async throws -> Value? {
    if stubsActions { try note("the load “\(action.name)”") }
    guard let answer = await given.next(action.id, action.step) else {
      if stubsActions { throw missing(action, "null means no data") }
      return try await console.load(action, with: work)
    }
    switch answer.kind {
    case .answer(let value): return value
    case .resolved(let given): return given.value
    case .failure(let message): throw ScriptedFailure(description: message)
    case .timedOut where action.limit != nil: throw TimeIsUp()
    case .refused, .preset, .timedOut, .writes, .back, .action:
      throw HostFailure(
        failure: Failure(
          .invalidAnswer,
          message: "\(answer.form) can't be the result of the load “\(action.step)”",
          step: action.step))
    }
  }

  func check(_ check: AnswerCheck, of value: Value) async throws -> Bool {
    guard stubsActions else { return try await console.check(check, of: value) }
    try note("the check “\(check.name)” of “\(check.id)”")
    return true
  }

  func showNotice(_ question: Question) async throws {
    // A person who said yes to everything beforehand isn't there to read for two seconds.
    if acceptsDefaults {
      try console.put(PromptLayout(question).notice)
    } else {
      try await console.showNotice(question)
    }
  }

  func perform(_ action: Action, with work: Work) async throws {
    guard stubsActions, !action.isPerformedAlways else {
      return try await console.perform(action, with: work)
    }
    try await stub(action, work)
  }

  func ask(_ question: Question) async throws -> Reply { try await ask(question, nil) }

  func ask(_ question: Question, reportingDraftsTo drafting: DraftReporter) async throws -> Reply {
    try await ask(question, drafting)
  }

  private func ask(_ question: Question, _ drafting: DraftReporter?) async throws -> Reply {
    if let problem = question.problem, await given.wasLast(question.name) {
      throw question.misfit(problem)
    }
    if question.isDecision { return try await decide(question) }
    let reply: Given
    if let answer = await given.next(question) {
      if answer.kind == .timedOut { return try timeOut(question) }
      if answer.kind == .back {
        try put(question, with: "(back)")
        return .back
      }
      reply = try question.read(given: answer, today: console.today)
    } else if question.kind == .form, await given.wasGiven(question) {
      reply = .submit
    } else if acceptsDefaults {
      reply = try question.preset()
      await given.noteTaken(question)
      guard await given.mayTakeDefault() else {
        throw Failure(
          .limit,
          message:
            "\(GivenAnswers.mostDefaults) defaults were accepted, the last for \(question.inWords); "
            + "a loop may need a different answer: give --answer \(question.id)=…",
          step: question.name)
      }
    } else if asksNobody {
      throw Failure(
        .missingAnswer,
        message: "\(question.inWords) has no answer, and with --no-input nobody is asked; "
          + "give --answer \(question.name)=…",
        step: question.name)
    } else {
      await given.noteAsked(question)
      guard let drafting else { return try await console.ask(question) }
      return try await console.ask(question, reportingDraftsTo: drafting)
    }
    try console.showAnswered(question, inWords: PromptLayout(question).words(reply))
    return .given(reply)
  }

  /// A decision about an effect must be made by a person.
  private func decide(_ question: Question) async throws -> Reply {
    guard asksNobody else { return try await console.ask(question) }
    throw Failure(
      .missingAnswer, message: "with --no-input nobody can be asked for \(question.called)",
      step: question.name)
  }

  private func put(_ question: Question, with words: String) throws(Failure) {
    try console.showAnswered(question, inWords: words)
  }

  private func timeOut(_ question: Question) throws(Failure) -> Reply {
    try question.checkTimesOut()
    try put(question, with: "(no answer in time)")
    return .timedOut
  }
}
