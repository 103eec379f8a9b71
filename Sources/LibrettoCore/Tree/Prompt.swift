/// A question to a person, as data: what it shows, what answers it takes, and what follows.
///
/// Alerts, questions, confirmations and choices are all prompts; they differ in their ``Kind`` and
/// in the other properties that they use.
public struct Prompt: Hashable, Sendable {
  /// The kinds of prompts.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A modal with buttons; without buttons, it dismisses itself.
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

  /// The kind of prompt.
  public let kind: Kind
  /// The question, or the title of an alert.
  public internal(set) var title: Text
  /// More text below the title.
  public internal(set) var message: Text?
  /// The key for the answer; alerts don't need one.
  public internal(set) var key: KeyReference?
  /// The buttons of an alert, the options of a choice, or yes and no.
  public internal(set) var choices: [Choice]
  /// The rules that a typed value must satisfy.
  public internal(set) var rules: [Prompt.Rule]
  /// The answer taken when the person presses Return without typing.
  public package(set) var `default`: Calculation?
  /// An example of an answer.
  public internal(set) var placeholder: Text?
  /// The text shown when the person asks for help.
  public internal(set) var help: Text?
  /// Whether the answer is secret: never echoed, journalled, exported, logged or shown.
  public internal(set) var isSecret: Bool
  /// The time after which an alert without buttons dismisses itself.
  public internal(set) var dismissAfter: Duration?
  /// For each question of a form, or text field of an alert, the condition for asking it; nil for
  /// one that is always asked. The questions themselves are steps, in ``Node/Part/questions``.
  public internal(set) var conditions: [Condition?]
  /// The key whose answer, a list, provides the options; nil if the flow contains the options.
  public internal(set) var source: KeyReference?
  /// The key whose answer, a list of texts, provides the titles of options from a key, in the same
  /// order; nil if the options show their values.
  public internal(set) var titles: KeyReference?
  /// Whether a typed answer may be left out; the key then has no answer.
  public internal(set) var isOptional: Bool
  /// Whether a typed answer may have several lines.
  public internal(set) var isMultiline: Bool
  /// What is done to a typed text before the rules are applied, in order.
  package internal(set) var transforms: [Transform]
  /// The rules that each draft of a typed answer must satisfy while it is being typed.
  public internal(set) var draftRules: [Prompt.Rule]
  /// The host's own checks of a typed answer, performed after the rules.
  package internal(set) var checks: [Prompt.Check]
  /// How long the prompt stays open; nil for no limit.
  public internal(set) var timeout: Duration?

  init(_ kind: Kind, _ title: Text, key: KeyReference? = nil, choices: [Choice] = []) {
    self.kind = kind
    self.title = title
    self.key = key
    self.choices = choices
    self.rules = []
    self.isSecret = false
    conditions = []
    isOptional = false
    isMultiline = false
    transforms = []
    draftRules = []
    checks = []
  }
}

extension Prompt {
  /// The field of an alert as one of its buttons has it.
  /// - Parameters:
  ///   - more: the rules that only this button has.
  ///   - isOptional: whether the answer may be left out.
  package func forButton(_ more: [Prompt.Rule], isOptional: Bool) -> Prompt {
    var field = self
    field.rules += more
    field.isOptional = isOptional
    return field
  }
}

extension Prompt {
  /// The default, if the flow contains it; one that is worked out from answers has none.
  package var defaultValue: Value? { self.default?.given }
}

extension Prompt {
  /// A check of an answer that the host performs; the tree doesn't contain the closure.
  package struct Check: Hashable, Sendable {
    /// The name by which the host knows it.
    @Building.Exact package internal(set) var name: String
    /// The message shown when the answer doesn't pass.
    package internal(set) var message: Text?
    /// The keys whose answers it reads.
    package internal(set) var reads: [KeyReference]

    init(_ name: String, _ message: Text?, reads: [KeyReference] = []) {
      self.message = message
      self.reads = reads
      self.name = name
    }
  }
}

extension Prompt {
  /// A rule that a typed value must satisfy.
  public struct Rule: Hashable, Sendable {
    /// The kinds of rules.
    public enum Kind: Hashable, Sendable {
      /// The text or list must not be empty.
      case notEmpty
      /// A number of characters, or of elements of a list.
      case length(minimum: Int?, maximum: Int?)
      /// A minimum and a maximum; `excludesMaximum` for a half-open range.
      case range(minimum: Calculation?, maximum: Calculation?, excludesMaximum: Bool)
      /// One of these values.
      case oneOf([Value])
      /// One of the values of the answer for a key, which is a list.
      case among(KeyReference)
      /// The same as the answer for a key.
      case equals(KeyReference)
      /// Different from the answer for a key.
      case differs(KeyReference)
      /// A text that a pattern matches completely.
      case matches(Pattern)
      /// A day from some days after today to some days after it; the interpreter knows today.
      case daysFromToday(minimum: Int?, maximum: Int?)
      /// A path at which there is one of these, as the interpreter finds it.
      case path([PathState])
    }

