extension WrongProgram {
  /// Work straight in a builder.
  static let misplacedWork: [WrongProgram] = [
    WrongProgram(
      "work-in-flow",
      "  work()",
      1, 3, work),
    WrongProgram(
      "work-in-flow-throws",
      """
        Say("a")
        try risky()
      """,
      2, 3, work),
    WrongProgram(
      "work-in-flow-async",
      """
        try await slow()
        Say("a")
      """,
      1, 3, work),
    WrongProgram(
      "work-in-button",
      """
        Alert("A") {
          Button("Yes") { work() }
        }
      """,
      2, 21, work),
    WrongProgram(
      "work-in-button-throws",
      """
        Alert("A") {
          Button("Yes") { try risky() }
        }
      """,
      2, 21, work),
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
      4, 7, work),
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
      1, 18, work),
    WrongProgram(
      "work-in-otherwise",
      #"  Confirm("A") { Say("b") } otherwise: { try await slow() }"#,
      1, 42, work),
    WrongProgram(
      "work-in-when",
      "  When(age < 18) { try await slow() }",
      1, 20, work),
    WrongProgram(
      "work-in-when-key",
      #"  When(ok) { Say("b") } otherwise: { try risky() }"#,
      1, 38, work),
    WrongProgram(
      "work-in-repeat",
      "  Repeat(times: 2) { try await slow() }",
      1, 22, work),
    WrongProgram(
      "work-in-repeat-while",
      "  Repeat(while: age < 18) { try risky() }",
      1, 29, work),
    WrongProgram(
      "work-in-repeat-until",
      "  Repeat { try risky() } until: { age > 18 }",
      1, 12, work),
    WrongProgram(
      "work-in-option",
      """
        Choose("A", into: age) {
          Option("Yes", 1) { try await slow() }
        }
      """,
      2, 24, work),
  ]
}
