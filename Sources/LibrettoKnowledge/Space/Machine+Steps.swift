import LibrettoCore

// The ways in which each kind of step can be left.

extension Machine {
  /// The ways in which a node can be left.
  /// - Parameters:
  ///   - index: the node.
  ///   - store: what is known of the answers there.
  ///   - rounds: the rounds of open loops.
  ///   - scope: the variables; new ones are added.
  ///   - only: the outcome that is wanted, if ways with others may be left out.
  mutating func ways(
    _ index: Int, _ store: Store, _ rounds: Rounds, _ scope: inout Scope, only: Turn? = nil
  ) -> [Way] {
    let node = graph.nodes[index]
    for slot in node.required where !store.contains(slot) {
      return [fault(.unset(graph.keys[slot].name), store)]
    }
    let (byZero, none) = divisions(node.formulas, store, scope)
    var ways: [Way] = []
    if let none {
      ways = left(index, node, store, rounds, &scope, only)
      if node[.timedOut] != nil { ways.append(way(.timedOut, node, store, answer: .late)) }
      for index in ways.indices where ways[index].fault == nil { ways[index].literals += none }
    }
    return ways + byZero.map { fault(.zero, store, $0) }
  }

  private func fault(_ fault: Fault, _ store: Store, _ literals: [Literal] = []) -> Way {
    Way(outcome: .fault, to: -1, store: store, literals: literals, fault: fault)
  }

  /// A way with an outcome of a node, after which its key has another answer.
  private func way(
    _ outcome: Turn, _ node: GraphNode, _ store: Store, _ literals: [Literal] = [],
    answer: WayAnswer = .none, sets value: Expression? = nil, class answerClass: AnswerClass? = nil
  ) -> Way {
    var way = Way(
      outcome: outcome, to: node[outcome] ?? -1, store: store, literals: literals, answer: answer,
      answerClass: answerClass)
    if let value { way.store[node.slot] = value }
    return way
  }

  private mutating func left(
    _ index: Int, _ node: GraphNode, _ store: Store, _ rounds: Rounds, _ scope: inout Scope,
    _ only: Turn?
  ) -> [Way] {
    if let test = node.test { return branched(node, test, store, scope) }
    switch node.kind {
    case .end, .fail, .back, .when, .hidden, .loop(.whileTrue), .loop(.until): return []
    case .say, .page, .jump: return [way(.next, node, store)]
    case .review: return [way(.submitted, node, store, answer: .submit)]
    case .exit(let inside):
      var way = way(.next, node, store)
      way.rounds = rounds.filter { !inside.contains($0.key & (Space.forced - 1)) }
      return [way]
    case .store(_, let calculation): return [stored(node, calculation, store, scope)]
    case .loop(.times(let times)):
      let count = rounds[index] ?? 0
      guard count < times else { return [way(.end, node, store)] }
      var way = way(.round, node, store)
      way.rounds = rounds
      way.rounds?[index] = count + 1
      return [way]
    case .select(let selection): return selected(node, selection, store, scope)
    case .question(let prompt): return asked(node, prompt, store, &scope)
    case .several(let prompt): return several(node, prompt, store, &scope)
    case .chosen: return chosen(node, store, &scope)
    case .yesNo:
      return [true, false].map { isYes in
        way(
          isYes ? .yes : .no, node, store, answer: .yes(isYes),
          sets: .constant(.bool(isYes)))
      }
    case .choice(let prompt):
      if case .choice(let index)? = only, prompt.choices.allSatisfy({ $0.condition == nil }) {
        return [chosen(node, prompt.choices[index], index, store)]
      }
      return chosen(node, prompt, store, scope)
    case .action(let action):
      return recalled(index, node, store) { $0.performed(node, action, $1, &scope) }
    case .load(let load):
      return recalled(index, node, store) { $0.loaded(node, load, $1, &scope) }
    case .tryAgain(let load):
      if load < 0 { return [] }
      var way = Way(outcome: .again, to: load, store: store, rounds: rounds)
      way.rounds?[load] = min((rounds[load] ?? 0) + 1, Self.mostReloads)
      return [way]
    case .operation:
      let isCancelled = store[node.slot] == .constant(.string("cancelled"))
      return [way(isCancelled ? .cancelled : .starts, node, store)]
    case .sets(_, let value, let isCancel):
      let isKept = isCancel && store.contains(node.slot)
      return [way(.next, node, store, sets: isKept ? nil : .constant(.string(value)))]
    }
  }

