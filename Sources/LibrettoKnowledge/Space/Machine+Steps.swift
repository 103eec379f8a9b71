import LibrettoCore

// The ways in which each kind of step can be left.

extension Machine {
  /// The ways in which a node can be left.
  /// - Parameters:
  ///   - index: the node.
  ///   - store: what is known of the answers there.
  ///   - rounds: the rounds of open loops.
  ///   - scope: the variables; new ones are added.
  mutating func ways(
    _ index: Int, _ store: Store, _ rounds: Rounds, _ scope: inout Scope
  ) -> [Way] {
    let node = graph.nodes[index]
    for slot in node.required where !store.contains(slot) { return [unset(slot, store)] }
    var (guards, faults): ([Literal], [Way]) = ([], [])
    for calculation in Graph.calculations(node) {
      zeros(calculation.form, store, &scope, &guards, &faults)
    }
    var ways = left(index, node, store, rounds, &scope)
    if !guards.isEmpty {
      for index in ways.indices where ways[index].fault == nil { ways[index].literals += guards }
    }
    ways += faults
    return ways
  }

  private func unset(_ slot: Int, _ store: Store, _ literals: [Literal] = []) -> Way {
    fault(.unset(graph.keys[slot].name), store, literals)
  }

  private func fault(_ fault: Fault, _ store: Store, _ literals: [Literal] = []) -> Way {
    Way(outcome: .fault, to: -1, store: store, literals: literals, fault: fault)
  }

  /// Adds the failures of divisions by zero in a formula, and what has to be true without them.
  private func zeros(
    _ form: Calculation.Form, _ store: Store, _ scope: inout Scope, _ guards: inout [Literal],
    _ faults: inout [Way]
  ) {
    for divisor in form.divisors {
      guard let ways = try? ways(divisor, of: divisor, store, &scope) else { continue }
      for (literals, value) in ways where value != .given {
        let sides = compare(value, .equal, .constant(.int(0)), &scope)
        if let yes = sides.yes {
          faults.append(fault(.zero(form.description), store, literals + yes))
          if ways.count == 1, let no = sides.no { guards += no }
        }
      }
    }
  }

  private mutating func left(
    _ index: Int, _ node: GraphNode, _ store: Store, _ rounds: Rounds, _ scope: inout Scope
  ) -> [Way] {
    switch node.kind {
    case .end, .fail, .back: return []
    case .say, .page, .jump: return [Way(outcome: .next, to: node.edges[0].to, store: store)]
    case .review(_):
      return [Way(outcome: .submitted, to: node.edges[0].to, store: store, answer: .submit)]
    case .exit(let inside):
      var way = Way(outcome: .next, to: node.edges[0].to, store: store)
      if !rounds.isEmpty {
        way.rounds = rounds.filter { !inside.contains($0.key & (Space.forced - 1)) }
      }
      return [way]
    case .store(let slot, let calculation): return stored(node, slot, calculation, store, &scope)
    case .when(let condition):
      return branched(node, condition, (.then, .otherwise), store, &scope)
    case .hidden(let condition, let slot):
      var ways = branched(node, condition, (.asked, .hidden), store, &scope)
      for index in ways.indices where ways[index].outcome == .hidden {
        ways[index].store[slot] = nil
      }
      return ways
    case .loop(.times(let times)):
      let count = rounds[index] ?? 0
      guard count < times, let to = node[.round] else {
        return [Way(outcome: .end, to: node[.end] ?? -1, store: store)]
      }
      var way = Way(outcome: .round, to: to, store: store)
      way.rounds = rounds
      way.rounds?[index] = count + 1
      return [way]
    case .loop(.whileTrue(let condition)):
      return branched(node, condition, (.round, .end), store, &scope)
    case .loop(.until(let condition)):
      return branched(node, condition, (.end, .round), store, &scope)
    case .select(let slot, let selection): return selected(node, slot, selection, store, &scope)
    case .question(let prompt, let slot): return asked(node, prompt, slot, store, &scope)
    case .several(let prompt, let slot, let source):
      return several(node, prompt, slot, source, store, &scope)
    case .chosen(let prompt, let slot, let source):
      return chosen(node, prompt, slot, source, store, &scope)
    case .yesNo(_, let slot):
      var ways = [true, false].map { isYes in
        var way = Way(
          outcome: isYes ? .yes : .no, to: node[isYes ? .yes : .no] ?? -1, store: store,
          answer: .yes(isYes))
        way.store[slot] = .constant(.bool(isYes))
        return way
      }
      ways += late(node, store)
      return ways
    case .choice(let prompt, let slot): return chosen(node, prompt, slot, store, &scope)
    case .action(let action): return performed(node, action, store, &scope)
    case .load(let load): return loaded(node, load, store, &scope)
    case .tryAgain(let load):
      let count = rounds[load] ?? 0
      if load < 0 { return [] }
      if count >= Self.mostReloads { return [fault(.reloads, store)] }
      var way = Way(outcome: .again, to: load, store: store)
      way.rounds = rounds
      way.rounds?[load] = count + 1
      return [way]
    case .operation(_, let slot):
      let isCancelled = slot >= 0 && store[slot] == .constant(.string("cancelled"))
      let outcome: Turn = isCancelled ? .cancelled : .starts
      return [Way(outcome: outcome, to: node[outcome] ?? -1, store: store)]
    case .caught(let slot):
      var way = Way(outcome: .next, to: node.edges[0].to, store: store)
      way.store[slot] = .constant(.string("not possible"))
      return [way]
    case .ended(_, let slot, let isFailed):
      var way = Way(outcome: .next, to: node.edges[0].to, store: store)
      way.store[slot] = .constant(.string(isFailed ? "failed" : "ended"))
      return [way]
    case .cancel(_, let slot):
      var way = Way(outcome: .next, to: node.edges[0].to, store: store)
      if slot >= 0, !store.contains(slot) { way.store[slot] = .constant(.string("cancelled")) }
      return [way]
    }
  }

