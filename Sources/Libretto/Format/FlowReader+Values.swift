// Types, values and templates.

extension FlowReader {
  // Types and values are read recursively, so their depth is checked first.

  mutating func type(_ json: Int, _ trail: JSONTrail, depth: Int = 1) -> ValueType? {
    guard depth <= Limits.depth else {
      note("types are nested more than \(Limits.depth) deep", trail)
      return nil
    }
    switch document[json] {
    case .string("string"): return .string
    case .string("integer"): return .integer
    case .string("number"): return .number
    case .string("boolean"): return .boolean
    case .string("day"): return .day
    case .string("time"): return .time
    case .object(let object):
      guard let (name, value) = only(object) else { break }
      let inner = trail.appending(name)
      switch (name, document[value]) {
      case ("list", _): return type(value, inner, depth: depth + 1).map { .list($0) }
      case ("optional", _): return type(value, inner, depth: depth + 1).map { .optional($0) }
      case ("oneOf", .array(let values)): return .oneOf(self.values(values, "oneOf", in: trail))
      default: break
      }
    default: break
    }
    note(
      "expected a type, found \(document[json].words); a type is “string”, “integer”, “number”, “boolean”, "
        + "“day”, “time”, or an object with one member: “oneOf” (an array), “list” or “optional” (a type)",
      trail)
    return nil
  }

  /// The member of an object with exactly one.
  func only(_ object: JSONDocument.Parts) -> (name: String, value: Int)? {
    guard object.first < object.end, document.next(object.first + 1) == object.end else {
      return nil
    }
    return (document.text(object.first), object.first + 1)
  }

  mutating func values(
    _ elements: JSONDocument.Parts, _ member: String, in trail: JSONTrail? = nil
  ) -> [Value] {
    // The array itself is the part before its elements.
    if case .list(let values) = value(elements.first - 1, member, in: trail) { return values }
    return []
  }

  /// The values of a member that must be an array of values.
  mutating func values(_ name: String) -> [Value] {
    guard let elements = array(name) else { return [] }
    return values(elements, name)
  }

  mutating func value(
    _ json: Int, _ member: String, in trail: JSONTrail? = nil
  ) -> Value {
    if let value = Value(json, of: document, depth: Limits.depth) { return value }
    return value(json, at: (trail ?? members.trail).appending(member))
  }

  mutating func value(_ json: Int, at trail: JSONTrail) -> Value {
    if let value = Value(json, of: document, depth: Limits.depth) { return value }
    let found = document[json]
    note(
      "expected a value, found \(found.words)"
        + (found.isList ? " that holds an object, or more than \(Limits.depth) arrays in it" : "")
        + "; a value is text, a number, true, false, null or an array of values", trail)
    return .null
  }

  // MARK: Templates

  /// Reads a text with placeholders.
  /// - Parameters:
  ///   - source: the text.
  ///   - member: the member that holds it.
  ///   - trail: the path to it, if it isn't a member of the object that is being read.
  mutating func template(
    _ source: String, _ member: String, at trail: JSONTrail? = nil
  ) -> Text {
    guard source.containsBrace else { return Text(source) }
    var pieces: [Text.Piece] = []
    var literal: [UInt8] = []
    var rest = Substring(source).utf8
    while let place = rest.firstIndex(where: Brace.isBrace) {
      let byte = rest[place]
      literal.append(contentsOf: rest[..<place])
      rest = rest[rest.index(after: place)...]
      if rest.first == byte {
        rest.removeFirst()
        literal.append(byte)
      } else if byte == Brace.open, let end = rest.firstIndex(of: Brace.close) {
        let name = String(Substring(rest[..<end]))
        pieces.append(.literal(String(decoding: literal, as: UTF8.self)))
        pieces.append(
          .placeholder(trail.map { key(name, at: $0) } ?? key(name, member)))
        literal = []
        rest = rest[rest.index(after: end)...]
      } else {
        let brace = byte == Brace.open ? "{" : "}"
        note(
          "this text contains a single “\(brace)”; write “\(brace)\(brace)” for a brace, "
            + "and “{name}” for an answer", trail ?? members.trail.appending(member))
        return ""
      }
    }
    literal.append(contentsOf: rest)
    pieces.append(.literal(String(decoding: literal, as: UTF8.self)))
    return Text(pieces: pieces)
  }

  private enum Brace {
    static let open = UInt8(ascii: "{")
    static let close = UInt8(ascii: "}")

    static func isBrace(_ byte: UInt8) -> Bool { byte == open || byte == close }
  }
}

extension String {
  /// Whether the text contains a brace; most texts don't.
  var containsBrace: Bool {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    return utf8.withContiguousStorageIfAvailable { $0.contains(open) || $0.contains(close) }
      ?? utf8.contains { $0 == open || $0 == close }
  }
}

extension Value {
  /// A JSON value as an answer; nil if it contains an object or is nested too deep.
  fileprivate init?(_ json: Int, of document: JSONDocument, depth: Int) {
    switch document[json] {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .number(let value): self = .double(value)
    case .string(let text): self = .string(text)
    case .array(let elements):
      guard depth > 0 else { return nil }
      var list: [Value] = []
      for element in document.list(elements) {
        guard let value = Value(element, of: document, depth: depth - 1) else { return nil }
        list.append(value)
      }
      self = .list(list)
    case .object: return nil
    }
  }
}

extension JSONDocument.View {
  fileprivate var isList: Bool { if case .array = self { true } else { false } }
}
