/// Writes a flow as JSON: everything that the tree holds, and nothing else.
///
/// Equal trees give equal bytes, different trees different ones. The format is described in the
/// guide “The JSON format”; its first member is its version, `"libretto": 1`.
public struct JSONExporter: Sendable {
  /// The version of the format.
  public static let version = 1

  private let isPretty: Bool

  /// Makes an exporter.
  /// - Parameter pretty: whether to write a member a line, for people.
  public init(pretty: Bool = false) {
    isPretty = pretty
  }

  /// Writes a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the JSON text.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public func perform(_ flow: Flow) throws -> String {
    String(decoding: try bytes(flow), as: UTF8.self)
  }

  /// Writes a flow as UTF-8.
  /// - Parameter flow: the flow.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public func bytes(_ flow: Flow) throws(InvalidFlow) -> [UInt8] {
    try flow.validate()
    var writer = JSONWriter(pretty: isPretty)
    writer.beginObject()
    writer.member("libretto", Self.version)
    writer.member("flow", flow.tree.name)
    writer.key("keys")
    writer.beginObject()
    for key in flow.keys {
      writer.key(key.name)
      writer.type(key.type)
    }
    writer.endObject()
    writer.steps(flow.tree.steps, as: "steps")
    writer.endObject()
    return writer.bytes
  }
}

extension JSONWriter {
  mutating func steps(_ nodes: [Node], as name: String) {
    key(name)
    beginArray()
    for node in nodes { self.node(node) }
    endArray()
  }

  // Only this function calls itself, once for each level, on a stack that may be 512 KiB.

  private mutating func node(_ node: Node) {
    beginObject()
    head(node)
    for (index, steps) in node.branches.enumerated() {
      guard beginBranch(node, index) else { continue }
      for step in steps { self.node(step) }
      endBranch(node, index)
    }
    endObject()
  }

  /// Writes the members that stand before the branches.
  private mutating func head(_ node: Node) {
    switch node {
    case .say(let text): typed("say", "text", text.template)
    case .prompt(let prompt): self.prompt(prompt)
    case .action(let action): self.action(action)
    case .load(let load): self.load(load)
    case .reload: member("type", "reload")
    case .operations: member("type", "operations")
    case .operation(let operation):
      typed("operation", "id", operation.id)
      was(operation.was)
      member("name", operation.name)
      if !operation.after.isEmpty { strings(operation.after, as: "after") }
    case .cancelOperation(let cancel):
      typed("cancelOperation", "id", cancel.id)
      was(cancel.was)
      member("name", cancel.operation)
    case .select(let selection): typed("switch", "key", selection.key.name)
    case .wait(let wait):
      typed("wait", "id", wait.id)
      was(wait.was)
      member("milliseconds", wait.duration.milliseconds)
    case .when(let condition, _, _):
      member("type", "when")
      key("condition")
      self.condition(condition.form)
    case .loop(let loop, _): self.loop(loop)
    case .leave: member("type", "break")
    case .back: member("type", "back")
    case .store(let key, let value):
      typed("store", "into", key.name)
      self.key("value")
      self.answer(value)
    case .finish(let outcome):
      member("type", "finish")
      if let outcome { member("outcome", outcome) }
    case .fail(let message): typed("fail", "message", message.template)
    case .subflow(let subflow):
      typed("flow", "id", subflow.id)
      was(subflow.was)
      member("name", subflow.name)
    }
  }

  private mutating func typed(_ type: String, _ name: String, _ value: String) {
    member("type", type)
    member(name, value)
  }

  /// Writes earlier ids: one as a text, several as an array.
  mutating func was(_ ids: [String]) {
    if ids.count > 1 { strings(ids, as: "was") } else if let id = ids.first { member("was", id) }
  }

  private mutating func action(_ action: Node.Action) {
    typed("do", "id", action.id)
    was(action.was)
    member("name", action.name)
    if let key = action.result { member("into", key.name) }
    if let time = action.timeout { member("timeoutMilliseconds", time.milliseconds) }
    if let keys = action.reads { strings(keys.map(\.name), as: "reads") }
    if action.isUndoable { member("undo", true) }
  }

