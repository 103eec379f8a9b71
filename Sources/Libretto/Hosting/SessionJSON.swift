/// What a session says and needs as JSON, for front ends that are no Swift; the guide “Hosting
/// flows” describes the members. No secret is in it.
extension Session {
  /// What was said and what is needed, or how it ended, as one JSON object.
  public var json: String {
    var writer = JSONWriter(pretty: false)
    writer.beginObject()
    writer.key("said")
    writer.strings(said)
    if let outcome {
      ResultJSON.write(outcome, answers, to: &writer)
    } else {
      writer.needs(needs)
    }
    writer.endObject()
    return writer.text
  }
}

extension SessionNeed {
  /// The need as a JSON object.
  public var json: String {
    var writer = JSONWriter(pretty: false)
    writer.need(self)
    return writer.text
  }
}

extension JSONWriter {
  mutating func needs(_ needs: [SessionNeed]) {
    key("needs")
    beginArray()
    for need in needs { self.need(need) }
    endArray()
  }

  fileprivate mutating func strings(_ values: [String]) {
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  fileprivate mutating func need(_ need: SessionNeed) {
    beginObject()
    member("name", need.name)
    if !need.id.isEmpty { member("id", need.id) }
    member("kind", need.kind.rawValue)
    if let action = need.action { member("action", action) }
    if let question = need.question {
      self.question(question)
    } else if !need.text.isEmpty {
      member("text", need.text)
    }
    if need.isSecret { member("secret", true) }
    if !need.checks.isEmpty {
      key("checks")
      strings(need.checks)
    }
    if let timeout = need.timeout { member("timeoutMilliseconds", timeout) }
    if let deadline = need.deadline { member("deadline", deadline) }
    if need.wasBegun { member("begun", true) }
    if let operation = need.operation { member("operation", operation) }
    endObject()
  }

  private mutating func question(_ question: Question) {
    member("prompt", question.kind.rawValue)
    member("title", question.title)
    if let message = question.message { member("message", message) }
    if let page = question.page {
      key("form")
      beginObject()
      member("id", page.id)
      member("title", page.title)
      if let message = page.message { member("message", message) }
      endObject()
    }
    if question.kind == .ask {
      key("type")
      type(question.type)
    }
    if !question.choices.isEmpty {
      key("choices")
      beginArray()
      for choice in question.choices { self.choice(choice) }
      endArray()
    }
    if let value = question.defaultAnswer {
      key("default")
      answer(value)
    }
    if let placeholder = question.placeholder { member("placeholder", placeholder) }
    if let help = question.help { member("help", help) }
    if !question.rules.isEmpty {
      key("rules")
      strings(question.rules)
    }
    if question.isOptional { member("optional", true) }
    if question.mayGoBack { member("mayGoBack", true) }
    if question.isMultiline { member("multiline", true) }
  }

  private mutating func choice(_ choice: Question.Choice) {
    beginObject()
    member("id", choice.id)
    member("title", choice.title)
    if choice.role != .normal { member("role", choice.role.rawValue) }
    if let shortcut = choice.shortcut { member("key", String(shortcut)) }
    endObject()
  }
}
