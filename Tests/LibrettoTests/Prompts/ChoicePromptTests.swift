import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("One or several of a list") struct ChoicePromptTests {
  @Test("What can’t be chosen says why")
  func choice() throws {
    let flow = FuzzPrompts.questions[21]
    let keys: [KeyPress] = [.down]
    let seen = try picture(flow, keys, columns: 60, rows: 16)
    #expect(
      seen == """
        ? Which room?
            Suite               with a view, not available: only f…
            Single              key e
         ▏ ❯ wide 漢字かな       क्षि กำ ｶﾞ
            one␊two␊three␍four  long long long long long long long…




          ↑↓ move · enter choose · a-z filter · ? help
        """)
    let plain = try picture(flow, keys, columns: 60, rows: 16, .ascii)
    #expect(
      plain == """
        ? Which room?
            Suite               with a view, not available: only f~
            Single              key e
         ▏ > wide 漢字かな       क्षि กำ ｶﾞ
            one␊two␊three␍four  long long long long long long long~




          up/down move - enter choose - a-z filter - ? help
        """)
  }

  private static let cities = Flow("f") {
    Choose("Which city?", from: (1...300).map { "City \($0)" }, into: Key<String>("c"))
  }

  @Test("What is typed filters, and digits jump", arguments: [".", "y", " ", "漢"])
  func typing(_ text: String) throws {
    #expect(try picture(Self.cities, [.text(text)]).hasPrefix("? Which city?           /\(text)▏"))
    let jumped = try picture(Self.cities, [.text("1"), .text("2")], rows: 6)
    #expect(
      jumped == """
        ? Which city?
            City 11
         ▏ ❯ City 12
            ↑ 10 more  ↓ 288 more
          ↑↓ move · enter choose · a-z filter · ? help
        """)
  }

  @Test("A number filters where titles are numbers: it means a title, not a row")
  func numbers() throws {
    let years = Flow("f") {
      Choose("Year?", from: ["2023", "2024", "2025", "2026"], into: Key<String>("y"))
    }
    #expect(
      try picture(years, .typing("2025"), rows: 8) == """
        ? Year?                 /2025▏   1 of 4
          ❯ 2025



          ↑↓ move · enter choose · esc clear · F1 help
        """)
    let ports = Flow("f") {
      ChooseMany("Ports?", from: ["22", "80", "443", "8080"], into: Key<[String]>("p"))
    }
    #expect(
      try picture(ports, .typing("22") + [.enter], rows: 8) == """
        ? Ports?                1 chosen
         ▏ ❯ ◉ 22
            ◯ 80
            ◯ 443
            ◯ 8080
          space choose · enter go on · a all · i invert · ? help
        """)
  }

  @Test("A filter: the list keeps its height, whatever it finds")
  func filter() throws {
    let keys: [KeyPress] = [KeyPress].typing("y12")
    #expect(
      try picture(Self.cities, keys, columns: 60, rows: 10) == """
        ? Which city?           /y12▏   21 of 300
          ❯ City 12
            City 102
            City 112
            City 120
            ↓ 17 more
          ↑↓ move · enter choose · esc clear · F1 help
        """)
    #expect(
      try picture(Self.cities, keys + [.text("0")], columns: 60, rows: 10, .ascii) == """
        ? Which city?           /y120▏   1 of 300
          > City 120




          up/down move - enter choose - esc clear - F1 help
        """)
    #expect(
      try picture(Self.cities, keys + [.text("x")], columns: 60, rows: 10) == """
        ? Which city?           /y12x▏   0 of 300
            Nothing fits.




          ↑↓ move · enter choose · esc clear · F1 help
        """)
  }

  @Test("Home and End move in what a filter found; if that is nothing, Esc leads back")
  func filterEnds() throws {
    let keys: [KeyPress] = [.down, .down] + [KeyPress].typing("y12")
    func highlighted(_ more: [KeyPress]) throws -> String? {
      try picture(Self.cities, keys + more, columns: 60, rows: 12).split(separator: "\n")
        .first { $0.contains("❯ ") }.map { $0.trimmingPrefix { "▏ ❯".contains($0) } }.map(
          String.init)
    }
    #expect(try highlighted([.end]) == "City 212")
    #expect(try highlighted([.end, .home]) == "City 12")
    #expect(try highlighted([.end, .escape]) == "City 212")
    #expect(try highlighted([.text("x"), .escape]) == "City 3")
  }

  @Test("A list takes twelve rows, or half of the window", arguments: [(50, 12), (16, 8), (5, 2)])
  func height(rows: Int, most: Int) throws {
    let lines = try picture(Self.cities, rows: rows).split(separator: "\n")
    #expect(lines.count == most + 2)
  }

  @Test("A paste fills the filter, and chooses nothing")
  func paste() throws {
    let plans = ["Free", "Pro", "Team"]
    let one = Flow("f") { Choose("Plan?", from: plans, into: Key<String>("p")) }
    let pasted = try picture(one, [.paste("Team\n")])
    #expect(
      pasted == """
        ? Plan?                 /Team▏   1 of 3
          ❯ Team


          ↑↓ move · enter choose · esc clear · F1 help
        """)
    let several = Flow("f") { ChooseMany("Plans?", from: plans, into: Key<[String]>("p")) }
    #expect(try picture(several, [.paste("Team\n")]).hasPrefix("? Plans?                /Team▏"))
  }

  @Test("A filter looks into descriptions too")
  func descriptions() throws {
    let flow = Flow("f") {
      Choose("Which city?", into: Key<String>("c")) {
        Option("Bern").description("on the Aare")
        Option("Basel").description("on the Rhine")
      }
    }
    #expect(
      try picture(flow, .typing("rhine"), columns: 60) == """
        ? Which city?           /rhine▏   1 of 2
          ❯ Basel  on the Rhine

          ↑↓ move · enter choose · esc clear · F1 help
        """)
  }

  @Test("An option that is longer than its row stands in full while it is focused")
  func long() throws {
    let flow = Flow("f") {
      Choose("Which?", into: Key<String>("c")) {
        Option("Short")
        Option("A very long option that has no room in one row").description("and a description")
        Option(Text(stringLiteral: String(repeating: "unbroken", count: 10)))
      }
    }
    #expect(
      try picture(flow, [.down], columns: 44) == """
        ? Which?
            Short
         ▏ ❯ A very long option that has no room in
            one row  and a description
            unbrokenunbrokenunbrokenunbrokenunbrok…

          ↑↓ move · enter choose · ? help
        """)
    #expect(
      try picture(flow, [], columns: 44) == """
        ? Which?
         ▏ ❯ Short
            A very long option that has no room in…
            unbrokenunbrokenunbrokenunbrokenunbrok…


          ↑↓ move · enter choose · ? help
        """)
  }

  @Test("A description without room for words stands only where the option is focused")
  func narrow() throws {
    let flow = Flow("f") {
      Choose("Which?", into: Key<String>("c")) {
        Option("A service for everybody").description("Swift on the server")
        Option("A tool").description("for one command")
        Option("None of these at all")
      }
    }
    #expect(
      try picture(flow, [.down], columns: 36) == """
        ? Which?
            A service for everybody
         ▏ ❯ A tool                   for
            one command
            None of these at all
          ↑↓ move · enter choose · ? help
        """)
  }

  @Test("Several, inverted")
  func several() throws {
    let flow = Flow("f") {
      ChooseMany("Features", from: ["Tests", "Docs", "CI"], into: Key<[String]>("s")).atLeast(1)
    }
    let keys: [KeyPress] = [.text(" "), .down, .text("i")]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Features              2 chosen, 1 or more needed
            ◯ Tests
         ▏ ❯ ◉ Docs
            ◉ CI
          space choose · enter go on · a all · i invert · ? help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? Features              2 chosen, 1 or more needed
            [ ] Tests
         ▏ > [x] Docs
            [x] CI
          space choose - enter go on - a all - i invert - ? help
        """)
  }

  @Test("A filter focuses nothing that destroys")
  func filtered() throws {
    let alert = try FuzzPrompt(FuzzPrompts.questions[24])
    guard case .question(let question, _) = alert.view.body else { return }
    var prompt = ChoicePrompt(question)
    #expect(prompt.reply == .given(.choice("no")))
    // “e” is in the title that destroys only.
    for key in [KeyPress].typing("/e") { _ = prompt.press(key) }
    #expect(prompt.reply == nil)
    let pressed = prompt.press(.enter)
    #expect(pressed == .refused(Sentence(.chooseAnAnswer)))
    _ = prompt.press(.down)
    #expect(prompt.reply == .given(.choice("yes")))
  }

  @Test("Return in a filter chooses what was looked for, and shows all options again")
  func filteredSeveral() throws {
    let flow = Flow("f") {
      ChooseMany("Which?", from: ["Apple", "Banana", "Cherry"], into: Key<[String]>("s"))
    }
    let keys: [KeyPress] = .typing("/ban")
    let filtered = try picture(flow, keys, columns: 60, rows: 10)
    #expect(
      filtered == """
        ? Which?                /ban▏   1 of 3
          ❯ ◯ Banana


          ↑↓ move · enter choose · tab choose more · F1 help
        """)
    let chosen = try picture(flow, keys + [.enter] + .typing("/ch") + [.enter])
    #expect(
      chosen == """
        ? Which?                2 chosen
            ◯ Apple
            ◉ Banana
         ▏ ❯ ◉ Cherry
          space choose · enter go on · a all · i invert · ? help
        """)
  }

  @Test("Return behind a filter takes nothing away that Tab has chosen")
  func filterChoosesMore() throws {
    let flow = Flow("toppings") {
      ChooseMany("Toppings?", from: ["Olives", "Onions", "Ham"], into: Key<[String]>("toppings"))
        .atLeast(1).atMost(2)
    }
    let keys: [KeyPress] = [KeyPress].typing("/on") + [.tab, .enter]
    #expect(
      try picture(flow, keys) == """
        ? Toppings?             1 chosen, 1 to 2 needed
            ◯ Olives
         ▏ ❯ ◉ Onions
            ◯ Ham
          space choose · enter go on · i invert · / filter · ? help
        """)
  }

  @Test("Many options: all of them are chosen, filtered and drawn")
  func many() throws {
    let flow = Flow("f") {
      ChooseMany("Which?", from: (0..<20_000).map { "option \($0)" }, into: Key<[String]>("s"))
    }
    let run = try Run(flow)
    guard let question = run.question(for: run.needs[0]) else { return }
    var prompt = ChoicePrompt(question)
    _ = prompt.press(.text("a"))
    guard case .given(let given)? = prompt.reply else { return }
    try run.check(given, for: run.needs[0])
    #expect(question.words(for: given).utf8.count > 20_000)
    for key in [KeyPress].typing("/op199") { _ = prompt.press(key) }
    let space = Space(columns: 60, headline: 30, rows: 9, glyphs: .unicode)
    #expect(prompt.draw(space).rows.count == 9)
  }
}
