/// Text of a document as an error quotes it: short, with nothing in it that drives a terminal.
enum JSONExcerpt {
  /// How many Unicode scalars are shown before “…” stands for the rest.
  static let length = 40

  /// The beginning of a text, with escapes for what a terminal would act on.
  ///
  /// - Parameter escapingQuotes: Whether `"` and `\` are escaped too, for use between quotes.
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
