import LibrettoCore

// What a script does in a flow: the graph is walked with the values that the script gives. So it is
// known what a test covers that nobody generated.

/// A walk through the graph with the answers of a script.
struct Trace {
  /// The most steps of a walk.
  private static let mostSteps = 100_000
  /// The most of them behind each other that nobody answers; what follows is performed as by a run.
  private static let mostPlain = 1_000

  private(set) var items: Set<Item> = []
  /// The id of the step at which the script can't be followed further; nil if it leads to an end.
  private(set) var stop: String?

  private var machine: Machine
  private let graph: Graph
  private let criterion: Criterion
  private let answers: [String: [ScriptedAnswer]]
  private var used: [String: Int] = [:]
  private let today: CalendarDay
  /// What a step back finds.
  private var asked: [Visit] = []
  private var done: [Visit] = []
  private var memo: [Visit] = []

  /// A question or work that the script has come past.
  private struct Visit {
    let node: Int
    let before: Store
    let rounds: Rounds
    let after: Store
    let to: Int
    /// How many questions there were before it.
    let place: Int
  }

  init(
    _ space: Space, _ criterion: Criterion, _ answers: [String: [ScriptedAnswer]],
    today: CalendarDay
  ) {
    (machine, graph, self.criterion) = (space.machine, space.graph, criterion)
    (self.answers, self.today) = (answers, today)
    // Beside known answers, fewer classes are possible than in the states of the flow.
    machine.namesOnlyClass = true
    follow(space)
  }

  private mutating func follow(_ space: Space) {
    var node = graph.start
    var store = Store()
    store[graph.today] = .variable(0)
    var rounds: Rounds = [:]
    var calls = Calls(graph)
    var plain = 0
    for _ in 0..<Self.mostSteps {
      plain = graph.nodes[node].isQuestion ? 0 : plain + 1
      if plain > Self.mostPlain {
        let far = calls.perform(node, store, rounds)
        // The run fails there.
        if far.isEndless || far.cost.least > graph.flow.limits.stepsBetweenPrompts { return }
        (node, store, rounds) = (far.node, far.store, far.rounds)
      }
      let info = graph.nodes[node]
      if info.isEnd { return note(Way(outcome: .next, to: -1, store: store), node, space) }
      if case .back(let lead) = info.kind {
        guard let target = goBack(lead) else {
          node = info.edges[0].to
          continue
        }
        (node, store, rounds) = (target.node, target.before, target.rounds)
        continue
      }
      if let kept = recalled(node, store, rounds) {
        for slot in graph.writes(node) { store[slot] = kept.after[slot] }
        node = kept.to
        continue
      }
      var scope = Scope(domains: [.day])
      let ways = machine.ways(node, store, rounds, &scope)
      var values = [Value?](repeating: nil, count: scope.domains.count)
      values[0] = .int(today.number)
      guard let taken = choose(ways, node, info, scope, values) else {
        stop = info.step < 0 ? nil : graph.steps[info.step].id ?? graph.words(node)
        return
      }
      var way = taken.way
      note(way, node, space)
      if way.to < 0 { return }
      // What is known now is a value.
      for (slot, value) in zip(way.store.slots, way.store.values) where slot != graph.today {
        if let known = value.value(taken.values) { way.store[slot] = .constant(known) }
      }
      let visit = Visit(
        node: node, before: store, rounds: rounds, after: way.store, to: way.to,
        place: asked.count)
      if info.isQuestion { asked.append(visit) }
      if info.work != nil, way.outcome != .failed { done.append(visit) }
      rounds = way.rounds ?? rounds
      if case .tryAgain(let load) = info.kind { rounds[load] = 0 }
      store = way.store
      node = way.to
    }
    stop = graph.words(node)
  }

  private mutating func note(_ way: Way, _ node: Int, _ space: Space) {
    for item in space.items(node: node, Edge(way, at: 0), criterion) { items.insert(item) }
  }

  /// The way that the script takes, with the values of its variables.
  private mutating func choose(
    _ ways: [Way], _ node: Int, _ info: GraphNode, _ scope: Scope, _ values: [Value?]
  ) -> (way: Way, values: [Value?])? {
    var answer: ScriptedAnswer?
    if info.takesAnswer, info.step >= 0, let id = graph.steps[info.step].id {
      answer = next(id, info)
      if answer == nil { return nil }
    }
    for way in ways {
      var values = values
      if let answer, !way.takes(answer, graph, info, scope, &values) { continue }
      if way.literals.allSatisfy({ $0.holds(values) ?? false }) { return (way, values) }
    }
    return nil
  }

  /// The question to which a step back leads; nil if there is none.
  private mutating func goBack(_ lead: Int?) -> Visit? {
    guard let last = asked.last else { return nil }
    let isLead = lead != nil && graph.nodes[last.node].step == lead
    let target = asked[max(0, asked.count - (isLead ? 2 : 1))]
    memo += done.filter { $0.place > target.place }
    done.removeAll { $0.place > target.place }
    asked.removeSubrange(target.place...)
    return target
  }

