/// Text of a document as errors quote it: shortened, without characters that a terminal acts on.
enum JSONExcerpt {
  /// The number of Unicode scalars to show; “…” replaces the rest.
  static let length = 40

  /// Returns the beginning of a text, with escapes for characters that a terminal acts on.
  ///
  /// - Parameter escapingQuotes: whether to escape `"` and `\` too, for use between quotes.
  static func text(_ text: String, escapingQuotes: Bool = false) -> String {
    var bytes: [UInt8] = []
    var shown = 0
    for scalar in text.unicodeScalars {
      guard shown < length else {
        bytes.append(contentsOf: "…".utf8)
        break
      }
      let isQuote = scalar == "\"" || scalar == "\\"
      if JSONEscape.isNeeded(scalar) || escapingQuotes && isQuote {
        let start = bytes.count
        JSONEscape.append(scalar, to: &bytes)
        shown += bytes.count - start
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        shown += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
