extension WrongProgram {
  /// Values of the wrong type, and conditions that are known beforehand.
  static let types: [WrongProgram] = [
    WrongProgram(
      "option-value",
      """
        Choose("A", into: age) {
          Option("One", 1)
          Option("Two", "2")
        }
      """,
      3, 5, #"the value of an Option must have the type of the Choose’s key: Option("…", value)"#),
    WrongProgram(
      "option-without-value",
      """
        Choose("A", into: age) {
          Option("One")
        }
      """,
      2, 5, #"the value of an Option must have the type of the Choose’s key: Option("…", value)"#),
    WrongProgram(
      "default-value",
      #"  Ask("A", into: age).default("old")"#,
      1, 23, "this question asks for a number, so its default is one, as in .default(18)"),
    WrongProgram(
      "store-value",
      #"  Store("old", into: age)"#,
      1, 3,
      "this key keeps a number, so store one, as in Store(0, into: …) or Store(tries + 1, into: …)"),
    WrongProgram(
      "formula-fraction",
      #"  Store(age + 1.5, into: age)"#,
      1, 13, "this key keeps a whole number; for fractions, make it a Key<Double>"),
    WrongProgram(
      "rule-for-text",
      #"  Ask("A", into: age).validate(.notEmpty)"#,
      1, 33, "notEmpty is a rule for text and lists; a number is never empty"),
    WrongProgram(
      "rule-length",
      #"  Ask("A", into: age).validate(.length(1...3))"#,
      1, 33, "to limit a number, write .range(1...10)"),
    WrongProgram(
      "rule-range",
      #"  Ask("A", into: name).validate(.range(1...3))"#,
      1, 34, "to limit the length of a text, write .length(1...10)"),
    WrongProgram(
      "condition-text",
      #"  When(age < "x") { Say("b") }"#,
      1, 12, "the key holds a number: compare it with a number"),
    WrongProgram(
      "condition-number",
      #"  When(name == 3) { Say("b") }"#,
      1, 13, #"the key holds text: compare it with text, as in "3""#),
    WrongProgram(
      "condition-keys",
      #"  When(age < name) { Say("b") }"#,
      1, 14, "cannot convert value of type 'Key<String>' to expected argument type 'Key<Int>'",
      note: "arguments to generic parameter 'Answer' ('String' and 'Int') are expected to be equal",
      hint: "both must have one type: make it a Key<Int>, or give what a Key<String> keeps"),
    WrongProgram(
      "confirm-key",
      #"  Confirm("A", into: name)"#,
      1, 22, "cannot convert value of type 'Key<String>' to expected argument type 'Key<Bool>'",
      note:
        "arguments to generic parameter 'Answer' ('String' and 'Bool') are expected to be equal",
      hint: "yes or no is kept under a Key<Bool>"),
    WrongProgram(
      "when-true",
      #"  When(true) { Say("b") }"#,
      1, 3, "this is known when the flow is declared: write if … { }, or compare a Key"),
    WrongProgram(
      "when-true-otherwise",
      #"  When(1 < 2) { Say("b") } otherwise: { Say("c") }"#,
      1, 3, "this is known when the flow is declared: write if … { }, or compare a Key"),
    WrongProgram(
      "repeat-while-true",
      #"  Repeat(while: true) { Say("b") }"#,
      1, 3, "this is known when the flow is declared: compare a Key, or write Repeat { … }"),
  ]
}
