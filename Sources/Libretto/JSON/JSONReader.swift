/// Reads a JSON text strictly: RFC 8259 to the letter, in well-formed UTF-8, within limits.
///
/// It keeps the open arrays and objects in an array of its own, so that no depth of nesting
/// can overflow the stack. Beyond the grammar it refuses what readers disagree about: a byte
/// order mark, a name that comes twice in an object, half a surrogate pair, and a number that
/// is out of range. `-0` is the integer 0; `-0.0` is a number and keeps its sign.
struct JSONReader {
  /// An array or an object whose closing bracket has not been read.
  struct Frame {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members = JSONObject()
    /// The name of the member that is being read.
    var name = ""
  }

  let input: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var position = 0
  var frames: [Frame] = []

  /// Whether a name or a separator is being read, so that an error's path ends at the container.
  var isBetweenValues = false

  private init(_ input: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
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
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try read(buffer, limits: limits)
    }
  }

  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, limits: limits)
    return try reader.document()
  }
}

extension JSONReader {
  private mutating func document() throws(JSONError) -> JSONValue {
    guard input.count <= limits.bytes else {
      throw failure(
        "the text has \(input.count) bytes, more than the limit “bytes” of \(limits.bytes)")
    }
    guard !input.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw failure("the text must not begin with a byte order mark")
    }
    skipSpace()
    while true {
      guard var value = try valueOrOpening() else { continue }
      while let top = frames.indices.last {
        if frames[top].isObject {
          frames[top].members.appendUnchecked(frames[top].name, value)
        } else {
          frames[top].elements.append(value)
        }
        guard let closed = try separatorOrClosing(of: top) else { break }
        value = closed
      }
      if frames.isEmpty {
        isBetweenValues = true
        skipSpace()
        guard position == input.count else {
          throw failure("expected the end of the text, found \(found())")
        }
        return value
      }
    }
  }

  /// Reads a whole value, or the opening of a container that is not empty, which gives nil.
  private mutating func valueOrOpening() throws(JSONError) -> JSONValue? {
    switch peek() {
    case UInt8(ascii: "\""):
      return .string(try string())
    case UInt8(ascii: "{"):
      return try open(isObject: true)
    case UInt8(ascii: "["):
      return try open(isObject: false)
    case UInt8(ascii: "-"), 0x30...0x39:
      return try number()
    case UInt8(ascii: "t"):
      return try word("true", .bool(true))
    case UInt8(ascii: "f"):
      return try word("false", .bool(false))
    case UInt8(ascii: "n"):
      return try word("null", .null)
    default:
      throw failure("expected a value, found \(found())")
    }
  }

  private mutating func open(isObject: Bool) throws(JSONError) -> JSONValue? {
    guard frames.count < limits.depth else {
      throw failure("nested deeper than the limit “depth” of \(limits.depth)")
    }
    position += 1
    skipSpace()
    if isObject {
      if take(UInt8(ascii: "}")) { return .object(JSONObject()) }
      frames.append(Frame(isObject: true))
      isBetweenValues = true
      try name(expecting: "a member name or “}”")
    } else {
      if take(UInt8(ascii: "]")) { return .array([]) }
      frames.append(Frame(isObject: false))
    }
    return nil
  }

  /// Reads up to the next value of the innermost container, or its end, which gives its value.
  private mutating func separatorOrClosing(of top: Int) throws(JSONError) -> JSONValue? {
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
      return nil
    }
    guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw failure("expected “,” or “\(isObject ? "}" : "]")”, found \(found())")
    }
    let frame = frames.removeLast()
    return isObject ? .object(frame.members) : .array(frame.elements)
  }

  /// Reads a member's name and the colon, up to the value.
  private mutating func name(expecting expected: String) throws(JSONError) {
    guard peek() == UInt8(ascii: "\"") else {
      throw failure("expected \(expected), found \(found())")
    }
    let start = position
    let name = try string()
    let top = frames.count - 1
    let isNew = !frames[top].members.contains(name)
    frames[top].name = name
    isBetweenValues = false
    guard isNew else {
      throw failure("the name “\(JSONExcerpt.text(name))” comes twice in the object", at: start)
    }
    skipSpace()
    guard take(UInt8(ascii: ":")) else {
      throw failure("expected “:” after the name, found \(found())")
    }
    skipSpace()
  }

  private mutating func word(
    _ spelling: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let end = endOfWord()
    guard end - position == spelling.utf8CodeUnitCount,
      spelling.withUTF8Buffer({ $0.elementsEqual(input[position..<end]) })
    else { throw failure("expected a value, found \(found())") }
    position = end
    return value
  }
}
