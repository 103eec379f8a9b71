/// A page that is shown to the person, with what has been filled in so far, over all tries.
struct OpenPage: Sendable {
  /// A need of the page; it is open as long as the page is.
  let need: Need
  private(set) var filled = PageAnswers()
  /// The drafts that were reported last, by the ids of the questions.
  var drafts: [String: String] = [:]
  /// The page and its questions, as far as they have been seen.
  var seen: [Need] = []

  init(_ need: Need) { self.need = need }

  /// Whether it asks for a secret.
  var isSecret: Bool { seen.contains(where: \.isSecret) }

  /// Combines what was filled in now with what was filled in before.
  /// - Returns: the page with all of it. Earlier entries for questions that are no longer asked are
  ///   forgotten.
  mutating func take(_ answers: PageAnswers, _ run: Run) -> FilledPage? {
    filled = filled.updated(with: answers)
    guard let state = run.filledPage(need, filled) else { return nil }
    let visible = Set(state.fields.filter(\.isVisible).map(\.id))
    let forgotten = filled.entries.keys.filter { !visible.contains($0) && answers[$0] == nil }
    if forgotten.isEmpty { return state }
    for id in forgotten { filled[id] = nil }
    return run.filledPage(need, filled)
  }
}

extension PageAnswers {
  /// All entries, with new ones replacing earlier ones; the button is the new one.
  func updated(with answers: PageAnswers) -> PageAnswers {
    PageAnswers(entries.merging(answers.entries) { _, new in new }, button: answers.button)
  }
}
