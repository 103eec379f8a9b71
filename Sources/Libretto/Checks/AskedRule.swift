/// A rule for which the interpreter is asked is checked once, when its own question is answered.
///
///     Button("Go").validate(path, .path(.existing))  // Field("Path", into: path).validate(…)
enum AskedRule: PromptRule {
  static let code = "asked-rule"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if prompt.draftRules.contains(where: \.isAsked) {
      problems.append(
        problem(
          "a rule about today or a path can't be checked while the person types", at: step.place)
      )
    }
    for button in step.choices where button.choice.rules.contains(where: \.rule.isAsked) {
      problems.append(
        problem(
          "a rule about today or a path belongs to the Field itself, not to a Button",
          at: button.place))
    }
    return problems
  }
}
