/// An option of a `ChooseMany` has no steps, since several options can be chosen.
///
///     ChooseMany("Which?", into: tags) { Option("A") { Say("A.") } }
///     // ChooseMany("Which?", into: tags) { Option("A") }
///     // When(tags.contains("A")) { Say("A.") }
enum OptionSteps: PromptRule {
  static let code = "option-steps"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.kind == .chooseMany else { return [] }
    return step.choices.filter(\.hasSteps).map {
      problem(
        "an Option of a ChooseMany can't have steps, since several can be chosen; "
          + "write When(key.contains(…)) { … } after it", at: $0.place)
    }
  }
}
