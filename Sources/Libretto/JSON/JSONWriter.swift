/// Writes JSON as UTF-8, one call for each part; it adds commas and indentation.
///
/// The calls must form one value: a `key` before each value in an object, and an end for each
/// beginning. This depends on the caller's code, not on its input, so debug builds assert it.
/// The output is safe to print: it has no characters that a terminal acts on (see `JSONEscape`).
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  private let isPretty: Bool

  /// The open containers, outermost first: true for an object.
  private var containers: [Bool] = []

  /// Whether the innermost container, or the text, has nothing in it yet.
  private var isEmpty = true

  private var isAfterKey = false

  /// - Parameter pretty: whether each member and element has its own line, indented by two spaces;
  ///   the text doesn't end with a newline.
  init(pretty: Bool) {
    isPretty = pretty
  }

  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  mutating func beginObject() {
    begin(isObject: true)
  }

  mutating func endObject() {
    end(isObject: true)
  }

  mutating func beginArray() {
    begin(isObject: false)
  }

  mutating func endArray() {
    end(isObject: false)
  }

  mutating func key(_ name: String) {
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

  mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
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
