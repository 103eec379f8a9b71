/// Builds the tree from drafts: gives every step its id, moves closures and places beside the
/// tree, and collects what is wrong.
struct Assembly {
  var problems: [Problem] = []
  var closures: [String: Closures] = [:]
  var places: [String: Place] = [:]
  var keys = KeyTable()
  var secrets: Set<String> = []
  private(set) var hasOperations = false
  /// Where each node was declared, in the order of a walk through the tree.
  var sources: [Place] = []
  /// What reads answers, to be checked once every secret is known.
  var reads: [(key: String, onlyIsSet: Bool, what: String, place: Place)] = []
  /// What would show an answer that stands in the flow.
  var exposures: [(key: String, problem: String, place: Place)] = []
  /// The keys of errors and states, which the engine writes.
  var reserved: [(key: String, place: Place)] = []
  /// The patterns, each once however often it is used.
  var patterns: Set<Pattern> = []
  /// What writes answers other than by an `Ask`.
  var writes: [(key: String, what: String, place: Place)] = []
  /// The ids that steps had in earlier versions, each with where that is said.
  var earlier: [String: Place] = [:]
  /// The choices of one prompt that a token could not tell apart.
  private(set) var clashes: [Problem] = []
  private var numbered: NumberedIDs

  init(_ drafts: [Draft]) { numbered = NumberedIDs(drafts) }

  /// Where a step stands: the ids around it.
  struct Scope {
    /// The ids of the flows around, joined; an explicit id starts here.
    var flow = ""
    /// The ids of everything around, joined.
    var path = ""
    /// The id of the innermost flow around that was not read from JSON; whole ids start here.
    var root = ""
    var inLoop = false
    var inLoad = false
    /// The names of the operations that can be cancelled here, those of each group around.
    var operations: [Set<String>] = []

    func inside(_ branch: Branch) -> Scope { adding(branch.explicitID ?? branch.component) }

    private func adding(_ component: String?) -> Scope {
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
    nodes.reserveCapacity(drafts.count)
    // By their indices, since a loop over drafts would copy each.
    for index in drafts.indices { nodes.append(node(drafts[index], in: scope)) }
    return nodes
  }

  private mutating func node(_ draft: Draft, in scope: Scope) -> Node {
    let (id, inner) = begin(draft, in: scope)
    var steps: [[Node]] = []
    var seen: [String: Place] = [:]
    var earlier: [String: Place] = [:]
    for index in draft.branches.indices {
      begin(draft.branches[index], of: draft, &seen, &earlier)
      steps.append(nodes(draft.branches[index].steps, in: inner.inside(draft.branches[index])))
    }
    return finish(draft, id, in: scope, steps)
  }

  /// The finished node of a step.
  private mutating func finish(
    _ draft: Draft, _ id: String, in scope: Scope, _ steps: [[Node]]
  ) -> Node {
    let node = draft.node(id, was: was(draft, id, in: scope), steps)
    if steps.count > 1, case .prompt(let prompt) = node {
      clashes += IDTable.problems(of: prompt.choices, at: places[id])
    }
    return node
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
      for key in action.reads ?? [] { note(keys.add(key, at: draft.place), at: draft.place) }
      if let key = action.result { write(key, "an action’s result", draft.place) }
    case .load(let load):
      if load.name.trimmed.isEmpty { note(["a load needs a name"], at: draft.place) }
      if let text = load.loading { read(text, draft.place) }
      for key in load.reads ?? [] { note(keys.add(key, at: draft.place), at: draft.place) }
      write(load.key, "a Load", draft.place)
      reserve(load.error, load.state, draft.place)
      inner.inLoad = true
    case .reload:
      if !scope.inLoad {
        note(
          [
            "Reload() stands outside a Load of this flow and operation; move it into data, empty or failure of one"
          ],
          at: draft.place)
      }
    case .operations:
      hasOperations = true
      let group = OperationGroup(draft)
      for problem in group.problems { note([problem.message], at: problem.place) }
      inner.operations.append(group.names)
    case .operation(let operation):
      reserve(operation.error, operation.state, draft.place)
      inner.inLoop = false
      inner.inLoad = false
    case .cancelOperation(let cancel):
      let name = cancel.operation
      if !scope.operations.contains(where: { $0.contains(name) }) {
        let isExplained = problems.count < OperationGroup.mostExplained
        let known = isExplained ? scope.operations.flatMap { $0 }.sorted() : []
        note([OperationGroup.unknown(name, known, in: "CancelOperation")], at: draft.place)
      }
    case .select(let selection): select(selection, draft)
    case .wait(let wait):
      if wait.milliseconds < 0 { note(["a Wait can't be negative"], at: draft.place) }
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
      write(key, "a Store, whose value stands in the flow", draft.place)
      if key.type.fitting(value) == nil {
        note(
          ["\(value.quoted) is not \(key.type), as the key “\(key.name)” wants"], at: draft.place)
      }
    case .finish, .back: break
    case .subflow:
      inner = scope.flow(id, draft)
      for (step, added) in draft.inner {
        closures[id + "/" + step, default: Closures()].merge(added)
      }
    }
    if !id.isEmpty, !draft.closures.isEmpty {
      closures[id, default: Closures()].merge(draft.closures)
    }
    return (id, inner)
  }

  private mutating func id(of draft: Draft, in scope: Scope) -> String {
    if let explicit = draft.explicitID, let problem = Slug.problem(ofID: explicit) {
      note(["“\(explicit)” can't be an id: \(problem)"], at: draft.place)
    }
    guard var id = scope.id(of: draft) else {
      note(
        ["no id can be made of this title, it has no letters or digits; add .id(\"…\")"],
        at: draft.place)
      return scope.unnamed
    }
    if draft.isNumbered { id = numbered.next(id) }
    if let other = places.updateValue(draft.place, forKey: id) {
      places[id] = other
      note([Self.clash(of: id, draft, with: other)], at: draft.place)
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

extension Assembly {
  /// Checks what only the whole flow can show.
  mutating func finish(name: String, at place: Place) {
    if name.trimmed.isEmpty { note(["a flow needs a name"], at: place) }
    let states = patterns.reduce(0) { $0 + $1.states }
    if states > Limits.patternStates {
      note(
        [
          "the patterns of this flow have \(states) states together, more than the limit "
            + "“patternStates” of \(Limits.patternStates); write smaller counts in braces"
        ], at: place)
    }
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
    for reserved in reserved {
      guard let type = keys.type(of: reserved.key), type != .string else { continue }
      note(
        [
          "the key “\(reserved.key)” is kept for how this step ended, which is text, "
            + "and the flow has it as \(type); give that key another name"
        ], at: reserved.place)
    }
    for write in writes where secrets.contains(write.key) {
      note(
        ["the key “\(write.key)” holds a secret, so only an Ask may write it, not \(write.what)"],
        at: write.place)
    }
  }
}
