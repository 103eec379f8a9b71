import TestSupport
import Testing

@Suite("The model of a terminal") struct TerminalScreenTests {
  private func screen(
    _ text: String, columns: Int = 10, rows: Int = 3, widths: WidthPolicy = .graphemes
  ) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns, rows: rows, widths: widths)
    screen.feed(text.utf8)
    return screen
  }

  @Test(
    "What is shown",
    arguments: [
      ("ab\r\ncd", ["ab", "cd", ""]), ("abc\rX", ["Xbc", "", ""]), ("a\nb", ["a", " b", ""]),
      ("abc\u{8}\u{8}X", ["aXc", "", ""]), ("\u{8}a", ["a", "", ""]),
      ("a\tb\tc", ["a       bc", "", ""]), ("a  ", ["a", "", ""]), ("  a", ["  a", "", ""]),
      // Deferred wrap: the next character wraps, a return does not.
      ("0123456789", ["0123456789", "", ""]), ("0123456789a", ["0123456789", "a", ""]),
      ("0123456789\r\na", ["0123456789", "a", ""]), ("0123456789\u{8}X", ["01234567X9", "", ""]),
      ("0123456789\u{1B}[K", ["012345678", "", ""]),
      // Moves.
      ("a\r\n\r\nb\u{1B}[2Ac", ["ac", "", "b"]), ("\u{1B}[9Ba", ["", "", "a"]),
      ("a\u{1B}[Ca", ["a a", "", ""]), ("abcd\u{1B}[3DX", ["aXcd", "", ""]),
      ("ab\u{1B}[EX", ["ab", "X", ""]), ("\r\nab\u{1B}[FX", ["X", "ab", ""]),
      ("abc\u{1B}[2GX", ["aXc", "", ""]), ("abc\u{1B}[GX", ["Xbc", "", ""]),
      ("abc\u{1B}[0DX", ["abX", "", ""]), ("a\u{1B}[99CX", ["a        X", "", ""]),
      ("ab\u{1B}7\r\ncd\u{1B}8X", ["abX", "cd", ""]),
      // Erasing.
      ("abc\r\u{1B}[C\u{1B}[K", ["a", "", ""]), ("abc\u{1B}[2D\u{1B}[1K", ["  c", "", ""]),
      ("abc\u{1B}[2K", ["", "", ""]), ("abc\r\u{1B}[2X", ["  c", "", ""]),
      ("a\r\nbcd\r\ne\u{1B}[A\u{1B}[J", ["a", "b", ""]),
      ("a\r\nbcd\r\ne\u{1B}[A\u{1B}[1J", ["", "  d", "e"]),
      // Inserting and deleting.
      ("a\r\nb\u{1B}[A\r\u{1B}[L", ["", "a", "b"]),
      ("a\r\nb\r\nc\u{1B}[2A\u{1B}[M", ["b", "c", ""]),
      ("a\r\nb\u{1B}[9L", ["a", "", ""]), ("a\r\nb\u{1B}[9M", ["a", "", ""]),
      ("abcd\r\u{1B}[2P", ["cd", "", ""]), ("abcd\r\u{1B}[2@", ["  abcd", "", ""]),
      ("0123456789\r\u{1B}[@", [" 012345678", "", ""]),
      // Scrolling.
      ("a\r\nb\r\nc\r\nd", ["b", "c", "d"]),
    ])
  func shown(text: String, lines: [String]) {
    let screen = screen(text)
    #expect(screen.lines == lines)
    #expect(screen.violations == [])
  }

  @Test("What scrolls off is history, and the text is all up to the last row with text")
  func history() {
    let screen = screen("a\r\nb\r\n\r\nc\r\nd\r\n")
    #expect(screen.history == ["a", "b", ""])
    #expect(screen.lines == ["c", "d", ""])
    #expect(screen.text == "a\nb\n\nc\nd")
    #expect(self.screen("").text == "")
    #expect(self.screen("\r\n").lines.count == 3)
  }

  @Test("The cursor stays in the last column until the next character")
  func cursor() {
    #expect(screen("").cursor == (0, 0))
    #expect(screen("ab\r\n漢").cursor == (1, 2))
    #expect(screen("0123456789").cursor == (0, 9))
    #expect(screen("0123456789a").cursor == (1, 1))
    #expect(screen("01234567漢").cursor == (0, 9))
    #expect(screen("a\r\nb\r\n\r\nc").cursor == (2, 1))
  }

  @Test(
    "Wide characters and clusters",
    arguments: [
      ("漢字", ["漢字", "", ""], 4), ("e\u{301}x", ["e\u{301}x", "", ""], 2),
      ("👨‍👩‍👧x", ["👨‍👩‍👧x", "", ""], 3), ("👍🏽x", ["👍🏽x", "", ""], 3),
      ("🇨🇭🇫🇷", ["🇨🇭🇫🇷", "", ""], 4), ("☺\u{FE0F}x", ["☺\u{FE0F}x", "", ""], 3),
      ("⌚\u{FE0E}x", ["⌚\u{FE0E}x", "", ""], 2),
      ("1\u{FE0F}\u{20E3}", ["1\u{FE0F}\u{20E3}", "", ""], 2),
      ("\u{1112}\u{1161}\u{11AB}x", ["\u{1112}\u{1161}\u{11AB}x", "", ""], 3),
      ("\u{200B}\u{301}x", ["x", "", ""], 1), ("e\r\u{301}x", ["x", "", ""], 1),
      ("\u{1B}7e\u{1B}8\u{301}x", ["x", "", ""], 1),
      // A half of a wide character that is overwritten takes the other half with it.
      ("漢字\r\u{1B}[Cx", [" x字", "", ""], 2), ("漢字\rx", ["x 字", "", ""], 1),
      ("漢字\r\u{1B}[C\u{1B}[K", ["", "", ""], 1), ("漢字\r\u{1B}[C\u{1B}[P", [" 字", "", ""], 1),
    ] as [(String, [String], Int)])
  func clusters(text: String, lines: [String], column: Int) {
    let screen = screen(text)
    #expect(screen.lines == lines)
    #expect(screen.cursor.column == column)
  }

  @Test(
    "Where scalars count, each takes its own cells",
    arguments: [
      ("👨‍👩‍👧x", 7), ("👍🏽x", 5), ("🇨🇭", 2), ("☺\u{FE0F}x", 2), ("e\u{301}x", 2), ("漢x", 3),
    ])
  func scalars(text: String, column: Int) {
    let screen = screen(text, widths: .scalars)
    #expect(screen.lines == [text, "", ""])
    #expect(screen.cursor.column == column)
  }

  @Test("A wide character that doesn't fit wraps first")
  func wideWrap() {
    let screen = screen("012345678漢x")
    #expect(screen.lines == ["012345678", "漢x", ""])
    // What stood at the place where it doesn't fit goes.
    #expect(self.screen("01234567漢\u{8}\u{1B}[C字").lines == ["01234567", "字", ""])
    // A sign that makes its cell wide in the last column takes it along.
    let grown = self.screen("012345678☺\u{FE0F}x")
    #expect(grown.lines == ["012345678", "☺\u{FE0F}x", ""])
  }

  @Test("Bytes may be cut anywhere, and those that are no text are replaced")
  func pieces() {
    var screen = TerminalScreen(columns: 20, rows: 2)
    for byte in "é漢🙂\u{1B}[1;31mx\u{1B}[0m".utf8 { screen.feed([byte]) }
    #expect(screen.lines == ["é漢🙂x", ""])
    screen.feed([0xC3, 0x28, 0xFF, 0x80, 0x21])
    #expect(screen.lines == ["é漢🙂x\u{FFFD}(\u{FFFD}\u{FFFD}!", ""])
    #expect(screen.violations == [])
  }

  @Test("Modes and bells")
  func modes() {
    var screen = screen("")
    #expect(screen.isCursorVisible && !screen.takesBracketedPaste && !screen.isSynchronized)
    screen.feed("\u{7}\u{1B}[?25;2004h\u{1B}[?25l\u{1B}[?2026h\u{7}".utf8)
    #expect(!screen.isCursorVisible && screen.takesBracketedPaste && screen.isSynchronized)
    #expect(screen.bells == 2)
    screen.feed("\u{1B}[?25h\u{1B}[?2004l\u{1B}[?2026l".utf8)
    #expect(screen.isCursorVisible && !screen.takesBracketedPaste && !screen.isSynchronized)
    #expect(screen.violations == [])
  }

  @Test(
    "What a prompt never sends",
    arguments: [
      ("[H", "the absolute position CSI H"), ("[2;3f", "the absolute position CSI 2;3f"),
      ("[2d", "the absolute position CSI 2d"), ("[6n", "the query CSI 6n"),
      ("[c", "the query CSI c"), ("[>c", "the query CSI >c"), ("[?2026$p", "the query CSI ?2026$p"),
      ("[?u", "the query CSI ?u"), ("Z", "the query ESC Z"),
      ("]11;?\u{7}", "the query OSC 11;?"),
      ("]0;title\u{1B}\\", "the unknown sequence OSC 0;title"),
      ("P+q544e\u{1B}\\", "the string DCS +q544e"), ("_Gx\u{1B}\\", "the string ESC _ Gx"),
      ("[?1049h", "the alternate screen, CSI ?1049h"), ("[?47h", "the alternate screen, CSI ?47h"),
      ("[2J", "the clearing of the screen, CSI 2J"), ("[3J", "the clearing of the history, CSI 3J"),
      ("[?1000h", "the mouse, CSI ?1000h"), ("[?1006l", "the mouse, CSI ?1006l"),
      ("[>1u", "the keyboard protocol CSI >1u"), ("[<u", "the keyboard protocol CSI <u"),
      ("[>4;2m", "the keyboard protocol CSI >4;2m"), ("[?7l", "the unknown mode CSI ?7l"),
      ("[5S", "the unknown sequence CSI 5S"), ("[!p", "the unknown sequence CSI !p"),
      ("[4K", "the unknown sequence CSI 4K"), ("c", "the unknown sequence ESC c"),
      ("(B", "the unknown sequence ESC (B"), ("[5m", "the unknown style CSI 5m"),
      ("[38;5m", "the unknown style CSI 38;5m"),
      ("[48;2;1;2;256m", "the unknown style CSI 48;2;1;2;256m"),
      ("[4:3m", "the unknown style CSI 4:3m"),
    ])
  func violations(sequence: String, words: String) {
    let screen = screen("\u{1B}\(sequence)")
    #expect(screen.violations == [words])
    // Nothing of the sequence is shown.
    #expect(screen.text == "")
  }

  @Test("Controls that are no part of a prompt")
  func controls() {
    #expect(screen("a\u{9B}b").violations == ["the C1 control U+009B"])
    #expect(screen("a\u{0}\u{7F}b").violations == ["the control U+0000", "the control U+007F"])
    let interrupted = screen("\u{1B}[1\u{1B}[31mx\u{1B}\ny")
    #expect(
      interrupted.violations == [
        "a sequence that U+001B interrupts", "a sequence that U+000A interrupts",
      ])
    #expect(interrupted.lines == ["x", " y", ""])
  }

  @Test("Absolute positions, the cleared screen and history are performed all the same")
  func performed() {
    #expect(screen("a\u{1B}[3;4Hb\u{1B}[2dc").lines == ["a", "    c", "   b"])
    #expect(screen("a\u{1B}[2J").lines == ["", "", ""])
    #expect(screen("a\r\n\r\n\r\n\u{1B}[3J").history == [])
  }

  @Test("Characters in the last column are violations of their own kind")
  func lastColumn() {
    #expect(screen("012345678").lastColumnViolations == [])
    #expect(screen("0123456789\r\n\u{1B}[99Cx").lastColumnViolations == ["9", "x"])
    #expect(screen("01234567漢").lastColumnViolations == ["漢"])
    #expect(screen("0123456789").violations == [])
  }
}
