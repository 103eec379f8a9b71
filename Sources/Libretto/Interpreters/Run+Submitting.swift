// A page is submitted on a copy of the run, which replaces the run only if every answer is
// accepted.

extension Run {
  /// Submits a page, completely or not at all.
  /// - Parameters:
  ///   - need: a need of the page.
  ///   - filled: the entries.
  ///   - time: the current time, in milliseconds since 1970.
  /// - Returns: nil if the page was accepted; otherwise the page with its problems.
  /// - Throws: ``Rejection`` if the need doesn't belong to a page.
  public mutating func submit(
    _ need: Need, with filled: PageAnswers, at time: Int = 0
  ) throws(Rejection) -> FormPage? {
    guard isOpen(need), let state = filledPage(need, filled) else { throw .notNeeded(need) }
    var page = state.page
    if page.hasProblems { return page }
    var copy = self
    do throws(Refused) {
      try copy.enter(state, need, at: time)
    } catch {
      if let id = error.id, page[id] != nil {
        page.note(error.message, at: id)
      } else {
        page.problem = error.message
      }
      return page
    }
    self = copy
    return nil
  }

  /// An answer that the engine refused, and its question.
  private struct Refused: Error {
    let message: String
    let id: String?
  }

  private mutating func enter(
    _ state: FilledPage, _ need: Need, at time: Int
  ) throws(Refused) {
    var told: [RunEvent] = []
    try feeding { (run) throws(Refused) in
      let replaced = state.answers.filter(\.isReplaced).map(\.need)
      if !replaced.isEmpty {
        // The question at which the run is now is asked again too, even if its old answer is right.
        let isOut = run.answerLine(need.stepName)?.isInForce == false
        let out = state.needs.filter { replaced.contains($0) || isOut && $0 == need }
          .sorted { $0.instruction < $1.instruction }
        run.reopen(out.map(\.stepName), from: need, at: time)
        told += run.events
      }
      let names = Set(state.needs.map(\.stepName))
      var open = Dictionary(state.answers.map { ($0.need.stepName, $0) }) { first, _ in first }
      var isHeard = replaced.isEmpty
      while let next = run.needs.first(where: { $0.strand == need.strand }) {
        do throws(Rejection) {
          if !isHeard, next.kind == .say {
            // The text is said before the page, and was heard there.
            try run.resolve(next, with: .shown, at: time)
          } else if names.contains(next.stepName), next.kind == .prompt {
            isHeard = true
            let answer = open.removeValue(forKey: next.stepName)
            try run.resolve(next, with: .answer(try run.given(next, answer)), at: time)
          } else {
            break
          }
        } catch {
          throw Refused(message: error.message, id: next.id)
        }
        told += run.events
      }
      run.events = []
    }
    events = (told + events).filter(isNews)
  }

  private func given(_ need: Need, _ answer: FilledPage.Answer?) throws(Rejection) -> Given {
    if program.prompts[need.index].shape == .review { return .submit }
    if let given = answer?.given { return given }
    // A secret that stayed is asked for again if its question shows a different answer.
    if answer != nil, let secret = secrets[SecretName(name: need.stepName)] {
      return .typed(secret)
    }
    throw Rejection(message: "An answer is needed.")
  }

  /// Of the needs on the way, only those at the end remain.
  private func isNews(_ item: RunEvent) -> Bool {
    if case .needed(let need) = item { isOpen(need) } else { true }
  }
}
