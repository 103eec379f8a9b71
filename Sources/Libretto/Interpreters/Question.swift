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
  /// The number of the performance of this step, from 1.
  public let performance: Int
  /// Which kind of prompt it is.
  public let kind: Prompt.Kind
  /// The question, or the title of an alert.
  public let title: String
  /// More words below the title.
  public let message: String?
  /// The answers that are offered; empty where something is to be typed.
  public let choices: [Choice]
  /// The type of a typed answer.
  public let type: ValueType
  /// What is taken when the person just goes on: a value, yes or no, or the id of a choice.
  public let defaultAnswer: Value?
  /// An example of an answer.
  public let placeholder: String?
  /// What is said when the person asks for help.
  public let help: String?
  /// What a typed answer must satisfy, in sentences.
  public let rules: [String]
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
  /// Something to be said before the question is asked again, that is no fault of an answer.
  public internal(set) var note: String?
  /// Why the answer before was refused; nil when the question is asked for the first time.
  public internal(set) var problem: String?

  init(
    _ prompt: Prompt, _ need: Need? = nil, isSecret: Bool, choices: [Choice],
    preset: Value? = nil, performance: Int? = nil, render: (Text) -> String
  ) {
    id = prompt.id
    self.performance = performance ?? need?.performance ?? 1
    kind = prompt.kind
    title = render(prompt.title)
    message = prompt.message.map(render)
    self.choices = choices
    type = Question.type(of: prompt)
    isOptional = prompt.isOptional
    isMultiline = prompt.isMultiline
    defaultAnswer = preset ?? Question.defaultAnswer(of: prompt, type)
    placeholder = prompt.placeholder.map(render)
    help = prompt.help.map(render)
    rules = (prompt.rules + prompt.draftRules).map { [type] in
      $0.message.map(render) ?? $0.words(for: type)
    }
    self.isSecret = isSecret
    dismissAfter = prompt.dismissAfter.map { .milliseconds($0) }
    timeout = prompt.timeout.map { .milliseconds($0) }
    operation = need?.operation
    fields = prompt.fields.map {
      Question($0.prompt, need, isSecret: $0.prompt.isSecret, choices: [], render: render)
    }
  }

  /// The type of a typed answer.
  static func type(of prompt: Prompt) -> ValueType {
    prompt.kind == .confirm ? .boolean : prompt.key?.type ?? .string
  }

  /// What is taken when the person just goes on; nil where that is no answer.
  static func defaultAnswer(of prompt: Prompt, _ type: ValueType) -> Value? {
    let preferred = prompt.choices.filter(\.isPreferred).map { Value.string($0.id) }
    if prompt.kind == .chooseMany {
      // None is a default only where none may be chosen.
      let answer = Value.list(preferred)
      return prompt.rules.allSatisfy { $0.accepts(answer) } ? answer : nil
    }
    if prompt.kind == .form { return .string(Run.submission) }
    if let value = prompt.defaultValue ?? preferred.first { return value }
    // Who may give no answer gives it by just going on.
    if case .optional = type, prompt.kind == .ask { return .null }
    return prompt.isOptional ? .null : nil
  }

  /// The id with the number of the performance: `age`, then `age#2`.
  public var name: String { performance == 1 ? id : "\(id)#\(performance)" }

  /// An answer as a person would say it: the title of a choice, yes or no, or the value.
  public func words(for answer: Value) -> String {
    if isSecret { return "(secret)" }
    switch answer {
    case .bool(let yes) where kind == .confirm: return yes ? "Yes" : "No"
    case .list(let ids) where kind == .chooseMany:
      return ids.isEmpty ? "none" : ids.map { words(for: $0) }.joined(separator: ", ")
    case .string(let id):
      return choices.first { $0.id == id }?.title ?? id
    default: return answer.description
    }
  }
}
