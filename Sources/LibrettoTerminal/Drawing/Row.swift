import LibrettoCore

/// A row of the screen: texts in their styles, one after the other.
///
/// All text is neutralised here, as it is added, so nothing that is drawn can control the terminal.
struct Row: Hashable, Sendable {
  /// A part of a row.
  enum Part: Hashable, Sendable {
    /// A text in its style, and where it leads, if it is a link that the terminal follows.
    case text(String, Theme.Role?, link: String? = nil)
    /// What follows begins at this column, counted from 0.
    case column(Int)
  }

  /// How a character is shown: its style, and where it leads.
  struct Look: Hashable, Sendable {
    var role: Theme.Role?
    var link: String?
  }

  typealias Sign = (character: Character, look: Look)

  private(set) var parts: [Part] = []
  /// The columns that the row takes.
  private(set) var columns = 0
  /// The columns that it takes on a terminal that doesn't join the parts of a character.
  private(set) var mostColumns = 0
  /// Whether all terminals agree on what it takes.
  private(set) var isCertain = true

  init() {}

  init(parts: some Sequence<Part>) {
    for part in parts {
      switch part {
      case .text(let text, let role, let link): add(text, role, link: link)
      case .column(let column):
        self.parts.append(part)
        columns = column
        mostColumns = max(mostColumns, column)
        isCertain = true
      }
    }
  }

  init(_ text: String, _ role: Theme.Role? = nil) { add(text, role) }

  /// Adds a text, which is shown in one line.
  /// - Parameter link: where it leads; nil if it isn't a link.
  mutating func add(_ text: String, _ role: Theme.Role? = nil, link: String? = nil) {
    if text.isEmpty { return }
    let shown = text.neutralisedLine
    parts.append(.text(shown, role, link: link?.neutralisedLine))
    columns += shown.columns
    mostColumns += shown.mostColumns
    if isCertain { isCertain = shown.hasCertainWidth }
  }

  /// Adds what another row has.
  mutating func add(_ row: Row) {
    let start = columns
    for part in row.parts {
      switch part {
      case .text(let text, let role, let link): add(text, role, link: link)
      case .column(let column): move(to: start + column)
      }
    }
  }

  /// The row with another one behind it.
  func adding(_ row: Row) -> Row {
    var whole = self
    whole.add(row)
    return whole
  }

  /// Adds a line into which a text was broken.
  /// - Parameters:
  ///   - signs: the rest of the text from there on; afterwards, from behind the line on.
  ///   - role: the style of what has none.
  mutating func add(
    _ line: some StringProtocol, of signs: inout ArraySlice<Sign>, _ role: Theme.Role? = nil
  ) {
    var (piece, look) = ("", Look())
    for character in line {
      // Blanks at which a line was broken aren't shown, and others are added before its rest.
      let next = signs.drop { $0.character != character && $0.character.isWhitespace }
      let isShown = next.first?.character == character
      var found = isShown ? next[next.startIndex].look : Look()
      if found.role == nil { found.role = role }
      if found != look {
        add(piece, look.role, link: look.link)
        (piece, look) = ("", found)
      }
      piece.append(character)
      signs = isShown ? next.dropFirst() : next
    }
    add(piece, look.role, link: look.link)
  }

  /// Lets what follows begin at a column, or after one blank if the row is longer already.
  mutating func move(to column: Int) {
    guard columns < column else { return add(" ") }
    if isCertain {
      add(String(repeating: " ", count: column - columns))
    } else {
      parts.append(.column(column))
      columns = column
      mostColumns = max(mostColumns, column)
      // What follows begins at the column on every terminal.
      isCertain = true
    }
  }

  /// The row with a sign in its first column, if that is free.
  func withGutter(_ sign: String) -> Row {
    guard let first = parts.first else { return Row(sign, .border) }
    guard case .text(let text, let role, let link) = first, text.first == " " else {
      return self
    }
    let rest = [Part.text(String(text.dropFirst()), role, link: link)] + parts.dropFirst()
    return Row(parts: [.text(sign, .border)] + rest)
  }

  /// The row as far as it fits into columns, with a sign at its end if something is missing.
  func clipped(to width: Int, _ ellipsis: String) -> Row {
    guard mostColumns > width else { return self }
    var row = beginning(max(0, width - ellipsis.mostColumns))
    if row.mostColumns + ellipsis.mostColumns <= width { row.add(ellipsis, .hint) }
    return row
  }

