/// Something that a flow can ask for, and that a template of its answers contains.
package struct Blank {
  package enum Step {
    case prompt(Prompt, questions: [Node])
    /// An action with a result, or a load; only for a run that doesn't perform their work.
    case action(Node.Action)
    case load(Node.Action)
  }

  package let id: String
  /// The name in a file: the id, or the name of one performance.
  package var name: String
  package let step: Step
  package var isSecret = false
  /// Whether it can be asked for more than once in a run.
  package var isRepeated = false
  /// The rules that only some buttons of the alert impose.
  var rules: [String] = []

  init(_ id: String, _ step: Step) {
    self.id = id
    name = id
    self.step = step
  }
}

/// Finds the blanks of a flow. Which can be asked for again is read from what can come next.
package struct Blanks {
  private let secrets: Set<String>
  /// The steps that only compute, and so are performed although actions are replaced.
  private let performed: Set<String>
  /// The steps that can be performed in more than one round of a loop.
  private let repeated: Set<String>
  private var blanks: [Blank] = []

  /// Everything that a flow can ask for, in the order of declaration.
  package static func all(in flow: Flow) -> [Blank] {
    var finder = Blanks(
      secrets: flow.secrets, performed: flow.pureSteps, repeated: flow.program.repeatedSteps)
    finder.add(flow.tree.steps)
    return finder.blanks
  }

  // Only this function is recursive, with one call for each level, because the stack may be 512
  // KiB.
  private mutating func add(_ nodes: [Node], rules: [KeyReference: [String]] = [:]) {
    for node in nodes {
      if !node.isForm { add(node, rules) }
      let rulesInside = node.rulesOfButtons
      for branch in node.branches where !branch.steps.isEmpty {
        add(branch.steps, rules: rulesInside)
      }
      // The review of a form comes after its questions.
      if node.isForm { add(node, rules) }
    }
  }

  private mutating func add(_ node: Node, _ rules: [KeyReference: [String]]) {
    var blank: Blank
    let id = node.id ?? ""
    switch node.kind {
    case .prompt(let prompt):
      if prompt.kind == .alert && prompt.choices.isEmpty { return }
      blank = Blank(id, .prompt(prompt, questions: node[.questions] ?? []))
      guard let key = prompt.key else { break }
      blank.isSecret = secrets.contains(key.name)
      blank.rules = rules[key] ?? []
    case .action(let action) where action.result != nil && !performed.contains(id):
      blank = Blank(id, .action(action))
    case .load(let load): blank = Blank(id, .load(load))
    default: return
    }
    blank.isRepeated = repeated.contains(id)
    blanks.append(blank)
  }
}

extension Node {
  fileprivate var isForm: Bool {
    if case .prompt(let prompt) = kind { prompt.kind == .form } else { false }
  }

  /// The rules that buttons of an alert impose on its fields, by the key of the field, each
  /// followed by its button.
  fileprivate var rulesOfButtons: [KeyReference: [String]] {
    guard case .prompt(let prompt) = kind, prompt.kind == .alert else { return [:] }
    var rules: [KeyReference: [String]] = [:]
    for button in prompt.choices {
      for rule in button.rules {
        let words = rule.rule.message?.template ?? rule.rule.words(for: rule.key.type)
        rules[rule.key, default: []].append("\(button.title.template): \(words)")
      }
    }
    return rules
  }
}

extension Flow {
  /// The ids of the actions that only compute and have a closure.
  fileprivate var pureSteps: Set<String> {
    Set(
      program.works.filter { $0.kind == .pure && closures[$0.id]?.action != nil }.map(\.id))
  }
}
