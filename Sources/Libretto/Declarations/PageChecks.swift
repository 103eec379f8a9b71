/// What can be wrong with the fields of an alert, and with the questions of a form.
enum PageChecks {
  static func problems(of prompt: Prompt, _ draft: Draft) -> [Problem] {
    switch prompt.kind {
    case .alert: alert(draft)
    case .form: form(draft)
    case .chooseMany: options(draft)
    default: []
    }
  }

  private static func alert(_ draft: Draft) -> [Problem] {
    let fields = draft.fields.compactMap { $0.prompt?.key }
    var problems: [Problem] = []
    if !fields.isEmpty && !draft.branches.contains(where: { $0.choice != nil }) {
      problems.append(
        Problem("an Alert with Fields needs a Button that sends them", at: draft.place))
    }
    for branch in draft.branches {
      guard let button = branch.choice, !button.rules.isEmpty else { continue }
      if button.role == .cancel {
        problems.append(
          Problem(
            "a Button that cancels reads no Fields, so they can't have rules for it; "
              + "drop .validate, or the role", at: branch.place))
      }
      var missing: [String] = []
      for rule in button.rules where !fields.contains(rule.key) && !missing.contains(rule.key.name)
      {
        missing.append(rule.key.name)
      }
      problems += missing.map { Problem(noField($0, fields.map(\.name)), at: branch.place) }
      problems += PromptChecks.problems(of: button.rules.map(\.rule), for: .string).map {
        Problem($0, at: branch.place)
      }
    }
    return problems
  }

  private static func noField(_ key: String, _ fields: [String]) -> String {
    let known = fields.map { "“\($0)”" }.joined(separator: ", ")
    return "the Button has a rule for the key “\(key)”, and the Alert has no Field of this key; "
      + (known.isEmpty ? "it has no Fields" : "it has \(known)")
  }

  private static func form(_ draft: Draft) -> [Problem] {
    var problems: [Problem] = []
    if draft.fields.isEmpty {
      problems.append(Problem("a Form needs at least one question", at: draft.place))
    }
    for field in draft.fields {
      problems += question(field).map { Problem($0, at: field.place) }
    }
    return problems
  }

  private static func question(_ field: Draft) -> [String] {
    guard let prompt = field.prompt, ![.alert, .form].contains(prompt.kind) else {
      return ["a Form holds questions: Ask, Confirm, Choose, ChooseMany"]
    }
    var problems: [String] = []
    if prompt.key == nil {
      problems.append("a question on a Form keeps its answer: add into: key")
    }
    if prompt.timeout != nil {
      problems.append("a question on a Form has no time limit of its own; drop .timeout")
    }
    let hasSteps = field.branches.contains { $0.choice != nil && !$0.steps.isEmpty }
    // A ChooseMany refuses steps anywhere, each option by itself.
    if hasSteps && prompt.shape != .someOf {
      problems.append(
        "an answer on a Form has no steps, since it may be corrected; "
          + "write When(…) { … } behind the Form")
    }
    if field.explicitID == Run.submission {
      problems.append("“submit” is the answer that submits the Form; give the question another id")
    }
    return problems
  }

  private static func options(_ draft: Draft) -> [Problem] {
    draft.branches.compactMap { branch in
      guard branch.choice != nil, !branch.steps.isEmpty else { return nil }
      return Problem(
        "an Option of a ChooseMany has no steps, since several can be chosen; "
          + "write When(key.contains(…)) { … } behind it", at: branch.place)
    }
  }
}

extension Draft {
  /// The prompt that this draft holds, if it holds one.
  fileprivate var prompt: Prompt? {
    if case .prompt(let prompt) = node { prompt } else { nil }
  }

  /// The fields of the alert, or the questions of the form.
  fileprivate var fields: [Draft] {
    branches.first { if case .fields = $0.part { true } else { false } }?.steps ?? []
  }
}
