import Testing

@testable import LibrettoCore

@Suite("Text made safe to show")
struct NeutralisedTests {
  @Test(
    "neutralised",
    arguments: [
      ("", ""), ("plain", "plain"), ("é漢🙂👨‍👩‍👧«—»", "é漢🙂👨‍👩‍👧«—»"),
      ("a\n\tb", "a\n\tb"), ("a\r\nb\r\n", "a\nb\n"), ("a\rb\r\r\n", "a␍b␍\n"), ("\r", "␍"),
      ("\u{1B}[31mred", "␛[31mred"), ("\u{0}\u{7}\u{8}\u{1F}\u{7F}", "␀␇␈␟␡"),
      ("\u{80}\u{9B}31m\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}31m\u{FFFD}\u{A0}"),
      ("\u{61C}\u{200E}\u{200F}\u{200D}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{200D}"),
      ("\u{2028}\u{2029}\u{202A}\u{202E}\u{202F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{202F}"),
      ("\u{2065}\u{2066}\u{2069}\u{206A}", "\u{2065}\u{FFFD}\u{FFFD}\u{206A}"),
      ("\u{FEFF}x\u{E0000}\u{E007F}\u{E0080}", "\u{FFFD}x\u{FFFD}\u{FFFD}\u{E0080}"),
      ("e\u{301}\u{1B}\u{301}", "e\u{301}␛\u{301}"),
    ])
  func neutralised(text: String, expected: String) {
    // As scalars: String's == would hide a difference of normal form.
    #expect(Array(text.neutralised.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "neutralisedLine",
    arguments: [
      ("plain", "plain"), ("a\nb\tc", "a␊b c"), ("a\r\nb\rc", "a␊b␍c"), ("\u{1B}é", "␛é"),
    ])
  func neutralisedLine(text: String, expected: String) {
    #expect(Array(text.neutralisedLine.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "Of many marks, 32 are shown",
    arguments: [("e", "\u{301}"), ("", "\u{200B}"), ("漢", "\u{20DD}"), ("", "\u{200D}\u{5BF}")])
  func marks(base: String, mark: String) {
    let most = base + String(repeating: mark, count: 32 / mark.unicodeScalars.count)
    for text in [most, most + "e" + most, most + "\n" + most] {
      #expect(Array(text.neutralised.unicodeScalars) == Array(text.unicodeScalars))
    }
    for count in [1, 2, 1000] {
      let text = "a" + most + String(repeating: mark, count: count) + "é"
      let shown = "a" + most + "\u{FFFD}é"
      #expect(Array(text.neutralised.unicodeScalars) == Array(shown.unicodeScalars))
      #expect(Array(shown.neutralised.unicodeScalars) == Array(shown.unicodeScalars))
    }
  }

  @Test("Every scalar: unsafe ones are removed, the others unchanged")
  func everyScalar() {
    let unsafe: [ClosedRange<UInt32>] = [
      0...8, 0xB...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E,
      0x2066...0x2069, 0xFEFF...0xFEFF, 0xE0000...0xE007F,
    ]
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let isUnsafe = unsafe.contains { $0.contains(value) }
      if (text.neutralised == text) == isUnsafe { wrong.append(value) }
    }
    #expect(wrong == [])
  }
}
