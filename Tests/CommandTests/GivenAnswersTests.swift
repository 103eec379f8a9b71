import TestSupport
import Testing

@Suite("Answers given beforehand, at a terminal with pages") struct GivenAnswersTests {
  static let folder = ScriptFolder(
    "given",
    [
      "stay.swift": """
      import Libretto

      await Flow("stay") {
        Ask("Who are you?", into: Key<String>("who"))
        Form("Your stay") {
          Ask("Nights?", into: Key<Int>("nights"))
          Ask("Room?", into: Key<String>("room"))
        }.id("stay")
        Say("Good night.")
      }.main()

      """,
      "day.swift": """
      import Libretto

      let day = Key<CalendarDay>("day")
      await Flow("day") {
        Ask("When?", into: day).validate(.daysFromToday(1...1))
        Say("Good night.")
      }.main()

      """,
    ])

  private func seen(_ option: String, _ keys: [(String, String)]) throws -> String {
    let terminal = try Self.folder.richTerminal(
      "stay.swift", "--answer", option, size: (60, 12))
    for (shown, keys) in keys {
      try terminal.waitForScreen(containing: shown)
      try terminal.send(keys)
    }
    try terminal.waitForScreen(containing: "Good night.")
    return try #require(terminal.screen).text
  }

  @Test("A form without any of them is a page")
  func page() throws {
    let screen = try seen(
      "who=Bob", [("tab next", "3\r"), ("❯ Room?", "suite\r"), ("❯ [ Submit ]", "\r")])
    #expect(
      screen == """
        ✓ Who are you?          Bob
        ✓ Your stay
          Nights?               3
          Room?                 suite
        Good night.
        """)
  }

  @Test("The questions of a form with one of them are asked one by one")
  func oneByOne() throws {
    let screen = try seen(
      "stay/nights=3", [("? Who are you?", "Bob\r"), ("? Room?", "suite\r"), ("Submit", "\r")])
    #expect(
      screen == """
        ✓ Who are you?          Bob
        ✓ Nights?               3
        ✓ Room?                 suite
        ✓ Your stay             Submit
        Good night.
        """)
  }

  @Test("A word for a day is the day")
  func tomorrow() throws {
    let ended = try Self.folder.flow("day.swift", "--answer", "day=tomorrow")
    #expect(ended.output == "Good night.\n")
    #expect(ended.status == 0)
  }
}
