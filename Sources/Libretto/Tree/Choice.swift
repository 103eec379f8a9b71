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
  private var exactShortcut: ExactText?
  /// What stands for this choice in answers and journals, unique in its prompt.
  @Exact public internal(set) var id: String
  /// The ids that it had in earlier versions of the flow, where those were others.
  @ExactList public internal(set) var was: [String]
  /// What the person reads.
  public let title: Text
  /// What the choice stands for.
  public internal(set) var role: Role
  /// A letter that chooses it at a prompt.
  public internal(set) var shortcut: Character? {
    get { exactShortcut?.text.first }
    set { exactShortcut = newValue.map { ExactText(String($0)) } }
  }
  /// Whether it is chosen when the person presses Return without typing.
  public internal(set) var isPreferred: Bool
  /// The value that is kept when it is chosen.
  public internal(set) var value: Value?
  /// What fields of the alert must satisfy for this button, by the name of their key.
  public internal(set) var rules: [FieldRule]
  /// What happens then.
  public internal(set) var steps: [Node]

  /// A rule for a field that only this button asks for.
  public struct FieldRule: Hashable, Sendable {
    /// The key of the field.
    public let key: KeyReference
    /// What is required.
    public let rule: Prompt.Rule
  }

  init(_ title: Text, role: Role = .normal, value: Value? = nil) {
    self.id = ""
    was = []
    self.title = title
    self.role = role
    self.isPreferred = false
    self.value = value
    self.rules = []
    self.steps = []
  }
}
