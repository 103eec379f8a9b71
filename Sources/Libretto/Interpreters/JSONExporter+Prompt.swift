extension JSONWriter {
  /// Writes the members of a prompt, those that have something to say.
  mutating func prompt(_ prompt: Prompt) {
    member("type", prompt.kind.rawValue)
    member("id", prompt.id)
    member("title", prompt.title.template)
    if let message = prompt.message { member("message", message.template) }
    if let key = prompt.key { member("into", key.name) }
    if let value = prompt.defaultValue {
      key("default")
      answer(value)
    }
    if let placeholder = prompt.placeholder { member("placeholder", placeholder.template) }
    if let help = prompt.help { member("help", help.template) }
    if prompt.isSecret { member("secret", true) }
    if let time = prompt.dismissAfter { member("dismissAfterMilliseconds", time) }
    if !prompt.rules.isEmpty { rules(prompt.rules) }
    switch prompt.kind {
    case .alert: if !prompt.choices.isEmpty { choices(prompt.choices, as: "buttons") }
    case .choose: choices(prompt.choices, as: "options")
    case .confirm:
      if let yes = prompt.choices.first, !yes.steps.isEmpty { steps(yes.steps, as: "then") }
      if let no = prompt.choices.last, !no.steps.isEmpty { steps(no.steps, as: "otherwise") }
    case .ask: break
    }
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
      if !choice.steps.isEmpty { steps(choice.steps, as: "steps") }
      endObject()
    }
    endArray()
  }

  private mutating func rules(_ rules: [Prompt.Rule]) {
    key("rules")
    beginArray()
    for rule in rules {
      beginObject()
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
      }
      if let message = rule.message { member("message", message.template) }
      endObject()
    }
    endArray()
  }

  private mutating func bound(_ name: String, _ value: Value?) {
    guard let value else { return }
    key(name)
    answer(value)
  }
}
