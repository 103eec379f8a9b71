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
  /// Why the answer before was refused; nil when the question is asked for the first time.
  public internal(set) var problem: String?

  init(_ prompt: Prompt, _ need: Need, isSecret: Bool, render: (Text) -> String) {
    id = prompt.id
    performance = need.performance
    kind = prompt.kind
    title = render(prompt.title)
    message = prompt.message.map(render)
    choices = prompt.choices.map {
      Choice(
        id: $0.id, title: render($0.title), role: $0.role, shortcut: $0.shortcut, value: $0.value)
    }
    type = prompt.kind == .confirm ? .boolean : prompt.key?.type ?? .string
    let preferred = prompt.choices.first(where: \.isPreferred).map { Value.string($0.id) }
    // Who may give no answer gives it by just going on.
    var none: Value?
    if case .optional = type, prompt.kind == .ask { none = .null }
    defaultAnswer = prompt.defaultValue ?? preferred ?? none
    placeholder = prompt.placeholder.map(render)
    help = prompt.help.map(render)
    rules = prompt.rules.map { [type] in $0.message.map(render) ?? $0.words(for: type) }
    self.isSecret = isSecret
    dismissAfter = prompt.dismissAfter.map { .milliseconds($0) }
  }

  /// The id with the number of the performance: `age`, then `age#2`.
  public var name: String { performance == 1 ? id : "\(id)#\(performance)" }

  /// An answer as a person would say it: the title of a choice, yes or no, or the value.
  public func words(for answer: Value) -> String {
    if isSecret { return "(secret)" }
    switch answer {
    case .bool(let yes) where kind == .confirm: return yes ? "Yes" : "No"
    case .string(let id):
      return choices.first { $0.id == id }?.title ?? id
    default: return answer.description
    }
  }
}

extension Run {
  /// A need as a question to a person; nil where the need is none.
  /// - Parameter need: one of the run's ``needs``.
  public func question(for need: Need) -> Question? {
    guard let prompt = need.prompt else { return nil }
    return Question(prompt, need, isSecret: need.isSecret) { render($0) }
  }
}

extension Need {
  /// Whether the answer must not be shown.
  public var isSecret: Bool {
    kind == .prompt && program.prompts[index].isSecret
  }
}
