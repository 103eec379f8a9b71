extension Frame {
  /// Adds a text by words.
  mutating func add(
    _ text: String, to size: QuestionView.Size, indent: Int, role: Theme.Role?, limit: Int = 100
  ) {
    for line in Wrapping.lines(text, width: max(1, size.width - indent), limit: limit) {
      var row = Row(String(repeating: " ", count: min(indent, size.width - 1)))
      row.add(line, role)
      rows.append(row)
    }
  }

  /// Adds what another frame has, with its cursor.
  mutating func append(_ frame: Frame) {
    if let cursor = frame.cursor {
      self.cursor = Cursor(row: rows.count + cursor.row, column: cursor.column)
    }
    rows += frame.rows
  }
}
