/// The checks of a question have different names.
///
///     Ask("User?", into: user).check("") { … }  // .check("is free") { … }
enum CheckName: PromptRule {
  static let code = "check-name"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var seen: Set<String> = []
    for name in prompt.checks.map(\.name) {
      if name.trimmed.isEmpty { problems.append(problem("a check needs a name", at: step.place)) }
      if !seen.insert(name).inserted {
        problems.append(
          problem("two checks of one question have the name “\(name)”", at: step.place))
      }
    }
    return problems
  }
}
