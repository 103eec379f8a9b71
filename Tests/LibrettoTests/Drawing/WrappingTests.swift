import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Breaking text into lines") struct WrappingTests {
  @Test(
    "By words",
    arguments: [
      ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
      ("one two", 3, ["one", "two"]), ("one two", 2, ["on", "e", "tw", "o"]),
      ("one  two", 4, ["one", "two"]), ("one two  ", 7, ["one two"]), ("a\nb", 5, ["a", "b"]),
      ("a\r\nb\n\nc", 5, ["a", "b", "", "c"]), ("unbroken", 3, ["unb", "rok", "en"]),
      ("漢字かな", 5, ["漢字", "かな"]), ("漢", 1, ["漢"]), ("  a b", 3, ["  a", "b"]),
      ("👨‍👩‍👧👨‍👩‍👧", 11, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("a\tb", 2, ["a", "b"]), ("a\u{1B}b", 2, ["a␛", "b"]),
      ("a b", 0, ["a", "b"]),
    ])
  func words(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.lines(text, width: width) == lines)
  }

  @Test("The first line may have less room, and only so many lines are made")
  func bounds() {
    #expect(Wrapping.lines("one two three", width: 9, first: 3) == ["one", "two three"])
    #expect(Wrapping.lines("a\nb\nc", width: 9, limit: 2) == ["a", "b"])
    #expect(Wrapping.lines(String(repeating: "a ", count: 1_000), width: 4, limit: 2).count == 2)
  }

  @Test("Whatever the text, every line fits, and no word is lost")
  func fits() {
    for text in FuzzPrompts.words {
      for width in 1...40 {
        let lines = Wrapping.lines(text, width: width)
        for line in lines where line.count > 1 {
          #expect(line.mostColumns <= width, "\(text.debugDescription) at \(width)")
        }
        let shown = text.split(whereSeparator: \.isLineEnd).map { String($0).neutralisedLine }
        #expect(
          lines.joined().filter { $0 != " " } == shown.joined().filter { $0 != " " },
          "\(text.debugDescription) at \(width)")
      }
    }
  }
}
