/// Writes the bytes of a token: numbers in as few as possible, ids in four.
struct TokenWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(256) }

  /// - Parameter beginning: the bytes before what is written.
  init(_ beginning: ArraySlice<UInt8>) {
    bytes.reserveCapacity(beginning.count + 64)
    bytes.append(contentsOf: beginning)
  }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  mutating func fixed(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number in groups of seven bits, the lowest first.
  mutating func number(_ value: UInt) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// A number with its sign in the lowest bit, so that small negative ones are short too.
  mutating func signed(_ value: Int) {
    number(UInt(bitPattern: value << 1 ^ value >> (Int.bitWidth - 1)))
  }

  /// A time, as what was added to another one; any two times are that far apart in the bits of Int.
  mutating func time(_ time: Timestamp, after other: Timestamp = .epoch) {
    signed(time.millisecondsSince1970 &- other.millisecondsSince1970)
  }

  mutating func text(_ text: String) {
    number(UInt(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// The id of a run: eight bytes behind a zero if it was made here, or its length and one, and itself.
  mutating func run(_ id: String) {
    if let number = UInt64(id, radix: 16), JournalLines.hex(number, 16) == id {
      byte(0)
      fixed(number)
    } else {
      self.number(UInt(id.utf8.count) + 1)
      bytes.append(contentsOf: id.utf8)
    }
  }

  /// The short form of a step or a key, or the id if it has none.
  mutating func name(_ name: SavedName, hasRounds: Bool = false) {
    fixed(name.short)
    if name.short == ShortForms.none { text(name.id) }
    guard hasRounds else { return }
    let rounds = name.rounds ?? []
    number(UInt(rounds.count))
    for round in rounds { number(UInt(bitPattern: round)) }
  }

  mutating func value(_ value: Value) {
    switch value {
    case .null: byte(TokenValue.null)
    case .bool(let value): byte(value ? TokenValue.yes : TokenValue.no)
    case .int(let value):
      byte(TokenValue.int)
      signed(value)
    case .double(let value):
      byte(TokenValue.double)
      fixed(value.bitPattern)
    case .string(let value):
      byte(TokenValue.string)
      text(value)
    case .list(let values):
      byte(TokenValue.list)
      number(UInt(values.count))
      for value in values { self.value(value) }
    }
  }

  /// Ends the token with a check value of everything before.
  mutating func seal() { fixed(Self.check(bytes[...])) }

  static func check(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      var digest = Digest()
      digest.add(UInt64(bytes.count))
      var place = 0
      // Eight bytes at a time: a token is read and written at each step of a server.
      while place + 8 <= bytes.count {
        digest.add(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += 8
      }
      var rest: UInt64 = 0
      while place < bytes.count {
        rest = rest << 8 | UInt64(bytes[place])
        place += 1
      }
      digest.add(rest)
      return digest.short
    }
  }
}

/// The bytes with which a value begins.
enum TokenValue {
  static let null: UInt8 = 0
  static let no: UInt8 = 1
  static let yes: UInt8 = 2
  static let int: UInt8 = 3
  static let double: UInt8 = 4
  static let string: UInt8 = 5
  static let list: UInt8 = 6
  // Answers that were not typed.
  static let saidNo: UInt8 = 7
  static let saidYes: UInt8 = 8
  static let submitted: UInt8 = 9
  /// The short form of a choice that the flow contains.
  static let choice: UInt8 = 10
  /// The short forms of several such choices.
  static let choices: UInt8 = 11
  /// A choice, or several, offered by an answer.
  static let offered: UInt8 = 12
  static let severalOffered: UInt8 = 13
}