  private func stored(
    _ node: GraphNode, _ slot: Int, _ calculation: Calculation, _ store: Store,
    _ scope: inout Scope
  ) -> [Way] {
    // A value that decides nothing is there, and that is enough.
    let isIdle = slot < 0 || !graph.nodes[node.edges[0].to].matters.contains(slot)
    if isIdle, calculation.form.divisors.isEmpty {
      var way = Way(outcome: .next, to: node.edges[0].to, store: store)
      way.store[slot] = .given
      return [way]
    }
    do throws(Stop) {
      let found = try ways(calculation.form, of: calculation.form, store, &scope)
      return found.map { literals, value in
        var way = Way(outcome: .next, to: node.edges[0].to, store: store, literals: literals)
        if case .constant(let known) = value, slot >= 0 {
          way.store[slot] = .constant(domain(slot).inner(known))
        } else {
          way.store[slot] = value
        }
        return way
      }
    } catch {
      switch error {
      case .unset(let slot): return [unset(slot, store)]
      case .zero: return [fault(.zero(calculation.description), store)]
      case .overflow: return [fault(.overflow, store)]
      }
    }
  }

  private mutating func branched(
    _ node: GraphNode, _ condition: Condition, _ outcomes: (yes: Turn, no: Turn),
    _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    var number = 0
    return ways(condition.form, store, &scope, &number).map { truth, literals, atoms in
      switch truth {
      // A condition for a question that reads a key without an answer doesn't hold.
      case .unset, .zero, .overflow:
        if outcomes.no == .hidden {
          return Way(
            outcome: .hidden, to: node[.hidden] ?? -1, store: store, literals: literals)
        }
        if case .unset(let slot) = truth { return unset(slot, store, literals) }
        return fault(
          truth == .zero ? .zero(condition.description) : .overflow, store, literals)
      case .yes, .no:
        let outcome = truth == .yes ? outcomes.yes : outcomes.no
        return Way(
          outcome: outcome, to: node[outcome] ?? -1, store: store, literals: literals, atoms: atoms)
      }
    }
  }

  private func selected(
    _ node: GraphNode, _ slot: Int, _ selection: Node.Selection, _ store: Store,
    _ scope: inout Scope
  ) -> [Way] {
    guard let value = store[slot] else { return [unset(slot, store)] }
    var found: [Way] = []
    var rest: [[Literal]] = [[]]
    for (index, values) in selection.cases.enumerated() {
      for other in values {
        let sides = compare(value, .equal, .constant(domain(slot).inner(other)), &scope)
        if let yes = sides.yes {
          found += rest.map {
            Way(
              outcome: .selected(index), to: node[.selected(index)] ?? -1, store: store,
              literals: $0 + yes)
          }
        }
        rest = sides.no.map { no in rest.map { $0 + no } } ?? []
      }
    }
    return found
      + rest.map {
        Way(outcome: .fallback, to: node[.fallback] ?? -1, store: store, literals: $0)
      }
  }

