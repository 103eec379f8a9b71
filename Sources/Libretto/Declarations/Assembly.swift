/// Builds the tree from drafts: gives every step its id, and keeps closures and places beside the
/// tree. The rules in ``Checks`` find the problems.
struct Assembly {
  private(set) var problems: [Problem] = []
  private(set) var closures: [String: Closures] = [:]
  private(set) var flow: DeclaredFlow
  private var numbered: NumberedIDs
  private var earlier = EarlierIDs()

  init(_ name: String, _ drafts: [Draft], at place: Place) {
    flow = DeclaredFlow(name, at: place)
    numbered = NumberedIDs(drafts)
    flow.steps = nodes(drafts, in: Scope())
    problems += Checks.problems(of: flow)
  }

  /// The scope of a step: the ids and the containers around it.
  struct Scope {
    /// The joined ids of the enclosing flows; an explicit id is relative to it.
    var flow = ""
    /// The joined ids of all enclosing steps.
    var path = ""
    /// The id of the innermost enclosing flow not read from JSON; full ids are relative to it.
    var root = ""
    var around = Surroundings()

    func inside(_ branch: Branch) -> Scope { adding(branch.explicitID ?? branch.component) }

    private func adding(_ component: String?) -> Scope {
      guard let component, !component.isEmpty else { return self }
      var inner = self
      inner.path = path.isEmpty ? component : path + "/" + component
      return inner
    }
  }

  // `nodes` and `node` call each other once for each level of the tree, on a stack that may be only
  // 512 KiB. They do nothing else, since a debug build keeps a stack slot for every temporary.

  private mutating func nodes(_ drafts: [Draft], in scope: Scope) -> [Node] {
    var nodes: [Node] = []
    nodes.reserveCapacity(drafts.count)
    // By index, since iterating over the drafts would copy each.
    for index in drafts.indices { nodes.append(node(drafts[index], in: scope)) }
    return nodes
  }

  private mutating func node(_ draft: Draft, in scope: Scope) -> Node {
    let (id, inner) = begin(draft, in: scope)
    var steps: [[Node]] = []
    var siblings = Siblings()
    for index in draft.branches.indices {
      begin(draft.branches[index], of: draft, &siblings)
      steps.append(nodes(draft.branches[index].steps, in: inner.inside(draft.branches[index])))
    }
    return draft.node(id, was: scope.was(draft), steps)
  }

  /// Checks a step by itself, and returns its id and the scope for the steps inside it.
  private mutating func begin(_ draft: Draft, in scope: Scope) -> (id: String, inner: Scope) {
    var step = draft.declared
    step.around = scope.around
    step.isExplained = problems.count < DeclaredStep.mostExplained
    var id = ""
    if draft.component != nil {
      let declared = declaredID(of: draft, in: scope)
      id = declared.id ?? scope.unnamed
      step.id = declared
    }
    flow.note(step)
    if !draft.problems.isEmpty { problems += draft.problems }
    let found = Checks.problems(of: step, in: &flow)
    if !found.isEmpty { problems += found }
    keep(draft, id)
    var inner = scope
    if !id.isEmpty { inner.path = id }
    if case .subflow = draft.node { inner = scope.flow(id, draft) }
    inner.around = scope.around.inside(step)
    return (id, inner)
  }

  /// Keeps the closures of a step beside the tree.
  private mutating func keep(_ draft: Draft, _ id: String) {
    for (step, added) in draft.inner { closures[id + "/" + step, default: Closures()].merge(added) }
    if !id.isEmpty, !draft.closures.isEmpty {
      closures[id, default: Closures()].merge(draft.closures)
    }
  }

  private mutating func declaredID(of draft: Draft, in scope: Scope) -> DeclaredID {
    var id = scope.id(of: draft)
    if draft.isNumbered { id = id.map { numbered.next($0) } }
    let other = id.flatMap { flow.places[$0] }
    if let id, other == nil { flow.places[id] = draft.place }
    return DeclaredID(
      id: id, other: other,
      earlier: earlier.claim(scope.was(draft), draft.was, now: id, draft.place))
  }

  /// Checks a button or option by itself.
  private mutating func begin(
    _ branch: Branch, of draft: Draft, _ siblings: inout Siblings
  ) {
    guard var choice = branch.declared else { return }
    if !draft.isConfirm { choice.id = siblings.id(of: branch) }
    problems += branch.problems
    problems += Checks.problems(of: choice, in: &flow)
  }
}

/// The ids of the choices of a prompt.
private struct Siblings {
  private var seen: [String: Place] = [:]
  private var earlier = EarlierIDs()

  mutating func id(of branch: Branch) -> DeclaredID {
    let id = branch.id.isEmpty && branch.explicitID == nil ? nil : branch.id
    let other = seen.updateValue(branch.place, forKey: branch.id)
    return DeclaredID(
      id: id, other: other,
      earlier: earlier.claim(branch.was, branch.was, now: id, branch.place))
  }
}
