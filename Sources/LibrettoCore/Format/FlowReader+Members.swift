// What a step of a flow in JSON holds: members of each type, values, conditions and calculations. An
// error names the place, the expected type and what was found.

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
    if let key = keys[name], key.name.isIdenticalText(to: name) { return key }
    return key(name, at: members.trail.appending(member))
  }

  mutating func key(_ name: String, at trail: JSONTrail) -> KeyReference {
    if let key = keys[name], key.name.isIdenticalText(to: name) { return key }
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

// Conditions, and their patterns.

extension FlowReader {
  // Only these two functions are recursive, because the stack may be 512 KiB.

  mutating func condition(
    _ json: Int, _ trail: JSONTrail, depth: Int = 1
  ) -> Condition {
    guard depth <= Limits.depth else {
      note("conditions are nested more than \(Limits.depth) deep", trail)
      return Condition(.all([]))
    }
    guard case .object(let object) = document[json], let (name, value) = only(object) else {
      return test(json, trail)
    }
    switch (name, document[value]) {
    case ("all", .array(let elements)):
      let (forms, deepest) = conditions(elements, trail, "all", depth + 1)
      return Condition(.all(forms), depth: deepest + 1)
    case ("any", .array(let elements)):
      let (forms, deepest) = conditions(elements, trail, "any", depth + 1)
      return Condition(.any(forms), depth: deepest + 1)
    case ("not", _):
      let inner = condition(value, trail.appending("not"), depth: depth + 1)
      return Condition(.not(inner.form), depth: inner.depth + 1)
    default: return test(json, trail)
    }
  }

  private mutating func conditions(
    _ elements: JSONDocument.Parts, _ trail: JSONTrail, _ member: String, _ depth: Int
  ) -> ([Condition.Form], depth: Int) {
    var forms: [Condition.Form] = []
    var deepest = 0
    for (index, element) in document.list(elements).enumerated() {
      let condition = self.condition(element, trail.appending(member, index), depth: depth)
      forms.append(condition.form)
      deepest = max(deepest, condition.depth)
    }
    return (forms, deepest)
  }

  /// A condition on one key.
  private mutating func test(_ json: Int, _ trail: JSONTrail) -> Condition {
    guard case .object(let object) = document[json] else { return refuseCondition(json, trail) }
    let members = JSONMembers(object, at: trail, asked: known.count)
    if members.has("formula", in: document) { return calculated(members) }
    guard members.has("key", in: document) else { return refuseCondition(json, trail) }
    begin(members)
    let key = requiredKey("key")
    let form = string("is").map { test(key, $0) } ?? .isSet(key)
    finish()
    return Condition(form)
  }

  private mutating func refuseCondition(_ json: Int, _ trail: JSONTrail) -> Condition {
    note(
      "expected a condition, found \(document[json].words); a condition is an object with “key” or "
        + "“formula” and “is”, or with “all”, “any” (an array of conditions) or “not” (a condition) "
        + "alone", trail)
    return Condition(.all([]))
  }

  /// A condition that compares calculations.
  private mutating func calculated(_ members: JSONMembers) -> Condition {
    begin(members)
    var some = Calculation(.null)
    var other = Calculation(.null)
    calculation("formula", &some)
    let word = string("is")
    calculation("value", &other)
    let comparison = word.flatMap(Condition.Comparison.init(rawValue:))
    if let word, comparison == nil {
      note(
        "a formula can't have the test “\(JSONExcerpt.text(word))”; there are "
          + Condition.Comparison.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "),
        members.trail, "is")
    }
    finish()
    return Condition(some, comparison ?? .equal, other)
  }

  private mutating func test(
    _ key: KeyReference, _ test: String
  ) -> Condition.Form {
    let problem: String?
    let form: Condition.Form
    switch test {
    case "set": return .isSet(key)
    case "empty": (form, problem) = (.isEmpty(key), key.type.hasLength ? nil : "has no length")
    case "multiple":
      var divisor: Int?
      integer("of", from: .min, &divisor)
      if divisor == nil && !has("of") { note("the member “of” is missing", members.trail) }
      form = .isMultiple(key, of: divisor ?? 1)
      problem = key.type == .integer ? nil : "is not a whole number"
    case "contains":
      form = .contains(key, requiredValue("value"))
      problem = key.type.hasLength ? nil : "contains nothing"
    case "matches":
      form = .matches(key, pattern("pattern"))
      problem = key.type.isText ? nil : "is not text"
    default:
      guard let comparison = Condition.Comparison(rawValue: test) else {
        note("there is no test “\(JSONExcerpt.text(test))”; \(Self.tests)", members.trail, "is")
        // Which members there are depends on the test.
        for member in ["value", "other", "of", "pattern"] { _ = take(member) }
        return .isSet(key)
      }
      (form, problem) = compare(key, comparison)
    }
    if let problem {
      note("the answer “\(key.name)” is \(key.type), which \(problem)", members.trail)
    }
    return form
  }

  private mutating func compare(
    _ key: KeyReference, _ comparison: Condition.Comparison
  ) -> (Condition.Form, problem: String?) {
    var problem: String?
    if comparison != .equal && comparison != .notEqual, case .list = key.type {
      problem = "has no order"
    }
    guard has("other") else {
      return (.compare(key, comparison, .value(requiredValue("value"))), problem)
    }
    let other = requiredKey("other")
    if other.type != key.type { problem = "can't be compared with \(other.type)" }
    return (.compare(key, comparison, .key(other)), problem)
  }

  private static var tests: String {
    let known =
      Condition.Comparison.allCases.map(\.rawValue)
      + ["set", "empty", "multiple", "contains", "matches"]
    return "there are " + known.map { "“\($0)”" }.joined(separator: ", ")
  }

  mutating func pattern(_ member: String) -> Pattern {
    let source = string(member) ?? ""
    if let known = patterns[source], known.source.isIdenticalText(to: source) { return known }
    // A few bytes of a pattern can make thousands of states.
    guard states <= Limits.patternStates, isReporting else { return Pattern("") }
    let pattern = Pattern(source)
    if let problem = pattern.problem {
      note(
        "the pattern “\(JSONExcerpt.text(source))” can't be used: \(problem)", members.trail,
        member)
    }
    states += pattern.states
    if states > Limits.patternStates {
      note(
        "the patterns up to here have \(states) states together, more than the limit "
          + "“patternStates” of \(Limits.patternStates); write smaller counts in braces",
        members.trail, member)
    }
    patterns[source] = pattern
    return pattern
  }
}

// Calculations, and the texts that contain them.

extension FlowReader {
  // Only these functions are recursive, because the stack may be 512 KiB.

  /// A value, or an object with one member that says how to work it out.
  mutating func calculation(_ json: Int, _ trail: JSONTrail, depth: Int = 1) -> Calculation {
    guard depth <= Limits.depth else {
      note("calculations are nested more than \(Limits.depth) deep", trail)
      return Calculation(.null)
    }
    guard case .object(let object) = document[json] else {
      return Calculation(value(json, at: trail))
    }
    guard let (name, operand) = only(object) else { return refuse(json, trail) }
    switch (name, document[operand]) {
    case ("key", .string(let key)):
      return Calculation(self.key(key, at: trail.appending(name)))
    case ("count", .string(let key)):
      return Calculation(.count(self.key(key, at: trail.appending(name))))
    case ("lines", .string(let key)):
      return Calculation(.lines(self.key(key, at: trail.appending(name))))
    case ("text", _): return Calculation(text(operand, trail.appending(name), depth: depth + 1))
    case ("min", .array(let elements)), ("max", .array(let elements)):
      let operands = operands(elements, trail, name, depth)
      guard !operands.isEmpty else { return refuse(json, trail) }
      return Calculation(name == "min" ? .smallest : .largest, of: operands)
    case (_, .array(let elements)):
      guard let operation = Calculation.Operator(rawValue: name) else { break }
      let operands = operands(elements, trail, name, depth)
      guard operands.count == 2 else { return refuse(json, trail) }
      return Calculation(operands[0], operation, operands[1])
    default: break
    }
    return refuse(json, trail)
  }

  private mutating func operands(
    _ elements: JSONDocument.Parts, _ trail: JSONTrail, _ name: String, _ depth: Int
  ) -> [Calculation] {
    var operands: [Calculation] = []
    for (index, element) in document.list(elements).enumerated() {
      operands.append(calculation(element, trail.appending(name, index), depth: depth + 1))
    }
    return operands
  }

  private mutating func refuse(_ json: Int, _ trail: JSONTrail) -> Calculation {
    note(
      "expected a value or a calculation, found \(document[json].words); a calculation is an object "
        + "with one member: “key”, “count” or “lines” (a key), “text”, “min” or “max” (an array), or "
        + Calculation.Operator.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        + " (an array of two)", trail)
    return Calculation(.null)
  }

  /// A template, or an object with the parts of a text.
  mutating func text(_ json: Int, _ trail: JSONTrail, depth: Int = 1) -> Text {
    if case .string(let source) = document[json] { return template(source, "", at: trail) }
    guard case .object(let object) = document[json], let (name, list) = only(object),
      name == "parts", case .array(let elements) = document[list]
    else {
      var message = "expected a text, found \(document[json].words)"
      if case .object = document[json] {
        message +=
          "; a text with calculations is an object with one member, “parts”: an array of "
          + "texts and calculations"
      }
      note(message, trail)
      return ""
    }
    var pieces: [Text.Piece] = []
    for (index, element) in document.list(elements).enumerated() {
      let trail = trail.appending(name, index)
      if case .string(let source) = document[element] {
        pieces += template(source, "", at: trail).pieces
      } else {
        pieces.append(.calculation(calculation(element, trail, depth: depth + 1)))
      }
    }
    return Text(pieces: pieces)
  }
}
