/// One performance of a script, with what has been used of it.
actor ScriptedSession: InteractiveInterpreter {
  var inOrder: ArraySlice<ScriptedAnswer>
  private var byID: [String: ArraySlice<ScriptedAnswer>]
  /// How many answers the script gives for each name.
  let counts: [String: Int]
  let actions: Scripted.Actions
  /// Whether the script is a file of ids and answers.
  let isFromFile: Bool
  nonisolated let takesPages: Bool
  private let day: CalendarDay?
  /// The actions that were only noted, though the script doesn't mention them.
  var skipped: [(name: String, step: String)] = []
  private var last: (quoted: String, mustBeRefused: Bool)?
  /// The page that is being filled in.
  var page: ScriptedPage?

  init(_ script: Scripted) {
    inOrder = script.inOrder[...]
    byID = script.byID.mapValues { $0[...] }
    counts = script.byID.mapValues(\.count)
    actions = script.actions
    isFromFile = script.isFromFile
    takesPages = script.takesPages
    day = script.today
  }

  nonisolated var today: CalendarDay { day ?? .today }

  /// Scripts ignore time, so the same script gives the same journal.
  nonisolated var now: Int { 0 }

  nonisolated var takesTurns: Bool { true }

  /// The same script gives the same journal.
  nonisolated var newID: String { "" }

  nonisolated var performsActions: Bool { actions == .performed }

  func show(_ text: String) {}

  nonisolated func sleep(for duration: Duration) async throws {}

  /// A script that only notes actions knows by itself which answers checks refuse.
  func check(_ check: AnswerCheck, of value: Value) async throws -> Bool {
    if actions == .performed { return try await check.perform(on: value) }
    if let page { return page.refused[check.id] == nil }
    return last?.mustBeRefused != true
  }

  func showNotice(_ question: Question) {}

  func ask(_ question: Question) throws -> Reply {
    try checkPage(before: question)
    if let last {
      if let problem = question.problem, !last.mustBeRefused {
        throw ScriptedError(
          .invalid, question.name,
          "\(last.quoted) does not fit \(question.inWords): \(problem)")
      }
      if question.problem == nil { try checkLast(before: question) }
    }
    guard let answer = next(question) else {
      throw ScriptedError(.missing, question.name, missing(question))
    }
    last = (question.quoting(answer), false)
    switch answer.kind {
    case .answer(let value): return .given(try read(value, question, answer))
    case .resolved(let given): return .given(given)
    case .refused(let value):
      last = (question.quoting(answer), true)
      do {
        return .given(try question.read(value))
      } catch {
        // Text allows what data doesn't: a position, or an empty answer for the default.
        return question.takesAsText(value) ? .given(.typed(value)) : .text(value.description)
      }
    case .back:
      // At the first question, the question is asked again, and that isn't a refusal of an answer.
      last = nil
      return .back
    case .timedOut:
      guard question.timeout != nil else { throw noLimit(question) }
      return .timedOut
    case .preset:
      guard let preset = question.defaultAnswer else { throw noDefault(question) }
      return .given(preset)
    case .writes, .failure, .action: throw noAnswer(answer, question)
    }
  }

  /// Checks, before another question is asked, that an answer that must be refused was refused.
  func checkLast(before question: Question) throws {
    guard let last, last.mustBeRefused else { return }
    self.last = nil
    throw ScriptedError(
      .invalid, question.name,
      "\(last.quoted) before \(question.inWords) should have been refused, but was accepted")
  }

  func noLimit(_ question: Question) -> ScriptedError {
    ScriptedError(
      .invalid, question.name, "\(question.inWords) has no time limit, so it can't time out")
  }

  func noDefault(_ question: Question) -> ScriptedError {
    ScriptedError(.invalid, question.name, "\(question.inWords) has no default to accept")
  }

  func noAnswer(_ answer: ScriptedAnswer, _ question: Question) -> ScriptedError {
    if case .action(let name, _) = answer.kind {
      return ScriptedError(
        .invalid, question.name,
        "the flow asks \(question.inWords), but the script expects the action “\(name)” first")
    }
    return ScriptedError(
      .invalid, question.name,
      "\(question.inWords) is a question; \(answer.quoted) is not an answer to it")
  }

  func read(
    _ value: Value, _ question: Question, _ answer: ScriptedAnswer
  ) throws -> Given {
    do throws(Rejection) {
      return try question.read(value)
    } catch {
      throw ScriptedError(
        .invalid, question.name,
        "\(question.quoting(answer)) does not fit \(question.inWords): \(error.message)")
    }
  }

  /// The next answer for a question; a form that the script doesn't mention is submitted.
  func next(_ question: Question) -> ScriptedAnswer? {
    if let answer = next(question.id, question.name) { return answer }
    return question.kind == .form ? .preset : inOrder.popFirst()
  }

  /// The next answer for the id or the name of a performance.
  func next(_ id: String, _ name: String) -> ScriptedAnswer? {
    byID[name]?.popFirst() ?? (name == id ? nil : byID[id]?.popFirst())
  }

  /// Whether the script has an answer left for the id or the name of a performance.
  func has(_ id: String, _ name: String) -> Bool {
    byID[name]?.isEmpty == false || byID[id]?.isEmpty == false
  }

  func missing(_ question: Question) -> String {
    var message = "there is no answer for \(question.inWords)"
    message +=
      question.choices.isEmpty || question.kind == .confirm
      ? "; it needs \(question.type)"
      : "; it offers: " + question.choices.listed(\.line)
    let unused = byID.filter { !$0.value.isEmpty }.keys.sorted()
    if let near = nearest(to: question.name, among: unused) {
      message += "; the script has one for “\(near)”: did you mean “\(question.name)”?"
    }
    return message
  }

  /// Adds what the run itself doesn't know: the actions that were only noted. One of them may be
  /// where a missing answer should have come from.
  func explaining(_ result: FlowResult) -> FlowResult {
    var outcome = result.outcome
    if case .failed(let failure) = outcome, failure.reason == .unsetKey, let last = skipped.last {
      let more =
        "; in this script the action “\(last.step)” was stubbed: give what it writes, or perform it"
      outcome = .failed(
        Failure(
          failure.reason, message: failure.message + more, step: failure.step, place: failure.place)
      )
    }
    return FlowResult(
      outcome: outcome, answers: result.answers, journal: result.journal,
      transcript: result.transcript, performed: result.performed, skipped: skipped.map(\.name),
      id: result.id)
  }

  private func named(_ id: String, _ known: [String]) -> String {
    let stem = StepName.split(id).id
    guard !known.contains(stem), let near = nearest(to: stem, among: known) else {
      return "“\(id)”"
    }
    return "“\(id)” (did you mean “\(near)”?)"
  }

  /// The answers that are left of several for one name, in a sentence without its end; nil if none
  /// was used.
  private func rest(_ id: String, _ flow: Flow) -> String? {
    let left = byID[id]?.count ?? 0
    let used = (counts[id] ?? 0) - left
    guard used > 0 else { return nil }
    let isAsked = flow.program.prompts.contains { $0.id == StepName.split(id).id }
    let times = used == 1 ? "once" : used == 2 ? "twice" : "\(used) times"
    let next = used + 1
    let ending =
      (11...13).contains(next % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][next % 10] ?? "th"
    return "the \(next)\(ending) answer\(left > 1 ? " and later ones" : "") for “\(id)” "
      + (left > 1 ? "were" : "was")
      + " not used; it was \(isAsked ? "asked" : "performed") \(times)"
  }

  func checkAllUsed(_ result: FlowResult, _ flow: Flow) throws {
    if let wrong = page?.takenWrongly {
      throw ScriptedError(
        .invalid, nil,
        "\(wrong.quoted) for “\(wrong.id)” should have been refused, but was accepted",
        result.transcript)
    }
    if let last, last.mustBeRefused {
      throw ScriptedError(
        .invalid, nil, "\(last.quoted) should have been refused, but was accepted",
        result.transcript)
    }
    if case .action(let name, _)? = inOrder.first?.kind {
      throw ScriptedError(
        .unused, nil,
        "the flow ended without performing the action “\(name)”: \(result.outcome)",
        result.transcript)
    }
    // An answer meant for a secret question may be among them.
    let answers = inOrder.map { flow.secrets.isEmpty ? $0.quoted : "an answer" }
    let ids = byID.filter { !$0.value.isEmpty }.keys.sorted()
    let known = ids.isEmpty ? [] : flow.places.keys.sorted()
    if answers.isEmpty, ids.count == 1, let words = rest(ids[0], flow) {
      throw ScriptedError(
        .unused, nil, "\(words), and the flow ended: \(result.outcome)", result.transcript)
    }
    let unused = Array(answers.prefix(mostListed)) + ids.prefix(mostListed).map { named($0, known) }
    let number = answers.count + ids.count
    guard number > 0 else { return }
    let count = number == 1 ? "1 answer was" : "\(number) answers were"
    let words = "\(count) not used: \(unused.listed(\.self))"
    if case .failed = result.outcome {
      throw ScriptedError(
        .unused, nil, "the flow \(result.outcome); \(words)", result.transcript)
    }
    throw ScriptedError(
      .unused, nil,
      "\(words); the flow ended without asking for \(number == 1 ? "it" : "them"): "
        + "\(result.outcome)",
      result.transcript)
  }
}

extension Question {
  /// Whether a person could type the value as an answer.
  func takesAsText(_ value: Value) -> Bool { (try? read(value.description)) != nil }
}
