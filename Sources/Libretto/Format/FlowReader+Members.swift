// Members of each type. An error names the place, the expected type and what was found.

extension FlowReader: MemberCoder {
  static var isReading: Bool { true }

  /// The maximum number of fields of an alert, and of rules or checks of a question or a button.
  static let most = 100

  mutating func text(_ name: String, _ text: inout String) { text = string(name) ?? "" }

  mutating func text(_ name: String, _ text: inout String?) { text = optionalString(name) }

  mutating func word(_ name: String, _ word: String) -> String? { string(name) }

  mutating func texts(_ name: String, _ texts: inout [String]) {
    texts = optionalArray(name).map { self.texts($0, name) } ?? []
  }

  mutating func was(_ ids: inout [String]) {
    guard let json = take("was") else { return }
    switch document[json] {
    case .string(let id): ids = [id]
    case .array(let elements): ids = texts(elements, "was")
    case let other:
      note("expected a text or an array of texts, found \(other.words)", members.trail, "was")
    }
  }

  mutating func template(_ name: String, _ text: inout Text) {
    text = required(name).map { template($0, name) } ?? ""
  }

  mutating func template(_ name: String, _ text: inout Text?) {
    text = take(name).map { template($0, name) }
  }

  private mutating func template(_ json: Int, _ name: String) -> Text {
    if case .string(let source) = document[json] {
      return template(source, name)
    }
    return text(json, members.trail.appending(name))
  }

  mutating func key(_ name: String, _ key: inout KeyReference) { key = requiredKey(name) }

  mutating func key(_ name: String, _ key: inout KeyReference?) {
    key = optionalString(name).map { self.key($0, name) }
  }

  mutating func keys(_ name: String, _ keys: inout [KeyReference]?) {
    let isThere = has(name)
    let names = optionalArray(name).map { texts($0, name) } ?? []
    keys = isThere ? names.map { key($0, name) } : nil
  }

  mutating func flag(_ name: String, _ flag: inout Bool) {
    guard let json = take(name) else { return }
    if case .bool(let value) = document[json] {
      flag = value
    } else {
      note("expected true or false, found \(document[json].words)", members.trail, name)
    }
  }

  mutating func integer(_ name: String, from least: Int, _ number: inout Int) {
    if !has(name) { note("the member “\(name)” is missing", members.trail) }
    var given: Int?
    integer(name, from: least, &given)
    number = given ?? max(least, 0)
  }

  mutating func integer(_ name: String, from least: Int, _ number: inout Int?) {
    guard let json = take(name) else { return }
    if case .integer(let value) = document[json], value >= least {
      number = value
      return
    }
    let bound = least == .min ? "" : " of at least \(least)"
    note("expected a whole number\(bound), found \(document[json].words)", members.trail, name)
  }

  mutating func time(_ name: String, from least: Int, _ time: inout Duration) {
    var number = 0
    integer(name, from: least, &number)
    time = .milliseconds(number)
  }

  mutating func time(_ name: String, from least: Int, _ time: inout Duration?) {
    var number: Int?
    integer(name, from: least, &number)
    time = number.map { .milliseconds($0) }
  }

  mutating func value(_ name: String, _ value: inout Value) { value = requiredValue(name) }

  mutating func value(_ name: String, _ value: inout Value?) {
    value = take(name).map { self.value($0, name) }
  }

  mutating func calculation(_ name: String, _ calculation: inout Calculation) {
    guard let json = required(name) else { return }
    calculation = self.calculation(json, members.trail.appending(name))
  }

  mutating func calculation(_ name: String, _ calculation: inout Calculation?) {
    calculation = take(name).map { self.calculation($0, members.trail.appending(name)) }
  }

  mutating func values(_ name: String, _ values: inout [Value]) { values = self.values(name) }

  mutating func condition(_ name: String, _ condition: inout Condition) {
    guard let json = required(name) else { return }
    condition = self.condition(json, members.trail.appending(name))
  }

  mutating func condition(_ name: String, _ condition: inout Condition?) {
    condition = take(name).map { self.condition($0, members.trail.appending(name)) }
  }

  mutating func pattern(_ name: String, _ pattern: inout Pattern) { pattern = self.pattern(name) }

  mutating func letter(_ name: String, _ letter: inout Character?) {
    guard let text = optionalString(name) else { return }
    if text.count == 1 {
      letter = text.first
    } else {
      note("expected one letter, found the text “\(JSONExcerpt.text(text))”", members.trail, name)
    }
  }

  mutating func transforms(_ name: String, _ transforms: inout [Prompt.Transform]) {
    guard let elements = optionalArray(name) else { return }
    for (index, word) in texts(elements, name).enumerated() {
      if let known = Prompt.Transform(rawValue: word) {
        transforms.append(known)
      } else {
        note(
          "there is no transform “\(JSONExcerpt.text(word))”; there are "
            + Prompt.Transform.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "),
          members.trail.appending(name, index))
      }
    }
  }

