import Testing

@testable import LibrettoTerminal

@Suite("A day in a calendar") struct DayPromptTests {
  @Test("Moved from today")
  func day() throws {
    let flow = FuzzPrompts.questions[9]
    let keys: [KeyPress] = [.right, .right, .down]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? When?                 2026-12-06▏   Sun 6 Dec 2026
          mon tue wed thu fri sat sun
                1   2   3   4   5 [ 6]
            7   8   9  10  11  12  13
           14  15  16  17  18  19  20
           21  22  23  24  25  26  27
           28  29  30  31

          enter accept · ←→ day · ↑↓ week · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? When?                 2026-12-06▏   Sun 6 Dec 2026
          mon tue wed thu fri sat sun
                1   2   3   4   5 [ 6]
            7   8   9  10  11  12  13
           14  15  16  17  18  19  20
           21  22  23  24  25  26  27
           28  29  30  31

          enter accept - left/right day - up/down week - F1 help
        """)
  }
}
