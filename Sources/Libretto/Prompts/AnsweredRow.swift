/// The quiet line of a question that has been answered.
enum AnsweredRow {
  /// The column at which answers stand.
  static let column = 24

  /// - Parameters:
  ///   - glyph: the sign before the title, and its role.
  ///   - title: the title of the question.
  ///   - words: the answer in words.
  ///   - columns: the columns of a row.
  static func rows(
    _ glyph: String, _ role: Theme.Role, _ title: String, _ words: String, columns: Int
  ) -> [Row] {
    // On a screen of few columns, a sign and one wide character are too much.
    whole(glyph, role, title, words, columns).map { $0.clipped(to: max(1, columns), "") }
  }

  private static func whole(
    _ glyph: String, _ role: Theme.Role, _ title: String, _ words: String, _ columns: Int
  ) -> [Row] {
    let text = role == .hint ? Theme.Role.hint : nil
    let lines = Wrapping.lines(title, width: max(1, columns - 2), limit: 50)
    var rows: [Row] = []
    for (number, line) in lines.enumerated() {
      var next = number == 0 ? glyphRow(glyph, role) : Row("  ")
      next.add(line, text)
      rows.append(next)
    }
    let answer: Theme.Role = role == .hint ? .hint : .answer
    let start = min(column, max(4, columns / 2))
    var last = rows.removeLast()
    // An answer of several lines, or a long one, goes on below.
    let room = columns - max(start, last.mostColumns + 2)
    let first = words.neutralisedLine
    if !words.isEmpty, words.contains(where: \.isLineEnd) || first.mostColumns > room {
      rows.append(last)
      for line in Wrapping.lines(words, width: max(1, columns - 4), limit: 1_000) {
        var row = Row("    ")
        row.add(line, answer)
        rows.append(row)
      }
      return rows
    }
    if !words.isEmpty {
      if last.columns + 2 > start { last.add("  ") } else { last.move(to: start) }
      last.add(words, answer)
    }
    return rows + [last]
  }

  private static func glyphRow(_ glyph: String, _ role: Theme.Role) -> Row {
    var row = Row()
    row.add(glyph, role)
    row.add(" ")
    return row
  }
}
