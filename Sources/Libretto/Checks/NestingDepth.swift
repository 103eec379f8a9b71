/// Steps aren't nested deeper than the limit. A draft is refused before anything recurses into it.
///
///     func ask() -> Steps { Confirm("Again?") { ask() } }  // Repeat { Confirm("Again?") … }
enum NestingDepth: CodedRule {
  static let code = "nesting-depth"

  static func problem(at place: FlowLocation) -> Diagnostic {
    problem(
      "steps are nested more than \(Limits.depth) deep here; "
        + "move the inner ones into a separate flow, run by an action", at: place)
  }
}
