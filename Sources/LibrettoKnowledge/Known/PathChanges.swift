import LibrettoCore

// What an edit does to the ways through a flow. The ways of a version are as many as they are, so its
// suite stands for them: each of its tests is performed on the other version. A test whose answers no
// longer fit hasn't lost its way if the other version has one on which the same is decided at the steps
// that both versions have, if there are any.

/// The paths that an edit makes, removes, and leads to another end.
package struct PathChanges: Sendable {
  /// A path by the name of the test that takes it, and what became of it.
  package struct Change: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case gone, new
      case moved = "ends elsewhere"
      case answered = "takes another answer"
      case extended = "has other steps"
    }

    package let kind: Kind
    package let path: String
    package let what: String
  }

  /// The changes: first of the old version's paths, in the order of its tests.
  package private(set) var changes: [Change] = []

  /// - Throws: what an interpreter throws besides a ``ScriptedError``.
  package init(from old: Known, to new: Known) async throws {
    let ids = EarlierIDs(from: old.flow, to: new.flow)
    let earlier = ids.inverted()
    let common = new.ids.intersection(old.ids.map(ids.id))
    for test in old.suite().tests {
      let before = try await test.answers.outcome(in: old.flow)
      let given = test.answers.renamed(ids)
      var after = try await given.outcome(in: new.flow)
      var changed: (Change.Kind, String)?
      if after.problem != nil, let other = new.answers(deciding: test, of: old, ids, common) {
        let kept = try await new.keeping(given, in: other)
        changed =
          kept.otherSteps(than: given).map { (.extended, $0) }
          ?? (.answered, kept.differences(from: given))
        after = try await kept.outcome(in: new.flow)
      }
      if let problem = after.problem {
        add(.gone, test, problem)
      } else if before.end != after.end {
        add(.moved, test, "\(before.end), now \(after.end)")
      } else if let (kind, what) = changed {
        add(kind, test, what)
      }
    }
    let before = old.ids.intersection(new.ids.map(earlier.id))
    for test in new.suite().tests {
      let given = test.answers.renamed(earlier)
      if try await given.outcome(in: old.flow).problem == nil { continue }
      let end = try await test.answers.outcome(in: new.flow).end
      // Where a new step leads to another end, what is decided at the others doesn't tell.
      if let other = old.answers(deciding: test, of: new, earlier, before) {
        if other.otherSteps(than: given) == nil { continue }
        if try await other.outcome(in: old.flow).end == end { continue }
      }
      add(.new, test, end)
    }
  }

  private mutating func add(_ kind: Change.Kind, _ test: Suite.Test, _ what: String) {
    changes.append(Change(kind: kind, path: test.name, what: what))
  }
}

extension WalkAnswers {
  /// The answers by other ids, without what a rule refuses, which isn't on the way.
  fileprivate func renamed(_ ids: EarlierIDs) -> WalkAnswers {
    var given = self
    given.answers = ids.answers(answers).map { id, answers in
      (id, answers.filter { if case .refused = $0.kind { false } else { true } })
    }
    return given
  }

  /// How they end in a flow, or why they can't be performed there.
  fileprivate func outcome(in flow: Flow) async throws -> (end: String, problem: String?) {
    do {
      return ("\(try await script.perform(flow).outcome)", nil)
    } catch let error as ScriptedError {
      return ("", error.message)
    }
  }

  /// The steps that others don't come to, or only others, in words; nil if there are none.
  fileprivate func otherSteps(than others: WalkAnswers) -> String? {
    func names(_ some: WalkAnswers, without others: WalkAnswers) -> [String] {
      let known = Set(others.answers.map(\.id))
      return some.answers.map(\.id).filter { !known.contains($0) }.map { "“\($0)”" }
    }
    let (more, less) = (names(self, without: others), names(others, without: self))
    let words =
      (more.isEmpty ? [] : [more.listed(\.self) + " as well"])
      + (less.isEmpty ? [] : ["no longer " + less.listed(\.self)])
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The answers that others don't give, in words.
  fileprivate func differences(from others: WalkAnswers) -> String {
    let given = Dictionary(others.answers.map { ($0.id, $0.answers) }) { first, _ in first }
    let words = answers.compactMap { id, answers -> String? in
      let before = given[id] ?? []
      if before == answers { return nil }
      let place = zip(before, answers).prefix { $0 == $1 }.count
      let (old, new) = (before.dropFirst(place).first, answers.dropFirst(place).first)
      return "“\(id)”: \(old?.quoted ?? "nothing"), now \(new?.quoted ?? "nothing")"
    }
    return words.listed(\.self)
  }
}

extension Known {
  /// The ids of its steps.
  fileprivate var ids: Set<String> { Set(space.graph.steps.compactMap(\.id)) }

