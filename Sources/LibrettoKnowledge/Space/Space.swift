import LibrettoCore

// All that can happen in a flow, as a graph of states. A state is a node, what is known about the
// answers that still matter, and the rounds of open loops; equal states are one. What was forgotten
// shares no variable with what follows, so every walk through exact states can be performed.
//
// Where a limit cuts, the search goes on with a *widened* state, in which the answers that a loop can
// write, or all answers of a crowded step, are unknown. Nothing is missed that way, so “never” stays a
// proof; but a walk through a widened state is only a candidate. Each cut is in the frontier.

/// An edge between two states.
struct Edge: Sendable {
  enum Verdict: Sendable { case yes, unknown, wide }

  /// The place among the ways of the node, as long as nothing is forgotten.
  let way: Int
  let outcome: Turn
  /// The next state; −1 if the run fails.
  var target = -1
  var verdict = Verdict.yes
  let fault: Fault?
  let cost: Int
  let atoms: [Atom]
  let answerClass: AnswerClass?

  init(_ way: Way, at place: Int) {
    self.way = place
    (outcome, fault, cost, atoms) = (way.outcome, way.fault, way.cost, way.atoms)
    answerClass = way.answerClass
  }

  /// Whether another way is the same one, with more known of the answers.
  func isLike(_ way: Way) -> Bool {
    outcome == way.outcome && fault == way.fault && cost == way.cost && atoms == way.atoms
      && answerClass == way.answerClass
  }
}

/// A step along a walk: a state and one of its edges.
struct Move: Hashable, Sendable {
  let state: Int
  /// The place among the edges of the state.
  let edge: Int
}

/// Something that can happen at a node, and a reason not to go on there.
struct Spot: Hashable, Sendable {
  let node: Int
  let outcome: Turn
}

struct Cut: Hashable, Sendable {
  let node: Int
  let fault: Fault
}

/// The bounds of a search.
package struct SearchLimits: Sendable {
  /// The free rounds of a loop.
  package var rounds = 2
  /// The states of one step.
  package var statesOfStep = 256
  /// The states of the flow; nil for the larger of 20,000 and four for each step.
  package var states: Int?

  package init() {}
}

/// The states of a flow and the ways between them.
struct Space: Sendable {
  let graph: Graph
  private(set) var machine: Machine
  let limits: SearchLimits

  struct State: Sendable {
    let node: Int
    let store: Store
    let literals: [Literal]
    let domains: [Domain]
    let rounds: Rounds
    let isWide: Bool
  }

  private(set) var states: [State] = []
  private(set) var edges: [[Edge]] = []
  private(set) var parents: [Move?] = []
  /// Where each impossible outcome was refused first.
  private(set) var refused: [Spot: Move] = [:]
  /// What couldn't be decided, and why.
  private(set) var unknown: [Spot: String] = [:]
  /// Where the search was cut, and where runs fail, in the order in which it was found.
  private(set) var frontier: [(cut: Cut, move: Move?)] = []
  private(set) var faults: [(cut: Cut, move: Move)] = []
  /// Whether the search stopped before everything was looked at.
  private(set) var isPartial = false

  /// The states in an order in which every edge leads back, without the edges that close a cycle.
  private(set) var order: [Int] = []
  /// By state, the edges that close a cycle.
  private(set) var closing: [Set<Int>] = []
  /// The states from which an end can be reached.
  private(set) var canEnd: [Bool] = []
  /// The states that a walk through exact states reaches.
  private(set) var isSure: [Bool] = []

  private var index: [[Int32]: Int] = [:]
  private var expressionIDs: [Expression: Int32] = [:]
  private var literalIDs: [Literal: Int32] = [:]
  private var maskedIDs: [Literal: Int32] = [:]
  private var domainIDs: [Domain: Int32] = [:]
  private var crowd: [Int]
  private var width = 0
  private var bodies: [Int: [Int]] = [:]
  private var known: Set<Cut> = []

