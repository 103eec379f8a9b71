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
    object { writer in
      for blank in blanks where !blank.isSecret { writer.member(blank.name, .null) }
      writer.object(AnswersTemplate.about) { writer in
        for blank in blanks {
          writer.object(blank.name) { writer in
            if let asked = asked[blank.name] { writer.member("asked", asked) }
            writer.blank(blank)
          }
        }
      }
    }
  }

  private mutating func blank(_ blank: Blank) {
    switch blank.step {
    case .prompt(let prompt, let questions): question(prompt, questions, blank)
    case .action(let action):
      work("action", action.name)
      if let key = action.result { member("type", key.type) }
    case .load(let load):
      work("load", load.name)
      member("type", load.key.type)
    }
    if blank.isRepeated { member("repeated", true) }
  }

  private mutating func work(_ kind: String, _ name: String) {
    member("kind", kind)
    member("name", name)
  }

  private mutating func question(_ prompt: Prompt, _ questions: [Node], _ blank: Blank) {
    member("kind", prompt.kind.rawValue)
    member("title", prompt.title.template)
    if let message = prompt.message { member("message", message.template) }
    let type = Question.type(of: prompt)
    if prompt.shape == .typed || prompt.shape == .yesNo { member("type", type) }
    if blank.isSecret { member("secret", true) }
    if prompt.isOptional { member("optional", true) }
    if let preset = prompt.default, preset.given == nil {
      key("default")
      calculation(preset.form)
    } else if let value = Question.defaultAnswer(of: prompt, type), value != .typed(.null) {
      member("default", value.value)
    }
    if let placeholder = prompt.placeholder { member("placeholder", placeholder.template) }
    if let help = prompt.help { member("help", help.template) }
    choices(prompt, questions)
    let rules =
      (prompt.rules + prompt.draftRules).map { $0.message?.template ?? $0.words(for: type) }
      + prompt.checks.map { $0.message?.template ?? "The check “\($0.name)”." } + blank.rules
    if !rules.isEmpty { strings("rules", rules) }
  }

  private mutating func choices(_ prompt: Prompt, _ questions: [Node]) {
    if let source = prompt.source { return member("from", source.name) }
    let choices =
      prompt.kind == .form
      ? questions.map { Choice($0.title, id: $0.id ?? "") } + [Choice("Submit", id: Run.submission)]
      : prompt.kind == .confirm ? [] : prompt.choices
    guard !choices.isEmpty else { return }
    objects("choices", choices) { writer, choice in
      writer.member("id", choice.id)
      writer.member("title", choice.title.template)
      if choice.role != .normal { writer.member("role", choice.role.rawValue) }
      if let value = choice.value { writer.member("value", value) }
      if let condition = choice.condition { writer.member("when", condition.description) }
    }
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
