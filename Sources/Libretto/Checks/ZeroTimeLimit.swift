/// A time limit is at least one millisecond.
///
///     Do("save") { … }.timeout(.zero)  // .timeout(.seconds(5))
enum ZeroTimeLimit: PromptRule {
  static let code = "time-limit"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let time = prompt.timeout, time <= .zero else { return [] }
    return [problem("a time limit must be at least a millisecond", at: step.place)]
  }

  /// Returns the problems of the time limit of work, as it was written.
  static func problems(of limit: Duration, at place: FlowLocation) -> [Diagnostic] {
    if limit.milliseconds > 0 { return [] }
    return [problem("a time limit must be at least a millisecond, not \(limit)", at: place)]
  }
}
