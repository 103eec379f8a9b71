/// Writes a flow as JSON: everything that the tree holds, and nothing else.
///
/// Equal trees give equal bytes, different trees different ones. The format is described in the
/// guide “The JSON format”; its first member is its version, `"libretto": 1`.
public struct JSONExporter: Interpreter {
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

  private mutating func node(_ node: Node) {
    beginObject()
    switch node {
    case .say(let text):
      member("type", "say")
      member("text", text.template)
    case .prompt(let prompt):
      self.prompt(prompt)
    case .action(let action):
      member("type", action.result == nil ? "do" : "check")
      member("id", action.id)
      member("name", action.name)
      if let key = action.result { member("into", key.name) }
      if let time = action.timeout { member("timeoutMilliseconds", time) }
    case .load(let load): self.load(load)
    case .reload: member("type", "reload")
    case .operations(let operations):
      member("type", "operations")
      steps(operations, as: "operations")
    case .operation(let operation):
      member("type", "operation")
      member("id", operation.id)
      member("name", operation.name)
      if !operation.after.isEmpty { strings(operation.after, as: "after") }
      steps(operation.steps, as: "steps")
      if let failure = operation.failure { steps(failure, as: "failure") }
    case .cancelOperation(let name):
      member("type", "cancelOperation")
      member("name", name)
    case .select(let selection): select(selection)
    case .wait(let milliseconds):
      member("type", "wait")
      member("milliseconds", milliseconds)
    case .when(let condition, let then, let otherwise):
      member("type", "when")
      key("condition")
      self.condition(condition.form)
      steps(then, as: "then")
      if !otherwise.isEmpty { steps(otherwise, as: "otherwise") }
    case .loop(let loop, let body):
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
      steps(body, as: "steps")
    case .leave:
      member("type", "break")
    case .store(let key, let value):
      member("type", "store")
      member("into", key.name)
      self.key("value")
      self.answer(value)
    case .finish(let outcome):
      member("type", "finish")
      if let outcome { member("outcome", outcome) }
    case .fail(let message):
      member("type", "fail")
      member("message", message.template)
    case .subflow(let subflow):
      member("type", "flow")
      member("id", subflow.id)
      member("name", subflow.name)
      steps(subflow.steps, as: "steps")
    }
    endObject()
  }

  private mutating func load(_ load: Node.Load) {
    member("type", "load")
    member("id", load.id)
    member("name", load.name)
    member("into", load.key.name)
    if let text = load.loading { member("loading", text.template) }
    if load.retries > 0 { member("retries", load.retries) }
    if load.backoff > 0 { member("backoffMilliseconds", load.backoff) }
    if let time = load.timeout { member("timeoutMilliseconds", time) }
    if !load.data.isEmpty { steps(load.data, as: "data") }
    if !load.empty.isEmpty { steps(load.empty, as: "empty") }
    if let failure = load.failure { steps(failure, as: "failure") }
  }

  private mutating func select(_ selection: Node.Selection) {
    member("type", "switch")
    member("key", selection.key.name)
    key("cases")
    beginArray()
    for part in selection.cases {
      beginObject()
      key("values")
      answer(.list(part.values))
      steps(part.steps, as: "steps")
      endObject()
    }
    endArray()
    if !selection.otherwise.isEmpty { steps(selection.otherwise, as: "default") }
  }

  private mutating func strings(_ texts: [String], as name: String) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
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
