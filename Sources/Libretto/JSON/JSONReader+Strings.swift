/// Strings: they are only scanned; a `String` is made when it is needed.
extension JSONReader {
  /// Reads the string whose opening quote is at the position.
  mutating func string() throws(JSONError) {
    let opening = position
    position += 1
    var kind = JSONDocument.Kind.string
    while true {
      position = JSONBytes.endOfPlainRun(in: input, from: position)
      guard position < input.count else {
        throw failure("the string that begins here has no closing quote", at: opening)
      }
      switch input[position] {
      case UInt8(ascii: "\""):
        parts.append(JSONDocument.Part(kind: kind, start: opening + 1, payload: position))
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escaped
        _ = try escape(in: opening)
      case 0x00...0x1F:
        throw failure(
          "a string can't contain an unescaped control character; write \(escapeOfByte())")
      default:
        guard let (_, length) = JSONBytes.scalar(in: input, at: position) else {
          throw failure("\(malformed()) in a string")
        }
        position += length
      }
    }
  }

  /// The text of a string that has been read.
  func text(_ part: Int) -> String { Self.text(parts[part], in: input) }

  static func text(_ part: JSONDocument.Part, in input: UnsafeBufferPointer<UInt8>) -> String {
    let run = UnsafeBufferPointer(rebasing: input[part.start..<part.payload])
    guard part.kind == .escaped else { return String(decoding: run, as: UTF8.self) }
    var reader = JSONReader(run, limits: .default)
    var text: [UInt8] = []
    while reader.position < run.count {
      let byte = run[reader.position]
      if byte == UInt8(ascii: "\\"), let scalar = try? reader.escape(in: 0) {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        text.append(byte)
        reader.position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether no earlier member has the name that was read last.
  mutating func isNew(_ name: Int) -> Bool {
    let top = frames.count - 1
    let first = frames[top].part + 1
    // Up to 16 members, a linear search is faster than a set.
    guard frames[top].count > 16 else { return !contains(name, from: first) }
    var names = frames[top].names.take() ?? []
    if names.isEmpty {
      var part = first
      while part < name {
        names.insert(JSONName(text: text(part)))
        part = parts.next(part + 1)
      }
    }
    let isNew = names.insert(JSONName(text: text(name))).inserted
    frames[top].names = names
    return isNew
  }

  /// Whether an earlier member of the object has this name.
  private func contains(_ name: Int, from first: Int) -> Bool {
    let wanted = parts[name]
    var part = first
    while part < name {
      let other = parts[part]
      if wanted.kind == .escaped || other.kind == .escaped {
        if text(part).hasSameUnits(as: text(name)) { return true }
      } else if wanted.payload - wanted.start == other.payload - other.start,
        UnsafeBufferPointer(rebasing: input[wanted.start..<wanted.payload])
          .elementsEqual(UnsafeBufferPointer(rebasing: input[other.start..<other.payload]))
      {
        return true
      }
      part = parts.next(part + 1)
    }
    return false
  }

  private func escapeOfByte() -> String {
    var spelling: [UInt8] = []
    JSONEscape.append(Unicode.Scalar(peek()), to: &spelling)
    return String(decoding: spelling, as: UTF8.self)
  }

  /// Reads the escape whose backslash is at the position.
  mutating func escape(in opening: Int) throws(JSONError) -> Unicode.Scalar {
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
      throw failure("“\(excerpt(position..<position + 1 + length))” is not a JSON escape")
    }
    position += 2
    return scalar
  }

  /// Reads `\uXXXX`, and the second escape of a surrogate pair.
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

  /// The number in the `\uXXXX` at the position, without advancing.
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