  mutating func role(_ name: String, _ role: inout Role) {
    guard let word = optionalString(name) else { return }
    if let known = Role(rawValue: word) {
      role = known
    } else {
      note(
        "there is no role “\(JSONExcerpt.text(word))”; there are "
          + Role.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "), members.trail, name)
    }
  }

  mutating func objects<Element>(
    _ name: String, _ what: String, _ elements: inout [Element], _ blank: Element,
    _ members: (inout Element, inout FlowReader) -> Bool
  ) {
    guard let parts = optionalArray(name) else { return }
    let list = document.list(parts)
    // The work grows with the product of such lists: of fields and buttons, for example.
    guard list.count <= Self.most else {
      let found = "expected at most \(Self.most) elements, found \(list.count)"
      return note(found, self.members.trail, name)
    }
    for (index, json) in list.enumerated() {
      guard enter(json, what, self.members.trail, name, index) else { continue }
      var element = blank
      if members(&element, &self) { elements.append(element) }
      finish()
    }
  }

  mutating func refuse(_ message: @autoclosure () -> String, at member: String?) {
    note(message(), members.trail, member)
  }
}

extension FlowReader {
  /// Takes a member, and records that an object like this one may have it.
  mutating func take(_ name: String) -> Int? {
    known.append(name)
    return members.take(name, from: document)
  }

  func has(_ name: String) -> Bool { members.has(name, in: document) }

  mutating func required(_ name: String) -> Int? {
    let json = take(name)
    if json == nil { note("the member “\(name)” is missing", members.trail) }
    return json
  }

  mutating func string(_ name: String) -> String? { required(name).flatMap { string($0, name) } }

  mutating func optionalString(_ name: String) -> String? {
    take(name).flatMap { string($0, name) }
  }

  private mutating func string(_ json: Int, _ member: String) -> String? {
    if case .string(let text) = document[json] { return text }
    note("expected a text, found \(document[json].words)", members.trail, member)
    return nil
  }

  mutating func requiredValue(_ name: String) -> Value {
    required(name).map { value($0, name) } ?? .null
  }

  /// The elements of an array of texts.
  private mutating func texts(_ elements: JSONDocument.Parts, _ member: String) -> [String] {
    var texts: [String] = []
    for (index, json) in document.list(elements).enumerated() {
      if case .string(let text) = document[json] {
        texts.append(text)
      } else {
        note(
          "expected a text, found \(document[json].words)", members.trail.appending(member, index))
      }
    }
    return texts
  }

  // MARK: Arrays and objects

  mutating func array(_ name: String) -> JSONDocument.Parts? {
    required(name).flatMap { array($0, name) }
  }

  mutating func optionalArray(_ name: String) -> JSONDocument.Parts? {
    take(name).flatMap { array($0, name) }
  }

  private mutating func array(_ json: Int, _ member: String) -> JSONDocument.Parts? {
    if case .array(let elements) = document[json] { return elements }
    note("expected an array, found \(document[json].words)", members.trail, member)
    return nil
  }

  /// The elements of an array; empty if there is no array.
  func list(_ elements: JSONDocument.Parts?) -> [Int] { elements.map(document.list) ?? [] }

  /// Enters an element that must be an object; false if it isn't one.
  /// - Parameters:
  ///   - json: the element.
  ///   - what: what it is, for an error.
  ///   - trail: the path to the element, or to the object around it.
  ///   - member: the member of that object whose array contains the element.
  ///   - index: its index in the array.
  mutating func enter(
    _ json: Int, _ what: String, _ trail: JSONTrail, _ member: String? = nil, _ index: Int = -1
  ) -> Bool {
    if case .object(let object) = document[json] {
      begin(JSONMembers(object, at: trail, member, index, asked: known.count))
      return true
    }
    note(
      "expected \(what), which is an object, found \(document[json].words)",
      member.map { trail.appending($0, index) } ?? trail)
    return false
  }

  // MARK: Keys

  mutating func requiredKey(_ name: String) -> KeyReference {
    string(name).map { key($0, name) } ?? KeyReference(name: "", type: .string)
  }

  /// A key that the document declares, or a placeholder if it doesn't.
  mutating func key(_ name: String, _ member: String) -> KeyReference {
    if let key = keys[name], key.name.hasSameUnits(as: name) { return key }
    return key(name, at: members.trail.appending(member))
  }

  mutating func key(_ name: String, at trail: JSONTrail) -> KeyReference {
    if let key = keys[name], key.name.hasSameUnits(as: name) { return key }
    var message = "the key “\(JSONExcerpt.text(name))” isn't declared in “keys”"
    if isReporting, let near = nearest(to: name, among: keys.keys.sorted()) {
      message += "; did you mean “\(near)”?"
    }
    note(message, trail)
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