  /// Explores a flow.
  /// - Parameters:
  ///   - graph: the flow.
  ///   - today: the first day on which it may be performed.
  ///   - cutsClasses: whether answers are cut into classes.
  init(
    _ graph: Graph, today: CalendarDay, cutsClasses: Bool = true,
    limits: SearchLimits = SearchLimits()
  ) {
    self.graph = graph
    self.limits = limits
    machine = Machine(graph, cutsClasses: cutsClasses)
    crowd = Array(repeating: 0, count: graph.nodes.count)
    let most = limits.states ?? max(20_000, 4 * graph.nodes.count)
    width = max(8, min(limits.statesOfStep, most / (2 * graph.nodes.count)))
    var store = Store()
    store[graph.today] = .variable(0)
    let later = Literal.row(
      Row(terms: [Term(0, times: -1)], relation: .atMost, bound: -today.number))
    _ = state(graph.start, store, [later], [.day], [:], isWide: false, from: nil)
    var next = 0
    while next < states.count {
      if states.count > most {
        isPartial = true
        break
      }
      grow(next)
      next += 1
    }
    while edges.count < states.count { edges.append([]) }
    arrange()
  }

  /// Forgets what the solver has decided, so that the space is cheap to copy.
  mutating func forget() { machine.solver = Solver() }

  // MARK: States

  /// The state with what still matters of what is known.
  private mutating func state(
    _ node: Int, _ store: Store, _ literals: [Literal], _ domains: [Domain], _ rounds: Rounds,
    isWide: Bool, from move: Move?, isForced: Bool = false
  ) -> Int {
    let info = graph.nodes[node]
    var kept = Store()
    for (slot, value) in zip(store.slots, store.values) {
      if info.matters.contains(slot) {
        kept[slot] = value
      } else if info.needed.contains(slot) {
        kept[slot] = .given
      }
    }
    var literals = literals
    settle(&kept, &literals, domains)
    var names: [Int: Int] = [:]
    var order: [Int] = []
    func name(_ variable: Int) {
      if names[variable] == nil {
        names[variable] = order.count
        order.append(variable)
      }
    }
    for value in kept.values { value.variables.forEach(name) }
    var mine: [Literal] = []
    if !order.isEmpty {
      for group in Solver.groups(literals.filter { !$0.variables.isEmpty }) {
        guard group.contains(where: { $0.variables.contains { names[$0] != nil } }) else {
          continue
        }
        mine += isWide ? group.filter { $0.variables.allSatisfy { names[$0] != nil } } : group
      }
    }
    let answerCount = order.count
    mine = inOrder(mine, names)
    for literal in mine { literal.variables.forEach(name) }
    let renaming = { (variable: Int) in names[variable] ?? 0 }
    var named = Store()
    for (slot, value) in zip(kept.slots, kept.values) { named[slot] = value.renamed(renaming) }
    let said = Self.simplified(mine.map { $0.renamed(renaming) })
    let types = order.map { domains[$0] }
    var key: [Int32] = [Int32(node), isWide ? 1 : 0, Int32(kept.slots.count)]
    for (slot, value) in zip(named.slots, named.values) {
      key += [Int32(slot), Self.id(value, &expressionIDs)]
    }
    key += said.map { Self.id($0, &literalIDs) }.sorted()
    key.append(-1)
    key += types.map { Self.id($0, &domainIDs) }
    for (loop, count) in rounds.sorted(by: { $0.key < $1.key }) {
      key += [-2, Int32(loop), Int32(count)]
    }
    if let known = index[key] { return known }
    let isPlain = said.isEmpty && named.values.allSatisfy { $0 == .given }
    let isCrowded = crowd[node] >= width || order.count - answerCount > Self.mostHidden
    if !isForced, isCrowded, !isPlain {
      cut(Cut(node: node, fault: .crowded), move)
      var (wide, fresh): (Store, [Literal]) = (Store(), [])
      var scope = Scope(domains: [])
      for (slot, value) in zip(named.slots, named.values) {
        wide[slot] =
          value == .given
          ? value : .variable(scope.fresh(machine.domain(slot), &fresh))
      }
      return state(
        node, wide, fresh, scope.domains, rounds, isWide: true, from: move, isForced: true)
    }
    crowd[node] += 1
    index[key] = states.count
    states.append(
      State(
        node: node, store: named, literals: said, domains: types, rounds: rounds, isWide: isWide))
    parents.append(move)
    return states.count - 1
  }

