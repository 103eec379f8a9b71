/// The characters that Libretto escapes in JSON strings, and their escapes.
enum JSONEscape {
  /// Whether a terminal could act on the scalar, or nobody could see it: a control, a line
  /// separator, a direction mark, a byte order mark or a tag; the same as `neutralised` replaces.
  ///
  /// RFC 8259 requires escapes only for the C0 controls; the others are escaped so that printed
  /// JSON can't move the cursor, reorder text or hide some.
  static func isNeeded(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }

  /// Appends the escape: the short one if JSON has one, otherwise `\u` and four digits, twice for
  /// a scalar beyond the basic plane.
  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch scalar {
    case "\"", "\\": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case "\n": bytes.append(UInt8(ascii: "n"))
    case "\t": bytes.append(UInt8(ascii: "t"))
    case "\r": bytes.append(UInt8(ascii: "r"))
    case "\u{08}": bytes.append(UInt8(ascii: "b"))
    case "\u{0C}": bytes.append(UInt8(ascii: "f"))
    case "\u{10000}"...:
      let offset = scalar.value - 0x10000
      append(unit: 0xD800 + offset >> 10, to: &bytes)
      bytes.append(UInt8(ascii: "\\"))
      append(unit: 0xDC00 + offset & 0x3FF, to: &bytes)
    default: append(unit: scalar.value, to: &bytes)
    }
  }

  private static func append(unit: UInt32, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "u"))
    for shift in stride(from: UInt32(12), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
    }
  }

  /// Appends UTF-8 between quotes; runs of plain text are copied whole.
  static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var runStart = 0
    var position = 0
    while true {
      position = JSONBytes.endOfPlainRun(in: text, from: position)
      guard position < text.count else { break }
      guard let (scalar, length) = JSONBytes.scalar(in: text, at: position) else { break }
      if isNeeded(scalar) || scalar == "\"" || scalar == "\\" {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
        append(scalar, to: &bytes)
        runStart = position + length
      }
      position += length
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    bytes.append(UInt8(ascii: "\""))
  }
}
