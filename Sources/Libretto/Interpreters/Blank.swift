/// Something that a flow can ask for, and that a template of its answers contains.
struct Blank {
  enum Step {
    case prompt(Prompt, questions: [Node])
    /// An action with a result, or a load; only for a run that doesn't perform their work.
    case action(Node.Action)
    case load(Node.Load)
  }

  let id: String
  /// The name in a file: the id, or the name of one performance.
  var name: String
  let step: Step
  var isSecret = false
  /// Whether it can be asked for more than once in a run.
  var isRepeated = false
  /// The rules that only some buttons of the alert impose.
  var rules: [String] = []

  init(_ id: String, _ step: Step) {
    self.id = id
    name = id
    self.step = step
  }
}

/// Finds the blanks of a flow.
struct Blanks {
  private let secrets: Set<String>
  private var blanks: [Blank] = []

  /// Everything that a flow can ask for, in the order of declaration.
  static func all(in flow: Flow) -> [Blank] {
    var finder = Blanks(secrets: flow.secrets, performed: flow.pureSteps)
    finder.add(flow.tree.steps, isRepeated: false)
    return finder.blanks
  }

  /// The steps that only compute, and so are performed although actions are replaced.
  private let performed: Set<String>

  private init(secrets: Set<String>, performed: Set<String>) {
    self.secrets = secrets
    self.performed = performed
  }

  // Only this function is recursive, with one call for each level, because the stack may be 512
  // KiB.
  private mutating func add(
    _ nodes: [Node], isRepeated: Bool, rules: [KeyReference: [String]] = [:]
  ) {
    for node in nodes {
      if !node.isForm { add(node, isRepeated, rules) }
      let rulesInside = node.rulesOfButtons
      for branch in node.branches where !branch.steps.isEmpty {
        add(branch.steps, isRepeated: isRepeated || node.goesRound, rules: rulesInside)
      }
      // The review of a form comes after its questions.
      if node.isForm { add(node, isRepeated, rules) }
    }
  }

  private mutating func add(_ node: Node, _ isRepeated: Bool, _ rules: [KeyReference: [String]]) {
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
    blank.isRepeated = isRepeated
    blanks.append(blank)
  }
}

extension Node {
  fileprivate var isForm: Bool {
    if case .prompt(let prompt) = kind { prompt.kind == .form } else { false }
  }

  /// Whether the steps inside can be performed more than once.
  fileprivate var goesRound: Bool {
    switch kind {
    case .loop: true
    default: reloadsItself
    }
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

extension Node {
  /// Whether it is work that a step inside begins again.
  var reloadsItself: Bool {
    switch kind {
    case .load, .action: branches.contains { $0.steps.reloads }
    default: false
    }
  }
}

extension [Node] {
  /// Whether the steps, which are at most as deep as a flow may be, contain a `TryAgain`.
  fileprivate var reloads: Bool {
    contains {
      switch $0.kind {
      case .tryAgain: true
      case .load, .operation, .subflow: false
      case .action where $0.handlesFailure: false
      default: $0.branches.contains { $0.steps.reloads }
      }
    }
  }
}

extension Flow {
  /// The ids of the actions that only compute and have a closure.
  fileprivate var pureSteps: Set<String> {
    Set(
      program.actions.filter { $0.action.isPure && closures[$0.id]?.action != nil }.map(\.id))
  }
}
