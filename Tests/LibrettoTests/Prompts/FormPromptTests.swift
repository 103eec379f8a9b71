import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("A page") struct FormPromptTests {
  @Test("A problem at its field")
  func form() throws {
    let flow = FuzzPrompts.pages[0]
    let keys: [KeyPress] = [KeyPress].typing("Sally") + [.tab] + .typing("31") + [.enter]
    #expect(
      try picture(flow, keys, columns: 60, rows: 18) == """
        Your stay
        Everything can be corrected before it is sent.
            Name?               Sally
          ❯ Nights?             31▏
            Give 1 to 30.
            Room?
            An extra bed?       No
            Arrival?
                                [ Submit ]
          enter accept · ↑↓ step · tab next · F1 help
        """)
  }

  @Test("Tab takes what a filter has found, as Return does")
  func filtered() throws {
    let flow = Flow("f") {
      Form("Stay") {
        Choose("Item?", from: (1...8).map { "Item \($0)" }, into: Key<String>("item"))
        Ask("Name?", into: Key<String>("name"))
      }
    }
    #expect(
      try picture(flow, .typing("m 5") + [.tab]) == """
        Stay
            Item?               Item 5
          ❯ Name?               ▏
                                [ Submit ]
          enter accept · tab next · shift-tab previous · F1 help
        """)
  }

  @Test(
    "A number is the beginning of a title, where titles are numbers", arguments: [2024, 2025, 2026])
  func numbers(_ year: Int) throws {
    let flow = Flow("f") {
      Form("Car") { Choose("Year?", from: [2024, 2025, 2026], into: Key<Int>("year")) }
    }
    #expect(try picture(flow, .typing("\(year)")).contains("‹ \(year) ›"))
  }

  @Test("What a question refuses stands below it, and the focus of a long scale is seen")
  func refused() throws {
    let flow = Flow("f") {
      Form("You") {
        Confirm("Bed?", into: Key<Bool>("bed"))
        Rate("Stars?", scale: 1...7, into: Key<Int>("stars"))
      }
    }
    let refused = try picture(flow, [.enter], columns: 60)
    #expect(
      refused == """
        You
          ❯ Bed?               ▏ y or n
            An answer is needed: yes or no.
            Stars?
                                [ Submit ]
          enter accept · y yes · n no · ←→ move · F1 help
        """)
    let narrow = try picture(flow, [.text("y"), .enter, .text("6")], columns: 20)
    #expect(
      narrow == """
        You
            Bed?
              Yes
          ❯ Stars?
              … 4  5▏ ❯6  7
            [ Submit ]
          enter accept · F1
        """)
  }

  @Test("An option that is longer than its row stands below it, and nothing moves for the next")
  func longOption() throws {
    let flow = Flow("f") {
      Form("Stay") {
        Choose("Room?", from: ["a single room with a view", "double"], into: Key<String>("room"))
        Ask("Name?", into: Key<String>("name"))
      }
    }
    let long = try picture(flow, [], columns: 40)
    #expect(
      long == """
        Stay
          ❯ Room?      ▏ ‹ a single room with a…
            a single room with a view
            Name?
                        [ Submit ]
          enter accept · ←→ choose · F1 help
        """)
    let short = try picture(flow, [.right], columns: 40)
    #expect(
      short == """
        Stay
          ❯ Room?      ▏ ‹ double ›

            Name?
                        [ Submit ]
          enter accept · ←→ choose · F1 help
        """)
  }

  @Test("A question appears")
  func formShown() throws {
    let flow = FuzzPrompts.pages[0]
    let keys: [KeyPress] = [KeyPress].typing("Sally") + [.tab, .tab, .tab, .text("y")]
    #expect(
      try picture(flow, keys, columns: 60, rows: 18) == """
        Your stay
        Everything can be corrected before it is sent.
            Name?               Sally
            Nights?
            Room?
            An extra bed?       Yes
          ❯ For whom?           ▏
            Arrival?
                                [ Submit ]
          enter accept · tab next · shift-tab previous · F1 help
        """)
  }

  @Test("An alert with fields")
  func fields() throws {
    let flow = FuzzPrompts.pages[2]
    let keys: [KeyPress] = [KeyPress].typing("bob") + [.tab] + .typing("abc")
    #expect(
      try picture(flow, keys, columns: 60, rows: 18) == """
        ╭ Sign in ─────────────────────────────────────────────────
        │ 🇨🇭🇩🇪🇨
        │
        │     User name  bob
        │   ❯ क्षि กำ ｶﾞ      •••▏
        │     Erase (deletes)      OK      Cancel
        ╰──────────────────────────────────────────────────────────
          enter accept · tab next · shift-tab previous · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 18, .ascii) == """
        + Sign in -------------------------------------------------
        | 🇨🇭🇩🇪🇨
        |
        |     User name  bob
        |   > क्षि กำ ｶﾞ      ***▏
        |     Erase (deletes)      OK      Cancel
        +----------------------------------------------------------
          enter accept - tab next - shift-tab previous - F1 help
        """)
  }

  @Test("What the highlight is moved to is the answer")
  func radioButtons() throws {
    let room = Key<String>("room")
    let flow = Flow("stay") {
      Form("Your stay") {
        Choose("Room?", from: ["single", "suite"], into: room)
        Confirm("An extra bed?", into: Key<Bool>("bed")).when(room == "suite")
      }
    }
    let untouched = try picture(flow, [.tab])
    #expect(
      untouched == """
        Your stay
            Room?
                             ▏ ❯ [ Submit ]
          enter submit · shift-tab previous · F1 help
        """)
    let moved = try picture(flow, [.right, .tab])
    #expect(
      moved == """
        Your stay
            Room?               suite
          ❯ An extra bed?      ▏ y or n
                                [ Submit ]
          enter accept · y yes · n no · ←→ move · F1 help
        """)
  }

  @Test("A page that is shown again has the buttons of then")
  func buttons() throws {
    func page(_ title: String) throws -> FormPage {
      let alert = Alert("Who is there?") {
        Field("Name", into: Key<String>("name"))
        Button("\(title)")
      }
      let run = try Run(Flow("door") { alert.id("door") })
      let need = try #require(run.needs.first)
      return try #require(run.page(for: need))
    }
    let (first, second) = (try page("Let in"), try page("Let out"))
    var prompt = FormPrompt(first, aids: FuzzPrompts.aids) { _ in first }
    #expect(prompt.suits(second))
    prompt.show(second)
    #expect(prompt.buttons.buttons.map(\.title) == ["Let out"])
  }

  @Test("What was filled in belongs to the same questions only")
  func suits() throws {
    let (name, nights) = (Key<String>("name"), Key<Int>("nights"))
    func page(@FormBuilder _ questions: () -> Building.Questions) throws -> FormPage {
      let run = try Run(Flow("stay") { Form("Your stay", questions).id("stay") })
      let need = try #require(run.needs.first)
      return try #require(run.page(for: need))
    }
    let first = try page { Ask("Name?", into: name) }
    let second = try page {
      Ask("Name?", into: name)
      Ask("Nights?", into: nights)
    }
    let prompt = FormPrompt(first, aids: FuzzPrompts.aids) { _ in first }
    #expect(prompt.suits(first))
    #expect(!prompt.suits(second))
  }

  @Test("A few options are chosen in place, and nothing moves")
  func inPlace() throws {
    let flow = Flow("stay") {
      Form("Your stay") {
        Choose("Room?", from: ["single", "suite", "attic"], into: Key<String>("room"))
        Ask("Name?", into: Key<String>("name"))
      }
    }
    func page(_ shown: String) -> String {
      """
      Your stay
        ❯ Room?              ▏ \(shown)
          Name?
                              [ Submit ]
        enter accept · ←→ choose · tab next · F1 help
      """
    }
    for (keys, shown): ([KeyPress], String) in [
      ([], "‹ single ›"), ([.right], "‹ suite ›"), ([.left], "‹ attic ›"),
      ([.text("s")], "‹ suite ›"), ([.text("a")], "‹ attic ›"),
      ([.text("3"), .right], "‹ single ›"), ([.text("x")], "‹ single ›"),
    ] {
      #expect(try picture(flow, keys, columns: 60) == page(shown))
    }
  }

  @Test("Below 36 columns, answers stand under their titles")
  func narrow() throws {
    let flow = FuzzPrompts.pages[0]
    let keys: [KeyPress] = .typing("Sally") + [.tab] + .typing("31") + [.enter]
    #expect(
      try picture(flow, keys, columns: 20, rows: 20) == """

        Your stay
        Everything can be
        corrected before it
        is sent.
            Name?
              Sally
          ❯ Nights?
              31▏
            Give 1 to 30.
            Room?

            An extra bed?
              No
            Arrival?

            [ Submit ]

          enter accept · F1
        """)
    let small = try picture(flow, keys, columns: 20, rows: 10)
    #expect(
      small == """
        Your stay
            Name?
              Sally
          ❯ Nights?
              31▏
            Give 1 to 30.
            Room?
            ↓ 6 more
          enter accept · F1
        """)
  }
}
