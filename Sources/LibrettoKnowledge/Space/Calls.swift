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

  private enum Code: Sendable {
    case go(to: Int)
    case store(CalculationCode, to: Int)
    /// A value that decides nothing.
    case set(Value, to: Int)
    /// A condition, and each of its parts if it has several.
    case test(ConditionCode, parts: [ConditionCode], yes: Int, no: Int)
    case count(Int, round: Int, end: Int)
    case leave(Range<Int>, to: Int)
    /// It is left to those who know what isn't known.
    case stop
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
      let slot = graph.nodes[node].slot
      guard let truths = truths(code, node, slots, rounds),
        seen.contains(Happening(node: node, truths: truths))
      else { break }
      switch code {
      case .stop: break
      case .go(let to): node = to
      case .set(let value, let to):
        slots[slot] = value
        node = to
      case .store(let calculation, let to):
        guard let value = try? calculation.value(slots) else { return result() }
        slots[slot] = graph.domains[slot].outer(graph.domains[slot].inner(value))
        node = to
      case .test(_, _, let yes, let no): node = truths & 1 == 1 ? yes : no
      case .count(_, let round, let end):
        if truths == 1 { rounds[node, default: 0] += 1 }
        node = truths == 1 ? round : end
      case .leave(let inside, let to):
        rounds = rounds.filter { !inside.contains($0.key & (Space.forced - 1)) }
        node = to
      }
    }
    if let truths = truths(codes[node] ?? .stop, node, slots, rounds) {
      seen.insert(Happening(node: node, truths: truths))
    }
    return result()
  }

  /// What happens at a step, as bits; nil for a step that isn't performed here.
  private func truths(
    _ code: Code, _ node: Int, _ slots: [Value?], _ rounds: Rounds
  ) -> UInt32? {
    switch code {
    case .stop: return nil
    case .go, .set, .store, .leave: return 0
    case .count(let times, _, _): return rounds[node] ?? 0 < times ? 1 : 2
    case .test(let condition, let parts, _, _):
      guard let holds = try? condition.holds(slots) else { return nil }
      var truths: UInt32 = holds ? 1 : 2
      for part in parts {
        truths = truths << 2
        if let holds = try? part.holds(slots) { truths |= holds ? 1 : 2 }
      }
      return parts.isEmpty ? truths : truths << 2 | (holds ? 1 : 2)
    }
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
    let next = node.edges.first?.to ?? -1
    func to(_ outcome: Turn) -> Int { node[outcome] ?? -1 }
    func code(_ form: Condition.Form) -> ConditionCode { ConditionCode(form) { graph.slot($0) } }
    var result = Code.stop
    switch node.kind {
    case .hidden: break
    case _ where node.test != nil:
      guard let test = node.test else { break }
      let parts = test.condition.form.parts
      if parts.count > 14 { break }
      result = .test(
        code(test.condition.form), parts: parts.count > 1 ? parts.map(code) : [],
        yes: to(test.yes), no: to(test.no))
    case .jump: result = .go(to: next)
    case .say where node.required.isEmpty: result = .go(to: next)
    case .exit(let inside): result = .leave(inside, to: next)
    case .loop(.times(let times)): result = .count(times, round: to(.round), end: to(.end))
    case .store(_, let calculation):
      if node.slot < 0 {
        result = .stop
      } else if graph.nodes[next].matters.contains(node.slot) {
        result = .store(CalculationCode(calculation.form) { graph.slot($0) }, to: next)
      } else if calculation.form.divisors.isEmpty {
        result = .set(.null, to: next)
      }
    default: break
    }
    codes[index] = result
    return result
  }
}
