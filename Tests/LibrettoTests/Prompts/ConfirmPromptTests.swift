import Testing

@testable import LibrettoTerminal

@Suite("Yes or no") struct ConfirmPromptTests {
  @Test("Moved to no")
  func confirm() throws {
    let flow = FuzzPrompts.questions[19]
    let keys: [KeyPress] = [.right]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Subscribe?              yes ▏ ❯ no
          y yes · n no · ←→ move · enter accept · ? help
        """)
  }

  @Test("Without a default, it says what to type where the answer will stand")
  func undecided() throws {
    #expect(
      try picture(FuzzPrompts.questions[19], columns: 60, rows: 24) == """

        ? Subscribe?           ▏ y or n

          y yes · n no · ←→ move · ? help
        """)
  }
}
