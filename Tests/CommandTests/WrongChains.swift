extension WrongProgram {
  /// Wrong operands in chains.
  static let chains: [WrongProgram] = [
    WrongProgram(
      "chain-button-in-button",
      #"  Alert("A") < Button("Yes") < Button("No")"#,
      1, 30, #"close the first Button with >: … > Button("…")"#),
    WrongProgram(
      "chain-step-in-alert",
      #"  Alert("A") < Say("b") > Button("No")"#,
      1, 14, #"an Alert holds Buttons; put the step inside one: … < Button("…") < …"#),
    WrongProgram(
      "chain-step-beside-button",
      #"  Alert("A") < Button("Yes") > Say("b")"#,
      1, 30, #"a step goes into the open Button with <: … < Say("…")"#),
    WrongProgram(
      "chain-step-beside-option",
      #"  Choose("A", into: name) < Option("Yes") > Say("b")"#,
      1, 43, #"a step goes into the open Option with <: … < Say("…")"#),
    WrongProgram(
      "chain-option-in-alert",
      #"  Alert("A") < Option("Yes")"#,
      1, 14, #"an Alert holds Buttons, a Choose holds Options: write Button("…")"#),
    WrongProgram(
      "chain-button-in-choose",
      #"  Choose("A", into: name) < Button("Yes")"#,
      1, 27, #"a Choose holds Options, an Alert holds Buttons: write Option("…")"#),
    WrongProgram(
      "chain-button-in-when",
      #"  When(age < 18) < Button("Yes")"#,
      1, 18, #"a Button belongs inside an Alert: Alert("…") < Button("…")"#),
    WrongProgram(
      "chain-key",
      #"  Alert("A") < Button("Yes") < name"#,
      1, 30, #"a Key is not a step: Ask("…", into: key) asks for it"#),
    WrongProgram(
      "chain-number",
      #"  Alert("A") < Button("Yes") < Say("b") < 3"#,
      1, 41, "a number is not a step; chains join steps such as Alert, Button and Say"),
    WrongProgram(
      "chain-number-in-alert",
      #"  Alert("A") < 3"#,
      1, 14, #"an Alert holds Buttons: Alert("…") < Button("…")"#),
    WrongProgram(
      "chain-fraction",
      #"  Alert("A") < Button("Yes") < 2.5"#,
      1, 30, "a number is not a step; chains join steps such as Alert, Button and Say"),
    WrongProgram(
      "chain-text",
      #"  Alert("A") < Button("Yes") < "b""#,
      1, 30, #"to tell the person something, write Say("…")"#),
    WrongProgram(
      "chain-closure",
      #"  Alert("A") < Button("Yes") < { work() }"#,
      1, 30, work),
    WrongProgram(
      "chain-closure-async",
      #"  Alert("A") < Button("Yes") < { try await slow() }"#,
      1, 30, work),
    WrongProgram(
      "chain-call",
      #"  Alert("A") < Button("Yes") < work()"#,
      1, 30, work),
    WrongProgram(
      "chain-option-type",
      #"  Choose("A", into: age) < Option("Yes", 1) > Option("No", "no")"#,
      1, 45, #"the value of an Option must have the type of the Choose’s key: Option("…", value)"#),
    WrongProgram(
      "say-less-than",
      #"  Say("a") < Say("b")"#,
      1, 12, "a Say holds no steps: write the next step on its own line"),
    WrongProgram(
      "ask-less-than",
      #"  Ask("a", into: name) < Say("b")"#,
      1, 24, "an Ask holds no steps: write the next step on its own line"),
    WrongProgram(
      "chain-field-in-button",
      #"  Alert("A") < Button("B") < Field("C", into: name)"#,
      1, 28, fieldFirst),
    WrongProgram(
      "chain-field-beside-button",
      #"  Alert("A") < Button("B") > Field("C", into: name)"#,
      1, 28, fieldFirst),
  ]

  private static let fieldFirst =
    #"a Field goes before the first Button: Alert("…") < Field("…", into: key) < Button("…")"#
}
