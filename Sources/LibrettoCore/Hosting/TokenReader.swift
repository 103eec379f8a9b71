/// Reads the bytes of a token; any bytes lead to a value or an error, and take no more memory than
/// their size.
struct TokenReader: Sendable {
  let bytes: [UInt8]
  private(set) var place: Int
  private let end: Int

  /// - Throws: ``TokenError`` if the check value at the end doesn't match.
  init(_ bytes: [UInt8]) throws(TokenError) {
    guard bytes.count > 4 else { throw .damaged }
    self.bytes = bytes
    end = bytes.count - 4
    place = 0
    var check: UInt32 = 0
    for index in 0..<4 { check |= UInt32(bytes[end + index]) << UInt32(8 * index) }
    guard check == TokenWriter.check(bytes[..<end]) else { throw .damaged }
  }

  var isAtEnd: Bool { place == end }

  /// The bytes that have not been read.
  var rest: [UInt8] { Array(bytes[place..<end]) }

  mutating func byte() throws(TokenError) -> UInt8 {
    guard place < end else { throw .damaged }
    place += 1
    return bytes[place - 1]
  }

  /// The next byte, without consuming it.
  func peek() throws(TokenError) -> UInt8 {
    guard place < end else { throw .damaged }
    return bytes[place]
  }

  mutating func fixed32() throws(TokenError) -> UInt32 {
    guard place + 4 <= end else { throw .damaged }
    let value =
      UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
      | UInt32(bytes[place + 3]) << 24
    place += 4
    return value
  }

  mutating func fixed64() throws(TokenError) -> UInt64 {
    let low = UInt64(try fixed32())
    return low | UInt64(try fixed32()) << 32
  }

  mutating func number() throws(TokenError) -> UInt {
    var value: UInt = 0
    var shift: UInt = 0
    while true {
      let byte = try byte()
      let bits = UInt(byte & 0x7F)
      guard shift < UInt(UInt.bitWidth), (bits << shift) >> shift == bits else { throw .damaged }
      value |= bits << shift
      // Each number has exactly one form, without leading zeros.
      if byte < 0x80 {
        guard bits > 0 || shift == 0 else { throw .damaged }
        return value
      }
      shift += 7
    }
  }

  mutating func signed() throws(TokenError) -> Int {
    let value = try number()
    return Int(bitPattern: value >> 1) ^ -Int(bitPattern: value & 1)
  }

  mutating func time(after other: Timestamp = .epoch) throws(TokenError) -> Timestamp {
    Timestamp(millisecondsSince1970: other.millisecondsSince1970 &+ (try signed()))
  }

  /// A number that is counted up, such as those of performances.
  mutating func counted(below limit: Int = 1 << 48) throws(TokenError) -> Int {
    guard let number = Int(exactly: try number()), number < limit else { throw .damaged }
    return number
  }

  /// The number of items that take at least the given number of bytes each.
  mutating func count(ofBytes size: Int = 1) throws(TokenError) -> Int {
    guard let count = Int(exactly: try number()), count <= (end - place) / size else {
      throw .damaged
    }
    return count
  }

  mutating func run() throws(TokenError) -> String {
    let length = try number()
    if length == 0 { return JournalLines.hex(try fixed64(), 16) }
    guard length - 1 <= UInt(end - place) else { throw .damaged }
    return try text(of: Int(length - 1))
  }

  mutating func text() throws(TokenError) -> String { try text(of: try count()) }

  private mutating func text(of length: Int) throws(TokenError) -> String {
    let text = String(validating: bytes[place..<(place + length)])
    place += length
    guard let text else { throw .damaged }
    return text
  }

  /// - Parameter depth: how deep lists may still be nested.
  mutating func value(depth: Int = Limits.depth) throws(TokenError) -> Value {
    switch try byte() {
    case TokenValue.null: return .null
    case TokenValue.no: return .bool(false)
    case TokenValue.yes: return .bool(true)
    case TokenValue.int: return .int(try signed())
    case TokenValue.double: return .double(Double(bitPattern: try fixed64()))
    case TokenValue.string: return .string(try text())
    case TokenValue.list:
      guard depth > 0 else { throw .damaged }
      var values: [Value] = []
      for _ in 0..<(try count()) { values.append(try value(depth: depth - 1)) }
      return .list(values)
    default: throw .damaged
    }
  }
}

extension String {
  /// The text of some bytes; nil if they aren't UTF-8.
  fileprivate init?(validating bytes: ArraySlice<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding repairs invalid bytes, so only valid bytes are unchanged.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
