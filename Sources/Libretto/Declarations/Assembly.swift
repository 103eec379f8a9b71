/// Builds the tree from drafts: gives every step its id, and moves closures and places beside the
/// tree. The rules of ``Checks`` find the mistakes.
struct Assembly {
  private(set) var steps: [Node] = []
  /// What the tree doesn't contain of each step, in the order of a walk.
  private(set) var sources: [StepSource] = []
  private(set) var closures: [String: Closures] = [:]
  private var numbered: NumberedIDs

  init(_ drafts: [Draft]) {
    numbered = NumberedIDs(drafts)
    steps = nodes(drafts, in: Scope())
  }

  /// The ids around a step.
  struct Scope {
    /// The ids of the enclosing flows, joined; an explicit id starts here.
    var flow = ""
    /// The ids of everything around the step, joined.
    var path = ""

    func inside(_ branch: DraftBranch) -> Scope {
      let component = branch.explicitID ?? branch.component ?? ""
      return component.isEmpty ? self : Scope(flow: flow, path: Assembly.joined(path, component))
    }
  }

  static func joined(_ path: String, _ id: String) -> String {
    path.isEmpty ? id : path + "/" + id
  }

  // `nodes` and `node` call each other once for each level of the tree, on a stack that may be
  // 512 KiB. So nothing else happens in them: a debug build keeps a frame for every temporary.

  private mutating func nodes(_ drafts: [Draft], in scope: Scope) -> [Node] {
    var nodes: [Node] = []
    nodes.reserveCapacity(drafts.count)
    // By their indices, since a loop over drafts would copy each.
    for index in drafts.indices { nodes.append(node(drafts[index], in: scope)) }
    return nodes
  }

  private mutating func node(_ draft: Draft, in scope: Scope) -> Node {
    let number = sources.count
    let (id, inner) = begin(draft, in: scope)
    var steps: [[Node]] = []
    for index in draft.branches.indices {
      steps.append(nodes(draft.branches[index].steps, in: inner.inside(draft.branches[index])))
    }
    if !draft.isPlain, let finished = draft.finished { steps.append(add(finished, inner.path)) }
    sources[number].count = sources.count - number
    return draft.node(draft.component.map { _ in scope.identity(id, draft) }, steps)
  }

  /// Records the source of a step, and makes its id and the scope for the steps inside.
  private mutating func begin(_ draft: Draft, in scope: Scope) -> (id: String, inner: Scope) {
    var source = draft.source
    var id = ""
    if draft.component != nil {
      let made = scope.id(of: draft)
      source.isUnnamed = made == nil
      id = made ?? scope.unnamed
      if made != nil, draft.isNumbered { id = numbered.next(id) }
    }
    sources.append(source)
    if !draft.isPlain { keep(draft, id) }
    var inner = scope
    if !id.isEmpty { inner.path = id }
    if case .subflow = draft.kind { inner.flow = id }
    return (id, inner)
  }

  /// Adds the steps of a flow that was read, which already have their ids.
  private mutating func add(_ finished: FinishedSteps, _ path: String) -> [Node] {
    sources += finished.sources
    return finished.nodes.map { $0.inFlow(path) }
  }

  /// Keeps the closures of a step beside the tree.
  private mutating func keep(_ draft: Draft, _ id: String) {
    for (step, added) in draft.inner { closures[id + "/" + step, default: Closures()].merge(added) }
    if !id.isEmpty, !draft.closures.isEmpty {
      closures[id, default: Closures()].merge(draft.closures)
    }
  }
}
