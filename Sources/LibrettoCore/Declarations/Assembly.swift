/// Builds the tree from drafts: gives every step its id, and moves closures and places beside the
/// tree. The rules of ``Checks`` find the mistakes.
struct Assembly {
  private(set) var steps: [Node] = []
  /// What the tree doesn't contain of each step, in the order of a walk.
  private(set) var sources: [StepSource] = []
  private(set) var closures: [String: Closures] = [:]
  private var numbered: NumberedIDs

  init(_ drafts: [Building.Draft]) {
    numbered = NumberedIDs(drafts)
    steps = nodes(drafts, in: Scope())
  }

  /// The ids around a step.
  struct Scope {
    /// The ids of the enclosing flows, joined; an explicit id starts here.
    var flow = ""
    /// The ids of everything around the step, joined.
    var path = ""

    func inside(_ branch: Building.DraftBranch) -> Scope {
      let component = branch.explicitID ?? branch.component ?? ""
      return component.isEmpty ? self : Scope(flow: flow, path: Assembly.joined(path, component))
    }
  }

  static func joined(_ path: String, _ id: String) -> String {
    path.isEmpty ? id : path + "/" + id
  }

  // `nodes` and `node` call each other once for each level of the tree, on a stack that may be
  // 512 KiB. So nothing else happens in them: a debug build keeps a frame for every temporary.

  private mutating func nodes(_ drafts: [Building.Draft], in scope: Scope) -> [Node] {
    var nodes: [Node] = []
    nodes.reserveCapacity(drafts.count)
    // By their indices, since a loop over drafts would copy each.
    for index in drafts.indices { nodes.append(node(drafts[index], in: scope)) }
    return nodes
  }

  private mutating func node(_ draft: Building.Draft, in scope: Scope) -> Node {
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
  private mutating func begin(_ draft: Building.Draft, in scope: Scope) -> (
    id: String, inner: Scope
  ) {
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
  private mutating func keep(_ draft: Building.Draft, _ id: String) {
    for (step, added) in draft.inner { closures[id + "/" + step, default: Closures()].merge(added) }
    if !id.isEmpty, !draft.closures.isEmpty {
      closures[id, default: Closures()].merge(draft.closures)
    }
  }
}

// The ids of steps and choices, and their ids in earlier versions of the flow.

extension Assembly.Scope {
  /// The id of a step in this scope, whether or not it is taken; nil if the step can't have one.
  func id(of draft: Building.Draft) -> String? {
    if let explicit = draft.explicitID { return Assembly.joined(flow, explicit) }
    guard let component = draft.component, !component.isEmpty else { return nil }
    return Assembly.joined(path, component)
  }

  /// The id of a step with the full ids that it had in earlier versions.
  func identity(_ id: String, _ draft: Building.Draft) -> Node.Identity {
    Node.Identity(id, was: draft.was.map { Assembly.joined(flow, $0) })
  }

  /// A placeholder for a missing id; such a flow is always invalid.
  var unnamed: String { path + "/?" }
}

extension Building.Draft {
  /// Whether a number is appended to the id if it is taken: nobody answers a pause, a cancellation
  /// or an alert that dismisses itself, so two of them don't need different names.
  var isNumbered: Bool {
    guard explicitID == nil else { return false }
    switch kind {
    case .wait, .cancelOperation: return true
    case .prompt(let prompt) where prompt.kind == .alert: return !isAnswered
    default: return false
    }
  }

  /// Whether the draft of an alert has buttons or fields.
  private var isAnswered: Bool {
    branches.contains { if case .steps = $0.part { false } else { true } }
  }
}

/// Assigns numbered ids, `wait`, `wait-2`, `done`, `done-2`, in the order of declaration.
///
/// The ids of all other steps take precedence, wherever they are declared. They are collected when
/// the first number is needed.
struct NumberedIDs {
  private let drafts: [Building.Draft]
  private var taken: Set<String>?
  /// The last number assigned to each id.
  private var last: [String: Int] = [:]

  init(_ drafts: [Building.Draft]) { self.drafts = drafts }

  mutating func next(_ id: String) -> String {
    var taken = self.taken ?? Self.ids(in: drafts)
    self.taken = nil
    var number = last[id] ?? 0
    var numbered: String
    repeat {
      number += 1
      numbered = number == 1 ? id : "\(id)-\(number)"
    } while !taken.insert(numbered).inserted
    last[id] = number
    self.taken = taken
    return numbered
  }

  /// The ids of all steps except the numbered ones.
  private static func ids(in drafts: [Building.Draft]) -> Set<String> {
    var ids: Set<String> = []
    var lists = [(drafts: drafts, scope: Assembly.Scope())]
    while let (drafts, scope) = lists.popLast() {
      for draft in drafts where draft.component != nil || !draft.branches.isEmpty {
        if draft.isNumbered { continue }
        var inner = scope
        if draft.component != nil {
          let id = scope.id(of: draft) ?? scope.unnamed
          ids.insert(id)
          inner.path = id
          if case .subflow = draft.kind { inner.flow = id }
          draft.finished?.collect(&ids, in: id)
        }
        for branch in draft.branches where !branch.steps.isEmpty {
          lists.append((branch.steps, inner.inside(branch)))
        }
      }
    }
    return ids
  }
}

/// The steps of a flow that was read from JSON, which already have their ids.
struct FinishedSteps: Sendable {
  let nodes: [Node]
  /// What the tree doesn't contain of each step, in the order of a walk.
  let sources: [StepSource]
  /// The depth of the steps.
  let depth: Int

  /// Collects the ids that the steps have inside a flow with an id.
  func collect(_ ids: inout Set<String>, in flow: String) {
    for id in nodes.deep.compactMap(\.id) { ids.insert(Assembly.joined(flow, id)) }
  }
}

extension Node {
  /// The step inside a flow with an id; it is recursive, with one call for each level.
  func inFlow(_ flow: String) -> Node {
    Node(
      kind,
      identity.map { identity in
        Identity(
          Assembly.joined(flow, identity.id), was: identity.was.map { Assembly.joined(flow, $0) })
      },
      branches.map { Branch($0.part, $0.steps.map { $0.inFlow(flow) }) })
  }
}
