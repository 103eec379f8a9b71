/// A page that is put to the person: what has been filled in so far, over all tries.
struct OpenPage: Sendable {
  /// A need that stands on it; it is open as long as the page is.
  let need: Need
  private(set) var filled = PageAnswers()
  /// The drafts that were told last, by the ids of the questions.
  var drafts: [String: String] = [:]
  /// The page itself and its questions, as far as they have been seen.
  var seen: [Need] = []

  init(_ need: Need) { self.need = need }

  /// Takes what was filled in now over what was before.
  /// - Returns: the page with all of it. What was filled in before, and is asked no more, is
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
  /// What was filled in, with what is filled in now over it; the button is that of now.
  func updated(with answers: PageAnswers) -> PageAnswers {
    PageAnswers(entries.merging(answers.entries) { _, new in new }, button: answers.button)
  }
}
