import LibrettoAnalysis
import LibrettoCore

/// The result that `--output json` prints: the outcome and the answers without secrets.
///
/// If answers are missing, and the run failed for that reason, it includes a template of them.
enum ResultJSON {
  static func text(
    _ outcome: Outcome, _ answers: Answers, _ flow: Flow, missing: MissingAnswers? = nil
  ) -> String {
    JSONWriter.text(pretty: true) { writer in
      writer.member("flow", flow.name)
      writer.result(outcome, answers)
      if case .failed(let failure) = outcome, let place = failure.place {
        writer.member("place", "\(place)")
      }
      if let missing {
        writer.key("missing")
        missing.write(to: &writer)
      }
    }
  }
}
