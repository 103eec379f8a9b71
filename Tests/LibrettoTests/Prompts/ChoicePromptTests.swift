import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("One or several of a list") struct ChoicePromptTests {
  @Test("What can’t be chosen says why")
  func choice() throws {
    let flow = FuzzPrompts.questions[21]
    let keys: [KeyPress] = [.down]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Which room?
            Suite               with a view, not available: only f…
            Single              key e
          ▏❯ wide 漢字かな       क्षि กำ ｶﾞ
            one␊two␊three␍four  long long long long long long long…
          ↑↓ move · enter choose · / filter · ? help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? Which room?
            Suite               with a view, not available: only f~
            Single              key e
          ▏> wide 漢字かな       क्षि กำ ｶﾞ
            one␊two␊three␍four  long long long long long long long~
          up/down move - enter choose - / filter - ? help
        """)
  }

  @Test("A filter")
  func filter() throws {
    let flow = Flow("f") {
      Choose("Which city?", from: (1...300).map { "City \($0)" }, into: Key<String>("c"))
    }
    let keys: [KeyPress] = [KeyPress].typing("/y12")
    #expect(
      try picture(flow, keys, columns: 60, rows: 10) == """
        ? Which city?           /y12▏
          ❯ City 12
            City 102
            City 112
            City 120
            City 121
            City 122
            21 of 300
          ↑↓ move · enter choose · esc clear · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 10, .ascii) == """
        ? Which city?           /y12▏
          > City 12
            City 102
            City 112
            City 120
            City 121
            City 122
            21 of 300
          up/down move - enter choose - esc clear - F1 help
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
          ▏❯ ◉ Docs
            ◉ CI
          space choose · enter go on · a all · i invert · ? help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? Features              2 chosen, 1 or more needed
            [ ] Tests
          ▏> [x] Docs
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
    #expect(pressed == .refused("Choose an answer first."))
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
        ? Which?                /ban▏
          ❯ ◯ Banana


            1 of 3
          ↑↓ move · enter choose · tab choose more · F1 help
        """)
    let chosen = try picture(flow, keys + [.enter] + .typing("/ch") + [.enter])
    #expect(
      chosen == """
        ? Which?                2 chosen
            ◯ Apple
            ◉ Banana
          ▏❯ ◉ Cherry
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
          ▏❯ ◉ Onions
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
