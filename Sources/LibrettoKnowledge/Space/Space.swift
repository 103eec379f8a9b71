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
  fileprivate(set) var fault: Fault?
  let cost: Int
  let atoms: [Atom]
  let answerClass: AnswerClass?
  /// The state of the question to which a step back leads.
  var back: Int?
  /// Whether it leads over work for the second time, so that it isn't known what holds.
  var isOver = false
  /// What the person answers there if that is known: on its way, or as before.
  var reply: Reply?
  let recalled: Recalled?
  /// Whether it leads through steps without questions that show nothing new.
  var isLong = false

  init(_ way: Way, at place: Int) {
    self.way = place
    (outcome, fault, cost, atoms) = (way.outcome, way.fault, way.cost, way.atoms)
    (answerClass, recalled) = (way.answerClass, way.recalled)
  }

  /// An answer to the question to which a step back has led.
  indirect enum Reply: Sendable {
    /// The same, so that the run comes to this state again.
    case same(Int)
    /// Another one, along an edge of the question.
    case other(Edge)
  }

  /// Whether another way is the same one, with more known of the answers.
  func isLike(_ way: Way) -> Bool {
    outcome == way.outcome && fault == way.fault && cost == way.cost && atoms == way.atoms
      && answerClass == way.answerClass && recalled == way.recalled
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
  /// The error of work that fails in a test.
  static let error = "not possible"

  let graph: Graph
  var machine: Machine
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
  /// What couldn't be decided, and why.
  private(set) var unknown: [Spot: String] = [:]
  /// Where the search was cut, and where runs fail, in the order in which it was found.
  private(set) var frontier: [(cut: Cut, move: Move?)] = []
  private(set) var faults: [(cut: Cut, move: Move)] = []
  /// Whether the search stopped before everything was looked at.
  var isPartial: Bool { isTooLarge || isTooOpen }
  /// Whether there are more states.
  private(set) var isTooLarge = false
  /// Whether too many keys may be set or not when a loop goes on beyond a limit.
  private(set) var isTooOpen = false
  static let mostOpen = 4

  /// The states in an order in which every edge leads back, without the edges that close a cycle.
  private(set) var order: [Int] = []
  /// By state, the edges that close a cycle.
  private(set) var closing: [Set<Int>] = []
  /// The states from which an end can be reached.
  private(set) var canEnd: [Bool] = []
  /// The states that a walk through exact states reaches.
  private(set) var isSure: [Bool] = []

  private var index: [[Int32]: Int] = [:]
  private var calls: Calls
  /// The edges that lead through steps without questions, and what is performed at most since the last
  /// prompt.
  private var long: [(move: Move, cost: Int)] = []
  private var expressionIDs: [Expression: Int32] = [:]
  private var literalIDs: [Literal: Int32] = [:]
  private var maskedIDs: [Literal: Int32] = [:]
  private var domainIDs: [Domain: Int32] = [:]
  private var crowd: [Int]
  /// The states of one step, beyond which it is crowded if the flow has many.
  private(set) var width = 0
  private let mostStates: Int
  private var readings: [Readings?]
  private var comparisons: [Condition.Form: Int] = [:]
  private var representatives: [Readings.Truths: Value] = [:]
  private var bodies: [Int: [Int]] = [:]
  private var known: Set<Cut> = []

  /// Explores a flow.
  /// - Parameters:
  ///   - graph: the flow.
  ///   - today: the first day on which it may be performed.
  init(
    _ graph: Graph, today: CalendarDay, limits: SearchLimits = SearchLimits()
  ) {
    self.graph = graph
    self.limits = limits
    machine = Machine(graph)
    crowd = Array(repeating: 0, count: graph.nodes.count)
    readings = Array(repeating: nil, count: graph.nodes.count)
    mostStates = limits.states ?? max(20_000, 4 * graph.nodes.count)
    width = max(8, min(limits.statesOfStep, mostStates / (2 * graph.nodes.count)))
    calls = Calls(graph)
    var store = Store()
    store[graph.today] = .variable(0)
    if graph.hasBack { for slot in graph.trail { store[slot] = Trail().expression } }
    let later = Literal.number(Term(0, times: -1), -today.number)
    let first = candidate(graph.start, store, [later], [.day], [:], isWide: false)
    _ = state(first, from: nil)
    var next = 0
    while next < states.count {
      if states.count > mostStates {
        isTooLarge = true
        break
      }
      grow(next)
      next += 1
    }
    while edges.count < states.count { edges.append([]) }
    // What is performed one state after the other comes to it: at most five instructions in each.
    let most = graph.flow.limits.stepsBetweenPrompts - 5 * states.count
    for (move, cost) in long where cost > most {
      edges[move.state][move.edge].verdict = .unknown
      let spot = Spot(
        node: states[move.state].node, outcome: edges[move.state][move.edge].outcome)
      unknown[spot] = "whether so many steps are performed without a prompt"
    }
    arrange()
  }

  /// Forgets what the solver has decided, so that the space is cheap to copy.
  mutating func forget() { machine.solver.forget() }

  // MARK: States

  /// What may become a state: with what still matters of what is known, in an order and with names of
  /// variables that don't depend on how it came about.
  private struct Candidate {
    let state: State
    let key: [Int32]
    /// The variables that no answer has any more.
    let hiddenCount: Int
  }

  private mutating func candidate(
    _ node: Int, _ store: Store, _ literals: [Literal], _ domains: [Domain], _ rounds: Rounds,
    isWide: Bool
  ) -> Candidate {
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
    let readings = self.readings[node] ?? Readings(graph, behind: node, &comparisons)
    self.readings[node] = readings
    readings.reduce(&kept, literals, domains, &machine, &representatives)
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
      for group in Solver.groups(literals.filter { !$0.variables.isEmpty })
      where group.contains(where: { $0.variables.contains { names[$0] != nil } }) {
        mine += isWide ? group.filter { $0.variables.allSatisfy { names[$0] != nil } } : group
      }
    }
    let answerCount = order.count
    mine = inOrder(mine, names)
    for literal in mine { literal.variables.forEach(name) }
    let renaming = { (variable: Int) -> Expression? in .variable(names[variable] ?? 0) }
    var named = Store()
    for (slot, value) in zip(kept.slots, kept.values) { named[slot] = value.replacing(renaming) }
    let state = State(
      node: node, store: named, literals: Self.simplified(mine.map { $0.replacing(renaming) }),
      domains: order.map { domains[$0] }, rounds: rounds, isWide: isWide)
    var key: [Int32] = [Int32(node), isWide ? 1 : 0, Int32(kept.slots.count)]
    for (slot, value) in zip(named.slots, named.values) {
      key += [Int32(slot), Self.id(value, &expressionIDs)]
    }
    key += state.literals.map { Self.id($0, &literalIDs) }.sorted()
    key.append(-1)
    key += state.domains.map { Self.id($0, &domainIDs) }
    for (loop, count) in rounds.sorted(by: { $0.key < $1.key }) {
      key += [-2, Int32(loop), Int32(count)]
    }
    return Candidate(state: state, key: key, hiddenCount: order.count - answerCount)
  }

  /// The number of a state; a new one of a crowded step is widened.
  private mutating func state(_ new: Candidate, from move: Move?, isForced: Bool = false) -> Int {
    if let known = index[new.key] { return known }
    let (node, store) = (new.state.node, new.state.store)
    let isPlain = new.state.literals.isEmpty && store.values.allSatisfy { $0 == .given }
    // As long as the flow has few states, one step may have more of them.
    let most = states.count > mostStates / 2 ? width : limits.statesOfStep
    let isCrowded = crowd[node] >= most || new.hiddenCount > Self.mostHidden
    if !isForced, isCrowded, !isPlain {
      cut(Cut(node: node, fault: .crowded), move)
      var (wide, fresh): (Store, [Literal]) = (Store(), [])
      var scope = Scope(domains: [])
      for (slot, value) in zip(store.slots, store.values) where slot <= graph.today {
        wide[slot] =
          value == .given ? value : .variable(scope.fresh(machine.domain(slot), &fresh))
      }
      let wider = candidate(node, wide, fresh, scope.domains, new.state.rounds, isWide: true)
      return state(wider, from: move, isForced: true)
    }
    crowd[node] += 1
    index[new.key] = states.count
    states.append(new.state)
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
    var bounds: [Int: Bounds] = [:]
    for case .row(let row) in literals where row.relation != .unequal {
      guard let own = row.alone, !row.terms[0].isLength else { continue }
      bounds[own.code >> 1, default: Bounds()].formIntersection(own.bounds)
    }
    let fixed = bounds.filter { $0.value.low == $0.value.high }
    if fixed.isEmpty { return }
    let value = { (variable: Int) in fixed[variable].map { Expression.constant(.int($0.low)) } }
    for (slot, known) in zip(store.slots, store.values) { store[slot] = known.replacing(value) }
    literals = literals.map { $0.replacing(value) }
      .filter { !$0.variables.isEmpty || $0.holds([]) != true }
  }

  /// Literals in an order that doesn't depend on how they came about, and each only once.
  ///
  /// Variables that no answer has any more connect literals. What says the same of the answers through
  /// others of them is said once.
  /// - Parameter names: the names of the variables that answers have.
  private mutating func inOrder(_ literals: [Literal], _ names: [Int: Int]) -> [Literal] {
    if literals.count < 2 { return literals }
    let hidden = 1_000_000
    var groups: [(key: [Int32], literals: [Literal])] = []
    for part in Solver.groups(literals, where: { names[$0] == nil }) {
      let masked = part.map { literal in
        let mask = literal.replacing { .variable(names[$0] ?? hidden) }
        return (Self.id(mask, &maskedIDs), literal)
      }.sorted { $0.0 < $1.0 }
      var local: [Int: Int] = [:]
      let key = masked.map { _, literal in
        let named = literal.replacing { variable in
          if let name = names[variable] { return .variable(name) }
          let name = local[variable] ?? local.count
          local[variable] = name
          return .variable(hidden + 1 + name)
        }
        return Self.id(named, &maskedIDs)
      }
      groups.append((key, masked.map(\.1)))
    }
    groups.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return groups.indices.filter { $0 == 0 || groups[$0 - 1].key != groups[$0].key }
      .flatMap { groups[$0].literals }
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
    var places: [Literal: Int] = [:]
    var result: [Literal] = []
    for literal in literals {
      // Literals of one kind have one place.
      var kind = literal
      switch literal {
      case .row(let row) where row.terms.count == 1 && row.relation == .atMost:
        kind = .row(Row(terms: row.terms, relation: .atMost, bound: 0))
      case .test(.among, let expression, true):
        kind = .test(.among([]), of: expression, holds: true)
      default: break
      }
      guard let place = places[kind] else {
        places[kind] = result.count
        result.append(literal)
        continue
      }
      switch (result[place], literal) {
      case (.row(let old), .row(let row)): if row.bound < old.bound { result[place] = literal }
      case (.test(.among(let old), let expression, _), .test(.among(let values), _, _)):
        result[place] = .test(.among(old.filter(values.has)), of: expression, holds: true)
      default: break
      }
    }
    return result
  }

  private mutating func cut(_ cut: Cut, _ move: Move?) {
    if known.insert(cut).inserted { frontier.append((cut, move)) }
  }

  // MARK: Growth

  /// Finds the ways out of a state.
  private mutating func grow(_ at: Int) {
    edges.append([])
    let state = states[at]
    let node = graph.nodes[state.node]
    if case .back(let lead) = node.kind { return goBack(at, lead) }
    var scope = Scope(domains: state.domains)
    let ways = machine.ways(state.node, state.store, state.rounds, &scope)
    var alive: [(way: Way, edge: Edge)] = []
    for (place, way) in ways.enumerated() {
      var edge = Edge(way, at: place)
      let literals = way.literals.isEmpty ? [] : state.literals + way.literals
      if decide(literals, scope, Spot(node: state.node, outcome: way.outcome), &edge) {
        alive.append((way, edge))
      }
    }
    var limit: (loop: Int, count: Int, most: Int, fault: Fault)?
    switch node.kind {
    case .tryAgain(let load):
      limit = (load, (state.rounds[load] ?? 0) + 1, Machine.mostReloads, .reloads)
    case .loop(.whileTrue), .loop(.until):
      // A round is free if the loop could also have ended.
      guard alive.contains(where: { $0.way.outcome == .end }) else { break }
      var most = limits.rounds
      if case .loop(.until) = node.kind { most -= 1 }
      limit = (state.node, (state.rounds[state.node] ?? 0) + 1, most, .rounds)
    default: break
    }
    for (way, edge) in alive {
      var edge = edge
      let move = Move(state: at, edge: edges[at].count)
      if case .back? = way.fault, let fault = way.fault {
        cut(Cut(node: state.node, fault: fault), parents[at])
        continue
      }
      if let fault = way.fault {
        fail(Cut(node: state.node, fault: fault), edge, move)
        if way.to < 0 {
          edges[at].append(edge)
          continue
        }
      }
      var rounds = way.rounds ?? state.rounds
      let literals = state.literals + way.literals
      let isAgain = way.outcome == .round || way.outcome == .again
      if isAgain, let limit {
        rounds[limit.loop] = min(limit.count, limit.most)
      } else if way.outcome == .round, node.condition != nil {
        // A round that is forced isn't limited; but a walk may come to the same state twice.
        let key = state.node + Self.forced
        rounds[key] = min((rounds[key] ?? 0) + 1, limits.rounds)
      }
      guard let store = marked(way, node, at, edge.way) else {
        let why = "another round begins before what was done comes again"
        cut(Cut(node: state.node, fault: .back(why)), parents[at])
        continue
      }
      if node.isQuestion { (rounds[Self.least], rounds[Self.most]) = (nil, nil) }
      let next = candidate(way.to, store, literals, scope.domains, rounds, isWide: state.isWide)
      // Beyond a limit, a round that leads nowhere new cuts nothing.
      if isAgain, let limit, limit.count > limit.most, index[next.key] == nil {
        cut(Cut(node: state.node, fault: limit.fault), move)
        widen(at, way, edge, limit.loop, literals, scope.domains, rounds)
        continue
      }
      if let far = far(next) {
        edge.isLong = true
        let most = graph.flow.limits.stepsBetweenPrompts
        if far.cost.least > most, !far.isEndless {
          edge.fault = .limit
          fail(Cut(node: state.node, fault: .limit), edge, move)
          edges[at].append(edge)
          continue
        }
        let there = candidate(far.node, far.store, [], [], far.rounds, isWide: false)
        // What never leads anywhere may as well lead back here.
        edge.target = far.isEndless ? at : self.state(there, from: move, isForced: true)
        if !far.isEndless { long.append((move, far.cost.most)) }
      } else {
        edge.target = self.state(next, from: move)
      }
      if states[edge.target].isWide { edge.verdict = .wide }
      edges[at].append(edge)
    }
  }

  private mutating func fail(_ cut: Cut, _ edge: Edge, _ move: Move) {
    if edge.verdict == .yes, !states[move.state].isWide, known.insert(cut).inserted {
      faults.append((cut, move))
    }
  }

  /// Notes the verdict of an edge on which literals hold, and why it isn't known if it isn't.
  /// - Returns: whether they can hold, as far as that is known.
  private mutating func decide(
    _ literals: [Literal], _ scope: Scope, _ spot: Spot, _ edge: inout Edge
  ) -> Bool {
    switch machine.solver.solve(literals, scope.domains) {
    case .yes: return true
    case .no: return false
    case .unknown(let why):
      edge.verdict = .unknown
      if unknown[spot] == nil { unknown[spot] = why }
      return true
    }
  }

  /// The numbers in the rounds of a state for what steps without questions have cost.
  private static let (least, most) = (1 << 27, 1 << 28)

  /// Where known answers lead through what nobody answers, if the step has many states already.
  private mutating func far(_ new: Candidate) -> Calls.Result? {
    let state = new.state
    guard crowd[state.node] >= width, state.domains.isEmpty, !state.isWide, !state.rounds.isEmpty,
      index[new.key] == nil
    else { return nil }
    var rounds = state.rounds
    let before = Cost(
      least: rounds.removeValue(forKey: Self.least) ?? 0,
      most: rounds.removeValue(forKey: Self.most) ?? 0)
    var end = calls.perform(state.node, state.store, rounds, after: before)
    // Where a question is asked again and again, there is a limit all the same.
    if crowd[end.node] >= 2 * width { return nil }
    (end.rounds[Self.least], end.rounds[Self.most]) = (end.cost.least, end.cost.most)
    return end
  }

  /// Goes on beyond a limit: all that the loop writes is unknown, so nothing is missed.
  private mutating func widen(
    _ at: Int, _ way: Way, _ edge: Edge, _ loop: Int, _ literals: [Literal],
    _ domains: [Domain], _ rounds: Rounds
  ) {
    let written = writes(of: loop)
    let node = graph.nodes[way.to]
    var rounds = rounds
    rounds[loop] = 99
    let optional = written.filter {
      (graph.tested.contains($0) || !way.store.contains($0)) && node.needed.contains($0)
    }
    if optional.count > Self.mostOpen { isTooOpen = true }
    for choice in 0..<(1 << min(optional.count, Self.mostOpen)) {
      var scope = Scope(domains: domains)
      var (store, more) = (way.store, literals)
      for slot in graph.trail { store[slot] = nil }
      for slot in written where node.needed.contains(slot) {
        store[slot] =
          node.matters.contains(slot)
          ? .variable(scope.fresh(machine.domain(slot), &more)) : .given
      }
      for (place, slot) in optional.prefix(Self.mostOpen).enumerated()
      where choice >> place & 1 == 1 {
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
        let next = candidate(way.to, store, literals, scope.domains, rounds, isWide: true)
        wide.target = state(next, from: Move(state: at, edge: edges[at].count))
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

  // MARK: Steps back

  /// The numbers in the rounds of a state that a step back has led to, and one over work.
  private static let (wentBack, wentOver) = (1 << 25, 1 << 26)

  /// What is known behind a way, with the last questions and the work since; nil if it isn't known
  /// whether what was done before a step back comes again.
  private func marked(_ way: Way, _ node: GraphNode, _ at: Int, _ place: Int) -> Store? {
    var store = way.store
    guard graph.hasBack else { return store }
    var work = Trail(store[graph.work])
    var why = Trail.why(store[graph.work])
    switch node.kind {
    case .operation, .sets:
      why = "operations were performed before it"
      (store[graph.last], store[graph.beforeLast]) = (Trail.unknown(why), Trail.unknown(why))
      work = nil
    case .action, .load:
      let index = states[at].node
      switch way.answer {
      case .failed:
        work?.fail()
        // What was done before still stands.
        if way.recalled != nil { work = work?.adding(index, hasWritten: true) }
      case .writes(let written): work = work?.adding(index, hasWritten: !written.isEmpty)
      case .value: work = work?.adding(index, hasWritten: true)
      default: work = work?.adding(index, hasWritten: false)
      }
      let isKnown = Trail(store[graph.work]) != nil
      if isKnown, work == nil { why = "“\(node.work?.name ?? "")” is performed twice before it" }
      // Whether it is undone is decided where the flow no longer comes to it.
      if case .action(let action) = node.kind, action.isUndoable {
        if isKnown { why = "“\(action.name)” can be undone" }
        work = nil
      }
    case .loop where way.outcome == .round, .tryAgain:
      // In another round, it is other work.
      if let known = work, !known.isEmpty {
        (work, why) = (nil, "work was performed in an earlier round")
      }
      if let memo = Trail(store[graph.memo]), !memo.isEmpty { return nil }
    default:
      if node.isQuestion {
        store[graph.beforeLast] = store[graph.last]
        store[graph.last] = .constant(.list([.int(at), .int(graph.hasWork ? place : 0)]))
        work?.ask()
      }
    }
    store[graph.work] = work?.expression ?? Trail.unknown(why)
    return store
  }

  /// A question that was asked, as a state has it; empty if there is none, nil if it isn't known.
  private func question(_ known: Expression?) -> [Move]? {
    guard case .constant(.list(let parts))? = known else { return nil }
    guard case .int(let state)? = parts.first, case .int(let place)? = parts.last else { return [] }
    return [Move(state: state, edge: place)]
  }

  /// Follows a step back: to the last question or, in a branch of a question, to the one before that.
  private mutating func goBack(_ at: Int, _ lead: Int?) {
    let state = states[at]
    func isPlain(_ question: Move) -> Bool {
      let step = graph.nodes[states[question.state].node].step
      return graph.owner[step] == step && graph.inside(step, .questions).isEmpty
    }
    let last = question(state.store[graph.last])
    var known = last
    if let lead {
      known = last?.first.flatMap { last in
        guard graph.nodes[states[last.state].node].step == lead, isPlain(last) else { return nil }
        return question(state.store[graph.beforeLast]).map { $0.isEmpty ? [last] : $0 }
      }
    }
    func stop(_ why: String) { cut(Cut(node: state.node, fault: .back(why)), parents[at]) }
    guard let known, known.allSatisfy(isPlain), !state.isWide else {
      let read = [graph.last] + (lead == nil ? [] : [graph.beforeLast])
      let open = read.map { state.store[$0] }.first { state.isWide || question($0) == nil }
      return stop(
        open.map(Trail.why) ?? "the last question isn’t the one around it, or it has fields")
    }
    guard let work = Trail(state.store[graph.work]), let memo = Trail(state.store[graph.memo])
    else {
      return stop(Trail.why(state.store[graph.work]))
    }
    var edge = Edge(
      Way(outcome: known.isEmpty ? .next : .again, to: -1, store: state.store), at: 0)
    guard let target = known.first else {
      let next = candidate(
        graph.nodes[state.node].edges[0].to, state.store, state.literals, state.domains,
        state.rounds, isWide: state.isWide)
      return link(at, edge, next)
    }
    let before = states[target.state]
    var done = work.done(sinceLast: target == last?.first, besides: memo)
    edge.back = target.state
    if done.isEmpty {
      return link(at, edge, again(before, before.store, before.literals, before.domains))
    }
    if state.rounds[Self.wentOver] != nil {
      // Once more, all work may be performed as if there had been none: that leads nowhere new.
      edge.isOver = true
      return link(at, edge, again(before, before.store, before.literals, before.domains))
    }
    // With the same answer, all that was done holds, unless something has failed since.
    let isListed = graph.nodes[before.node].isListed
    if let last = last?.first, target != last {
      if work.hasFailed, !isListed {
        stop("work has failed before it")
      } else if !work.hasFailed {
        let there = states[last.state]
        edge.reply = .same(last.state)
        link(at, edge, again(there, there.store, there.literals, there.domains, to: there.node))
      }
    }
    var scope = Scope(domains: before.domains)
    let ways = machine.ways(before.node, before.store, before.rounds, &scope)
    for (place, way) in ways.enumerated() where way.fault == nil {
      let literals = before.literals + way.literals
      var more: [Literal] = []
      if place == target.edge, !(work.hasFailed && isListed) {
        guard let differs = machine.another(way, &scope) else { continue }
        more = differs
      }
      var edge = edge
      edge.reply = .other(Edge(way, at: place))
      guard decide(literals + more, scope, Spot(node: state.node, outcome: .again), &edge),
        var store = marked(way, graph.nodes[before.node], target.state, place)
      else { continue }
      done.turn = Trail.Turn(question: before.node, isSame: place == target.edge)
      store[graph.memo] = done.expression
      link(at, edge, again(before, store, literals, scope.domains, to: way.to))
    }
  }

  /// A state to which a step back leads.
  private mutating func again(
    _ state: State, _ store: Store, _ literals: [Literal], _ domains: [Domain], to node: Int? = nil
  ) -> Candidate {
    var rounds = state.rounds
    rounds[Self.wentBack] = 1
    if node != nil { rounds[Self.wentOver] = 1 }
    return candidate(node ?? state.node, store, literals, domains, rounds, isWide: false)
  }

  private mutating func link(_ at: Int, _ edge: Edge, _ next: Candidate) {
    var edge = edge
    edge.target = state(next, from: Move(state: at, edge: edges[at].count))
    if edge.isOver || states[edge.target].isWide { edge.verdict = .wide }
    edges[at].append(edge)
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
    let before = before()
    let isOpen = isOpen
    let ends = states.indices.filter {
      isEnd($0) || isOpen[$0] || edges[$0].contains { $0.fault != nil }
    }
    canEnd = reached(from: ends, of: states.count) { before[$0] }
    isSure = reached(from: [0], of: states.count) { state in
      usable(state).map { edges[state][$0].target }
    }
  }

  /// By state, whether a way from there may come to an end without a failure.
  var comesToEnd: [Bool] {
    let before = before { $1.fault == nil }
    let isOpen = isOpen
    let ends = states.indices.filter { isEnd($0) || isOpen[$0] }
    return reached(from: ends, of: states.count) { before[$0] }
  }

  /// By state, whether it isn't known what follows a step back there, or in another order of
  /// operations, which may be an end.
  var isOpen: [Bool] {
    let cut = Set(
      frontier.compactMap { cut, _ in if case .back = cut.fault { cut.node } else { nil } })
    return states.map { cut.contains($0.node) || graph.unordered[$0.node] }
  }

  /// By state, those with an edge to it.
  /// - Parameter counts: whether an edge counts.
  func before(where counts: (Int, Edge) -> Bool = { _, _ in true }) -> [[Int]] {
    var before: [[Int]] = states.map { _ in [] }
    for (state, list) in edges.enumerated() {
      for edge in list where edge.target >= 0 && counts(state, edge) {
        before[edge.target].append(state)
      }
    }
    return before
  }

  /// The edges of a state along which a walk can certainly go, and on, by their places.
  func usable(_ state: Int) -> [Int] {
    edges[state].indices.filter { place in
      let edge = edges[state][place]
      return edge.target >= 0 && edge.verdict == .yes && edge.fault == nil
        && !closing[state].contains(place)
    }
  }

  func isEnd(_ state: Int) -> Bool { graph.nodes[states[state].node].isEnd }

  /// The walk on which a state was found first.
  func walk(to state: Int) -> [Move] {
    var walk: [Move] = []
    var state = state
    while let parent = parents[state] {
      walk.append(parent)
      state = parent.state
    }
    return walk.reversed()
  }

  /// The walk on which a state was found first, and then along an edge.
  func walk(to move: Move) -> [Move] { walk(to: move.state) + [move] }

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
    var literals: [Literal] = []
    var scope: Scope
    var store = Store()
  }

  /// Executes a walk without forgetting anything.
  /// - Parameter settles: whether a number that has only one value left is replaced by it, as in the
  ///   states.
  /// - Returns: nil if the walk isn't possible, which only happens beyond a limit; then the last move
  ///   is the one that fails.
  mutating func replay(
    _ walk: [Move], settles: Bool = true
  ) -> (replay: Replay?, failed: Move?) {
    var replay = Replay(scope: Scope(domains: [.day], hints: [nil]))
    replay.store[graph.today] = .variable(0)
    replay.literals = states[0].literals
    var before: [Int: Store] = [:]
    var given: [Int: Replayed] = [:]
    for move in walk {
      var state = states[move.state]
      var edge = edges[move.state][move.edge]
      if edge.isOver { return (nil, move) }
      if graph.hasBack {
        for slot in [graph.work, graph.memo] { replay.store[slot] = state.store[slot] }
      }
      before[move.state] = replay.store
      if let back = edge.back {
        var store = before[back] ?? replay.store
        let way = Way(outcome: edge.outcome, to: states[back].node, store: store)
        replay.steps.append(Replayed(node: state.node, way: way, store: replay.store))
        if case .same(let there)? = edge.reply, let step = given[back] {
          replay.steps.append(step)
          store = before[there] ?? store
        }
        replay.store = store
        guard case .other(let other)? = edge.reply else { continue }
        (state, edge) = (states[back], other)
      }
      var scope = replay.scope
      var ways = machine.ways(
        state.node, replay.store, state.rounds, &scope, only: edge.outcome)
      if case .back = graph.nodes[state.node].kind {
        ways = [Way(outcome: edge.outcome, to: -1, store: replay.store)]
      }
      let known = replay.literals
      func isPossible(_ way: Way, _ solver: inout Solver) -> Bool {
        if way.literals.isEmpty { return true }
        if case .yes = solver.solve(known + way.literals, scope.domains) { return true }
        return false
      }
      // More is known than in the state, so that one way may have become several.
      let fitting = ways.filter(edge.isLike)
      var chosen = fitting.count == 1 ? fitting[0] : nil
      if chosen == nil, !state.isWide, edge.way < ways.count, edge.isLike(ways[edge.way]),
        isPossible(ways[edge.way], &machine.solver)
      {
        chosen = ways[edge.way]
      }
      if chosen == nil { chosen = fitting.first { isPossible($0, &machine.solver) } }
      guard let way = chosen,
        !state.isWide || way.literals.isEmpty
          || !machine.solver.refutes(known + way.literals, scope.domains)
      else { return (nil, move) }
      replay.scope = scope
      replay.literals += way.literals
      let place = edges[move.state][move.edge].back ?? move.state
      if place != move.state, case .value(let value) = way.answer,
        case .value(let old)? = given[place]?.way.answer
      {
        replay.literals += machine.compare(value, .notEqual, old, scope).yes ?? []
      }
      given[place] = Replayed(node: state.node, way: way, store: replay.store)
      replay.steps.append(Replayed(node: state.node, way: way, store: replay.store))
      replay.store = way.store
      if edge.isLong {
        let store = states[edge.target].store
        for (slot, value) in zip(store.slots, store.values) { replay.store[slot] = value }
      } else if !state.isWide, settles {
        var known = replay.literals
        settle(&replay.store, &known, scope.domains)
      }
    }
    return (replay, nil)
  }

  /// Decides literals with values for all variables of a replay.
  mutating func values(_ replay: Replay) -> [Value?]? {
    guard
      case .yes(let values) = machine.solver.solve(
        replay.literals, replay.scope.domains, hints: replay.scope.hints ?? [])
    else { return nil }
    return values
  }
}
