/// Makes the components of ids: letters and digits, separated by single hyphens.
enum Slug {
  /// The slug of a title; case is folded, since a title's case is style.
  static func title(_ text: String) -> String { make(text.lowercased()) }

  /// The slug of a key's name; case is kept, since a key's name is an identifier.
  static func name(_ text: String) -> String { make(text) }

  /// The slug of a value among others: characters that a title would drop are written as numbers,
  /// so “C”, “C++” and “C#” always differ.
  static func value(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return plainValue(text) }
    var result = ""
    for character in text.lowercased() {
      if character.isLetter || character.isNumber {
        result.append(character)
      } else if " -_".contains(character) {
        result += "-"
      } else {
        result += character.unicodeScalars.map { "-" + String($0.value, radix: 16) }.joined()
      }
    }
    return result
  }

  /// The slug of a value in ASCII, where a byte is a character; a list can have many.
  private static func plainValue(_ text: String) -> String {
    func isKept(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || " -_".utf8.contains(byte) }
    let count = text.utf8.reduce(0) { $0 + (isKept($1) ? 1 : $1 < 0x10 ? 2 : 3) }
    return String(unsafeUninitializedCapacity: count) { slug in
      var end = 0
      func write(_ byte: UInt8) {
        slug[end] = byte
        end += 1
      }
      for byte in text.utf8 {
        if isLetterOrDigit(byte) {
          write((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
        } else {
          write(0x2D)
          if !isKept(byte) { for digit in String(byte, radix: 16).utf8 { write(digit) } }
        }
      }
      return end
    }
  }

  private static func make(_ text: String) -> String {
    if text.utf8.allSatisfy(isLetterOrDigit) { return text }
    // In ASCII a byte is a character, but for a line end of two; neither of those is kept.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      let bytes = joined(Array(text.utf8), hyphen: 0x2D, isLetterOrDigit) { $0 == 0x27 }
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(
      joined(Array(text), hyphen: "-", { $0.isLetter || $0.isNumber }) { "'’".contains($0) })
  }

  /// The elements that are kept, with a hyphen between those that others stood between.
  private static func joined<Element>(
    _ elements: [Element], hyphen: Element, _ isKept: (Element) -> Bool,
    _ isPassedOver: (Element) -> Bool
  ) -> [Element] {
    var result: [Element] = []
    var hasGap = false
    for element in elements {
      if isKept(element) {
        if hasGap && !result.isEmpty { result.append(hyphen) }
        hasGap = false
        result.append(element)
      } else if !isPassedOver(element) {
        hasGap = true
      }
    }
    return result
  }

  /// The reason that a text can't be used as an id, or nil if it can.
  static func problem(ofID id: String) -> String? {
    if id.isEmpty { return "an id can't be empty" }
    if id.utf8.allSatisfy(isPlain) { return nil }
    let allowed = id.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    if !allowed { return "use only letters, digits, “-”, “_”, “.” and “/”" }
    return nil
  }

  /// Whether a byte is an ASCII character allowed in ids; checking a `Character` takes thirty times
  /// as long.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || (0x2D...0x2F).contains(byte) || byte == 0x5F
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
