// Closures by name: for a flow from JSON, which has none, or to replace those of a flow.

extension Flow {
  /// Returns a flow in which the given closure performs each action of this name.
  ///
  /// ```swift
  /// let flow = try Flow(json: bytes)
  ///   .handling(action: "delete everything") { try await store.deleteEverything() }
  ///   .handling(action: "count", into: count) { try await disk.count() }
  ///   .handling(load: "prices", into: prices) { try await bank.prices() }
  ///   .handling(check: "user exists") { (user: String) in try await users.has(user) }
  /// ```
  ///
  /// You can also use it for a flow declared in Swift, to replace its own closure. If no action has
  /// the name, the new flow has a problem.
  ///
  /// The work may set the keys that the step declares. A `Do` whose own closure has no parameter
  /// declares none, so give it one, as in `Do("save") { _ in }`, if the host's work sets answers.
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - work: the work. An error that it throws fails the flow.
  /// - Returns: the new flow.
  public func handling(
    action name: String, @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void
  ) -> Flow {
    var copy = handle(action: name, nil) { _ in try await work() }
    for action in works(name) {
      guard let key = action.result else { continue }
      copy.addedProblems.append(HandlingResult.problem(name, without: key, at: places[action.id]))
    }
    return copy
  }

  /// Returns a flow in which the given closure performs each action of this name.
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - work: the work, which gets the answers so far; what it writes is kept when it ends. An
  ///     error that it throws fails the flow.
  /// - Returns: the new flow.
  public func handling(
    action name: String,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void
  ) -> Flow {
    handle(action: name, nil, work)
  }

  /// Returns a flow in which the given closure gives the result of each action or check of this
  /// name.
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - key: the key for which the flow keeps the result.
  ///   - work: the work. An error that it throws fails the flow.
  /// - Returns: the new flow.
  public func handling<Answer>(
    action name: String, into key: Key<Answer>,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer
  ) -> Flow {
    handle(action: name, key.reference) { given in given[key] = try await work() }
  }

  /// Returns a flow in which the given closure gives the result of each action or check of this
  /// name.
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - key: the key for which the flow keeps the result.
  ///   - work: the work, which gets the answers so far. An error that it throws fails the flow.
  /// - Returns: the new flow.
  public func handling<Answer>(
    action name: String, into key: Key<Answer>,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer
  ) -> Flow {
    handle(action: name, key.reference) { given in given[key] = try await work(given) }
  }

  /// Returns a flow that undoes each action of this name with the given closure.
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - undo: undoes the work when the person goes back past it.
  /// - Returns: the new flow.
  public func handling(
    undo name: String,
    @_inheritActorContext _ undo: @escaping @Sendable (Work) async throws -> Void
  ) -> Flow {
    var added = Closures()
    added.undo = undo
    let found = works(name).filter(\.isUndoable)
    return adding(
      added, to: found.map { ($0.id, nil) }, .undo, name,
      among: program.works.filter(\.isUndoable).map(\.name), nil)
  }

  /// Returns a flow in which the given closure performs each load of this name.
  /// - Parameters:
  ///   - name: the name of the load.
  ///   - key: the key for which the flow keeps the data.
  ///   - work: the work; it returns nil for no data.
  /// - Returns: the new flow.
  public func handling<Answer>(
    load name: String, into key: Key<Answer>,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer?
  ) -> Flow {
    handle(load: name, key.reference) { _ in try await work()?.answerValue }
  }

  /// Returns a flow in which the given closure performs each load of this name.
  /// - Parameters:
  ///   - name: the name of the load.
  ///   - key: the key for which the flow keeps the data.
  ///   - work: the work, which gets the answers so far; it returns nil for no data.
  /// - Returns: the new flow.
  public func handling<Answer>(
    load name: String, into key: Key<Answer>,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer?
  ) -> Flow {
    handle(load: name, key.reference) { answers in try await work(answers)?.answerValue }
  }