  private func late(_ node: GraphNode, _ store: Store) -> [Way] {
    node[.timedOut].map { [Way(outcome: .timedOut, to: $0, store: store, answer: .late)] } ?? []
  }

  private mutating func asked(
    _ node: GraphNode, _ prompt: Prompt, _ slot: Int, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    let domain = prompt.key.map { Domain($0.type) } ?? .text
    var base: [Literal] = []
    let variable = scope.fresh(
      domain, &base, hint: hint(slot, prompt.key, domain, prompt))
    base += typed(prompt, variable, domain)
    var found: [Way] = []
    for rules in ways(prompt.rules, variable, store, &scope) {
      found += given(node, slot, variable, base + rules, store, &scope)
    }
    for rule in prompt.rules {
      guard case .range(let minimum?, let maximum?, _) = rule.kind,
        minimum.given == nil || maximum.given == nil,
        let lows = try? ways(minimum.form, of: minimum.form, store, &scope),
        let highs = try? ways(maximum.form, of: maximum.form, store, &scope)
      else { continue }
      for (first, low) in lows {
        for (second, high) in highs where low != .given && high != .given {
          func inner(_ bound: Expression) -> Expression {
            if case .constant(let value) = bound { .constant(domain.inner(value)) } else { bound }
          }
          if let yes = compare(inner(high), .less, inner(low), &scope).yes {
            found.append(fault(.crossing, store, first + second + yes))
          }
        }
      }
    }
    if let to = node[.leftOut] {
      var way = Way(outcome: .leftOut, to: to, store: store, answer: .leftOut)
      // Nothing is a value of an optional type.
      way.store[slot] = prompt.isOptional ? nil : .constant(.null)
      found.append(way)
    }
    return found + late(node, store)
  }

  private mutating func given(
    _ node: GraphNode, _ slot: Int, _ variable: Int, _ literals: [Literal], _ store: Store,
    _ scope: inout Scope
  ) -> [Way] {
    classes(slot, variable, literals, store, &scope).map { more, words in
      var way = Way(
        outcome: .given, to: node[.given] ?? -1, store: store, literals: literals + more,
        answer: .value(.variable(variable)), answerClass: words)
      way.store[slot] = .variable(variable)
      return way
    }
  }

  /// The value that a choice stands for.
  private func value(_ choice: Choice) -> Value { choice.value ?? .string(choice.id) }

  private mutating func several(
    _ node: GraphNode, _ prompt: Prompt, _ slot: Int, _ source: Int, _ store: Store,
    _ scope: inout Scope
  ) -> [Way] {
    let element: Domain =
      if case .list(let element, _)? = prompt.key.map({ Domain($0.type) }) { element } else {
        .text
      }
    var offers: [(values: [Value], literals: [Literal])] = [([], [])]
    var found: [Way] = []
    var list: Int?
    if source >= 0 {
      switch store[source] {
      case .constant(.list(let values))?: offers = [(values, [])]
      case .variable(let variable)?:
        list = variable
        found.append(
          fault(
            .nothingToChoose, store,
            [.row(Row(terms: [Term(variable, isLength: true)], relation: .atMost, bound: 0))]))
      default: list = -1
      }
    } else {
      for choice in prompt.choices {
        let value = value(choice)
        guard let condition = choice.condition else {
          offers = offers.map { ($0.values + [value], $0.literals) }
          continue
        }
        var number = 0
        var next: [(values: [Value], literals: [Literal])] = []
        for way in ways(condition.form, store, &scope, &number) {
          next += offers.map {
            (way.truth == .yes ? $0.values + [value] : $0.values, $0.literals + way.literals)
          }
        }
        offers =
          next.count > 64
          ? next.filter { !solver.refutes($0.literals, scope.domains) } : next
      }
    }
    for (values, literals) in offers {
      if values.isEmpty, list == nil {
        found.append(fault(.nothingToChoose, store, literals))
        continue
      }
      var base = literals
      let domain = Domain.list(element, offered: list == nil ? values.map(element.inner) : nil)
      let variable = scope.fresh(
        domain, &base, hint: list == nil ? .list(Array(values.prefix(1)).map(element.inner)) : nil)
      var kinds: [[Literal]] = [[]]
      if let list { kinds = chosen(variable, of: list, element, &scope) }
      for kind in kinds {
        for rules in ways(prompt.rules, variable, store, &scope) {
          found += given(node, slot, variable, base + kind + rules, store, &scope)
        }
      }
    }
    return found + late(node, store)
  }

