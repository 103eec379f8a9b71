import TestSupport
import Testing

@testable import LibrettoCore

/// What stands on the screen after steps back.
@Suite("Steps back at the rich console")
struct RichBackTests {
  @Test("Texts are said again, or stay, also before work that stays done")
  func texts() throws {
    let terminal = try RichTerminal("texts")
    try terminal.waitForScreen(containing: "? First?")
    try terminal.send("A\r")
    try terminal.waitForScreen(containing: "? Newsletter?")
    try terminal.send("y")
    try terminal.waitForScreen(containing: "Counting…")
    terminal.openGate()
    try terminal.waitForScreen(containing: "? Pay?")
    let before = try #require(terminal.screen?.text)
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "? Newsletter?")
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "? First?")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Pay?")
    #expect(terminal.screen?.text == before)
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "? Newsletter?")
    try terminal.send("n")
    try terminal.waitForScreen(containing: "? Pay?")
    try terminal.send("n")
    let (text, _) = try terminal.end()
    #expect(
      text.replacing(/[0-9.]+ s\n/, with: "T s\n") == """
        ✓ First?                A
        ✓ Newsletter?           No
        ✓ Counting              T s
        No newsletter, then.
        That is 160 euros.
        ✓ Pay?                  No
        Bye.
        """)
  }

  @Test("A line says what was kept of an answer")
  func kept() throws {
    let terminal = try RichTerminal("kept")
    try terminal.waitForScreen(containing: "? First?")
    try terminal.send("  ann \r")
    try terminal.waitForScreen(containing: "? When?")
    try terminal.send("2 Jan 2027\r")
    try terminal.waitForScreen(containing: "❯ Second?")
    try terminal.send("LEE\r")
    try terminal.waitForScreen(containing: "❯ [ Submit ]")
    try terminal.send("\r")
    let (text, _) = try terminal.end()
    #expect(
      text == """
        ✓ First?                ANN
        ✓ When?                 2027-01-02
        ✓ More
          Second?               lee
        ANN, lee
        """)
  }

  @Test("Where the old line can't be changed any more, the step back is said")
  func long() throws {
    let terminal = try RichTerminal("long", rows: 4)
    try terminal.waitForScreen(containing: "? First?")
    let row = Array(repeating: "word", count: 11).joined(separator: " ")
    try terminal.send("\(row) \(row) \(row)\r")
    try terminal.waitForScreen(containing: "? Which?")
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "? First?")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Which?")
    try terminal.send("\r")
    let (text, _) = try terminal.end()
    #expect(
      text == """
        ✓ First?
            \(row)
            \(row)
            \(row)
        Back to “First?”.
        ✓ First?
            \(row)
            \(row)
            \(row)
        ✓ Which?                Option 1
        Bye.
        """)
  }

  @Test("Over what was printed, steps back are one line, and what was left loses its sign")
  func printed() throws {
    let terminal = try RichTerminal("printed-between")
    try terminal.waitForScreen(containing: "? First?")
    try terminal.send("A\r")
    try terminal.waitForScreen(containing: "? Second?")
    try terminal.send("B\r")
    try terminal.waitForScreen(containing: "? Pay?")
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "? Second?")
    #expect(
      terminal.screen?.text == """

        Your plan
        ✓ First?                A
        · Second?               B
        (reserved)
        Back to “Second?”.
        ? Second?               B
          enter accept · esc back · F1 help
        """)
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "? First?")
    #expect(
      terminal.screen?.text == """

        Your plan
        · First?                A
        · Second?               B
        (reserved)
        Back to “First?”.
        ? First?                A
          enter accept · F1 help
        """)
    try terminal.send("C\r")
    try terminal.waitForScreen(containing: "❯ Undo it")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Pay?")
    try terminal.send("y")
    let (text, _) = try terminal.end()
    #expect(
      text == """

        Your plan
        · First?                A
        ✓ Second?               B
        (reserved)
        Back to “First?”.
        ✓ First?                AC
        ! “reserve” was performed with different answers.
                                Undo it, and perform it again
        (released)
        (reserved)
        ✓ Pay?                  Yes
        Bye.
        """)
  }

  @Test("Ctrl-C in the list of all answers leaves the line of the question")
  func cancelledOutline() throws {
    let terminal = try RichTerminal("printed-between")
    try terminal.waitForScreen(containing: "? First?")
    try terminal.send("A\r")
    try terminal.waitForScreen(containing: "? Second?")
    try terminal.send("\u{7}")
    try terminal.waitForScreen(containing: "? Go back to")
    try terminal.send("\u{3}")
    let (text, status) = try terminal.end()
    #expect(
      text == """

        Your plan
        ✓ First?                A
        ✗ Second?               not answered
        Cancelled.
        """)
    #expect(status == .exited(130))
  }

  @Test("What is typed during work isn't meant for the question after its failure")
  func failing() throws {
    let terminal = try RichTerminal("failing")
    try terminal.waitForScreen(containing: "Publishing…")
    try terminal.send("\r")
    terminal.openGate()
    try terminal.waitForScreen(containing: "It isn't published")
    try terminal.send("\u{1B}[C\r")
    let (text, _) = try terminal.end()
    #expect(
      text == """
        ✗ Publishing            no network
        ! It isn't published    Try again
        Bye.
        """)
  }

  @Test("Ctrl-C during work says that it was cancelled")
  func cancelledWork() throws {
    let terminal = try RichTerminal("failing")
    try terminal.waitForScreen(containing: "Publishing…")
    try terminal.send("\u{3}")
    let (text, status) = try terminal.end()
    #expect(
      text == """
        ✗ Publishing            cancelled
        “publish” was interrupted and may have been done.
        Cancelled.
        """)
    #expect(status == .exited(130))
  }

  @Test("A step back from the first page changes nothing that was filled in")
  func page() throws {
    let terminal = try RichTerminal("stay")
    try terminal.waitForScreen(containing: "❯ Name?")
    try terminal.send("Ann\ry")
    try terminal.waitForScreen(containing: "❯ For whom?")
    try terminal.send("Bob\r")
    try terminal.waitForScreen(containing: "❯ [ Submit ]")
    try terminal.send("\u{1B}")
    try terminal.waitForScreen(containing: "there is nothing to go back to")
    #expect(
      terminal.screen?.text == """
        This is the first question; there is nothing to go back to.
        Your stay
            Name?               Ann
            An extra bed?       Yes
            For whom?           Bob
                              ❯ [ Submit ]
          enter submit · shift-tab previous · F1 help
        """)
    try terminal.send("\u{1B}[Z")
    try terminal.waitForScreen(containing: "❯ For whom?")
    #expect(
      terminal.screen?.text == """
        Your stay
            Name?               Ann
            An extra bed?       Yes
          ❯ For whom?           Bob
                                [ Submit ]
          enter accept · tab next · shift-tab previous · F1 help
        """)
    try terminal.send("\r\r")
    let (text, _) = try terminal.end()
    #expect(
      text == """
        ✓ Your stay
          Name?                 Ann
          An extra bed?         Yes
          For whom?             Bob
        Bye.
        """)
  }

  @Test("A text above the first question stands once, however often a step back leads there")
  func first() async throws {
    let terminal = try HandTerminal(columns: 60, rows: 16)
    let (name, dish) = (Key<String>("name"), Key<String>("dish"))
    let flow = Flow("first") {
      Heading("You")
      Ask("Name?", into: name)
      Say("Food")
      Ask("Dish?", into: dish)
    }
    let task = Task { try await terminal.perform(flow) }
    for answer in ["Ann", "Tom"] {
      try await terminal.at("? Name?", type: "\u{15}\(answer)\r")
      try await terminal.waitForScreen { $0.contains("? Dish?") }
      if answer == "Ann" { terminal.send("\u{1B}") }
    }
    terminal.send("pie\r")
    #expect(try await task.value.outcome == .finished)
    #expect(
      terminal.text == """

        You
        ✓ Name?                 Tom
        Food
        ✓ Dish?                 pie
        Done.
        """)
  }
}
