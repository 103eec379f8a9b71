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
    /// A whole number from a scale.
    case rate
    /// Yes or no.
    case confirm
    /// Exactly one of several options.
    case choose
    /// Several of several options.
    case chooseMany
    /// A page of questions, answered together and reviewed.
    case form
  }

  /// What stands for this prompt in answers, journals and errors.
  @Exact public internal(set) var id: String
  /// The ids that it had in earlier versions of the flow, where those were others.
  @ExactList public internal(set) var was: [String]
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
  /// The answer that is taken when the person presses Return without typing.
  public internal(set) var defaultValue: Value?
  /// An example of an answer.
  public internal(set) var placeholder: Text?
  /// What is said when the person asks for help.
  public internal(set) var help: Text?
  /// Whether the answer is secret: never echoed, journalled, exported, logged or shown.
  public internal(set) var isSecret: Bool
  /// After how many milliseconds an alert without buttons dismisses itself.
  public internal(set) var dismissAfter: Int?
  /// The text fields of an alert, or the questions of a form.
  public internal(set) var fields: [Prompt.Field]
  /// The key whose answer, a list, is the options; nil where they stand in the flow.
  public internal(set) var source: KeyReference?
  /// Whether a typed answer may be left out; the key then has no answer.
  public internal(set) var isOptional: Bool
  /// Whether a typed answer may have several lines.
  public internal(set) var isMultiline: Bool
  /// What each draft of a typed answer must satisfy while it is being typed.
  public internal(set) var draftRules: [Prompt.Rule]
  /// The host's own checks of a typed answer, asked after the rules.
  public internal(set) var checks: [Prompt.Check]
  /// How long it stays open, in milliseconds; nil for ever.
  public internal(set) var timeout: Int?
  /// What follows when the time is up; nil where that fails the flow.
  public internal(set) var timedOut: [Node]?

  init(_ kind: Kind, _ title: Text, key: KeyReference? = nil, choices: [Choice] = []) {
    self.id = ""
    was = []
    self.kind = kind
    self.title = title
    self.key = key
    self.choices = choices
    self.rules = []
    self.isSecret = false
    fields = []
    isOptional = false
    isMultiline = false
    draftRules = []
    checks = []
  }
}

extension Prompt {
  /// A question on a form, or a text field of an alert.
  public struct Field: Hashable, Sendable {
    /// The question.
    public internal(set) var prompt: Prompt
    /// What must hold for it to be asked; nil for always.
    public let condition: Condition?
  }

  /// A check of an answer that the host performs; the closure stands beside the tree.
  public struct Check: Hashable, Sendable {
    /// The name under which a host knows it.
    @Exact public internal(set) var name: String
    /// What is said when the answer does not pass.
    public let message: Text?

    init(_ name: String, _ message: Text?) {
      self.message = message
      self.name = name
    }
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
      /// A text that a pattern matches as a whole.
      case matches(Pattern)
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

extension Prompt {
  /// What an answer to a prompt is. All that performs prompts goes by their shape; their kind is
  /// how they are declared and shown.
  enum Shape: Sendable {
    case typed, yesNo, oneOf, someOf, review, notice

    /// - Parameter hasChoices: whether something can be chosen; an alert without buttons is a notice.
    init(_ kind: Kind, hasChoices: Bool) {
      switch kind {
      case .ask, .rate: self = .typed
      case .confirm: self = .yesNo
      case .choose: self = .oneOf
      case .chooseMany: self = .someOf
      case .form: self = .review
      case .alert: self = hasChoices ? .oneOf : .notice
      }
    }
  }

  var shape: Shape { Shape(kind, hasChoices: !choices.isEmpty) }
}
