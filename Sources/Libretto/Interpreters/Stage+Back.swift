// Going back, by a step of the flow or because the person asks for it. Past an action that was
// performed it asks first, and takes back what can be taken back, the newest first.

extension Stage {
  /// Goes back for a `Back()` of the flow.
  func goBack(_ need: Need) async throws {
    let step = run.backStep(from: need)
    if let step, try await mayGoBack(step, need) { return try await perform(step) }
    // Nothing before, or the person stays: the question that led here is asked again.
    guard let again = run.backStep(from: need, toAround: true) else {
      return try await resolve(need, .stayed)
    }
    if step == nil { notes[again.question] = Self.nothingBefore }
    try await perform(again)
  }

  /// Goes back because the person asks for it at a question; tells why not, where that can't be.
  func goBack(from need: Need) async throws -> String? {
    guard let step = run.backStep(from: need) else { return Self.nothingBefore }
    guard try await mayGoBack(step, need) else { return "" }
    try await perform(step)
    return nil
  }

  static var nothingBefore: String { "This is the first question; there is nothing to go back to." }

  private func mayGoBack(_ step: BackStep, _ need: Need) async throws -> Bool {
    guard !step.effects.isEmpty else { return true }
    let names = step.effects.map { "“\($0)”" }.joined(separator: ", ")
    let canUndo = step.effects.filter { closures[JournalLines.split($0).id]?.undo != nil }
    var words = "Going back to “\(step.question)” passes over what has been performed: \(names)."
    if canUndo.count == step.effects.count {
      words += " It is undone first."
    } else if canUndo.isEmpty {
      words += " It stays as it is, and is performed again where an answer changes."
    } else {
      let undone = canUndo.map { "“\($0)”" }.joined(separator: ", ")
      words +=
        " Undone is \(undone); the rest stays, and is performed again where an answer changes."
    }
    return try await confirm("Go back?", words, id: "back", need)
  }

  private func perform(_ step: BackStep) async throws {
    for name in step.effects {
      let id = JournalLines.split(name).id
      guard let undo = closures[id]?.undo else { continue }
      transcript.undo(name)
      let answers = run.answers
      do {
        try await host.undo(Undoing(id: id, name: name, body: undo), answers)
      } catch {
        if Task.isCancelled { throw CancellationError() }
        let words = answers.hidingSecrets(in: String(describing: error))
        throw Failure(.action, "undoing “\(name)” failed: \(words)", step: name)
      }
      run.noteUndone(name, at: host.now)
      try note()
    }
    transcript.goBack(step.question)
    try run.goBack(step, at: host.now)
    try note()
    // Beside operations, what is needed now may be something else.
    if run.isParallel { inbox += run.needs.map(News.needed) }
  }
}
