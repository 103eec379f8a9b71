/// A `Rate` has a scale of 2 to 100 whole numbers as its first rule.
///
///     Rate("How was it?", 1...1, into: stars)  // 1...5
enum RateScale: PromptRule {
  static let code = "rate-scale"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.kind == .rate else { return [] }
    var problems: [Diagnostic] = []
    if let key = prompt.key, key.type != .integer {
      problems.append(
        problem(
          "a Rate keeps a whole number, but the key “\(key.name)” is \(key.type)", at: step.place))
    }
    guard case .range(let minimum?, let maximum?, false)? = prompt.rules.first?.kind,
      case .int(let least)? = minimum.given, case .int(let most)? = maximum.given, least < most,
      case (let steps, false) = most.subtractingReportingOverflow(least), steps < 100
    else {
      problems.append(
        problem("a Rate needs a scale of 2 to 100 whole numbers, such as 1...5", at: step.place))
      return problems
    }
    return problems
  }
}
