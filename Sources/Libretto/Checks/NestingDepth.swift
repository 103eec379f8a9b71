/// Steps aren't nested deeper than the limit. A draft is refused before anything recurses into it.
///
///     func ask() -> Steps { Confirm("Again?") { ask() } }  // Repeat { Confirm("Again?") … }
enum NestingDepth: CodedRule {
  static let code = "nesting-depth"

  static func problem(at place: Place) -> Problem {
    problem(
      "more than \(Limits.depth) steps are nested here; "
        + "make the inner ones a flow of their own, run by an action", at: place)
  }
}
