extension JSONWriter {
  /// Writes the members of a prompt, those that have something to say.
  mutating func prompt(_ prompt: Prompt) {
    member("type", prompt.kind.rawValue)
    member("id", prompt.id)
    was(prompt.was)
    member("title", prompt.title.template)
    if let message = prompt.message { member("message", message.template) }
    if let key = prompt.key { member("into", key.name) }
    if let key = prompt.source { member("from", key.name) }
    if let value = prompt.defaultValue {
      key("default")
      answer(value)
    }
    if let placeholder = prompt.placeholder { member("placeholder", placeholder.template) }
    if let help = prompt.help { member("help", help.template) }
    if prompt.isSecret { member("secret", true) }
    if prompt.isOptional { member("optional", true) }
    if prompt.isMultiline { member("multiline", true) }
    if let time = prompt.dismissAfter { member("dismissAfterMilliseconds", time.milliseconds) }
    if let time = prompt.timeout { member("timeoutMilliseconds", time.milliseconds) }
    if !prompt.rules.isEmpty { rules(prompt.rules, as: "rules") }
    if !prompt.draftRules.isEmpty { rules(prompt.draftRules, as: "draftRules") }
    if !prompt.checks.isEmpty { checks(prompt.checks) }
    if !prompt.fields.isEmpty { fields(prompt.fields) }
    if prompt.kind == .choose || prompt.kind == .chooseMany, prompt.source == nil,
      prompt.choices.isEmpty
    {
      key("options")
      beginArray()
      endArray()
    }
  }

  /// Writes what stands before the steps of a branch; false for one that is left out.
  mutating func beginBranch(_ prompt: Prompt, _ branch: Int) -> Bool {
    let index = prompt.fields.isEmpty ? branch : branch - 1
    // The questions on a page have been written with it.
    if index < 0 { return false }
    guard index < prompt.choices.count else { return open("timedOut") }
    if prompt.kind == .confirm {
      return open(index == 0 ? "then" : "otherwise", unless: prompt.choices[index].steps.isEmpty)
    }
    if index == 0 {
      key(prompt.kind == .alert ? "buttons" : "options")
      beginArray()
    }
    choice(prompt.choices[index])
    if !prompt.choices[index].steps.isEmpty { _ = open("steps") }
    return true
  }

  mutating func endBranch(_ prompt: Prompt, _ branch: Int) {
    let index = prompt.fields.isEmpty ? branch : branch - 1
    guard index < prompt.choices.count, prompt.kind != .confirm else { return endArray() }
    if !prompt.choices[index].steps.isEmpty { endArray() }
    endObject()
    if index == prompt.choices.count - 1 { endArray() }
  }

  private mutating func choice(_ choice: Choice) {
    beginObject()
    member("id", choice.id)
    was(choice.was)
    member("title", choice.title.template)
    if choice.role != .normal { member("role", choice.role.rawValue) }
    if let shortcut = choice.shortcut { member("key", String(shortcut)) }
    if choice.isPreferred { member("preferred", true) }
    if let value = choice.value {
      key("value")
      answer(value)
    }
    if !choice.rules.isEmpty { fieldRules(choice.rules) }
  }

  private mutating func fields(_ fields: [Prompt.Field]) {
    key("fields")
    beginArray()
    for field in fields {
      beginObject()
      prompt(field.prompt)
      for index in field.prompt.branches.indices where beginBranch(field.prompt, index) {
        endBranch(field.prompt, index)
      }
      if let condition = field.condition {
        key("when")
        self.condition(condition.form)
      }
      endObject()
    }
    endArray()
  }

  private mutating func checks(_ checks: [Prompt.Check]) {
    key("checks")
    beginArray()
    for check in checks {
      beginObject()
      member("name", check.name)
      if let message = check.message { member("message", message.template) }
      endObject()
    }
    endArray()
  }

  private mutating func rules(_ rules: [Prompt.Rule], as name: String) {
    key(name)
    beginArray()
    for rule in rules {
      beginObject()
      self.rule(rule)
      endObject()
    }
    endArray()
  }

  private mutating func fieldRules(_ rules: [Choice.FieldRule]) {
    key("rules")
    beginArray()
    for rule in rules {
      beginObject()
      member("field", rule.key.name)
      self.rule(rule.rule)
      endObject()
    }
    endArray()
  }

  private mutating func rule(_ rule: Prompt.Rule) {
    switch rule.kind {
    case .notEmpty: member("rule", "notEmpty")
    case .length(let minimum, let maximum):
      member("rule", "length")
      if let minimum { member("minimum", minimum) }
      if let maximum { member("maximum", maximum) }
    case .range(let minimum, let maximum, let excludesMaximum):
      member("rule", "range")
      bound("minimum", minimum)
      bound("maximum", maximum)
      if excludesMaximum { member("excludesMaximum", true) }
    case .oneOf(let values):
      member("rule", "oneOf")
      key("values")
      answer(.list(values))
    case .matches(let pattern):
      member("rule", "matches")
      member("pattern", pattern.source)
    }
    if let message = rule.message { member("message", message.template) }
  }

  private mutating func bound(_ name: String, _ value: Value?) {
    guard let value else { return }
    key(name)
    answer(value)
  }
}
