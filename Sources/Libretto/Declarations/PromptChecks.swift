/// What can be wrong with one prompt by itself.
enum PromptChecks {
  static func problems(of declared: Prompt, _ offered: [Choice]) -> [String] {
    var prompt = declared
    prompt.choices = offered
    return choices(prompt) + shortcuts(prompt) + values(prompt) + time(prompt)
  }

  /// What would show the answer if its key holds a secret, which only the whole flow knows.
  static func exposures(of prompt: Prompt) -> [String] {
    var problems: [String] = []
    if prompt.defaultValue != nil {
      problems.append("a secret question can't have a default, which would stand in the flow")
    }
    let values = prompt.rules.contains { if case .oneOf = $0.kind { true } else { false } }
    if values {
      problems.append("a secret question can't have the rule oneOf, which would show the secret")
    }
    return problems
  }

  private static func choices(_ prompt: Prompt) -> [String] {
    var problems: [String] = []
    if prompt.kind == .choose && prompt.choices.isEmpty {
      problems.append("a Choose needs at least one Option")
    }
    if prompt.choices.filter(\.isPreferred).count > 1 {
      problems.append("only one answer can be preferred")
    }
    if prompt.kind == .confirm || prompt.kind == .choose, let key = prompt.key {
      for choice in prompt.choices {
        guard let value = choice.value, key.type.fitting(value) == nil else { continue }
        problems.append(
          "the option’s value \(value.quoted) is not \(key.type), as the key “\(key.name)” wants")
      }
    }
    return problems
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
    var problems: [String] = []
    let type = prompt.key?.type ?? .string
    for rule in prompt.rules {
      if case .length(let minimum, let maximum) = rule.kind,
        min(minimum ?? 0, maximum ?? 0) < 0
      {
        problems.append("a length can't be below 0")
      }
      if case .oneOf([]) = rule.kind {
        problems.append("the rule oneOf needs at least one value")
      }
      for value in rule.values where type.fitting(value) == nil {
        problems.append("a rule’s value \(value.quoted) is not \(type)")
      }
    }
    if let value = prompt.defaultValue, prompt.key != nil {
      if type.fitting(value) == nil {
        problems.append("the default \(value.quoted) is not \(type)")
      } else if let broken = prompt.rules.first(where: { !$0.accepts(value) }) {
        problems.append("the default \(value.quoted) breaks a rule: \(broken.words(for: type))")
      }
    }
    return problems
  }

  private static func time(_ prompt: Prompt) -> [String] {
    guard let time = prompt.dismissAfter else { return [] }
    if time < 0 { return ["an alert can't dismiss itself after a negative time"] }
    return prompt.choices.isEmpty
      ? [] : ["an alert with buttons waits for one of them; drop .dismiss(after:)"]
  }
}

extension Prompt.Rule {
  /// Whether a value satisfies the rule.
  func accepts(_ value: Value) -> Bool {
    switch kind {
    case .notEmpty:
      if case .string(let text) = value { return !text.trimmed.isEmpty }
      return !value.isEmpty
    case .length(let minimum, let maximum):
      guard let length = value.length else { return false }
      return length >= (minimum ?? 0) && length <= (maximum ?? .max)
    case .range(let minimum, let maximum, let excludesMaximum):
      if let minimum, value.order(to: minimum) == .ascending { return false }
      guard let maximum, let order = value.order(to: maximum) else { return true }
      return order == .ascending || (order == .same && !excludesMaximum)
    case .oneOf(let values):
      return values.contains(value)
    }
  }
}

extension Value {
  /// How many characters or elements it has, where it has a length.
  var length: Int? {
    switch self {
    case .string(let text): text.count
    case .list(let values): values.count
    case .null, .bool, .int, .double: nil
    }
  }
}
