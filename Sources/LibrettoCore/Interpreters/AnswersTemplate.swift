/// Writes a JSON template with every answer that a flow can ask for, for a person to fill in.
///
/// ```json
/// {
///   "count": null,
///   "$about": {"count": {"kind": "ask", "title": "How many?", "type": "integer", "default": 1}}
/// }
/// ```
///
/// The result is an answers file: values that remain null are asked for. Secrets are mentioned only
/// in `$about`.
public struct AnswersTemplate: Interpreter {
  /// The member that describes each of the answers; no step can have this id.
  package static let about = "$about"

  /// Makes a writer of templates.
  public init() {}

  /// Writes the template of a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the JSON text, in the order of declaration.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func perform(_ flow: Flow) throws -> String {
    try flow.validate()
    var writer = JSONWriter(pretty: true)
    writer.template(Blanks.all(in: flow), [:])
    return writer.text
  }
}

extension JSONWriter {
  /// Writes blanks as an object, each with how certain it is to be asked for, if that is known.
  package mutating func template(_ blanks: [Blank], _ asked: [String: String]) {
    beginObject()
    for blank in blanks where !blank.isSecret {
      key(blank.name)
      null()
    }
    key(AnswersTemplate.about)
    beginObject()
    for blank in blanks {
      key(blank.name)
      beginObject()
      if let asked = asked[blank.name] { member("asked", asked) }
      self.blank(blank)
      endObject()
    }
    endObject()
    endObject()
  }

  private mutating func blank(_ blank: Blank) {
    switch blank.step {
    case .prompt(let prompt, let questions): question(prompt, questions, blank)
    case .action(let action):
      work("action", action.name)
      if let key = action.result { typed(key.type) }
    case .load(let load):
      work("load", load.name)
      typed(load.key.type)
    }
    if blank.isRepeated { member("repeated", true) }
  }

  private mutating func work(_ kind: String, _ name: String) {
    member("kind", kind)
    member("name", name)
  }

  private mutating func typed(_ type: ValueType) {
    key("type")
    self.type(type)
  }

  private mutating func question(_ prompt: Prompt, _ questions: [Node], _ blank: Blank) {
    member("kind", prompt.kind.rawValue)
    member("title", prompt.title.template)
    if let message = prompt.message { member("message", message.template) }
    let type = Question.type(of: prompt)
    if prompt.shape == .typed || prompt.shape == .yesNo { typed(type) }
    if blank.isSecret { member("secret", true) }
    if prompt.isOptional { member("optional", true) }
    if let preset = prompt.default, preset.given == nil {
      key("default")
      calculation(preset.form)
    } else if let value = Question.defaultAnswer(of: prompt, type), value != .typed(.null) {
      key("default")
      answer(value.value)
    }
    if let placeholder = prompt.placeholder { member("placeholder", placeholder.template) }
    if let help = prompt.help { member("help", help.template) }
    choices(prompt, questions)
    let rules =
      (prompt.rules + prompt.draftRules).map { $0.message?.template ?? $0.words(for: type) }
      + prompt.checks.map { $0.message?.template ?? "The check “\($0.name)”." } + blank.rules
    if !rules.isEmpty {
      key("rules")
      beginArray()
      for rule in rules { string(rule) }
      endArray()
    }
  }

  private mutating func choices(_ prompt: Prompt, _ questions: [Node]) {
    if let source = prompt.source { return member("from", source.name) }
    let choices =
      prompt.kind == .form
      ? questions.map { Choice($0.title, id: $0.id ?? "") } + [Choice("Submit", id: Run.submission)]
      : prompt.kind == .confirm ? [] : prompt.choices
    guard !choices.isEmpty else { return }
    key("choices")
    beginArray()
    for choice in choices {
      beginObject()
      member("id", choice.id)
      member("title", choice.title.template)
      if choice.role != .normal { member("role", choice.role.rawValue) }
      if let value = choice.value {
        key("value")
        answer(value)
      }
      if let condition = choice.condition { member("when", condition.description) }
      endObject()
    }
    endArray()
  }
}

extension Node {
  /// The title of a question.
  fileprivate var title: Text { if case .prompt(let prompt) = kind { prompt.title } else { "" } }
}

extension Choice {
  fileprivate init(_ title: Text, id: String) {
    self.init(title)
    self.id = id
  }
}
