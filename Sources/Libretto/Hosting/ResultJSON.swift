/// The result that `--output json` prints: the outcome and the answers without secrets.
///
/// If answers are missing, and the run failed for that reason, it includes a template of them.
enum ResultJSON {
  static func text(
    _ result: FlowResult, _ flow: Flow, missing: MissingAnswers? = nil
  ) -> String {
    var writer = JSONWriter(pretty: true)
    writer.beginObject()
    writer.member("flow", flow.name)
    write(result.outcome, result.answers, to: &writer)
    if let missing {
      writer.key("missing")
      missing.write(to: &writer)
    }
    writer.endObject()
    return writer.text
  }

  /// Writes the members for an outcome and the answers.
  static func write(_ outcome: Outcome, _ answers: Answers, to writer: inout JSONWriter) {
    switch outcome {
    case .finished(let name):
      writer.member("outcome", "finished")
      if let name { writer.member("name", name) }
    case .cancelled:
      writer.member("outcome", "cancelled")
    case .failed(let failure):
      writer.member("outcome", "failed")
      writer.member("reason", failure.reason.rawValue)
      writer.member("message", failure.message)
      if let step = failure.step { writer.member("step", step) }
    }
    writer.key("answers")
    writer.beginObject()
    let secrets = answers.secrets
    for name in answers.names where !secrets.contains(name) {
      writer.key(name)
      writer.answer(answers[name] ?? .null)
    }
    writer.endObject()
    let given = answers.names.filter(secrets.contains)
    if !given.isEmpty {
      writer.key("secrets")
      writer.beginArray()
      for name in given { writer.string(name) }
      writer.endArray()
    }
  }
}
