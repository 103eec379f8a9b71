import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("The line of an answered question") struct AnsweredRowTests {
  private func picture(
    _ title: String, _ answer: String, columns: Int = 60, _ role: Theme.Role = .success
  ) -> String {
    Frame(rows: AnsweredRow.rows("✓", role, title, answer, columns: columns)).picture
  }

  @Test("Answers stand in one column; that of a long title stands there in the next row")
  func column() {
    #expect(picture("Name?", "Ann") == "✓ Name?                 Ann")
    #expect(picture("Name?", "") == "✓ Name?")
    #expect(
      picture("Which of all the names?", "Ann") == """
        ✓ Which of all the names?
                                Ann
        """)
    #expect(
      picture("Name?", "Ann", columns: 20) == """
        ✓ Name?
                Ann
        """)
  }

  @Test("The column is behind the longest title of the flow, within two fifths of the window")
  func titles() {
    let flow = Flow("f") {
      Ask("What is it called?", into: Key<String>("name"))
      Confirm("The longest of the short ones?", into: Key<Bool>("longest"))
      Confirm("One that is much too long to stand beside an answer?", into: Key<Bool>("long"))
      Confirm("One that shows \(Key<String>("name")), so nobody knows?", into: Key<Bool>("shown"))
    }
    let column = AnswerColumn(flow)
    #expect([200, 139, 99, 79, 59, 39, 1].map(column.at) == [56, 56, 34, 24, 24, 16, 4])
    #expect(AnswerColumn().at(200) == 24)
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
          more than one row
                  yes
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
      guard case .text(let text, let role, _) = part, text.contains(where: { $0 != " " }) else {
        return .hint
      }
      return role
    }
    #expect(Set(roles) == [.hint])
  }
}
