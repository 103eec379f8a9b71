import LibrettoCore

/// Something that is wrong with a flow, or will be, found before it runs.
///
/// Each finding is proved: by a walk that comes there, by a search of everything that can happen, or by
/// the look of the step itself.
public struct Finding: Hashable, Sendable {
  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The run fails or never ends.
    case error
    /// Something never happens, or isn't as its author will have meant it.
    case warning
  }

  /// The code, in kebab case: `unset-key`. Codes don't change, but the words of a message may.
  public let code: String
  /// How bad it is.
  public let severity: Severity
  /// What happens, and after which answers.
  public let message: String
  /// Where the step was declared.
  public let place: FlowLocation?
  /// Why the author allows it; nil for a finding that isn't allowed.
  public internal(set) var allowance: String?
  /// The number of the step in a walk of the tree.
  package let step: Int
}

extension Finding: CustomStringConvertible {
  /// The place, the severity, the message and the code.
  public var description: String { (place.map { "\($0): " } ?? "") + words }

  /// The severity, the message and the code.
  package var words: String { "\(severity.rawValue): \(message) [\(code)]" }
}

/// The search for findings in the states of a flow.
struct FindingSearch {
  /// The codes of all findings.
  static let codes = [
    "unset-key", "nothing-to-choose", "no-answer-fits", "division-by-zero", "endless-loop",
    "constant-condition", "dead-case", "dead-choice", "unreachable", "needless-loop",
    "missing-case", "reload-without-asking", "same-title", "no-way-out", "destructive-preferred",
    "idle-silence",
  ]

  /// The most states for which it is looked for which decisions matter.
  private static let mostStates = 5_000

  private var space: Space
  private var graph: Graph { space.graph }
  private var statesOf: [[Int]]
  private(set) var findings: [Finding] = []

  init(_ space: Space) {
    self.space = space
    statesOf = space.graph.nodes.map { _ in [] }
    for (state, info) in space.states.enumerated() { statesOf[info.node].append(state) }
    findFaults()
    findStuck()
    if !space.isPartial {
      findDead()
      findEndless()
    }
    findMissingCases()
    look()
    findings = findings.enumerated().sorted {
      ($0.element.step, $0.element.code, $0.offset) < ($1.element.step, $1.element.code, $1.offset)
    }.map(\.element)
    allow()
  }

  private mutating func add(
    _ code: String, _ severity: Finding.Severity, _ node: Int, _ message: String
  ) {
    assert(Self.codes.contains(code))
    let finding = Finding(
      code: code, severity: severity, message: message.neutralised, place: graph.place(node),
      step: graph.nodes[node].step)
    if !findings.contains(finding) { findings.append(finding) }
  }

  // MARK: By a walk

  /// The first edge of a node to which a walk certainly leads, in the order of the search.
  private func first(at node: Int, where fits: (Edge) -> Bool) -> Move? {
    for state in statesOf[node] where space.isSure[state] {
      if let place = space.edges[state].firstIndex(where: { $0.verdict == .yes && fits($0) }) {
        return Move(state: state, edge: place)
      }
    }
    return nil
  }

  /// The decisions without which a walk doesn't lead to its end, in words: the last three.
  /// - Parameter isStuck: whether the end is a state, which depends on all that was answered, and not a
  ///   step of the walk.
  private func reason(
    _ walk: [Move], isStuck: Bool = false, _ isGoal: (Int) -> Bool
  ) -> String {
    var decisions: [(node: Int, words: String)] = []
    var allowed: [Int: Set<Turn>] = [:]
    for move in walk {
      guard let words = graph.said(move, in: space) else { continue }
      let node = space.states[move.state].node
      decisions.removeAll { $0.words == words }
      decisions.append((node, words))
      allowed[node, default: []].insert(space.edges[move.state][move.edge].outcome)
    }
    if space.states.count <= Self.mostStates {
      let goals = space.states.indices.filter { space.isSure[$0] && isGoal($0) }
      // What is decided last may follow from what was decided before.
      for node in decisions.map(\.node).reversed() where allowed[node] != nil {
        var others = allowed
        let taken = others.removeValue(forKey: node) ?? []
        if !matters(node, taken, others, goals) { allowed = others }
      }
    }
    let words =
      decisions.filter { allowed[$0.node] != nil }.map(\.words) + values(walk, isStuck: isStuck)
    if words.isEmpty { return "" }
    return (words.count > 3 ? " if, among others, " : " if ")
      + words.suffix(3).joined(separator: " and ")
  }

