/// Reads a JSON text strictly: exactly RFC 8259, in well-formed UTF-8, within limits.
///
/// It keeps the open arrays and objects in its own array, so deep nesting can't overflow the stack.
/// It also refuses valid JSON that parsers read in different ways: a byte order mark, a repeated
/// name in an object, half a surrogate pair, and a number out of range. `-0` is the integer 0;
/// `-0.0` is a number and keeps its sign.
package struct JSONReader {
  /// An array or an object whose closing bracket hasn't been read.
  struct Frame {
    let isObject: Bool
    /// Its index in the parts.
    let part: Int
    /// The number of elements or members read.
    var count = 0
    /// The index of the name of the current member.
    var name = 0
    /// The names so far, if there are many.
    var names: Set<ExactText>?
  }

  let input: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var position = 0
  var frames: [Frame] = []
  var parts: [JSONDocument.Part] = []

  /// Whether a name or a separator is being read; an error's path then ends at the container.
  var isBetweenValues = false

  init(_ input: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.input = input
    self.limits = limits
  }
}

extension JSONReader {
  package static func read(
    _ text: String, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8), limits: limits)
  }

  package static func read(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    try document(bytes, limits: limits).value
  }

  /// Reads a document without making values.
  static func document(
    _ bytes: [UInt8], limits: JSONLimits
  ) throws(JSONError) -> JSONDocument {
    let parts = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, limits: limits)
      try reader.document()
      return reader.parts
    }
    return JSONDocument(bytes, parts)
  }
}

extension JSONReader {
  private mutating func document() throws(JSONError) {
    guard input.count <= limits.bytes else {
      throw failure(
        "the text has \(input.count) bytes, more than the limit “bytes” of \(limits.bytes)")
    }
    guard !input.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw failure("the text must not begin with a byte order mark")
    }
    // A part has about eight bytes; growing the array step by step would copy it each time.
    parts.reserveCapacity(input.count / 8)
    skipSpace()
    repeat {
      guard try valueOrOpening() else { continue }
      while let top = frames.indices.last {
        frames[top].count += 1
        guard try separatorOrClosing(of: top) else { break }
      }
    } while !frames.isEmpty
    isBetweenValues = true
    skipSpace()
    guard position == input.count else {
      throw failure("expected the end of the text, found \(found())")
    }
  }

  /// Reads a whole value and returns true, or opens a non-empty container and returns false.
  private mutating func valueOrOpening() throws(JSONError) -> Bool {
    switch peek() {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "-"), 0x30...0x39: try number()
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    default:
      throw failure("expected a value, found \(found())")
    }
    return true
  }

  /// Reads an opening bracket; returns true if the closing one follows.
  private mutating func open(isObject: Bool) throws(JSONError) -> Bool {
    guard frames.count < limits.depth else {
      throw failure("nested deeper than the limit “depth” of \(limits.depth)")
    }
    position += 1
    skipSpace()
    let part = parts.count
    parts.append(JSONDocument.Part(kind: isObject ? .object : .array, payload: part + 1))
    if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return true }
    frames.append(Frame(isObject: isObject, part: part))
    if isObject {
      isBetweenValues = true
      try name(expecting: "a member name or “}”")
    }
    return false
  }

  /// Reads up to the next value of the innermost container, or its end; returns true at the end.
  private mutating func separatorOrClosing(of top: Int) throws(JSONError) -> Bool {
    isBetweenValues = true
    skipSpace()
    let isObject = frames[top].isObject
    if take(UInt8(ascii: ",")) {
      skipSpace()
      if isObject {
        try name(expecting: "a member name after “,”")
      } else {
        isBetweenValues = false
        guard peek() != UInt8(ascii: "]") else {
          throw failure("expected a value after “,”, found “]”")
        }
      }
      return false
    }
    guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw failure("expected “,” or “\(isObject ? "}" : "]")”, found \(found())")
    }
    parts[frames.removeLast().part].payload = parts.count
    return true
  }

  /// Reads a member's name and the colon.
  private mutating func name(expecting expected: String) throws(JSONError) {
    guard peek() == UInt8(ascii: "\"") else {
      throw failure("expected \(expected), found \(found())")
    }
    let start = position
    let name = parts.count
    try string()
    frames[frames.count - 1].name = name
    isBetweenValues = false
    guard isNew(name) else {
      throw failure(
        "the name “\(JSONExcerpt.text(text(name)))” appears twice in the object", at: start,
        reason: .repeatedName)
    }
    skipSpace()
    guard take(UInt8(ascii: ":")) else {
      throw failure("expected “:” after the name, found \(found())")
    }
    skipSpace()
  }

  private mutating func word(
    _ spelling: StaticString, _ kind: JSONDocument.Kind
  ) throws(JSONError) {
    let end = endOfWord()
    guard end - position == spelling.utf8CodeUnitCount,
      spelling.withUTF8Buffer({ $0.elementsEqual(input[position..<end]) })
    else { throw failure("expected a value, found \(found())") }
    position = end
    parts.append(JSONDocument.Part(kind: kind))
  }
}