  /// What is added to the number of a loop for its forced rounds.
  static let forced = 1 << 24

  /// The most variables of a state that no answer has any more.
  private static let mostHidden = 16

  /// Puts values in place of the whole numbers that have only one left.
  private func settle(
    _ store: inout Store, _ literals: inout [Literal], _ domains: [Domain]
  ) {
    var (low, high): ([Int: Int], [Int: Int]) = ([:], [:])
    for case .row(let row) in literals
    where row.terms.count == 1 && row.isExact && !row.terms[0].isLength {
      let (variable, factor) = (row.terms[0].variable, row.terms[0].factor)
      guard abs(factor) == 1, domains[variable].isWhole else { continue }
      let isUp = factor > 0 || row.relation == .equal
      if row.relation == .equal || row.relation == .atMost || row.relation == .below {
        let bound = row.bound * factor
        let step = row.relation == .below ? factor : 0
        if isUp { high[variable] = min(high[variable] ?? .max, bound - step) }
        if factor < 0 || row.relation == .equal {
          low[variable] = max(low[variable] ?? .min, bound - step)
        }
      }
    }
    let fixed = low.filter { high[$0.key] == $0.value }
    if fixed.isEmpty { return }
    for (slot, value) in zip(store.slots, store.values) { store[slot] = value.settled(fixed) }
    literals = literals.compactMap { $0.settled(fixed) }
  }

  /// Literals in an order that doesn't depend on how they came about, and each only once.
  ///
  /// Variables that no answer has any more, such as the quotient of a division, connect literals. What
  /// says the same of the answers through others of them is said once.
  /// - Parameter names: the names of the variables that answers have.
  private mutating func inOrder(_ literals: [Literal], _ names: [Int: Int]) -> [Literal] {
    if literals.count < 2 { return literals }
    let hidden = 1_000_000
    var groups: [(key: [Int32], literals: [Literal])] = []
    var parts: [[Literal]] = []
    var places: [Int: Int] = [:]
    for literal in literals {
      let own = literal.variables.filter { names[$0] == nil }
      let known = Set(own.compactMap { places[$0] }).sorted()
      let place = known.first ?? parts.count
      if known.isEmpty { parts.append([]) }
      for other in known.dropFirst() {
        for moved in parts[other] {
          for variable in moved.variables where names[variable] == nil { places[variable] = place }
        }
        parts[place] += parts[other]
        parts[other] = []
      }
      parts[place].append(literal)
      for variable in own { places[variable] = place }
    }
    for part in parts where !part.isEmpty {
      let masked = part.map { literal in
        (Self.id(literal.renamed { names[$0] ?? hidden }, &maskedIDs), literal)
      }.sorted { $0.0 < $1.0 }
      var local: [Int: Int] = [:]
      let key = masked.map { _, literal in
        Self.id(
          literal.renamed { variable in
            if let name = names[variable] { return name }
            if let name = local[variable] { return name }
            local[variable] = hidden + 1 + local.count
            return hidden + local.count
          }, &maskedIDs)
      }
      groups.append((key, masked.map(\.1)))
    }
    groups.sort { $0.key.lexicographicallyPrecedes($1.key) }
    var result: [Literal] = []
    for (place, group) in groups.enumerated() where place == 0 || groups[place - 1].key != group.key
    {
      result += group.literals
    }
    return result
  }

  private static func id<T: Hashable>(_ value: T, _ ids: inout [T: Int32]) -> Int32 {
    if let known = ids[value] { return known }
    let id = Int32(ids.count)
    ids[value] = id
    return id
  }

