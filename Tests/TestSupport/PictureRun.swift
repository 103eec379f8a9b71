/// Cells of a row that one element of a picture shows.
struct PictureRun {
  let column: Int
  let width: Int
  let text: String
  let style: CellStyle
  /// Whether every character is as wide as a cell in any monospaced font; others stand alone.
  let isPlain: Bool

  static func runs(of row: TerminalRow) -> [PictureRun] {
    var runs: [PictureRun] = []
    for (column, cell) in row.cells.enumerated() where cell.width > 0 {
      let next = PictureRun(
        column: column, width: cell.width, text: cell.text.isEmpty ? " " : cell.text,
        style: cell.style, isPlain: isPlain(cell))
      if let last = runs.last, last.isPlain, next.isPlain, last.style == next.style {
        runs[runs.count - 1] = PictureRun(
          column: last.column, width: last.width + next.width, text: last.text + next.text,
          style: last.style, isPlain: true)
      } else {
        runs.append(next)
      }
    }
    return runs
  }

  private static func isPlain(_ cell: TerminalCell) -> Bool {
    cell.width == 1
      && cell.text.unicodeScalars.allSatisfy {
        $0.isASCII || (0x2500...0x257F).contains($0.value)  // box drawing
      }
  }

  /// The run without the blanks around its text, which show nothing unless they are underlined or
  /// struck; nil if nothing is left.
  var trimmed: PictureRun? {
    if style.isUnderlined || style.isStruck { return self }
    let start = text.prefix { $0 == " " }.count
    let end = text.reversed().prefix { $0 == " " }.count
    guard start < text.count else { return nil }
    return PictureRun(
      column: column + start, width: width - start - end,
      text: String(text.dropFirst(start).dropLast(end)), style: style, isPlain: isPlain)
  }
}
