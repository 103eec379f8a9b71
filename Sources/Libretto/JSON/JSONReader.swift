/// Reads a JSON text strictly: exactly RFC 8259, in well-formed UTF-8, within limits.
///
/// It keeps the open arrays and objects in its own array, so deep nesting can't overflow the stack.
/// It also refuses valid JSON that parsers read in different ways: a byte order mark, a repeated
/// name in an object, half a surrogate pair, and a number out of range. `-0` is the integer 0;
/// `-0.0` is a number and keeps its sign.
struct JSONReader {
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
    var names: Set<JSONName>?
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
  static func read(
    _ text: String, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8), limits: limits)
  }

  static func read(
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