  private func stored(
    _ node: GraphNode, _ calculation: Calculation, _ store: Store, _ scope: Scope
  ) -> Way {
    // A value that decides nothing is there, and that is enough.
    if node.slot < 0 || !graph.nodes[node.edges[0].to].matters.contains(node.slot),
      calculation.form.divisors.isEmpty
    {
      return way(.next, node, store, sets: .given)
    }
    do throws(Fault) {
      var value = try value(calculation.form, of: calculation.form, store, scope)
      if case .constant(let known) = value { value = .constant(domain(node.slot).inner(known)) }
      return way(.next, node, store, sets: value)
    } catch {
      return fault(error, store)
    }
  }

  private mutating func branched(
    _ node: GraphNode, _ test: GraphNode.Test, _ store: Store, _ scope: Scope
  ) -> [Way] {
    var number = 0
    let hides = test.no == .hidden
    return ways(test.condition.form, store, scope, &number, hides: hides).map {
      truth, literals, atoms in
      if case .stopped(let why) = truth, !hides { return fault(why, store, literals) }
      // A condition for a question that reads a key without an answer doesn't hold.
      var way = way(truth == .yes ? test.yes : test.no, node, store, literals)
      way.atoms = atoms
      if way.outcome == .hidden { way.store[node.slot] = nil }
      return way
    }
  }

  private func selected(
    _ node: GraphNode, _ selection: Node.Selection, _ store: Store, _ scope: Scope
  ) -> [Way] {
    guard let value = store[node.slot] else {
      return [fault(.unset(selection.key.name), store)]
    }
    var found: [Way] = []
    var rest: [Literal] = []
    let domain = domain(node.slot)
    // A number or a text that is one value is none of the others, so that needn't be said.
    let isPlain = if case .variable = value { domain.isWhole || domain == .text } else { false }
    for (index, values) in selection.cases.enumerated() {
      for other in values.map(domain.inner) {
        let sides = compare(value, .equal, .constant(other), scope)
        if let yes = sides.yes {
          found.append(way(.selected(index), node, store, isPlain ? yes : rest + yes))
        }
        guard let no = sides.no else { return found }
        rest += no
      }
    }
    return found + [way(.fallback, node, store, rest)]
  }

  // MARK: Questions

  private mutating func asked(
    _ node: GraphNode, _ prompt: Prompt, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    let domain = prompt.key.map { Domain($0.type) } ?? .text
    var base: [Literal] = []
    let variable = scope.fresh(domain, &base, hint: hint(prompt.key, domain, prompt))
    base += typed(prompt, variable, domain)
    var found: [Way] = []
    if let rules = literals(prompt.rules, variable, store, scope) {
      found = given(.given, node, variable, base + rules, store, scope)
    }
    for case .range(let minimum?, let maximum?, _) in prompt.rules.map(\.kind)
    where minimum.given == nil || maximum.given == nil {
      guard let low = try? value(minimum.form, of: minimum.form, store, scope),
        let high = try? value(maximum.form, of: maximum.form, store, scope)
      else { continue }
      func inner(_ bound: Expression) -> Expression {
        if case .constant(let value) = bound { .constant(domain.inner(value)) } else { bound }
      }
      if low != .given, high != .given, let yes = compare(inner(high), .less, inner(low), scope).yes
      {
        found.append(fault(.crossing, store, yes))
      }
    }
    if node[.leftOut] != nil {
      var way = way(.leftOut, node, store, answer: .leftOut)
      // Nothing is a value of an optional type.
      way.store[node.slot] = prompt.isOptional ? nil : .constant(.null)
      found.append(way)
    }
    return found
  }

  /// The ways with an answer of each class.
  /// - Parameter work: the key that work writes, if it isn't an answer that somebody gives.
  private mutating func given(
    _ outcome: Turn, _ node: GraphNode, _ variable: Int, _ literals: [Literal], _ store: Store,
    _ scope: Scope, by work: KeyReference? = nil
  ) -> [Way] {
    let slot = work.map { graph.slot($0) } ?? node.slot
    return classes(slot, variable, literals, store, scope).map { more, answerClass in
      var way = way(
        outcome, node, store, literals + more,
        answer: work.map { .writes([($0, variable)]) } ?? .value(.variable(variable)),
        class: answerClass)
      way.store[slot] = .variable(variable)
      way.classCount = more.count
      return way
    }
  }

  private func isEmpty(_ list: Int) -> Literal { .number(Term(list, isLength: true), 0) }

  private func isOffered(_ list: Int) -> Literal {
    .number(Term(list, isLength: true, times: -1), -1)
  }

  private mutating func several(
    _ node: GraphNode, _ prompt: Prompt, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    var element = Domain.text
    if case .list(let domain, _)? = prompt.key.map({ Domain($0.type) }) { element = domain }
    guard prompt.source != nil else {
      return offers(prompt, store, scope).flatMap { values, literals in
        several(
          node, prompt, .list(element, offered: values.map(element.inner)), literals, store, &scope)
      }
    }
    switch store[node.source] {
    case .constant(.list(let values))?:
      let domain = Domain.list(element, offered: values.map(element.inner))
      return several(node, prompt, domain, [], store, &scope)
    case .variable(let list)?:
      let found = several(
        node, prompt, .list(element, offered: nil), [isOffered(list)], of: .variable(list), store,
        &scope)
      return found + [fault(.nothingToChoose, store, [isEmpty(list)])]
    default:
      return several(node, prompt, .list(element, offered: nil), [], of: .given, store, &scope)
    }
  }

