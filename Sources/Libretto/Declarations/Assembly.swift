/// Builds the tree from drafts: gives every step its id, moves closures and places beside the
/// tree, and collects what is wrong.
struct Assembly {
  var problems: [Problem] = []
  var actions: [String: ActionBody] = [:]
  var places: [String: Place] = [:]
  var keys = KeyTable()
  var secrets: Set<String> = []
  /// Where each node was declared, in the order of a walk through the tree.
  var sources: [Place] = []
  /// What reads answers, to be checked once every secret is known.
  private var reads: [(key: String, onlyIsSet: Bool, what: String, place: Place)] = []
  /// What would show an answer that stands in the flow.
  private var exposures: [(key: String, problem: String, place: Place)] = []
  /// What writes answers other than by an `Ask`.
  private var writes: [(key: String, what: String, place: Place)] = []

  /// Where a step stands: the ids around it.
  struct Scope {
    /// The ids of the flows around, joined; an explicit id starts here.
    var flow = ""
    /// The ids of everything around, joined.
    var path = ""
    var inLoop = false

    func path(adding component: String?) -> Scope {
      guard let component, !component.isEmpty else { return self }
      var inner = self
      inner.path = path.isEmpty ? component : path + "/" + component
      return inner
    }
  }

  mutating func note(_ messages: [String], at place: Place?) {
    for message in messages { problems.append(Problem(message, at: place)) }
  }

  // `nodes` and `node` call each other once for each level of the tree, on a stack that may be
  // 512 KiB. So nothing else happens in them: a debug build keeps a frame for every temporary.

  mutating func nodes(_ drafts: [Draft], in scope: Scope = Scope()) -> [Node] {
    var nodes: [Node] = []
    for draft in drafts { nodes.append(node(draft, in: scope)) }
    return nodes
  }

  private mutating func node(_ draft: Draft, in scope: Scope) -> Node {
    let (id, inner) = begin(draft, in: scope)
    var steps: [[Node]] = []
    var seen: [String: Place] = [:]
    for branch in draft.branches {
      begin(branch, of: draft, &seen)
      steps.append(
        nodes(branch.steps, in: inner.path(adding: branch.explicitID ?? branch.component)))
    }
    return draft.node(id, steps)
  }

  /// Checks a step by itself, and makes its id and the scope of what stands in it.
  private mutating func begin(_ draft: Draft, in scope: Scope) -> (id: String, inner: Scope) {
    note(draft.problems, at: draft.place)
    sources.append(draft.place)
    let id = draft.component == nil ? "" : self.id(of: draft, in: scope)
    var inner = scope
    if !id.isEmpty { inner.path = id }
    switch draft.node {
    case .say(let text), .fail(let text): read(text, draft.place)
    case .prompt(let prompt): self.prompt(prompt, draft)
    case .action(let action):
      if action.name.trimmed.isEmpty { note(["an action needs a name"], at: draft.place) }
      actions[id] = draft.action
    case .when(let condition, _, _): read(condition, draft.place)
    case .loop(let loop, _):
      switch loop {
      case .whileTrue(let condition), .until(let condition): read(condition, draft.place)
      case .times: break
      }
      inner.inLoop = true
    case .leave:
      if !scope.inLoop {
        note(["Break() stands outside a Repeat; move it into one"], at: draft.place)
      }
    case .store(let key, let value):
      note(keys.add(key, at: draft.place), at: draft.place)
      writes.append((key.name, "a Store, whose value stands in the flow", draft.place))
      if key.type.fitting(value) == nil {
        note(
          ["\(value.quoted) is not \(key.type), as the key “\(key.name)” wants"], at: draft.place)
      }
    case .finish: break
    case .subflow:
      inner.inLoop = false
      inner.flow = id
    }
    return (id, inner)
  }

  private mutating func id(of draft: Draft, in scope: Scope) -> String {
    let id: String
    if let explicit = draft.explicitID {
      if let problem = Slug.problem(ofID: explicit) {
        note(["“\(explicit)” can't be an id: \(problem)"], at: draft.place)
      }
      id = scope.flow.isEmpty ? explicit : scope.flow + "/" + explicit
    } else if let component = draft.component, !component.isEmpty {
      id = scope.path.isEmpty ? component : scope.path + "/" + component
    } else {
      note(
        ["no id can be made of this title, it has no letters or digits; add .id(\"…\")"],
        at: draft.place)
      return scope.path + "/?"
    }
    if let other = places[id] {
      note([Self.clash(of: id, draft, with: other)], at: draft.place)
    } else {
      places[id] = draft.place
    }
    return id
  }
}

