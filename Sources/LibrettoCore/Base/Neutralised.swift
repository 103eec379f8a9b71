// Text made safe to show: for a terminal, and for messages about a command line.

extension String {
  /// This text made safe to show: nothing in it can control a terminal or reorder the visible text.
  ///
  /// C0 controls and DEL become their control pictures; C1 controls, bidirectional controls, line
  /// and paragraph separators, byte order marks and tag characters become U+FFFD. Newlines and tabs
  /// stay, and CR LF becomes a newline. Of more than 32 scalars in a row that only mark others or
  /// show nothing, the rest becomes one U+FFFD; no language needs as many (UAX #15, “Stream-Safe
  /// Text Format”, takes 30 for more than enough).
  package var neutralised: String { neutralised(keepingLayout: true) }

  /// ``neutralised`` for text inside one line: a newline becomes its picture, a tab a space.
  package var neutralisedLine: String { neutralised(keepingLayout: false) }

  private func neutralised(keepingLayout: Bool) -> String {
    guard mayNeedNeutralising(keepingLayout: keepingLayout) else { return self }
    // Scalars, not characters: CR LF is one Character, and so is a letter followed by controls.
    var result = String.UnicodeScalarView()
    var marks = 0
    var scalars = unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\r", scalars.first == "\n" { continue }
      let shown = scalar.neutralised(keepingLayout: keepingLayout)
      marks = shown.isMark ? marks + 1 : 0
      if marks <= 32 { result.append(shown) } else if marks == 33 { result.append("\u{FFFD}") }
    }
    return String(result)
  }

  /// Whether any byte could begin something unsafe; for most text, this scan is all the work.
  private func mayNeedNeutralising(keepingLayout: Bool) -> Bool {
    var others = 0
    return utf8.contains { byte in
      switch byte {
      case 0x20...0x7E: return false
      case 0x09, 0x0A: return !keepingLayout
      case 0x00...0x1F, 0x7F: return true
      // The lead bytes of U+0080–009F, 061C, 200E–2069, FEFF and E0000–E007F.
      case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: return true
      default:
        // Enough of them for more than 32 marks.
        others += 1
        return others > 64
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it changes how others look, or shows nothing.
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  /// What is shown in its place: another scalar if a terminal could act on it, or nobody see it.
  func neutralised(keepingLayout: Bool) -> Unicode.Scalar {
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

extension String {
  /// A word of a command line as far as a message may quote it: what follows “=” may be a secret.
  ///
  /// A word that only ends in “=” has no name to show, because encoded secrets end so.
  package var withoutValue: String {
    let name = unicodeScalars.prefix { $0 != "=" }
    let rest = unicodeScalars.dropFirst(name.count)
    if rest.isEmpty { return self }
    return rest.allSatisfy { $0 == "=" } ? "…" : String(name) + "=…"
  }

  /// Whether it looks like the id of a step or the name of a key.
  package var looksLikeID: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-_/@.".unicodeScalars.contains(scalar)
      }
  }
}

extension String {
  /// The text without the full stop or the ellipsis at its end, for a sentence that goes on.
  package var withoutStop: String {
    var text = self
    while let last = text.last, last == "…" || last == "." { text.removeLast() }
    return text
  }
}
