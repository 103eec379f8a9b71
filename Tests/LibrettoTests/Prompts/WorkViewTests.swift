import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("How work is drawn") struct WorkViewTests {
  private func item(
    _ text: String?, after milliseconds: Int, fraction: Double? = nil, label: String? = nil,
    operation: String? = nil, limit: Duration? = nil
  ) -> WorkView.Item {
    var item = WorkView.Item(number: 1, text: text, operation: operation, limit: limit)
    item.elapsed = .milliseconds(milliseconds)
    if fraction != nil || label != nil {
      item.progress = WorkProgress(
        id: "copy", step: "copy", text: text ?? "copy", fraction: fraction, label: label)
    }
    return item
  }

  private func picture(
    _ items: [WorkView.Item], columns: Int = 80, _ glyphs: Glyphs = .unicode
  ) -> String {
    Frame(rows: WorkView(items: items).rows(.init(columns: columns, rows: 24), glyphs)).picture
  }

  @Test("Work that ends at once is not shown")
  func patience() {
    #expect(picture([item("Copying…", after: 199)]) == "")
    #expect(picture([item("Copying…", after: 200)]) == "⠹ Copying…  0.2 s")
    #expect(picture([item(nil, after: 5_000)]) == "")
  }

  @Test("The picture changes ten times a second, and starts again")
  func spinner() {
    let pictures = (2..<14).map { picture([item("A", after: $0 * 100)], .unicode).prefix(1) }
    #expect(pictures.joined() == "⠹⠸⠼⠴⠦⠧⠇⠏⠋⠙⠹⠸")
  }

  @Test("Time, and what it may take")
  func time() {
    #expect(picture([item("A", after: 59_999, limit: .seconds(90))]) == "⠏ A  59.9 s of 1 min 30 s")
    #expect(picture([item("A", after: 61_000)]) == "⠋ A  1 min 1 s")
  }

  @Test("A long text leaves room for the bar")
  func longText() {
    let long = item(String(repeating: "abc ", count: 30), after: 8_000, fraction: 0.4)
    #expect(
      picture([long])
        == "⠋ abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc a… ━━─────  40%")
    #expect(picture([long], columns: 30) == "⠋ abc abc abc… ━━─────  40%")
  }

  @Test("The bar, its rate and the time that remains, as far as there is room")
  func bar() {
    let item = item("Copying…", after: 8_000, fraction: 0.4, label: "file 2")
    #expect(
      picture([item]) == """
        ⠋ Copying…              ━━━━━━━────────────  40%  5 %/s  about 12 s left
          file 2
        """)
    #expect(
      picture([item], columns: 60) == """
        ⠋ Copying…              ━━━──────  40%  about 12 s left
          file 2
        """)
    #expect(
      picture([item], columns: 40) == """
        ⠋ Copying…      ━━━━━━──────────  40%
          file 2
        """)
    #expect(
      picture([item], columns: 20) == """
        ⠋ Copying… 40%
          file 2
        """)
    #expect(
      picture([item], .ascii) == """
        | Copying…              =======------------  40%  5 %/s  about 12 s left
          file 2
        """)
  }

  @Test("A rate of less than a hundredth in a second is given for a minute")
  func slow() {
    #expect(
      picture([item("A", after: 600_000, fraction: 0.5)])
        == "⠋ A                     ━━━━━━━━━──────────  50%  5 %/min  about 10 min left")
  }

  @Test("No rate or time is guessed from the first second, from nothing, or at the end")
  func unknown() {
    let bar = "⠋ A                     "
    #expect(
      picture([item("A", after: 900, fraction: 0.5)])
        == "⠏ A                     ━━━━━━━━━──────────  50%")
    #expect(picture([item("A", after: 8_000, fraction: 0)]) == bar + "───────────────────  0%")
    #expect(
      picture([item("A", after: 8_000, fraction: 1)])
        == bar + "━━━━━━━━━━━━━━━━━━━  100%  13 %/s")
  }

  @Test("Operations have a line each, with what they do")
  func operations() {
    let items = [
      item("loading…", after: 400, operation: "friends"),
      item("photos", after: 400, operation: "photos"),
    ]
    #expect(
      picture(items) == """
        ⠼ friends               loading…  0.4 s
        ⠼ photos                  0.4 s
        """)
  }

  @Test("What ended stays as a quiet line; a failure says why")
  func ended() {
    let alone = item("Copying…", after: 1_250)
    let operation = item("Loading…", after: 1_250, operation: "friends")
    func rows(_ item: WorkView.Item, _ failure: String?) -> String {
      Frame(rows: item.ended(failure, columns: 79, .unicode)).picture
    }
    #expect(rows(alone, nil) == "✓ Copying               1.2 s")
    #expect(rows(alone, "the disk is full") == "✗ Copying               the disk is full")
    #expect(rows(operation, nil) == "✓ friends               Loading  1.2 s")
    #expect(rows(operation, "offline") == "✗ friends               offline")
  }
}
