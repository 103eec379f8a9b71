extension TerminalScreen {
  mutating func move(toColumn column: Int) { move(toRow: cursor.row, column: column) }

  /// Moves the cursor as near as the screen allows.
  mutating func move(toRow row: Int, column: Int) {
    cursor = (min(max(0, row), rows - 1), min(max(0, column), columns - 1))
    isWrapPending = false
  }

  /// Goes to the next row, at the bottom by pushing the first one into the history.
  mutating func feedLine() {
    isWrapPending = false
    if cursor.row < rows - 1 {
      cursor.row += 1
    } else {
      past.append(grid.removeFirst())
      grid.append(TerminalRow(columns: columns))
      erase(row: rows - 1, 0..<columns)
    }
  }

  // MARK: Writing

  mutating func show(_ scalar: Unicode.Scalar) {
    if join(scalar) { return }
    let text = String(scalar)
    // What has no cell to join and takes none isn't shown.
    let width = widths.columns(of: text)
    if width > 0 { write(text, width: width, style: style) }
  }

  /// Adds a scalar to the cell before it, if it belongs there.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard let place = lastCell else { return false }
    let old = grid[place.row].cells[place.column]
    guard widths.joins(scalar, to: old.text) else { return false }
    let text = old.text + String(scalar)
    // Terminals that count scalars give a joined one nothing.
    let width = widths == .graphemes ? widths.columns(of: text) : old.width
    if width == old.width {
      grid[place.row].cells[place.column].text = text
    } else {
      for column in place.column..<place.column + old.width {
        grid[place.row].cells[column] = TerminalCell()
      }
      move(toRow: place.row, column: place.column)
      write(text, width: width, style: old.style)
    }
    return true
  }

  private mutating func write(_ text: String, width: Int, style: CellStyle) {
    if !link.isEmpty { linked[link, default: ""] += text }
    let isTooWide = cursor.column + width > columns
    if isWrapPending || isTooWide && width <= columns {
      let hasGap = !isWrapPending
      if hasGap { erase(row: cursor.row, cursor.column..<columns) }
      grid[cursor.row].isWrapped = true
      grid[cursor.row].hasGap = hasGap
      feedLine()
      cursor.column = 0
    }
    let end = min(columns, cursor.column + width)
    splitWide(row: cursor.row, cursor.column..<end)
    grid[cursor.row].cells[cursor.column] = TerminalCell(
      text: text, width: end - cursor.column, style: style)
    for column in cursor.column + 1..<end {
      grid[cursor.row].cells[column] = TerminalCell(width: 0, style: style)
    }
    lastCell = cursor
    if end == columns {
      lastColumnViolations.append(text)
      grid[cursor.row].endLine()
    }
    cursor.column = min(end, columns - 1)
    isWrapPending = end == columns
  }

  // MARK: Erasing and shifting

  /// Empties cells, which keep the background of the present style.
  mutating func erase(row: Int, _ range: Range<Int>) {
    isWrapPending = false
    guard !range.isEmpty else { return }
    splitWide(row: row, range)
    for column in range { grid[row].cells[column] = blank }
    if range.upperBound == columns {
      grid[row].endLine()
    }
  }

  private var blank: TerminalCell {
    var cell = TerminalCell()
    cell.style.background = style.background
    return cell
  }

  /// Empties the wide characters that lie over an end of the range.
  private mutating func splitWide(row: Int, _ range: Range<Int>) {
    for edge in [range.lowerBound, range.upperBound] where edge > 0 && edge < columns {
      guard grid[row].cells[edge].width == 0 else { continue }
      grid[row].cells[edge - 1] = TerminalCell()
      grid[row].cells[edge] = TerminalCell()
    }
  }

  mutating func insertRows(_ count: Int) {
    let count = min(count, rows - cursor.row)
    grid.removeLast(count)
    let row = TerminalRow(columns: columns)
    grid.insert(contentsOf: repeatElement(row, count: count), at: cursor.row)
    if cursor.row > 0 { grid[cursor.row - 1].endLine() }
    for row in cursor.row..<cursor.row + count { erase(row: row, 0..<columns) }
    move(toColumn: 0)
  }

  mutating func deleteRows(_ count: Int) {
    let count = min(count, rows - cursor.row)
    grid.removeSubrange(cursor.row..<cursor.row + count)
    if cursor.row > 0 { grid[cursor.row - 1].endLine() }
    grid += repeatElement(TerminalRow(columns: columns), count: count)
    for row in rows - count..<rows { erase(row: row, 0..<columns) }
    move(toColumn: 0)
  }

  mutating func insertCells(_ count: Int) {
    let count = min(count, columns - cursor.column)
    splitWide(row: cursor.row, cursor.column..<cursor.column)
    splitWide(row: cursor.row, columns - count..<columns - count)
    grid[cursor.row].cells.removeLast(count)
    grid[cursor.row].cells.insert(
      contentsOf: repeatElement(blank, count: count), at: cursor.column)
    grid[cursor.row].endLine()
    isWrapPending = false
  }

  mutating func deleteCells(_ count: Int) {
    let count = min(count, columns - cursor.column)
    let range = cursor.column..<cursor.column + count
    splitWide(row: cursor.row, range)
    grid[cursor.row].cells.removeSubrange(range)
    grid[cursor.row].cells += repeatElement(blank, count: count)
    grid[cursor.row].endLine()
    isWrapPending = false
  }
}
