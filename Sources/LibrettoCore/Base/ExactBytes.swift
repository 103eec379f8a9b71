// Texts as bytes: whether two are the same, and a hash that is the same in every process.

extension String {
  /// Whether both texts have the same bytes; `==` also considers canonically equivalent texts
  /// equal.
  package func isIdenticalText(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { mine.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// The text, shortened to 40 characters for use in an error message.
  package var shortened: String {
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

/// A text compared by its bytes.
///
/// String's `==` considers canonically equivalent texts equal, but they have different JSON: equal
/// trees would not have equal bytes.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (lhs: ExactText, rhs: ExactText) -> Bool {
    lhs.text.isIdenticalText(to: rhs.text)
  }

  /// By its bytes, so that equivalent texts don't collide.
  func hash(into hasher: inout Hasher) { hasher.combine(text: text) }
}

extension String {
  /// A 32-bit hash of the text: its 64-bit FNV-1a hash, folded.
  var shortForm: UInt32 {
    let hash = fnv1a(utf8)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}

/// The 64-bit FNV-1a hash of some bytes; unlike `Hasher`, it gives the same result in every
/// process.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return hash
}
