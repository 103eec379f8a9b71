import Testing

@testable import LibrettoTerminal

@Suite("Bytes as keys") struct KeyParserTests {
  private func keys(_ text: String, flushes: Bool = true) -> [KeyPress] {
    keys(Array(text.utf8), flushes: flushes)
  }

  private func keys(_ bytes: [UInt8], flushes: Bool = true) -> [KeyPress] {
    var parser = KeyParser(maximum: 20)
    parser.feed(bytes)
    if flushes {
      parser.flush()
      // Nothing has followed for longer, either.
      parser.flush()
    }
    return all(&parser).filter { $0 != .escapeBegun }
  }

  @Test(
    "Each key once",
    arguments: [
      ("a", [.text("a")]), ("é", [.text("é")]), ("漢", [.text("漢")]), ("🙂", [.text("🙂")]),
      ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
      ("\u{8}", [.backspace]), ("\u{1}", [.control("a")]), ("\u{1A}", [.control("z")]),
      ("\u{0}\u{1C}\u{1F}", []), ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]),
      ("\u{1B}[D", [.left]), ("\u{1B}OD", [.left]), ("\u{1B}[1;5C", [.wordRight]),
      ("\u{1B}[1;3D", [.wordLeft]), ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]),
      ("\u{1B}[7~", [.home]), ("\u{1B}OH", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}[4~", [.end]),
      ("\u{1B}[8~", [.end]), ("\u{1B}OF", [.end]), ("\u{1B}[3~", [.delete]),
      ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[Z", [.backTab]),
      ("\u{1B}OM", [.enter]), ("\u{1B}OP", [.function(1)]), ("\u{1B}OS", [.function(4)]),
      ("\u{1B}[11~", [.function(1)]), ("\u{1B}[15~", [.function(5)]),
      ("\u{1B}[17~", [.function(6)]), ("\u{1B}[21~", [.function(10)]),
      ("\u{1B}[P", [.function(1)]), ("\u{1B}[[A", [.function(1)]), ("\u{1B}[[E", [.function(5)]),
      ("\u{1B}b", [.wordLeft]), ("\u{1B}f", [.wordRight]), ("\u{1B}d", [.alt("d")]),
      ("\u{1B}\u{7F}", [.alt("\u{8}")]), ("\u{1B}\r", [.alt("\n")]),
      ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
    ] as [(String, [KeyPress])])
  func each(text: String, wanted: [KeyPress]) { #expect(keys(text) == wanted) }

  @Test(
    "What no key sends is swallowed whole, but a control counts anywhere",
    arguments: [
      ("\u{1B}[?62;1;4cA", [.text("A")]), ("\u{1B}]0;title\u{7}a", [.text("a")]),
      ("\u{1B}]0;ti\u{1B}tle\u{1B}\\a", [.text("a")]), ("\u{1B}P1$r0m\u{1B}\\a", [.text("a")]),
      ("\u{1B}[99~a", [.text("a")]), ("\u{1B}Oxa", [.text("a")]), ("\u{1B}[[Xa", [.text("a")]),
      ("\u{1B}[99999999999999999999~a", [.text("a")]),
      ("\u{1B}[1;\u{3}", [.control("c")]), ("\u{1B}O\u{3}", [.control("c")]),
      ("\u{1B}O\u{1B}[A", [.up]), ("\u{1B}[\u{1B}[A", [.up]), ("\u{1B}[[\u{3}", [.control("c")]),
      ("\u{1B}[é", [.text("é")]), ("\u{1B}é", [.escape, .text("é")]),
    ] as [(String, [KeyPress])])
  func unknown(text: String, wanted: [KeyPress]) { #expect(keys(text) == wanted) }

  @Test("A sequence that is too long is swallowed with its end")
  func long() {
    #expect(keys("\u{1B}[" + String(repeating: "1;", count: 60) + "Ra") == [.text("a")])
  }

  @Test("Bytes that are no text are shown as such")
  func broken() {
    #expect(keys([0xFF, 0xC3, 0x61]) == [.text("\u{FFFD}"), .text("\u{FFFD}"), .text("a")])
    #expect(keys([0xE6, 0xBC, 0x1B]) == [.text("\u{FFFD}"), .escape])
    #expect(keys([0xE6, 0xBC]) == [])
    for byte in UInt8.min...UInt8.max { _ = keys([byte]) + keys([0x1B, byte, byte]) }
  }

  private func next(_ parser: inout KeyParser) -> KeyPress? { parser.pop() }

  @Test("A sequence that comes in pieces; one that comes too late isn't typed")
  func pieces() {
    var parser = KeyParser()
    parser.feed([0x1B])
    #expect(parser.waiting == .sequence)
    #expect(next(&parser) == nil)
    parser.feed(Array("[".utf8))
    parser.feed(Array("1;5C".utf8))
    #expect(parser.waiting == nil)
    #expect(next(&parser) == .wordRight)
    parser.feed(Array("\u{1B}[1;".utf8))
    parser.flush()
    parser.feed(Array("5Ca".utf8))
    #expect(next(&parser) == .text("a"))
    #expect(next(&parser) == nil)
  }

  @Test("An Esc that nothing follows at once has begun; the rest of a sequence may still come")
  func lateRest() {
    var parser = KeyParser()
    parser.feed([0x1B])
    #expect(parser.waiting == .sequence)
    parser.flush()
    #expect(parser.waiting == .escape)
    #expect(all(&parser) == [.escapeBegun])
    parser.feed(Array("[1;5Ax".utf8))
    #expect(all(&parser) == [.up, .text("x")])
    // In three pieces.
    parser.feed([0x1B])
    parser.flush()
    parser.feed(Array("[".utf8))
    #expect(parser.waiting == .escape)
    parser.feed(Array("A".utf8))
    #expect(all(&parser) == [.escapeBegun, .up])
    for piece in ["\u{1B}[", "\u{1B}[3", "\u{1B}O"] {
      parser.feed(Array(piece.utf8))
      #expect(parser.waiting == .escape)
      parser.feed(Array("~".utf8))
    }
    #expect(parser.waiting == nil)
  }

  @Test("What a person types after Esc is typed, whatever it begins with, and however late")
  func afterEscape() {
    for text in ["Oslo", "[x]", "[12", "O", "x"] {
      var parser = KeyParser()
      parser.feed([0x1B])
      parser.flush()
      parser.feed(Array(text.utf8))
      parser.flush()
      #expect(parser.waiting == nil)
      #expect(all(&parser) == [.escapeBegun, .escape] + text.map { .text(String($0)) })
    }
    // As late as this, no sequence goes on.
    var parser = KeyParser()
    parser.feed([0x1B])
    parser.flush()
    parser.flush()
    #expect(parser.waiting == nil)
    parser.feed(Array("OA".utf8))
    #expect(all(&parser) == [.escapeBegun, .escape, .text("O"), .text("A")])
    parser.feed(Array("\u{1B}[".utf8))
    parser.flush()
    parser.flush()
    parser.feed(Array("12".utf8))
    #expect(all(&parser) == [.alt("["), .text("1"), .text("2")])
  }

  @Test("A paste that is broken off is a paste all the same")
  func brokenPaste() {
    var parser = KeyParser()
    parser.feed(Array("\u{1B}[200~never ended".utf8))
    #expect(parser.waiting == .paste)
    #expect(all(&parser) == [])
    parser.flush()
    #expect(parser.waiting == nil)
    parser.feed(Array("x\u{1B}[201~".utf8))
    #expect(all(&parser) == [.paste("never ended"), .text("x")])
  }

  private func all(_ parser: inout KeyParser) -> [KeyPress] {
    var keys: [KeyPress] = []
    while let key = parser.pop() { keys.append(key) }
    return keys
  }

  @Test("Without brackets, characters that come at once are one paste, without its last Return")
  func unbracketed() {
    func keys(_ parts: String...) -> [KeyPress] {
      var parser = KeyParser(hasBrackets: false)
      var keys: [KeyPress] = []
      for part in parts {
        parser.feed(part.utf8)
        while let key = parser.pop() { keys.append(key) }
      }
      return keys
    }
    #expect(keys("a\nb\té\n") == [.paste("a\nb\té")])
    #expect(keys("\na") == [.paste("\na")])
    #expect(keys("a\n") == [.text("a"), .enter])
    #expect(keys("yes\n") == [.paste("yes")])
    #expect(keys("ab", "c", "é", "\n") == [.paste("ab"), .text("c"), .text("é"), .enter])
    #expect(keys("ab\t") == [.text("a"), .text("b"), .tab])
    #expect(keys("\n\n") == [.enter, .enter])
    #expect(keys("a\n\u{3}b") == [.text("a"), .enter, .control("c"), .text("b")])
    #expect(keys("a\n", "b\n") == [.text("a"), .enter, .text("b"), .enter])
    #expect(keys("a\n\u{1B}[A\nb") == [.text("a"), .enter, .up, .enter, .text("b")])
  }

  @Test("A paste is text whatever is in it, with its lines; too long, it is dropped")
  func paste() {
    #expect(
      keys("\u{1B}[200~a\r\nb\rc\n\u{1B}[A\u{3}\u{1B}[201~x")
        == [.paste("a\nb\nc\n\u{1B}[A\u{3}"), .text("x")])
    #expect(keys("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    let long = String(repeating: "a", count: 21)
    #expect(keys("\u{1B}[200~\(long)\u{1B}[201~b") == [.tooLong(21), .text("b")])
    #expect(keys("\u{1B}[200~\(long.dropLast())\u{1B}[201~").count == 1)
    #expect(keys("\u{1B}[200~never") == [.paste("never")])
    var parser = KeyParser(maximum: 1_000)
    parser.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<20 { parser.feed(repeatElement(0x7E, count: 10_000)) }
    parser.feed(Array("\u{1B}[201~".utf8))
    #expect(next(&parser) == .tooLong(200_000))
  }
}
