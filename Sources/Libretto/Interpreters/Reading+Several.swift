// Several answers in one text: titles, numbers, ranges of numbers, “all” and “none”, separated by
// commas.

extension Question {
  /// A word that stands for several answers.
  enum SeveralWord: String, CaseIterable {
    case all, none
  }

  /// Reads several answers separated by commas; a title may contain a comma.
  func several(_ text: String, byNumber: Bool) throws(Rejection) -> [String] {
    let names = ChoiceNames(choices)
    if text.isEmpty || means(.none, text, names) { return [] }
    let commas = choices.map { $0.title.count { $0 == "," } }.max() ?? 0
    var ids: [String] = []
    var seen: Set<String> = []
    // A name that is given again names the same: so a long list costs no more than its length.
    var known: [String: [String]] = [:]
    var pieces = text.split(separator: ",")[...]
    while let first = pieces.first {
      let (named, count): ([String], Int)
      if let title = title(pieces.prefix(commas + 1), names) {
        (named, count) = title
      } else {
        let piece = String(first).trimmed
        if let same = known[piece] {
          named = same
        } else {
          named = try self.named(piece, byNumber, names)
          known[piece] = named
        }
        count = 1
      }
      pieces = pieces.dropFirst(count)
      for id in named where seen.insert(id).inserted { ids.append(id) }
    }
    // Commas alone don't mean “none”.
    if ids.isEmpty { throw Rejection(message: refusal(text, [])) }
    return ids
  }

  /// Whether a choice has this name, so that it doesn't stand for several.
  func isCalled(_ name: String) -> Bool { called(name) != nil }

  private func means(_ word: SeveralWord, _ text: String, _ names: ChoiceNames) -> Bool {
    text.lowercased() == word.rawValue && names.called(text) == nil
  }

  /// The answer whose title the first pieces make up together, and how many they are.
  private func title(
    _ pieces: ArraySlice<Substring>, _ names: ChoiceNames
  ) -> (ids: [String], count: Int)? {
    for count in stride(from: pieces.count, to: 1, by: -1) {
      let title = pieces.prefix(count).joined(separator: ",").trimmed
      if let choice = names.titled(title) { return ([choice.id], count) }
    }
    return nil
  }

  /// The answers that one piece names.
  private func named(
    _ piece: String, _ byNumber: Bool, _ names: ChoiceNames
  ) throws(Rejection) -> [String] {
    if piece.isEmpty { return [] }
    if means(.all, piece, names) { return choices.filter { $0.refusal == nil }.map(\.id) }
    do {
      return [try choice(piece, byNumber: byNumber, names).id]
    } catch {
      guard byNumber, let range = range(piece) else { throw error }
      return try range.map { number throws(Rejection) in
        try choice(String(number), byNumber: true, names).id
      }
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

/// The choices of a question by what they are called.
struct ChoiceNames {
  private let choices: [Question.Choice]
  private var lines: [String: [Int]] = [:]
  private var exact: [String: [Int]] = [:]
  private var titles: [String: [Int]] = [:]
  private var ids: [String: [Int]] = [:]
  private var shortcuts: [String: [Int]] = [:]

  init(_ choices: [Question.Choice]) {
    self.choices = choices
    for (place, choice) in choices.enumerated() {
      exact[choice.line, default: []].append(place)
      lines[choice.line.lowercased(), default: []].append(place)
      titles[choice.title.lowercased(), default: []].append(place)
      ids[choice.id.lowercased(), default: []].append(place)
      if let key = choice.shortcut { shortcuts[key.lowercased(), default: []].append(place) }
    }
  }

  /// The choice with exactly this name: a title, an id or a key; nil if several have it.
  func called(_ text: String) -> Question.Choice? {
    let wanted = text.lowercased()
    let same = (exact[text] ?? []).filter { choices[$0].line.isIdenticalText(to: text) }
    return only(same) ?? only(lines[wanted]) ?? only(titles[wanted]) ?? only(ids[wanted])
      ?? only(shortcuts[wanted])
  }

  /// The only choice with this title.
  func titled(_ title: String) -> Question.Choice? { only(titles[title.lowercased()]) }

  private func only(_ places: [Int]?) -> Question.Choice? {
    places?.count == 1 ? places.map { choices[$0[0]] } : nil
  }
}
