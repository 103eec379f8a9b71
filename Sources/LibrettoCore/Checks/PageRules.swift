// Alerts and forms: prompts that hold buttons and questions.

/// An alert without buttons dismisses itself, and one with buttons doesn't.
///
///     Alert("Sure?") { Button("Yes") }.dismiss(after: .seconds(1))  // without .dismiss
enum AlertDismissal: PromptRule {
  static let code = "alert-dismissal"
  static let kinds: [Prompt.Kind] = [.alert]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    messages(of: prompt).map { problem($0, at: step.place) }
  }

  private static func messages(of prompt: Prompt) -> [String] {
    var messages: [String] = []
    if prompt.timeout != nil && prompt.choices.isEmpty {
      messages.append(
        "an alert without buttons dismisses itself; for .timeout write .dismiss(after:)")
    }
    guard let time = prompt.dismissAfter else { return messages }
    if time < .zero { return messages + ["an alert can't dismiss itself after a negative time"] }
    if prompt.choices.isEmpty { return messages }
    return messages + ["an alert with buttons waits for one of them; remove .dismiss(after:)"]
  }
}

/// An alert with fields has a button that submits them.
///
///     Alert("Sign in") { Field("User", into: user) }  // and Button("Sign in")
enum FieldsWithoutButton: PromptRule {
  static let code = "fields-without-button"
  static let kinds: [Prompt.Kind] = [.alert]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.choices.isEmpty,
      step.members.contains(where: { $0.prompt?.key != nil })
    else { return [] }
    return [problem("an Alert with Fields needs a Button that sends them", at: step.place)]
  }
}

/// The rules of a button are for fields of its alert, and the button reads the fields. Its
/// condition doesn't read them, since they are filled in later.
///
///     Alert("Sign in") {
///       Field("User", into: user)
///       Button("Go").validate(name, .notEmpty)  // .validate(user, .notEmpty)
///     }
enum ButtonRules: PromptRule {
  static let code = "button-rules"
  static let kinds: [Prompt.Kind] = [.alert]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    let fields = step.members.compactMap { $0.prompt?.key }
    return step.choices.flatMap { button in
      messages(of: button.choice, fields).map { problem($0, at: button.place) }
    }
  }

  private static func messages(of button: Choice, _ fields: [KeyReference]) -> [String] {
    var messages: [String] = []
    let read = button.condition?.form.reads.map(\.key).first { fields.contains($0) }
    if let read {
      messages.append(
        "the condition of the Button reads the Field “\(read.name)” of its own Alert, which is "
          + "filled in after the Button is chosen; use .validate, or ask before the Alert")
    }
    if button.rules.isEmpty { return messages }
    if button.role == .cancel {
      messages.append(
        "a cancel Button doesn't read the Fields, so it can't have rules for them; "
          + "remove .validate or the role")
    }
    var missing: [String] = []
    for rule in button.rules where !fields.contains(rule.key) && !missing.contains(rule.key.name) {
      missing.append(rule.key.name)
    }
    return messages + missing.map { noField($0, fields.map(\.name)) }
  }

  private static func noField(_ key: String, _ fields: [String]) -> String {
    let known = fields.map { "“\($0)”" }.joined(separator: ", ")
    return "the Button has a rule for the key “\(key)”, but the Alert has no Field for this key; "
      + (known.isEmpty ? "it has no Fields" : "it has \(known)")
  }
}

/// A form has at least one question.
///
///     Form("Your stay") {}  // Form("Your stay") { Ask("Name?", into: name) }
enum EmptyForm: PromptRule {
  static let code = "empty-form"
  static let kinds: [Prompt.Kind] = [.form]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard step.members.isEmpty else { return [] }
    return [problem("a Form needs at least one question", at: step.place)]
  }
}

/// A form contains questions that keep their answers and have no steps or time limits.
///
///     Form("Your stay") { Confirm("An extra bed?") { Say("Fine.") } }
///     // Form("Your stay") { Confirm("An extra bed?", into: bed) }
///     // When(bed == true) { Say("Fine.") }
enum QuestionOnForm: PromptRule {
  static let code = "form-question"
  static let kinds: [Prompt.Kind] = [.form]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    step.members.flatMap { question in
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
