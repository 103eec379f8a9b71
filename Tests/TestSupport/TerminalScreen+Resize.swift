extension TerminalScreen {
  /// Gives the window another size, as a person does by pulling at its corner.
  ///
  /// A terminal that reflows lays out its lines anew; others cut their rows, or widen them.
  package mutating func resize(columns newColumns: Int, rows newRows: Int) {
    let isOtherWidth = newColumns != columns
    columns = newColumns
    rows = newRows
    lastCell = nil
    if !isOtherWidth || !reflows {
      if isOtherWidth { cutRows() }
      fitRows(from: past + grid, cursorRow: past.count + cursor.row, top: past.count)
    } else {
      reflow()
    }
    saved.cursor = (min(saved.cursor.row, rows - 1), min(saved.cursor.column, columns - 1))
  }

  private mutating func cutRows() {
    for row in grid.indices {
      let rest = columns - grid[row].cells.count
      if rest > 0 {
        grid[row].cells += repeatElement(TerminalCell(), count: rest)
      } else if rest < 0 {
        // Half of a wide character is nothing.
        if grid[row].cells[columns].width == 0 {
          grid[row].cells[columns - 1] = TerminalCell()
        }
        grid[row].cells.removeLast(-rest)
      }
      grid[row].endLine()
    }
    // The rows are fitted later; the cursor stays in its own until then.
    cursor.column = min(cursor.column, columns - 1)
    isWrapPending = false
  }

  /// Joins the rows that one line takes, and wraps them at the new width.
  private mutating func reflow() {
    var laidOut: [TerminalRow] = []
    var newTop = 0
    var newCursor = (row: 0, column: 0)
    var isNowPending = false
    let old = past + grid
    let cursorRow = past.count + cursor.row
    var row = 0
    while row < old.count {
      let first = row
      while row + 1 < old.count, old[row].isWrapped { row += 1 }
      let line = LogicalLine(
        Array(old[first...row]), cursorRow: cursorRow - first,
        cursorColumn: cursor.column + (isWrapPending ? 1 : 0))
      let wrapped = line.wrapped(at: columns)
      if (first...row).contains(past.count) {
        newTop = laidOut.count + wrapped.place(ofOldRow: past.count - first).row
      }
      if let place = wrapped.cursor {
        newCursor = (laidOut.count + place.row, min(place.column, columns - 1))
        isNowPending = place.column == columns
      }
      laidOut += wrapped.rows
      row += 1
    }
    fitRows(from: laidOut, cursorRow: newCursor.row, top: newTop)
    cursor.column = newCursor.column
    isWrapPending = isNowPending
  }

  /// Shows the rows from the old first one, or from as far below as the last text and the cursor
  /// need; those above are history.
  private mutating func fitRows(from all: [TerminalRow], cursorRow: Int, top: Int) {
    let last = max(cursorRow, all.lastIndex { !$0.isEmpty } ?? 0)
    let start = min(cursorRow, max(top, last - rows + 1))
    past = Array(all[..<start])
    grid = Array(all[start...].prefix(rows))
    grid += repeatElement(TerminalRow(columns: columns), count: rows - grid.count)
    cursor.row = cursorRow - start
  }
}

/// The rows that show one line of the program.
private struct LogicalLine {
  private var cells: [TerminalCell] = []
  /// The place of the cursor among the cells, if it is in this line.
  private var cursor: Int?
  /// The places where the old rows begin.
  private var starts: [Int] = []

  init(_ rows: [TerminalRow], cursorRow: Int, cursorColumn: Int) {
    for (number, row) in rows.enumerated() {
      starts.append(cells.count)
      if number == cursorRow { cursor = cells.count + cursorColumn }
      cells += row.hasGap ? row.cells.dropLast() : row.cells[...]
    }
    // What was never written is not part of the line, except before the cursor.
    let end = (cells.lastIndex { $0 != TerminalCell() } ?? -1) + 1
    cells.removeLast(max(0, cells.count - max(end, cursor ?? 0)))
  }

  /// The line in rows of another width, with the places of the old ones.
  struct Wrapped {
    var rows: [TerminalRow]
    var cursor: (row: Int, column: Int)?
    fileprivate var oldRows: [(row: Int, column: Int)]

    func place(ofOldRow number: Int) -> (row: Int, column: Int) { oldRows[number] }
  }

  func wrapped(at columns: Int) -> Wrapped {
    var rows = [TerminalRow(columns: columns)]
    var places: [(row: Int, column: Int)] = []
    var column = 0
    for cell in cells {
      let isTooWide = column + max(1, cell.width) > columns && cell.width > 0 && column > 0
      if column == columns || isTooWide {
        rows[rows.count - 1].isWrapped = true
        rows[rows.count - 1].hasGap = column < columns
        rows.append(TerminalRow(columns: columns))
        column = 0
      }
      places.append((rows.count - 1, column))
      rows[rows.count - 1].cells[column] = cell
      column += 1
    }
    // Behind the last cell.
    let end = (row: rows.count - 1, column: column)
    func place(_ number: Int) -> (row: Int, column: Int) {
      number < places.count ? places[number] : end
    }
    return Wrapped(rows: rows, cursor: cursor.map(place), oldRows: starts.map(place))
  }
}
