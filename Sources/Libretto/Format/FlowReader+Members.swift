// Members with a value of one kind: each tells what it wanted, where, and what it found.

extension FlowReader {
  /// Takes a member, and notes that objects like this one may have it.
  mutating func take(_ name: String, _ members: inout JSONMembers) -> Int? {
    known.append(name)
    return members.take(name, from: document)
  }

  /// The elements of an array; none where there is none.
  ///
  /// It only reads; were it not mutating, an argument that is would make a copy of the reader.
  mutating func list(_ elements: JSONDocument.Parts?) -> [Int] {
    if let elements { document.list(elements) } else { [] }
  }

  func has(_ name: String, _ members: JSONMembers) -> Bool { members.has(name, in: document) }

  mutating func required(_ name: String, _ members: inout JSONMembers) -> Int? {
    let json = take(name, &members)
    if json == nil { note("the member “\(name)” is missing", members.trail) }
    return json
  }

  mutating func string(_ name: String, _ members: inout JSONMembers) -> String? {
    required(name, &members).flatMap { string($0, members.trail, name) }
  }

  mutating func optionalString(_ name: String, _ members: inout JSONMembers) -> String? {
    take(name, &members).flatMap { string($0, members.trail, name) }
  }

  private mutating func string(
    _ json: Int, _ trail: @autoclosure () -> JSONTrail, _ member: String
  ) -> String? {
    if case .string(let text) = document[json] { return text }
    note("expected a text, found \(document[json].words)", trail(), member)
    return nil
  }

  /// The earlier ids of a step or choice: one is a text, several are an array.
  mutating func was(_ members: inout JSONMembers) -> [String] {
    guard let json = take("was", &members) else { return [] }
    switch document[json] {
    case .string(let id): return [id]
    case .array(let elements): return texts(elements, members.trail, "was")
    case let other:
      note("expected a text or an array of texts, found \(other.words)", members.trail, "was")
      return []
    }
  }

  /// The elements of an array that must be texts.
  mutating func texts(
    _ elements: JSONDocument.Parts, _ trail: @autoclosure () -> JSONTrail, _ member: String
  ) -> [String] {
    var texts: [String] = []
    for (index, json) in document.list(elements).enumerated() {
      if case .string(let text) = document[json] {
        texts.append(text)
      } else {
        note("expected a text, found \(document[json].words)", trail().appending(member, index))
      }
    }
    return texts
  }

  /// A member that is true, or left out.
  mutating func flag(_ name: String, _ members: inout JSONMembers) -> Bool {
    guard let json = take(name, &members) else { return false }
    if case .bool(let value) = document[json] { return value }
    note("expected true or false, found \(document[json].words)", members.trail, name)
    return false
  }

  /// A whole number that is not below a bound.
  mutating func integer(
    _ name: String, from least: Int, _ members: inout JSONMembers
  ) -> Int? {
    guard let json = take(name, &members) else { return nil }
    if case .integer(let value) = document[json], value >= least { return value }
    let bound = least == .min ? "" : " of at least \(least)"
    note("expected a whole number\(bound), found \(document[json].words)", members.trail, name)
    return nil
  }

  mutating func duration(
    _ name: String, from least: Int, _ members: inout JSONMembers
  ) -> Duration? {
    integer(name, from: least, &members).map { .milliseconds($0) }
  }

  mutating func array(_ name: String, _ members: inout JSONMembers) -> JSONDocument.Parts? {
    required(name, &members).flatMap { array($0, members.trail, name) }
  }

  mutating func optionalArray(_ name: String, _ members: inout JSONMembers) -> JSONDocument.Parts? {
    take(name, &members).flatMap { array($0, members.trail, name) }
  }

  private mutating func array(
    _ json: Int, _ trail: @autoclosure () -> JSONTrail, _ member: String
  ) -> JSONDocument.Parts? {
    if case .array(let elements) = document[json] { return elements }
    note("expected an array, found \(document[json].words)", trail(), member)
    return nil
  }

  /// The members of an element that must be an object.
  /// - Parameters:
  ///   - json: the element.
  ///   - what: what it is.
  ///   - trail: the way to it, or to what it stands in.
  ///   - member: the member in which it stands there, in an array.
  ///   - index: its place in that.
  mutating func members(
    _ json: Int, _ what: String, _ trail: JSONTrail, _ member: String? = nil, _ index: Int = -1
  ) -> JSONMembers? {
    if case .object(let object) = document[json] {
      return JSONMembers(object, at: trail, member, index, asked: known.count)
    }
    note(
      "expected \(what), which is an object, found \(document[json].words)",
      member.map { trail.appending($0, index) } ?? trail)
    return nil
  }

  /// A key that the document declares; a placeholder for one that it does not.
  mutating func key(_ name: String, _ members: inout JSONMembers) -> KeyReference? {
    optionalString(name, &members).map { key($0, members.trail, name) }
  }

  mutating func requiredKey(_ name: String, _ members: inout JSONMembers) -> KeyReference {
    string(name, &members).map { key($0, members.trail, name) }
      ?? KeyReference(name: "", type: .string)
  }

  mutating func key(
    _ name: String, _ trail: @autoclosure () -> JSONTrail, _ member: String
  ) -> KeyReference {
    if let key = keys[name], key.name.hasSameUnits(as: name) { return key }
    var message = "the key “\(JSONExcerpt.text(name))” does not stand in “keys”"
    if isTelling, let near = nearest(to: name, among: keys.keys.sorted()) {
      message += "; did you mean “\(near)”?"
    }
    note(message, trail(), member)
    return KeyReference(name: name, type: .string)
  }
}

extension JSONDocument.View {
  /// The value as an error names it.
  var words: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "the text “\(JSONExcerpt.text(text))”"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
