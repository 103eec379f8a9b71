/// A flow needs closures for all its work to be performed; one from JSON has none at first.
///
///     try await Flow(json: bytes).run()  // Flow(json: bytes).handling(action: "save") { … }.run()
enum MissingClosure: CodedRule {
  static let code = "missing-closure"

  /// - Parameters:
  ///   - name: the name of the work.
  ///   - what: the kind of work, in words.
  ///   - id: the id of the step.
  ///   - handling: the first arguments of the call that gives the closure.
  static func problem(
    _ name: String, of what: String, _ id: String, _ handling: String, at place: FlowLocation?
  ) -> Diagnostic {
    problem(
      "the \(what) “\(name)” (id “\(id)”) has no closure; "
        + "give it one with .handling(\(handling)) { … }", at: place)
  }
}
