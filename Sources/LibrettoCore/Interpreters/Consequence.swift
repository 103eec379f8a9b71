/// What an answer would change of what was answered and done behind its question.
///
/// It is found by giving the answer to a copy of the run, and the earlier answer to another copy: what
/// differs between the two is what the answer changes.
package struct Consequence: Sendable {
  private let run: Run
  private let need: Need
  private let time: Timestamp
  /// The questions and the work behind the question that have an outcome.
  private let ahead: [Int]
  private let before: End

  /// How far a copy gets: the outcomes that it passes without taking them, and where it stops.
  private struct End {
    let run: Run
    var passed: [Int]
    var next: Need?
    /// The work that is settled before the run goes on.
    var settled: [Need]
  }

  /// The most work that is named, and that is settled to see what comes behind it.
  private static let (mostNamed, mostSettled) = (3, 100)

  /// - Returns: nil if nothing stands behind the question, or it has no earlier answer.
  init?(_ run: Run, at need: Need, now time: Timestamp) {
    guard let given = run.offered(for: need) else { return nil }
    self.init(run, need, time) { $0.takes(need, .answer(given), at: time) }
  }

  /// - Parameter answered: the page as it was answered before.
  /// - Returns: nil if nothing stands behind the page, or it wasn't answered before.
  init?(_ run: Run, at need: Need, answered: PageAnswers, now time: Timestamp) {
    self.init(run, need, time) { $0.takes(need, answered, at: time) }
  }

  private init?(_ run: Run, _ need: Need, _ time: Timestamp, _ answer: (inout Run) -> Bool) {
    guard need.kind == .prompt, !run.isParallel, !run.memo.isStraight else { return nil }
    (self.run, self.need, self.time) = (run, need, time)
    ahead = run.waitingPlaces
    guard !ahead.isEmpty, let before = Self.end(of: run, ahead, time, answer) else { return nil }
    self.before = before
  }

  private static func end(
    of run: Run, _ ahead: [Int], _ time: Timestamp, _ answer: (inout Run) -> Bool
  ) -> End? {
    var copy = run
    guard answer(&copy) else { return nil }
    while let say = copy.nextNeed, say.kind == .say, copy.takes(say, .shown, at: time) {}
    var settled: [Need] = []
    // What is behind work that is settled is come to only when that is done.
    for _ in 0..<mostSettled {
      guard let need = copy.nextNeed, let end = need.kind.settlement else { break }
      if settled.count < mostNamed { settled.append(need) }
      guard copy.takes(need, end, at: time) else { break }
    }
    let next = copy.nextNeed
    // What lies further on than the next need may still be come to.
    let end = next.flatMap {
      $0.kind.isSettling || $0.step < 0 ? nil : copy.program.position($0.stepName)
    }
    return End(
      run: copy,
      passed: ahead.filter { place in
        let name = run.lines[place].name
        return end.map { run.program.position(name) < $0 } ?? true && !copy.hasTaken(name)
      }, next: next, settled: settled)
  }

  /// What would be dropped, undone or asked again, in a sentence; nil if nothing would, or if the
  /// answer doesn't fit.
  package func words(for given: Given) -> String? {
    words { $0.takes(need, .answer(given), at: time) }
  }

  /// What filling in the page so would change, in a sentence; nil if nothing, or if it doesn't fit.
  package func words(for answers: PageAnswers) -> String? {
    words { $0.takes(need, answers, at: time) }
  }

  private func words(for answer: (inout Run) -> Bool) -> String? {
    guard let after = Self.end(of: run, ahead, time, answer) else { return nil }
    var parts: [Sentence] = []
    var titles: [Sentence] = []
    let shownWith = after.passed == before.passed ? [:] : before.run.shownWith
    for place in after.passed where !before.passed.contains(place) {
      guard case .prompt(let index) = run.program.steps[Int(run.lines[place].step)].kind,
        run.lines[place].name != after.next?.stepName
      else { continue }
      // With the answers that the person has seen it with.
      let slots = before.run.state.overview.slots.with(shownWith[place])
      let title = Sentence(
        .quote,
        run.program.render(run.program.prompts[index].prompt.title, slots, run.language))
      if !titles.contains(title) { titles.append(title) }
    }
    if !titles.isEmpty {
      let names =
        titles.count > 2
        ? Sentence(.andMore, titles[0], titles.count - 1).said : titles.said(between: .and)
      parts.append(Sentence(.wontBeAsked, names))
    }
    let settled = after.settled.filter { work in
      !before.settled.contains { $0.name == work.name && $0.kind == work.kind }
    }
    let ends: [(Need.Kind, one: Phrase, several: Phrase)] = [
      (.undo, .willBeUndone, .willAllBeUndone), (.stale, .wasDoneOtherwise, .wereDoneOtherwise),
      (.remains, .remainsDone, .remainAllDone),
    ]
    for (kind, one, several) in ends {
      let names = settled.filter { $0.kind == kind }.map { Sentence(.quote, $0.action ?? "") }
      if names.isEmpty { continue }
      parts.append(Sentence(names.count == 1 ? one : several, names.said(lastAfter: .and)))
    }
    if let next = after.next, next.kind == .prompt, next.name != before.next?.name,
      ahead.contains(where: { run.lines[$0].name == next.stepName })
    {
      let title = next.prompt.map { after.run.render($0.title, for: next) } ?? ""
      parts.append(Sentence(.willBeAskedAgain, title))
    }
    if parts.isEmpty { return nil }
    return run.language(.consequence, parts.said(between: .andThen))
  }
}

extension Run {
  /// Takes a resolution, if it fits.
  /// - Returns: whether it does.
  fileprivate mutating func takes(
    _ need: Need, _ resolution: Resolution, at time: Timestamp
  ) -> Bool {
    do throws(Rejection) {
      try accept(need, resolution, at: time)
      return true
    } catch {
      return false
    }
  }

  /// Takes a page, if it fits.
  /// - Returns: whether it does.
  fileprivate mutating func takes(
    _ need: Need, _ answers: PageAnswers, at time: Timestamp
  ) -> Bool {
    (try? submit(need, with: answers, at: time)) == .some(nil)
  }

  /// The places of outcomes that the run hasn't come to again.
  fileprivate var waitingPlaces: [Int] {
    memo.places.filter { !state.isTaken($0) && !memo.isOut($0) }
  }

  fileprivate func hasTaken(_ name: StepName) -> Bool {
    memo.place(name).map { state.isTaken($0) } ?? false
  }
}

extension Need.Kind {
  /// Whether it is about work that the run has passed.
  fileprivate var isSettling: Bool {
    switch self {
    case .undo, .undoBegun, .undoFailed, .remains: true
    default: false
    }
  }

  /// What settles work that was done under other answers, to see what comes behind it; nil for
  /// anything else.
  fileprivate var settlement: Resolution? {
    switch self {
    case .undo: .undone
    case .stale: .keep
    case .remains: .told
    default: nil
    }
  }
}
