/// What is drawn on the screen, and how to change it into something else with the fewest bytes.
///
/// It moves relatively only, never clears anything above, and asks the terminal nothing. All rows
/// it has drawn and still holds are on the screen.
struct Canvas: Sendable {
  /// The styles and colours.
  var ink: Ink
  /// The rows as they are on the screen, from top to bottom.
  private(set) var rows: [Row] = []
  /// The row of the cursor; the number of rows if it is on the free row below.
  private(set) var row = 0
  private var cursor: Frame.Cursor?

  init(_ ink: Ink) { self.ink = ink }

  /// The column of the cursor.
  var cursorColumn: Int { cursor?.column ?? 0 }

  /// Changes the screen.
  /// - Parameters:
  ///   - frame: the rows and the cursor; without a cursor, it stands on the free row below.
  ///   - limit: how many rows can stay on the screen; those above are drawn for good.
  /// - Returns: what to write; empty if nothing changes.
  mutating func draw(_ frame: Frame, limit: Int) -> String {
    let new = frame.rows
    if new == rows, frame.cursor == cursor, frame.cursor != nil || row == rows.count { return "" }
    var text = ""
    let shared = min(rows.count, new.count)
    for place in 0..<shared where new[place] != rows[place] {
      text += moved(to: place)
      text += "\r" + ink.text(new[place]) + "\u{1B}[K"
    }
    if new.count < rows.count {
      text += moved(to: new.count) + Canvas.erasingBelow
    }
    for place in shared..<max(shared, new.count) {
      // The row below the last one may not exist yet, so a line feed makes it.
      if row != place {
        text += moved(to: place - 1) + "\r\n"
        row = place
      }
      text += "\r" + ink.text(new[place]) + "\u{1B}[K"
    }
    rows = new
    if let cursor = frame.cursor, rows.indices.contains(cursor.row) {
      text += moved(to: cursor.row) + "\r" + ink.beginning(of: rows[cursor.row], cursor.column)
    } else {
      text += moved(below: rows.count)
    }
    cursor = frame.cursor
    if rows.count > limit { release(rows.count - limit) }
    return text
  }

  /// Forgets rows at the top: they stay as they are.
  mutating func release(_ count: Int) {
    let count = min(count, rows.count)
    rows.removeFirst(count)
    row -= count
    cursor?.row -= count
  }

  /// Forgets everything: what is drawn next is drawn at the place of the cursor.
  mutating func releaseAll() {
    rows = []
    row = 0
    cursor = nil
  }

  /// What erases the rows from one on, with the cursor at the beginning of that row.
  func erasing(from place: Int) -> String {
    Canvas.vertical(from: row, to: place) + Canvas.erasingBelow
  }

  /// Erases the row of the cursor and all rows below it. A terminal may keep a copy of a screen that is
  /// erased from its first row on, so that row is erased by itself.
  static let erasingBelow = "\r\u{1B}[K\u{1B}7\u{1B}[B\u{1B}[J\u{1B}8"

  private mutating func moved(to place: Int) -> String {
    defer { row = place }
    return Canvas.vertical(from: row, to: place)
  }

  /// Moves to the free row, which is sure to exist only if the cursor is on it.
  private mutating func moved(below count: Int) -> String {
    if row >= count { return moved(to: count) + "\r" }
    let text = moved(to: count - 1) + "\r\n"
    row = count
    return text
  }

  private static func vertical(from row: Int, to place: Int) -> String {
    switch place - row {
    case 0: ""
    case 1...: "\u{1B}[\(place - row)B"
    default: "\u{1B}[\(row - place)A"
    }
  }
}

/// How rows become bytes: the theme, and whether there are colours.
struct Ink: Hashable, Sendable {
  var theme = Theme.standard
  var hasColors = true

  /// A row with its styles.
  /// - Parameter erases: whether columns that the row leaps over may show something else.
  func text(_ row: Row, erases: Bool = true) -> String {
    var text = ""
    for part in row.parts {
      switch part {
      case .column(let column): text += (erases ? "\u{1B}[K" : "") + "\r\u{1B}[\(column)C"
      case .text(let piece, let role, let link):
        let parameters = role.map { theme[$0].parameters(withColor: hasColors) } ?? ""
        let styled = parameters.isEmpty ? piece : "\u{1B}[\(parameters)m\(piece)\u{1B}[m"
        text += link.map { "\u{1B}]8;;\($0)\u{1B}\\\(styled)\u{1B}]8;;\u{1B}\\" } ?? styled
      }
    }
    return text
  }

  /// Puts the cursor at a column of a row that is drawn.
  ///
  /// Where terminals differ in the width of what is before it, the row is written once more: the
  /// cursor is saved where its beginning ends.
  func beginning(of row: Row, _ column: Int) -> String {
    if column == 0 { return "" }
    let (start, rest) = row.split(before: column)
    if start.isCertain { return "\u{1B}[\(column)C" }
    // All terminals agree on where a leap ends, and what is before it stays.
    let end = rest.parts.isEmpty ? "" : "\u{1B}7" + text(rest) + "\u{1B}[K\u{1B}8"
    return text(start.behindLeaps, erases: false) + end
  }
}

extension Row {
  /// The last leap, and what follows it.
  fileprivate var behindLeaps: Row {
    let isLeap = { (part: Part) in if case .column = part { true } else { false } }
    guard let last = parts.lastIndex(where: isLeap) else { return self }
    return Row(parts: parts[last...])
  }

  /// The part before a column, whatever its characters take elsewhere, and the rest.
  fileprivate func split(before column: Int) -> (Row, Row) {
    var row = Row()
    for (number, part) in parts.enumerated() {
      let rest = parts[(number + 1)...]
      switch part {
      case .column(let place):
        if place > column { return (row, Row(parts: parts[number...])) }
        row.move(to: place)
      case .text(let text, let role, let link):
        var columns = row.columns
        let start = text.prefix { character in
          columns += character.columns
          return columns <= column
        }
        row.add(String(start), role, link: link)
        let end = text.dropFirst(start.count)
        if !end.isEmpty { return (row, Row(parts: [.text(String(end), role, link: link)] + rest)) }
      }
    }
    return (row, Row())
  }
}
