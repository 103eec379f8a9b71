extension WrongProgram {
  /// What does not belong into a form, and work where its questions or options belong.
  static let forms: [WrongProgram] = [
    WrongProgram(
      "slash-comment",
      """
        Ask("b", into: name)
        / Then they are greeted.
        Say("c")
      """,
      2, 3, "a comment begins with //"),
    WrongProgram(
      "step-in-form",
      """
        Form("A") {
          Ask("b", into: name)
          Say("c")
        }
      """,
      3, 5, questions),
    WrongProgram(
      "alert-in-form",
      """
        Form("A") {
          Alert("B") { Button("OK") }
          Ask("b", into: name)
        }
      """,
      2, 5, questions),
    WrongProgram(
      "form-in-form",
      """
        Form("A") {
          Form("B") { Ask("b", into: name) }
        }
      """,
      2, 5, questions),
    WrongProgram(
      "field-in-form",
      """
        Form("A") {
          Field("b", into: name)
        }
      """,
      2, 5, #"a Field belongs inside an Alert; in a Form write Ask("…", into: key)"#),
    WrongProgram(
      "button-in-form",
      """
        Form("A") {
          Ask("b", into: name)
          Button("OK")
        }
      """,
      3, 5, "a Form doesn't need a Button to submit it; a Button belongs inside an Alert"),
    WrongProgram(
      "option-in-form",
      """
        Form("A") {
          Option("b", 1)
        }
      """,
      2, 5, #"an Option belongs inside a Choose: Choose("…", into: key) { Option("…") }"#),
    WrongProgram(
      "text-in-form",
      """
        Form("A") {
          "b"
        }
      """,
      2, 5, #"a Form holds questions: write Ask("…", into: key)"#),
    WrongProgram(
      "key-in-form",
      """
        Form("A") {
          name
        }
      """,
      2, 5, #"a Key is not a question: Ask("…", into: key) asks for it"#),
    WrongProgram(
      "work-in-form",
      """
        Form("A") {
          work()
        }
      """,
      2, 5, work),
    WrongProgram(
      "work-in-form-throws",
      #"  Form("A") { try risky() }"#,
      1, 15, work),
    WrongProgram(
      "work-in-choose-many",
      #"  ChooseMany("A", into: Key<[String]>("list")) { try await slow() }"#,
      1, 50, work),
    WrongProgram(
      "step-in-choose-many",
      """
        ChooseMany("A", into: Key<[String]>("list")) {
          Say("b")
        }
      """,
      2, 5, #"a Choose holds Options; put the step inside one: Option("…") { … }"#),
    WrongProgram(
      "work-in-timeout",
      #"  Ask("A", into: name).timeout(.seconds(1)) { try risky() }"#,
      1, 51, noStep, hint: work),
    WrongProgram(
      "form-question-known",
      """
        Form("A") {
          Ask("b", into: name).when(true)
        }
      """,
      2, 26, "this is known when the flow is declared: write if … { }, or compare a Key"),
    WrongProgram(
      "button-rule-number",
      #"  Alert("A") { Button("B").validate(age, .notEmpty) }"#,
      1, 37, "cannot convert value of type 'Key<Int>' to expected argument type 'Key<String>'",
      note: "arguments to generic parameter 'Answer' ('Int' and 'String') are expected to be equal",
      hint: "both must have one type: make it a Key<String>, or give what a Key<Int> keeps"),
    WrongProgram(
      "rule-pattern",
      #"  Ask("A", into: age).validate(.matches("[0-9]"))"#,
      1, 33, "a pattern is a rule for text; to limit a number, write .range(1...10)"),
  ]

  private static let questions =
    "a Form holds questions: Ask, Rate, Confirm, Choose, ChooseMany; put the step beside it"
}
