import LibrettoCore

// Why an outcome never happens. One walk shows what contradicts it, but others may come to the same
// state, in which what has led there is forgotten. So a reason counts only where every walk has it.

extension Space {
  /// The most states of a step for which a reason is looked for.
  private static let mostStates = 32

  /// The nodes that together make some ways out of a node impossible, on whatever walk to it; nil if
  /// none are found.
  mutating func reason(at node: Int, _ isMeant: (Way) -> Bool) -> Set<Int>? {
    let goals = states.indices.filter { states[$0].node == node }
    let sure = goals.filter { isSure[$0] }
    guard sure.count <= Self.mostStates, let first = sure.first,
      let nodes = reason(in: first, isMeant), !nodes.isEmpty,
      sure.dropFirst().allSatisfy({ reason(in: $0, isMeant) == nodes }),
      isCommon(nodes, walk(to: first), to: node)
    else { return nil }
    return nodes
  }

  /// The nodes that together make some ways impossible at the end of the walk to a state.
  private mutating func reason(in state: Int, _ isMeant: (Way) -> Bool) -> Set<Int>? {
    guard var replay = replay(walk(to: state), settles: false).replay else { return nil }
    let node = states[state].node
    let ways = machine.ways(node, replay.store, states[state].rounds, &replay.scope)
    let domains = replay.scope.domains
    // Of the classes that an answer has, the walk has only one.
    var known: [(literal: Literal, node: Int?)] = states[0].literals.map { ($0, nil) }
    for step in replay.steps {
      known += step.way.literals.dropLast(step.way.classCount).map { ($0, step.node) }
    }
    var nodes: Set<Int> = []
    for way in ways where isMeant(way) {
      var core = known + way.literals.map { ($0, node) }
      guard machine.solver.refutes(core.map(\.literal), domains) else { return nil }
      // What was decided last may follow from what was decided before.
      for place in core.indices.reversed() {
        var rest = core
        rest.remove(at: place)
        if machine.solver.refutes(rest.map(\.literal), domains) { core = rest }
      }
      nodes.formUnion(core.compactMap(\.node))
    }
    return nodes.subtracting([node])
  }

  /// Whether every walk to a node decides at other nodes what one of them does, about answers that
  /// come from the same steps.
  private func isCommon(_ nodes: Set<Int>, _ walk: [Move], to node: Int) -> Bool {
    // Steps without questions that are performed at once aren't on the walks.
    if edges.contains(where: { $0.contains(where: \.isLong) }) { return false }
    var sources = nodes
    var slots = nodes.union([node]).reduce(into: Set<Int>()) { $0.formUnion(graph.reads($1)) }
    func isWritten(at node: Int) -> Bool { graph.writes(node).contains(where: slots.contains) }
    while let source = walk.map({ states[$0.state].node }).first(where: {
      !sources.contains($0) && isWritten(at: $0)
    }) {
      sources.insert(source)
      slots.formUnion(graph.reads(source))
    }
    let before = before()
    let ends = states.indices.filter { states[$0].node == node }
    let isLeading = reached(from: ends.flatMap { before[$0] }, of: states.count) { before[$0] }
    if states.indices.contains(where: {
      isLeading[$0] && !sources.contains(states[$0].node) && isWritten(at: states[$0].node)
    }) {
      return false
    }
    /// Whether a walk from states leads to a node without some edges.
    func leads(_ start: [Int], to node: Int, without isLeftOut: (Int, Edge) -> Bool) -> Bool {
      func next(_ state: Int) -> [Int] {
        edges[state].filter { $0.target >= 0 && !isLeftOut(state, $0) }.map(\.target)
      }
      let isReached = reached(from: start.flatMap(next), of: states.count, next)
      return states.indices.contains { isReached[$0] && states[$0].node == node }
    }
    return sources.allSatisfy { source in
      let taken = walk.filter { states[$0.state].node == source }.map { edges[$0.state][$0.edge] }
      let isAvoided = leads([0], to: node) { state, edge in
        states[state].node == source
          && (!nodes.contains(source)
            || taken.contains { $0.outcome == edge.outcome && $0.atoms == edge.atoms })
      }
      if isAvoided { return false }
      // Where one of several is performed again, their order isn't known.
      if sources.count == 1 { return true }
      let own = states.indices.filter { states[$0].node == source }
      return !leads(own, to: source) { state, _ in !isLeading[state] }
    }
  }
}

extension Graph {
  /// The slots that a node reads.
  fileprivate func reads(_ node: Int) -> Set<Int> {
    Set(nodes[node].required + readings.filter { $0.node == node }.map(\.slot))
  }
}
