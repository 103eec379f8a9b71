/// Some answer satisfies `atLeast` and `atMost` of a `ChooseMany`.
///
///     ChooseMany("Which?", into: tags) { Option("A") }.atLeast(2)  // .atLeast(1)
enum AnswerCount: PromptRule {
  static let code = "answer-count"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    message(of: prompt).map { [problem($0, at: step.place)] } ?? []
  }

  private static func message(of prompt: Prompt) -> String? {
    guard prompt.shape == .someOf else { return nil }
    var (least, most) = (0, Int.max)
    for case .length(let minimum, let maximum) in prompt.rules.map(\.kind) {
      if min(minimum ?? 0, maximum ?? 0) < 0 { return "atLeast and atMost can't be below 0" }
      (least, most) = (max(least, minimum ?? 0), min(most, maximum ?? .max))
    }
    if least > most {
      return "atLeast(\(least)) and atMost(\(most)) can't both be satisfied"
    }
    let count = prompt.choices.count
    guard prompt.source == nil, count > 0, least > count else { return nil }
    return "atLeast(\(least)) requires more answers than there are Options: there "
      + (count == 1 ? "is 1" : "are \(count)")
  }
}
