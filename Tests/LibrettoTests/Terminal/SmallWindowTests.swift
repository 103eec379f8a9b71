import LibrettoCore
import TestSupport
import Testing

@Suite("A window of 20 columns and 10 rows") struct SmallWindowTests {
  private static let name = Key<String>("name")

  @Test("Help that doesn't fit beside the question has the window, and the arrows move it")
  func help() async throws {
    let terminal = try HandTerminal(columns: 20, rows: 10)
    let flow = Flow("help") {
      Choose("Which of them?", from: ["x", "y"], into: Self.name)
        .help("Think for a long time before you answer, since nobody can change it.")
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Which of them?", type: "?")
    try await terminal.waitForScreen {
      $0 == """
          Think for a long
          time before you
          answer, since
          nobody can change
          it.
          ↑↓ move
          enter choose
            ↓ 6 more
          ↑↓ move · ? hide…
        """
    }
    terminal.send("\u{1B}[F\u{1B}[B")
    try await terminal.waitForScreen {
      $0 == """
          enter choose
          a-z filter
          1-9 jump
          pgup pgdn move b…
          home end first, …
          ctrl-c cancel
          ? hide help
            ↑ 6 more
          ↑↓ move · ? hide…
        """
    }
    // The list below hasn't moved.
    terminal.send("?")
    try await terminal.at("❯ x", type: "\r")
    #expect(try await task.value.answers[Self.name] == "x")
    #expect(terminal.shown.violations == [])
  }

  @Test(
    "The option that is focused stands in full, before the options around it, or below the list",
    arguments: [
      (
        "copyleft",
        """
        ? Which?

            MIT
          ❯ GNU Affero
            General Public
            License
            copyleft
            ↓ 2 more
          ↑↓ move · ? help
        """
      ),
      (
        "for programs that serve a network",
        """
        ? Which?

            MIT
          ❯ GNU Affero Gen…
            ↓ 2 more
          ❯ GNU Affero
            General Public
            License  for…
          ↑↓ move · ? help
        """
      ),
    ])
  func option(_ description: String, _ screen: String) async throws {
    let terminal = try HandTerminal(columns: 20, rows: 10)
    let flow = Flow("long") {
      Choose("Which?", into: Self.name) {
        Option("MIT")
        Option("GNU Affero General Public License").description(Text(description))
        Option("Apache")
        Option("None")
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("❯ MIT", type: "\u{1B}[B")
    try await terminal.waitForScreen { $0 == screen }
    terminal.send("\r")
    #expect(try await task.value.outcome == .finished)
    #expect(terminal.shown.violations == [])
  }

  @Test("The message of an alert is cut last, and help has all of it")
  func message() async throws {
    let terminal = try HandTerminal(columns: 20, rows: 10)
    let flow = Flow("alert") {
      Alert("Careful", message: "Do you really want to delete all the data of all users at once?") {
        Button("Yes", role: .destructive)
        Button("No", role: .cancel)
      }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.waitForScreen {
      $0 == """
        ╭ Careful ─────────
        │ Do you really
        │ want to delete
        │ all the data of
        │ all users at…
        │     Yes (deletes)
        │   ❯ No
        ╰──────────────────
          ↑↓ move · ? help
        """
    }
    terminal.send("?")
    try await terminal.waitForScreen {
      $0.hasPrefix(
        """
          Do you really
          want to delete
          all the data of
          all users at
          once?

        """)
    }
    // Esc closes what fills the window, and goes nowhere.
    terminal.send("\u{1B}")
    try await terminal.at("❯ No", type: "\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("The arrows of an alert lie as its buttons do")
  func arrows() throws {
    func alert(_ first: String, _ second: String) throws -> String {
      try picture(
        Flow("alert") {
          Alert("Sure?") {
            Button("\(first)")
            Button("\(second)")
          }
        }, columns: 20, rows: 10)
    }
    #expect(try alert("Certainly", "Not at all").hasSuffix("\n  ↑↓ move · ? help"))
    #expect(try alert("A", "B").hasSuffix("\n  ←→ move · ? help"))
  }

  @Test(
    "In the row of keys, the way back has room first",
    arguments: [
      (20, "  esc back · ? help"), (36, "  ↑↓ move · esc back · ? help"),
      (40, "  ↑↓ move · enter choose · esc back · ?"),
      (50, "  ↑↓ move · enter choose · esc back · ? help"),
      (23, "  ↑↓ move · esc back"), (19, "  esc back · ?"), (12, "  esc back"),
    ])
  func back(columns: Int, keys: String) async throws {
    let terminal = try HandTerminal(columns: columns, rows: 10)
    let flow = Flow("back") {
      Ask("A?", into: Self.name)
      Choose("B?", from: ["x", "y"], into: Key<String>("b"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? A?", type: "a\r")
    try await terminal.waitForScreen { $0.contains("? B?") && $0.hasSuffix("\n\(keys)") }
    terminal.send("\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("A title that fills the window stands in full once, above its question")
  func longTitle() async throws {
    let terminal = try HandTerminal(columns: 20, rows: 12)
    let title = "Which of all the cities of this country would you like to visit first of all?"
    let flow = Flow("long") {
      Ask(Text(title), into: Self.name)
      Ask("And then?", into: Key<String>("then"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("of all?\n?", type: "Bern\r")
    try await terminal.at("? And then?", type: "\u{1B}")
    try await terminal.at("?       Bern\n", type: "e\r")
    try await terminal.at("? And then?", type: "no\r")
    #expect(try await task.value.outcome == .finished)
    #expect(
      terminal.text == """
        Which of all the
        cities of this
        country would you
        like to visit first
        of all?
        ✓ Which of all the…
                Berne
        ✓ And then?
                no
        Done.
        """)
  }
}
