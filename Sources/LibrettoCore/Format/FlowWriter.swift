// Writes a step: its members, as listed in `MemberCoder`, then its branches.

extension JSONWriter {
  mutating func steps(_ nodes: [Node], as name: String) {
    array(name, nodes) { $0.node($1) }
  }

  // Only this function is recursive, because the stack may be 512 KiB.

  private mutating func node(_ node: Node, when condition: Condition? = nil) {
    begin(node)
    for branch in node.branches where open(branch, of: node.kind) {
      for (number, step) in branch.steps.enumerated() {
        self.node(step, when: node.kind.condition(of: number, in: branch.part))
      }
      close(branch, of: node.kind)
    }
    end(when: condition)
  }

  private mutating func begin(_ node: Node) {
    beginObject()
    member("type", node.kind.type)
    var identity = node.identity
    if case .prompt(var prompt) = node.kind { return prompt.members(&self, &identity) }
    var kind = node.kind
    kind.members(&self, &identity)
  }

  private mutating func end(when condition: Condition?) {
    if let condition { self.condition("when", condition) }
    endObject()
  }

  /// Writes what precedes the steps of a branch; false if the branch is left out.
  private mutating func open(_ branch: Node.Branch, of kind: Node.Kind) -> Bool {
    switch (kind, branch.part) {
    case (.prompt(let prompt), .choice(let index)):
      return open(prompt, index, branch.steps.isEmpty)
    case (.select(let selection), .selected(let index)):
      if index == 0 { _ = open("cases") }
      beginObject()
      member("values", .list(selection.cases[index]))
      return open("steps")
    default:
      if case .select(let selection) = kind, selection.cases.isEmpty, open("cases") { endArray() }
      guard let member = kind.branchMembers.first(where: { $0.part == branch.part }) else {
        return false
      }
      return open(member.name, unless: member.form == .filled && branch.steps.isEmpty)
    }
  }

  private mutating func open(_ prompt: Prompt, _ index: Int, _ isEmpty: Bool) -> Bool {
    if prompt.kind == .confirm { return open(index == 0 ? "then" : "otherwise", unless: isEmpty) }
    if index == 0 { _ = open(prompt.kind == .alert ? "buttons" : "options") }
    beginObject()
    var choice = prompt.choices[index]
    choice.members(&self, isButton: prompt.kind == .alert)
    if !isEmpty { _ = open("steps") }
    return true
  }

  private mutating func open(_ name: String, unless isLeftOut: Bool = false) -> Bool {
    if isLeftOut { return false }
    key(name)
    beginArray()
    return true
  }

  private mutating func close(_ branch: Node.Branch, of kind: Node.Kind) {
    switch (kind, branch.part) {
    case (.prompt(let prompt), .choice(let index)) where prompt.kind != .confirm:
      if !branch.steps.isEmpty { endArray() }
      endObject()
      if index == prompt.choices.count - 1 { endArray() }
    case (.select(let selection), .selected(let index)):
      endArray()
      endObject()
      if index == selection.cases.count - 1 { endArray() }
    default: endArray()
    }
  }
}

extension Node.Kind {
  /// The condition for asking a question of a page.
  fileprivate func condition(of number: Int, in part: Node.Part) -> Condition? {
    guard part == .questions, case .prompt(let prompt) = self else { return nil }
    return prompt.conditions[number]
  }
}

extension JSONWriter: MemberCoder {
  static var isReading: Bool { false }

  mutating func text(_ name: String, _ text: inout String) { member(name, text) }

  mutating func text(_ name: String, _ text: inout String?) {
    if let text { member(name, text) }
  }

  mutating func word(_ name: String, _ word: String) -> String? {
    member(name, word)
    return word
  }

  mutating func texts(_ name: String, _ texts: inout [String]) {
    if !texts.isEmpty { strings(name, texts) }
  }

  mutating func was(_ ids: inout [String]) {
    if ids.count > 1 { strings("was", ids) } else if let id = ids.first { member("was", id) }
  }

  mutating func template(_ name: String, _ text: inout Text) {
    key(name)
    self.text(text)
  }

  mutating func template(_ name: String, _ text: inout Text?) {
    guard let text else { return }
    key(name)
    self.text(text)
  }

  mutating func key(_ name: String, _ key: inout KeyReference) { member(name, key.name) }

  mutating func key(_ name: String, _ key: inout KeyReference?) {
    if let key { member(name, key.name) }
  }

  mutating func keys(_ name: String, _ keys: inout [KeyReference]?) {
    if let keys { strings(name, keys.map(\.name)) }
  }

  mutating func flag(_ name: String, _ flag: inout Bool) {
    if flag { member(name, true) }
  }

  mutating func integer(_ name: String, from least: Int, _ number: inout Int) {
    member(name, number)
  }

  mutating func integer(_ name: String, from least: Int, _ number: inout Int?) {
    if let number { member(name, number) }
  }

  mutating func time(_ name: String, from least: Int, _ time: inout Duration) {
    member(name, time.milliseconds)
  }

  mutating func time(_ name: String, from least: Int, _ time: inout Duration?) {
    if let time { member(name, time.milliseconds) }
  }

  mutating func value(_ name: String, _ value: inout Value) { member(name, value) }

  mutating func value(_ name: String, _ value: inout Value?) {
    if let value { member(name, value) }
  }

  mutating func calculation(_ name: String, _ calculation: inout Calculation) {
    key(name)
    self.calculation(calculation.form)
  }

  mutating func calculation(_ name: String, _ calculation: inout Calculation?) {
    guard let calculation else { return }
    key(name)
    self.calculation(calculation.form)
  }

  mutating func values(_ name: String, _ values: inout [Value]) { member(name, .list(values)) }