  /// Whether another outcome of a node leads away from the goals, or may lead to something else, where
  /// the one taken doesn't, as far as others are decided so.
  private func matters(
    _ node: Int, _ taken: Set<Turn>, _ others: [Int: Set<Turn>], _ goals: [Int]
  ) -> Bool {
    let isGoal = Set(goals)
    let ends = space.states.indices.filter { state in
      !isGoal.contains(state)
        && (space.isEnd(state) || !space.canEnd[state] || space.edges[state].isEmpty
          || space.edges[state].contains { $0.fault != nil })
    }
    func isOpen(_ state: Int, _ edge: Edge, _ allowed: [Int: Set<Turn>]) -> Bool {
      edge.target >= 0 && edge.verdict == .yes
        && allowed[space.states[state].node]?.contains(edge.outcome) ?? true
    }
    func leadingElsewhere(_ allowed: [Int: Set<Turn>]) -> [Bool] {
      let before = space.before { isOpen($0, $1, allowed) }
      return reached(from: ends, of: space.states.count) { state in
        before[state].filter { !isGoal.contains($0) }
      }
    }
    let isReached = reached(from: [0], of: space.states.count) { state in
      space.edges[state].filter { isOpen(state, $0, others) }.map(\.target)
    }
    let before = space.before { isOpen($0, $1, others) }
    let leads = reached(from: goals, of: space.states.count) { before[$0] }
    let (elsewhere, elsewhereAsTaken) = (
      leadingElsewhere(others), leadingElsewhere(others.merging([node: taken]) { $1 })
    )
    return statesOf[node].contains { state in
      guard isReached[state] else { return false }
      let edges = space.edges[state].filter { isOpen(state, $0, others) }
      let (same, other) = (
        edges.filter { taken.contains($0.outcome) }, edges.filter { !taken.contains($0.outcome) }
      )
      return other.contains { !leads[$0.target] } && same.allSatisfy { leads[$0.target] }
        || other.contains { elsewhere[$0.target] }
          && !same.contains { elsewhereAsTaken[$0.target] }
    }
  }

  /// The values that a walk needs, in words: typed answers and data on which its last step depends,
  /// and what work has to write though nothing says that it does.
  private func values(_ walk: [Move], isStuck: Bool) -> [String] {
    var copy = space
    guard let replay = copy.replay(walk, settles: false).replay, let last = replay.steps.last
    else { return [] }
    let deciding = isStuck ? replay.steps : [last]
    let read = Set(deciding.flatMap { $0.way.literals.flatMap(\.variables) })
    let isAssumed = replay.steps.contains { $0.way.cost == 2 }
    guard isAssumed || !read.isEmpty, let values = copy.values(replay) else { return [] }
    func shown(_ variable: Int) -> String? {
      values[variable].map { replay.scope.domains[variable].outer($0).inSwift }
    }
    return (isStuck ? replay.steps[...] : replay.steps.dropLast()).compactMap { step in
      let node = graph.nodes[step.node]
      switch step.way.answer {
      case .value(.variable(let variable))
      where read.contains(variable) && !(node.prompt?.isSecret ?? false):
        let verb = node.isQuestion ? "is answered with" : "gives"
        return shown(variable).map { "“\(graph.title(step.node))” \(verb) \($0)" }
      case .writes(let written):
        let words = written.filter { step.way.cost == 2 || read.contains($0.variable) }
          .compactMap { key, variable in shown(variable).map { "\(key.name) = \($0)" } }
        if words.isEmpty { return nil }
        return "“\(graph.title(step.node))” writes " + words.joined(separator: ", ")
      default: return nil
      }
    }
  }

  private mutating func findFaults() {
    for (cut, _) in space.faults {
      guard !graph.unordered[cut.node],
        let move = first(at: cut.node, where: { $0.fault == cut.fault })
      else { continue }
      let after = reason(space.walk(to: move)) { state in
        space.states[state].node == cut.node
          && space.edges[state].contains { $0.fault == cut.fault && $0.verdict == .yes }
      }
      let what = graph.words(cut.node)
      switch cut.fault {
      case .unset(let key):
        add("unset-key", .error, cut.node, "\(what) reads “\(key)”, which nothing has set\(after)")
      case .zero: add("division-by-zero", .error, cut.node, "\(what) divides by zero\(after)")
      case .crossing:
        add(
          "no-answer-fits", .error, cut.node,
          "the bounds of \(what) can cross\(after), so that no answer fits")
      case .nothingToChoose:
        add("nothing-to-choose", .error, cut.node, "\(what) has nothing to choose\(after)")
      case .limit:
        let most = graph.flow.limits.stepsBetweenPrompts
        let loop = loop(around: cut.node) ?? cut.node
        add(
          "endless-loop", .error, loop,
          "\(graph.words(loop)) goes beyond the limit of a run, \(most) steps without a prompt"
            + after)
      case .unhandled, .overflow, .rounds, .reloads, .crowded, .back: break
      }
    }
  }

