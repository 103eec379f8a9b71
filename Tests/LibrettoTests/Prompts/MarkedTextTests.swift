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
    let rows = MarkedText(pieces.map(\.words).joined().aligned, pieces).rows(columns)
    return rows.map { row in
      row.parts.map { part in
        guard case .text(let text, let role, _) = part else { return "" }
        return role.map { "<\($0)>\(text)</>" } ?? text
      }.joined()
    }.joined(separator: "\n")
  }

  @Test("The cells of a table that doesn't fit stand below each other")
  func narrowTable() {
    let table = Text(
      "Prices:\nroom\t**single**\t12\na long name of a room\t\t7\nThat is all, for today and tomorrow."
    )
    #expect(
      drawn(table, columns: 40) == """
        Prices:
        room                   <strong>single</>  12
        a long name of a room          7
        That is all, for today and tomorrow.
        """)
    #expect(
      drawn(table, columns: 20) == """
        Prices:
        room
          <strong>single</>
          12
        a long name of a
        room
          7
        That is all, for
        today and tomorrow.
        """)
  }

  @Test("Headings in bold stand before the cells then, in each table that has some")
  func narrowHeadings() {
    let table = Text(
      "**Item**\t**Seats**\t**Price**\nOpera\t2\t84\n**All**\t\t**84**\nAnd:\n1\t**2**\n3\t4")
    #expect(
      drawn(table, columns: 15) == """
        Opera
          <strong>Seats</>: 2
          <strong>Price</>: 84
        <strong>All</>
          <strong>Price</>: <strong>84</>
        And:
        1
          <strong>2</>
        3
          4
        """)
  }

  @Test(
    "Bold, code and links",
    arguments: [
      ("a **bold** word", "a <strong>bold</> word"), ("`let x`", "<code>let x</>"),
      ("**a `b` c**", "<strong>a `b` c</>"), ("`**`", "<code>**</>"),
      ("see [the docs](https://a.b/c?d).", "see <link>the docs</> (https://a.b/c?d)."),
      ("[a](https://b/c_(d)_(e))).", "<link>a</> (https://b/c_(d)_(e)))."),
      ("[a](https://b/c_(d)", "[a](https://b/c_(d)"),
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

  @Test("A terminal that follows links gets their addresses, and doesn't show them")
  func links() async throws {
    let text: Text = "Read [the\u{20}guide](https://a.b/c?d=[e]) **first**."
    let terminal = try HandTerminal(columns: 24, kind: "xterm-kitty")
    let task = Task {
      try await terminal.perform(
        Flow("links") {
          Say(text)
          Ask("Name?", into: Self.name)
        })
    }
    try await terminal.waitForScreen {
      $0.hasPrefix("Read the guide first.\n") && $0.contains("? Name?")
    }
    #expect(terminal.linked == ["https://a.b/c?d=[e]": "the guide"])
    terminal.send("x\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("Columns are as wide as what is shown of them")
  func columns() {
    #expect(
      drawn("**Item**\t`n`\tPrice\n漢字 and more\t12\t4\n\t\tend")
        == """
        <strong>Item</>           <code>n</>   Price
        漢字 and more  12  4
                           end
        """)
  }

  @Test("Marks that aren't closed take no time")
  func open() {
    for mark in ["**", "`", "[", "[a](", "[a](https://"] {
      let text = String(repeating: mark, count: 20_000)
      #expect(MarkedText(text, [ShownPiece(words: text, isLiteral: true)]).rows(80).count > 10)
    }
  }

  @Test("The title of a note and its text have them")
  func note() async throws {
    let terminal = try HandTerminal()
    _ = try await terminal.perform(
      Flow("note") {
        Store("**x**", into: Self.name)
        Note("Read **this**, \(Self.name)", text: "`now`")
      })
    #expect(terminal.text == "Read this, **x**\n  now")
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