  /// What can be chosen of a list that isn't known: nothing, one of its values, or more, of which the
  /// solver can't say that the list has them all.
  /// - Parameters:
  ///   - some: the variable of what is chosen.
  ///   - list: the variable of the list; −1 if it is worked out.
  private func chosen(
    _ some: Int, of list: Int, _ element: Domain, _ scope: inout Scope
  ) -> [[Literal]] {
    func count(_ variable: Int, _ relation: Row.Relation, _ bound: Int, _ times: Int = 1) -> Literal
    {
      .row(
        Row(terms: [Term(variable, isLength: true, times: times)], relation: relation, bound: bound)
      )
    }
    let none = [count(some, .atMost, 0)]
    let isWorkedOut = Literal.opaque("a list that is worked out")
    guard list >= 0 else { return [none, [count(some, .atMost, -1, -1), isWorkedOut]] }
    let isOffered = count(list, .atMost, -1, -1)
    var one = [isOffered, count(some, .equal, 1)]
    let value = scope.fresh(element, &one)
    one += [.member(list, value), .member(some, value)]
    return [
      none + [isOffered], one,
      [isOffered, count(some, .atMost, -2, -1), .opaque("what is chosen of a list")],
    ]
  }

  private func chosen(
    _ node: GraphNode, _ prompt: Prompt, _ slot: Int, _ source: Int, _ store: Store,
    _ scope: inout Scope
  ) -> [Way] {
    guard let to = node[.some], let list = store[source] else { return [] }
    var found: [Way] = []
    switch list {
    case .constant(.list(let values)):
      found = values.map { value in
        var way = Way(outcome: .some, to: to, store: store, answer: .value(.constant(value)))
        way.store[slot] = .constant(value)
        return way
      }
      if values.isEmpty { found = [fault(.nothingToChoose, store)] }
    case .variable(let list):
      guard case .list(let element, _) = scope.domains[list] else { return [] }
      var base: [Literal] = []
      let variable = scope.fresh(element, &base)
      if element == .text { base.append(.text(variable, .length(1, nil), true)) }
      var way = Way(
        outcome: .some, to: to, store: store, literals: base + [.member(list, variable)],
        answer: .value(.variable(variable)))
      way.store[slot] = .variable(variable)
      found = [
        way,
        fault(
          .nothingToChoose, store,
          [.row(Row(terms: [Term(list, isLength: true)], relation: .atMost, bound: 0))]),
      ]
    default:
      var way = Way(
        outcome: .some, to: to, store: store, literals: [.opaque("a list that is worked out")])
      way.store[slot] = .given
      found = [way]
    }
    return found + late(node, store)
  }

  private mutating func chosen(
    _ node: GraphNode, _ prompt: Prompt, _ slot: Int, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    var found: [Way] = []
    var none: [[Literal]] = [[]]
    for (index, choice) in prompt.choices.enumerated() {
      var way = Way(
        outcome: .choice(index), to: node[.choice(index)] ?? -1, store: store,
        answer: .choice(index))
      if slot >= 0 { way.store[slot] = .constant(domain(slot).inner(value(choice))) }
      guard let condition = choice.condition else {
        none = []
        found.append(way)
        continue
      }
      var number = 0
      var off: [[Literal]] = []
      for (truth, literals, atoms) in ways(condition.form, store, &scope, &number) {
        if truth == .yes {
          way.literals = literals
          way.atoms = atoms
          found.append(way)
        } else {
          off.append(literals)
        }
      }
      none = Array(none.flatMap { known in off.map { known + $0 } }.prefix(256))
    }
    found += none.map { fault(.nothingToChoose, store, $0) }
    return found + late(node, store)
  }

  // MARK: Work

