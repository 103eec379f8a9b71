extension ArraySlice<UInt8> {
  /// How many bytes are the rest of a sequence of keys without its Esc: 0 if they are something else.
  var lengthOfTail: Int {
    guard let first, first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return 0 }
    let rest = dropFirst().drop { (0x30...0x3B).contains($0) }
    // Arrows, Home, End, Shift-Tab, F1 to F4, and what has a number.
    let finals = first == UInt8(ascii: "[") ? "ABCDFHPQRSZ~" : "ABCDFHMPQRS"
    guard let last = rest.first, finals.utf8.contains(last) else { return 0 }
    return rest.startIndex - startIndex + 1
  }

  /// Several lines without the last line's end, as they come from a terminal that doesn't say where a
  /// paste begins and ends; nil if there is only one, or something else.
  var pastedLines: ArraySlice<UInt8>? {
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let lines = isEnd(last ?? 0) ? dropLast() : self
    let isText = lines.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || isEnd($0) }
    return isText && lines.contains(where: isEnd) && !lines.allSatisfy(isEnd) ? lines : nil
  }
}

extension String {
  /// Terminals send a line end in a paste as CR.
  var replacingLineEnds: String {
    guard utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      if byte == 0x0D {
        bytes.append(0x0A)
      } else if byte != 0x0A || !isAfterReturn {
        bytes.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
