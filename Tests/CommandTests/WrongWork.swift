extension WrongProgram {
  /// Nothing at all can't be refused in Libretto's words, so they follow as a hint.
  static let noStep = "argument type '()' does not conform to expected type 'FlowContent'"

  /// Work straight in a builder.
  static let misplacedWork: [WrongProgram] = [
    WrongProgram(
      "work-in-flow",
      "  work()",
      1, 3, noStep, hint: work),
    WrongProgram(
      "work-in-flow-throws",
      """
        Say("a")
        try risky()
      """,
      2, 7, noStep, hint: work),
    WrongProgram(
      "work-in-flow-async",
      """
        try await slow()
        Say("a")
      """,
      1, 7, noStep, hint: work),
    WrongProgram(
      "work-in-button",
      """
        Alert("A") {
          Button("Yes") { work() }
        }
      """,
      2, 21, noStep, hint: work),
    WrongProgram(
      "work-in-button-throws",
      """
        Alert("A") {
          Button("Yes") { try risky() }
        }
      """,
      2, 25, noStep, hint: work),
    WrongProgram(
      "work-in-button-async",
      """
        Alert("A") {
          Button("Yes") {
            Say("b")
            try await slow()
          }
        }
      """,
      4, 11, noStep, hint: work),
    WrongProgram(
      "work-in-alert",
      #"  Alert("A") { try risky() }"#,
      1, 16, work),
    WrongProgram(
      "work-in-choose",
      #"  Choose("A", into: name) { try risky() }"#,
      1, 29, work),
    WrongProgram(
      "work-in-confirm",
      #"  Confirm("A") { try risky() }"#,
      1, 22, noStep, hint: work),
    WrongProgram(
      "work-in-otherwise",
      #"  Confirm("A") { Say("b") } otherwise: { try await slow() }"#,
      1, 46, noStep, hint: work),
    WrongProgram(
      "work-in-when",
      "  When(age < 18) { try await slow() }",
      1, 24, noStep, hint: work),
    WrongProgram(
      "work-in-when-key",
      #"  When(ok) { Say("b") } otherwise: { try risky() }"#,
      1, 42, noStep, hint: work),
    WrongProgram(
      "work-in-repeat",
      "  Repeat(times: 2) { try await slow() }",
      1, 26, noStep, hint: work),
    WrongProgram(
      "work-in-repeat-while",
      "  Repeat(while: age < 18) { try risky() }",
      1, 33, noStep, hint: work),
    WrongProgram(
      "work-in-repeat-until",
      "  Repeat { try risky() } until: { age > 18 }",
      1, 16, noStep, hint: work),
    WrongProgram(
      "work-in-option",
      """
        Choose("A", into: age) {
          Option("Yes", 1) { try await slow() }
        }
      """,
      2, 28, noStep, hint: work),
  ]
}
