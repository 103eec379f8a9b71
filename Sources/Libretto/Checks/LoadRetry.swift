/// The retries of a load or an action and the pause between them aren't negative.
///
///     Load("prices", into: prices) { … }.retry(-1)  // .retry(2, backoff: .seconds(1))
enum LoadRetry: CodedRule {
  static let code = "load-retry"

  static func problems(of times: Int, backoff: Duration, at place: FlowLocation) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if times < 0 {
      problems.append(problem("work can't be tried again \(times) times", at: place))
    }
    if backoff < .zero {
      problems.append(problem("the pause between tries can't be negative", at: place))
    }
    return problems
  }
}