  /// The strongest bound in each direction, and one set for each variable.
  private static func simplified(_ literals: [Literal]) -> [Literal] {
    if literals.count < 2 { return literals }
    struct Direction: Hashable {
      let code: Int
      let isUp: Bool
    }
    var best: [Direction: Int] = [:]
    var sets: [Int: Int] = [:]
    var seen: Set<Literal> = []
    var result: [Literal] = []
    for literal in literals {
      switch literal {
      case .row(let row)
      where row.terms.count == 1 && row.isExact && abs(row.terms[0].factor) == 1
        && (row.relation == .atMost || row.relation == .below):
        let direction = Direction(code: row.terms[0].code, isUp: row.terms[0].factor > 0)
        if let place = best[direction], case .row(let old) = result[place] {
          if row.bound < old.bound || row.bound == old.bound && row.relation == .below {
            result[place] = literal
          }
        } else {
          best[direction] = result.count
          result.append(literal)
        }
      case .among(let variable, let values):
        if let place = sets[variable], case .among(_, let old) = result[place] {
          result[place] = .among(
            variable, old.filter { value in values.contains { $0.isSame(as: value) } })
        } else {
          sets[variable] = result.count
          result.append(literal)
        }
      default: if seen.insert(literal).inserted { result.append(literal) }
      }
    }
    return result
  }

  private mutating func cut(_ cut: Cut, _ move: Move?) {
    if known.insert(cut).inserted { frontier.append((cut, move)) }
  }

  /// Finds the ways out of a state.
  private mutating func grow(_ at: Int) {
    let state = states[at]
    let node = graph.nodes[state.node]
    var scope = Scope(domains: state.domains)
    let ways = machine.ways(state.node, state.store, state.rounds, &scope)
    var alive: [(way: Way, edge: Edge)] = []
    for (place, way) in ways.enumerated() {
      var edge = Edge(way, at: place)
      let happening = Spot(node: state.node, outcome: way.outcome)
      if !way.literals.isEmpty {
        switch machine.solver.solve(state.literals + way.literals, scope.domains) {
        case .yes: break
        case .no:
          if refused[happening] == nil { refused[happening] = Move(state: at, edge: place) }
          continue
        case .unknown(let why):
          edge.verdict = .unknown
          if unknown[happening] == nil { unknown[happening] = why }
        }
      }
      alive.append((way, edge))
    }
    var isFree = false
    if case .loop(let loop) = node.kind, case .times = loop {
    } else {
      isFree = alive.contains { $0.way.outcome == .end }
    }
    edges.append([])
    for (way, edge) in alive {
      var edge = edge
      let move = Move(state: at, edge: edges[at].count)
      if let fault = way.fault {
        switch fault {
        case .reloads:
          cut(Cut(node: state.node, fault: fault), move)
          if case .tryAgain(let load) = node.kind {
            widen(at, way, edge, load, load, state.literals, scope.domains, state.rounds)
          }
          continue
        default:
          let cut = Cut(node: state.node, fault: fault)
          if edge.verdict == .yes, !state.isWide, known.insert(cut).inserted {
            faults.append((cut, move))
          }
          if way.to < 0 {
            edges[at].append(edge)
            continue
          }
        }
      }
      var rounds = way.rounds ?? state.rounds
      if way.outcome == .round, isFree, case .loop(let loop) = node.kind {
        let count = (rounds[state.node] ?? 0) + 1
        var most = limits.rounds
        if case .until = loop { most -= 1 }
        if count > most {
          cut(Cut(node: state.node, fault: .rounds), move)
          widen(
            at, way, edge, state.node, way.to, state.literals + way.literals, scope.domains, rounds)
          continue
        }
        rounds[state.node] = count
      } else if way.outcome == .round, case .loop(let loop) = node.kind {
        // A round that is forced isn't limited; but a walk may come to the same state twice.
        if case .times = loop {
        } else {
          let key = state.node + Self.forced
          rounds[key] = min((rounds[key] ?? 0) + 1, limits.rounds)
        }
      }
      edge.target = self.state(
        way.to, way.store, state.literals + way.literals, scope.domains, rounds,
        isWide: state.isWide, from: move)
      if states[edge.target].isWide { edge.verdict = .wide }
      edges[at].append(edge)
    }
    if case .back = node.kind { cut(Cut(node: state.node, fault: .back), parents[at]) }
  }

