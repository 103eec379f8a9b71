// How each kind of step is walked.

extension MissingAnswers {
  /// One of the paths that continue from a place: what is learnt on it, and the steps that follow.
  struct Path {
    var key: KeyReference?
    var known: Knowledge.Known?
    /// The fields of an alert, which are asked before the steps.
    var fields: [Prompt] = []
    var steps: [Node] = []
  }

  // `walk`, `step` and `follow` call each other once for each level, because the stack may be 512
  // KiB.

  mutating func step(_ node: Node) {
    switch node {
    case .say, .wait, .cancelOperation: break
    case .prompt(let prompt): prompt.kind == .form ? form(prompt) : ask(prompt)
    case .action(let action): act(action)
    case .load(let load): self.load(load, node)
    case .operations(let group): operations(group)
    case .operation(let operation): walk(operation.steps)
    case .select(let selection): select(selection)
    case .when(let condition, let then, let otherwise):
      switch knowledge.holds(condition.form) {
      case true?: walk(then)
      case false?: walk(otherwise)
      case nil: follow([Path(steps: then), Path(steps: otherwise)])
      }
    case .loop(let loop, let body): self.loop(loop, body)
    case .leave:
      if !breaks.isEmpty { breaks[breaks.count - 1].append(knowledge) }
      reach = .none
    // They continue from an earlier place, and in the end take another branch.
    case .reload, .back: reach = .none
    case .store(let key, let value):
      knowledge[key.name] = .value(key.type.value(exactly: value) ?? value)
    case .finish, .fail: end()
    case .subflow(let subflow): walk(subflow.steps)
    }
  }

  /// Walks each of the paths, and joins what is known after them; if there is none, the run ends.
  mutating func follow(_ paths: [Path]) {
    if paths.isEmpty { return end() }
    guard paths.count > 1 else { return follow(paths[0]) }
    let before = (knowledge: knowledge, isCertain: isCertain, reach: reach)
    var after: Knowledge?
    var ends: [Reach] = []
    isCertain = false
    for path in paths {
      (knowledge, reach) = (before.knowledge, .all)
      follow(path)
      ends.append(reach)
      if reach != .none { after = after?.joined(knowledge) ?? knowledge }
    }
    isCertain = before.isCertain
    knowledge = after ?? before.knowledge
    if ends.allSatisfy({ $0 == .all }) {
      reach = before.reach
    } else {
      reach = after == nil ? .none : .some
    }
  }

  private mutating func follow(_ path: Path) {
    if let key = path.key { knowledge[key.name] = path.known }
    for field in path.fields where reach != .none { ask(field) }
    walk(path.steps)
  }

  private mutating func select(_ selection: Node.Selection) {
    let key = selection.key
    var paths: [Path] = []
    for (index, item) in selection.cases.enumerated() {
      let tests = item.values.map {
        Condition.Form.compare(key, .equal, .value(key.type.value(exactly: $0) ?? $0))
      }
      switch knowledge.holds(.any(tests)) {
      case true?:
        paths.append(Path(steps: item.steps))
        return follow(paths)
      case false?: continue
      case nil: paths.append(Path(steps: selection.cases[index].steps))
      }
    }
    follow(paths + [Path(steps: selection.otherwise)])
  }

  // MARK: Loops

  private mutating func loop(_ loop: Node.Loop, _ body: [Node]) {
    let before = (reach: reach, endings: endings)
    breaks.append([])
    rounds.append(0)
    defer { rounds.removeLast() }
    switch loop {
    case .times(let times):
      var round = 0
      while round < times, walkRound(body) { round += 1 }
    case .whileTrue(let condition):
      var isNew = true
      while isNew, knowledge.holds(condition.form) == true { isNew = walkRound(body) }
      leave(knowledge.holds(condition.form).map { !$0 }, body)
    case .until(let condition):
      var isNew = walkRound(body)
      while isNew, knowledge.holds(condition.form) == false { isNew = walkRound(body) }
      leave(knowledge.holds(condition.form), body)
    }
    let left = breaks.removeLast()
    guard reach != .none || !left.isEmpty else { return }
    for other in left {
      knowledge = reach == .none ? other : knowledge.joined(other)
      reach = .some
    }
    reach = endings == before.endings ? before.reach : .some
  }

  /// Walks one round, and returns whether another one could bring something new.
  private mutating func walkRound(_ body: [Node]) -> Bool {
    let before = (knowledge: knowledge, learnt: learnt)
    rounds[rounds.count - 1] += 1
    walk(body)
    return reach != .none && !isPartial
      && (knowledge != before.knowledge || learnt != before.learnt)
  }

  /// Leaves a loop after the rounds that are known.
  /// - Parameter ends: whether the loop ends here; nil if that is unknown.
  private mutating func leave(_ ends: Bool?, _ body: [Node]) {
    guard reach != .none, ends != true else { return }
    // A round that brings nothing new and never ends the loop repeats forever.
    guard ends == nil else {
      reach = .none
      return
    }
    forget(body)
    let wasVague = isVague
    isVague = true
    follow([Path(steps: body), Path()])
    isVague = wasVague
  }

  /// Forgets everything that steps may write.
  mutating func forget(_ nodes: [Node]) {
    knowledge.forget(written(by: nodes))
  }

  /// The names of the keys that steps may write.
  private func written(by nodes: [Node]) -> Set<String> {
    nodes.reduce(into: []) { $0.formUnion($1.writtenKeys ?? Set(flow.keys.map(\.name))) }
  }

  // MARK: Operations

  private mutating func operations(_ group: [Node]) {
    var waiting = group.compactMap { node -> Node.Operation? in
      guard case .operation(let operation) = node else { return nil }
      return operation
    }
    var before: [String: Set<String>] = [:]
    while let index = waiting.firstIndex(where: { $0.after.allSatisfy { before[$0] != nil } }) {
      let operation = waiting.remove(at: index)
      let ancestors = operation.after.reduce(into: Set<String>()) {
        $0.formUnion((before[$1] ?? []).union([$1]))
      }
      before[operation.name] = ancestors
      let beside = group.filter {
        guard case .operation(let other) = $0 else { return false }
        return other.name != operation.name && !ancestors.contains(other.name)
      }
      perform(operation, beside: beside)
    }
  }

  /// Walks an operation; steps that run beside it may or may not have written anything yet.
  private mutating func perform(_ operation: Node.Operation, beside: [Node]) {
    let before = knowledge
    let theirs = written(by: beside)
    knowledge.forget(theirs)
    perform(operation)
    for key in theirs.subtracting(written(by: [.operation(operation)])) {
      knowledge[key] = before[key]
    }
  }

  private mutating func perform(_ operation: Node.Operation) {
    let before = (reach: reach, endings: endings)
    let isSure = !cancelled.contains(operation.name)
    follow(isSure ? [Path(steps: operation.steps)] : [Path(steps: operation.steps), Path()])
    knowledge.forget([operation.error.name, operation.state.name])
    guard let failure = operation.failure else { return }
    if reach == .none { reach = .some }
    follow([Path(steps: failure), Path()])
    reach = endings == before.endings ? before.reach : .some
  }
}
