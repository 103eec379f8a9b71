import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("A text, a number or a secret, typed") struct TextPromptTests {
  @Test("Nothing is typed: the example")
  func text() throws {
    let flow = FuzzPrompts.questions[0]
    let keys: [KeyPress] = []
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Name?                 ▏Bob
          enter accept · F1 help
        """)
  }

  @Test("Several answers are typed with commas, and the row says so")
  func list() throws {
    let flow = Flow("f") { Ask("Tags?", into: Key<[String]>("t")) }
    #expect(try picture(flow).hasPrefix("? Tags?                 ▏separated by commas\n"))
  }

  @Test("A rule that is broken")
  func textTyped() throws {
    let flow = FuzzPrompts.questions[0]
    let keys: [KeyPress] = [KeyPress].typing("Bob Smith")
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Name?                 Bob Smith▏
          Give 2 to 8 characters.
          enter accept · F1 help
        """)
  }

  @Test("A text that is longer than the row")
  func textLong() throws {
    let flow = FuzzPrompts.questions[0]
    let keys: [KeyPress] = [KeyPress].typing("A name that is long") + [.wordLeft]
    #expect(
      try picture(flow, keys, columns: 40, rows: 16) == """
        ? Name?         A name that is ▏long
          Give 2 to 8 characters.
          enter accept · F1 help
        """)
  }

  @Test("A secret is a mask")
  func secret() throws {
    let flow = Flow("f") { Ask("PIN?", into: Key<String>("pin")).secret() }
    let keys: [KeyPress] = [KeyPress].typing("1234") + [.left]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? PIN?                  •••▏•
          enter accept · F1 help
        """)
    #expect(
      try picture(flow, keys, columns: 60, rows: 16, .ascii) == """
        ? PIN?                  ***▏*
          enter accept - F1 help
        """)
  }

  @Test("Tab completes, and offers the rest")
  func completion() throws {
    let flow = FuzzPrompts.questions[3]
    let keys: [KeyPress] = [.text("r"), .tab, .tab]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Colour?               red▏
            red
            reddish
          enter accept · tab complete · F1 help
        """)
  }

  @Test("A number goes up")
  func number() throws {
    let flow = FuzzPrompts.questions[7]
    let keys: [KeyPress] = [.up, .up]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? How many?             4▏
          enter accept · ↑↓ step · F1 help
        """)
  }

  @Test("The keys and the rules")
  func help() throws {
    let flow = FuzzPrompts.questions[0]
    let keys: [KeyPress] = [.function(1)]
    #expect(
      try picture(flow, keys, columns: 60, rows: 16) == """
        ? Name?                 ▏Bob
          Give 2 to 8 characters.
          enter accept · ctrl-u clear · ctrl-w cut a word
          ctrl-y put it back · ctrl-x ctrl-e editor · ctrl-c cancel
          F1 hide help
        """)
  }
}
