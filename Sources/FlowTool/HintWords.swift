extension Hints {
  /// What Swift's statements are called in a flow, where builders don't take them.
  static let statements = [
    "while": "a loop over answers is a step: Repeat(while: …) { … }",
    "repeat": "a loop over answers is a step: Repeat { … } until: { … }",
    "break": "the step that leaves a Repeat is Break()",
    "continue": "put the rest of the round in When(…) { … }",
    "guard": "write When(…) { … Finish() }",
    "return": "the step that ends a flow is Finish()",
    "throw": "the step that fails a flow is Fail(\"…\")",
    "do": "put work that can fail in Do(\"…\") { … }",
    "defer": "put work in Do(\"…\") { … }",
  ]

  static let steps: Set = [
    "Alert", "Ask", "Back", "Break", "CancelOperation", "Check", "Choose", "ChooseMany", "Confirm",
    "Do", "Fail", "Field", "Finish", "Flow", "Form", "Heading", "Key", "Load", "Note", "Operation",
    "Operations", "Option", "Rate", "Repeat", "Say", "Store", "Switch", "TryAgain", "Wait", "When",
    "Button", "Case",
  ]

  /// What people look for by another name.
  static let names: [String: String] = {
    let ask = "Ask(\"…\", into: key)"
    let choose = "Choose(\"…\", into: key) { Option(\"…\") }"
    let many = "ChooseMany(\"…\", into: key) { Option(\"…\") }"
    let confirm = "Confirm(\"…\") { … }"
    let load = "Load(\"…\", into: key) { … }.loading(\"…\")"
    let progress = "work.progress(0.4) in Do(\"…\") { work in … }.loading(\"…\")"
    let secret = "Ask(\"…\", into: key).secret()"
    let say = "Say(\"…\")"
    let times = "Repeat(times: 3) { … }"
    let wait = "Wait(.seconds(1))"
    let finish = "Finish()"
    return [
      "While": "Repeat(while: …) { … }", "Until": "Repeat { … } until: { … }",
      "Loop": times, "For": times, "ForEach": "for, which runs when the flow is declared",
      "If": "When(…) { … }", "Unless": "When(!(…)) { … }",
      "Else": "otherwise: { … } of a When", "Match": "Switch(key) { Case(…) { … } }",
      "Input": ask, "Prompt": ask, "Question": ask, "TextField": ask, "Read": ask, "Enter": ask,
      "Secret": secret, "Password": secret, "SecureField": secret,
      "Select": choose, "Picker": choose, "Menu": choose, "Radio": choose, "Choice": choose,
      "MultiSelect": many, "Checkbox": many, "Checkboxes": many, "SelectMany": many,
      "YesNo": confirm, "Toggle": confirm, "Confirmation": confirm,
      "Dialog": "Alert(\"…\") { Button(\"…\") }",
      "Modal": "Alert(\"…\") { Button(\"…\") }",
      "Progress": progress, "ProgressView": progress, "ProgressBar": progress,
      "Spinner": load, "Loading": load,
      "Print": say, "Show": say, "Echo": say, "Message": say, "Display": say, "Label": say,
      "Set": "Store(value, into: key)", "Assign": "Store(value, into: key)",
      "Save": "Store(value, into: key), or Do(\"…\") { … }",
      "Action": "Do(\"…\") { … }", "Run": "Do(\"…\") { … }",
      "Perform": "Do(\"…\") { … }", "Call": "Do(\"…\") { … }",
      "Sleep": wait, "Delay": wait, "Pause": wait,
      "Exit": finish, "Quit": finish, "Stop": finish, "End": finish, "Return": finish,
      "Throw": "Fail(\"…\")", "Abort": "Fail(\"…\")",
      "Title": "Heading(\"…\")", "Header": "Heading(\"…\")", "Banner": "Heading(\"…\")",
      "Box": "Note(\"…\", \"…\")", "Info": "Note(\"…\", \"…\")", "Warning": "Note(\"…\", \"…\")",
      "Page": "Form(\"…\") { … }", "Section": "Form(\"…\") { … }",
      "Slider": "Rate(\"…\", into: key)", "Rating": "Rate(\"…\", into: key)",
      "Parallel": "Operations { Operation(\"…\") { … } }",
      "Concurrently": "Operations { Operation(\"…\") { … } }",
      "Group": "struct Name: FlowContent { var body: some FlowContent { … } }",
    ]
  }()
}
