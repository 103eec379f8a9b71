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
    writer.result(result.outcome, result.answers)
    if let missing {
      writer.key("missing")
      missing.write(to: &writer)
    }
    writer.endObject()
    return writer.text
  }
}
