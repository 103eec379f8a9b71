/// One performance of a script, with what has been used of it.
actor ScriptedSession: InteractiveInterpreter {
  private(set) var inOrder: ArraySlice<ScriptedAnswer>
  private var byID: [String: ArraySlice<ScriptedAnswer>]
  private let actions: Scripted.Actions
  nonisolated let takesPages: Bool
  /// The actions that were only noted.
  private var stubbed: [String] = []
  private var last: (quoted: String, mustBeRefused: Bool)?
  /// The page that is being filled in.
  var page: ScriptedPage?

  init(_ script: Scripted) {
    inOrder = script.inOrder[...]
    byID = script.byID.mapValues { $0[...] }
    actions = script.actions
    takesPages = script.takesPages
  }

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
    case .writes, .failure: throw noAnswer(answer, question)
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
    ScriptedError(
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

  func undo(_ undoing: Undoing, with work: Work) async throws {
    if actions == .performed { try await undoing.perform(with: work) }
  }

  func load(_ action: Action, with work: Work) async throws -> Value? {
    let name = action.step
    guard let answer = next(action.id, name) else {
      if actions == .performed { return try await action.load(with: work) }
      throw ScriptedError(
        .missing, name,
        "there is no answer for the load “\(action.name)” (id “\(name)”); "
          + "give its data, null for no data, or {\"error\": \"…\"}")
    }
    switch answer.kind {
    case .answer(let value): return value
    case .resolved(let given): return given.value
    case .failure(let message): throw ScriptedFailure(description: message)
    case .timedOut: throw try timeOut(action)
    case .refused, .preset, .back, .writes:
      throw ScriptedError(
        .invalid, name,
        "“\(name)” is a load, so \(answer.quoted) can't be its result: "
          + "give its data, null for no data, or {\"error\": \"…\"}")
    }
  }

  func perform(_ action: Action, with work: Work) async throws {
    let name = action.step
    guard let stub = next(action.id, name) else {
      guard actions == .performed else {
        if let key = action.result {
          throw ScriptedError(
            .missing, name,
            "the action “\(action.name)” (id “\(name)”) sets the key “\(key.name)”, but the script "
              + "does not give its value; give \(key.type)")
        }
        stubbed.append(name)
        return
      }
      return try await action.perform(with: work)
    }
    switch stub.kind {
    case .answer(let value) where action.result?.type.value(exactly: value) != nil:
      work.write(value, action.result?.name ?? "")
    case .resolved(let given) where action.result?.type.value(exactly: given.value) != nil:
      work.write(given.value, action.result?.name ?? "")
    case .writes(let values):
      for name in values.keys.sorted() { work.write(values[name], name) }
    case .failure(let message): throw ScriptedFailure(description: message)
    case .timedOut: throw try timeOut(action)
    case .answer, .resolved, .refused, .preset, .back:
      throw ScriptedError(
        .invalid, name,
        "“\(name)” is an action, so \(stub.quoted) can't be its result: "
          + "give what it writes, or an error")
    }
  }

  /// The error to throw instead of performing work that times out.
  private func timeOut(_ action: Action) throws(ScriptedError) -> TimeIsUp {
    if action.limit != nil { return TimeIsUp() }
    throw ScriptedError(
      .invalid, action.step,
      "“\(action.name)” (id “\(action.step)”) has no time limit, so it can't time out")
  }

  private func next(_ id: String, _ name: String) -> ScriptedAnswer? {
    byID[name]?.popFirst() ?? (name == id ? nil : byID[id]?.popFirst())
  }

  func missing(_ question: Question) -> String {
    var message = "there is no answer for \(question.inWords)"
    message +=
      question.choices.isEmpty || question.kind == .confirm
      ? "; it needs \(question.type)"
      : "; it offers: " + question.choices.map(\.line).joined(separator: ", ")
    let unused = byID.filter { !$0.value.isEmpty }.keys.sorted()
    if let near = nearest(to: question.name, among: unused) {
      message += "; the script has one for “\(near)”: did you mean “\(question.name)”?"
    }
    return message
  }

  /// Explains where a missing answer may have come from: an action that was only noted.
  func explaining(_ result: FlowResult) -> FlowResult {
    guard case .failed(let failure) = result.outcome, failure.reason == .unsetKey,
      let last = stubbed.last
    else { return result }
    let more =
      "; in this script the action “\(last)” was only noted: give what it writes, or perform it"
    return FlowResult(
      outcome: .failed(
        Failure(
          failure.reason, message: failure.message + more, step: failure.step, place: failure.place)
      ),
      answers: result.answers, journal: result.journal, transcript: result.transcript,
      id: result.id)
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
    // An answer meant for a secret question may be among them.
    var unused = inOrder.map { flow.secrets.isEmpty ? $0.quoted : "an answer" }
    for (id, answers) in byID.sorted(by: { $0.key < $1.key }) where !answers.isEmpty {
      var words = "“\(id)”"
      let stem = StepName.split(id).id
      if flow.places[stem] == nil, let near = nearest(to: stem, among: flow.places.keys.sorted()) {
        words += " (did you mean “\(near)”?)"
      }
      unused.append(words)
    }
    guard !unused.isEmpty else { return }
    let isOne = unused.count == 1
    let count = isOne ? "1 answer was" : "\(unused.count) answers were"
    let words = "\(count) not used: \(unused.joined(separator: ", "))"
    if case .failed = result.outcome {
      throw ScriptedError(
        .unused, nil, "the flow \(result.outcome); \(words)", result.transcript)
    }
    throw ScriptedError(
      .unused, nil,
      "\(words); the flow ended without asking for \(isOne ? "it" : "them"): "
        + "\(result.outcome)",
      result.transcript)
  }
}

extension Question {
  /// Whether a person could type the value as an answer.
  func takesAsText(_ value: Value) -> Bool { (try? read(value.description)) != nil }
}
