import LibrettoCore

// Steps that nobody answers, performed with known answers by what the engine performs them with: so a
// loop that counts to a million is as exact as one that counts to three.

/// Performs steps with known answers.
struct Calls: Sendable {
  /// What is known where steps without questions lead.
  struct Result {
    let node: Int
    let store: Store
    let rounds: Rounds
    /// Whether a run certainly performs so many steps without a prompt.
    let isWithinLimit: Bool
    /// Whether they never lead anywhere.
    let isEndless: Bool
  }

  /// How a step is performed.
  private struct Code: Sendable {
    /// Whether it is left to those who know what isn't known.
    var isLeft = false
    /// The next node, also if a condition holds or a loop has another round.
    var (yes, no) = (-1, -1)
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

  /// Goes on up to the first step that shows something new or that isn't to be performed here.
  /// - Returns: where that is and what is known there; nil if there is no such step for long.
  mutating func perform(_ start: Int, _ store: Store, _ rounds: Rounds) -> Result? {
    // A round has at least two steps here, and at most five instructions for each in a run.
    let most = graph.flow.limits.stepsBetweenPrompts
    var count = 0
    var slots = [Value?](repeating: nil, count: graph.keys.count)
    for (slot, value) in zip(store.slots, store.values) where slot < slots.count {
      slots[slot] = .null
      if case .constant(let known) = value { slots[slot] = graph.domains[slot].outer(known) }
    }
    var (node, rounds) = (start, rounds)
    func result(isEndless: Bool = false) -> Result {
      Result(
        node: node, store: known(node, store, slots), rounds: rounds,
        isWithinLimit: count < most / 5, isEndless: isEndless)
    }
    // Where it was at the last power of two: if it comes there again, it never ends.
    var before = (node: -1, slots: slots, rounds: rounds)
    while true {
      if node == before.node, slots == before.slots, rounds == before.rounds {
        return result(isEndless: true)
      }
      if count & (count - 1) == 0 { before = (node, slots, rounds) }
      count += 1
      if count / 5 > most { return nil }
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
    switch node.kind {
    case .jump: break
    case .exit(let inside): code.inside = inside
    case .loop(.times(let times)):
      (code.times, code.yes, code.no) = (times, node[.round] ?? -1, node[.end] ?? -1)
    case .say: code.isLeft = !node.required.isEmpty
    case .when, .loop(.whileTrue), .loop(.until):
      guard let test = node.test else { break }
      (code.yes, code.no) = (node[test.yes] ?? -1, node[test.no] ?? -1)
      let forms = [test.condition.form] + test.condition.form.parts
      let codes = forms.map { ConditionCode($0) { graph.slot($0) } }
      (code.condition, code.parts) = (codes[0], codes.count > 2 ? Array(codes.dropFirst()) : [])
      code.isLeft = codes.count > 15
    case .store(_, let calculation):
      code.stores = true
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
