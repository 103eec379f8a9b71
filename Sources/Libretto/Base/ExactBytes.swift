extension String {
  /// Whether both hold the same bytes; `==` also takes canonically equivalent text for equal.
  func isIdenticalText(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// At most 40 characters of the text, for use inside an error.
  var shortened: String {
    guard let end = index(startIndex, offsetBy: 40, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}

extension Hasher {
  /// Feeds the exact bytes of a text.
  mutating func combine(text: String) {
    var copy = text
    copy.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