    /// The requirement.
    public internal(set) var kind: Kind
    /// The message shown when the rule isn't satisfied; nil for the rule's own words.
    public internal(set) var message: Text?

    init(_ kind: Kind, _ message: Text?) {
      self.kind = kind
      self.message = message
    }
  }
}

extension Prompt {
  /// The form of a prompt's answer. Code that performs prompts uses the shape; the kind says how
  /// they are declared and shown.
  package enum Shape: Sendable {
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

  package var shape: Shape { Shape(kind, hasChoices: !choices.isEmpty) }
}

extension Prompt {
  /// What is done to a typed text before the rules are applied. Done twice, it changes nothing more.
  package enum Transform: String, Hashable, Sendable, CaseIterable {
    /// White space at both ends is removed.
    case trimmed
    /// Capital letters become small ones.
    case lowercased
    /// Small letters become capital ones.
    case uppercased

    func applied(to text: String) -> String {
      switch self {
      case .trimmed: text.trimmed
      case .lowercased: text.lowercased()
      case .uppercased: text.uppercased()
      }
    }
  }

  /// A typed answer after the transforms; other answers stay as they are.
  package func transformed(_ value: Value) -> Value { Self.transformed(value, transforms) }

  static func transformed(_ value: Value, _ transforms: [Transform]) -> Value {
    guard !transforms.isEmpty, case .string(let text) = value else { return value }
    return .string(transforms.reduce(text) { $1.applied(to: $0) })
  }
}

/// The purpose of a button.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// An ordinary button.
  case normal
  /// The button that leaves things as they are.
  case cancel
  /// The button that destroys something; `--yes` never presses it.
  case destructive
}

/// One of the answers that a prompt offers; the steps that follow it are in ``Node/Part/choice(_:)``.
public struct Choice: Hashable, Sendable {
  private var exactShortcut: ExactText?
  /// The id of this choice in answers and journals, unique within its prompt.
  @Building.Exact public internal(set) var id: String
  /// The ids in earlier versions of the flow, if they were different.
  @Building.ExactList package internal(set) var was: [String]
  /// The text that the person reads.
  public internal(set) var title: Text
  /// The purpose of the choice.
  public internal(set) var role: Role
  /// The letter that chooses it at a prompt.
  public internal(set) var shortcut: Character? {
    get { exactShortcut?.text.first }
    set { exactShortcut = newValue.map { ExactText(String($0)) } }
  }
  /// Whether it's chosen when the person presses Return without typing.
  public internal(set) var isDefault: Bool
  /// The value that becomes the answer when it's chosen.
  public internal(set) var value: Value?
  /// The rules that fields of the alert must satisfy for this button.
  package internal(set) var rules: [FieldRule]
  private var terms = Aside<Terms>()

  /// What few choices have.
  private struct Terms: Hashable, Sendable {
    var detail: Text?
    var condition: Condition?
    var because: Text?
  }

  /// More about the choice, shown beside the title.
  public internal(set) var detail: Text? {
    get { terms.box?.content.detail }
    set { if newValue != nil || terms.box != nil { terms[or: Terms()].detail = newValue } }
  }
  /// The condition for choosing it; nil if it can always be chosen.
  public internal(set) var condition: Condition? {
    get { terms.box?.content.condition }
    set { if newValue != nil || terms.box != nil { terms[or: Terms()].condition = newValue } }
  }
  /// Why it can't be chosen if its condition doesn't hold; nil if it is hidden then.
  public internal(set) var because: Text? {
    get { terms.box?.content.because }
    set { if newValue != nil || terms.box != nil { terms[or: Terms()].because = newValue } }
  }

  /// A rule that a field must satisfy for this button only.
  package struct FieldRule: Hashable, Sendable {
    /// The key of the field.
    package internal(set) var key: KeyReference
    /// The rule.
    package internal(set) var rule: Prompt.Rule
  }

  init(_ title: Text, role: Role = .normal, value: Value? = nil) {
    self.id = ""
    was = []
    self.title = title
    self.role = role
    self.isDefault = false
    self.value = value
    self.rules = []
  }
}

extension Choice {
  /// The answers of a question for yes or no, which nobody names.
  static let yes = named(Text(Phrase.yesTitle.rawValue), "yes")
  static let no = named(Text(Phrase.noTitle.rawValue), "no")

  private static func named(_ title: Text, _ id: String) -> Choice {
    var choice = Choice(title)
    choice.id = id
    return choice
  }
}
