/// A small model of a terminal: what a person sees of the bytes that a program writes.
///
/// It knows what a prompt inside the flow of lines needs. Whatever else comes is kept as a
/// violation.
package struct TerminalScreen: Sendable {
  package internal(set) var columns: Int
  package internal(set) var rows: Int
  let widths: WidthPolicy
  let reflows: Bool

  var grid: [TerminalRow]
  var past: [TerminalRow] = []
  /// The cursor, whose column is never behind the last one.
  package internal(set) var cursor: (row: Int, column: Int) = (0, 0)
  /// Whether the last column was written and the next character goes to the next row.
  var isWrapPending = false
  /// The cell that a following scalar may still join: the one written last, if nothing came since.
  var lastCell: (row: Int, column: Int)?
  /// The style of what is written next.
  package internal(set) var style = CellStyle()
  /// Where what is written next leads; empty if it isn't a link.
  var link = ""
  /// What was written of each link, by its address.
  package internal(set) var linked: [String: String] = [:]
  var saved: (cursor: (row: Int, column: Int), style: CellStyle) = ((0, 0), CellStyle())

  package internal(set) var isCursorVisible = true
  package internal(set) var takesBracketedPaste = false
  /// Whether the program is between the beginning and the end of an update that is shown at once.
  package internal(set) var isSynchronized = false
  package internal(set) var bells = 0

  /// What a well-behaved prompt never sends, in words.
  package internal(set) var violations: [String] = []
  /// The characters written in the last column, which a prompt keeps free; lines may use it.
  package internal(set) var lastColumnViolations: [String] = []

  var state = ParserState.text
  /// The first bytes of a scalar whose last ones have not come.
  var partial: [UInt8] = []

  package init(
    columns: Int, rows: Int, widths: WidthPolicy = .graphemes, reflows: Bool = true
  ) {
    self.columns = columns
    self.rows = rows
    self.widths = widths
    self.reflows = reflows
    grid = Array(repeating: TerminalRow(columns: columns), count: rows)
  }

  /// The rows on the screen, without the blanks at their ends.
  package var lines: [String] { grid.map(\.text) }

  /// The rows that have gone off at the top, the oldest first.
  package var history: [String] { past.map(\.text) }

  /// The history and the screen up to its last row that isn't empty.
  package var text: String {
    let end = grid.lastIndex { !$0.isEmpty } ?? -1
    return (past + grid[...end]).map(\.text).joined(separator: "\n")
  }

  /// The cells on the screen, row by row.
  package var cells: [[TerminalCell]] { grid.map(\.cells) }

  /// The style of the first place on the screen that shows `text` within one row.
  package func style(of text: String) -> CellStyle? {
    for row in grid {
      for start in row.cells.indices where row.cells[start].width > 0 {
        var shown = ""
        for cell in row.cells[start...] where cell.width > 0 && shown.utf8.count < text.utf8.count {
          shown += cell.text.isEmpty ? " " : cell.text
        }
        if shown == text { return row.cells[start].style }
      }
    }
    return nil
  }
}
