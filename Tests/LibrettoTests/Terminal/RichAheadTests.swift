import TestSupport
import Testing

@testable import LibrettoCore

/// The row that says how far the run has come, and what an answer would change behind its question.
@Suite("The way ahead at the rich console") struct RichAheadTests {
  private static let plan = Key<String>("plan")
  private static let seats = Key<Int>("seats")
  private static let name = Key<String>("name")

  private static let flow = Flow("order") {
    Heading("Your order")
    Choose("Which plan?", into: plan) {
      Option("Free")
      Option("Team") {
        Ask("How many seats?", into: seats)
        Do("reserve") { _ in }.reads(seats).undo { _ in }
      }
    }
    Ask("What is your name?", into: name)
    Ask("Your city?", into: Key<String>("city"))
    Confirm("Order it?", into: Key<Bool>("go"))
  }

  @Test("A row above the question says how far the run has come, as far as that is known")
  func way() async throws {
    let terminal = try HandTerminal()
    let task = Task { try await terminal.perform(Self.flow) }
    try await terminal.waitForScreen { $0.contains("Which plan?") }
    let first = terminal.text.split(separator: "\n", omittingEmptySubsequences: false)
    // Right below the heading, the row doesn't repeat it.
    #expect(
      first.contains(String(repeating: " ", count: 65) + "1 of 4 to 5"), "\(terminal.text)")
    terminal.send("\u{1B}[B\r")
    try await terminal.waitForScreen {
      $0.contains("  Your order" + String(repeating: " ", count: 50) + "2 of 5  ━━────")
    }
    terminal.send("5\r")
    try await terminal.at("3 of 5  ━━━───", type: "\u{1B}")
    try await terminal.at("2 of 5", type: "\u{1B}")
    try await terminal.waitForScreen { $0.contains("1 of 4 to 5") }
    #expect(!terminal.text.contains("Then"))
    terminal.send("\u{1B}[A")
    try await terminal.waitForScreen {
      $0.contains("  Then “How many seats?” won’t be asked, and “reserve” will be undone.")
    }
    terminal.send("\r")
    try await terminal.at("2 of 4  ━━━───", type: "Ann\r")
    try await terminal.at("Your city?", type: "Bern\r")
    try await terminal.at("4 of 4  ━━━━━━", type: "y")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("What is asked again is named by its title with the new answer")
  func title() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("count") {
      Ask("Name?", into: Self.name)
      Ask("Seats for \(Self.name)?", into: Self.seats)
      Confirm("Go?", into: Key<Bool>("go"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Name?", type: "Bob\r")
    try await terminal.at("? Seats for Bob?", type: "3\r")
    try await terminal.at("? Go?", type: "\u{7}\u{1B}[H\r")
    try await terminal.at("? Name?", type: "by")
    try await terminal.at("  Then “Seats for Bobby?” will be asked again.", type: "\r")
    try await terminal.at("? Seats for Bobby?", type: "3\r")
    try await terminal.at("? Go?", type: "y")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("At the button of a form, a row says what the new answers would change")
  func form() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("form") {
      Form("You") { Ask("Name?", into: Self.name) }
      When(Self.name == "Bob") { Ask("Seats?", into: Self.seats) }
      Do("reserve") { _ in }.reads(Self.name).undo { _ in }
      Confirm("Go?", into: Key<Bool>("go"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("❯ Name?", type: "Bob\r\r")
    try await terminal.at("? Seats?", type: "3\r")
    try await terminal.at("? Go?", type: "\u{7}\u{1B}[H\r")
    try await terminal.at("❯ [ Submit ]", type: "\u{1B}[Zby\t")
    try await terminal.waitForScreen {
      $0.contains("  Then “Seats?” won’t be asked, and “reserve” was done with another")
    }
    // Nothing is changed by the same answers.
    terminal.send("\u{1B}[Z\u{7F}\u{7F}\t")
    try await terminal.waitForScreen { $0.contains("❯ [ Submit ]") && !$0.contains("Then") }
    terminal.send("\r")
    try await terminal.at("? Go?", type: "y")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("A letter that answers at once says first what the answer undoes; once more, it answers")
  func letters() async throws {
    let terminal = try HandTerminal()
    let publish = Key<Bool>("publish")
    let flow = Flow("site") {
      Confirm("Publish?", into: publish) {
        Do("publish") { _ in }.reads(publish).undo { _ in }
      }
      Ask("Your name?", into: Self.name)
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.waitForScreen { $0.contains("? Publish?") }
    // Nothing stands behind it yet.
    terminal.send("y")
    try await terminal.at("? Your name?", type: "\u{7}\r")
    try await terminal.at("? Publish?", type: "n")
    try await terminal.waitForScreen {
      $0.contains("❯ no") && $0.contains("  Then “publish” will be undone.")
    }
    terminal.send("n")
    try await terminal.at("? Your name?", type: "Ann\r")
    let result = try await task.value
    #expect(result.outcome == .finished && result.answers[publish] == false)
  }

  @Test("Where there is nothing to go back to, the key of the outline says so until the next key")
  func nothingBefore() async throws {
    let terminal = try HandTerminal()
    let task = Task { try await terminal.perform(Flow("one") { Ask("Name?", into: Self.name) }) }
    try await terminal.at("? Name?", type: "\u{7}")
    try await terminal.waitForScreen {
      $0.contains("This is the first question; there is nothing to go back to.\n? Name?")
    }
    terminal.send("A")
    try await terminal.waitForScreen { $0.contains("A") && !$0.contains("nothing to go back to") }
    terminal.send("nn\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("The outline has what is kept for later, too, also where nothing lies before")
  func later() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("steps") {
      Ask("A?", into: Key<String>("a"))
      Form("B") { Ask("Name?", into: Self.name) }
      Ask("C?", into: Key<String>("c"))
      Ask("D?", into: Key<String>("d"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? A?", type: "one\r")
    try await terminal.at("❯ Name?", type: "two\r\r")
    try await terminal.at("? C?", type: "three\r")
    try await terminal.waitForScreen { $0.contains("? D?") }
    // What is answered anew stays in the order of the flow.
    terminal.send("\u{7}\u{1B}[A\r")
    try await terminal.at("❯ [ Submit ]", type: "\u{1B}[Zs\r\r")
    try await terminal.at("? D?", type: "\u{7}\u{1B}[H\r")
    try await terminal.at("? A?", type: "\u{7}")
    try await terminal.at("  ❯ A?  open\n    B   twos\n    C?  three\n", type: "\u{1B}[B")
    try await terminal.waitForScreen { $0.contains("  Kept for when you come to it again.\n") }
    // Nobody can go forward past what is open.
    terminal.send("\r")
    try await terminal.at("? A?                    one", type: "\r")
    try await terminal.at("? D?", type: "four\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Everything that an answer undoes, or makes one decide about, is named")
  func allSettled() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("work") {
      Ask("How many seats?", into: Self.seats)
      Do("reserve") { _ in }.reads(Self.seats).undo { _ in }
      Do("print") { _ in }.reads(Self.seats)
      Do("post") { _ in }.reads(Self.seats)
      Ask("Your name?", into: Self.name)
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? How many seats?", type: "1\r")
    try await terminal.at("? Your name?", type: "\u{1B}")
    try await terminal.at("? How many seats?", type: "0")
    try await terminal.waitForScreen {
      $0.contains(
        "  Then “reserve”, “print” and “post” were done with another answer, so you\n"
          + "  decide about them.\n")
    }
    terminal.send("\u{7F}")
    try await terminal.waitForScreen { !$0.contains("Then") }
    terminal.send("\r")
    try await terminal.at("? Your name?", type: "Ann\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Help says why a question is asked, in an operation too", arguments: [false, true])
  func reason(isInOperation: Bool) async throws {
    let terminal = try HandTerminal()
    let steps = Flow("steps") {
      Confirm("Publish it?", into: Key<Bool>("publish"))
      When(Key<Bool>("publish") == true) { Ask("Where?", into: Self.name) }
    }
    let flow = Flow("why") {
      if isInOperation { Operations { Operation("you") { steps } } } else { steps }
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Publish it?", type: "y")
    try await terminal.at("? Where?", type: "\u{1B}OP")
    try await terminal.at("  Asked because “Publish it?” is Yes.\n", type: "here\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Ctrl-G shows what was answered, and goes back to any of it")
  func outline() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("steps") {
      Ask("A?", into: Key<String>("a"))
      Ask("B?", into: Key<String>("b"))
      Ask("C?", into: Key<String>("c"))
    }
    let task = Task { try await terminal.perform(flow) }
    for (title, answer) in [("A?", "one"), ("B?", "two")] {
      try await terminal.at("? \(title)", type: "\(answer)\r")
    }
    try await terminal.at("? C?", type: "\u{7}")
    try await terminal.waitForScreen {
      $0.contains("? Go back to") && $0.contains("    A?  one\n  ❯ B?  two\n    C?  open\n")
        && $0.contains("  Nothing so far depends on it.\n")
    }
    terminal.send("\u{7}")
    try await terminal.at("? C?", type: "\u{7}")
    try await terminal.at("? Go back to", type: "\u{1B}[A\r")
    try await terminal.at("? A?                    one", type: "\u{15}three\r")
    try await terminal.at("? C?", type: "four\r")
    let result = try await task.value
    #expect(result.answers[Key<String>("a")] == "three")
    #expect(result.answers[Key<String>("b")] == "two")
  }

  @Test("While answers are kept for later, it doesn’t say that nothing depends on one")
  func keptAhead() async throws {
    let terminal = try HandTerminal()
    let a = Key<String>("a")
    let flow = Flow("steps") {
      Ask("A?", into: a)
      Ask("B?", into: Key<String>("b"))
      Ask("C, \(a)?", into: Key<String>("c"))
      Ask("D?", into: Key<String>("d"))
    }
    let task = Task { try await terminal.perform(flow) }
    for title in ["A?", "B?", "C, one?"] {
      try await terminal.at("? \(title)", type: "one\r")
    }
    try await terminal.at("? D?", type: "\u{7}")
    try await terminal.at("  ❯ C, one?  one\n", type: "\u{1B}[A\r")
    try await terminal.at("? B?                    one", type: "\u{7}")
    try await terminal.waitForScreen {
      $0.contains("  ❯ A?       one\n") && $0.contains("    C, one?  one\n")
        && !$0.contains("depends on it")
    }
    terminal.send("\u{7}")
    try await terminal.at("? B?                    one", type: "\r")
    try await terminal.at("? D?", type: "one\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Beside other questions it says why nobody can go back; else it goes where it says")
  func besideOthers() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("steps") {
      Ask("A?", into: Key<String>("a"))
      Operations {
        Operation("one") { Confirm("X?") }
        Operation("two") { Confirm("Y?") }
      }
      Confirm("Z?")
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? A?", type: "one\r")
    try await terminal.at("? X?", type: "\u{7}")
    try await terminal.at(
      "Other questions are open beside this one; answer them, then go back.\n? X?", type: "y")
    try await terminal.at("? Y?", type: "\u{7}")
    try await terminal.at("    A?  one\n  ❯ X?  Yes\n    Y?  open\n", type: "\u{1B}[A\r")
    try await terminal.at("? A?                    one", type: "\r")
    try await terminal.at("? Y?", type: "y")
    try await terminal.at("? Z?", type: "y")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("It says what depends on each answer, and a page is one of them")
  func dependants() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("order") {
      Choose("Which plan?", into: Self.plan) {
        Option("Free")
        Option("Team") { Ask("How many seats?", into: Self.seats) }
      }
      Do("reserve") { _ = $0[Self.seats] }.reads(Self.seats)
      Form("You") { Ask("What is your name?", into: Self.name) }
      Confirm("Go, \(Self.name)?", into: Key<Bool>("go"))
    }
    let task = Task { try await terminal.perform(flow) }
    try await terminal.at("? Which plan?", type: "\u{1B}[B\r")
    try await terminal.at("? How many seats?", type: "5\r")
    try await terminal.at("❯ What is your name?", type: "Ann\u{7}")
    try await terminal.waitForScreen {
      $0.contains("    Which plan?      Team\n  ❯ How many seats?  5\n    You              open\n")
        && $0.contains("  “reserve” depends on it.\n")
    }
    terminal.send("\u{1B}[A")
    try await terminal.at("  “How many seats?” depends on it.\n", type: "\u{7}")
    try await terminal.at("❯ What is your name?  Ann", type: "\r")
    try await terminal.at("❯ [ Submit ]", type: "\r")
    try await terminal.at("? Go, Ann?", type: "\u{7}")
    try await terminal.waitForScreen {
      $0.contains("  ❯ You              Ann\n    Go, Ann?         open\n")
        && $0.contains("  “Go, Ann?” depends on it.\n")
    }
    terminal.send("\r")
    try await terminal.waitForScreen {
      $0.contains("  What is your name?  Ann") && $0.contains("❯ [ Submit ]")
    }
    terminal.send("\u{1B}[Z\u{15}Bea\r")
    try await terminal.waitForScreen { $0.contains("  What is your name?  Bea") }
    try await terminal.at("❯ [ Submit ]", type: "\r")
    try await terminal.at("? Go, Bea?", type: "y")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("It counts the questions of operations beside each other, and those behind them")
  func operations() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("both") {
      Heading("Both")
      Operations {
        Operation("one") {
          Ask("A?", into: Key<String>("a"))
          Ask("B?", into: Key<String>("b"))
        }
        Operation("two") { Ask("C?", into: Key<String>("c")) }
        Operation("three", after: "two") { Ask("D?", into: Key<String>("d")) }
      }
      Ask("E?", into: Key<String>("e"))
    }
    let task = Task { try await terminal.perform(flow) }
    for (number, title) in ["A?", "B?", "C?", "D?", "E?"].enumerated() {
      try await terminal.waitForScreen {
        $0.contains("? \(title)") && $0.contains("\(number + 1) of 5  ")
      }
      terminal.send("x\r")
    }
    #expect(try await task.value.outcome == .finished)
  }

  @Test("A short flow has no such row")
  func none() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("short") {
      Ask("A?", into: Self.name)
      Ask("B?", into: Key<String>("b"))
      Ask("C?", into: Key<String>("c"))
    }
    let task = Task { try await terminal.perform(flow) }
    for title in ["A?", "B?", "C?"] {
      try await terminal.waitForScreen { $0.contains("? \(title)") }
      #expect(!terminal.text.contains(" of "))
      terminal.send("x\r")
    }
    #expect(try await task.value.outcome == .finished)
  }
}
