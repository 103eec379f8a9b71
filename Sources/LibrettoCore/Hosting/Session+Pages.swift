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
    let page = try fill(name, answers, button).page
    return page.untouched(but: PageAnswers(answers, button: button))
  }

  /// Submits a page, completely or not at all, if its answers pass the host's checks.
  /// - Parameters:
  ///   - name: the name of one of the ``needs`` that belongs to the page, or of the page.
  ///   - answers: the entries, by the ids of the questions; a question that is left out keeps its
  ///     answer or takes its default.
  ///   - button: the id of the button that was chosen; nil for a form.
  ///   - checking: whether the flow's closures perform the checks, and the disk is asked about paths;
  ///     false if the host has performed them.
  /// - Returns: nil if the page was accepted; otherwise the page, with a problem at each field that
  ///   has one.
  /// - Throws: ``Rejection`` if the need doesn't belong to a page; ``Failure`` if a check has no
  ///   closure or throws.
  public mutating func submit(
    _ name: String, with answers: [String: SessionResolution], button: String? = nil,
    checking: Bool = true
  ) async throws -> FormPage? {
    let news = expiring()
    var (state, page) = try fill(name, answers, button)
    if checking { page = try await checker.check(state, page) }
    if page.hasProblems { return page }
    if let page = try submit(state, name) { return page }
    statements.insert(contentsOf: news, at: 0)
    return nil
  }

  /// Submits a page that has no problems, after the host's checks.
  package mutating func submit(_ state: FilledPage, _ name: String) throws(Rejection) -> FormPage? {
    try step { (session, time) throws(Rejection) in
      try session.run.submit(state, from: try session.onPage(name), at: time)
    }
  }

  /// The need with this name, or one that belongs to the page with this name.
  package func onPage(_ name: String) throws(Rejection) -> Need {
    let named = run.needs.first { run.page(of: $0)?.name == name }
    let need =
      if let named { named } else { try open(name) { run.page(of: $0)?.name ?? $0.name } }
    guard run.page(of: need) != nil else {
      throw Rejection(.notOnAPage, name.shortened)
    }
    return need
  }

  /// Fills in a page.
  /// - Returns: what it was filled in with, and the page with a problem at each entry that doesn't fit.
  package func fill(
    _ name: String, _ answers: [String: SessionResolution], _ button: String?
  ) throws(Rejection) -> (state: FilledPage, page: FormPage) {
    let need: Need
    do throws(Rejection) {
      need = try onPage(name)
    } catch {
      throw error.speaking(words)
    }
    let excesses = answers.compactMapValues(\.excess)
    var filled = PageAnswers(answers.filter { excesses[$0.key] == nil }, button: button)
    meanDays(&filled, need)
    guard let state = run.filledPage(need, filled) else { throw .notNeeded(need) }
    var page = state.page
    for (id, excess) in excesses { page.note(words(excess), at: id) }
    // The session knows the day, as the run doesn't.
    for answer in state.answers where !answer.stands {
      guard let given = answer.given else { continue }
      do throws(Rejection) {
        try state.run.checkDays(of: answer.kept ?? given.value, for: answer.need, today: day)
      } catch {
        page.note(error.speaking(words).message, at: answer.need.id)
      }
    }
    return (state, page)
  }

  /// Puts days in place of words such as “tomorrow”.
  private func meanDays(_ filled: inout PageAnswers, _ need: Need) {
    for field in run.page(for: need)?.fields ?? [] where field.question.isDay {
      let id = field.question.id
      let word: String? =
        switch filled[id] {
        case .text(let text): text
        case .value(let value): value.description
        default: nil
        }
      if let day = word.flatMap({ field.question.meant(by: $0, today: day) }) {
        filled[id] = .answer(.typed(day.answerValue))
      }
    }
  }
}
