// Failures of needs, in words.

extension Need {
  /// A failure of the step that has this need.
  func failed(_ reason: Failure.Reason, _ message: String) -> Failure {
    Failure(reason, message: message, step: name, place: place)
  }

  /// The failure of a prompt or an action that reached its time limit.
  func timedOut(_ render: (Text) -> String) -> Failure {
    guard let prompt else {
      return failed(.timedOut, "the action “\(action ?? "")” \(tookTooLong)")
    }
    let title = isSecret ? id : render(prompt.title)
    return failed(
      .timedOut,
      "the question “\(title)” (id “\(name)”) was not answered within \(limitInWords)")
  }

  var tookTooLong: String { "took longer than \(limitInWords)" }

  private var limitInWords: String { duration?.inWords ?? "it may" }
}

extension Need {
  /// The failure of work, in words that name the work.
  func failure(_ message: String) -> Failure {
    kind == .load
      ? failed(.load, "“\(action ?? "")” could not be loaded: \(message)")
      : failed(.action, "the action “\(action ?? "")” failed: \(message)")
  }
}

extension Run {
  /// The failure of a run that reached its own time limit, naming the need that was open.
  func tookTooLong(_ limit: Duration?, asked: Need?) -> Failure {
    let open = asked ?? nextNeed
    var message = "the run did not end within \(limit?.inWords ?? "its time")"
    if let open, let question = question(for: open) {
      message += "; \(question.called) was open"
    } else if let open, let name = open.action {
      message += "; “\(name)” (id “\(open.name)”) was not done"
    }
    let step = open.flatMap { $0.id.isEmpty ? nil : $0.name }
    return Failure(.timedOut, message: message, step: step, place: open?.place)
  }
}

extension Run {
  /// The failure of a host's check that threw an error.
  func failure(of check: Prompt.Check, _ need: Need, _ error: any Error) -> Failure {
    let words =
      need.isSecret
      ? Veil.hiddenText(of: error, because: "the answer is secret")
      : answers.hidingSecrets(in: String(describing: error))
    let title = need.prompt.map { render($0.title, for: need) } ?? need.id
    return need.failed(.action, "the check “\(check.name)” of “\(title)” failed: \(words)")
  }

  /// The rejection of an answer that doesn't pass a check of the host.
  func refusal(by check: Prompt.Check, _ need: Need) -> Rejection {
    Rejection(
      message: check.message.map { render($0, for: need) }
        ?? "The answer does not pass the check “\(check.name)”.")
  }
}

extension Duration {
  /// The pause before a retry, in milliseconds: it doubles for each retry, without overflowing.
  func pause(before further: Int) -> Int {
    let (pause, overflows) =
      milliseconds
      .multipliedReportingOverflow(by: 1 << min(max(further - 1, 0), 40))
    return overflows ? .max : pause
  }
}

extension Program {
  /// The step of an instruction as an error names it, and its id if it has one.
  func stepInWords(_ counter: Int) -> (id: String?, what: String) {
    switch instructions[counter] {
    case .say(let text): return (nil, "Say(\"\(texts[text].text.template.shortened)\")")
    case .fail(let text): return (nil, "Fail(\"\(texts[text].text.template.shortened)\")")
    case .prompt(let index): return named(prompts[index].id)
    case .work(let index): return named(works[index].id)
    case .unless: return (nil, "a condition")
    case .store, .calculate: return (nil, "a Store")
    default: return (nil, "a loop")
    }
  }

  private func named(_ id: String) -> (id: String?, what: String) { (id, "the step “\(id)”") }
}
