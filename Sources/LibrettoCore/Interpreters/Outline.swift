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
    for branch in node.branches {
      let levels = branchHead(branch, of: node)
      depth += levels
      self.steps(branch.steps)
      depth -= levels
    }
  }

  private mutating func head(_ node: Node) {
    let id = node.id
    switch node.kind {
    case .say(let text): line("Say \(quoted(text))")
    case .heading(let title): line("Heading \(quoted(title))")
    case .note(let title, let text): line("Note \(quoted(title)) \(quoted(text))")
    case .prompt(let prompt): line(words(prompt), id)
    case .action(let action):
      line("Do \(quoted(action.name))" + (action.result.map { " into \($0.name)" } ?? ""), id)
    case .load(let load): line("Load \(quoted(load.name)) into \(load.key.name)", id)
    case .tryAgain: line("TryAgain")
    case .back: line("Back")
    case .operations: line("Operations")
    case .operation(let operation):
      let after = operation.after.map { quoted($0) }.joined(separator: ", ")
      line("Operation \(quoted(operation.name))" + (after.isEmpty ? "" : " after \(after)"), id)
    case .cancelOperation(let cancel): line("CancelOperation \(quoted(cancel.operation))", id)
    case .select(let selection): line("Switch \(selection.key.name)")
    case .wait(let duration): line("Wait \(duration.inWords)", id)
    case .when(let condition): line("When \(condition)".neutralisedLine)
    case .loop(.times(let times)): line("Repeat \(times) times")
    case .loop(.whileTrue(Condition(.all([])))): line("Repeat")
    case .loop(.whileTrue(let condition)): line("Repeat while \(condition)".neutralisedLine)
    case .loop(.until(let condition)): line("Repeat until \(condition)".neutralisedLine)
    case .leave: line("Break")
    case .store(let key, let value):
      line("Store \((value.given?.quoted ?? value.description).neutralisedLine) into \(key.name)")
    case .finish(let finish):
      line(
        "Finish" + (finish.text.map { " " + quoted($0) } ?? "")
          + (finish.outcome.map { " named " + quoted($0) } ?? ""))
    case .fail(let message): line("Fail \(quoted(message))")
    case .subflow(let subflow): line("Flow \(quoted(subflow.name))", id)
    }
  }

  private func words(_ prompt: Prompt) -> String {
    var words = prompt.kind.rawValue.capitalized + " " + quoted(prompt.title)
    if let message = prompt.message { words += ": " + quoted(message) }
    if let key = prompt.source { words += " from \(key.name)" }
    if let key = prompt.key { words += " into \(key.name)" }
    if prompt.isSecret { words += ", secret" }
    return words
  }

  /// Writes the heading of a branch, and returns how many levels its steps are indented.
  private mutating func branchHead(_ branch: Node.Branch, of node: Node) -> Int {
    let isEmpty = branch.steps.isEmpty
    switch (node.kind, branch.part) {
    case (.prompt(let prompt), .choice(let index)): return choiceHead(prompt, index, isEmpty)
    case (.prompt, .timedOut): line("  timed out")
    case (.load, .data), (.load, .empty):
      if isEmpty { return 0 }
      line("  \(branch.part)")
    case (.load, .failure), (.action, .failure): line("  failure")
    case (.select(let selection), .selected(let index)):
      let values = selection.cases[index].map(\.inSwift).joined(separator: ", ")
      line("  Case \(values)".neutralisedLine)
    case (.select, .otherwise): if !isEmpty { line("  default") }
    case (.operation, .failure):
      line("failure")
      return 1
    case (.when, .otherwise):
      if !isEmpty { line("otherwise") }
      return 1
    default: return 1
    }
    return 2
  }

  private mutating func choiceHead(_ prompt: Prompt, _ index: Int, _ isEmpty: Bool) -> Int {
    if prompt.kind == .confirm && isEmpty { return 0 }
    let choice = prompt.choices[index]
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
