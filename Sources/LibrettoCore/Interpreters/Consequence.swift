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
    var passed: [Int]
    var next: Need?
  }

  /// - Returns: nil if nothing stands behind the question, or it has no earlier answer.
  init?(_ run: Run, at need: Need, now time: Timestamp) {
    guard need.kind == .prompt, !run.isParallel, !run.isStraight,
      let given = run.offered(for: need)
    else { return nil }
    (self.run, self.need, self.time) = (run, need, time)
    ahead = run.waitingPlaces
    guard !ahead.isEmpty, let before = Self.end(of: run, after: given, need, ahead, time) else {
      return nil
    }
    self.before = before
  }

  private static func end(
    of run: Run, after given: Given, _ need: Need, _ ahead: [Int], _ time: Timestamp
  ) -> End? {
    var copy = run
    guard (try? copy.accept(need, .answer(given), at: time)) != nil else { return nil }
    while let say = copy.nextNeed, say.kind == .say {
      guard (try? copy.accept(say, .shown, at: time)) != nil else { break }
    }
    let next = copy.nextNeed
    // What lies further on than the next need may still be come to.
    let end = next.flatMap { $0.kind.isSettling ? nil : $0.instruction } ?? .max
    return End(
      passed: ahead.filter { place in
        run.program.steps[Int(run.lines[place].step)].instruction < end
          && !copy.hasTaken(run.lines[place].name)
      }, next: next)
  }

  /// What would be dropped, undone or asked again, in a sentence; nil if nothing would, or if the
  /// answer doesn't fit.
  package func words(for given: Given) -> String? {
    guard let after = Self.end(of: run, after: given, need, ahead, time) else { return nil }
    var parts: [Sentence] = []
    var titles: [Sentence] = []
    for place in after.passed where !before.passed.contains(place) {
      guard case .prompt(let index) = run.program.steps[Int(run.lines[place].step)].kind,
        run.lines[place].name != after.next?.stepName
      else { continue }
      let title = Sentence(.quote, run.render(run.program.prompts[index].prompt.title, for: need))
      if !titles.contains(title) { titles.append(title) }
    }
    if !titles.isEmpty {
      let names =
        titles.count > 2
        ? Sentence(.andMore, titles[0], titles.count - 1).said : titles.said(between: .and)
      parts.append(Sentence(.wontBeAsked, names))
    }
    if let next = after.next, next.name != before.next?.name || next.kind != before.next?.kind {
      switch next.kind {
      case .undo: parts.append(Sentence(.willBeUndone, next.action ?? ""))
      case .stale: parts.append(Sentence(.wasDoneOtherwise, next.action ?? ""))
      case .remains: parts.append(Sentence(.remainsDone, next.action ?? ""))
      case .prompt where ahead.contains { run.lines[$0].name == next.stepName }:
        let title = next.prompt.map { run.render($0.title, for: need) } ?? ""
        parts.append(Sentence(.willBeAskedAgain, title))
      default: break
      }
    }
    if parts.isEmpty { return nil }
    return run.language(.consequence, parts.said(between: .andThen))
  }
}

extension Run {
  /// Whether nothing was ever taken back.
  fileprivate var isStraight: Bool { memo.isStraight }

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
}
