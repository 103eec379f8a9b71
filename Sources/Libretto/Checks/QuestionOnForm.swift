/// A form contains questions that keep their answers and have no steps or time limits.
///
///     Form("Your stay") { Confirm("An extra bed?") { Say("Fine.") } }
///     // Form("Your stay") { Confirm("An extra bed?", into: bed) }
///     // When(bed == true) { Say("Fine.") }
enum QuestionOnForm: PromptRule {
  static let code = "form-question"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.kind == .form else { return [] }
    return step.members.flatMap { question in
      messages(of: question).map { problem($0, at: question.place) }
    }
  }

  private static func messages(of question: DeclaredStep) -> [String] {
    guard let prompt = question.prompt, ![.alert, .form].contains(prompt.kind) else {
      return ["a Form holds questions: Ask, Rate, Confirm, Choose, ChooseMany"]
    }
    var messages: [String] = []
    if prompt.key == nil {
      messages.append("a question on a Form must keep its answer: add into: key")
    }
    if prompt.timeout != nil {
      messages.append("a question on a Form can't have a time limit; remove .timeout")
    }
    // A ChooseMany refuses steps anywhere, each option by itself.
    if prompt.shape != .someOf && question.choices.contains(where: \.hasSteps) {
      messages.append(
        "an answer on a Form can't have steps, since it can still be corrected; "
          + "write When(…) { … } after the Form")
    }
    if question.explicitID == Run.submission {
      messages.append("“submit” is the answer that submits the Form; give the question another id")
    }
    return messages
  }
}
