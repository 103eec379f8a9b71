/// A block is added to a step of the flow.
///
///     flow.on("nmae", .answered) { … }  // flow.on("name", .answered) { … }
enum UnknownStep: CodedRule {
  static let code = "unknown-step"

  static func problem(_ id: String, among known: [String], at place: Place?) -> Problem {
    let near = nearest(to: id, among: known)
    return problem(
      "on(“\(id)”): the flow has no step with this id"
        + (near.map { "; did you mean “\($0)”?" } ?? "; its outline shows the ids"), at: place)
  }
}