  /// The answers of a way on which the same is decided as by a test of another version, if there is
  /// one: with all conditions or, where they were edited, by the person and the host alone.
  /// - Parameter common: the ids of the steps that both versions have; others may be on the way or not.
  fileprivate func answers(
    deciding test: Suite.Test, of other: Known, _ ids: EarlierIDs, _ common: Set<String>
  ) -> WalkAnswers? {
    for areAll in [true, false] {
      let decisions = test.moves.compactMap {
        other.space.decision($0, areAll: areAll, common, ids)
      }
      guard !decisions.isEmpty, let walk = space.walk(deciding: decisions, areAll: areAll, common)
      else { continue }
      var space = space
      if let answers = space.answers(walk) { return answers }
    }
    return nil
  }

  /// Answers with those of others in their places that lead the same way.
  fileprivate func keeping(
    _ others: WalkAnswers, in answers: WalkAnswers
  ) async throws -> WalkAnswers {
    func way(_ answers: WalkAnswers) -> Set<Item>? {
      let answered = Dictionary(answers.answers.map { ($0.id, $0.answers) }) { first, _ in first }
      let coverage = coverage(of: answered, today: answers.today ?? .today, .branches)
      return coverage.stop == nil ? coverage.items : nil
    }
    guard let whole = way(answers) else { return answers }
    let end = try await answers.outcome(in: flow).end
    var kept = answers
    for (place, (id, own)) in answers.answers.enumerated() {
      let given = others.answers.first { $0.id == id }?.answers ?? []
      for number in 0..<min(given.count, own.count) where given[number] != own[number] {
        var tried = kept
        tried.answers[place].answers[number] = given[number]
        if way(tried) != whole { continue }
        let outcome = try await tried.outcome(in: flow)
        if outcome.problem == nil, outcome.end == end { kept = tried }
      }
    }
    return kept
  }
}

extension Space {
  fileprivate struct Decision: Hashable {
    let step: String
    let outcome: String
  }

  /// What is decided on a move, in words that another version understands; nil if nothing is.
  fileprivate func decision(
    _ move: Move, areAll: Bool, _ common: Set<String>, _ ids: EarlierIDs? = nil
  ) -> Decision? {
    let index = states[move.state].node
    let node = graph.nodes[index]
    guard node.step >= 0 else { return nil }
    let turn = edges[move.state][move.edge].outcome
    var outcome = graph.words(turn, of: index)
    if let id = graph.steps[node.step].id, node.takesAnswer {
      let current = ids?.id(id) ?? id
      if !common.contains(current) { return nil }
      if case .choice = turn { outcome = ids?.option(outcome, of: current) ?? outcome }
      return Decision(step: current, outcome: outcome)
    }
    if !areAll || node.edges.count < 2 { return nil }
    return Decision(step: graph.around[node.step], outcome: outcome)
  }

  /// The first walk on which exactly this is decided.
  fileprivate func walk(
    deciding decisions: [Decision], areAll: Bool, _ common: Set<String>
  ) -> [Move]? {
    var seen: Set<[Int]> = []
    var moves: [Move] = []
    var open = [(state: 0, decided: 0, from: Move?.none, length: 0)]
    while let (state, decided, move, length) = open.popLast() {
      moves.removeSubrange(max(0, length - 1)...)
      if let move { moves.append(move) }
      if isEnd(state), decided == decisions.count { return moves }
      if !seen.insert([state, decided]).inserted { continue }
      for place in usable(state).reversed() {
        let move = Move(state: state, edge: place)
        var next = decided
        if let decision = decision(move, areAll: areAll, common) {
          guard decided < decisions.count, decisions[decided] == decision else { continue }
          next += 1
        }
        open.append((edges[state][place].target, next, move, length + 1))
      }
    }
    return nil
  }
}
