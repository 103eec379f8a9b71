import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Several lines, typed") struct MultilinePromptTests {
  @Test("The way out is written on the screen")
  func lines() throws {
    let flow = Flow("f") { Ask("Notes?", into: Key<String>("n")).multiline() }
    let keys: [KeyPress] = [KeyPress].typing("one") + [.enter] + .typing("two")
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Notes?                ctrl-d to end
          │ one
          │ two▏
          ctrl-d end · enter new line · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? Notes?                ctrl-d to end
          | one
          | two▏
          ctrl-d end - enter new line - F1 help
        """)
  }

  @Test("The default can be read, and changed with Tab")
  func preset() throws {
    let flow = Flow("f") {
      Ask("Notes?", into: Key<String>("n")).multiline().default("one\ntwo\nthree\nfour")
    }
    #expect(
      try picture(flow, [], columns: 60, rows: 16) == """
        ? Notes?                ctrl-d to end
          │ ▏one
          │ two
          │ three
          │ four
          ctrl-d accept the default · enter new line · F1 help
        """)
    #expect(
      try picture(flow, [.tab, .text("!")], columns: 60, rows: 16) == """
        ? Notes?                ctrl-d to end
          │ one
          │ two
          │ three
          │ four!▏
          ctrl-d end · enter new line · F1 help
        """)
  }

  @Test("A long paste in one line, and moves in it")
  func long() throws {
    let asked = try FuzzPrompt(FuzzPrompts.questions[5])
    guard case .question(let question, _) = asked.view.body else { return }
    var prompt = MultilinePrompt(question)
    let text = String(repeating: "a", count: 200_000)
    for key: KeyPress in [.paste(text + "\n" + text), .up, .down, .home, .backspace] {
      _ = prompt.press(key)
    }
    #expect(prompt.typed == text + text)
  }
}
