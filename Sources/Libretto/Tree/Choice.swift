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
  @Exact public internal(set) var id: String
  /// The ids in earlier versions of the flow, if they were different.
  @ExactList public internal(set) var was: [String]
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
  public internal(set) var rules: [FieldRule]
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
  public struct FieldRule: Hashable, Sendable {
    /// The key of the field.
    public internal(set) var key: KeyReference
    /// The rule.
    public internal(set) var rule: Prompt.Rule
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
  static let yes = named("Yes", "yes")
  static let no = named("No", "no")

  private static func named(_ title: Text, _ id: String) -> Choice {
    var choice = Choice(title)
    choice.id = id
    return choice
  }
}
