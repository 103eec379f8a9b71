/// Functions that all parts of the reader share, and its errors.
extension JSONReader {
  /// The byte at the position; at the end of the text zero, which no rule accepts.
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

  /// The end of the letters, digits and signs that begin at the position.
  ///
  /// It looks no further than an error would show, which is longer than any word of JSON.
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

  /// A description of the text at the position for errors: a word, otherwise one character.
  func found() -> String {
    guard position < input.count else { return "the end of the text" }
    let end = endOfWord()
    if end > position { return "“\(excerpt(position..<end))”" }
    guard let (_, length) = JSONBytes.scalar(in: input, at: position) else {
      return malformed()
    }
    return "“\(excerpt(position..<position + length))”"
  }

  /// A description of the malformed UTF-8 at the position for errors.
  ///
  /// It shows the first byte and the continuation bytes that it requires, as far as there are any.
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

  func failure(
    _ message: String, at place: Int? = nil, reason: JSONError.Reason? = nil
  ) -> JSONError {
    var path = JSONPath()
    for (depth, frame) in frames.enumerated() {
      if isBetweenValues && depth == frames.count - 1 { break }
      path.steps.append(frame.isObject ? .name(text(frame.name)) : .index(frame.count))
    }
    let isUnclosed = place == nil && position == input.count
    let unclosed = isUnclosed ? frames.last.map { $0.isObject } : nil
    return JSONError(
      message, path: path, position: place ?? position, in: input,
      reason: reason ?? unclosed.map { .unclosed(isObject: $0) } ?? .other)
  }
}
