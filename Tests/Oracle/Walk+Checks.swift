// What has to hold after each step of a walk.

extension Walk {
  /// What can be seen of a run from outside.
  private struct View: Equatable {
    var needs: [EngineNeed]
    var outcome: EngineOutcome?
    var answers: JudgeAnswers?

    func difference(from other: View) -> String {
      var words: [String] = []
      if needs != other.needs { words.append("needs \(needs)\n   not \(other.needs)") }
      if outcome != other.outcome {
        words.append(
          "outcome \(String(describing: outcome)), not \(String(describing: other.outcome))")
      }
      if answers != other.answers {
        words.append(
          "answers \(JudgeHash.words(answers ?? [:]))\n   not \(JudgeHash.words(other.answers ?? [:]))"
        )
      }
      return words.joined(separator: "\n")
    }
  }

  private static let keys = JudgeGenerator.keys + ["z"]

  /// The engine stands where it may by what has happened.
  mutating func check() throws {
    look(engine)
    if let need = judge.state.open.first, let deadline = engine.deadline, deadline <= now {
      // Its time was up while something was settled first: it ends at once.
      now += 1
      try engine.expire(at: now)
      judge.log.note(need.name, need.kind == .wait ? .elapsed : .answered(nil), need.inputs)
      look(engine)
    }
    noteCancelled()
    isOver = judge.state.isRace
    if isOver { return statistics.note("races") }
    try compare(engine, "engine and judge differ")
    try judge.checkWorld()
    let state = judge.state
    if let said = engine.takeSaid() { try hear(said, state) }
    try checkTitles(state)
    try checkDeadline(state)
    let saved: [EngineSaving] =
      steps.count % 4 == 0 ? [.journal] : steps.count % 2 == 0 ? [] : [.token]
    try checkRestored(isThorough ? EngineSaving.allCases : saved)
  }

  /// Finds where the run stands; of several ways, one that explains where the engine does.
  mutating func look(_ engine: any JudgedEngine) {
    judge.look(engine.needs) { judge in
      let wanted = Self.view(judge)
      return Self.view(engine, like: wanted, judge) == wanted && judge.gives(as: engine)
    }
  }

  private func compare(_ engine: any JudgedEngine, _ rule: String) throws {
    let wanted = Self.view(judge)
    let seen = Self.view(engine, like: wanted, judge)
    if seen != wanted { throw WalkFailure(rule, seen.difference(from: wanted)) }
  }

  /// Two engines stand alike.
  func compare(
    _ engine: any JudgedEngine, with other: any JudgedEngine, _ rule: String
  ) throws {
    let (seen, wanted) = (
      View(needs: engine.needs, outcome: engine.outcome),
      View(needs: other.needs, outcome: other.outcome)
    )
    if seen != wanted { throw WalkFailure(rule, seen.difference(from: wanted)) }
  }

  /// The run made again from its journal or its token stands where this one stands; but what failed
  /// for good is tried again, and a secret is to be given again.
  func checkRestored(_ savings: [EngineSaving]) throws {
    let isSame = !judge.state.hasFailed && judge.log.secrets.isEmpty && judge.log.flights.isEmpty
    for saving in savings {
      var copy = self
      do {
        copy.engine = try engine.restored(from: saving, at: now)
      } catch is HigherVersion where lower == nil && upper != nil && judge.mayLeave {
        continue
      } catch {
        throw WalkFailure("not restored from the \(saving)", "\(error)")
      }
      if !isSame {
        copy.judge.restart()
        copy.look(copy.engine)
      }
      try copy.compare(copy.engine, "restored from the \(saving)")
      if let said = copy.engine.takeSaid(), isSame {
        try copy.hear(said, judge.state, restoredFrom: saving)
      }
      if isSame, copy.engine.deadline != engine.deadline {
        throw WalkFailure(
          "deadline restored from the \(saving)",
          "\(String(describing: copy.engine.deadline)), not \(String(describing: engine.deadline))")
      }
    }
  }

