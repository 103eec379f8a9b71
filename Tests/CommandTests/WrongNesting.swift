extension WrongProgram {
  /// Wrong nesting in braces.
  static let nesting: [WrongProgram] = [
    WrongProgram(
      "button-in-flow",
      """
        Say("a")
        Button("Yes") { Say("b") }
      """,
      2, 3, #"a Button belongs inside an Alert: Alert("…") { Button("…") { … } }"#),
    WrongProgram(
      "option-in-flow",
      #"  Option("Yes") { Say("b") }"#,
      1, 3, #"an Option belongs inside a Choose: Choose("…") { Option("…") { … } }"#),
    WrongProgram(
      "say-in-alert",
      """
        Alert("A") {
          Say("b")
          Button("Yes")
        }
      """,
      2, 5, #"an Alert holds Buttons; put the step inside one: Button("…") { … }"#),
    WrongProgram(
      "alert-in-alert",
      """
        Alert("A") {
          Alert("B")
        }
      """,
      2, 5, #"an Alert holds Buttons; put the step inside one: Button("…") { … }"#),
    WrongProgram(
      "option-in-alert",
      """
        Alert("A") {
          Option("Yes", 1)
          Button("No")
        }
      """,
      2, 5, #"an Alert holds Buttons, a Choose holds Options: write Button("…")"#),
    WrongProgram(
      "button-in-choose",
      """
        Choose("A", into: name) {
          Button("Yes")
          Option("No")
        }
      """,
      2, 5, #"a Choose holds Options, an Alert holds Buttons: write Option("…")"#),
    WrongProgram(
      "say-in-choose",
      """
        Choose("A", into: name) {
          Say("b")
          Option("No")
        }
      """,
      2, 5, #"a Choose holds Options; put the step inside one: Option("…") { … }"#),
    WrongProgram(
      "button-in-button",
      """
        Alert("A") {
          Button("Yes") {
            Button("No")
          }
        }
      """,
      3, 7, #"a Button belongs inside an Alert: Alert("…") { Button("…") { … } }"#),
    WrongProgram(
      "text-in-flow",
      #"  "Hello""#,
      1, 3, #"to tell the person something, write Say("…")"#),
    WrongProgram(
      "text-in-alert",
      """
        Alert("A") {
          "Yes"
        }
      """,
      2, 5, #"an Alert holds Buttons: write Button("…")"#),
    WrongProgram(
      "number-in-flow",
      "  3",
      1, 3, #"a number is not a step; put work in Do("name") { … }, text in Say("…")"#),
    WrongProgram(
      "key-in-flow",
      "  name",
      1, 3, #"a Key is not a step: Ask("…", into: key) asks for it"#),
    WrongProgram(
      "ask-in-alert",
      """
        Alert("A") {
          Ask("b", into: name)
          Button("Yes")
        }
      """,
      2, 5, #"in an Alert, write Field("…", into: key) for an Ask"#),
    WrongProgram(
      "field-in-flow",
      #"  Field("b", into: name)"#,
      1, 3, #"a Field belongs inside an Alert; a question by itself is an Ask("…", into: key)"#),
    WrongProgram(
      "form-question-in-flow",
      """
        Say("a")
        Ask("b", into: name).when(age < 18)
      """,
      2, 24,
      #".when(…) hides a question of a Form; elsewhere write When(…) { Ask("…", into: key) }"#
    ),
    WrongProgram(
      "operation-in-flow",
      #"  Operation("a") { Say("b") }"#,
      1, 3, #"an Operation belongs inside Operations: Operations { Operation("…") { … } }"#),
    WrongProgram(
      "step-in-operations",
      #"  Operations { Say("b") }"#,
      1, 16, #"Operations hold Operations; put the step inside one: Operation("…") { … }"#),
    WrongProgram(
      "step-in-switch",
      #"  Switch(age) { Say("b") }"#,
      1, 17, "a Switch holds Cases; put the step inside one: Case(value) { … }"),
    WrongProgram(
      "work-in-switch",
      "  Switch(age) { work() }",
      1, 17, work),
    WrongProgram(
      "list-in-flow",
      #"  let says = [Say("a"), Say("b")]; says"#,
      1, 36, "enum 'FlowBuilder' requires the types 'Say' and 'any FlowContent' be equivalent",
      hint: "a list of steps has the type [any FlowContent]; or write for … in … { … }"),
  ]
}
