import Testing

@testable import LibrettoTerminal

@Suite("Columns of text") struct ColumnWidthTests {
  @Test(
    "Scalars, as wcwidth counts them",
    arguments: [
      ("a", 1), ("~", 1), (" ", 1), ("\u{A0}", 1), ("\u{AD}", 1), ("é", 1), ("α", 1), ("─", 1),
      ("…", 1), ("█", 1), ("✔", 1), ("☺", 1), ("漢", 2), ("한", 2), ("カ", 2), ("ｶ", 1), ("Ａ", 2),
      ("　", 2), ("🙂", 2), ("⌚", 2), ("🏽", 2), ("🇨", 1), ("\u{20000}", 2), ("\u{3FFFD}", 2),
      ("\u{300}", 0), ("\u{20E3}", 0), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FE0F}", 0),
      ("\u{E0101}", 0), ("\u{E01F0}", 0), ("\u{1100}", 2), ("\u{1161}", 0), ("\u{11A8}", 0),
      ("\u{D7B0}", 0), ("\u{93F}", 1), ("\u{94D}", 0), ("\u{3099}", 0), ("\u{600}", 1),
      ("\u{0}", 0), ("\t", 0), ("\n", 0), ("\u{1B}", 0), ("\u{7F}", 0), ("\u{9F}", 0),
      ("\u{2028}", 0), ("\u{E000}", 1), ("\u{10FFFD}", 1), ("\u{10FFFF}", 1), ("\u{1FAEA}", 2),
    ] as [(Unicode.Scalar, Int)])
  func scalars(scalar: Unicode.Scalar, columns: Int) {
    #expect(scalar.columns == columns)
  }

  @Test(
    "Characters: as one cluster, and as terminals without clusters may show them",
    arguments: [
      ("a", 1, 1), ("漢", 2, 2), ("e\u{301}", 1, 1), ("ｶﾞ", 1, 2), ("が", 2, 2),
      ("か\u{3099}", 2, 2), ("☺", 1, 1), ("☺\u{FE0F}", 2, 2), ("☺\u{FE0E}", 1, 1), ("⌚", 2, 2),
      ("⌚\u{FE0E}", 1, 2), ("㊗\u{FE0E}", 2, 2), ("a\u{FE0F}", 1, 1), ("1\u{FE0F}\u{20E3}", 2, 2),
      ("1\u{20E3}", 1, 1), ("👍🏽", 2, 4), ("👨‍👩‍👧", 2, 6), ("❤\u{FE0F}‍🔥", 2, 3),
      ("👁‍🗨", 1, 2), ("👁\u{FE0F}‍🗨", 2, 2), ("🇨🇭", 2, 2), ("🇨", 2, 2), ("🇨\u{301}", 2, 2),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2, 2), ("한", 2, 2), ("\u{1112}\u{1161}\u{11AB}", 2, 2),
      ("क्षि", 1, 3), ("กำ", 1, 2), ("\u{200B}", 0, 0), ("\u{200D}", 0, 0), ("\u{301}", 0, 0),
      ("\u{FE0F}", 0, 0), ("\t", 0, 0), ("\n", 0, 0), ("\r\n", 0, 0), ("\u{1B}", 0, 0),
    ] as [(String, Int, Int)])
  func characters(text: String, columns: Int, most: Int) throws {
    // Not as a literal of Character: the compiler doesn't know clusters of India.
    let character = try #require(text.count == 1 ? text.first : nil)
    #expect(character.columns == columns)
    #expect(character.mostColumns == most)
  }

  @Test("Widths are certain if a cluster takes what its scalars do")
  func certainty() {
    let certain: [Character] = ["a", "漢", "e\u{301}", "🙂", "🇨🇭", "\u{1112}\u{1161}\u{11AB}", "\n"]
    let uncertain: [Character] = [
      "☺\u{FE0F}", "1\u{FE0F}\u{20E3}", "⌚\u{FE0E}", "👍🏽", "👨‍👩‍👧", "🇨", "👁‍🗨",
    ]
    #expect(certain.filter(\.hasCertainWidth) == certain)
    #expect((uncertain + "क्षि").filter(\.hasCertainWidth) == [])
  }

  @Test(
    "Texts",
    arguments: [
      ("", 0, 0), ("plain text", 10, 10), ("a\tb\nc\r\nd", 4, 4), ("\u{1B}[1m\u{7F}", 3, 3),
      ("漢字 kanji", 10, 10), ("e\u{301}e", 2, 2), ("👨‍👩‍👧!", 3, 7), ("1\u{FE0F}\u{20E3}", 2, 2),
      ("한글", 4, 4), ("\u{200B}", 0, 0),
    ])
  func texts(text: String, columns: Int, most: Int) {
    #expect(text.columns == columns)
    #expect(text.mostColumns == most)
    #expect(text.dropFirst().columns == columns - (text.first?.columns ?? 0))
    #expect(Substring("<\(text)>").dropFirst().dropLast().mostColumns == most)
  }
}
