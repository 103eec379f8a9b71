import Testing

@testable import LibrettoTerminal

@Suite("A line that is typed") struct LineEditorTests {
  @Test("After any keys, the cursor counts the characters that a person sees")
  func walk() {
    let pieces = [
      "a", "e", "\u{301}", "🇨", "🇭", "👨", "\u{200D}", "👩", "漢", "क",
      "\u{94D}", "ष", " ", "\u{FE0F}",
    ]
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var editor = LineEditor()
      for _ in 0..<40 {
        let piece = pieces.randomElement(using: &generator) ?? ""
        let key: KeyPress =
          [
            .text(piece), .text(piece), .text(piece), .paste(piece + piece), .left, .right, .home,
            .end,
            .backspace, .delete, .control("w"), .control("y"), .wordLeft,
          ].randomElement(using: &generator) ?? .end
        _ = editor.press(key)
        var atEnd = editor
        _ = atEnd.press(.end)
        #expect(atEnd.cursor == editor.text.count, "seed \(seed): \(editor.text)")
        #expect(editor.cursor <= editor.text.count)
      }
    }
  }

  @Test(
    "Each key once",
    arguments: [
      ([.text("x")], "one twox|"), ([.left, .text("x")], "one twx|o"), ([.backspace], "one tw|"),
      ([.control("h")], "one tw|"), ([.home, .delete], "|ne two"),
      ([.control("a"), .control("d")], "|ne two"),
      ([.home, .right], "o|ne two"), ([.control("a"), .control("f"), .control("b")], "|one two"),
      ([.home, .end], "one two|"), ([.home, .control("e")], "one two|"), ([.wordLeft], "one |two"),
      ([.home, .wordRight], "one| two"), ([.left, .control("u")], "|o"),
      ([.wordLeft, .control("k")], "one |"), ([.control("w")], "one |"), ([.alt("\u{8}")], "one |"),
      ([.home, .alt("d")], "| two"), ([.control("w"), .home, .control("y")], "two|one "),
      ([.paste("\u{301}")], "one two\u{301}|"), ([.home, .left, .backspace], "|one two"),
      ([.right, .delete, .wordRight], "one two|"),
    ] as [([KeyPress], String)])
  func keys(keys: [KeyPress], wanted: String) {
    var editor = LineEditor("one two")
    for key in keys {
      let isUsed = editor.press(key)
      #expect(isUsed)
    }
    #expect(editor.beforeCursor + "|" + editor.text.dropFirst(editor.cursor) == wanted)
  }

  @Test("Other keys mean nothing here")
  func others() {
    var editor = LineEditor("a")
    for key: KeyPress in [
      .enter, .up, .tab, .escape, .control("x"), .alt("x"), .function(1), .tooLong(1),
    ] {
      let isUsed = editor.press(key)
      #expect(!isUsed)
    }
  }

  @Test("What is joined counts as one character")
  func joined() {
    var editor = LineEditor("🇨🇩")
    _ = editor.press(.left)
    _ = editor.press(.text("🇭"))
    #expect(editor.text.count == 2 && editor.cursor <= 2)
    editor = LineEditor("👩")
    for text in ["\u{200D}", "👧"] { _ = editor.press(.text(text)) }
    #expect(editor.cursor == 1)
    _ = editor.press(.backspace)
    #expect(editor.isEmpty && editor.isAtStart)
  }

  @Test("A text never grows beyond its bound")
  func bound() {
    var editor = LineEditor(String(repeating: "a", count: LineEditor.maximum))
    _ = editor.press(.text("b"))
    #expect(editor.text.utf8.count == LineEditor.maximum)
  }

  @Test(
    "The visible part has the cursor in it",
    arguments: [
      (0, 10, "one two", 0), (7, 8, "one two", 7), (7, 7, "…e two", 6), (7, 4, "…wo", 3),
      (3, 5, "one …", 3),
      (3, 4, "one…", 3), (7, 2, "…", 1), (7, 1, "…", 1), (7, 0, "…", 1),
    ])
  func window(cursor: Int, width: Int, text: String, column: Int) {
    var editor = LineEditor("one two")
    editor.moveCursor(to: cursor)
    let (row, place) = editor.window(width, "…")
    #expect(row.text == text)
    #expect(place == column)
  }

  @Test("A character that is shown as several, and a mask")
  func shown() {
    let flag = LineEditor("🏴\u{E0067}\u{E007F}")
    #expect(flag.window(20, "…").cursor == 4)
    #expect(LineEditor("\u{0}\u{301}\u{1B}").window(20, "…").0.text == "␀\u{301}␛")
    #expect(LineEditor("漢字").window(20, mask: "•", "…").0.text == "••")
  }
}
