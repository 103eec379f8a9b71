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
