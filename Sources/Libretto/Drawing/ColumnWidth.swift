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
