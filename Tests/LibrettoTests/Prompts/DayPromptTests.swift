import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("A day in a calendar") struct DayPromptTests {
  @Test("Moved from today")
  func day() throws {
    let flow = FuzzPrompts.questions[9]
    let keys: [KeyPress] = [.right, .right, .down]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? When?                 2026-12-06▏   Sun 6 Dec 2026
          December 2026   today is Sat 28 Nov 2026
          mon tue wed thu fri sat sun
                1   2   3   4   5 [ 6]
            7   8   9  10  11  12  13
           14  15  16  17  18  19  20
           21  22  23  24  25  26  27
           28  29  30  31

          enter accept · ←→ day · ↑↓ week · F1 help
        """)
  }

  @Test("What is typed replaces the day that was moved to")
  func replaced() throws {
    let keys: [KeyPress] = [.right] + .typing("24 dec")
    #expect(
      try picture(FuzzPrompts.questions[9], keys, columns: 70, rows: 3).hasPrefix(
        "? When?                 24 dec▏   Thu 24 Dec 2026"))
    let pasted = try picture(
      FuzzPrompts.questions[9], [.right, .paste("24.12.202"), .text("6")], columns: 70, rows: 3)
    #expect(pasted.hasPrefix("? When?                 24.12.2026▏"))
  }

  @Test("In a narrow window, the day that is understood stands below")
  func narrow() throws {
    let shown = try picture(
      FuzzPrompts.questions[9], .typing("next friday"), columns: 20, rows: 10)
    #expect(
      shown == """
        ? When?
                …xt friday▏
          Fri 4 Dec 2026
          enter accept · F1
        """)
  }

  @Test("Without room beside what is typed, the day stands above the calendar")
  func below() throws {
    #expect(
      try picture(FuzzPrompts.questions[9], .typing("24 dec"), columns: 40, rows: 16) == """
        ? When?         24 dec▏
          Thu 24 Dec 2026 · in 26 days
          December 2026
          today is Sat 28 Nov 2026
          mon tue wed thu fri sat sun
                1   2   3   4   5   6
            7   8   9  10  11  12  13
           14  15  16  17  18  19  20
           21  22  23 [24] 25  26  27
           28  29  30  31

          enter accept · ←→ day · F1 help
        """)
  }

  @Test("What somebody says is shown as the day that is understood, and is the answer")
  func said() throws {
    #expect(
      try picture(FuzzPrompts.questions[9], .typing("next fri"), columns: 70, rows: 16) == """
        ? When?                 next fri▏   Fri 4 Dec 2026 · in 6 days
          December 2026   today is Sat 28 Nov 2026
          mon tue wed thu fri sat sun
                1   2   3 [ 4]  5   6
            7   8   9  10  11  12  13
           14  15  16  17  18  19  20
           21  22  23  24  25  26  27
           28  29  30  31

          enter accept · ←→ day · ↑↓ week · pgup pgdn month · F1 help
        """)
    var prompt = try FuzzPrompt(FuzzPrompts.questions[9])
    for key in [KeyPress].typing("next fri") { prompt.press(key) }
    guard case .question(_, let state) = prompt.view.body else { return }
    #expect(state.reply == .given(.typed("2026-12-04")))
  }

  @Test("Nothing is typed: the month of today")
  func empty() throws {
    #expect(
      try picture(FuzzPrompts.questions[9], columns: 60, rows: 16) == """
        ? When?                 ▏
          November 2026   today is Sat 28 Nov 2026
          mon tue wed thu fri sat sun
                                    1
            2   3   4   5   6   7   8
            9  10  11  12  13  14  15
           16  17  18  19  20  21  22
           23  24  25  26  27  28. 29
           30
          enter accept · ←→ day · ↑↓ week · F1 help
        """)
  }
}
