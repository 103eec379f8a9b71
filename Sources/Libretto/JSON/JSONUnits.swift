/// Compares strings as JSON does, by code units.
///
/// `String`'s `==` treats “é” and “e” with a combining accent as equal; in JSON they are two names.
extension String {
  func hasSameUnits(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        mine.elementsEqual(theirs)
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  func hashUnits(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    let done: Void? = utf8.withContiguousStorageIfAvailable { units in
      hasher.combine(bytes: UnsafeRawBufferPointer(units))
    }
    if done == nil {
      Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}

/// A name in a set of names, compared by its code units.
struct JSONName: Hashable {
  let text: String

  static func == (left: JSONName, right: JSONName) -> Bool {
    left.text.hasSameUnits(as: right.text)
  }

  func hash(into hasher: inout Hasher) { text.hashUnits(into: &hasher) }
}
