/// What a session says and needs, as JSON, for front ends that aren't written in Swift; the guide
/// “Hosting flows” describes the members. The JSON contains no secrets.
extension Session {
  /// The texts said and the needs, or the outcome, as one JSON object.
  public var json: String {
    var writer = JSONWriter(pretty: false)
    writer.beginObject()
    writer.said(statements)
    if let outcome {
      writer.result(outcome, answers)
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
  /// What was said, as a member.
  mutating func said(_ statements: [Statement]) {
    key("said")
    beginArray()
    for statement in statements {
      if case .text(let words) = statement {
        string(words)
      } else {
        beginObject()
        self.statement(statement)
        endObject()
      }
    }
    endArray()
  }

  /// The members of a statement.
  package mutating func statement(_ statement: Statement) {
    switch statement {
    case .text(let words): member("said", words)
    case .heading(let title): member("heading", title)
    case .note(let title, let text):
      member("note", text)
      member("title", title)
    }
  }

  package mutating func progress(_ progress: WorkProgress) {
    member("progress", progress.text)
    member("name", progress.step)
    if let fraction = progress.fraction {
      key("fraction")
      number(fraction)
    }
    if let label = progress.label { member("label", label) }
  }

  package mutating func needs(_ needs: [SessionNeed]) {
    key("needs")
    beginArray()
    for need in needs { self.need(need) }
    endArray()
  }

  fileprivate mutating func need(_ need: SessionNeed) {
    beginObject()
    member("name", need.name)
    if !need.id.isEmpty { member("id", need.id) }
    member("kind", need.kind.rawValue)
    if let decision = need.decision { member("decision", decision.rawValue) }
    if let action = need.action { member("action", action) }
    if let question = need.question {
      self.question(question)
    } else if !need.text.isEmpty {
      member("text", need.text)
    }
    if need.mayGoBack { member("mayGoBack", true) }
    if let page = need.page { self.page(page) }
    if need.isSecret { member("secret", true) }
    if !need.checks.isEmpty {
      strings("checks", need.checks)
    }
    if let timeout = need.timeout { member("timeoutMilliseconds", timeout.milliseconds) }
    if let deadline = need.deadline { member("deadline", deadline) }
    if let begun = need.begun { member("begun", begun) }
    if let key = need.key { member("key", key) }
    if !need.given.isEmpty {
      key("given")
      beginObject()
      for (name, value) in need.given.sorted(by: { $0.key < $1.key }) {
        key(name)
        answer(value)
      }
      endObject()
    }
    if let operation = need.operation { member("operation", operation) }
    endObject()
  }

  /// A form, or an alert with its fields, as a page.
  package mutating func page(_ page: FormPage) {
    key("page")
    beginObject()
    member("id", page.id)
    member("name", page.name)
    member("title", page.title)
    if let message = page.message { member("message", message) }
    if let problem = page.problem { member("problem", problem) }
    if page.mayGoBack { member("mayGoBack", true) }
    key("fields")
    beginArray()
    for field in page.fields {
      beginObject()
      member("id", field.question.id)
      member("visible", field.isVisible)
      question(field.question)
      if field.question.isSecret { member("secret", true) }
      if !field.checks.isEmpty {
        strings("checks", field.checks)
      }
      if let given = field.given {
        key("given")
        answer(given.value)
      }
      if let typed = field.typed { member("typed", typed) }
      if field.isAnswered { member("answered", true) }
      if let problem = field.problem { member("problem", problem) }
      endObject()
    }
    endArray()
    if !page.buttons.isEmpty {
      key("buttons")
      beginArray()
      for choice in page.buttons { self.choice(choice) }
      endArray()
    }
    if let button = page.button { member("button", button) }
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
      if page.isFirst { member("first", true) }
      endObject()
    }
    if question.shape == .typed {
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
      answer(value.value)
    }
    if let placeholder = question.placeholder { member("placeholder", placeholder) }
    if let help = question.help { member("help", help) }
    if !question.rules.isEmpty {
      strings("rules", question.rules)
    }
    constraints(question)
    if question.isOptional { member("optional", true) }
    if question.mayGoBack { member("mayGoBack", true) }
    if question.isMultiline { member("multiline", true) }
  }

  /// The rules as data, so that a front end can check an answer before it sends it.
  private mutating func constraints(_ question: Question) {
    for rule in question.constraints {
      switch rule.kind {
      case .notEmpty: member("notEmpty", true)
      case .length(let least, let most):
        let word = question.type.isList ? "Count" : "Length"
        if let least { member("least" + word, least) }
        if let most { member("most" + word, most) }
      case .range(let least, let most, let excludesMost):
        if let least = least?.given {
          key("least")
          answer(least)
        }
        if let most = most?.given {
          key(excludesMost ? "below" : "most")
          answer(most)
        }
      case .oneOf(let values):
        key("oneOf")
        answer(.list(values))
      case .among: break
      case .equals(let other): member("equals", other.name)
      case .differs(let other): member("differs", other.name)
      case .matches(let pattern): member("pattern", pattern.source)
      case .daysFromToday(let least, let most):
        if let least { member("leastDaysFromToday", least) }
        if let most { member("mostDaysFromToday", most) }
      case .path(let states):
        key("path")
        answer(.list(states.map { .string($0.rawValue) }))
      }
    }
  }

  private mutating func choice(_ choice: Question.Choice) {
    beginObject()
    member("id", choice.id)
    member("title", choice.title)
    if let answer = choice.answer { member("answer", answer) }
    if choice.role != .normal { member("role", choice.role.rawValue) }
    if let shortcut = choice.shortcut { member("key", String(shortcut)) }
    if let detail = choice.detail { member("description", detail) }
    if let refusal = choice.refusal { member("disabled", refusal) }
    endObject()
  }
}
