/// Writes a flow as indented text: what a person reads, with the ids of the steps.
public struct Outline: Interpreter {
  /// Makes an outliner.
  public init() {}

  /// Writes a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the outline, with one step on each line, followed by its id in brackets.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func perform(_ flow: Flow) throws -> String {
    try flow.validate()
    var writer = Writer()
    writer.line("Flow \(quoted(flow.name))")
    writer.depth = 1
    writer.steps(flow.tree.steps)
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

  // `steps` and `step` call each other once for each level, because the stack may be 512 KiB.

  mutating func steps(_ nodes: [Node]) {
    for node in nodes { step(node) }
  }

  mutating func step(_ node: Node) {
    head(node)
    for (index, steps) in node.branches.enumerated() {
      let levels = branchHead(node, index)
      depth += levels
      self.steps(steps)
      depth -= levels
    }
  }

  private mutating func head(_ node: Node) {
    switch node {
    case .say(let text): line("Say \(quoted(text))")
    case .prompt(let prompt): self.prompt(prompt)
    case .action(let action): self.action(action)
    case .load(let load): line("Load \(quoted(load.name)) into \(load.key.name)", load.id)
    case .reload: line("Reload")
    case .back: line("Back")
    case .operations: line("Operations")
    case .operation(let operation):
      let after = operation.after.map { quoted($0) }.joined(separator: ", ")
      line(
        "Operation \(quoted(operation.name))" + (after.isEmpty ? "" : " after \(after)"),
        operation.id)
    case .cancelOperation(let cancel):
      line("CancelOperation \(quoted(cancel.operation))", cancel.id)
    case .select(let selection): line("Switch \(selection.key.name)")
    case .wait(let wait): line("Wait \(wait.duration.inWords)", wait.id)
    case .when(let condition, _, _): line("When \(condition)".neutralisedLine)
    case .loop(.times(let times), _): line("Repeat \(times) times")
    case .loop(.whileTrue(Condition(.all([]))), _): line("Repeat")
    case .loop(.whileTrue(let condition), _): line("Repeat while \(condition)".neutralisedLine)
    case .loop(.until(let condition), _): line("Repeat until \(condition)".neutralisedLine)
    case .leave: line("Break")
    case .store(let key, let value): line("Store \(value.quoted.neutralisedLine) into \(key.name)")
    case .finish(let outcome): line("Finish" + (outcome.map { " " + quoted($0) } ?? ""))
    case .fail(let message): line("Fail \(quoted(message))")
    case .subflow(let subflow): line("Flow \(quoted(subflow.name))", subflow.id)
    }
  }

  private mutating func action(_ action: Node.Action) {
    guard let key = action.result else { return line("Do \(quoted(action.name))", action.id) }
    line("Do \(quoted(action.name)) into \(key.name)", action.id)
  }

  private mutating func prompt(_ prompt: Prompt) {
    var words = prompt.kind.rawValue.capitalized + " " + quoted(prompt.title)
    if let message = prompt.message { words += ": " + quoted(message) }
    if let key = prompt.source { words += " from \(key.name)" }
    if let key = prompt.key { words += " into \(key.name)" }
    if prompt.isSecret { words += ", secret" }
    line(words, prompt.id)
  }

  /// Writes the heading of a branch, and returns how many levels its steps are indented.
  private mutating func branchHead(_ node: Node, _ index: Int) -> Int {
    switch node {
    case .prompt(let prompt): return branchHead(prompt, index)
    case .load(let load):
      if index == 2 && load.failure == nil || index < 2 && node.branches[index].isEmpty { return 0 }
      line("  " + ["data", "empty", "failure"][index])
      return 2
    case .operation(let operation):
      if index == 1 && operation.failure != nil { line("failure") }
      return 1
    case .select(let selection):
      if index == selection.cases.count {
        if !selection.otherwise.isEmpty { line("  default") }
      } else {
        let values = selection.cases[index].values.map(\.inSwift).joined(separator: ", ")
        line("  Case \(values)".neutralisedLine)
      }
      return 2
    case .when(_, _, let otherwise):
      if index == 1 && !otherwise.isEmpty { line("otherwise") }
      return 1
    default: return 1
    }
  }
}

extension Writer {
  private mutating func branchHead(_ prompt: Prompt, _ index: Int) -> Int {
    let index = prompt.fields.isEmpty ? index : index - 1
    if index < 0 { return 1 }
    guard index < prompt.choices.count else {
      line("  timed out")
      return 2
    }
    let choice = prompt.choices[index]
    if prompt.kind == .confirm && choice.steps.isEmpty { return 0 }
    let role = choice.role == .normal ? "" : " (\(choice.role.rawValue))"
    // A confirmation is answered with yes or no; its two branches have no ids.
    line("  " + quoted(choice.title) + role, prompt.kind == .confirm ? nil : choice.id)
    return 2
  }
}

extension String {
  /// The word with a capital first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
