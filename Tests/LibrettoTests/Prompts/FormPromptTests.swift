import Testing

@testable import Libretto

@Suite("A page") struct FormPromptTests {
  @Test("A problem at its field")
  func form() throws {
    let flow = FuzzPrompts.pages[0]
    let keys: [KeyPress] = [KeyPress].typing("Sally") + [.tab] + .typing("31") + [.enter]
    #expect(
      try picture(flow, keys, columns: 60, rows: 20) == """
        Your stay
        Everything can be corrected before it is sent.
            Name?               Sally
          ❯ Nights?             31▏
            Give 1 to 30.
            Room?
            An extra bed?       No
            Arrival?
                                Submit
          tab next · enter accept · shift-tab before · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 20, .ascii) == """
        Your stay
        Everything can be corrected before it is sent.
            Name?               Sally
          > Nights?             31▏
            Give 1 to 30.
            Room?
            An extra bed?       No
            Arrival?
                                Submit
          tab next - enter accept - shift-tab before - F1 help
        """)
  }

  @Test("A question appears")
  func formShown() throws {
    let flow = FuzzPrompts.pages[0]
    let keys: [KeyPress] = [KeyPress].typing("Sally") + [.tab, .tab, .tab, .text("y")]
    #expect(
      try picture(flow, keys, columns: 60, rows: 20) == """
        Your stay
        Everything can be corrected before it is sent.
            Name?               Sally
            Nights?
            Room?
            An extra bed?       Yes
          ❯ For whom?           ▏
            Arrival?
                                Submit
          tab next · enter accept · shift-tab before · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 20, .ascii) == """
        Your stay
        Everything can be corrected before it is sent.
            Name?               Sally
            Nights?
            Room?
            An extra bed?       Yes
          > For whom?           ▏
            Arrival?
                                Submit
          tab next - enter accept - shift-tab before - F1 help
        """)
  }

  @Test("An alert with fields")
  func fields() throws {
    let flow = FuzzPrompts.pages[2]
    let keys: [KeyPress] = [KeyPress].typing("bob") + [.tab] + .typing("abc")
    #expect(
      try picture(flow, keys, columns: 60, rows: 20) == """
        ╭ Sign in ─────────────────────────────────────────────────
        │ 🇨🇭🇩🇪🇨
        │
        │     User name  bob
        │   ❯ क्षि กำ ｶﾞ      •••▏
        │     Erase (deletes)      OK      Cancel
        ╰──────────────────────────────────────────────────────────
          tab next · enter accept · shift-tab before · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 20, .ascii) == """
        + Sign in -------------------------------------------------
        | 🇨🇭🇩🇪🇨
        |
        |     User name  bob
        |   > क्षि กำ ｶﾞ      ***▏
        |     Erase (deletes)      OK      Cancel
        +----------------------------------------------------------
          tab next - enter accept - shift-tab before - F1 help
        """)
  }
}
