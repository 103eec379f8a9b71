// Several answers in one text: titles, numbers, ranges of numbers, “all” and “none”, separated by
// commas.

extension Question {
  /// A word that stands for several answers.
  enum SeveralWord: String, CaseIterable {
    case all, none
  }

  /// Reads several answers separated by commas; a title may contain a comma.
  func several(_ text: String, byNumber: Bool) throws(Rejection) -> [String] {
    if text.isEmpty || means(.none, text) { return [] }
    let commas = choices.map { $0.title.count { $0 == "," } }.max() ?? 0
    var ids: [String] = []
    var seen: Set<String> = []
    var pieces = text.split(separator: ",")[...]
    while !pieces.isEmpty {
      let (named, count) = try next(pieces.prefix(commas + 1), byNumber)
      pieces = pieces.dropFirst(count)
      for id in named where seen.insert(id).inserted { ids.append(id) }
    }
    // Commas alone don't mean “none”.
    if ids.isEmpty { throw Rejection(message: refusal(text, [])) }
    return ids
  }

  /// Whether a choice has this name, so that it doesn't stand for several.
  func isCalled(_ name: String) -> Bool { called(name) != nil }

  private func means(_ word: SeveralWord, _ text: String) -> Bool {
    text.lowercased() == word.rawValue && !isCalled(text)
  }

  /// The answers that the first pieces name, using as many pieces as together make up a title.
  private func next(
    _ pieces: ArraySlice<Substring>, _ byNumber: Bool
  ) throws(Rejection) -> (ids: [String], count: Int) {
    for count in stride(from: pieces.count, to: 1, by: -1) {
      let title = pieces.prefix(count).joined(separator: ",").trimmed.lowercased()
      if let choice = only({ $0.title.lowercased() == title }) {
        return ([choice.id], count)
      }
    }
    let piece = pieces.first.map { String($0).trimmed } ?? ""
    if piece.isEmpty { return ([], 1) }
    if means(.all, piece) { return (choices.filter { $0.refusal == nil }.map(\.id), 1) }
    do {
      return ([try choice(piece, byNumber: byNumber).id], 1)
    } catch {
      guard byNumber, let range = range(piece) else { throw error }
      return (
        try range.map { number throws(Rejection) in
          try choice(String(number), byNumber: true).id
        }, 1
      )
    }
  }

  /// The numbers of a range such as `1-3`, if there are so many choices.
  private func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
      .map { Int(String($0).trimmed) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
      last - first < numbered.count
    else { return nil }
    return first...last
  }
}
