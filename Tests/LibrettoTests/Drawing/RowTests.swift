import Testing

@testable import LibrettoTerminal

@Suite("A row of the screen") struct RowTests {
  @Test("Text is neutralised as it is added")
  func neutral() {
    let row = Row("a\u{1B}[2Jb\u{9B}1m\nc\u{202E}d")
    #expect(row.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B })
    #expect(!row.text.unicodeScalars.contains("\u{202E}"))
    #expect(row.columns == row.text.columns)
  }

  @Test("A column is reached with blanks, or with a leap after characters of uncertain width")
  func column() {
    var row = Row("ab")
    row.move(to: 5)
    row.add("c")
    #expect(row.text == "ab   c")
    #expect(row.parts == [.text("ab", nil), .text("   ", nil), .text("c", nil)])
    var family = Row("👨‍👩‍👧")
    #expect(!family.isCertain)
    family.move(to: 8)
    #expect(family.isCertain)
    #expect(family.parts == [.text("👨‍👩‍👧", nil), .column(8)])
    #expect(family.columns == 8)
    // There is no way back: one blank sets off what follows.
    row.move(to: 2)
    row.add("d")
    #expect(row.text == "ab   c d")
  }

  @Test("What doesn't fit is cut on every terminal, with a sign")
  func clipped() {
    #expect(Row("abcdef").clipped(to: 6, "…").text == "abcdef")
    #expect(Row("abcdef").clipped(to: 5, "…").text == "abcd…")
    #expect(Row("漢字かな").clipped(to: 5, "…").text == "漢字…")
    #expect(Row("abc").clipped(to: 0, "…").text == "")
    // By the sum of its parts, the family takes six columns.
    #expect(Row("a👨‍👩‍👧b").clipped(to: 6, "…").text == "a…")
  }

  @Test("The beginning and the end of a text that fit into columns")
  func parts() {
    #expect("a漢b".beginning(columns: 2) == "a")
    #expect("a漢b".beginning(columns: 3) == "a漢")
    #expect("a漢b".ending(columns: 2) == "b")
    #expect("a漢b".ending(columns: 3) == "漢b")
    #expect("abc".ending(columns: 0) == "")
  }

  @Test("A frame keeps its cursor on the screen")
  func frame() {
    let frame = Frame(rows: [Row("abcdef")], cursor: .init(row: 0, column: 6))
    let clipped = frame.clipped(to: 4, "…")
    #expect(clipped.rows.map(\.text) == ["abc…"])
    #expect(clipped.cursor == .init(row: 0, column: 4))
  }
}
