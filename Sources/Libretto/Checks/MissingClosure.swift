/// All work of a flow that is performed has a closure. A flow from JSON has none by itself.
///
///     try await Flow(json: bytes).run()  // Flow(json: bytes).handling("save") { … }.run()
enum MissingClosure: CodedRule {
  static let code = "missing-closure"

  /// - Parameters:
  ///   - name: the name of the work.
  ///   - what: what it is, in words.
  ///   - id: the id of the step.
  ///   - handling: what the call that gives the closure begins with.
  static func problem(
    _ name: String, of what: String, _ id: String, _ handling: String, at place: Place?
  ) -> Problem {
    problem(
      "the \(what) “\(name)” (id “\(id)”) has no closure; "
        + "give it one with .handling(\(handling)) { … }", at: place)
  }
}
