import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Marks in what a flow says") struct MarkedTextTests {
  private static let name = Key<String>("name")

  /// The rows, with each style by its name.
  /// - Parameter typed: what stands for each key.
  private func drawn(_ text: Text, typed: String = "", columns: Int = 60) -> String {
    let pieces = text.pieces.map { piece in
      if case .literal(let words) = piece {
        ShownPiece(words: words, isLiteral: true)
      } else {
        ShownPiece(words: typed, isLiteral: false)
      }
    }
    let rows = MarkedText(pieces.map(\.words).joined(), pieces).rows(columns)
    return rows.map { row in
      row.parts.map { part in
        guard case .text(let text, let role) = part else { return "" }
        return role.map { "<\($0)>\(text)</>" } ?? text
      }.joined()
    }.joined(separator: "\n")
  }

  @Test(
    "Bold, code and links",
    arguments: [
      ("a **bold** word", "a <strong>bold</> word"), ("`let x`", "<code>let x</>"),
      ("**a `b` c**", "<strong>a `b` c</>"), ("`**`", "<code>**</>"),
      ("see [the docs](https://a.b/c?d).", "see <link>the docs</> (https://a.b/c?d)."),
      ("2 ** 3 ** 4", "2 ** 3 ** 4"), ("**open", "**open"), ("a ` b", "a ` b"),
      ("****", "****"), ("``", "``"), ("**a\nb**", "**a\nb**"), ("[a](b)", "[a](b)"),
      ("[a](javascript:b)", "[a](javascript:b)"), ("[a](https://b c)", "[a](https://b c)"),
      ("[a](https://b\u{1B}c)", "[a](https://b␛c)"), ("[a] (https://b)", "[a] (https://b)"),
      ("[a](https://b", "[a](https://b"), ("", ""), ("**漢字** e\u{301}", "<strong>漢字</> e\u{301}"),
    ])
  func marks(_ text: String, _ wanted: String) {
    #expect(drawn(Text(text)) == wanted)
  }

  @Test("What a person typed is never read for marks, nor closes one")
  func typed() {
    #expect(drawn("**\(Self.name)** is set", typed: "a**b") == "<strong>a**b</> is set")
    #expect(drawn("It is \(Self.name).", typed: "**b** `c`") == "It is **b** `c`.")
    #expect(drawn("**It is \(Self.name)", typed: "b**") == "**It is b**")
    #expect(
      drawn("[a](https://b/\(Self.name))", typed: "c") == "[a](https://b/c)")
  }

  @Test("A style goes on in the next line")
  func wrapped() {
    #expect(
      drawn("It is **very much so**, yes.", columns: 14)
        == "It is <strong>very</>\n<strong>much so</>, yes.")
  }

  @Test("Marks that aren't closed take no time")
  func open() {
    for mark in ["**", "`", "[", "[a](", "[a](https://"] {
      let text = String(repeating: mark, count: 20_000)
      #expect(MarkedText(text, [ShownPiece(words: text, isLiteral: true)]).rows(80).count > 10)
    }
  }

  @Test("A message has them, and a text that its pieces don't make has none")
  func messages() throws {
    let flow = Flow("f") {
      Store("**x**", into: Self.name)
      Alert("Sure?", message: "It is **\(Self.name)**, `now`.") { Button("Yes") }
    }
    #expect(try picture(flow).contains("│ It is **x**, now."))
    let other = MarkedText("**a**", [ShownPiece(words: "**b**", isLiteral: true)])
    #expect(other.rows(80) == [Row("**a**")])
  }
}