  /// Before anything is asked or performed, what is in sight was the last that was said; and nothing
  /// is said that is still in sight.
  private mutating func hear(
    _ said: [EngineSaid], _ state: JudgeState, restoredFrom saving: EngineSaving? = nil
  ) throws {
    guard let before = heard else { return }
    var now = before
    for text in said { now[text.strand, default: []].append(text.words) }
    heard = now
    defer {
      for need in state.needs { sights.merge(need.sights) { $1 } }
    }
    if state.settling != nil || state.isOver { return }
    let whence = saving.map { " restored from the \($0)" } ?? ""
    for need in state.needs where need.kind != .back {
      for (strand, sight) in need.sights where !sight.isEmpty {
        guard Self.isLast(sight, of: now[strand] ?? []) else {
          throw WalkFailure(
            "text not said" + whence,
            "\(need.name) stands behind \(sight) in “\(strand)”, heard was "
              + "\(now[strand]?.suffix(6) ?? [])")
        }
        // In another round, the same words are another text.
        var isRestored = saving != nil
        switch steps.last {
        case .restore?, .stop?, .perform(_, .killed)?, .undo(_, .killed)?: isRestored = true
        default: break
        }
        if !isRestored, sights[strand] == sight, Self.isLast(sight, of: before[strand] ?? []),
          !judge.flow.hasRounds,
          strand.isEmpty,
          let again = said.first(where: { $0.strand == strand }),
          said.allSatisfy({ $0.strand != strand || sight.contains($0.words) })
        {
          throw WalkFailure(
            "text said again",
            "\(again.words) before \(need.name), heard was \(before[strand]?.suffix(6) ?? [])")
        }
      }
    }
  }

  /// Whether some texts were heard in this order, and the last one at the end.
  private static func isLast(_ sight: [String], of heard: [String]) -> Bool {
    guard sight.last == heard.last else { return false }
    var rest = heard[...]
    for words in sight.reversed() {
      guard let place = rest.lastIndex(of: words) else { return false }
      rest = rest[..<place]
    }
    return true
  }

  private static func view(_ judge: Judge) -> View {
    let state = judge.state
    var view = View(
      needs: state.open.map { seen($0, judge) }.sorted { $0.name < $1.name })
    if state.isOver {
      if case .finished(let name)? = state.outcome { view.outcome = .finished(name) }
      if case .failed? = state.outcome { view.outcome = .failed }
    }
    view.answers = comparable(judge)
    return view
  }

  /// The answers, where they are those of the flow and no matter of how operations interleave.
  private static func comparable(_ judge: Judge) -> JudgeAnswers? {
    let state = judge.state
    if case .failed? = state.outcome { return nil }
    if state.endedInGroup || state.settling != nil { return nil }
    let open = Set(
      state.needs.filter { !$0.strand.isEmpty }.map { JudgePlaces.split($0.subject).id })
    var own: Set<String> = []
    for step in judge.flow.all where !open.isEmpty {
      guard case .operations = step.kind else { continue }
      let group = JudgeFlow(steps: [step], version: 0)
      if group.all.contains(where: { open.contains($0.id) }) { own.formUnion(group.keys) }
    }
    return state.answers.reading(keys.filter { !own.contains($0) })
  }

  private static func view(
    _ engine: any JudgedEngine, like wanted: View, _ judge: Judge
  ) -> View {
    var needs = engine.needs
    // What is to be settled comes first; beside it operations may go on.
    if let first = wanted.needs.first, wanted.needs.count == 1, first.kind.settles {
      needs = Array(needs.prefix(1))
    }
    for index in needs.indices {
      // What is offered on a review, and how one leaves what is to be undone, is not compared.
      if needs[index].kind != .prompt || needs[index].offer == .submit { needs[index].offer = nil }
      if judge.state.settling != nil || !needs[index].kind.goesBack {
        needs[index].backTarget = nil
      }
    }
    return View(
      needs: needs.sorted { $0.name < $1.name }, outcome: engine.outcome,
      answers: wanted.answers.map { engine.answers(Array($0.keys)) })
  }

