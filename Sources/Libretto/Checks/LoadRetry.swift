/// A load is tried again a number of times, with pauses.
///
///     Load("prices", into: prices) { … }.retry(-1)  // .retry(2, backoff: .seconds(1))
enum LoadRetry: StepRule {
  static let code = "load-retry"

  static func problems(of step: DeclaredStep) -> [Problem] {
    guard case .load(let load) = step.node else { return [] }
    var problems: [Problem] = []
    if load.retries < 0 {
      problems.append(problem("a load can't be tried again \(load.retries) times", at: step.place))
    }
    if load.backoff < 0 {
      problems.append(problem("the pause between tries can't be negative", at: step.place))
    }
    return problems
  }
}