  mutating func condition(_ name: String, _ condition: inout Condition) {
    self.condition(name, condition)
  }

  mutating func condition(_ name: String, _ condition: inout Condition?) {
    if let condition { self.condition(name, condition) }
  }

  mutating func pattern(_ name: String, _ pattern: inout Pattern) { member(name, pattern.source) }

  mutating func letter(_ name: String, _ letter: inout Character?) {
    if let letter { member(name, String(letter)) }
  }

  mutating func transforms(_ name: String, _ transforms: inout [Prompt.Transform]) {
    if !transforms.isEmpty { strings(name, transforms.map(\.rawValue)) }
  }

  mutating func role(_ name: String, _ role: inout Role) {
    if role != .normal { member(name, role.rawValue) }
  }

  mutating func objects<Element>(
    _ name: String, _ what: String, _ elements: inout [Element], _ blank: Element,
    _ members: (inout Element, inout JSONWriter) -> Bool
  ) {
    if elements.isEmpty { return }
    objects(name, elements) { writer, element in
      var copy = element
      _ = members(&copy, &writer)
    }
  }

  mutating func refuse(_ message: @autoclosure () -> String, at member: String?) {}

  private mutating func condition(_ name: String, _ condition: Condition) {
    key(name)
    self.condition(condition.form)
  }
}

// Types, values and conditions.

extension JSONWriter {
  mutating func type(_ type: ValueType) {
    switch type {
    case .string: string("string")
    case .integer: string("integer")
    case .number: string("number")
    case .boolean: string("boolean")
    case .day: string("day")
    case .time: string("time")
    case .oneOf(let values): object { $0.member("oneOf", .list(values)) }
    case .list(let element): object { $0.member("list", element) }
    case .optional(let element): object { $0.member("optional", element) }
    }
  }

  mutating func member(_ name: String, _ type: ValueType) {
    key(name)
    self.type(type)
  }

  package mutating func member(_ name: String, _ value: Value) {
    key(name)
    answer(value)
  }

  /// Writes a member that is an object of values, in the order of their names.
  package mutating func values(_ name: String, _ values: [String: Value]) {
    object(name) { writer in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
    }
  }

  package mutating func answer(_ value: Value) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): integer(value)
    case .double(let value): number(value)
    case .string(let value): string(value)
    case .list(let values):
      beginArray()
      for value in values { answer(value) }
      endArray()
    }
  }

  mutating func condition(_ form: Condition.Form) {
    beginObject()
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      test(key, comparison.rawValue, "value", value)
    case .compare(let key, let comparison, .key(let other)):
      test(key, comparison.rawValue, "other", .string(other.name))
    case .calculate(let some, let comparison, let other):
      key("formula")
      calculation(some.form)
      member("is", comparison.rawValue)
      key("value")
      calculation(other.form)
    case .isSet(let key): test(key, "set")
    case .isEmpty(let key): test(key, "empty")
    case .isMultiple(let key, let divisor): test(key, "multiple", "of", .int(divisor))
    case .contains(let key, let value): test(key, "contains", "value", value)
    case .matches(let key, let pattern): test(key, "matches", "pattern", .string(pattern.source))
    case .all(let forms): array("all", forms) { $0.condition($1) }
    case .any(let forms): array("any", forms) { $0.condition($1) }
    case .not(let form):
      key("not")
      condition(form)
    }
    endObject()
  }

  private mutating func test(
    _ key: KeyReference, _ test: String, _ name: String? = nil, _ value: Value = .null
  ) {
    member("key", key.name)
    member("is", test)
    if let name { member(name, value) }
  }
}

// Calculations, and the texts that contain them.

extension JSONWriter {
  /// A value, or an object with one member that says how to work it out.
  mutating func calculation(_ form: Calculation.Form) {
    if case .value(let value) = form { return answer(value) }
    beginObject()
    switch form {
    case .value: break
    case .answer(let key): member("key", key.name)
    case .count(let key): member("count", key.name)
    case .lines(let key): member("lines", key.name)
    case .text(let text):
      key("text")
      self.text(text)
    case .smallest(let forms): array("min", forms) { $0.calculation($1) }
    case .largest(let forms): array("max", forms) { $0.calculation($1) }
    case .arithmetic(let some, let operation, let other):
      array(operation.rawValue, [some, other]) { $0.calculation($1) }
    }
    endObject()
  }

  /// A template, or an object with the parts of a text that contains calculations.
  mutating func text(_ text: Text) {
    if text.calculations.isEmpty { return string(text.template) }
    beginObject()
    key("parts")
    beginArray()
    var plain: [Text.Piece] = []
    for piece in text.pieces {
      guard case .calculation(let calculation) = piece else {
        plain.append(piece)
        continue
      }
      if !plain.isEmpty { string(Text(pieces: plain).template) }
      plain = []
      self.calculation(calculation.form)
    }
    if !plain.isEmpty { string(Text(pieces: plain).template) }
    endArray()
    endObject()
  }
}

// How a run ended, as JSON.

extension JSONWriter {
  /// Writes the members for an outcome and the answers.
  package mutating func result(_ outcome: Outcome, _ answers: Answers) {
    switch outcome {
    case .finished(let name):
      member("outcome", "finished")
      if let name { member("name", name) }
    case .cancelled:
      member("outcome", "cancelled")
    case .failed(let failure):
      member("outcome", "failed")
      member("reason", failure.reason.rawValue)
      member("message", failure.message)
      if let step = failure.step { member("step", step) }
    }
    let secrets = answers.secrets
    object("answers") { writer in
      for name in answers.names where !secrets.contains(name) {
        writer.member(name, answers[name] ?? .null)
      }
    }
    let given = answers.names.filter(secrets.contains)
    if !given.isEmpty { strings("secrets", given) }
  }
}