  private static func seen(_ need: JudgeNeed, _ judge: Judge) -> EngineNeed {
    var seen = EngineNeed(kind: need.kind, name: need.name, offer: need.offer)
    if seen.offer == .submit { seen.offer = nil }
    if need.kind.goesBack, judge.state.settling == nil {
      seen.backTarget = judge.backTarget(of: need)?.name
    }
    return seen
  }

  /// The person reads the answers that the judge has for the strand.
  private func checkTitles(_ state: JudgeState) throws {
    for need in state.open where need.kind == .prompt {
      let title = engine.title(of: try engineNeed(need))
      let words = [need.step.id] + need.step.reads.map { need.answers[value: $0].shown }
      if title != words.joined(separator: " ") {
        throw WalkFailure("title", "“\(title)”, not “\(words.joined(separator: " "))”")
      }
    }
  }

  private mutating func checkDeadline(_ state: JudgeState) throws {
    // A question that is open while something is to be settled is put to the person all the same.
    let shown = Set(engine.needs.map(\.name))
    let limited = (state.open + state.needs).filter {
      ($0.length ?? ($0.kind == .prompt ? $0.step.limit : nil)) != nil && shown.contains($0.name)
    }
    // A run that failed goes on where it stood, like one that was killed.
    if case .failed? = state.outcome { return }
    // While something is settled, nobody sees whether work behind it waits for its next try.
    opened = opened.filter { name, _ in
      (state.open + state.needs).contains {
        ($0.kind == .prompt || $0.length != nil || state.settling != nil) && $0.name == name
      }
    }
    for need in limited where opened[need.name] == nil { opened[need.name] = now }
    guard state.open.count == 1, state.settling == nil, let need = limited.first,
      let limit = need.length ?? need.step.limit, let start = opened[need.name]
    else { return }
    // What a higher version has begun isn't left open by a time that is up.
    if engine.deadline == nil, lower == nil, upper != nil, judge.mayLeave { return }
    if engine.deadline != start + limit {
      throw WalkFailure(
        "deadline", "\(String(describing: engine.deadline)), not \(start + limit)")
    }
  }

  /// Goes back, and gives the same answer: all has to be as it was. But an operation that is not
  /// cancelled any more by that goes on, and then may be somewhere else: that is a true race.
  mutating func sameAgain(_ name: String) throws -> Bool {
    let state = judge.state
    guard let need = state.open.first(where: { $0.name == name }), state.settling == nil,
      let target = judge.backTarget(of: need), let answer = target.answer
    else { return false }
    var copy = self
    try copy.engine.goBack(from: engineNeed(need), to: nil, at: now)
    copy.judge.goBack(from: need)
    copy.look(copy.engine)
    let fates = copy.judge.state.fates
    guard let open = copy.judge.state.open.first(where: { $0.name == target.name }) else {
      if fates != state.fates { return false }
      throw WalkFailure("same again", "the judge does not ask \(target.name) again")
    }
    guard let asked = copy.engine.needs.first(where: { $0.name == target.name }) else {
      throw WalkFailure("same again", "\(target.name) is not asked again")
    }
    if case .askSecret = open.step.kind {
    } else if asked.offer != answer, answer != .submit {
      throw WalkFailure("same again", "\(answer) is not offered: \(asked)")
    }
    try copy.engine.resolve(asked, .answer(answer), at: now)
    copy.judge.log.note(target.name, .answered(answer), open.inputs)
    copy.look(copy.engine)
    if fates != state.fates || copy.judge.state.fates != state.fates { return true }
    try compare(copy.engine, "same again")
    return true
  }
}
