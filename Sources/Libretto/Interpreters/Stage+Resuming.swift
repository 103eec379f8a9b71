// What a saved run brings along: time that has run since, and actions of which nobody knows whether
// they ended.

extension Stage {
  /// How much of a duration is left. What was open when the run was saved has its deadline from the
  /// entry before it.
  func left(of duration: Duration?, _ need: Need) -> Duration? {
    guard let duration, let place = openAtResume.firstIndex(of: need),
      let since = resumed?.saved.lastTime
    else { return duration }
    openAtResume.remove(at: place)
    return max(.zero, duration - .milliseconds(max(0, host.now - since)))
  }

  /// Decides on an action that was begun before the run was saved; true where it counts as done.
  func isSettled(_ need: Need) async throws -> Bool {
    guard let why = resumed?.begun.removeValue(forKey: need.name), let policy = resumed?.policy
    else { return false }
    let words = "The action “\(need.action ?? "")”: \(why)."
    switch policy {
    case .run: return false
    case .fail:
      throw need.failed(.action, words + " Look after it; then resume with --begun run.")
    case .ask:
      let hint = "answer it, or resume with --begun run or --begun fail"
      if try await confirm("Perform it again?", words, id: "begun", hint: hint, need) {
        return false
      }
      try await resolve(need, .performed(run.answers.onlyWrites))
      return true
    }
  }

  /// Asks the person for a yes or no that belongs to no step of the flow, so no answer can be given
  /// to it beforehand; the hint tells what to do where nobody answers.
  func confirm(
    _ title: String, _ message: String, id: String, hint: String = "only a person can answer it",
    _ need: Need
  ) async throws -> Bool {
    func unanswered(_ reason: Failure.Reason, _ what: String) -> Failure {
      Failure(reason, "\(what) “\(title)”; \(hint)", step: need.name, place: need.place)
    }
    var prompt = Prompt(.confirm, Text(title))
    prompt.id = id
    prompt.message = Text(message)
    let choices = [("yes", "Yes"), ("no", "No")].map {
      Question.Choice(id: $0.0, title: $0.1, role: .normal, shortcut: nil, value: nil)
    }
    var question = Question(prompt, need, isSecret: false, choices: choices, performance: 1) {
      $0.literals
    }
    transcript.ask(question)
    for _ in 0..<Driver<Host>.refusals {
      let reply: Reply
      do {
        reply = try await host.ask(question)
      } catch let error as Failure where error.reason == .missingAnswer {
        throw unanswered(.missingAnswer, "nobody is asked")
      }
      try checkOpen(need)
      do throws(Rejection) {
        let value: Value
        switch reply {
        case .text(let text): value = try question.read(text)
        case .value(let answer): value = answer
        case .back: value = .bool(false)
        case .endOfInput: throw Rejection(message: "")
        case .cancelled, .timedOut: throw Rejection(message: "")
        }
        guard case .bool(let yes) = value else {
          throw Rejection(message: "\(value.quoted) is neither yes nor no.")
        }
        transcript.answer(yes ? "Yes" : "No")
        return yes
      } catch {
        switch reply {
        case .endOfInput: throw unanswered(.endOfInput, "the input ended at the question")
        case .cancelled, .timedOut: throw CancellationError()
        case .text, .value, .back: question.problem = error.message
        }
      }
    }
    throw need.failed(
      .limit, "“\(title)” was answered \(Driver<Host>.refusals) times, never with yes or no")
  }
}

/// What a stage knows of the saved run that it goes on with.
struct Resumed: Sendable {
  let saved: SavedRun
  let policy: BegunPolicy
  /// The actions that may have to be performed again, each with why.
  var begun: [String: String]

  init(_ saved: SavedRun, _ policy: BegunPolicy, _ remarks: [ResumeRemark]) {
    self.saved = saved
    self.policy = policy
    begun = Dictionary(
      remarks.filter { $0.kind == .begun }.map { ($0.name, $0.description) }
    ) { first, _ in first }
  }
}
