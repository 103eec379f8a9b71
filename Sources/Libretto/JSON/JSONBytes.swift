/// UTF-8 functions that the reader and the writer share.
enum JSONBytes {
  /// The first position from `start` on that isn't printable ASCII, or is `"` or `\`.
  ///
  /// It checks eight bytes at a time: each test sets the high bit of a byte that ends the run. A
  /// borrow can set a wrong bit only above the first such byte, and only the first one counts.
  static func endOfPlainRun(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = input.baseAddress else { return start }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = start
    while position &+ 8 <= input.count {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let delete = word ^ (ones &* 0x7F)
      var stops = word | ((word &- ones &* 0x20) & ~word)
      stops |= (quote &- ones) & ~quote
      stops |= (backslash &- ones) & ~backslash
      stops |= (delete &- ones) & ~delete
      stops &= ones &* 0x80
      if stops != 0 { return position &+ stops.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < input.count {
      let byte = input[position]
      if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C { break }
      position &+= 1
    }
    return position
  }

  /// The scalar at a position and its length in bytes, or nil if it isn't well-formed.
  ///
  /// Source: Unicode, table 3-7. Overlong forms, surrogates and values over U+10FFFF are malformed.
  static func scalar(
    in input: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = input[position]
    let length: Int
    var value: UInt32
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return (Unicode.Scalar(lead), 1)
    case 0xC2...0xDF: (length, value) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(lead & 0x07))
    default: return nil
    }
    switch lead {
    case 0xE0: second = 0xA0...0xBF
    case 0xED: second = 0x80...0x9F
    case 0xF0: second = 0x90...0xBF
    case 0xF4: second = 0x80...0x8F
    default: break
    }
    guard position + length <= input.count, second.contains(input[position + 1]) else { return nil }
    for index in position + 1..<position + length {
      guard input[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(input[index] & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }
}
