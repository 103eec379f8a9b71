/// Breaks text into lines, by words.
enum Wrapping {
  /// Returns the lines of a text that fit into columns.
  ///
  /// A word that doesn't fit is broken. Lines that the text has stay lines, and a blank at which a
  /// line is broken isn't shown.
  /// - Parameters:
  ///   - width: the columns; at least one character goes into each line.
  ///   - first: the columns of the first line, if that has less room.
  ///   - limit: how many lines are wanted.
  static func lines(
    _ text: String, width: Int, first: Int? = nil, limit: Int = .max
  ) -> [String] {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
      if lines.count >= limit { break }
      // What is measured is what is shown: a tab takes a column.
      wrap(
        String(line).neutralisedLine[...], max(1, width),
        max(1, lines.isEmpty ? first ?? width : width), limit, &lines)
    }
    return lines
  }

  private static func wrap(
    _ line: Substring, _ width: Int, _ first: Int, _ limit: Int, _ lines: inout [String]
  ) {
    var rest = line
    var room = first
    while lines.count < limit {
      let fitting = rest.beginning(columns: room)
      let tail = rest.dropFirst(fitting.count)
      guard let next = tail.first else {
        lines.append(String(rest))
        return
      }
      // At the last blank that fits, or right behind the last character.
      if next == " " {
        lines.append(String(fitting).trimmedAtEnd)
        rest = tail.drop { $0 == " " }
        if rest.isEmpty { return }
      } else if let blank = fitting.lastIndex(of: " "),
        fitting[..<blank].contains(where: { $0 != " " })
      {
        lines.append(String(fitting[..<blank]).trimmedAtEnd)
        rest = rest[fitting.index(after: blank)...]
      } else {
        let broken = fitting.isEmpty ? rest.prefix(1) : fitting
        lines.append(String(broken))
        rest = rest.dropFirst(broken.count)
        if rest.isEmpty { return }
      }
      room = width
    }
  }
}

extension Character {
  /// Whether text goes on in the next line behind it; CR LF is one character.
  var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
