import Testing

@testable import LibrettoTerminal

@Suite("What programs print above the open part") struct PrintedTextTests {
  private func shown(_ texts: String...) -> String {
    var printed = PrintedText()
    return texts.map { printed.shown($0) }.joined().replacing("\u{1B}", with: "^")
  }

  @Test("Lines stand whole; of one that was written over, the last version")
  func lines() {
    #expect(shown("a\nb\n") == "a\nb\n")
    #expect(shown("a") == "a\n")
    #expect(shown("") == "")
    #expect(shown("\n\n") == "\n\n")
    #expect(shown("10 %\r20 %\r100 %\r\n") == "100 %\n")
  }

  @Test("Colours stay, and end with their line; on the next one they go on")
  func colours() {
    #expect(shown("\u{1B}[31mred\u{1B}[m and not\n") == "^[31mred^[m and not\n")
    #expect(
      shown("\u{1B}[41mred\nstill\n", "and again\u{1B}[0m.\nnot\n")
        == "^[41mred^[m\n^[41mstill^[m\n^[41mand again^[0m.\nnot\n")
    #expect(shown("\u{1B}[1m\u{1B}[38;5;8mgrey\n") == "^[1m^[38;5;8mgrey^[m\n")
    #expect(shown("\u{1B}[0;1mbold\n") == "^[0;1mbold^[m\n")
  }

  @Test("Nothing blinks, is hidden, or controls the terminal")
  func unsafe() {
    #expect(shown("\u{1B}[8mhidden\u{1B}[5;1mblink\n") == "hidden^[1mblink^[m\n")
    #expect(shown("\u{1B}[2J\u{1B}]0;t\u{7}\u{1B}") == "␛[2J␛]0;t␇␛\n")
    #expect(shown("\u{1B}[31") == "␛[31\n")
    #expect(shown("\u{1B}[38m\u{1B}[38;2;1m\n") == "^[38m^[38;2;1m^[m\n")
  }

  @Test("However many colours a program sets, what is written again is bounded")
  func bounded() {
    var printed = PrintedText()
    for number in 0..<1_000 { _ = printed.shown("\u{1B}[\(30 + number % 8)m\n") }
    #expect(printed.shown("a\n").utf8.count < 300)
  }
}