  /// Goes on beyond a limit: all that the loop writes is unknown, so nothing is missed.
  private mutating func widen(
    _ at: Int, _ way: Way, _ edge: Edge, _ loop: Int, _ to: Int, _ literals: [Literal],
    _ domains: [Domain], _ rounds: Rounds
  ) {
    let written = writes(of: loop)
    let node = graph.nodes[to]
    var rounds = rounds
    rounds[loop] = 99
    let optional = written.filter {
      (graph.tested.contains($0) || !way.store.contains($0)) && node.needed.contains($0)
    }
    if optional.count > 4 { isPartial = true }
    for choice in 0..<(1 << min(optional.count, 4)) {
      var scope = Scope(domains: domains)
      var (store, more) = (way.store, literals)
      for slot in written where node.needed.contains(slot) {
        store[slot] =
          node.matters.contains(slot)
          ? .variable(scope.fresh(machine.domain(slot), &more)) : .given
      }
      for (place, slot) in optional.prefix(4).enumerated() where choice >> place & 1 == 1 {
        store[slot] = nil
      }
      // Whatever the answers are, a round begins only if the loop's condition lets it.
      var entries: [(store: Store, literals: [Literal])] = [(store, more)]
      if case .loop = graph.nodes[loop].kind {
        entries = machine.ways(loop, store, rounds, &scope)
          .filter { $0.outcome == .round && $0.fault == nil }
          .map { ($0.store, more + $0.literals) }
          .filter { !machine.solver.refutes($0.literals, scope.domains) }
      }
      for (store, literals) in entries {
        var wide = edge
        wide.verdict = .wide
        wide.target = state(
          to, store, literals, scope.domains, rounds, isWide: true,
          from: Move(state: at, edge: edges[at].count))
        edges[at].append(wide)
      }
    }
  }

  private mutating func writes(of loop: Int) -> [Int] {
    if let known = bodies[loop] { return known }
    let written = Set(graph.body(of: loop).flatMap { graph.writes($0) }).sorted()
    bodies[loop] = written
    return written
  }

  // MARK: Order

