import LibrettoCore

// Steps that nobody answers, performed with known answers by what the engine performs them with: so a
// loop that counts to a million is as exact as one that counts to three.

/// How many instructions of the engine are performed at least and at most.
struct Cost: Hashable, Sendable {
  var least = 0
  var most = 0

  static func += (a: inout Cost, b: Cost) {
    a.least += b.least
    a.most += b.most
  }
}

/// Performs steps with known answers.
struct Calls: Sendable {
  /// What is known where steps without questions lead.
  struct Result {
    let node: Int
    let store: Store
    var rounds: Rounds
    /// What was performed since the last prompt, if that is much.
    let cost: Cost
    /// Whether they never lead anywhere.
    let isEndless: Bool
  }

  /// How a step is performed.
  private struct Code: Sendable {
    /// Whether it is left to those who know what isn't known.
    var isLeft = false
    /// The next node, also if a condition holds or a loop has another round, and what leads there.
    var (yes, no) = (-1, -1)
    var (yesCost, noCost) = (Cost(), Cost())
    /// A condition, and each of its parts if it has several.
    var condition: ConditionCode?
    var parts: [ConditionCode] = []
    /// What is stored, if that decides anything.
    var stores = false
    var calculation: CalculationCode?
    /// The rounds of a loop, and the nodes in one that ends.
    var times: Int?
    var inside: Range<Int>?
  }

  private struct Happening: Hashable, Sendable {
    let node: Int
    let truths: UInt32
  }

  private let graph: Graph
  private var codes: [Code?]
  /// What has been seen to happen.
  private var seen: Set<Happening> = []

  init(_ graph: Graph) {
    self.graph = graph
    codes = Array(repeating: nil, count: graph.nodes.count)
  }

  /// Goes on up to the first step that shows something new or that isn't to be performed here, or up to
  /// the limit of a run.
  /// - Parameter cost: what was performed before since the last prompt.
  mutating func perform(
    _ start: Int, _ store: Store, _ rounds: Rounds, after cost: Cost = Cost()
  ) -> Result {
    var slots = [Value?](repeating: nil, count: graph.keys.count)
    for (slot, value) in zip(store.slots, store.values) where slot < slots.count {
      slots[slot] = .null
      if case .constant(let known) = value { slots[slot] = graph.domains[slot].outer(known) }
    }
    var (node, rounds, cost, count) = (start, rounds, cost, 0)
    func result(isEndless: Bool = false) -> Result {
      Result(
        node: node, store: known(node, store, slots), rounds: rounds, cost: cost,
        isEndless: isEndless)
    }
    // Where it was at the last power of two: if it comes there again, it never ends.
    var before = (node: -1, slots: slots, rounds: rounds)
    let most = graph.flow.limits.stepsBetweenPrompts
    while true {
      if cost.least > most { return result() }
      if node == before.node, slots == before.slots, rounds == before.rounds {
        return result(isEndless: true)
      }
      if count & (count - 1) == 0 { before = (node, slots, rounds) }
      count += 1
      let code = codes[node] ?? compile(node)
      guard let truths = truths(code, node, slots, rounds),
        seen.contains(Happening(node: node, truths: truths))
      else { break }
      let slot = graph.nodes[node].slot
      if let calculation = code.calculation {
        guard let value = try? calculation.value(slots) else { return result() }
        slots[slot] = graph.domains[slot].outer(graph.domains[slot].inner(value))
      } else if code.stores {
        slots[slot] = .null
      }
      if code.times != nil, truths == 1 { rounds[node, default: 0] += 1 }
      if let inside = code.inside {
        rounds = rounds.filter { !inside.contains($0.key & (Space.forced - 1)) }
      }
      cost += truths & 1 == 1 ? code.yesCost : code.noCost
      node = truths & 1 == 1 ? code.yes : code.no
    }
    if let truths = truths(codes[node] ?? compile(node), node, slots, rounds) {
      seen.insert(Happening(node: node, truths: truths))
    }
    return result()
  }

  /// What happens at a step, as bits; nil for a step that isn't performed here.
  private func truths(
    _ code: Code, _ node: Int, _ slots: [Value?], _ rounds: Rounds
  ) -> UInt32? {
    if code.isLeft { return nil }
    if let times = code.times { return rounds[node] ?? 0 < times ? 1 : 2 }
    guard let condition = code.condition else { return 0 }
    guard let holds = try? condition.holds(slots) else { return nil }
    var truths: UInt32 = holds ? 1 : 2
    for part in code.parts {
      truths = truths << 2
      if let holds = try? part.holds(slots) { truths |= holds ? 1 : 2 }
    }
    return code.parts.isEmpty ? truths : truths << 2 | (holds ? 1 : 2)
  }

  /// What is known at a step of what matters there.
  private func known(_ node: Int, _ store: Store, _ slots: [Value?]) -> Store {
    var known = Store()
    for slot in [graph.today] + graph.trail { known[slot] = store[slot] }
    for slot in graph.nodes[node].needed.members where slot < slots.count {
      guard let value = slots[slot] else { continue }
      let matters = graph.nodes[node].matters.contains(slot)
      known[slot] = matters ? .constant(graph.domains[slot].inner(value)) : .given
    }
    return known
  }

  private mutating func compile(_ index: Int) -> Code {
    let node = graph.nodes[index]
    var code = Code()
    code.no = node.edges.first?.to ?? -1
    func cost(_ least: Int, orAlso more: Int = 0) -> Cost { Cost(least: least, most: least + more) }
    // A loop begins with an instruction, which is counted where it ends, and a round with another one.
    // The jump at the end of a round or a branch is one, unless something else leads out of it.
    switch node.kind {
    case .jump:
      switch graph.steps[node.step].kind {
      case .leave: code.noCost = cost(1)
      case .loop: code.noCost = cost(1)
      default: break
      }
    case .exit(let inside): (code.inside, code.noCost) = (inside, cost(1))
    case .loop(.times(let times)):
      (code.times, code.yes, code.no) = (times, node[.round] ?? -1, node[.end] ?? -1)
      (code.yesCost, code.noCost) = (cost(1, orAlso: 1), cost(1))
    case .say: (code.isLeft, code.noCost) = (!node.required.isEmpty, cost(1, orAlso: 1))
    case .when, .loop(.whileTrue), .loop(.until):
      guard let test = node.test else { break }
      (code.yes, code.no) = (node[test.yes] ?? -1, node[test.no] ?? -1)
      (code.yesCost, code.noCost) = (cost(1, orAlso: 1), cost(1))
      if case .loop(.whileTrue) = node.kind { code.yesCost = cost(2, orAlso: 1) }
      if case .loop(.until) = node.kind { (code.yesCost, code.noCost) = (cost(1), cost(2)) }
      let forms = [test.condition.form] + test.condition.form.parts
      let codes = forms.map { ConditionCode($0) { graph.slot($0) } }
      (code.condition, code.parts) = (codes[0], codes.count > 2 ? Array(codes.dropFirst()) : [])
      code.isLeft = codes.count > 15
    case .store(_, let calculation):
      (code.stores, code.noCost) = (true, cost(1))
      if node.slot >= 0, graph.nodes[node.edges[0].to].matters.contains(node.slot) {
        code.calculation = CalculationCode(calculation.form) { graph.slot($0) }
      } else {
        code.isLeft = node.slot < 0 || !calculation.form.divisors.isEmpty
      }
    default: code.isLeft = true
    }
    codes[index] = code
    return code
  }
}
