import Testing

@testable import LibrettoCore

@Suite("Texts by their bytes")
struct ExactBytesTests {
  @Test("texts that Swift calls equal differ by their bytes")
  func identical() {
    #expect("é" == "e\u{301}")
    #expect(!"é".isIdenticalText(to: "e\u{301}"))
    #expect("é".isIdenticalText(to: "é"))
    #expect(!"a".isIdenticalText(to: "ab"))
  }

  @Test(
    "an error quotes 40 characters of a text",
    arguments: [
      (String(repeating: "é", count: 40), String(repeating: "é", count: 40)),
      (String(repeating: "é", count: 41), String(repeating: "é", count: 40) + "…"), ("", ""),
    ])
  func shortened(text: String, short: String) {
    #expect(text.shortened == short)
  }

  @Test("a text is fed to a hasher with its end")
  func hash() {
    func hash(_ texts: String...) -> Int {
      var hasher = Hasher()
      for text in texts { hasher.combine(text: text) }
      return hasher.finalize()
    }
    #expect(hash("a", "bc") == hash("a", "bc"))
    #expect(hash("a", "bc") != hash("ab", "c"))
    #expect(hash("é") != hash("e\u{301}"))
  }
}
