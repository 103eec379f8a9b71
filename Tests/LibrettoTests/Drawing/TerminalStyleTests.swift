import TestSupport
import Testing

@Suite("The styles and sizes of the model of a terminal") struct TerminalStyleTests {
  private func style(_ sequence: String) -> CellStyle? {
    var screen = TerminalScreen(columns: 20, rows: 2)
    screen.feed("plain \u{1B}[\(sequence)mx".utf8)
    #expect(screen.violations == [])
    #expect(screen.style(of: "plain") == CellStyle())
    return screen.style(of: "x")
  }

  @Test("Styles are set and taken back")
  func styles() {
    var all = CellStyle()
    all.isBold = true
    all.isFaint = true
    all.isItalic = true
    all.isUnderlined = true
    all.isReversed = true
    all.isStruck = true
    #expect(style("1;2;3;4;7;9") == all)
    #expect(style("1;2;3;4;7;9;22;23;24;27;29") == CellStyle())
    #expect(style("1;31;42;0") == CellStyle())
    #expect(style("1;31;42m\u{1B}[") == CellStyle())
    #expect(style("31;42;39;49") == CellStyle())
  }

  @Test(
    "Colours",
    arguments: [
      ("31", .palette(1), nil), ("97", .palette(15), nil), ("40", nil, .palette(0)),
      ("107", nil, .palette(15)), ("38;5;200;44", .palette(200), .palette(4)),
      ("38;2;1;2;3;48;5;7", .rgb(red: 1, green: 2, blue: 3), .palette(7)),
      ("48:2::1:2:3;31", .palette(1), .rgb(red: 1, green: 2, blue: 3)),
      ("38:2:1:2:3", .rgb(red: 1, green: 2, blue: 3), nil), ("38:5:9", .palette(9), nil),
    ] as [(String, TerminalColor?, TerminalColor?)])
  func colors(sequence: String, foreground: TerminalColor?, background: TerminalColor?) {
    #expect(style(sequence)?.foreground == foreground)
    #expect(style(sequence)?.background == background)
  }

  @Test("Cells know their text, width and style; what is erased keeps the background")
  func cells() {
    var screen = TerminalScreen(columns: 4, rows: 1)
    screen.feed("a漢\u{1B}[1;41m\u{1B}[K".utf8)
    let cells = screen.cells[0]
    #expect(cells.map(\.text) == ["a", "漢", "", ""])
    #expect(cells.map(\.width) == [1, 2, 0, 1])
    #expect(cells.map(\.style.background) == [nil, nil, nil, .palette(1)])
    #expect(!cells[3].style.isBold)
    #expect(screen.style(of: "漢") == CellStyle())
    #expect(screen.style(of: "b") == nil)
  }

  @Test("ESC 8 brings the style back with the cursor")
  func savedStyle() {
    var screen = TerminalScreen(columns: 9, rows: 1)
    screen.feed("\u{1B}[1m\u{1B}7\u{1B}[0m\u{1B}8x".utf8)
    #expect(screen.style(of: "x")?.isBold == true)
  }

  // MARK: Sizes

  private func resized(
    _ text: String, from old: (Int, Int) = (10, 3), to new: (Int, Int), reflows: Bool = true
  ) -> TerminalScreen {
    var screen = TerminalScreen(columns: old.0, rows: old.1, reflows: reflows)
    screen.feed(text.utf8)
    screen.resize(columns: new.0, rows: new.1)
    return screen
  }

  @Test("A reflowing terminal wraps long rows anew and joins them again")
  func reflow() {
    var screen = resized("abcdefgh\r\nxy", to: (5, 3))
    #expect(screen.lines == ["abcde", "fgh", "xy"])
    #expect(screen.cursor == (2, 2))
    screen.resize(columns: 3, rows: 3)
    #expect(screen.history == ["abc"])
    #expect(screen.lines == ["def", "gh", "xy"])
    screen.resize(columns: 20, rows: 3)
    #expect(screen.text == "abcdefgh\nxy")
    screen.feed("z".utf8)
    #expect(screen.text == "abcdefgh\nxyz")
  }

  @Test("The cursor stays with its cell, also behind the text and in the last column")
  func reflowedCursor() {
    #expect(resized("abcdefgh\u{1B}[3D", to: (5, 3)).cursor == (1, 0))
    #expect(resized("abcd", to: (4, 3)).cursor == (0, 3))
    var behind = resized("ab\u{1B}[8G", to: (5, 3))
    #expect(behind.cursor == (1, 2))
    behind.feed("x".utf8)
    #expect(behind.lines == ["ab", "  x", ""])
    var pending = resized("0123456789", to: (12, 3))
    #expect(pending.cursor == (0, 10))
    pending.feed("x".utf8)
    #expect(pending.lines == ["0123456789x", "", ""])
    var full = resized("abcd", to: (4, 3))
    full.feed("x".utf8)
    #expect(full.lines == ["abcd", "x", ""])
  }

  @Test("Wide characters wrap whole, and the gap before them goes when there is room")
  func reflowedWide() {
    var screen = resized("abc漢字", to: (4, 3))
    #expect(screen.lines == ["abc", "漢字", ""])
    screen.resize(columns: 7, rows: 3)
    #expect(screen.lines == ["abc漢字", "", ""])
    // The cell that stayed empty is one no longer when something else comes there.
    var shifted = resized("abc漢", from: (4, 3), to: (4, 2))
    shifted.feed("\u{1B}[A\r\u{1B}[@".utf8)
    shifted.resize(columns: 5, rows: 2)
    #expect(shifted.lines == [" abc", "漢"])
    // Where not even one fits, nothing is as it should be, but it goes on.
    var narrow = resized("漢", to: (1, 3))
    narrow.feed("\r\nx\u{1B}[A\u{1B}[K漢".utf8)
    #expect(narrow.columns == 1 && narrow.lines.contains("x"))
  }

  @Test("Rows that the window loses go to the history, blank ones first to nothing")
  func fewerRows() {
    #expect(resized("a", to: (10, 2)).history == [])
    let screen = resized("a\r\nb\r\nc", to: (10, 2))
    #expect(screen.history == ["a"])
    #expect(screen.lines == ["b", "c"])
    #expect(screen.cursor == (1, 1))
    // Below the cursor they are lost instead: it must stay in sight.
    let above = resized("a\r\nb\r\nc\u{1B}[2A", to: (10, 2))
    #expect(above.lines == ["a", "b"])
    #expect(above.cursor == (0, 1))
    #expect(resized("a\r\nb\r\nc\r\nd", to: (10, 5)).lines == ["b", "c", "d", "", ""])
  }

  @Test("A terminal that doesn't reflow cuts its rows")
  func cut() {
    var screen = resized("abcdefgh\r\nxyz漢", to: (4, 3), reflows: false)
    #expect(screen.lines == ["abcd", "xyz", ""])
    #expect(screen.cursor == (1, 3))
    screen.resize(columns: 10, rows: 3)
    #expect(screen.lines == ["abcd", "xyz", ""])
    screen.resize(columns: 10, rows: 1)
    #expect(screen.history == ["abcd"])
  }

  @Test("What was wrapped by the program itself is not joined")
  func hardRows() {
    #expect(resized("0123456789\r\nab", to: (20, 3)).lines == ["0123456789", "ab", ""])
    #expect(resized("0123456789ab", to: (20, 3)).lines == ["0123456789ab", "", ""])
    let erased = "0123456789ab\u{1B}[A\u{1B}[9G\u{1B}[K"
    #expect(resized(erased, to: (20, 3)).lines == ["01234567", "ab", ""])
  }
}