  private mutating func load(_ load: Node.Load) {
    typed("load", "id", load.id)
    was(load.was)
    member("name", load.name)
    member("into", load.key.name)
    if let text = load.loading { member("loading", text.template) }
    if load.retries > 0 { member("retries", load.retries) }
    if load.backoff > .zero { member("backoffMilliseconds", load.backoff.milliseconds) }
    if let time = load.timeout { member("timeoutMilliseconds", time.milliseconds) }
    if let keys = load.reads { strings(keys.map(\.name), as: "reads") }
  }

  private mutating func loop(_ loop: Node.Loop) {
    member("type", "repeat")
    switch loop {
    case .times(let times): member("times", times)
    case .whileTrue(let condition):
      key("while")
      self.condition(condition.form)
    case .until(let condition):
      key("until")
      self.condition(condition.form)
    }
  }

  private mutating func strings(_ texts: [String], as name: String) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// Writes what stands before the steps of a branch; false for one that is left out.
  private mutating func beginBranch(_ node: Node, _ index: Int) -> Bool {
    switch node {
    case .prompt(let prompt): return beginBranch(prompt, index)
    case .when(_, _, let otherwise):
      return index == 0 ? open("then") : open("otherwise", unless: otherwise.isEmpty)
    case .load(let load):
      switch index {
      case 0: return open("data", unless: load.data.isEmpty)
      case 1: return open("empty", unless: load.empty.isEmpty)
      default: return open("failure", unless: load.failure == nil)
      }
    case .operations: return open("operations")
    case .operation(let operation):
      return index == 0 ? open("steps") : open("failure", unless: operation.failure == nil)
    case .select(let selection):
      guard index < selection.cases.count else {
        if index == 0 { emptyCases() }
        return open("default", unless: selection.otherwise.isEmpty)
      }
      if index == 0 {
        key("cases")
        beginArray()
      }
      beginObject()
      key("values")
      answer(.list(selection.cases[index].values))
      return open("steps")
    default: return open("steps")
    }
  }

  private mutating func emptyCases() {
    key("cases")
    beginArray()
    endArray()
  }

  mutating func open(_ name: String, unless isLeftOut: Bool = false) -> Bool {
    if isLeftOut { return false }
    key(name)
    beginArray()
    return true
  }

  private mutating func endBranch(_ node: Node, _ index: Int) {
    switch node {
    case .prompt(let prompt): endBranch(prompt, index)
    case .select(let selection) where index < selection.cases.count:
      endArray()
      endObject()
      if index == selection.cases.count - 1 { endArray() }
    default: endArray()
    }
  }

  mutating func type(_ type: ValueType) {
    switch type {
    case .string: string("string")
    case .integer: string("integer")
    case .number: string("number")
    case .boolean: string("boolean")
    case .oneOf(let values): wrapped("oneOf") { $0.answer(.list(values)) }
    case .list(let element): wrapped("list") { $0.type(element) }
    case .optional(let element): wrapped("optional") { $0.type(element) }
    }
  }

  private mutating func wrapped(_ name: String, _ write: (inout JSONWriter) -> Void) {
    beginObject()
    key(name)
    write(&self)
    endObject()
  }

  mutating func answer(_ value: Value) {
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
    case .isSet(let key): test(key, "set")
    case .isEmpty(let key): test(key, "empty")
    case .isMultiple(let key, let divisor): test(key, "multiple", "of", .int(divisor))
    case .contains(let key, let value): test(key, "contains", "value", value)
    case .matches(let key, let pattern): test(key, "matches", "pattern", .string(pattern.source))
    case .all(let forms): conditions("all", forms)
    case .any(let forms): conditions("any", forms)
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
    guard let name else { return }
    self.key(name)
    answer(value)
  }

  private mutating func conditions(_ name: String, _ forms: [Condition.Form]) {
    key(name)
    beginArray()
    for form in forms { condition(form) }
    endArray()
  }
}
