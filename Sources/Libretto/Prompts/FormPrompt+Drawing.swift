// How a page is drawn: a question a row, the one that has the keys opened; an alert in its frame.

extension FormPrompt {
  /// Draws the questions and the buttons.
  /// - Parameters:
  ///   - columns: the columns of a row.
  ///   - rows: the rows there are.
  func draw(columns: Int, rows: Int, _ glyphs: Glyphs) -> Frame {
    let visible = fields.indices.filter { fields[$0].isVisible }
    let titles = visible.map { fields[$0].question.title.neutralisedLine.mostColumns }
    var label = min(titles.max() ?? 0, max(8, columns / 2)) + 6
    // The answers of a form stand where they will stand when it has been filled.
    if page.buttons.isEmpty { label = max(label, min(AnsweredRow.column, columns / 2)) }
    var frame = Frame()
    /// The rows of the part that has the keys, which must be visible.
    var open = 0..<1
    for place in visible {
      let start = frame.rows.count
      add(place, label, columns, rows, glyphs, &frame)
      if place == focus { open = start..<frame.rows.count }
    }
    let start = frame.rows.count
    addButtons(label, columns, glyphs, &frame)
    if focus == nil { open = start..<frame.rows.count }
    return frame.window(around: open, rows: rows, columns: columns, glyphs)
  }

  private func add(
    _ place: Int, _ label: Int, _ columns: Int, _ rows: Int, _ glyphs: Glyphs, _ frame: inout Frame
  ) {
    let field = fields[place]
    let isFocused = place == focus
    var row = Row("  ")
    row.add(isFocused ? glyphs.focus : " ", .focus)
    row.add(" ")
    row.add(
      Row(field.question.title, isFocused ? .question : nil)
        .clipped(to: label - 6, glyphs.ellipsis))
    row.move(to: label)
    let space = Space(
      columns: columns - 2, headline: max(1, columns - row.mostColumns),
      rows: max(1, min(8, rows / 2)), glyphs: glyphs)
    let problem = isFocused && !field.hasFailed ? nil : field.problem
    guard isFocused else {
      row.add(Row(field.words ?? "", .answer).clipped(to: space.headline, glyphs.ellipsis))
      frame.rows.append(row)
      return addProblem(problem, columns, &frame)
    }
    let drawing = field.state.draw(space)
    let number = frame.rows.count
    if case .headline(let column) = drawing.cursor {
      frame.cursor = Frame.Cursor(row: number, column: row.columns + column)
    }
    row.add(drawing.headline)
    if drawing.headline.columns == 0, field.entry == nil, let words = field.words {
      // The answer that stays if nothing is typed.
      row.add(Row(words, .hint).clipped(to: space.headline, glyphs.ellipsis))
    }
    frame.rows.append(row)
    addProblem(problem, columns, &frame)
    let first = frame.rows.count
    for inner in drawing.rows {
      var row = Row("  ")
      row.add(inner)
      frame.rows.append(row)
    }
    if case .row(let place, let column) = drawing.cursor {
      frame.cursor = Frame.Cursor(row: first + place, column: column + 2)
    }
  }

  private func addProblem(_ problem: String?, _ columns: Int, _ frame: inout Frame) {
    guard let problem else { return }
    for line in Wrapping.lines(problem, width: columns - 4, limit: 3) {
      var row = Row("    ")
      row.add(line, .problem)
      frame.rows.append(row)
    }
  }

  private func addButtons(
    _ label: Int, _ columns: Int, _ glyphs: Glyphs, _ frame: inout Frame
  ) {
    let start = page.buttons.isEmpty ? max(2, label - 2) : 2
    let (rows, place, column) = buttons.draw(columns - start, glyphs, isFocused: focus == nil)
    if focus == nil {
      frame.cursor = Frame.Cursor(row: frame.rows.count + place, column: start + column)
    }
    for inner in rows {
      var row = Row(String(repeating: " ", count: start))
      row.add(inner)
      frame.rows.append(row)
    }
  }

  /// The keys that work now, the most useful first.
  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    guard let focus else {
      return [KeyHint("enter", page.buttons.isEmpty ? "submit" : "press")]
        + (page.buttons.count > 1 ? [KeyHint(glyphs.arrows[1], "move")] : [])
        + [KeyHint("shift-tab", "previous")] + buttons.letters
    }
    let own = fields[focus].state.keys(glyphs).filter { $0.key != "tab" && $0.key != "enter" }
    return [KeyHint("tab", "next"), KeyHint("enter", "accept"), KeyHint("shift-tab", "previous")]
      + own
  }

  /// More keys that work now, which only help lists.
  var moreKeys: [KeyHint] { focus.map { fields[$0].state.moreKeys } ?? [] }
}

extension Frame {
  /// The part of the rows that fits, around those that must be visible.
  func window(around open: Range<Int>, rows limit: Int, columns: Int, _ glyphs: Glyphs) -> Frame {
    guard rows.count > limit else { return self }
    let room = max(1, limit - 1)
    // The end of an open list that is too long gives way to its beginning.
    let middle = (open.lowerBound + min(open.upperBound, open.lowerBound + room)) / 2
    var start = min(max(0, middle - room / 2), rows.count - room)
    if open.lowerBound < start { start = open.lowerBound }
    if let cursor, cursor.row >= start + room { start = cursor.row - room + 1 }
    let end = start + room
    var frame = Frame(rows: Array(rows[start..<end]))
    if let cursor, (start..<end).contains(cursor.row) {
      frame.cursor = Cursor(row: cursor.row - start, column: cursor.column)
    }
    // One row alone is for what is open.
    if limit <= 1 { return frame }
    var more: [String] = []
    if start > 0 { more.append("\(glyphs.more.above) \(start) more") }
    if end < rows.count { more.append("\(glyphs.more.below) \(rows.count - end) more") }
    var row = Row("    ")
    row.add(more.joined(separator: "  "), .hint)
    frame.rows.append(row.clipped(to: columns, glyphs.ellipsis))
    return frame
  }
}
