/// The rules of a button are for fields of its alert, and the button reads the fields. Its
/// condition doesn't read them, since they are filled in later.
///
///     Alert("Sign in") {
///       Field("User", into: user)
///       Button("Go").validate(name, .notEmpty)  // .validate(user, .notEmpty)
///     }
enum ButtonRules: PromptRule {
  static let code = "button-rules"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.kind == .alert else { return [] }
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
