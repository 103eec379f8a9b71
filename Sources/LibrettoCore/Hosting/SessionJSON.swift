/// What a session says and needs, as JSON, for front ends that aren't written in Swift; the guide
/// “Hosting flows” describes the members. The JSON contains no secrets.
extension Session {
  /// The texts said and the needs, or the outcome, as one JSON object.
  public var json: String {
    JSONWriter.text(pretty: false) { writer in
      writer.said(statements)
      if let outcome {
        writer.result(outcome, answers)
      } else {
        writer.needs(needs)
      }
    }
  }
}

extension SessionNeed {
  /// The need as a JSON object.
  public var json: String {
    JSONWriter.text(pretty: false) { $0.need(self) }
  }
}

extension JSONWriter {
  /// What was said, as a member.
  mutating func said(_ statements: [Statement]) {
    array("said", statements) { writer, statement in
      if case .text(let words) = statement {
        writer.string(words)
      } else {
        writer.object { $0.statement(statement) }
      }
    }
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
    objects("needs", needs) { $0.need($1) }
  }

  /// The members of a need.
  fileprivate mutating func need(_ need: SessionNeed) {
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
    if !need.checks.isEmpty { strings("checks", need.checks) }
    if let timeout = need.timeout { member("timeoutMilliseconds", timeout.milliseconds) }
    if let deadline = need.deadline { member("deadline", deadline) }
    if let begun = need.begun { member("begun", begun) }
    if let key = need.key { member("key", key) }
    if !need.given.isEmpty { values("given", need.given) }
    if let operation = need.operation { member("operation", operation) }
  }

  /// A form, or an alert with its fields, as a page.
  package mutating func page(_ page: FormPage) {
    object("page") { writer in
      writer.member("id", page.id)
      writer.member("name", page.name)
      writer.member("title", page.title)
      if let message = page.message { writer.member("message", message) }
      if let problem = page.problem { writer.member("problem", problem) }
      if page.mayGoBack { writer.member("mayGoBack", true) }
      writer.objects("fields", page.fields) { $0.field($1) }
      if !page.buttons.isEmpty { writer.choices("buttons", page.buttons) }
      if let button = page.button { writer.member("button", button) }
    }
  }

  private mutating func field(_ field: FormPage.Field) {
    member("id", field.question.id)
    member("visible", field.isVisible)
    question(field.question)
    if field.question.isSecret { member("secret", true) }
    if !field.checks.isEmpty { strings("checks", field.checks) }
    if let given = field.given { member("given", given.value) }
    if let typed = field.typed { member("typed", typed) }
    if field.isAnswered { member("answered", true) }
    if let problem = field.problem { member("problem", problem) }
  }

  private mutating func question(_ question: Question) {
    member("prompt", question.kind.rawValue)
    member("title", question.title)
    if let message = question.message { member("message", message) }
    if let page = question.page {
      object("form") { writer in
        writer.member("id", page.id)
        writer.member("title", page.title)
        if let message = page.message { writer.member("message", message) }
        if page.isFirst { writer.member("first", true) }
      }
    }
    if question.shape == .typed {
      key("type")
      type(question.type)
    }
    if !question.choices.isEmpty { choices("choices", question.choices) }
    if let value = question.defaultAnswer { member("default", value.value) }
    if let placeholder = question.placeholder { member("placeholder", placeholder) }
    if let help = question.help { member("help", help) }
    if !question.rules.isEmpty { strings("rules", question.rules) }
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
        if let least = least?.given { member("least", least) }
        if let most = most?.given { member(excludesMost ? "below" : "most", most) }
      case .oneOf(let values): member("oneOf", .list(values))
      case .among: break
      case .equals(let other): member("equals", other.name)
      case .differs(let other): member("differs", other.name)
      case .matches(let pattern): member("pattern", pattern.source)
      case .daysFromToday(let least, let most):
        if let least { member("leastDaysFromToday", least) }
        if let most { member("mostDaysFromToday", most) }
      case .path(let states): strings("path", states.map(\.rawValue))
      }
    }
  }

  private mutating func choices(_ name: String, _ choices: [Question.Choice]) {
    objects(name, choices) { writer, choice in
      writer.member("id", choice.id)
      writer.member("title", choice.title)
      if let answer = choice.answer { writer.member("answer", answer) }
      if choice.role != .normal { writer.member("role", choice.role.rawValue) }
      if let shortcut = choice.shortcut { writer.member("key", String(shortcut)) }
      if let detail = choice.detail { writer.member("description", detail) }
      if let refusal = choice.refusal { writer.member("disabled", refusal) }
    }
  }
}
