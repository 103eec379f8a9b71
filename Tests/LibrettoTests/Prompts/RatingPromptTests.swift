import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("A rating") struct RatingPromptTests {
  @Test("A second digit belongs to the first only if both are typed")
  func digits() throws {
    let flow = Flow("f") { Rate("?", scale: 0...10, into: Key<Int>("n")) }
    func rating(_ keys: [KeyPress]) throws -> String? {
      var prompt = try FuzzPrompt(flow)
      for key in keys { prompt.press(key) }
      guard case .question(_, let state) = prompt.view.body else { return nil }
      return state.words
    }
    #expect(try rating([.text("1"), .text("0")]) == "10")
    #expect(try rating([.right, .right, .text("0")]) == "0")
    #expect(try rating([.text("1"), .right, .left, .text("0")]) == "0")
    #expect(try rating([.text("1"), .text("0"), .text("1"), .text("0")]) == "10")
  }

  @Test("Moved to 2")
  func rating() throws {
    let flow = FuzzPrompts.questions[14]
    let keys: [KeyPress] = [.right, .right]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? How was it?            1▏ ❯2  3  4  5
          ←→ move · 1-5 choose · enter accept · ? help
        """)
  }
}