  /// Work that isn't performed again after a step back; nil for other work.
  private mutating func recalled(_ node: Int, _ store: Store, _ rounds: Rounds) -> Visit? {
    guard let place = memo.lastIndex(where: { $0.node == node && $0.rounds == rounds }),
      let id = graph.steps[graph.nodes[node].step].id
    else { return nil }
    let visit = memo.remove(at: place)
    let left = (answers[id] ?? []).dropFirst(used[id, default: 0])
    var holds = left.isEmpty || visit.before == store
    if case .action(let action) = graph.nodes[node].kind, !action.isPure {
      holds = true
      // If it is stale, the script decides.
      if case .answer(let value)? = left.first?.kind {
        used[id, default: 0] += 1
        holds = !value.description.lowercased().hasSuffix("again")
      }
    }
    if holds { done.append(visit) }
    return holds ? visit : nil
  }

  private mutating func next(_ id: String, _ info: GraphNode) -> ScriptedAnswer? {
    if case .review = info.kind, answers[id] == nil { return ScriptedAnswer(.string("submit")) }
    while let list = answers[id], used[id, default: 0] < list.count {
      let answer = list[used[id, default: 0]]
      used[id, default: 0] += 1
      switch answer.kind {
      case .refused: continue
      case .failure:
        // Further tries belong to the same failure.
        let retries = info.work?.retries ?? 0
        var tries = 0
        while tries < retries, used[id, default: 0] < list.count,
          case .failure = list[used[id, default: 0]].kind
        {
          used[id, default: 0] += 1
          tries += 1
        }
        if tries < retries, used[id, default: 0] < list.count { continue }
        return answer
      default: return answer
      }
    }
    return nil
  }
}

extension GraphNode {
  /// Whether a script has an answer for it.
  var takesAnswer: Bool { work != nil || isQuestion }
}

extension Way {
  /// Whether an answer takes this way; gives the variables the values of the answer.
  fileprivate func takes(
    _ scripted: ScriptedAnswer, _ graph: Graph, _ node: GraphNode, _ scope: Scope,
    _ values: inout [Value?]
  ) -> Bool {
    switch (answer, scripted.kind) {
    case (.late, .timedOut), (.failed, .failure), (.empty, .answer(.null)): return true
    case (.submit, _): return true
    case (.leftOut, .answer(let value)): return value.isEmpty
    case (.yes(let isYes), .answer(let value)):
      if case .bool(let yes) = value { return yes == isYes }
      return value.description.lowercased().hasPrefix(isYes ? "y" : "n")
    case (.choice(let index), .answer(let value)):
      return node.prompt?.place(of: value) == index
    case (.writes(let written), .writes(let writes)):
      for (key, variable) in written {
        guard let value = writes[key.name] else { return false }
        values[variable] = scope.domains[variable].inner(value)
      }
      let needed = Set(writes.keys.filter { graph.slots[$0] != nil })
      return needed.isSubset(of: written.map(\.key.name))
    // Nothing is no value.
    case (.value, .answer(.null)): return false
    case (.value(let expression), .answer(let value)):
      guard case .variable(let variable) = expression else {
        return expression.value(values)?.description == value.description
      }
      values[variable] = scope.domains[variable].read(value, node.prompt)
      return values[variable] != nil
    case (.value(.variable(let variable)), .preset):
      values[variable] = node.prompt?.default?.given.map(scope.domains[variable].inner)
      return values[variable] != nil
    case (.choice(let index), .preset): return node.prompt?.choices[index].isDefault ?? false
    default: return false
    }
  }
}

extension Prompt {
  /// The choice that a script means by a value: its id, its value or its title.
  fileprivate func place(of value: Value) -> Int? {
    let word = value.description.lowercased()
    return choices.firstIndex { $0.id == value.description }
      ?? choices.firstIndex { $0.value == value }
      ?? choices.firstIndex { $0.title.template.lowercased() == word }
      ?? choices.firstIndex { $0.id.lowercased() == word }
  }
}

extension Domain {
  /// An answer of a script as the solver has it; nil if it doesn't fit.
  fileprivate func read(_ value: Value, _ prompt: Prompt?) -> Value? {
    switch (self, value) {
    case (.text, .string(let text)):
      return prompt?.transformed(.string(text)) ?? value
    case (.text, _): return .string(value.description)
    case (.list(let element, .some), .list(let values)):
      guard let prompt, !prompt.choices.isEmpty else { return .list(values.map(element.inner)) }
      let places = values.compactMap { prompt.place(of: $0) }
      if places.count < values.count { return nil }
      return .list(
        Set(places).sorted().map {
          element.inner(prompt.choices[$0].value ?? .string(prompt.choices[$0].id))
        })
    case (.oneOf(let values), _):
      return values.first { $0.isSame(as: value) }
        ?? values.first { $0.description.lowercased() == value.description.lowercased() }
    case (.whole, .string(let text)): return Int(text.trimmed).map(Value.int)
    case (.real, .string(let text)): return Double(text.trimmed).map(Value.double)
    default: return inner(value)
    }
  }
}
