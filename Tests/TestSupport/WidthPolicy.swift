/// How a ``TerminalScreen`` counts the columns of text.
package enum WidthPolicy: Hashable, Sendable {
  /// A cluster takes one cell or two, whatever it consists of, as in kitty or Ghostty.
  case graphemes
  /// Each scalar takes its own cells, as in terminals that ask `wcwidth`.
  case scalars

  /// The columns of scalars that share a cell.
  func columns(of text: String) -> Int {
    let scalars = text.unicodeScalars
    guard self == .graphemes, let first = scalars.first else {
      return scalars.reduce(0) { $0 + Self.columns(of: $1) }
    }
    if (0x1F1E6...0x1F1FF).contains(first.value) { return 2 }
    if first.properties.isEmoji {
      if scalars.contains("\u{FE0F}") { return 2 }
      if scalars.contains("\u{FE0E}"), first.properties.isEmojiPresentation { return 1 }
    }
    return scalars.reduce(0) { max($0, Self.columns(of: $1)) }
  }

  /// Whether a scalar continues what a cell shows.
  func joins(_ scalar: Unicode.Scalar, to text: String) -> Bool {
    guard !text.isEmpty else { return false }
    if self == .scalars { return Self.columns(of: scalar) == 0 }
    return (text + String(scalar)).count == 1
  }

  /// The columns of one scalar, by short rules that are not those of the library.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format where value != 0xAD && !isNumberSign(value): return 0
    default: break
    }
    if vowels.contains(where: { $0.contains(value) }) { return 0 }
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The signs of category Cf that stand around digits, and are seen.
  private static func isNumberSign(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// The vowels and final consonants of Hangul, which join a syllable.
  private static let vowels: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FF]

  /// The blocks of East Asia.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D37F, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