  private func failed(
    _ node: GraphNode, _ name: String, _ store: Store
  ) -> Way {
    Way(
      outcome: .failed, to: node[.failed] ?? -1, store: store, answer: .failed,
      fault: node[.failed] == nil ? .unhandled(name) : nil)
  }

  private mutating func performed(
    _ node: GraphNode, _ action: Node.Action, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    var failed = failed(node, action.name, store)
    failed.store[graph.slot(action.error)] = .constant(.string("not possible"))
    let to = node[.done] ?? -1
    var found: [Way] = []
    let result = graph.slot(action.result)
    if let key = action.result, action.writes?.isEmpty ?? false {
      var base: [Literal] = []
      let domain = Domain(key.type)
      let variable = scope.fresh(domain, &base, hint: hint(result, key, domain, nil))
      for (more, words) in classes(result, variable, base, store, &scope) {
        var way = Way(
          outcome: .done, to: to, store: store, literals: base + more,
          answer: .writes([(key, variable)]), answerClass: words)
        way.store[result] = .variable(variable)
        found.append(way)
      }
      return found + [failed]
    }
    // Work may write what it declares, or any key; tests prefer that it writes what is still needed.
    let next = graph.nodes[to]
    typealias Written = [(key: KeyReference, variable: Int)]
    func writes(_ all: Bool, _ scope: inout Scope) -> (literals: [Literal], written: Written) {
      var literals: [Literal] = []
      var written: Written = []
      for slot in next.needed.slots where slot < graph.keys.count && slot != result {
        if graph.isSecret[slot] || graph.ofEngine.contains(slot) { continue }
        let key = graph.keys[slot]
        if let declared = action.writes, !declared.contains(where: { $0.name == key.name }) {
          continue
        }
        if store.contains(slot), !all || !next.matters.contains(slot) { continue }
        let domain = graph.domains[slot]
        written.append((key, scope.fresh(domain, &literals, hint: hint(slot, key, domain, nil))))
      }
      if let key = action.result {
        let domain = Domain(key.type)
        written.append((key, scope.fresh(domain, &literals, hint: hint(result, key, domain, nil))))
      }
      return (literals, written)
    }
    func way(_ literals: [Literal], _ written: Written, _ cost: Int) -> Way {
      var way = Way(
        outcome: .done, to: to, store: store, literals: literals, answer: .writes(written),
        cost: cost)
      for (key, variable) in written { way.store[graph.slot(key)] = .variable(variable) }
      return way
    }
    let (literals, written) = writes(false, &scope)
    found.append(way(literals, written, 0))
    let less = written.filter {
      $0.key == action.result || !graph.tested.contains(graph.slot($0.key))
    }
    if less.count < written.count { found.append(way(literals, less, 1)) }
    let (more, all) = writes(true, &scope)
    if all.count > written.count { found.append(way(more, all, 2)) }
    return found + [failed]
  }

  private mutating func loaded(
    _ node: GraphNode, _ load: Node.Load, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    let slot = graph.slot(load.key)
    var literals: [Literal] = []
    let domain = Domain(load.key.type)
    let variable = scope.fresh(domain, &literals, hint: hint(slot, load.key, domain, nil))
    if domain == .text { literals.append(.text(variable, .length(1, nil), true)) }
    if domain.isList {
      literals.append(
        .row(Row(terms: [Term(variable, isLength: true, times: -1)], relation: .atMost, bound: -1)))
    }
    var base = store
    base[slot] = nil
    func ended(_ name: String) -> Store {
      var store = base
      store[graph.slot(load.state)] = .constant(.string(name))
      return store
    }
    var found: [Way] = []
    for (more, words) in classes(slot, variable, literals, store, &scope) {
      var way = Way(
        outcome: .data, to: node[.data] ?? -1, store: ended("data"), literals: literals + more,
        answer: .value(.variable(variable)), answerClass: words)
      way.store[slot] = .variable(variable)
      found.append(way)
    }
    if graph.steps[node.step][.empty]?.isEmpty == false || domain == .text || domain.isList {
      found.append(
        Way(outcome: .empty, to: node[.empty] ?? -1, store: ended("empty"), answer: .empty))
    }
    var failed = failed(node, load.name, ended("failed"))
    failed.store[graph.slot(load.error)] = .constant(.string("not possible"))
    return found + [failed]
  }
}
