// How wide text is on a terminal, and how it is broken into lines that fit.

import LibrettoCore

extension Unicode.Scalar {
  /// How many columns a terminal without clusters gives this scalar, as `wcwidth` would: 0, 1 or 2.
  ///
  /// Controls count 0, since no text is shown with them; what is ambiguous in East Asia counts 1.
  var columns: Int {
    switch value {
    case 0x20...0x7E, 0xA0..<0x300: 1
    case 0..<0xA0: 0
    default: WidthTable.columns(of: value)
    }
  }

  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

extension WidthTable {
  /// The width that the table has for a scalar: that of the last run which doesn't begin after it.
  fileprivate static func columns(of value: UInt32) -> Int {
    let wanted = value << 4 | 0xF
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle] <= wanted { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 1 : Int(runs[low - 1] & 0xF)
  }
}

extension Character {
  /// How many columns a terminal that draws clusters gives this one: 0, 1 or 2.
  var columns: Int { widths.cluster }

  /// The larger of ``columns`` and what a terminal takes that draws one scalar after the other.
  var mostColumns: Int {
    let (cluster, scalars) = widths
    return max(cluster, scalars)
  }

  /// Whether terminals that draw clusters and those that draw scalars show the same width.
  var hasCertainWidth: Bool {
    let (cluster, scalars) = widths
    return cluster == scalars
  }

  /// The width as one cluster, and the sum of the scalars' widths.
  private var widths: (cluster: Int, scalars: Int) {
    var (widest, sum, count) = (0, 0, 0)
    for scalar in unicodeScalars {
      let columns = scalar.columns
      widest = max(widest, columns)
      sum += columns
      count += 1
    }
    guard let first = unicodeScalars.first else { return (0, 0) }
    // A letter of a flag too takes 2 if it is alone: terminals that draw flags keep the cells for
    // its partner, which may still come.
    if first.isRegionalIndicator { return (2, sum) }
    return (count == 1 ? widest : emojiColumns(first) ?? widest, sum)
  }

  /// The width of several scalars that make an emoji, or of an emoji that is shown as text.
  private func emojiColumns(_ first: Unicode.Scalar) -> Int? {
    guard first.properties.isEmoji else { return nil }
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0xFE0F: return 2
      case 0xFE0E: return first.properties.isEmojiPresentation ? 1 : nil
      default: break
      }
    }
    return nil
  }
}

extension StringProtocol {
  /// How many columns this text takes on a terminal that draws clusters.
  var columns: Int { asciiColumns ?? reduce(0) { $0 + $1.columns } }

  /// The most columns that any terminal takes for this text.
  var mostColumns: Int { asciiColumns ?? reduce(0) { $0 + $1.mostColumns } }

  /// The width of a text that is ASCII: the number of its printable bytes.
  private var asciiColumns: Int? {
    let count = utf8.withContiguousStorageIfAvailable(\.printableASCII)
    return count ?? Array(utf8).withUnsafeBufferPointer(\.printableASCII)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of printable bytes; nil if any byte isn't ASCII.
  fileprivate var printableASCII: Int? {
    var count = 0
    var seen: UInt8 = 0
    for byte in self {  // without an early end, so that the compiler takes many bytes at once
      seen |= byte
      count &+= (0x20..<0x7F).contains(byte) ? 1 : 0
    }
    return seen < 0x80 ? count : nil
  }
}

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
  ///   - byWords: whether words are kept whole where they fit.
  static func lines(
    _ text: String, width: Int, first: Int? = nil, limit: Int = .max, byWords: Bool = true
  ) -> [String] {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
      if lines.count >= limit { break }
      // What is measured is what is shown: a tab takes a column.
      wrap(
        String(line).neutralisedLine[...], max(1, width),
        max(1, lines.isEmpty ? first ?? width : width), limit, byWords, &lines)
    }
    return lines
  }

  private static func wrap(
    _ line: Substring, _ width: Int, _ first: Int, _ limit: Int, _ byWords: Bool,
    _ lines: inout [String]
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
      // At the last blank that fits, or right after the last character.
      if byWords, next == " " {
        lines.append(String(fitting).trimmedAtEnd)
        rest = tail.drop { $0 == " " }
        if rest.isEmpty { return }
      } else if byWords, let blank = fitting.lastIndex(of: " "),
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
  /// Whether it ends a line; CR LF is one character.
  var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
