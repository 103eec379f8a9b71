/// Strings: a run without escapes is taken as it stands, others are put together in a buffer.
extension JSONReader {
  /// Reads the string whose opening quote is at the position.
  mutating func string() throws(JSONError) -> String {
    let opening = position
    position += 1
    var unescaped: [UInt8] = []
    var runStart = position
    while true {
      position = JSONBytes.endOfPlainRun(in: input, from: position)
      guard position < input.count else {
        throw failure("the string that begins here has no closing quote", at: opening)
      }
      switch input[position] {
      case UInt8(ascii: "\""):
        let run = UnsafeBufferPointer(rebasing: input[runStart..<position])
        position += 1
        if unescaped.isEmpty { return String(decoding: run, as: UTF8.self) }
        unescaped.append(contentsOf: run)
        return String(decoding: unescaped, as: UTF8.self)
      case UInt8(ascii: "\\"):
        unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: input[runStart..<position]))
        let scalar = try escape(in: opening)
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        runStart = position
      case 0x00...0x1F:
        throw failure(
          "a string must not contain a control character as it is; write \(escapeOfByte())")
      default:
        guard let (_, length) = JSONBytes.scalar(in: input, at: position) else {
          throw failure("\(malformed()) in a string")
        }
        position += length
      }
    }
  }

  private func escapeOfByte() -> String {
    var spelling: [UInt8] = []
    JSONEscape.append(Unicode.Scalar(peek()), to: &spelling)
    return String(decoding: spelling, as: UTF8.self)
  }

  /// Reads the escape whose backslash is at the position.
  private mutating func escape(in opening: Int) throws(JSONError) -> Unicode.Scalar {
    guard position + 1 < input.count else {
      throw failure("the string that begins here has no closing quote", at: opening)
    }
    let scalar: Unicode.Scalar
    switch input[position + 1] {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{08}"
    case UInt8(ascii: "f"): scalar = "\u{0C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try hexadecimalEscape()
    default:
      guard let (_, length) = JSONBytes.scalar(in: input, at: position + 1) else {
        position += 1
        throw failure("\(malformed()) in a string")
      }
      throw failure("“\(excerpt(position..<position + 1 + length))” is not an escape of JSON")
    }
    position += 2
    return scalar
  }

  /// Reads `\uXXXX`, and the second one of a surrogate pair with it.
  private mutating func hexadecimalEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) {
      position += 6
      return scalar
    }
    let spelling = excerpt(position..<position + 6)
    guard unit < 0xDC00 else {
      throw failure("“\(spelling)” is the second half of a surrogate pair without the first")
    }
    let first = position
    position += 6
    guard peek() == UInt8(ascii: "\\"), position + 1 < input.count,
      input[position + 1] == UInt8(ascii: "u"),
      case let second = UInt32(try codeUnit()), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (second - 0xDC00))
    else {
      throw failure(
        "“\(spelling)” is the first half of a surrogate pair without the second", at: first)
    }
    position += 6
    return scalar
  }

  /// The number in the `\uXXXX` at the position, which does not move.
  private func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for index in position + 2..<position + 6 {
      let byte = index < input.count ? input[index] : 0
      guard let digit = hexadecimalDigit(byte) else {
        throw failure("four hexadecimal digits must follow “\\u”")
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case 0x41...0x46: UInt16(byte - 0x41 + 10)
    case 0x61...0x66: UInt16(byte - 0x61 + 10)
    default: nil
    }
  }
}
