/// Writes JSON as UTF-8, one call for each part; it adds commas and indentation.
///
/// The calls must form one value: a `key` before each value in an object, and an end for each
/// beginning. This depends on the caller's code, not on its input, so debug builds assert it.
/// The output is safe to print: it has no characters that a terminal acts on (see `JSONEscape`).
package struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  private let isPretty: Bool

  /// The open containers, outermost first: true for an object.
  private var containers: [Bool] = []

  /// Whether the innermost container, or the text, has nothing in it yet.
  private var isEmpty = true

  private var isAfterKey = false

  /// - Parameter pretty: whether each member and element has its own line, indented by two spaces;
  ///   the text doesn't end with a newline.
  package init(pretty: Bool) {
    isPretty = pretty
  }

  package var text: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  package mutating func beginObject() {
    begin(isObject: true)
  }

  package mutating func endObject() {
    end(isObject: true)
  }

  package mutating func beginArray() {
    begin(isObject: false)
  }

  package mutating func endArray() {
    end(isObject: false)
  }

  package mutating func key(_ name: String) {
    assert(containers.last == true && !isAfterKey, "a key belongs in an object")
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  mutating func string(_ value: String) {
    place()
    appendQuoted(value)
  }

  mutating func integer(_ value: Int) {
    place()
    let start = bytes.count
    var rest = value.magnitude
    repeat {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes[start...].reverse()
  }

  /// Writes the shortest form that reads as the same number, with a fraction or an exponent.
  ///
  /// JSON can't express infinities and NaN, so they are written as `null`; callers that need them
  /// must refuse them first.
  mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    place()
    bytes.append(contentsOf: value.description.utf8)
  }

  mutating func bool(_ value: Bool) {
    place()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func null() {
    place()
    bytes.append(contentsOf: "null".utf8)
  }

  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Timestamp) {
    member(name, value.millisecondsSince1970)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes an object.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes a member that is an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member that is an array.
  package mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  /// Writes a member that is an array of objects.
  package mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    array(name, elements) { writer, element in writer.object { members(&$0, element) } }
  }

  /// Writes a member that is an array of texts.
  package mutating func strings(_ name: String, _ texts: some Sequence<String>) {
    array(name, texts) { $0.string($1) }
  }

  /// Returns an object as a text.
  package static func text(pretty: Bool, _ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object(members)
    return writer.text
  }
}

extension JSONWriter {
  private mutating func begin(isObject: Bool) {
    place()
    bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    containers.append(isObject)
    isEmpty = true
  }

  private mutating func end(isObject: Bool) {
    assert(containers.last == isObject && !isAfterKey, "an end belongs to its beginning")
    _ = containers.popLast()
    if !isEmpty { breakLine() }
    bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    isEmpty = false
  }

  /// Prepares for a value: after its key, as an element, or as the whole text.
  private mutating func place() {
    if isAfterKey {
      isAfterKey = false
    } else {
      assert(containers.last != true, "a value in an object needs a key")
      separate()
    }
  }

  private mutating func separate() {
    assert(isEmpty || !containers.isEmpty, "a text has one value")
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    if !containers.isEmpty { breakLine() }
    isEmpty = false
  }

  /// The levels that are indented; those below them stand like the last of these, because a deep
  /// document would otherwise become mostly blanks.
  private static let mostIndented = 32

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    let indent = min(containers.count, Self.mostIndented) * 2
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }

  private mutating func appendQuoted(_ string: String) {
    var string = string
    string.withUTF8 { JSONEscape.appendQuoted($0, to: &bytes) }
  }
}

/// Whole values, written with an explicit stack, so they can be nested to any depth.
extension JSONWriter {
  private struct Frame {
    let elements: [JSONValue]
    let members: JSONObject
    let isObject: Bool
    var position = 0
  }

  mutating func value(_ value: JSONValue) {
    var frames: [Frame] = []
    write(value, opening: &frames)
    while let top = frames.indices.last {
      let position = frames[top].position
      frames[top].position += 1
      if frames[top].isObject, position < frames[top].members.count {
        let member = frames[top].members[position]
        key(member.name)
        write(member.value, opening: &frames)
      } else if !frames[top].isObject, position < frames[top].elements.count {
        write(frames[top].elements[position], opening: &frames)
      } else {
        if frames[top].isObject { endObject() } else { endArray() }
        frames.removeLast()
      }
    }
  }

  /// Writes a value; for a container, writes only the beginning and adds a frame for the rest.
  private mutating func write(_ value: JSONValue, opening frames: inout [Frame]) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      frames.append(Frame(elements: elements, members: [:], isObject: false))
    case .object(let members):
      beginObject()
      frames.append(Frame(elements: [], members: members, isObject: true))
    }
  }
}

/// The characters that Libretto escapes in JSON strings, and their escapes.
enum JSONEscape {
  /// Whether `neutralised` would replace the scalar.
  ///
  /// RFC 8259 requires escapes only for the C0 controls; the others are escaped so that printed
  /// JSON can't move the cursor, reorder text or hide some.
  static func isNeeded(_ scalar: Unicode.Scalar) -> Bool {
    scalar.neutralised(keepingLayout: false) != scalar
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
