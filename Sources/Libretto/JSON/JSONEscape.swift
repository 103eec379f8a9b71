/// The characters that Libretto escapes in JSON strings, and their escapes.
enum JSONEscape {
  /// Whether a terminal could act on the scalar: a control, a line separator or a direction mark.
  ///
  /// RFC 8259 requires escapes only for the C0 controls; the others are escaped so that printed
  /// JSON can't move the cursor or reorder text.
  static func isNeeded(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Appends the escape: the short one if JSON has one, otherwise `\u` and four digits.
  ///
  /// - Parameter scalar: a scalar of the basic plane, like all that need an escape.
  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch scalar {
    case "\"", "\\": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case "\n": bytes.append(UInt8(ascii: "n"))
    case "\t": bytes.append(UInt8(ascii: "t"))
    case "\r": bytes.append(UInt8(ascii: "r"))
    case "\u{08}": bytes.append(UInt8(ascii: "b"))
    case "\u{0C}": bytes.append(UInt8(ascii: "f"))
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in stride(from: UInt32(12), through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 0xF)
        bytes.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
      }
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
