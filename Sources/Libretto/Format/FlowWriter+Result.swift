// How a run ended, as JSON.

extension JSONWriter {
  /// Writes the members for an outcome and the answers.
  mutating func result(_ outcome: Outcome, _ answers: Answers) {
    switch outcome {
    case .finished(let name):
      member("outcome", "finished")
      if let name { member("name", name) }
    case .cancelled:
      member("outcome", "cancelled")
    case .failed(let failure):
      member("outcome", "failed")
      member("reason", failure.reason.rawValue)
      member("message", failure.message)
      if let step = failure.step { member("step", step) }
    }
    key("answers")
    beginObject()
    let secrets = answers.secrets
    for name in answers.names where !secrets.contains(name) {
      key(name)
      answer(answers[name] ?? .null)
    }
    endObject()
    let given = answers.names.filter(secrets.contains)
    if !given.isEmpty {
      key("secrets")
      beginArray()
      for name in given { string(name) }
      endArray()
    }
  }
}