  /// The row in as many rows as it needs: broken at blanks or, where that takes too many, anywhere.
  /// - Parameters:
  ///   - width: the columns of each.
  ///   - hanging: the blanks before all but the first.
  ///   - limit: the most rows.
  ///   - ellipsis: the sign at the end if there would be more.
  func wrapped(to width: Int, hanging: Int, limit: Int, _ ellipsis: String) -> [Row] {
    let width = max(1, width)
    guard mostColumns > width else { return [self] }
    let room = max(1, width - hanging)
    func lines(byWords: Bool) -> [String] {
      Wrapping.lines(text, width: room, first: width, limit: limit + 1, byWords: byWords)
    }
    var shown = lines(byWords: true)
    if shown.count > limit { shown = lines(byWords: false) }
    if shown.count > limit { shown[limit - 1] += ellipsis }
    var signs = parts.flatMap { part -> [Sign] in
      guard case .text(let text, let role, let link) = part else { return [] }
      return text.map { ($0, Look(role: role, link: link)) }
    }[...]
    return shown.prefix(limit).enumerated().map { number, line in
      var row = Row(number == 0 ? "" : String(repeating: " ", count: width - room))
      row.add(line, of: &signs)
      return row.clipped(to: width, ellipsis)
    }
  }

  /// The row with what is news behind it, for which it gives way; in a narrow window, that stands below.
  func followed(by news: Row, columns: Int, _ ellipsis: String) -> [Row] {
    let room = columns - news.mostColumns - 2
    guard mostColumns <= room || room >= columns / 3 else {
      let below = Row("    ").adding(news)
      return [clipped(to: columns, ellipsis)]
        + below.wrapped(to: columns, hanging: 4, limit: 3, ellipsis)
    }
    var row = clipped(to: room, ellipsis)
    row.add("  ")
    row.add(news)
    return [row]
  }

  /// The first columns of the row, at most this many.
  func beginning(_ width: Int) -> Row {
    var row = Row()
    for part in parts {
      switch part {
      case .column(let column):
        if column > width { return row }
        row.move(to: column)
      case .text(let text, let role, let link):
        if row.mostColumns + text.mostColumns <= width {
          row.add(text, role, link: link)
        } else {
          let rest = text.beginning(columns: width - row.mostColumns)
          row.add(String(rest), role, link: link)
          return row
        }
      }
    }
    return row
  }

  /// The text without styles.
  var text: String {
    var text = ""
    var row = Row()
    for part in parts {
      switch part {
      case .text(let piece, _, _):
        text += piece
        row.add(piece)
      case .column(let column):
        text += String(repeating: " ", count: max(0, column - row.columns))
        row.move(to: column)
      }
    }
    return text
  }
}

extension [Row] {
  /// The first rows, the last of which says if there are more.
  func cut(to most: Int, columns: Int, _ ellipsis: String) -> [Row] {
    guard count > most else { return self }
    var rows = Array(prefix(Swift.max(0, most)))
    if let last = rows.popLast() {
      var row = last.beginning(columns - ellipsis.mostColumns)
      row.add(ellipsis, .hint)
      rows.append(row)
    }
    return rows
  }
}

extension StringProtocol {
  /// Whether all terminals agree on the width of each character.
  var hasCertainWidth: Bool {
    utf8.allSatisfy { $0 < 0x80 } || allSatisfy(\.hasCertainWidth)
  }

  /// The beginning that fits into columns, on every terminal.
  func beginning(columns width: Int) -> SubSequence {
    var rest = width
    var end = startIndex
    while end < endIndex {
      let columns = self[end].mostColumns
      if columns > rest { break }
      rest -= columns
      formIndex(after: &end)
    }
    return self[..<end]
  }

  /// The end that fits into columns, on every terminal.
  func ending(columns width: Int) -> SubSequence {
    var rest = width
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      let columns = self[before].mostColumns
      if columns > rest { break }
      rest -= columns
      start = before
    }
    return self[start...]
  }
}

/// Rows, and the place of the cursor in them.
struct Frame: Hashable, Sendable {
  struct Cursor: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  var rows: [Row] = []
  var cursor: Cursor?

  /// The frame as far as it fits into columns, with the cursor at most one column past the last.
  func clipped(to width: Int, _ ellipsis: String) -> Frame {
    var frame = Frame(rows: rows.map { $0.clipped(to: width, ellipsis) }, cursor: cursor)
    if let column = cursor?.column { frame.cursor?.column = min(column, width) }
    return frame
  }
}
