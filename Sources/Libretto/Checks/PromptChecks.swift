/// What can be wrong with one prompt by itself.
enum PromptChecks {
  static func problems(of declared: Prompt, _ offered: [Choice]) -> [String] {
    var prompt = declared
    prompt.choices = offered
    return choices(prompt) + counts(prompt) + shortcuts(prompt) + values(prompt) + checks(prompt)
      + scale(prompt) + time(prompt)
  }

  /// What would show the answer if its key holds a secret, which only the whole flow knows.
  static func exposures(of prompt: Prompt) -> [String] {
    var problems: [String] = []
    if prompt.defaultValue != nil {
      problems.append("a secret question can't have a default, which would stand in the flow")
    }
    if showsValues(prompt.rules) { problems.append(exposure) }
    return problems
  }

  static let exposure = "a secret question can't have the rule oneOf, which would show the secret"

  static func showsValues(_ rules: [Prompt.Rule]) -> Bool {
    rules.contains { if case .oneOf = $0.kind { true } else { false } }
  }

  private static func choices(_ prompt: Prompt) -> [String] {
    var problems: [String] = []
    if let source = prompt.source {
      if !prompt.choices.isEmpty {
        problems.append(
          "the options come from the key “\(source.name)”; drop the Options, or from:")
      }
    } else if prompt.choices.isEmpty, prompt.kind == .choose || prompt.kind == .chooseMany {
      problems.append(
        "a \(prompt.kind == .choose ? "Choose" : "ChooseMany") needs at least one Option")
    }
    if prompt.shape != .someOf && prompt.choices.filter(\.isPreferred).count > 1 {
      problems.append("only one answer can be preferred")
    }
    guard let key = prompt.key, let type = optionType(prompt, key.type) else { return problems }
    for choice in prompt.choices {
      guard let value = choice.value, type.fitting(value) == nil else { continue }
      problems.append(
        "the option’s value \(value.quoted) is not \(type), as the key “\(key.name)” wants")
    }
    return problems
  }

  private static func optionType(_ prompt: Prompt, _ type: ValueType) -> ValueType? {
    switch (prompt.shape, type) {
    case (.oneOf, _), (.yesNo, _): type
    case (.someOf, .list(let element)): element
    default: nil
    }
  }

  /// The scale of a Rate is its first rule.
  private static func scale(_ prompt: Prompt) -> [String] {
    guard prompt.kind == .rate else { return [] }
    var problems: [String] = []
    if let key = prompt.key, key.type != .integer {
      problems.append("a Rate keeps a whole number, and the key “\(key.name)” is \(key.type)")
    }
    guard case .range(.int(let least)?, .int(let most)?, false)? = prompt.rules.first?.kind,
      least < most, case (let steps, false) = most.subtractingReportingOverflow(least), steps < 100
    else { return problems + ["a Rate needs a scale of 2 to 100 whole numbers, such as 1...5"] }
    return problems
  }

  /// How many answers a ChooseMany wants.
  private static func counts(_ prompt: Prompt) -> [String] {
    guard prompt.shape == .someOf else { return [] }
    var (least, most) = (0, Int.max)
    for case .length(let minimum, let maximum) in prompt.rules.map(\.kind) {
      if min(minimum ?? 0, maximum ?? 0) < 0 {
        return ["atLeast and atMost can't be below 0"]
      }
      (least, most) = (max(least, minimum ?? 0), min(most, maximum ?? .max))
    }
    if least > most {
      return ["atLeast(\(least)) and atMost(\(most)) leave no answer that fits"]
    }
    let count = prompt.choices.count
    if prompt.source == nil, count > 0, least > count {
      return [
        "atLeast(\(least)) wants more answers than there are Options: there "
          + (count == 1 ? "is 1" : "are \(count)")
      ]
    }
    let preferred = prompt.choices.filter(\.isPreferred).map { $0.value ?? .null }
    if let broken = prompt.rules.first(where: { !$0.accepts(.list(preferred)) }), !preferred.isEmpty
    {
      return [
        "the default \(Value.list(preferred).quoted) breaks a rule: "
          + (broken.message?.template ?? broken.words(for: .list(.string)))
      ]
    }
    return []
  }

