extension JSONWriter {
  /// Writes the members of a prompt, those that have something to say.
  mutating func prompt(_ prompt: Prompt) {
    member("type", prompt.kind.rawValue)
    member("id", prompt.id)
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
    if let time = prompt.dismissAfter { member("dismissAfterMilliseconds", time) }
    if let time = prompt.timeout { member("timeoutMilliseconds", time) }
    if !prompt.rules.isEmpty { rules(prompt.rules, as: "rules") }
    if !prompt.draftRules.isEmpty { rules(prompt.draftRules, as: "draftRules") }
    if !prompt.checks.isEmpty { checks(prompt.checks) }
    if !prompt.fields.isEmpty { fields(prompt.fields) }
    switch prompt.kind {
    case .alert: if !prompt.choices.isEmpty { choices(prompt.choices, as: "buttons") }
    case .choose, .chooseMany:
      if prompt.source == nil { choices(prompt.choices, as: "options") }
    case .confirm:
      if let yes = prompt.choices.first, !yes.steps.isEmpty { steps(yes.steps, as: "then") }
      if let no = prompt.choices.last, !no.steps.isEmpty { steps(no.steps, as: "otherwise") }
    case .ask, .form: break
    }
    if let timedOut = prompt.timedOut { steps(timedOut, as: "timedOut") }
  }

  private mutating func fields(_ fields: [Prompt.Field]) {
    key("fields")
    beginArray()
    for field in fields {
      beginObject()
      prompt(field.prompt)
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

  private mutating func choices(_ choices: [Choice], as name: String) {
    key(name)
    beginArray()
    for choice in choices {
      beginObject()
      member("id", choice.id)
      member("title", choice.title.template)
      if choice.role != .normal { member("role", choice.role.rawValue) }
      if let shortcut = choice.shortcut { member("key", String(shortcut)) }
      if choice.isPreferred { member("preferred", true) }
      if let value = choice.value {
        key("value")
        answer(value)
      }
      if !choice.rules.isEmpty { fieldRules(choice.rules) }
      if !choice.steps.isEmpty { steps(choice.steps, as: "steps") }
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
