/// How each step is written: the labels that it takes, and the modifiers after it.
struct StepForm {
  let name: String
  /// How it is written, without modifiers.
  let form: String
  /// The labels of its arguments, and of its closures.
  let labels: [String]
  let modifiers: [String]
  /// Whether a text comes first.
  let hasTitle: Bool

  private init(
    _ name: String, _ form: String, _ labels: [String] = [], _ modifiers: [String] = [],
    hasTitle: Bool = true
  ) {
    self.name = name
    self.form = form
    self.labels = labels + ["fileID", "line"]
    self.modifiers = modifiers
    self.hasTitle = hasTitle
  }

  static let all: [String: StepForm] = Dictionary(
    uniqueKeysWithValues: forms.map { ($0.name, $0) })

  private static let id = ["id"]
  private static let asking = id + ["help", "when", "timeout", "on"]
  private static let typed =
    asking + ["default", "placeholder", "secret", "optional", "validate", "validateDrafts"]
    + ["trimmed", "lowercased", "uppercased", "check"]
  private static let choosable = id + ["default", "description", "when"]
  private static let working =
    id + ["loading", "retry", "timeout", "reads", "showsErrors", "on"]

  private static let forms = [
    StepForm("Ask", "Ask(\"…\", into: key)", ["into", "to"], typed + ["multiline"]),
    StepForm(
      "Field", "Field(\"…\", into: key)", ["into", "to"],
      typed.filter { !["when", "timeout", "on"].contains($0) }),
    StepForm("Rate", "Rate(\"…\", scale: 1...5, into: key)", ["scale", "into"], typed),
    StepForm(
      "Confirm", "Confirm(\"…\", into: key)", ["into", "to", "otherwise"], asking + ["default"]),
    StepForm(
      "Choose", "Choose(\"…\", into: key) { Option(\"…\") }",
      ["into", "to", "from", "title", "titles", "value"], asking + ["default"]),
    StepForm(
      "ChooseMany", "ChooseMany(\"…\", into: key) { Option(\"…\") }",
      ["into", "to", "from", "title", "titles", "value"],
      asking + ["default", "atLeast", "atMost"]),
    StepForm("Option", "Option(\"…\")", ["shortcut"], choosable),
    StepForm(
      "Button", "Button(\"…\")", ["role", "shortcut", "style"], choosable + ["validate"]),
    StepForm(
      "Alert", "Alert(\"…\") { Button(\"…\") }", ["message"],
      asking + ["dismiss"]),
    StepForm("Form", "Form(\"…\") { … }", ["message"], asking),
    StepForm("Say", "Say(\"…\")", ["list", "table"], hasTitle: false),
    StepForm("Note", "Note(\"…\", text: \"…\")", ["text"]),
    StepForm("Heading", "Heading(\"…\")"),
    StepForm("Finish", "Finish(\"…\")", ["name"], hasTitle: false),
    StepForm("Fail", "Fail(\"…\")"),
    StepForm("Wait", "Wait(.seconds(1))", hasTitle: false),
    StepForm("When", "When(…) { … }", ["otherwise"], hasTitle: false),
    StepForm("Repeat", "Repeat(while: …) { … }", ["times", "while", "until"], hasTitle: false),
    StepForm("Switch", "Switch(key) { Case(…) { … } }", hasTitle: false),
    StepForm("Case", "Case(…) { … }", hasTitle: false),
    StepForm("Default", "Default { … }", hasTitle: false),
    StepForm("Store", "Store(value, into: key)", ["into", "to"], hasTitle: false),
    StepForm(
      "Do", "Do(\"…\") { … }", ["into", "writes", "failure"],
      working + ["writes", "undo", "pure", "takesTerminal"]),
    StepForm(
      "Load", "Load(\"…\", into: key) { … }", ["into", "data", "empty", "failure"], working),
    StepForm("Check", "Check(\"…\", into: key) { … }", ["into"], id + ["timeout", "showsErrors"]),
    StepForm("Operation", "Operation(\"…\") { … }", ["after", "failure"], id),
    StepForm(
      "Flow", "Flow(\"…\") { … }", ["json", "limits", "version", "gone"],
      ["limits", "on", "id"]),
  ]

  /// Steps that hold no others.
  static let withoutBody: Set = [
    "Ask", "Field", "Rate", "Say", "Note", "Heading", "Finish", "Fail", "Wait", "Store",
  ]

  /// Whether its braces hold work, and no steps.
  var isWork: Bool { ["Do", "Load", "Check"].contains(name) }

  /// What its first text is called.
  var noun: String { isWork || ["Flow", "Operation"].contains(name) ? "name" : "title" }

  /// The modifier that a word stands for, if the step has it.
  func modifier(for word: String) -> String? {
    if modifiers.contains(word) { return word }
    if let meant = StepForm.modifierNames[word], modifiers.contains(meant) { return meant }
    return nil
  }

  /// A modifier as it is written, with the value that was given.
  static func written(_ modifier: String, _ value: String? = nil) -> String {
    switch modifier {
    case "secret", "optional", "trimmed", "lowercased", "uppercased", "multiline", "pure",
      "showsErrors", "takesTerminal":
      return ".\(modifier)()"
    case "undo": return ".undo { … }"
    case "check": return ".check(\"name\", message: \"…\") { answer in … }"
    case "reads", "writes", "validate":
      let isList = value?.hasPrefix("[") == true && value?.hasSuffix("]") == true
      return ".\(modifier)(\(isList ? String(value!.dropFirst().dropLast()) : value ?? "…"))"
    case "dismiss": return ".dismiss(after: \(value ?? "…"))"
    default: return ".\(modifier)(\(value ?? "…"))"
    }
  }

  /// What people call a modifier.
  static let modifierNames = Hints.table(
    """
    password hidden masked secure isSecret mask private | secret
    hint example prompt | placeholder
    initial initialValue value selected defaultValue preselected preferred checked isDefault \
    defaultAnswer | default
    rule rules validates validation validator constraint verify | validate
    isOptional allowEmpty skippable | optional
    trim | trimmed
    lowercase | lowercased
    uppercase | uppercased
    multiLine lines | multiline
    note footnote explanation info | help
    detail subtitle summary | description
    enabled visible disabled hide show if condition isEnabled | when
    spinner progress message title | loading
    retries attempts tries retryCount | retry
    timeLimit deadline limit | timeout
    rollback revert | undo
    reading inputs | reads
    dismissAfter autoDismiss | dismiss
    identifier name | id
    min minimum atleast minCount | atLeast
    max maximum atmost maxCount | atMost
    checks | check
    """)
}
