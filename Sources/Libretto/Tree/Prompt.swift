/// A question to a person, as data: what is shown, what may be answered, what follows.
///
/// Alerts, questions, confirmations and choices are all prompts; they differ in their
/// ``Kind`` and in which of the other properties they use.
public struct Prompt: Hashable, Sendable {
  /// The kinds of prompts.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A modal with buttons; without buttons it dismisses itself.
    case alert
    /// One typed value.
    case ask
    /// Yes or no.
    case confirm
    /// Exactly one of several options.
    case choose
  }

  private var exactID = ExactText("")
  /// What stands for this prompt in answers, journals and errors.
  public internal(set) var id: String {
    get { exactID.text }
    set { exactID = ExactText(newValue) }
  }
  /// Which kind of prompt it is.
  public let kind: Kind
  /// The question, or the title of an alert.
  public let title: Text
  /// More words below the title.
  public internal(set) var message: Text?
  /// Where the answer is kept; alerts need none.
  public internal(set) var key: KeyReference?
  /// The buttons of an alert, the options of a choice, or yes and no.
  public internal(set) var choices: [Choice]
  /// What a typed value must satisfy, all of it.
  public internal(set) var rules: [Prompt.Rule]
  /// The answer that is taken when the person just goes on.
  public internal(set) var defaultValue: Value?
  /// An example of an answer.
  public internal(set) var placeholder: Text?
  /// What is said when the person asks for help.
  public internal(set) var help: Text?
  /// Whether the answer is secret: never echoed, journalled, exported, logged or shown.
  public internal(set) var isSecret: Bool
  /// After how many milliseconds an alert without buttons dismisses itself.
  public internal(set) var dismissAfter: Int?

  init(_ kind: Kind, _ title: Text, key: KeyReference? = nil, choices: [Choice] = []) {
    self.kind = kind
    self.title = title
    self.key = key
    self.choices = choices
    self.rules = []
    self.isSecret = false
  }
}

/// What a button stands for, in the field's own three words.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// An ordinary button.
  case normal
  /// The button that leaves things as they are.
  case cancel
  /// The button that destroys something; `--yes` never presses it.
  case destructive
}

/// One of the answers that a prompt offers, and the steps that follow it.
public struct Choice: Hashable, Sendable {
  private var exactID = ExactText("")
  private var exactShortcut: ExactText?
  /// What stands for this choice in answers and journals, unique in its prompt.
  public internal(set) var id: String {
    get { exactID.text }
    set { exactID = ExactText(newValue) }
  }
  /// What the person reads.
  public let title: Text
  /// What the choice stands for.
  public internal(set) var role: Role
  /// A letter that chooses it at a prompt.
  public internal(set) var shortcut: Character? {
    get { exactShortcut?.text.first }
    set { exactShortcut = newValue.map { ExactText(String($0)) } }
  }
  /// Whether it is chosen when the person just goes on.
  public internal(set) var isPreferred: Bool
  /// The value that is kept when it is chosen.
  public internal(set) var value: Value?
  /// What happens then.
  public internal(set) var steps: [Node]

  init(_ title: Text, role: Role = .normal, value: Value? = nil) {
    self.title = title
    self.role = role
    self.isPreferred = false
    self.value = value
    self.steps = []
  }
}

extension Prompt {
  /// A rule that a typed value must satisfy.
  public struct Rule: Hashable, Sendable {
    /// The kinds of rules.
    public enum Kind: Hashable, Sendable {
      /// Not an empty text or list.
      case notEmpty
      /// So many characters, or elements of a list.
      case length(minimum: Int?, maximum: Int?)
      /// Not below, not above; `excludesMaximum` for a half-open range.
      case range(minimum: Value?, maximum: Value?, excludesMaximum: Bool)
      /// One of these values.
      case oneOf([Value])
    }

    /// What is required.
    public let kind: Kind
    /// What is said when it is not satisfied; nil for the rule's own words.
    public let message: Text?

    init(_ kind: Kind, _ message: Text?) {
      self.kind = kind
      self.message = message
    }
  }
}