  private mutating func findStuck() {
    if space.isPartial { return }
    var told: Set<Int> = []
    for state in space.states.indices where space.isSure[state] && space.edges[state].isEmpty {
      let node = space.states[state].node
      switch graph.nodes[node].kind {
      case .question, .several: break
      default: continue
      }
      guard !graph.unordered[node], told.insert(node).inserted else { continue }
      let after = reason(space.walk(to: state), isStuck: true) {
        space.states[$0].node == node && space.edges[$0].isEmpty
      }
      add(
        "no-answer-fits", .error, node,
        "no answer to \(graph.words(node)) satisfies its rules\(after)")
    }
  }

  // MARK: By the whole search

  private mutating func findDead() {
    var reached: Set<Int> = []
    var seen: Set<Spot> = []
    var atoms: [Int: Set<Atom>] = [:]
    for (state, edges) in zip(space.states, space.edges) {
      reached.insert(state.node)
      for edge in edges {
        seen.insert(Spot(node: state.node, outcome: edge.outcome))
        if !edge.atoms.isEmpty { atoms[state.node, default: []].formUnion(edge.atoms) }
      }
    }
    var dead: Set<Int> = []
    for (index, node) in graph.nodes.enumerated() where reached.contains(index) {
      guard node.canBeDead, !graph.unsure[index] else { continue }
      var isWhole = true
      for (outcome, to) in node.edges
      where !seen.contains(Spot(node: index, outcome: outcome)) {
        isWhole = false
        findDead(index, node, outcome, to, &dead)
      }
      guard isWhole, let condition = node.condition, condition.form.parts.count > 1 else {
        continue
      }
      if case .loop = node.kind { continue }
      let parts = condition.form.parts
      for number in parts.indices {
        let (isTrue, isFalse) = (
          atoms[index]?.contains(Atom(number: number, holds: true)) ?? false,
          atoms[index]?.contains(Atom(number: number, holds: false)) ?? false
        )
        // What the library itself tests, as whether an operation has begun, isn't the author's.
        if isTrue == isFalse { continue }
        if case .isSet(let key) = parts[number], graph.ofEngine.contains(graph.slot(key)) {
          continue
        }
        let never = Atom(number: number, holds: isFalse)
        add(
          "constant-condition", .warning, index,
          "in \(graph.words(index)), “\(parts[number])” is always \(isTrue)"
            + because(index) { $0.atoms.contains(never) })
      }
    }
    findUnreachable(reached, dead)
  }

  /// What makes some ways out of a node impossible, in words.
  private mutating func because(_ node: Int, _ isMeant: (Way) -> Bool) -> String {
    guard space.states.count <= Self.mostStates, let reason = space.reason(at: node, isMeant)
    else { return ", whatever is answered" }
    let reasons = reason.sorted(by: >).prefix(3).map { graph.words($0) }
    return ", because of " + reasons.joined(separator: " and ")
  }

  private mutating func findDead(
    _ index: Int, _ node: GraphNode, _ outcome: Turn, _ to: Int, _ dead: inout Set<Int>
  ) {
    switch node.kind {
    case .loop(.whileTrue(let condition)) where condition.form == .all([]): return
    case .loop(.until) where outcome == .round:
      return add(
        "needless-loop", .warning, index, "\(graph.words(index)) never has a second round")
    case .loop where outcome == .end:
      let isEndless =
        space.states.indices.contains {
          space.isSure[$0] && space.states[$0].node == index && !space.canEnd[$0]
        } || space.faults.contains { $0.cut.fault == .limit && loop(around: $0.cut.node) == index }
      if isEndless { return }
    case .select
    where outcome == .fallback && (graph.steps[node.step][.otherwise]?.isEmpty ?? true): return
    default: break
    }
    dead.insert(to)
    let because = because(index) { $0.outcome == outcome }
    let code =
      switch node.kind {
      case .select: "dead-case"
      case .choice: "dead-choice"
      default: "constant-condition"
      }
    add(
      code, .warning, index,
      "\(graph.words(index)) → \(graph.words(outcome, of: index)) never happens\(because)")
  }

  /// Tells of the topmost steps that nothing leads to, outside those that a dead outcome leads to.
  private mutating func findUnreachable(_ reached: Set<Int>, _ dead: Set<Int>) {
    let inside = dead.compactMap { node -> Range<Int>? in
      let step = graph.nodes[node].step
      return step < 0 ? nil : step..<step + graph.sources[step].count
    }
    func isLost(_ index: Int) -> Bool {
      !reached.contains(index) && !dead.contains(index) && !graph.unsure[index]
    }
    func isTold(_ index: Int) -> Bool {
      switch graph.nodes[index].kind {
      case .end(nil), .exit, .sets(_, _, isCancel: false), .jump, .loop: false
      default: true
      }
    }
    /// What comes behind a node, without another round.
    func next(_ index: Int) -> [Int] {
      let node = graph.nodes[index]
      return node.edges.map(\.to).filter {
        graph.nodes[$0].step >= node.step || graph.nodes[$0].step < 0
      }
    }
    let lost = graph.nodes.indices.filter { isLost($0) && isTold($0) }
    let below = LibrettoKnowledge.reached(from: lost.flatMap(next), of: graph.nodes.count) {
      isLost($0) && !isTold($0) ? next($0) : []
    }
    for index in lost where !below[index] {
      let step = graph.nodes[index].step
      if inside.contains(where: { $0.contains(step) }) { continue }
      add("unreachable", .warning, index, "\(graph.words(index)) is never reached")
    }
  }

