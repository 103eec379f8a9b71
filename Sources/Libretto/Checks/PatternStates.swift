/// The patterns of a flow don't have more states in total than the limit.
///
///     Ask("Text?", into: text).validate(.matches("(a{1000}){1000}"))  // .length(...1_000_000)
enum PatternStates: FlowRule {
  static let code = "pattern-states"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    let states = flow.patterns.reduce(0) { $0 + $1.states }
    guard states > Limits.patternStates else { return [] }
    return [
      problem(
        "the patterns of this flow have \(states) states in total, more than the limit "
          + "“patternStates” of \(Limits.patternStates); use smaller counts in braces",
        at: flow.place)
    ]
  }
}
