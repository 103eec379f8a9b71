// How each kind of step is walked.

extension MissingAnswers {
  /// One of the paths that continue from a place: what is learnt on it, and the steps that follow.
  struct Path {
    var key: KeyReference?
    var known: Knowledge.Known?
    /// The fields of an alert, which are asked before the steps.
    var fields: [Node] = []
    var steps: [Node] = []
  }

  // `walk`, `step` and `follow` call each other once for each level, because the stack may be 512
  // KiB.

  mutating func step(_ node: Node) {
    switch node.kind {
    case .say, .heading, .note, .wait, .cancelOperation: break
    case .prompt(let prompt): prompt.kind == .form ? form(prompt, node) : ask(node)
    case .action(let action): act(action, node)
    case .load(let load): self.load(load, node)
    case .operations: operations(node[.body] ?? [])
    case .select(let selection): select(selection, node)
    case .when(let condition):
      let (then, otherwise) = (node[.then] ?? [], node[.otherwise] ?? [])
      switch knowledge.holds(condition.form) {
      case true?: walk(then)
      case false?: walk(otherwise)
      case nil: follow([Path(steps: then), Path(steps: otherwise)])
      }
    case .loop(let loop): self.loop(loop, node[.body] ?? [])
    case .leave:
      if !breaks.isEmpty { breaks[breaks.count - 1].append(knowledge) }
      reach = .none
    // They continue from an earlier place, and in the end take another branch.
    case .tryAgain, .back: reach = .none
    case .store(let key, let calculation):
      let value = calculation.known(knowledge.value)
      knowledge[key.name] = value.map { .value(key.type.value(exactly: $0) ?? $0) } ?? .set
    case .finish, .fail: end()
    case .operation, .subflow: walk(node[.body] ?? [])
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

  private mutating func select(_ selection: Node.Selection, _ node: Node) {
    let key = selection.key
    var paths: [Path] = []
    for (index, values) in selection.cases.enumerated() {
      let steps = node[.selected(index)] ?? []
      let tests = values.map {
        Condition.Form.compare(key, .equal, .value(key.type.value(exactly: $0) ?? $0))
      }
      switch knowledge.holds(.any(tests)) {
      case true?:
        paths.append(Path(steps: steps))
        return follow(paths)
      case false?: continue
      case nil: paths.append(Path(steps: steps))
      }
    }
    follow(paths + [Path(steps: node[.otherwise] ?? [])])
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
    guard let keys = written(by: nodes) else { return knowledge.forgetAll() }
    knowledge.forget(keys)
  }

  /// The names of the keys that steps write; nil if their work can write any key.
  private func written(by nodes: [Node]) -> Set<String>? {
    var keys: Set<String> = []
    for node in nodes {
      guard let written = node.writtenKeys else { return nil }
      keys.formUnion(written)
    }
    return keys
  }

  // MARK: Operations

  /// Walks each operation after those that it waits for.
  ///
  /// A flow is refused if an operation reads what another one beside it visibly sets. So of the
  /// operations beside it, only those count whose work can write any key.
  private mutating func operations(_ group: [Node]) {
    let group = OperationWalk(group)
    for index in group.order {
      perform(group.members[index], isFree: !group.isBesideOpenWork(index))
    }
  }

  /// Walks an operation; work that runs beside it may or may not have written anything yet.
  private mutating func perform(_ member: OperationWalk.Member, isFree: Bool) {
    if isFree { return perform(member) }
    let before = knowledge
    knowledge.forgetAll()
    perform(member)
    guard let own = written(by: [member.node]) else { return }
    let after = knowledge
    knowledge = before
    for key in own { knowledge[key] = after[key] }
  }

  private mutating func perform(_ member: OperationWalk.Member) {
    let (node, operation) = (member.node, member.operation)
    let before = (reach: reach, endings: endings)
    let isSure = !cancelled.contains(operation.name)
    let steps = node[.body] ?? []
    follow(isSure ? [Path(steps: steps)] : [Path(steps: steps), Path()])
    knowledge.forget([operation.error.name, operation.state.name])
    guard let failure = node[.failure] else { return }
    if reach == .none { reach = .some }
    follow([Path(steps: failure), Path()])
    reach = endings == before.endings ? before.reach : .some
  }
}