  /// The options that are there, in each case.
  private mutating func offers(
    _ prompt: Prompt, _ store: Store, _ scope: Scope
  ) -> [(values: [Value], literals: [Literal])] {
    var offers: [(values: [Value], literals: [Literal])] = [([], [])]
    for choice in prompt.choices {
      guard let condition = choice.condition else {
        for index in offers.indices { offers[index].values.append(choice.answer) }
        continue
      }
      var number = 0
      offers = ways(condition.form, store, scope, &number, hides: true).flatMap { way in
        offers.map {
          ($0.values + (way.truth == .yes ? [choice.answer] : []), $0.literals + way.literals)
        }
      }
      if offers.count > 64 {
        offers = offers.filter { !solver.refutes($0.literals, scope.domains) }
      }
    }
    return offers
  }

  /// The ways in which several options are chosen.
  /// - Parameter list: the list with the options, if the flow doesn't contain them.
  private mutating func several(
    _ node: GraphNode, _ prompt: Prompt, _ domain: Domain, _ literals: [Literal],
    of list: Expression? = nil, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    var base = literals
    var hint: Value?
    if case .list(_, let offered?) = domain {
      if offered.isEmpty { return [fault(.nothingToChoose, store, literals)] }
      hint = .list([offered[0]])
    }
    let variable = scope.fresh(domain, &base, hint: hint)
    switch list {
    case nil: break
    case .given?: base.append(.opaque("a list that is worked out"))
    case let list?: base.append(.test(.within(list), of: .variable(variable), holds: true))
    }
    guard let rules = self.literals(prompt.rules, variable, store, scope) else { return [] }
    return given(.given, node, variable, base + rules, store, scope)
  }

  /// The ways in which one of the options from an answer is chosen.
  private mutating func chosen(
    _ node: GraphNode, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    switch store[node.source] {
    case .constant(.list(let values))?:
      if values.isEmpty { return [fault(.nothingToChoose, store)] }
      return values.map {
        way(.some, node, store, answer: .value(.constant($0)), sets: .constant($0))
      }
    case .variable(let list)?:
      guard case .list(let element, let offered) = scope.domains[list] else { return [] }
      if let offered, offered.count <= 64 {
        // Of what was chosen of these, each may be chosen.
        return offered.map { value in
          way(
            .some, node, store,
            [.test(.has(.constant(value)), of: .variable(list), holds: true)],
            answer: .value(.constant(value)), sets: .constant(value))
        } + [fault(.nothingToChoose, store, [isEmpty(list)])]
      }
      var base: [Literal] = []
      let variable = scope.fresh(element, &base)
      if element == .text {
        base.append(.test(.language(.length(1, nil)), of: .variable(variable), holds: true))
      }
      base.append(.test(.has(.variable(variable)), of: .variable(list), holds: true))
      return [
        way(
          .some, node, store, base, answer: .value(.variable(variable)), sets: .variable(variable)),
        fault(.nothingToChoose, store, [isEmpty(list)]),
      ]
    default:
      return [way(.some, node, store, [.opaque("a list that is worked out")], sets: .given)]
    }
  }

  private func chosen(_ node: GraphNode, _ choice: Choice, _ index: Int, _ store: Store) -> Way {
    way(
      .choice(index), node, store, answer: .choice(index),
      sets: .constant(domain(node.slot).inner(choice.answer)))
  }

  private mutating func chosen(
    _ node: GraphNode, _ prompt: Prompt, _ store: Store, _ scope: Scope
  ) -> [Way] {
    var found: [Way] = []
    var none: [[Literal]] = [[]]
    for (index, choice) in prompt.choices.enumerated() {
      let chosen = chosen(node, choice, index, store)
      guard let condition = choice.condition else {
        none = []
        found.append(chosen)
        continue
      }
      var number = 0
      var off: [[Literal]] = []
      let ways = ways(condition.form, store, scope, &number, hides: true)
      for (truth, literals, atoms) in ways {
        guard truth == .yes else {
          off.append(literals)
          continue
        }
        var way = chosen
        (way.literals, way.atoms) = (literals, atoms)
        found.append(way)
      }
      none = Array(none.flatMap { known in off.map { known + $0 } }.prefix(256))
    }
    return found + none.map { fault(.nothingToChoose, store, $0) }
  }

  // MARK: Work