  /// Returns a flow in which the given closure performs each host check of this name.
  /// - Parameters:
  ///   - name: the name of the check, as in `.check("user exists")`.
  ///   - test: returns whether an answer passes. An error that it throws fails the flow.
  /// - Returns: the new flow.
  public func handling<Answer: AnswerValue>(
    check name: String,
    @_inheritActorContext _ test: @escaping @Sendable (Answer) async throws -> Bool
  ) -> Flow {
    var added = Closures()
    added.checks[name] = { value, _ in
      guard let answer = Answer(answerValue: value) else { return false }
      return try await test(answer)
    }
    let found = program.prompts.filter {
      $0.prompt.checks.contains { $0.name.isIdenticalText(to: name) }
    }
    return adding(
      added, to: found.map { ($0.id, $0.prompt.key) }, .check, name,
      among: program.prompts.flatMap { $0.prompt.checks.map(\.name) }, Answer.answerType)
  }
}

extension Flow {
  private func works(_ name: String, areLoads: Bool = false) -> [Program.WorkCode] {
    program.works.filter { $0.isLoad == areLoads && $0.name.isIdenticalText(to: name) }
  }

  private func handle(
    action name: String, _ key: KeyReference?, _ body: @escaping ActionBody
  ) -> Flow {
    handle(.action, name, key, Closures(action: body))
  }

  private func handle(
    load name: String, _ key: KeyReference, _ body: @escaping LoadBody
  ) -> Flow {
    handle(.load, name, key, Closures(load: body))
  }

  /// - Parameter key: the key for which the closure was made; nil if for none.
  private func handle(
    _ kind: Handled, _ name: String, _ key: KeyReference?, _ added: Closures
  ) -> Flow {
    let found = works(name, areLoads: kind == .load)
    var copy = adding(
      added, to: found.map { ($0.id, nil) }, kind, name,
      among: program.works.filter { $0.isLoad == (kind == .load) }.map(\.name), nil)
    for work in found {
      guard let key, key != work.result else { continue }
      copy.addedProblems.append(
        HandlingResult.problem(
          name, of: kind.rawValue, key, wanted: work.result, at: places[work.id]))
    }
    return copy
  }

  /// - Parameters:
  ///   - steps: the ids of the steps, each with the key whose answer the closure takes.
  ///   - type: the type that the closure takes, if it takes an answer.
  private func adding(
    _ added: Closures, to steps: [(id: String, key: KeyReference?)], _ kind: Handled,
    _ name: String,
    among known: [String], _ type: ValueType?
  ) -> Flow {
    var copy = self
    for step in Dictionary(steps.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first }) {
      copy.add(added, to: step.key)
      if let key = step.value, let type, key.type != type {
        copy.addedProblems.append(
          HandlingResult.problem(name, takes: type, answer: key.type, at: places[step.key]))
      }
    }
    if steps.isEmpty {
      let what = kind == .undo ? "action to undo" : kind.rawValue
      copy.addedProblems.append(
        HandlingName.problem(name, of: what, among: known, at: _draft.place))
    }
    return copy
  }

  /// The kind of closure that is replaced.
  private enum Handled: String {
    case action, load, check
    case undo = "undo of the action"
  }

  /// Throws all missing closures, so that the flow begins nothing that it can't end.
  package func validateClosures() throws(InvalidFlow) {
    var problems: [Diagnostic] = []
    func miss(_ kind: Handled, _ name: String, _ id: String, _ handling: String) {
      problems.append(
        MissingClosure.problem(name, of: kind.rawValue, id, handling, at: places[id]))
    }
    for action in program.works where !action.isLoad {
      let known = closures[action.id]
      if known?.action == nil {
        let key = action.result.map { ", into: \($0.name)" } ?? ""
        miss(.action, action.name, action.id, "action: \"\(action.name)\"\(key)")
      }
      if action.isUndoable && known?.undo == nil {
        miss(.undo, action.name, action.id, "undo: \"\(action.name)\"")
      }
    }
    for load in program.works where load.isLoad && closures[load.id]?.load == nil {
      let key = load.result?.name ?? ""
      miss(.load, load.name, load.id, "load: \"\(load.name)\", into: \(key)")
    }
    var seen: Set<String> = []
    for code in program.prompts where !code.prompt.checks.isEmpty {
      guard seen.insert(code.id).inserted else { continue }
      for check in code.prompt.checks where closures[code.id]?.checks[check.name] == nil {
        miss(.check, check.name, code.id, "check: \"\(check.name)\"")
      }
    }
    if !problems.isEmpty { throw InvalidFlow(flow: name, problems: problems) }
  }
}
