import Testing

/// A picture of the README or the guides: a script, the keys that a person presses, and the screen
/// that is drawn then.
struct Picture: Sendable, CustomTestStringConvertible {
  /// A key, and what the screen must show before it is pressed: so that it never comes too early.
  struct Step: Sendable {
    let shown: String
    let keys: String

    init(_ shown: String, _ keys: String) {
      self.shown = shown
      self.keys = keys
    }
  }

  /// The name of the file, without `.svg`.
  let name: String
  /// What stands above the window.
  let title: String
  /// A script of the Playground; nil for the steps below.
  var playground: String?
  /// The steps of a flow.
  var steps = ""
  var size = (columns: 64, rows: 20)
  let keys: [Step]
  /// What the screen shows last.
  let last: String

  var testDescription: String { name }

  /// The text of the script, unless it is one of the Playground.
  var script: String { "import Libretto\n\nawait Flow(\"New package\") {\n\(steps)\n}.main()\n" }
}

extension Picture {
  private static let down = "\u{1B}[B"
  private static let right = "\u{1B}[C"
  private static let escape = "\u{1B}"

  /// Nothing in them depends on the time: no work is drawn, and the day isn't today's month. What is
  /// said of today isn't compared.
  static let all = [
    Picture(
      name: "wizard", title: "flow Playground/wizard.swift", playground: "wizard",
      size: (72, 20),
      keys: [
        Step("? Project name?", "shelf\r"), Step("❯ Library", down), Step("❯ Server", "\r"),
        Step("❯ ◯ Tests", " "), Step("1 chosen", down), Step("❯ ◯ Guides", " "),
      ], last: "2 chosen"),
    Picture(
      name: "prompt-text", title: "A text, and why it was refused",
      steps: """
        Ask("What is it called?", into: Key<String>("name"))
          .validate(.matches("[a-z-]+", message: "Use small letters and hyphens."))
        """,
      keys: [Step("? What is it called?", "My Shelf"), Step("My Shelf", "\r")],
      last: "Use small letters and hyphens."),
    Picture(
      name: "prompt-choose", title: "One of several, filtered",
      steps: """
        Choose(
          "Which region?",
          from: [
            "Frankfurt", "Stockholm", "Dublin", "Zürich", "Singapore", "Sydney", "São Paulo",
          ], into: Key<String>("region"))
        """,
      keys: [Step("❯ Frankfurt", "/"), Step("enter choose · esc clear", "s")],
      last: "of 7"),
    Picture(
      name: "prompt-several", title: "Several",
      steps: """
        Store("summer", into: Key<String>("season"))
        ChooseMany("Which toppings?", into: Key<[String]>("toppings")) {
          Option("Cheese").default()
          Option("Olives")
          Option("Mushrooms").description("from the forest")
          Option("Anchovies").when(Key<String>("season") == "autumn", because: "sold out")
        }
        """,
      keys: [Step("1 chosen", down), Step("❯ ◯ Olives", down), Step("❯ ◯ Mushrooms", " ")],
      last: "2 chosen"),
    Picture(
      name: "prompt-confirm", title: "Yes or no",
      steps: "Confirm(\"Publish it?\", into: Key<Bool>(\"publish\")).default(false)",
      keys: [], last: "❯ no"),
    Picture(
      name: "prompt-rate", title: "A rating",
      steps: "Rate(\"How was it?\", scale: 1...5, into: Key<Int>(\"stars\"))",
      keys: [Step("? How was it?", "4")], last: "❯4"),
    Picture(
      name: "prompt-day", title: "A day, and its calendar",
      steps: "Ask(\"Which day?\", into: Key<CalendarDay>(\"day\"))",
      keys: [Step("? Which day?", "2024-02-28"), Step("[28]", right)], last: "[29]"),
    Picture(
      name: "prompt-multiline", title: "Several lines",
      steps: "Ask(\"What has changed?\", into: Key<String>(\"changes\")).multiline()",
      keys: [
        Step("ctrl-d to end", "Prompts are drawn in place.\r"),
        Step("place.", "Esc goes back."),
      ],
      last: "Esc goes back."),
    Picture(
      name: "prompt-alert", title: "An alert",
      steps: """
        Alert("Delete 3 photos?", message: "They can't be brought back.") {
          Button("Delete", role: .destructive, shortcut: "d")
          Button("Keep", role: .cancel, shortcut: "k")
        }
        """,
      keys: [], last: "❯ Keep"),
    Picture(
      name: "prompt-form", title: "A form as a page",
      steps: """
        Form("Your stay") {
          Ask("What is your name?", into: Key<String>("guest"))
          Ask("How many nights?", into: Key<Int>("nights")).default(1).validate(.range(1...30))
          Confirm("Breakfast?", into: Key<Bool>("breakfast")).default(true)
        }
        """,
      keys: [
        Step("❯ What is your name?", "Sally\t"), Step("❯ How many nights?", "99\t"),
        Step("❯ Breakfast?", "\t"), Step("❯ [ Submit ]", "\r"),
      ], last: "❯ How many nights?"),
    Picture(
      name: "step-back", title: "A step back",
      steps: """
        Ask("What is it called?", into: Key<String>("name"))
        Choose("What is it?", from: ["Library", "Tool", "Server"], into: Key<String>("kind"))
        Confirm("With tests?", into: Key<Bool>("tests")).default(true)
        Ask("How many targets?", into: Key<Int>("targets")).default(2)
        """,
      keys: [
        Step("? What is it called?", "shelf\r"), Step("❯ Library", "\r"), Step("❯ yes", "\r"),
        Step("? How many targets?", escape), Step("❯ yes", escape),
      ], last: "❯ Library"),
  ]
}
