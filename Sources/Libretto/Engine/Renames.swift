/// Which steps and choices had another id in an earlier version of the flow.
struct Renames {
  private var steps: [String: String] = [:]
  /// By the new id of the prompt: the new ids of choices by their old ones.
  private var choices: [String: [String: String]] = [:]

  init(_ tree: Tree) {
    var lists = [tree.steps]
    while let nodes = lists.popLast() {
      for node in nodes {
        note(node)
        lists += node.branches
      }
    }
  }

  private mutating func note(_ node: Node) {
    switch node {
    case .prompt(let prompt):
      note(prompt.was, prompt.id)
      for choice in prompt.choices {
        if let was = choice.was {
          choices[prompt.id, default: [:]][was] = choice.id
          note("\(prompt.id)/\(was)", "\(prompt.id)/\(choice.id)")
        }
      }
    case .action(let action): note(action.was, action.id)
    case .load(let load): note(load.was, load.id)
    case .operation(let operation): note(operation.was, operation.id)
    case .subflow(let subflow): note(subflow.was, subflow.id)
    default: break
    }
  }

  private mutating func note(_ was: String?, _ id: String) {
    if let was { steps[was] = id }
  }

  /// The id that a step has now; of the longest part of its path that was renamed.
  func id(_ old: String) -> String {
    if steps.isEmpty { return old }
    var rest = old[...]
    while true {
      if let new = steps[String(rest)] { return new + old[rest.endIndex...] }
      guard let slash = rest.lastIndex(of: "/") else { return old }
      rest = rest[..<slash]
    }
  }

  /// The answer to a prompt as its choices are called now.
  func value(_ value: Value, of id: String) -> Value {
    guard let known = choices[id] else { return value }
    switch value {
    case .string(let old): return .string(known[old] ?? old)
    case .list(let values): return .list(values.map { self.value($0, of: id) })
    default: return value
    }
  }

  /// An entry of an earlier version as this one would have it.
  func entry(_ entry: Journal.Entry) -> Journal.Entry {
    let id = self.id(entry.id)
    var event = entry.event
    if case .answered(let value) = event {
      var value = self.value(value, of: id)
      // A review of a form names a question.
      if case .string(let text) = value, text.contains("/") { value = .string(self.id(text)) }
      event = .answered(value)
    }
    return Journal.Entry(id, entry.performance, event, entry.time)
  }
}
