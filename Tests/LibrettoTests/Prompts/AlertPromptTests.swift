import Testing

@testable import LibrettoTerminal

@Suite("An alert") struct AlertPromptTests {
  @Test("Nothing that destroys has the focus")
  func alert() throws {
    let flow = FuzzPrompts.questions[24]
    let keys: [KeyPress] = []
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ╭ Some random error ───────────────────────────────────────
        │ Do you want to delete all the user's data?
        │
        │     Yes (deletes)   ▏ ❯ No
        ╰──────────────────────────────────────────────────────────
          ←→ move · enter press · y Yes · n No · ? help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        + Some random error ---------------------------------------
        | Do you want to delete all the user's data?
        |
        |     Yes (deletes)   ▏ > No
        +----------------------------------------------------------
          left/right move - enter press - y Yes - n No - ? help
        """)
  }

  @Test("A key moves there")
  func alertMoved() throws {
    let flow = FuzzPrompts.questions[24]
    let keys: [KeyPress] = [.left]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ╭ Some random error ───────────────────────────────────────
        │ Do you want to delete all the user's data?
        │
        │  ▏ ❯ Yes (deletes)      No
        ╰──────────────────────────────────────────────────────────
          ←→ move · enter press · y Yes · n No · ? help
        """)
  }
}
