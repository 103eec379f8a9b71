// Members with a value of one kind: each tells what it wanted, where, and what it found.

extension FlowReader {
  mutating func required(_ name: String, _ members: inout JSONMembers) -> JSONValue? {
    let json = members.take(name)
    if json == nil { note("the member “\(name)” is missing", members.trail) }
    return json
  }

  mutating func string(_ name: String, _ members: inout JSONMembers) -> String? {
    required(name, &members).flatMap { string($0, members.trail, name) }
  }

  mutating func optionalString(_ name: String, _ members: inout JSONMembers) -> String? {
    members.take(name).flatMap { string($0, members.trail, name) }
  }

  private mutating func string(
    _ json: JSONValue, _ trail: JSONTrail, _ member: String
  ) -> String? {
    if case .string(let text) = json { return text }
    note("expected a text, found \(json.words)", trail, member)
    return nil
  }

  /// The earlier ids of a step or choice: one is a text, several are an array.
  mutating func was(_ members: inout JSONMembers) -> [String] {
    switch members.take("was") {
    case nil: return []
    case .string(let id)?: return [id]
    case .array(let elements)?: return texts(elements, members.trail, "was")
    case let json?:
      note("expected a text or an array of texts, found \(json.words)", members.trail, "was")
      return []
    }
  }

  /// The elements of an array that must be texts.
  mutating func texts(
    _ elements: [JSONValue], _ trail: JSONTrail, _ member: String
  ) -> [String] {
    var texts: [String] = []
    for (index, json) in elements.enumerated() {
      if case .string(let text) = json {
        texts.append(text)
      } else {
        note("expected a text, found \(json.words)", trail.appending(member, index))
      }
    }
    return texts
  }

  /// A member that is true, or left out.
  mutating func flag(_ name: String, _ members: inout JSONMembers) -> Bool {
    guard let json = members.take(name) else { return false }
    if case .bool(let value) = json { return value }
    note("expected true or false, found \(json.words)", members.trail, name)
    return false
  }

  /// A whole number that is not below a bound.
  mutating func integer(
    _ name: String, from least: Int, _ members: inout JSONMembers
  ) -> Int? {
    guard let json = members.take(name) else { return nil }
    if case .integer(let value) = json, value >= least { return value }
    let bound = least == .min ? "" : " of at least \(least)"
    note("expected a whole number\(bound), found \(json.words)", members.trail, name)
    return nil
  }

  mutating func array(_ name: String, _ members: inout JSONMembers) -> [JSONValue]? {
    required(name, &members).flatMap { array($0, members.trail, name) }
  }

  mutating func optionalArray(_ name: String, _ members: inout JSONMembers) -> [JSONValue]? {
    members.take(name).flatMap { array($0, members.trail, name) }
  }

  private mutating func array(
    _ json: JSONValue, _ trail: JSONTrail, _ member: String
  ) -> [JSONValue]? {
    if case .array(let elements) = json { return elements }
    note("expected an array, found \(json.words)", trail, member)
    return nil
  }

  /// The members of an element that must be an object.
  mutating func members(
    _ json: JSONValue, _ trail: JSONTrail, _ what: String
  ) -> JSONMembers? {
    if case .object(let object) = json { return JSONMembers(object, at: trail) }
    note("expected \(what), which is an object, found \(json.words)", trail)
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

  mutating func key(_ name: String, _ trail: JSONTrail, _ member: String) -> KeyReference {
    if let key = keys[name], key.name.hasSameUnits(as: name) { return key }
    var message = "the key “\(JSONExcerpt.text(name))” does not stand in “keys”"
    if isTelling, let near = nearest(to: name, among: keys.keys.sorted()) {
      message += "; did you mean “\(near)”?"
    }
    note(message, trail, member)
    return KeyReference(name: name, type: .string)
  }
}

extension JSONValue {
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
