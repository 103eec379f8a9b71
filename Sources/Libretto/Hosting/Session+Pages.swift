// Forms, and alerts with their fields, as pages of a session.

extension Session {
  /// Returns a page as it looks with the entries so far, before it is submitted.
  ///
  /// The page says which questions are visible, and why an entry doesn't fit. Missing answers
  /// aren't mistakes yet.
  /// - Parameters:
  ///   - name: the name of one of the ``needs`` that belongs to the page, or of the page.
  ///   - answers: the entries, by the ids of the questions.
  ///   - button: the id of the button that was chosen; nil for none, and for a form.
  /// - Returns: the page.
  /// - Throws: ``Rejection`` if the need doesn't belong to a page.
  public func page(
    _ name: String, with answers: [String: SessionResolution] = [:], button: String? = nil
  ) throws(Rejection) -> FormPage {
    let need = try onPage(name)
    let (filled, wrong) = fill(answers, button, need)
    guard var page = run.page(for: need, with: filled)?.untouched(but: filled) else {
      throw .notNeeded(need)
    }
    for (id, problem) in wrong { page.note(problem, at: id) }
    return page
  }

  /// Submits a page, completely or not at all, if its answers pass the host's checks.
  /// - Parameters:
  ///   - name: the name of one of the ``needs`` that belongs to the page, or of the page.
  ///   - answers: the entries, by the ids of the questions; a question that is left out keeps its
  ///     answer or takes its default.
  ///   - button: the id of the button that was chosen; nil for a form.
  ///   - checking: whether the flow's closures perform the checks; false if the host has performed
  ///     them.
  /// - Returns: nil if the page was accepted; otherwise the page, with a problem at each field that
  ///   has one.
  /// - Throws: ``Rejection`` if the need doesn't belong to a page; ``Failure`` if a check has no
  ///   closure or throws.
  public mutating func submit(
    _ name: String, with answers: [String: SessionResolution], button: String? = nil,
    checking: Bool = true
  ) async throws -> FormPage? {
    let (time, old) = (clock(), statements.count)
    expire(at: time)
    if let page = try await refused(name, answers, button, checking: checking) { return page }
    let need = try onPage(name)
    let filled = fill(answers, button, need).filled
    if let page = try run.submit(need, with: filled, at: time) { return page }
    statements.removeFirst(old)
    settle()
    return nil
  }

  /// The page with a problem at each entry that doesn't fit or pass; nil if all do.
  func refused(
    _ name: String, _ answers: [String: SessionResolution], _ button: String?, checking: Bool
  ) async throws -> FormPage? {
    let need = try onPage(name)
    let (filled, wrong) = fill(answers, button, need)
    guard let state = run.filledPage(need, filled) else { throw Rejection.notNeeded(need) }
    var page = state.page
    for (id, problem) in wrong { page.note(problem, at: id) }
    if checking, !page.hasProblems {
      for (id, problem) in try await checker.check(state) { page.note(problem, at: id) }
    }
    return page.hasProblems ? page : nil
  }

  /// The need with this name, or one that belongs to the page with this name.
  func onPage(_ name: String) throws(Rejection) -> Need {
    let named = run.needs.first { run.filledPage($0)?.need.name == name }
    let need = if let named { named } else { try open(name) }
    guard run.filledPage(need) != nil else {
      throw Rejection(message: "“\(name.shortened)” isn't on a page.")
    }
    return need
  }

  /// The entries, and the fields whose entries aren't answers.
  private func fill(
    _ answers: [String: SessionResolution], _ button: String?, _ need: Need
  ) -> (filled: PageAnswers, wrong: [String: String]) {
    var filled = PageAnswers(button: button)
    var wrong: [String: String] = [:]
    for (id, resolution) in answers {
      if let size = resolution.excess {
        wrong[id] = "The answer has \(size) bytes, more than the limit of \(Limits.answerBytes)."
        continue
      }
      switch resolution {
      case .text(let text): filled[id] = .text(text)
      case .value(let value): filled[id] = .value(value)
      case .answer(let given): filled[id] = .given(given)
      default:
        filled[id] = .value(.null)
        wrong[id] = "The question “\(id.shortened)” can't be resolved in this way."
      }
    }
    return (filled, wrong)
  }
}
