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