  private mutating func findEndless() {
    var told: Set<Int> = []
    for state in space.states.indices where space.isSure[state] && !space.canEnd[state] {
      guard let loop = loop(around: space.states[state].node), told.insert(loop).inserted else {
        continue
      }
      let after = reason(space.walk(to: state), isStuck: true) { !space.canEnd[$0] }
      add("endless-loop", .error, loop, "\(graph.words(loop)) never ends\(after)")
    }
  }

  private func loop(around node: Int) -> Int? {
    graph.nodes.indices.first { index in
      guard case .loop = graph.nodes[index].kind else { return false }
      return graph.body(of: index).contains(node)
    }
  }

  private mutating func findMissingCases() {
    for (index, node) in graph.nodes.enumerated() {
      guard case .select(let selection) = node.kind,
        graph.steps[node.step][.otherwise] == nil
      else { continue }
      guard let move = first(at: index, where: { $0.outcome == .fallback }),
        let value = space.states[move.state].store[node.slot]
      else { continue }
      switch value {
      case .constant: break
      case .variable(let variable)
      where space.states[move.state].domains[variable].values != nil:
        break
      default: continue
      }
      var shown = "a value"
      if let replay = space.replay(space.walk(to: move)).replay, let values = space.values(replay),
        let known = replay.steps.last?.store[node.slot]?.value(values)
      {
        shown = "“\(graph.domains[node.slot].outer(known))”"
      }
      add(
        "missing-case", .warning, index,
        "switch “\(selection.key.name)” has no case for \(shown)")
    }
  }

  // MARK: By the look of a step

  private mutating func look() {
    for (index, node) in graph.nodes.enumerated() {
      switch node.kind {
      case .choice(let prompt):
        var titles: [String: Int] = [:]
        var order: [String] = []
        for choice in prompt.choices where choice.condition == nil {
          titles[choice.title.template, default: 0] += 1
          if titles[choice.title.template] == 2 { order.append(choice.title.template) }
        }
        for title in order {
          add("same-title", .warning, index, "\(graph.words(index)) offers “\(title)” twice")
        }
        if prompt.choices.allSatisfy({ $0.role == .destructive }) {
          add(
            "no-way-out", .warning, index,
            "\(graph.words(index)) can only be answered by something destructive")
        }
        for choice in prompt.choices where choice.role == .destructive && choice.isDefault {
          add(
            "destructive-preferred", .warning, index,
            "\(graph.words(index)) takes the destructive “\(choice.title.template)” for Return")
        }
      case .tryAgain(let load) where load >= 0:
        guard let failed = graph.nodes[load][.failed] else { continue }
        let isReached = reached(from: [failed], of: graph.nodes.count) { next in
          graph.nodes[next].isQuestion ? [] : graph.nodes[next].edges.map(\.to)
        }
        if isReached[index] {
          add(
            "reload-without-asking", .warning, index,
            "\(graph.words(load)) is tried again and again while it fails, and nobody is asked")
        }
      default: break
      }
    }
  }

  /// Marks what the author allows, and tells of allowances without a finding.
  private mutating func allow() {
    for (step, source) in graph.sources.enumerated() {
      for allowance in source.allowances {
        let places = findings.indices.filter {
          findings[$0].step == step && findings[$0].code == allowance.code
        }
        for place in places { findings[place].allowance = allowance.reason }
        if places.isEmpty {
          let known = Self.codes.contains(allowance.code)
          let near = nearest(to: allowance.code, among: Self.codes)
          let why =
            known
            ? "isn’t found here; remove the allowance"
            : "is no finding" + (near.map { "; did you mean “\($0)”?" } ?? "; the guide lists them")
          findings.append(
            Finding(
              code: "idle-silence", severity: .warning,
              message: "\(graph.words(step: step)) allows “\(allowance.code)”, which \(why)"
                .neutralised, place: source.place, step: step))
        }
      }
    }
  }
}

extension GraphNode {
  /// Whether it is a finding if one of its outcomes never happens.
  fileprivate var canBeDead: Bool {
    switch kind {
    case .when, .hidden, .select, .choice, .yesNo, .chosen: true
    case .loop(let loop): if case .times = loop { false } else { true }
    default: false
    }
  }
}
