/// A prompt as it is put to a person: every text filled with the answers so far.
public struct Question: Hashable, Sendable {
  /// One of the answers that are offered.
  public struct Choice: Hashable, Sendable {
    /// What stands for the choice in answers and journals.
    public let id: String
    /// What the person reads.
    public let title: String
    /// What the choice stands for.
    public let role: Role
    /// A letter that chooses it.
    public let shortcut: Character?
    /// The value that is kept when it is chosen.
    public let value: Value?
    /// On the review of a form: how the question stands answered, in words; nil elsewhere.
    public let answer: String?
  }

  /// A form, as the questions on it know it.
  public struct Page: Hashable, Sendable {
    /// The id of the form.
    public let id: String
    /// The form's title.
    public let title: String
    /// More words below the title.
    public let message: String?
    /// Whether this is the first question that the form asks.
    public let isFirst: Bool
  }

  /// The id of the step.
  public let id: String
  /// The name of this performance of the step: `age`, or `age@2` in the second round of a loop.
  public let name: String
  /// Which kind of prompt it is.
  public let kind: Prompt.Kind
  /// The question, or the title of an alert.
  public let title: String
  /// More words below the title.
  public let message: String?
  /// The answers that are offered; empty where something is to be typed.
  public let choices: [Choice]
  /// The key under which the answer is kept; nil where it is not.
  public let key: KeyReference?
  /// The type of a typed answer.
  public let type: ValueType
  /// What is taken when the person presses Return without typing.
  public let defaultAnswer: Given?
  /// An example of an answer.
  public let placeholder: String?
  /// What is said when the person asks for help.
  public let help: String?
  /// What an answer must satisfy, in sentences.
  public let rules: [String]
  /// The same as data.
  public let constraints: [Prompt.Rule]
  /// Whether the answer must not be shown.
  public let isSecret: Bool
  /// How long an alert without buttons stays.
  public let dismissAfter: Duration?
  /// How long the question stays open; nil for ever.
  public let timeout: Duration?
  /// Whether a typed answer may be left out.
  public let isOptional: Bool
  /// Whether a typed answer may have several lines.
  public let isMultiline: Bool
  /// The text fields of an alert, which are asked when a button is chosen.
  public let fields: [Question]
  /// The form that the question stands on; nil elsewhere.
  public internal(set) var page: Page?
  /// The name of the operation that asks; nil outside of operations.
  public let operation: String?
  /// Whether a question was answered before, so that the person may want to go back.
  public internal(set) var mayGoBack = false
  /// Whether it is a decision about what was done, and no question of the flow; nothing answers it
  /// beforehand.
  public internal(set) var isDecision = false
  /// Something to be said before the question is asked again, that is no fault of an answer.
  public internal(set) var note: String?
  /// Why the answer before was refused; nil when the question is asked for the first time.
  public internal(set) var problem: String?

  init(
    _ prompt: Prompt, name: String, operation: String? = nil, isSecret: Bool, choices: [Choice],
    preset: Given? = nil, fieldChoices: (Prompt) -> [Choice] = { _ in [] },
    render: (Text) -> String
  ) {
    id = prompt.id
    self.name = name
    kind = prompt.kind
    title = render(prompt.title)
    message = prompt.message.map(render)
    self.choices = choices
    key = prompt.key
    type = Question.type(of: prompt)
    isOptional = prompt.isOptional
    isMultiline = prompt.isMultiline
    defaultAnswer = preset ?? Question.defaultAnswer(of: prompt, type)
    placeholder = prompt.placeholder.map(render)
    help = prompt.help.map(render)
    constraints = prompt.rules
    rules = (prompt.rules + prompt.draftRules).map { [type] in
      $0.message.map(render) ?? $0.words(for: type)
    }
    self.isSecret = isSecret
    dismissAfter = prompt.dismissAfter.map { .milliseconds($0) }
    timeout = prompt.timeout.map { .milliseconds($0) }
    self.operation = operation
    fields = prompt.fields.map {
      Question(
        $0.prompt, name: $0.prompt.id, operation: operation, isSecret: $0.prompt.isSecret,
        choices: fieldChoices($0.prompt), render: render)
    }
  }

  /// The type of a typed answer.
  static func type(of prompt: Prompt) -> ValueType {
    prompt.kind == .confirm ? .boolean : prompt.key?.type ?? .string
  }

  /// What is taken when the person presses Return without typing; nil where that is no answer.
  static func defaultAnswer(of prompt: Prompt, _ type: ValueType) -> Given? {
    let preferred = prompt.choices.filter(\.isPreferred).map(\.id)
    switch prompt.shape {
    case .someOf:
      // None is a default only where none may be chosen.
      let answer = Value.list(preferred.map(Value.string))
      return prompt.rules.allSatisfy { $0.accepts(answer) } ? .choices(preferred) : nil
    case .review: return .submit
    case .yesNo:
      guard case .bool(let yes)? = prompt.defaultValue else { return nil }
      return .yes(yes)
    case .oneOf:
      if case .string(let id)? = prompt.defaultValue { return .choice(id) }
      return preferred.first.map(Given.choice)
    case .typed:
      if let value = prompt.defaultValue { return .typed(value) }
      // Who may give no answer gives it by pressing Return.
      if case .optional = type { return .typed(.null) }
      return prompt.isOptional ? .typed(.null) : nil
    case .notice: return nil
    }
  }

  /// What the answer to the prompt is.
  var shape: Prompt.Shape { Prompt.Shape(kind, hasChoices: !choices.isEmpty) }

  /// An answer as a person would say it: the title of a choice, yes or no, or the value.
  public func words(for answer: Given) -> String {
    if isSecret { return "(secret)" }
    switch answer {
    case .yes(let yes): return yes ? "Yes" : "No"
    case .choices(let ids):
      return ids.isEmpty ? "none" : ids.map { title(of: $0) }.joined(separator: ", ")
    case .choice(let id): return title(of: id)
    case .submit: return title(of: Run.submission)
    case .typed(let value): return value.description
    }
  }

  private func title(of id: String) -> String { choices.first { $0.id == id }?.line ?? id }

  /// The choice of an answer that is one.
  func choice(_ answer: Given) -> Choice? {
    switch answer {
    case .choice(let id): choices.first { $0.id == id }
    case .submit: choices.first { $0.id == Run.submission }
    default: nil
    }
  }
}

extension Question.Choice {
  /// What a person reads for it in a line: on a review with how the question stands answered.
  public var line: String {
    guard let answer else { return title }
    var title = title.trimmed
    if title.last == ":" { title.removeLast() }
    return title.last.map { "?!".contains($0) } == true
      ? "\(title) \(answer)" : "\(title): \(answer)"
  }
}

extension Question {
  /// The question as an error names it.
  var inWords: String { "“\(title)” (id “\(name)”)" }

  /// The same with what it is. The title of a decision is a sentence with quotes of its own.
  var called: String {
    guard isDecision else { return "the question \(inWords)" }
    return "the decision: \(title.hasSuffix(".") ? String(title.dropLast()) : title) (id “\(name)”)"
  }
}
