/// The steps through the text that all of the reader shares, and its errors.
extension JSONReader {
  /// The byte at the position, or zero, which no rule accepts, at the end of the text.
  func peek() -> UInt8 {
    position < input.count ? input[position] : 0
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }

  mutating func skipSpace() {
    while position < input.count {
      switch input[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// Where the letters, digits and signs end that begin at the position.
  ///
  /// It looks no further than an error would show; no word of JSON is as long.
  func endOfWord() -> Int {
    var end = position
    while end < input.count, end - position <= JSONExcerpt.length {
      switch input[end] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F: end += 1
      default: return end
      }
    }
    return end
  }

  /// What stands at the position, as an error says it: a word, else one character.
  func found() -> String {
    guard position < input.count else { return "the end of the text" }
    let end = endOfWord()
    if end > position { return "“\(excerpt(position..<end))”" }
    guard let (_, length) = JSONBytes.scalar(in: input, at: position) else {
      return malformed()
    }
    return "“\(excerpt(position..<position + length))”"
  }

  /// The bytes at the position that are not well-formed UTF-8, as an error says it.
  ///
  /// Shown is the first byte with the continuation bytes that it asks for, as far as they are there.
  func malformed() -> String {
    let wanted =
      switch input[position] {
      case 0xC0...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF7: 4
      default: 1
      }
    var end = position + 1
    while end < min(position + wanted, input.count), input[end] & 0xC0 == 0x80 { end += 1 }
    let bytes = input[position..<end].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "invalid UTF-8 (\(bytes.joined(separator: " ")))"
  }

  func excerpt(_ range: Range<Int>) -> String {
    JSONExcerpt.text(String(decoding: input[range], as: UTF8.self))
  }

  func failure(_ message: String, at place: Int? = nil) -> JSONError {
    var path = JSONPath()
    for (depth, frame) in frames.enumerated() {
      if isBetweenValues && depth == frames.count - 1 { break }
      path.steps.append(frame.isObject ? .name(text(frame.name)) : .index(frame.count))
    }
    return JSONError(message, path: path, position: place ?? position, in: input)
  }
}
