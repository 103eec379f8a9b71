/// The lines in which two texts differ, with the lines around them.
///
///       PERSON   Send
///     - SAY      Gone.
///     + SAY      Sent.
///       END      finished
package struct LineDiff {
  /// The number of the first line that differs, from 1.
  package let line: Int
  /// The lines, each with what it is: `-` for one that was expected, `+` for one that came instead.
  package let text: String

  /// How many lines without a difference are shown around one.
  private static let context = 2
  /// The most lines that are shown.
  private static let mostShown = 60
  /// The most lines that are compared in every order: the comparison takes the square of them.
  private static let mostCompared = 500

  /// Compares two texts; nil if they are the same. A newline at the end doesn't count.
  package init?(expected: String, found: String) {
    let before = Self.lines(expected)
    let after = Self.lines(found)
    let same = zip(before, after).prefix { $0 == $1 }.count
    guard same < before.count || same < after.count else { return nil }
    let rest = min(before.count, after.count) - same
    let end = zip(before.reversed(), after.reversed()).prefix(rest).prefix { $0 == $1 }.count
    line = same + 1
    let rows =
      before[..<same].map { Row(" ", $0) }
      + Self.middle(
        Array(before[same..<before.count - end]), Array(after[same..<after.count - end]))
      + before.suffix(end).map { Row(" ", $0) }
    text = Self.shown(rows)
  }

  private struct Row {
    let mark: String
    let line: Substring

    init(_ mark: String, _ line: Substring) {
      self.mark = mark
      self.line = line
    }
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func middle(
    _ before: [Substring], _ after: [Substring]
  ) -> [Row] {
    guard before.count <= mostCompared, after.count <= mostCompared else {
      return before.map { Row("-", $0) } + after.map { Row("+", $0) }
    }
    let difference = after.difference(from: before)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [Row] = []
    var next = 0
    for (offset, line) in before.enumerated() {
      if removed.contains(offset) {
        rows.append(Row("-", line))
        continue
      }
      while inserted.contains(next) {
        rows.append(Row("+", after[next]))
        next += 1
      }
      rows.append(Row(" ", line))
      next += 1
    }
    return rows + after.dropFirst(next).map { Row("+", $0) }
  }

  private static func shown(_ rows: [Row]) -> String {
    var isShown = Array(repeating: false, count: rows.count)
    for index in rows.indices where rows[index].mark != " " {
      for near in max(0, index - context)...min(rows.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var lines: [String] = []
    for index in rows.indices where isShown[index] {
      if lines.count >= mostShown { return (lines + ["  …"]).joined(separator: "\n") }
      if index > 0, !isShown[index - 1] { lines.append("  …") }
      let row = rows[index]
      // Blanks at the end of a line can be what differs, so only an empty line gets none.
      lines.append(row.line.isEmpty ? row.mark == " " ? "" : row.mark : "\(row.mark) \(row.line)")
    }
    if isShown.last == false { lines.append("  …") }
    return lines.joined(separator: "\n")
  }
}
