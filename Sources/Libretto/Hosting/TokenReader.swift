/// Reads the bytes of a token; whatever they are, it ends with a value or an error, and takes no
/// more memory than they do.
struct TokenReader {
  private var rest: ArraySlice<UInt8>

  /// - Throws: ``TokenError`` where the check at the end does not fit.
  init(_ bytes: [UInt8]) throws(TokenError) {
    guard bytes.count > 4 else { throw .damaged }
    rest = bytes.suffix(4)
    let hash = fnv1a(bytes.dropLast(4))
    guard try fixed32() == UInt32(truncatingIfNeeded: hash ^ (hash >> 32)) else { throw .damaged }
    rest = bytes.dropLast(4)
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(TokenError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .damaged }
    return byte
  }

  mutating func fixed32() throws(TokenError) -> UInt32 {
    var value: UInt32 = 0
    for shift in [UInt32(0), 8, 16, 24] { value |= UInt32(try byte()) << shift }
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
      // A number has one form: no zeros above it.
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

  /// A number of things that take at least so many bytes each.
  mutating func count(ofBytes size: Int = 1) throws(TokenError) -> Int {
    guard let count = Int(exactly: try number()), count <= rest.count / size else { throw .damaged }
    return count
  }

  mutating func text() throws(TokenError) -> String {
    let length = try count()
    let bytes = rest.prefix(length)
    rest = rest[bytes.endIndex...]
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding repairs what is wrong, so only what was right comes out as it went in.
    guard text.utf8.elementsEqual(bytes) else { throw .damaged }
    return text
  }

  /// - Parameters:
  ///   - depth: how deep lists may still stand in one another.
  ///   - choice: the id of a choice by its short form.
  mutating func value(
    depth: Int = 16, choice: (UInt32) throws(TokenError) -> String
  ) throws(TokenError) -> Value {
    switch try byte() {
    case TokenValue.null: return .null
    case TokenValue.no: return .bool(false)
    case TokenValue.yes: return .bool(true)
    case TokenValue.int: return .int(try signed())
    case TokenValue.double: return .double(Double(bitPattern: try fixed64()))
    case TokenValue.string: return .string(try text())
    case TokenValue.choice: return .string(try choice(try fixed32()))
    case TokenValue.choices:
      var ids: [Value] = []
      for _ in 0..<(try count(ofBytes: 4)) { ids.append(.string(try choice(try fixed32()))) }
      return .list(ids)
    case TokenValue.list:
      guard depth > 0 else { throw .damaged }
      var values: [Value] = []
      for _ in 0..<(try count()) { values.append(try value(depth: depth - 1, choice: choice)) }
      return .list(values)
    default: throw .damaged
    }
  }
}
