/// One cell of a ``TerminalScreen``.
package struct TerminalCell: Hashable, Sendable {
  /// What the cell shows; empty where nothing was written, and in the right half of a wide one.
  package var text = ""
  /// The columns of the text: 0 in the right half of a wide one.
  package var width = 1
  package var style = CellStyle()
}

/// How a cell shows its text.
package struct CellStyle: Hashable, Sendable {
  package var isBold = false
  package var isFaint = false
  package var isItalic = false
  package var isUnderlined = false
  package var isReversed = false
  package var isStruck = false
  /// The colours; nil is the terminal's own.
  package var foreground: TerminalColor?
  package var background: TerminalColor?

  package init() {}
}

/// A colour that a program has chosen.
package enum TerminalColor: Hashable, Sendable {
  /// One of the terminal's palette; below 16, the person may have chosen it.
  case palette(Int)
  case rgb(red: Int, green: Int, blue: Int)
}

/// One row of cells.
struct TerminalRow: Hashable, Sendable {
  var cells: [TerminalCell]
  /// Whether the next row continues this one, because the text was too long.
  var isWrapped = false
  /// Whether the last cell is empty only because a wide character did not fit.
  var hasGap = false

  init(columns: Int) { cells = Array(repeating: TerminalCell(), count: columns) }

  /// Makes the next row one that doesn't continue this one.
  mutating func endLine() { (isWrapped, hasGap) = (false, false) }

  /// The text without the blanks at its end.
  var text: String {
    var text = ""
    var blanks = 0
    for cell in cells where cell.width > 0 {
      if cell.text.isEmpty || cell.text == " " {
        blanks += 1
      } else {
        text += String(repeating: " ", count: blanks) + cell.text
        blanks = 0
      }
    }
    return text
  }

  var isEmpty: Bool { text.isEmpty }
}
