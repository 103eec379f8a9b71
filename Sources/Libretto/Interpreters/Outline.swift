/// Writes a flow as indented text: what a person reads, with the ids that answers go by.
public struct Outline: Interpreter {
  /// Makes an outliner.
  public init() {}

  /// Writes a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the outline, a step a line, the id of a step in brackets behind it.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public func perform(_ flow: Flow) throws -> String {
    try flow.validate()
    var writer = Writer()
    writer.line("Flow \(quoted(flow.name))")
    writer.indented { $0.steps(flow.tree.steps) }
    return writer.text
  }
}

private func quoted(_ text: String) -> String { "“\(text.neutralisedLine)”" }
private func quoted(_ text: Text) -> String { quoted(text.template) }

private struct Writer {
  var text = ""
  var depth = 0

  mutating func line(_ words: String, _ id: String? = nil) {
    text += String(repeating: "  ", count: depth) + words
    if let id { text += "  [\(id)]" }
    text += "\n"
  }

  mutating func indented(_ body: (inout Writer) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  mutating func steps(_ nodes: [Node]) {
    for node in nodes { step(node) }
  }

  mutating func step(_ node: Node) {
    switch node {
    case .say(let text): line("Say \(quoted(text))")
    case .prompt(let prompt): self.prompt(prompt)
    case .action(let action): line("Do \(quoted(action.name))", action.id)
    case .when(let condition, let then, let otherwise):
      line("When \(condition)".neutralisedLine)
      indented { $0.steps(then) }
      guard !otherwise.isEmpty else { return }
      line("otherwise")
      indented { $0.steps(otherwise) }
    case .loop(let loop, let body):
      switch loop {
      case .times(let times): line("Repeat \(times) times")
      case .whileTrue(Condition(.all([]))): line("Repeat")
      case .whileTrue(let condition): line("Repeat while \(condition)".neutralisedLine)
      case .until(let condition): line("Repeat until \(condition)".neutralisedLine)
      }
      indented { $0.steps(body) }
    case .leave: line("Break")
    case .store(let key, let value): line("Store \(value.quoted.neutralisedLine) into \(key.name)")
    case .finish(let outcome): line("Finish" + (outcome.map { " " + quoted($0) } ?? ""))
    case .fail(let message): line("Fail \(quoted(message))")
    case .subflow(let subflow):
      line("Flow \(quoted(subflow.name))", subflow.id)
      indented { $0.steps(subflow.steps) }
    }
  }

  mutating func prompt(_ prompt: Prompt) {
    var words = prompt.kind.rawValue.capitalized + " " + quoted(prompt.title)
    if let message = prompt.message { words += ": " + quoted(message) }
    if let key = prompt.key { words += " into \(key.name)" }
    if prompt.isSecret { words += ", secret" }
    line(words, prompt.id)
    indented { writer in
      for choice in prompt.choices where prompt.kind != .confirm || !choice.steps.isEmpty {
        let role = choice.role == .normal ? "" : " (\(choice.role.rawValue))"
        writer.line(quoted(choice.title) + role, choice.id)
        writer.indented { $0.steps(choice.steps) }
      }
    }
  }
}

extension String {
  /// The word with a capital first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
