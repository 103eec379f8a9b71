/// The number of rounds of a loop isn't negative.
///
///     Repeat(times: -1) { … }  // Repeat(times: 0) { … }
enum RepeatTimes: StepRule {
  static let code = "repeat-times"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .loop(.times(let times)) = step.node.kind, times < 0 else { return [] }
    return [problem("a loop can't go round \(times) times; write 0 or more", at: step.place)]
  }
}
