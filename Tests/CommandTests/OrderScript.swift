/// A script with every kind of step that a command line answers, records or tests.
enum OrderScript {
  static let text = """
    #!/usr/bin/env flow
    import Libretto

    let name = Key<String>("name")
    let count = Key<Int>("count")
    let extras = Key<[String]>("extras")
    let pin = Key<String>("pin")
    let size = Key<String>("size")
    let guess = Key<Int>("guess")
    let total = Key<Int>("total")

    await Flow("order") {
      Ask("What is your name?", into: name).validate(.notEmpty)
      Ask("How many?", into: count).default(1).validate(.range(1...9))
      Ask("Which extras?", into: extras)
      Ask("Your PIN?", into: pin).secret().validate(.length(4...4, message: "Four digits, please."))
      Choose("Which size?", into: size) {
        Option("Small", "s")
        Option("Large", "l").default()
      }
      Repeat(times: 2) { Ask("Your guess?", into: guess) }
      Do("reckon") { answers in answers[total] = (answers[count] ?? 0) * 3 }
      Confirm("Pay \\(total)?").default(true)
      Alert("Send it?", message: "\\(count) for \\(name), \\(extras), \\(size)") {
        Button("Send", shortcut: "s") { Say("Sent.") }
        Button("Drop", role: .destructive) { Fail("The order was dropped.") }
      }
      Finish(name: "ordered")
    }.main()

    """

  static let answers = """
    {
      "name": "Sally",
      "count": 3,
      "extras": ["milk", "sugar"],
      "pin": "4711",
      "size": "Small",
      "guess": [7, 8],
      "pay": true,
      "send-it": "Send"
    }

    """

  /// What is on standard error when everything is answered beforehand.
  static func prompts(
    name: String = "Sally", count: Int = 3, size: String = "Small", guesses: (Int, Int) = (7, 8),
    last: String = "Send"
  ) -> String {
    """
    What is your name? \(name)
    How many? \(count)
    Which extras? milk, sugar
    Your PIN? (secret)
    Which size? \(size)
    Your guess? \(guesses.0)
    Your guess? \(guesses.1)
    Pay \(count * 3)? Yes
    Send it?
    \(count) for \(name), milk, sugar, \(size == "Small" ? "s" : "l"): \(last)

    """
  }
}
