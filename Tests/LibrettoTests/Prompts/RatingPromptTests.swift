import Testing

@testable import Libretto

@Suite("A rating") struct RatingPromptTests {
  @Test("Moved to 2")
  func rating() throws {
    let flow = FuzzPrompts.questions[14]
    let keys: [KeyPress] = [.right, .right]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? How was it?            1 ▏❯2  3  4  5
          ←→ move · 1-5 choose · enter accept · ? help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? How was it?            1 ▏>2  3  4  5
          left/right move - 1-5 choose - enter accept - ? help
        """)
  }
}
