/// Where the reading of bytes is.
enum ParserState: Sendable {
  case text
  /// Behind ESC, with the bytes since.
  case escape([UInt8])
  /// Behind ESC [.
  case control([UInt8])
  /// Behind ESC and the letter of a string, which ends with BEL or ESC \.
  case string(UInt8, [UInt8])
}

extension TerminalScreen {
  /// Takes bytes as the program wrote them; sequences and characters may be cut anywhere.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape(let seen): takeEscape(seen, byte)
    case .control(let seen): takeControl(seen, byte)
    case .string(let kind, let seen): takeString(kind, seen, byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    if byte & 0xC0 == 0x80, let first = partial.first {
      partial.append(byte)
      if partial.count == length(first) { showPartial() }
      return
    }
    showPartial()
    switch byte {
    case 0x1B: state = .escape([])
    case 0..<0x20, 0x7F: perform(byte)
    case 0x20..<0x7F: show(Unicode.Scalar(byte))
    default:
      partial = [byte]
      if length(byte) == 1 { showPartial() }
    }
  }

  /// How many bytes the scalar has that begins with this one; 1 if none does.
  private func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private mutating func showPartial() {
    guard !partial.isEmpty else { return }
    let text = String(decoding: partial, as: UTF8.self)
    partial = []
    for scalar in text.unicodeScalars {
      if (0x80...0x9F).contains(scalar.value) {
        violate("the C1 control \(hexadecimal(scalar.value))")
      } else {
        show(scalar)
      }
    }
  }

  private mutating func perform(_ byte: UInt8) {
    lastCell = nil
    switch byte {
    case 0x07: bells += 1
    case 0x08: move(toColumn: cursor.column - 1)
    case 0x09: move(toColumn: (cursor.column / 8 + 1) * 8)
    case 0x0A: feedLine()
    case 0x0D: move(toColumn: 0)
    default: violate("the control \(hexadecimal(UInt32(byte)))")
    }
  }

  private mutating func takeEscape(_ seen: [UInt8], _ byte: UInt8) {
    state = .text
    switch byte {
    case UInt8(ascii: "[") where seen.isEmpty: state = .control([])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(byte, [])
    case UInt8(ascii: "7") where seen.isEmpty: saved = (cursor, style)
    case UInt8(ascii: "8") where seen.isEmpty:
      lastCell = nil
      move(toRow: saved.cursor.row, column: saved.cursor.column)
      style = saved.style
    case UInt8(ascii: "Z") where seen.isEmpty: violate("the query ESC Z")
    case 0x20...0x2F: state = .escape(seen + [byte])
    case 0x30...0x7E: violate("the unknown sequence ESC \(words(seen + [byte]))")
    default: interrupt(by: byte)
    }
  }

  private mutating func takeControl(_ seen: [UInt8], _ byte: UInt8) {
    switch byte {
    case 0x20...0x3F: state = .control(seen + [byte])
    case 0x40...0x7E:
      state = .text
      perform(ControlSequence(seen, byte))
    default: interrupt(by: byte)
    }
  }

  private mutating func takeString(_ kind: UInt8, _ seen: [UInt8], _ byte: UInt8) {
    let endsWithEscape = seen.last == 0x1B && byte == UInt8(ascii: "\\")
    guard byte == 0x07 || endsWithEscape else {
      state = .string(kind, seen + [byte])
      return
    }
    state = .text
    let content = words(endsWithEscape ? Array(seen.dropLast()) : seen)
    switch kind {
    case UInt8(ascii: "]") where content.hasPrefix("8;;"): link = String(content.dropFirst(3))
    case UInt8(ascii: "]") where content.contains("?"): violate("the query OSC \(content)")
    case UInt8(ascii: "]"): violate("the unknown sequence OSC \(content)")
    case UInt8(ascii: "P"): violate("the string DCS \(content)")
    default: violate("the string ESC \(words([kind])) \(content)")
    }
  }

  /// A sequence without its end: what follows counts anew.
  private mutating func interrupt(by byte: UInt8) {
    violate("a sequence that \(hexadecimal(UInt32(byte))) interrupts")
    state = .text
    takeText(byte)
  }

  mutating func violate(_ words: String) { violations.append(words) }

  private func words(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
