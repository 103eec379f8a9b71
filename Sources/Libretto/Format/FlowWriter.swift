// How a step is written: its members by their list, and then its branches.

extension JSONWriter {
  mutating func steps(_ nodes: [Node], as name: String) {
    key(name)
    beginArray()
    for node in nodes { self.node(node) }
    endArray()
  }

  // Only this function calls itself, once for each level, on a stack that may be 512 KiB.

  private mutating func node(_ node: Node, when condition: Condition? = nil) {
    begin(node)
    let branches = node.branches
    for index in branches.indices where open(branches[index], index, of: node) {
      for (number, step) in branches[index].enumerated() {
        self.node(step, when: node.condition(of: number, in: index))
      }
      close(branches[index], index, of: node)
    }
    end(when: condition)
  }

  private mutating func begin(_ node: Node) {
    beginObject()
    member("type", node.typeName)
    if case .prompt(var prompt) = node { return prompt.members(&self) }
    var copy = node
    copy.members(&self)
  }

  private mutating func end(when condition: Condition?) {
    if let condition { self.condition("when", condition) }
    endObject()
  }

  /// Writes what stands before the steps of a branch; false for one that is left out.
  private mutating func open(_ steps: [Node], _ index: Int, of node: Node) -> Bool {
    switch node {
    case .prompt(let prompt): return open(steps, index, of: prompt)
    case .select(let selection):
      guard index < selection.cases.count else {
        if index == 0, open("cases") { endArray() }
        return open("default", unless: steps.isEmpty)
      }
      if index == 0 { _ = open("cases") }
      beginObject()
      key("values")
      answer(.list(selection.cases[index].values))
      return open("steps")
    default:
      let member = node.branchMembers[index]
      switch member.form {
      case .always: return open(member.name)
      case .filled: return open(member.name, unless: steps.isEmpty)
      case .given: return open(member.name, unless: !node.hasFailureBranch)
      }
    }
  }

  private mutating func open(_ steps: [Node], _ index: Int, of prompt: Prompt) -> Bool {
    let number = prompt.fields.isEmpty ? index : index - 1
    if number < 0 { return open("fields") }
    guard number < prompt.choices.count else { return open("timedOut") }
    if prompt.kind == .confirm {
      return open(number == 0 ? "then" : "otherwise", unless: steps.isEmpty)
    }
    if number == 0 { _ = open(prompt.kind == .alert ? "buttons" : "options") }
    beginObject()
    var choice = prompt.choices[number]
    choice.members(&self, isButton: prompt.kind == .alert)
    if !steps.isEmpty { _ = open("steps") }
    return true
  }

  private mutating func open(_ name: String, unless isLeftOut: Bool = false) -> Bool {
    if isLeftOut { return false }
    key(name)
    beginArray()
    return true
  }

  private mutating func close(_ steps: [Node], _ index: Int, of node: Node) {
    switch node {
    case .prompt(let prompt):
      let number = prompt.fields.isEmpty ? index : index - 1
      guard number >= 0, number < prompt.choices.count, prompt.kind != .confirm else {
        return endArray()
      }
      if !steps.isEmpty { endArray() }
      endObject()
      if number == prompt.choices.count - 1 { endArray() }
    case .select(let selection) where index < selection.cases.count:
      endArray()
      endObject()
      if index == selection.cases.count - 1 { endArray() }
    default: endArray()
    }
  }
}

extension Node {
  /// What shows a question on a page, a step of its first branch.
  fileprivate func condition(of number: Int, in branch: Int) -> Condition? {
    guard branch == 0, case .prompt(let prompt) = self, number < prompt.fields.count else {
      return nil
    }
    return prompt.fields[number].condition
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

  mutating func template(_ name: String, _ text: inout Text) { member(name, text.template) }

  mutating func template(_ name: String, _ text: inout Text?) {
    if let text { member(name, text.template) }
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

  mutating func value(_ name: String, _ value: inout Value) {
    key(name)
    answer(value)
  }

  mutating func value(_ name: String, _ value: inout Value?) {
    guard let value else { return }
    key(name)
    answer(value)
  }

  mutating func values(_ name: String, _ values: inout [Value]) {
    key(name)
    answer(.list(values))
  }

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

  mutating func role(_ name: String, _ role: inout Role) {
    if role != .normal { member(name, role.rawValue) }
  }

  mutating func objects<Element>(
    _ name: String, _ what: String, _ elements: inout [Element], _ blank: Element,
    _ members: (inout Element, inout JSONWriter) -> Bool
  ) {
    if elements.isEmpty { return }
    key(name)
    beginArray()
    for element in elements {
      var copy = element
      beginObject()
      _ = members(&copy, &self)
      endObject()
    }
    endArray()
  }

  mutating func refuse(_ message: @autoclosure () -> String, at member: String?) {}

  private mutating func strings(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  private mutating func condition(_ name: String, _ condition: Condition) {
    key(name)
    self.condition(condition.form)
  }
}
