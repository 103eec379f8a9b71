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
