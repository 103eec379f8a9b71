import Testing

@testable import LibrettoTerminal

@Suite("The line of an answered question") struct AnsweredRowTests {
  private func picture(
    _ title: String, _ answer: String, columns: Int = 60, _ role: Theme.Role = .success
  ) -> String {
    Frame(rows: AnsweredRow.rows("✓", role, title, answer, columns: columns)).picture
  }

  @Test("Answers stand in one column; a long title pushes its own to the right")
  func column() {
    #expect(picture("Name?", "Ann") == "✓ Name?                 Ann")
    let long = "Which of all the names is it?"
    #expect(picture(long, "Ann") == "✓ \(long)  Ann")
    #expect(picture("Name?", "") == "✓ Name?")
    #expect(picture("Name?", "Ann", columns: 20) == "✓ Name?   Ann")
  }

  @Test("An answer that is long, or has lines, goes on below")
  func long() {
    #expect(
      picture("Text?", "one\ntwo") == """
        ✓ Text?
            one
            two
        """)
    #expect(
      picture("Text?", "a text that is too long for what is left of the row") == """
        ✓ Text?
            a text that is too long for what is left of the row
        """)
  }

  @Test("A title of several lines is broken by words")
  func title() {
    #expect(
      picture("A question that takes more than one row", "yes", columns: 24) == """
        ✓ A question that takes
          more than one row  yes
        """)
  }

  @Test("No row is wider than the screen, however narrow")
  func narrow() {
    for columns in 1...30 {
      for row in AnsweredRow.rows("✓", .success, "漢字 and more", "🙂 é yes", columns: columns) {
        #expect(row.mostColumns <= columns)
      }
    }
  }

  @Test("What has yet to come again is faint throughout")
  func ahead() {
    let rows = AnsweredRow.rows("·", .hint, "Name?", "Ann", columns: 60)
    let roles = rows[0].parts.map { part -> Theme.Role? in
      guard case .text(let text, let role) = part, text.contains(where: { $0 != " " }) else {
        return .hint
      }
      return role
    }
    #expect(Set(roles) == [.hint])
  }
}
