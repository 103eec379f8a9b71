/// Base64 in the URL-safe alphabet, without padding (RFC 4648, section 5).
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The index of each letter in the alphabet; 255 for all other bytes.
  private static let places: [UInt8] = {
    var places = [UInt8](repeating: 255, count: 256)
    for (place, letter) in alphabet.enumerated() { places[Int(letter)] = UInt8(place) }
    return places
  }()

  static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count * 4 + 2) / 3
    let alphabet = alphabet
    return String(unsafeUninitializedCapacity: length) { text in
      var bits: UInt32 = 0
      var count = 0
      var place = 0
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        count += 8
        while count >= 6 {
          count -= 6
          text[place] = alphabet[Int(bits >> UInt32(count) & 63)]
          place += 1
        }
      }
      if count > 0 {
        text[place] = alphabet[Int(bits << UInt32(6 - count) & 63)]
        place += 1
      }
      return place
    }
  }

  /// The bytes; nil if a letter isn't in the alphabet, or `encode` writes the bytes differently.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    let places = places
    for letter in text.utf8 {
      let value = places[Int(letter)]
      guard value != 255 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // A single letter isn't a byte, and unused bits are zero.
    guard count < 6, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
    return bytes
  }
}
