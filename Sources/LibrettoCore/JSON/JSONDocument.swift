/// A JSON text that was read strictly, as a table of its parts.
///
/// A part is an index into the table. The parts in an array or object follow it; a member has two
/// parts, its name and its value. Strings are made only when needed, so reading allocates nothing
/// for each part.
struct JSONDocument: Sendable {
  enum Kind: UInt8, Sendable {
    case null, no, yes, integer, number
    /// Text without and with escapes.
    case string, escaped
    case array, object

    var isContainer: Bool { self == .array || self == .object }
  }

  struct Part: Sendable {
    let kind: Kind
    /// The first byte of a text.
    var start = 0
    /// The integer, the bits of the number, the end of the text, or the part after the container.
    var payload = 0
  }

  /// The parts in an array, or the names and values in an object.
  struct Parts: Sendable {
    var first: Int
    /// The part after the last one.
    let end: Int
  }

  /// A part with its value, or with the parts inside it for a container.
  enum View {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array(Parts)
    case object(Parts)
  }

  private let bytes: [UInt8]
  private let parts: [Part]

  init(_ bytes: [UInt8] = [], _ parts: [Part] = [Part(kind: .null)]) {
    self.bytes = bytes
    self.parts = parts
  }
}

extension JSONDocument {
  /// The value of a part; the whole document is part 0.
  subscript(part: Int) -> View {
    let found = parts[part]
    return switch found.kind {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .integer: .integer(found.payload)
    case .number: .number(Double(bitPattern: UInt64(bitPattern: Int64(found.payload))))
    case .string, .escaped: .string(text(part))
    case .array: .array(Parts(first: part + 1, end: found.payload))
    case .object: .object(Parts(first: part + 1, end: found.payload))
    }
  }

  /// The next part after another one and everything inside it.
  func next(_ part: Int) -> Int { parts.next(part) }

  /// The text of a part that is a string or a name.
  func text(_ part: Int) -> String {
    bytes.withUnsafeBufferPointer { JSONReader.text(parts[part], in: $0) }
  }

  /// Whether a part is this text, compared by code units.
  func isText(_ part: Int, _ text: String) -> Bool {
    let found = parts[part]
    guard found.kind == .string else {
      return found.kind == .escaped && self.text(part).isIdenticalText(to: text)
    }
    guard found.payload - found.start == text.utf8.count else { return false }
    let isSame = text.utf8.withContiguousStorageIfAvailable { units in
      bytes.withUnsafeBufferPointer {
        units.elementsEqual(UnsafeBufferPointer(rebasing: $0[found.start..<found.payload]))
      }
    }
    return isSame ?? text.isIdenticalText(to: self.text(part))
  }

  /// The elements of an array, or the names and values of an object.
  func list(_ elements: Parts) -> [Int] {
    var list: [Int] = []
    var part = elements.first
    while part < elements.end {
      list.append(part)
      part = next(part)
    }
    return list
  }

  /// The document as values, made from the end so that the content of a container comes first.
  var value: JSONValue {
    var made: [(part: Int, value: JSONValue)] = []
    for part in parts.indices.reversed() {
      let value: JSONValue
      switch self[part] {
      case .null: value = .null
      case .bool(let bool): value = .bool(bool)
      case .integer(let integer): value = .integer(integer)
      case .number(let number): value = .number(number)
      case .string(let text): value = .string(text)
      case .array(let inner):
        var elements: [JSONValue] = []
        while let last = made.last, last.part < inner.end {
          elements.append(last.value)
          made.removeLast()
        }
        value = .array(elements)
      case .object(let inner):
        var members = JSONObject()
        while let name = made.last, name.part < inner.end {
          made.removeLast()
          guard case .string(let text) = name.value, let member = made.popLast() else { break }
          members.appendUnchecked(text, member.value)
        }
        value = .object(members)
      }
      made.append((part, value))
    }
    return made.last?.value ?? .null
  }
}

extension [JSONDocument.Part] {
  /// The next part after another one and everything inside it.
  func next(_ part: Int) -> Int {
    self[part].kind.isContainer ? self[part].payload : part + 1
  }
}

/// The members of an object while they are taken one by one; it knows the ones left over.
struct JSONMembers {
  private let outer: JSONTrail
  private let member: String?
  private let index: Int
  private let parts: JSONDocument.Parts
  /// The number of names requested from the enclosing objects before this one was begun.
  let asked: Int
  /// The name of the first member not taken; members are mostly in the order of reading.
  private var rest: Int
  /// The number of members before it.
  private var before = 0
  /// The members taken, as bits. Objects read here have far fewer than 64 members.
  private var taken: UInt64 = 0

  /// - Parameters:
  ///   - parts: the names and values.
  ///   - trail: the path to the object, or to its container.
  ///   - member: the member of the container that holds it.
  ///   - index: its index in the array in that member.
  ///   - asked: the number of names requested from the enclosing objects.
  init(
    _ parts: JSONDocument.Parts, at trail: JSONTrail, _ member: String? = nil, _ index: Int = -1,
    asked: Int
  ) {
    outer = trail
    self.member = member
    self.index = index
    self.parts = parts
    self.asked = asked
    rest = parts.first
  }

  /// The path to the object, made only when needed.
  var trail: JSONTrail {
    if let member { outer.appending(member, index) } else { outer }
  }

  mutating func take(_ name: String, from document: JSONDocument) -> Int? {
    var part = rest
    var number = before
    while part < parts.end {
      let next = document.next(part + 1)
      if document.isText(part, name) {
        if part == rest {
          rest = next
          before += 1
        } else if number < 64 {
          taken |= 1 << UInt64(number)
        }
        return part + 1
      }
      part = next
      number += 1
    }
    return nil
  }

  func has(_ name: String, in document: JSONDocument) -> Bool {
    var part = parts.first
    while part < parts.end {
      if document.isText(part, name) { return true }
      part = document.next(part + 1)
    }
    return false
  }

  /// The first ten names that weren't requested.
  func leftOver(in document: JSONDocument) -> [String] {
    var names: [String] = []
    var part = rest
    var number = before
    while part < parts.end, names.count < 10 {
      if number >= 64 || taken & (1 << UInt64(number)) == 0 { names.append(document.text(part)) }
      part = document.next(part + 1)
      number += 1
    }
    return names
  }
}
