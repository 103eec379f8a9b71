extension String {
  /// Whether both texts have the same bytes; `==` also considers canonically equivalent texts
  /// equal.
  func isIdenticalText(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// The text, shortened to 40 characters for use in an error message.
  var shortened: String {
    guard let end = index(startIndex, offsetBy: 40, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}

extension Hasher {
  /// Feeds the exact bytes of a text into the hasher.
  mutating func combine(text: String) {
    var copy = text
    copy.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
