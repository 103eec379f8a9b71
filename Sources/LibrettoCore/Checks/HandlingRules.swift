// What is added to a flow: closures for its work, and blocks for its steps.

/// A block is added to a step of the flow.
///
///     flow.on(.answered, of: "nmae") { … }  // flow.on(.answered, of: "name") { … }
enum UnknownStep: CodedRule {
  static let code = "unknown-step"

  static func problem(_ id: String, among known: [String], at place: FlowLocation?) -> Diagnostic {
    let near = nearest(to: id, among: known)
    return problem(
      "on(“\(id)”): the flow has no step with this id"
        + (near.map { "; did you mean “\($0)”?" } ?? "; its outline shows the ids"), at: place)
  }
}

/// A closure is given for a name in the flow.
///
///     flow.handling(action: "svae") { … }  // flow.handling(action: "save") { … }
enum HandlingName: CodedRule {
  static let code = "handling-name"

  /// - Parameters:
  ///   - name: the name.
  ///   - what: the kind of work, in words.
  ///   - known: the names in the flow.
  static func problem(
    _ name: String, of what: String, among known: [String], at place: FlowLocation
  ) -> Diagnostic {
    let near = nearest(to: name, among: Set(known).sorted())
    return problem(
      "handling(“\(name)”): the flow has no \(what) with this name"
        + (near.map { "; did you mean “\($0)”?" } ?? ""), at: place)
  }
}

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