/// Functions that all parts of the reader share, and its errors.
extension JSONReader {
  /// The byte at the position; at the end of the text zero, which no rule accepts.
  func peek() -> UInt8 {
    position < input.count ? input[position] : 0
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }

  mutating func skipSpace() {
    while position < input.count {
      switch input[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// The end of the letters, digits and signs that begin at the position.
  ///
  /// It looks no further than an error would show, which is longer than any word of JSON.
  func endOfWord() -> Int {
    var end = position
    while end < input.count, end - position <= JSONExcerpt.length {
      switch input[end] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F: end += 1
      default: return end
      }
    }
    return end
  }

  /// A description of the text at the position for errors: a word, otherwise one character.
  func found() -> String {
    guard position < input.count else { return "the end of the text" }
    let end = endOfWord()
    if end > position { return "“\(excerpt(position..<end))”" }
    guard let (_, length) = JSONBytes.scalar(in: input, at: position) else {
      return malformed()
    }
    return "“\(excerpt(position..<position + length))”"
  }

  /// A description of the malformed UTF-8 at the position for errors.
  ///
  /// It shows the first byte and the continuation bytes that it requires, as far as there are any.
  func malformed() -> String {
    let wanted =
      switch input[position] {
      case 0xC0...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF7: 4
      default: 1
      }
    var end = position + 1
    while end < min(position + wanted, input.count), input[end] & 0xC0 == 0x80 { end += 1 }
    let bytes = input[position..<end].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "invalid UTF-8 (\(bytes.joined(separator: " ")))"
  }

  func excerpt(_ range: Range<Int>) -> String {
    JSONExcerpt.text(String(decoding: input[range], as: UTF8.self))
  }

  func failure(
    _ message: String, at place: Int? = nil, reason: JSONError.Reason? = nil
  ) -> JSONError {
    var path = JSONPath()
    for (depth, frame) in frames.enumerated() {
      if isBetweenValues && depth == frames.count - 1 { break }
      path.steps.append(frame.isObject ? .name(text(frame.name)) : .index(frame.count))
    }
    let isUnclosed = place == nil && position == input.count
    let unclosed = isUnclosed ? frames.last.map { $0.isObject } : nil
    return JSONError(
      message, path: path, position: place ?? position, in: input,
      reason: reason ?? unclosed.map { .unclosed(isObject: $0) } ?? .other)
  }
}

/// Strings: they are only scanned; a `String` is made when it is needed.
extension JSONReader {
  /// Reads the string whose opening quote is at the position.
  mutating func string() throws(JSONError) {
    let opening = position
    position += 1
    var kind = JSONDocument.Kind.string
    while true {
      position = JSONBytes.endOfPlainRun(in: input, from: position)
      guard position < input.count else {
        throw failure("the string that begins here has no closing quote", at: opening)
      }
      switch input[position] {
      case UInt8(ascii: "\""):
        parts.append(JSONDocument.Part(kind: kind, start: opening + 1, payload: position))
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escaped
        _ = try escape(in: opening)
      case 0x00...0x1F:
        throw failure(
          "a string can't contain an unescaped control character; write \(escapeOfByte())")
      default:
        guard let (_, length) = JSONBytes.scalar(in: input, at: position) else {
          throw failure("\(malformed()) in a string")
        }
        position += length
      }
    }
  }

  /// The text of a string that has been read.
  func text(_ part: Int) -> String { Self.text(parts[part], in: input) }

  static func text(_ part: JSONDocument.Part, in input: UnsafeBufferPointer<UInt8>) -> String {
    let run = UnsafeBufferPointer(rebasing: input[part.start..<part.payload])
    guard part.kind == .escaped else { return String(decoding: run, as: UTF8.self) }
    // It has been read as strictly as was wanted.
    var reader = JSONReader(run, limits: JSONLimits(isLenient: true))
    var text: [UInt8] = []
    while reader.position < run.count {
      let byte = run[reader.position]
      if byte == UInt8(ascii: "\\"), let scalar = try? reader.escape(in: 0) {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        text.append(byte)
        reader.position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether no earlier member has the name that was read last.
  mutating func isNew(_ name: Int) -> Bool {
    let top = frames.count - 1
    let first = frames[top].part + 1
    // Up to 16 members, a linear search is faster than a set.
    guard frames[top].count > 16 else { return !contains(name, from: first) }
    var names = frames[top].names.take() ?? []
    if names.isEmpty {
      var part = first
      while part < name {
        names.insert(ExactText(text(part)))
        part = parts.next(part + 1)
      }
    }
    let isNew = names.insert(ExactText(text(name))).inserted
    frames[top].names = names
    return isNew
  }

  /// Whether an earlier member of the object has this name.
  private func contains(_ name: Int, from first: Int) -> Bool {
    let wanted = parts[name]
    var part = first
    while part < name {
      let other = parts[part]
      if wanted.kind == .escaped || other.kind == .escaped {
        if text(part).isIdenticalText(to: text(name)) { return true }
      } else if wanted.payload - wanted.start == other.payload - other.start,
        UnsafeBufferPointer(rebasing: input[wanted.start..<wanted.payload])
          .elementsEqual(UnsafeBufferPointer(rebasing: input[other.start..<other.payload]))
      {
        return true
      }
      part = parts.next(part + 1)
    }
    return false
  }

  private func escapeOfByte() -> String {
    var spelling: [UInt8] = []
    JSONEscape.append(Unicode.Scalar(peek()), to: &spelling)
    return String(decoding: spelling, as: UTF8.self)
  }

  /// Reads the escape whose backslash is at the position.
  mutating func escape(in opening: Int) throws(JSONError) -> Unicode.Scalar {
    guard position + 1 < input.count else {
      throw failure("the string that begins here has no closing quote", at: opening)
    }
    let scalar: Unicode.Scalar
    switch input[position + 1] {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{08}"
    case UInt8(ascii: "f"): scalar = "\u{0C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try hexadecimalEscape()
    default:
      guard let (_, length) = JSONBytes.scalar(in: input, at: position + 1) else {
        position += 1
        throw failure("\(malformed()) in a string")
      }
      throw failure("“\(excerpt(position..<position + 1 + length))” is not a JSON escape")
    }
    position += 2
    return scalar
  }

  /// Reads `\uXXXX`, and the second escape of a surrogate pair.
  private mutating func hexadecimalEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) {
      position += 6
      return scalar
    }
    let spelling = excerpt(position..<position + 6)
    guard unit < 0xDC00 else {
      if limits.isLenient {
        position += 6
        return "\u{FFFD}"
      }
      throw failure("“\(spelling)” is the second half of a surrogate pair without the first")
    }
    let first = position
    position += 6
    guard peek() == UInt8(ascii: "\\"), position + 1 < input.count,
      input[position + 1] == UInt8(ascii: "u"),
      case let second = UInt32(try codeUnit()), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (second - 0xDC00))
    else {
      if limits.isLenient { return "\u{FFFD}" }
      throw failure(
        "“\(spelling)” is the first half of a surrogate pair without the second", at: first)
    }
    position += 6
    return scalar
  }

  /// The number in the `\uXXXX` at the position, without advancing.
  private func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for index in position + 2..<position + 6 {
      let byte = index < input.count ? input[index] : 0
      guard let digit = hexadecimalDigit(byte) else {
        throw failure("four hexadecimal digits must follow “\\u”")
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case 0x41...0x46: UInt16(byte - 0x41 + 10)
    case 0x61...0x66: UInt16(byte - 0x61 + 10)
    default: nil
    }
  }
}

/// Numbers: integers are read directly, others by the standard library, which rounds correctly.
extension JSONReader {
  /// Reads the number that begins at the position.
  mutating func number() throws(JSONError) {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let digits = position
    guard isDigit(peek()) else {
      throw failure("expected a digit after “-”, found \(found())")
    }
    let integer = integer(isNegative: isNegative)
    if input[digits] == UInt8(ascii: "0"), position > digits + 1 {
      throw failure("the number “\(excerpt(start..<position))” begins with a zero", at: start)
    }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits(of: start)
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      try skipDigits(of: start)
    }
    if isInteger {
      if integer == nil, limits.isLenient {
        let number = Int(bitPattern: UInt(Double.infinity.bitPattern))
        return parts.append(JSONDocument.Part(kind: .number, payload: number))
      }
      guard let integer else {
        throw failure(
          "the integer “\(excerpt(start..<position))” is not in the range \(Int.min) to \(Int.max)",
          at: start, reason: .numberOutOfRange)
      }
      return parts.append(JSONDocument.Part(kind: .integer, payload: integer))
    }
    // The library returns nil only for a text that isn't a number, which can't happen here.
    guard let number = Double(String(decoding: input[start..<position], as: UTF8.self)),
      number.isFinite || limits.isLenient
    else {
      throw failure(
        "the number “\(excerpt(start..<position))” is out of the range of a Double", at: start,
        reason: .numberOutOfRange)
    }
    parts.append(
      JSONDocument.Part(kind: .number, payload: Int(bitPattern: UInt(number.bitPattern))))
  }

  /// Reads digits; returns nil, at their end, if the number doesn't fit in an `Int`.
  private mutating func integer(isNegative: Bool) -> Int? {
    var value = 0
    var isTooGreat = false
    while isDigit(peek()) {
      let digit = Int(input[position] - 0x30)
      let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowedAgain) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      isTooGreat = isTooGreat || overflowed || overflowedAgain
      value = sum
      position &+= 1
    }
    return isTooGreat ? nil : value
  }

