/// A closure given for a name has the result and the parameter that the flow declares.
///
///     flow.handling(action: "count") { 3 }  // flow.handling(action: "count", into: count) { 3 }
enum HandlingResult: CodedRule {
  static let code = "handling-result"

  /// The closure has no result, but the flow declares one.
  static func problem(_ name: String, without key: KeyReference, at place: FlowLocation?)
    -> Diagnostic
  {
    problem(
      "the action “\(name)” has a result for the key “\(key.name)”; "
        + "write .handling(action: \"\(name)\", into: \(key.name)) { … }", at: place)
  }

  /// The closure has a result for another key than the one in the flow.
  static func problem(
    _ name: String, of what: String, _ given: KeyReference, wanted: KeyReference?,
    at place: FlowLocation?
  ) -> Diagnostic {
    let kept = wanted.map { "keeps it in “\($0.name)”, \($0.type)" } ?? "keeps none"
    return problem(
      "the closure for the \(what) “\(name)” has a result for “\(given.name)”, "
        + "\(given.type), but the flow \(kept)", at: place)
  }

  /// The closure takes another type than that of the question's answer.
  static func problem(
    _ name: String, takes type: ValueType, answer: ValueType, at place: FlowLocation?
  ) -> Diagnostic {
    problem(
      "the closure for the check “\(name)” takes \(type), but the answer is \(answer)", at: place)
  }
}