  private static func shortcuts(_ prompt: Prompt) -> [String] {
    var problems: [String] = []
    var seen: Set<String> = []
    for shortcut in prompt.choices.compactMap(\.shortcut) {
      if !shortcut.isLetter {
        problems.append("“\(shortcut)” can't be a key of a button: use a letter")
      }
      if !seen.insert(shortcut.lowercased()).inserted {
        problems.append("the key “\(shortcut)” stands for two answers of one prompt")
      }
    }
    return problems
  }

  private static func values(_ prompt: Prompt) -> [String] {
    // The rules of a ChooseMany are counts, which have words of their own.
    if prompt.shape == .someOf { return [] }
    let type = prompt.key?.type ?? .string
    var problems =
      self.problems(of: prompt.rules, for: type)
      + self.problems(of: prompt.draftRules, for: .string)
    if let value = prompt.defaultValue, prompt.key != nil {
      if type.fitting(value) == nil {
        problems.append("the default \(value.quoted) is not \(type)")
      } else if let broken = prompt.rules.first(where: { !$0.accepts(value) }) {
        problems.append("the default \(value.quoted) breaks a rule: \(broken.words(for: type))")
      } else if let broken = prompt.draftRules.first(where: {
        !$0.accepts(.string(value.description))
      }) {
        problems.append(
          "the default \(value.quoted) breaks a rule for drafts: \(broken.words(for: .string))")
      }
    }
    return problems
  }

  /// What can be wrong with rules by themselves.
  static func problems(of rules: [Prompt.Rule], for type: ValueType) -> [String] {
    var problems: [String] = []
    for rule in rules {
      if case .length(let minimum, let maximum) = rule.kind,
        min(minimum ?? 0, maximum ?? 0) < 0
      {
        problems.append("a length can't be below 0")
      }
      if rule.isImpossible {
        problems.append("no answer can satisfy this rule: \(rule.words(for: type))")
      }
      if case .oneOf([]) = rule.kind {
        problems.append("the rule oneOf needs at least one value")
      }
      for value in rule.values where type.fitting(value) == nil {
        problems.append("a rule’s value \(value.quoted) is not \(type)")
      }
    }
    return problems
  }

  private static func checks(_ prompt: Prompt) -> [String] {
    var problems: [String] = []
    var seen: Set<String> = []
    for name in prompt.checks.map(\.name) {
      if name.trimmed.isEmpty { problems.append("a check needs a name") }
      if !seen.insert(name).inserted {
        problems.append("two checks of one question have the name “\(name)”")
      }
    }
    return problems
  }

  private static func time(_ prompt: Prompt) -> [String] {
    var problems: [String] = []
    if let time = prompt.timeout {
      if time <= 0 { problems.append("a time limit must be at least a millisecond") }
      if prompt.kind == .alert && prompt.choices.isEmpty {
        problems.append(
          "an alert without buttons dismisses itself; for .timeout write .dismiss(after:)")
      }
    }
    guard let time = prompt.dismissAfter else { return problems }
    if time < 0 { return problems + ["an alert can't dismiss itself after a negative time"] }
    if prompt.choices.isEmpty { return problems }
    return problems + ["an alert with buttons waits for one of them; drop .dismiss(after:)"]
  }
}

extension Prompt.Rule {
  /// Whether its least is more than its most, as JSON can have it.
  fileprivate var isImpossible: Bool {
    switch kind {
    case .length(let minimum?, let maximum?): minimum > maximum
    case .range(let minimum?, let maximum?, let excludes):
      switch minimum.order(to: maximum) {
      case .descending: true
      case .same: excludes
      case .ascending, nil: false
      }
    default: false
    }
  }
}