  /// Reads the digits after a point or an exponent; there must be at least one.
  private mutating func skipDigits(of start: Int) throws(JSONError) {
    guard isDigit(peek()) else {
      throw failure("expected a digit after “\(excerpt(start..<position))”, found \(found())")
    }
    while isDigit(peek()) { position &+= 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }
}

/// Limits for reading a JSON text; the error for an exceeded limit names it.
package struct JSONLimits: Hashable, Sendable {
  package static let `default` = JSONLimits(depth: 512)

  /// The maximum nesting of arrays and objects; a text of one number has depth 0.
  ///
  /// Freeing a value recurses, so this also limits the stack that it needs. The deepest possible
  /// flow, with the deepest possible conditions, needs about 800.
  package var depth: Int

  /// The maximum size of the text in bytes.
  package var bytes: Int

  /// Whether half a surrogate pair and a number out of range are read as something else: only for
  /// finding what else a document has that is refused for them.
  package var isLenient: Bool

  /// Makes limits.
  /// - Parameters:
  ///   - depth: the maximum nesting of arrays and objects, at most 1,024.
  ///   - bytes: the maximum size of the text in bytes; defaults to 64 MiB.
  ///   - isLenient: whether values that can't be held are read as others.
  package init(depth: Int = 1024, bytes: Int = 64 << 20, isLenient: Bool = false) {
    self.isLenient = isLenient
    self.depth = min(depth, 1024)
    self.bytes = bytes
  }
}