  private mutating func arrange() {
    closing = states.map { _ in [] }
    var colours = [UInt8](repeating: 0, count: states.count)
    var open: [(state: Int, next: Int)] = [(0, 0)]
    colours[0] = 1
    while let (state, next) = open.last {
      guard next < edges[state].count else {
        colours[state] = 2
        order.append(state)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let target = edges[state][next].target
      if target < 0 { continue }
      if colours[target] == 1 {
        closing[state].insert(next)
      } else if colours[target] == 0 {
        colours[target] = 1
        open.append((target, 0))
      }
    }
    canEnd = states.indices.map { state in
      graph.nodes[states[state].node].isEnd || edges[state].contains { $0.fault != nil }
    }
    var before: [[Int32]] = states.map { _ in [] }
    for (state, list) in edges.enumerated() {
      for edge in list where edge.target >= 0 { before[edge.target].append(Int32(state)) }
    }
    var ends = states.indices.filter { canEnd[$0] }
    while let state = ends.popLast() {
      for previous in before[state] where !canEnd[Int(previous)] {
        canEnd[Int(previous)] = true
        ends.append(Int(previous))
      }
    }
    isSure = states.map { _ in false }
    isSure[0] = true
    var sure = [0]
    while let state = sure.popLast() {
      for (place, edge) in edges[state].enumerated()
      where isUsable(state, place) && !isSure[edge.target] {
        isSure[edge.target] = true
        sure.append(edge.target)
      }
    }
  }

  /// Whether a walk can certainly go along an edge, and on.
  func isUsable(_ state: Int, _ place: Int) -> Bool {
    let edge = edges[state][place]
    return edge.target >= 0 && edge.verdict == .yes && edge.fault == nil
      && !closing[state].contains(place)
  }

  /// The usable edges of a state, by their places.
  func usable(_ state: Int) -> [Int] {
    edges[state].indices.filter { isUsable(state, $0) }
  }

  func isEnd(_ state: Int) -> Bool { graph.nodes[states[state].node].isEnd }

  /// The walk on which a state was found first, and then along an edge.
  func walk(to move: Move) -> [Move] {
    var walk = [move]
    var state = move.state
    while let parent = parents[state] {
      walk.append(parent)
      state = parent.state
    }
    return walk.reversed()
  }

  // MARK: Replay

  /// A step of a walk with everything that is known there.
  struct Replayed {
    let node: Int
    let way: Way
    /// The store before the step.
    let store: Store
  }

  /// A walk with nothing forgotten.
  struct Replay {
    var steps: [Replayed] = []
    /// The literals, each with the place of its step.
    var literals: [(literal: Literal, step: Int)] = []
    var scope: Scope
    var store = Store()
  }

  /// Executes a walk without forgetting anything.
  /// - Returns: nil if the walk isn't possible, which only happens beyond a limit; then the last move
  ///   is the one that fails.
  mutating func replay(_ walk: [Move]) -> (replay: Replay?, failed: Move?) {
    var replay = Replay(scope: Scope(domains: [.day], hints: [nil]))
    replay.store[graph.today] = .variable(0)
    replay.literals = states[0].literals.map { ($0, 0) }
    for (place, move) in walk.enumerated() {
      let state = states[move.state]
      let edge = edges[move.state][move.edge]
      var scope = replay.scope
      let ways = machine.ways(state.node, replay.store, state.rounds, &scope)
      let fitting = ways.filter(edge.isLike)
      var chosen: Way?
      if fitting.count == 1 {
        chosen = fitting[0]
      } else {
        // More is known than in the state, so that one way may have become several.
        let known = replay.literals.map(\.literal)
        chosen = fitting.first {
          if case .yes = machine.solver.solve(known + $0.literals, scope.domains) {
            true
          } else {
            false
          }
        }
        if edge.way < ways.count, edge.isLike(ways[edge.way]), !state.isWide,
          case .yes = machine.solver.solve(known + ways[edge.way].literals, scope.domains)
        {
          chosen = ways[edge.way]
        }
      }
      guard let way = chosen else { return (nil, move) }
      if state.isWide, !way.literals.isEmpty {
        let known = replay.literals.map(\.literal)
        if machine.solver.refutes(known + way.literals, scope.domains) { return (nil, move) }
      }
      replay.scope = scope
      replay.literals += way.literals.map { ($0, place) }
      replay.steps.append(Replayed(node: state.node, way: way, store: replay.store))
      replay.store = way.store
      if !state.isWide {
        var known = replay.literals.map(\.literal)
        settle(&replay.store, &known, scope.domains)
      }
    }
    return (replay, nil)
  }

  /// The nodes that together make an edge impossible.
  mutating func reason(of move: Move) -> [Int] {
    let way = move.edge
    var walk: [Move] = []
    if let parent = parents[move.state] { walk = self.walk(to: parent) }
    guard var replay = replay(walk).replay else { return [] }
    let node = states[move.state].node
    let ways = machine.ways(node, replay.store, states[move.state].rounds, &replay.scope)
    guard way < ways.count else { return [] }
    var core = replay.literals.map {
      (literal: $0.literal, node: $0.step < replay.steps.count ? replay.steps[$0.step].node : node)
    }
    core += ways[way].literals.map { ($0, node) }
    let domains = replay.scope.domains
    guard machine.solver.refutes(core.map(\.literal), domains) else { return [] }
    var place = 0
    while place < core.count {
      var rest = core
      rest.remove(at: place)
      if machine.solver.refutes(rest.map(\.literal), domains) { core = rest } else { place += 1 }
    }
    var seen: Set<Int> = [node]
    return core.map(\.node).filter { seen.insert($0).inserted }.sorted(by: >)
  }

  /// Decides literals with values for all variables of a replay.
  mutating func values(_ replay: Replay) -> [Value?]? {
    let literals = replay.literals.map(\.literal)
    guard
      case .yes(let values) = machine.solver.solve(
        literals, replay.scope.domains, hints: replay.scope.hints ?? [])
    else { return nil }
    return values
  }
}
