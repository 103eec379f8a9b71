/// The steps of a flow that was read from JSON: they have their ids already.
struct FinishedSteps: Sendable {
  let nodes: [Node]
  /// What the tree doesn't contain of each step, in the order of a walk.
  let sources: [StepSource]
  /// How deep the steps are nested.
  let depth: Int

  /// Collects the ids that the steps have inside a flow with an id.
  func collect(_ ids: inout Set<String>, in flow: String) {
    var lists = [nodes]
    while let nodes = lists.popLast() {
      for node in nodes {
        if let id = node.id { ids.insert(Assembly.joined(flow, id)) }
        if !node.isLeaf { lists += node.branches }
      }
    }
  }
}

extension Node {
  /// The step inside a flow with an id; it calls itself once for each level of the tree.
  func inFlow(_ flow: String) -> Node {
    var moved = self
    if let (id, was) = identity {
      moved.identity = (Assembly.joined(flow, id), was.map { Assembly.joined(flow, $0) })
    }
    if !isLeaf { moved.branches = branches.map { $0.map { $0.inFlow(flow) } } }
    return moved
  }
}
