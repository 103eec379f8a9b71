extension String {
  /// This text made safe to show: nothing in it can control a terminal or reorder the visible text.
  ///
  /// C0 controls and DEL become their control pictures; C1 controls, bidirectional controls, line
  /// and paragraph separators, byte order marks and tag characters become U+FFFD. Newlines and tabs
  /// stay, and CR LF becomes a newline.
  package var neutralised: String { neutralised(keepingLayout: true) }

  /// ``neutralised`` for text inside one line: a newline becomes its picture, a tab a space.
  package var neutralisedLine: String { neutralised(keepingLayout: false) }

  private func neutralised(keepingLayout: Bool) -> String {
    guard mayNeedNeutralising(keepingLayout: keepingLayout) else { return self }
    // Scalars, not characters: CR LF is one Character, and so is a letter followed by controls.
    var result = String.UnicodeScalarView()
    result.reserveCapacity(utf8.count)
    var scalars = unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\r", scalars.first == "\n" { continue }
      result.append(scalar.neutralised(keepingLayout: keepingLayout))
    }
    return String(result)
  }

  /// Whether any byte could begin something unsafe; for most text, this scan is all the work.
  private func mayNeedNeutralising(keepingLayout: Bool) -> Bool {
    utf8.contains { byte in
      switch byte {
      case 0x20...0x7E: false
      case 0x09, 0x0A: !keepingLayout
      case 0x00...0x1F, 0x7F: true
      // The lead bytes of U+0080–009F, 061C, 200E–2069, FEFF and E0000–E007F.
      case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: true
      default: false
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate func neutralised(keepingLayout: Bool) -> Unicode.Scalar {
    switch value {
    case 0x09: keepingLayout ? self : " "
    case 0x0A: keepingLayout ? self : "\u{240A}"
    case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F,  // C1, where U+009B alone begins a control sequence
      0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069,  // bidirectional
      0x2028, 0x2029, 0xFEFF,
      0xE0000...0xE007F:  // tags, which carry text that nobody sees
      "\u{FFFD}"
    default: self
    }
  }
}