  /// The way of work that fails, after which its error has a text.
  private func failed(
    _ node: GraphNode, _ name: String, _ error: KeyReference, _ store: Store
  ) -> Way {
    var way = way(.failed, node, store, answer: .failed)
    if way.to < 0 { way.fault = .unhandled(name) }
    way.store[graph.slot(error)] = .constant(.string(Space.error))
    return way
  }

  /// The ways of work, if it was performed before a step back that led to a question before it.
  private mutating func recalled(
    _ index: Int, _ node: GraphNode, _ store: Store, _ ways: (inout Machine, Store) -> [Way]
  ) -> [Way] {
    guard graph.hasBack, var memo = Trail(store[graph.memo]), let turn = memo.turn,
      let hasWritten = memo.take(index)
    else { return ways(&self, store) }
    var rest = store
    rest[graph.memo] = memo.expression
    let others = [memo, Trail(store[graph.work])]
    let isAlone = others.allSatisfy { $0.map { !$0.hasWritten } ?? false }
    let isEffect = if case .action(let action) = node.kind { !action.isPure } else { false }
    var passed = fault(.back("what it has set isn’t known any more"), store)
    if isEffect, !hasWritten { passed = way(.done, node, rest) }
    switch graph.recall(index, after: turn, isAlone: isAlone) {
    case .unknown: return [fault(.back("what it reads may have been set again"), store)]
    case .holds:
      passed.recalled = .held
      return [passed]
    case .stale:
      if !isEffect { return ways(&self, rest) }
      passed.recalled = .kept
      return ways(&self, rest).map { way in
        var way = way
        way.recalled = .again
        return way
      } + [passed]
    }
  }

  /// A variable for what work writes, with what is true of it because of its type.
  private func written(
    _ key: KeyReference, _ literals: inout [Literal], _ scope: inout Scope
  ) -> Int {
    let domain = Domain(key.type)
    let variable = scope.fresh(domain, &literals, hint: hint(key, domain))
    literals += typed(key, variable, domain)
    return variable
  }

  private mutating func performed(
    _ node: GraphNode, _ action: Node.Action, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    let failed = failed(node, action.name, action.error, store)
    let result = graph.slot(action.result)
    if let key = action.result, action.writes?.isEmpty ?? false {
      var base: [Literal] = []
      let variable = written(key, &base, &scope)
      return given(.done, node, variable, base, store, scope, by: key) + [failed]
    }
    // Work may write what it declares, or any key; tests prefer that it writes what is still needed.
    let next = graph.nodes[node[.done] ?? 0]
    let own = next.needed.members.filter { slot in
      slot < graph.keys.count && slot != result && !graph.isSecret[slot]
        && !graph.ofEngine.contains(slot)
        && action.writes?.contains { $0.name == graph.keys[slot].name } ?? true
    }
    func way(_ slots: [Int], _ cost: Int, _ scope: inout Scope) -> Way {
      var way = self.way(.done, node, store)
      var written: [(key: KeyReference, variable: Int)] = []
      for key in slots.map({ graph.keys[$0] }) + [action.result].compactMap(\.self) {
        let variable = self.written(key, &way.literals, &scope)
        written.append((key, variable))
        way.store[graph.slot(key)] = .variable(variable)
      }
      (way.answer, way.cost) = (.writes(written), cost)
      return way
    }
    let unset = own.filter { !store.contains($0) }
    let untested = unset.filter { !graph.tested.contains($0) }
    let all = own.filter { !store.contains($0) || next.matters.contains($0) }
    var found = [way(unset, 0, &scope)]
    if untested.count < unset.count { found.append(way(untested, 1, &scope)) }
    if all.count > unset.count { found.append(way(all, 2, &scope)) }
    return found + [failed]
  }

  private mutating func loaded(
    _ node: GraphNode, _ load: Node.Action, _ store: Store, _ scope: inout Scope
  ) -> [Way] {
    var literals: [Literal] = []
    let domain = Domain(load.key.type)
    let variable = written(load.key, &literals, &scope)
    let mayBeEmpty = domain == .text || domain.isList
    if domain == .text {
      literals.append(.test(.language(.length(1, nil)), of: .variable(variable), holds: true))
    }
    if domain.isList { literals.append(isOffered(variable)) }
    func ended(_ name: String) -> Store {
      var store = store
      store[node.slot] = nil
      if let state = load.state { store[graph.slot(state)] = .constant(.string(name)) }
      return store
    }
    var found = given(.data, node, variable, literals, ended("data"), scope)
    if mayBeEmpty || graph.steps[node.step][.empty]?.isEmpty == false {
      found.append(way(.empty, node, ended("empty"), answer: .empty))
    }
    return found + [failed(node, load.name, load.error, ended("failed"))]
  }
}

extension Choice {
  /// The answer that it stands for.
  var answer: Value { value ?? .string(id) }
}
