/// Serves a run with an interactive interpreter, from its start to its end: the one place where
/// needs meet I/O.
struct Driver<Host: InteractiveInterpreter>: Sendable {
  /// How many answers in a row one question refuses before the run fails.
  ///
  /// Without it, an endless stream of nonsense would be asked for ever.
  static var refusals: Int { 1000 }

  let host: Host
  /// The bounds of a run, where they are not the flow's own.
  var limits: Limits?
  /// Is told each entry of the journal before the flow goes on.
  var record: (@Sendable (Journal.Entry) throws -> Void)?

  init(_ host: Host) {
    self.host = host
  }

  func perform(_ flow: Flow) async throws -> FlowResult {
    var performance = Performance(run: try Run(flow, limits: limits), actions: flow.actions)
    do {
      while let need = performance.run.nextNeed {
        try Task.checkCancellation()
        try await serve(need, &performance)
        try note(&performance)
      }
    } catch is CancellationError {
      performance.run.stop()
    } catch let failure as Failure {
      performance.run.stop(failure)
    } catch var error as ScriptedError {
      error.transcript = performance.transcript.text
      throw error
    } catch {
      // An interpreter's own error must not cost the answers that were given.
      performance.run.stop(Failure(.interpreter, String(describing: error)))
    }
    return performance.result
  }

  private struct Performance {
    var run: Run
    let actions: [String: ActionBody]
    var transcript = Transcript()
    var recorded = 0

    var result: FlowResult {
      var transcript = transcript
      let outcome = run.outcome ?? .cancelled
      transcript.end(outcome)
      return FlowResult(
        outcome: outcome, answers: run.answers, journal: run.journal, transcript: transcript.text)
    }
  }

  private func note(_ performance: inout Performance) throws {
    guard let record else { return }
    while performance.recorded < performance.run.journal.entries.count {
      try record(performance.run.journal.entries[performance.recorded])
      performance.recorded += 1
    }
  }

  private func serve(_ need: Need, _ performance: inout Performance) async throws {
    switch need.kind {
    case .say:
      let text = performance.run.text(of: need)
      performance.transcript.say(text)
      try await host.show(text)
      try performance.run.resolve(need, .shown)
    case .notice:
      guard let question = performance.run.question(for: need) else { return }
      performance.transcript.ask(question)
      try await host.notice(question)
      try performance.run.resolve(need, .dismissed, at: host.now)
    case .prompt:
      try await ask(need, &performance)
    case .action:
      try await act(need, &performance)
    }
  }

  private func ask(_ need: Need, _ performance: inout Performance) async throws {
    guard var question = performance.run.question(for: need) else { return }
    performance.transcript.ask(question)
    for _ in 0..<Self.refusals {
      let reply = try await host.ask(question)
      let said: String
      switch reply {
      case .cancelled: throw CancellationError()
      case .endOfInput: throw Self.endOfInput(question, need)
      case .text(let text): said = question.isSecret ? "(secret)" : text
      case .value(let value): said = question.words(for: value)
      }
      do throws(Rejection) {
        let value = try read(reply, question)
        try performance.run.resolve(need, .answer(value), at: host.now)
        performance.transcript.answer(question.words(for: value))
        return
      } catch {
        performance.transcript.answer(said)
        performance.transcript.refuse(error.message)
        question.problem = error.message
      }
    }
    throw Failure(
      .limit,
      "the question “\(question.title)” (id “\(question.name)”) refused \(Self.refusals) answers "
        + "in a row; the last time: \(question.problem ?? "")",
      step: question.name, place: need.place)
  }

  private func read(_ reply: Reply, _ question: Question) throws(Rejection) -> Value {
    switch reply {
    case .text(let text): try question.read(text)
    case .value(let value): value
    case .cancelled, .endOfInput: .null
    }
  }

  private static func endOfInput(_ question: Question, _ need: Need) -> Failure {
    Failure(
      .endOfInput,
      "the input ended at the question “\(question.title)” (id “\(question.name)”); "
        + "answer it, or give --answer \(question.name)=…",
      step: question.name, place: need.place)
  }

  private func act(_ need: Need, _ performance: inout Performance) async throws {
    let name = need.action ?? ""
    guard let work = performance.actions[need.id] else {
      throw Failure(
        .action, "the action “\(name)” has no closure", step: need.name, place: need.place)
    }
    performance.transcript.act(name)
    performance.run.begin(need, at: host.now)
    try note(&performance)
    var answers = performance.run.answers
    let action = Action(id: need.id, performance: need.performance, name: name, work: work)
    do {
      try await host.act(action, on: &answers)
    } catch let failure as ScriptedError {
      throw failure
    } catch {
      // Whatever it threw: many calls report being cancelled with an error of their own.
      if Task.isCancelled { throw CancellationError() }
      // An error may quote what it was given, and it goes into the journal.
      let words = answers.hidingSecrets(in: String(describing: error))
      try performance.run.resolve(need, .failed(words), at: host.now)
      return
    }
    do {
      try performance.run.resolve(need, .performed(answers), at: host.now)
    } catch {
      try performance.run.resolve(need, .failed(error.message), at: host.now)
    }
  }
}