extension Assembly {
  private static func clash(of id: String, _ draft: Draft, with other: Place) -> String {
    if case .subflow = draft.node, other == draft.place {
      return "the sub-flow “\(id)” is used a second time in the same body; "
        + "give this use an id of its own with .id(\"…\")"
    }
    return "the id “\(id)” is also the id of the step at \(other); "
      + "give one of the two its own with .id(\"…\")"
  }
}

// MARK: - Prompts

extension Assembly {
  private mutating func prompt(_ prompt: Prompt, _ draft: Draft) {
    let place = draft.place
    for text in [prompt.title, prompt.message, prompt.placeholder, prompt.help] {
      if let text { read(text, place) }
    }
    for rule in prompt.rules { if let message = rule.message { read(message, place) } }
    if let key = prompt.key {
      note(keys.add(key, at: place), at: place)
      if prompt.kind != .ask {
        writes.append((key.name, "a question that is not an Ask", place))
      }
    }
    if prompt.isSecret, let key = prompt.key { secrets.insert(key.name) }
    if let key = prompt.key {
      for problem in PromptChecks.exposures(of: prompt) {
        exposures.append((key.name, problem, place))
      }
    }
    note(PromptChecks.problems(of: prompt, draft.branches.compactMap(\.choice)), at: place)
  }

  /// Checks a button or option by itself; `seen` has the ids of those before it.
  private mutating func begin(_ branch: Branch, of draft: Draft, _ seen: inout [String: Place]) {
    guard let choice = branch.choice else { return }
    note(branch.problems, at: branch.place)
    read(choice.title, branch.place)
    if case .prompt(let prompt) = draft.node, prompt.kind == .confirm { return }
    if let explicit = branch.explicitID, let problem = Slug.problem(ofID: explicit) {
      note(["“\(explicit)” can't be an id: \(problem)"], at: branch.place)
    } else if branch.id.isEmpty {
      note(
        ["no id can be made of this title, it has no letters or digits; add .id(\"…\")"],
        at: branch.place)
    } else if let other = seen[branch.id] {
      note(
        [
          "the id “\(branch.id)” is also the id of the choice at \(other) beside it; "
            + "give one of the two its own with .id(\"…\")"
        ], at: branch.place)
    }
    seen[branch.id] = branch.place
  }

  private mutating func read(_ text: Text, _ place: Place) {
    for case .placeholder(let key) in text.pieces {
      note(keys.add(key, at: place), at: place)
      reads.append((key.name, false, "a text", place))
    }
  }

  private mutating func read(_ condition: Condition, _ place: Place) {
    if condition.depth > Limits.depth {
      note(["more than \(Limits.depth) conditions stand inside one another"], at: place)
    }
    for (key, value) in condition.form.comparisons where key.type.fitting(value) == nil {
      note(
        [
          "the condition compares the key “\(key.name)”, which is \(key.type), "
            + "with \(value.quoted)"
        ], at: place)
    }
    for (key, onlyIsSet) in condition.form.reads {
      note(keys.add(key, at: place), at: place)
      reads.append((key.name, onlyIsSet, "a condition", place))
    }
  }

  /// Checks what only the whole flow can show.
  mutating func finish(name: String, at place: Place) {
    if name.trimmed.isEmpty { note(["a flow needs a name"], at: place) }
    for read in reads where !read.onlyIsSet && secrets.contains(read.key) {
      note(
        [
          "the key “\(read.key)” holds a secret, and \(read.what) would show it; "
            + "only \(read.key).isSet may be asked of it"
        ], at: read.place)
    }
    for exposure in exposures where secrets.contains(exposure.key) {
      note([exposure.problem], at: exposure.place)
    }
    for write in writes where secrets.contains(write.key) {
      note(
        ["the key “\(write.key)” holds a secret, so only an Ask may write it, not \(write.what)"],
        at: write.place)
    }
  }
}
