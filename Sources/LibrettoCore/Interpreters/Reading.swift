/// Turns what a person says into an answer; the only place that does, for all interpreters.
extension Question {
  /// Reads an answer as a person would type it: a number, a title, a unique beginning of one, a
  /// shortcut key, yes or no, or a value.
  /// - Parameters:
  ///   - text: the typed text. If the question has a default, white space takes it.
  ///   - byNumber: whether a number can choose by position; false for text that outlives a run.
  /// - Returns: the answer.
  /// - Throws: ``Rejection``, which says what would be right.
  public func read(_ text: String, byNumber: Bool = true) throws(Rejection) -> Given {
    if text.trimmed.isEmpty, let defaultAnswer { return defaultAnswer }
    switch shape {
    case .typed: return try typed.read(text)
    case .yesNo:
      if let yes = language.read.boolean(text) { return .yes(yes) }
      if text.trimmed.isEmpty { throw Rejection(.neededYesOrNo) }
      throw Rejection(.neitherYesNorNo, text.trimmed.inQuotes)
    case .oneOf, .review, .notice:
      return given(try choice(text.trimmed, byNumber: byNumber))
    case .someOf: return .choices(try several(text.trimmed, byNumber: byNumber))
    }
  }

  /// Reads an answer as a person would type it, where a day may be “tomorrow”.
  /// - Parameter today: the current day, where the person is.
  package func read(
    _ text: String, today: @autoclosure () -> CalendarDay
  ) throws(Rejection) -> Given {
    guard isDay else { return try read(text) }
    let today = today()
    if let day = meant(by: text, today: today) { return .typed(day.answerValue) }
    if text.trimmed.isEmpty, defaultAnswer != nil { return try read(text) }
    var reader = typed
    // A day that would be refused as well is no example.
    reader.day = CalendarDay(CalendarDay.example).map { allowed($0, today: today) } ?? today
    return try reader.read(text)
  }

  /// Reads an answer given as data, where a day may be “tomorrow”.
  /// - Parameter today: the current day, where the person is.
  package func read(
    _ value: Value, today: @autoclosure () -> CalendarDay
  ) throws(Rejection) -> Given {
    if isDay, let day = meant(by: value.description, today: today()) {
      return .typed(day.answerValue)
    }
    return try read(value)
  }

  /// The day that a word such as “tomorrow” means.
  package func meant(by word: String, today: CalendarDay) -> CalendarDay? {
    CalendarDay(word: word, today: today, language.read)
  }

  private func given(_ choice: Choice) -> Given {
    shape == .review && choice.id == Run.submission ? .submit : .choice(choice.id)
  }

  /// Reads several answers given as data.
  private func several(_ values: [Value]) throws(Rejection) -> Given {
    let names = ChoiceNames(choices)
    var known: [Value: String] = [:]
    for choice in choices.reversed() { if let value = choice.value { known[value] = choice.id } }
    var ids: [String] = []
    var seen: Set<String> = []
    for value in values {
      let id: String
      if let named = known[value] {
        id = named
      } else {
        id = try choice(value.description, byNumber: false, names).id
        known[value] = id
      }
      if seen.insert(id).inserted { ids.append(id) }
    }
    return .choices(ids)
  }

  /// Reads an answer given as data, as in a script or an answers file.
  /// - Parameter value: the answer: what a person would say, a value, or the id of a choice.
  /// - Returns: the answer.
  /// - Throws: ``Rejection``, which says what would be right.
  public func read(_ value: Value) throws(Rejection) -> Given {
    switch (shape, value) {
    case (.typed, _): return try typed.read(value)
    case (.someOf, .list(let values)): return try several(values)
    case (.yesNo, .bool(let yes)): return .yes(yes)
    case (_, .string(let text)): return try read(text, byNumber: false)
    case (.yesNo, _):
      throw Rejection(.neitherYesNorNo, value)
    case (.oneOf, _), (.review, _), (.someOf, _), (.notice, _):
      if shape == .someOf { return try several([value]) }
      if let choice = choices.first(where: { $0.value?.isNumber(value) ?? false }) {
        return given(choice)
      }
      return given(try choice(value.description, byNumber: false))
    }
  }

  /// Whether a day is typed, so that a word such as “tomorrow” stands for one.
  package var isDay: Bool { shape == .typed && type.isDay }

  private var typed: TypedReader {
    TypedReader(type: type, isOptional: isOptional, isSecret: isSecret, words: language.read)
  }

  /// - Parameter names: the names of the choices, if several are looked for.
  func choice(
    _ text: String, byNumber: Bool, _ names: ChoiceNames? = nil
  ) throws(Rejection) -> Choice {
    let wanted = text.lowercased()
    if let choice = names.map({ $0.called(text) }) ?? called(text) { return choice }
    if byNumber, let number = Int(text), numbered.indices.contains(number - 1) {
      return numbered[number - 1]
    }
    let beginning = choices.filter { !wanted.isEmpty && $0.line.lowercased().hasPrefix(wanted) }
    if beginning.count == 1, Int(text) == nil { return beginning[0] }
    throw refusal(text, beginning)
  }

  /// The choice with exactly this name: a title, an id or a key.
  func called(_ text: String) -> Choice? {
    let wanted = text.lowercased()
    return only { $0.line.isIdenticalText(to: text) } ?? only { $0.line.lowercased() == wanted }
      ?? only { $0.title.lowercased() == wanted } ?? only { $0.id.lowercased() == wanted }
      ?? only { $0.shortcut?.lowercased() == wanted }
  }

  private func only(_ matches: (Choice) -> Bool) -> Choice? {
    let found = choices.filter(matches)
    return found.count == 1 ? found[0] : nil
  }

  /// The choices that have a number; the one that submits a form has none.
  package var numbered: ArraySlice<Choice> { kind == .form ? choices.dropLast() : choices[...] }

  func refusal(_ text: String, _ beginning: [Choice]) -> Rejection {
    let available = choices.filter { $0.refusal == nil }.map(\.line)
    if text.isEmpty { return Rejection(.neededOneOf, available.listed()) }
    let same = beginning.filter { $0.line.isIdenticalText(to: text) }
    if same.count > 1 {
      let ids = same.map { Sentence(.quote, $0.id) }.listed(between: .or)
      return Rejection(.titleOfSeveral, text.inQuotes, same.count, ids)
    }
    if beginning.count > 1 {
      let several = beginning.map { Sentence(.quote, $0.line) }.listed(between: .or)
      return Rejection(.canBeSeveral, text.inQuotes, several)
    }
    guard let near = nearest(to: text, among: available) else {
      return Rejection(.notOneOf, text.inQuotes, available.listed())
    }
    return Rejection(.notOneOfButNear, text.inQuotes, available.listed(), near)
  }
}

extension ValueType {
  /// Whether it is a day, perhaps one that may be left out.
  var isDay: Bool { self == .day || self == .optional(.day) }
}

/// Reads typed answers, with no more of a question than it needs.
struct TypedReader {
  let type: ValueType
  let isOptional: Bool
  let isSecret: Bool
  var words = ReadWords.english
  /// An example of a day, for a refusal.
  var day: CalendarDay?

  func read(_ text: String) throws(Rejection) -> Given {
    if text.trimmed.isEmpty {
      if isOptional || type.isOptional { return .typed(.null) }
      // A text is refused where answers are settled, in the words of its rule.
      if type == .string { return .typed(.string("")) }
      throw Rejection(.neededLike, type.sentence(day: day))
    }
    if let value = type.value(parsing: text, words) { return .typed(value) }
    let given = isSecret ? Sentence(.that) : text.inQuotes
    throw Rejection(.isNot, given, type.sentence(day: day))
  }

  func read(_ value: Value) throws(Rejection) -> Given {
    switch value {
    case .string(let text):
      // Text is data here: an empty one isn't the default, and white space counts in a text.
      if isOptional || type.isOptional, text.trimmed.isEmpty { return .typed(.null) }
      if !text.isEmpty, let fitting = type.value(exactly: value) { return .typed(fitting) }
      return try read(text)
    case .null where isOptional: return .typed(.null)
    default:
      if let fitting = type.value(exactly: value) { return .typed(fitting) }
      if value == .null { return try read("") }
    }
    throw Rejection(.isNot, isSecret ? Phrase.that.said : value.said, type)
  }
}

extension Run {
  /// Reads an answer to a need as ``Question/read(_:byNumber:)`` does, but makes the question only
  /// if necessary; nil if the need isn't a question.
  func reading(
    _ text: String, _ need: Need, today: @autoclosure () -> CalendarDay
  ) throws(Rejection) -> Given? {
    if let typed = typed(need), !text.trimmed.isEmpty, !typed.type.isDay {
      return try typed.read(text)
    }
    return try question(for: need)?.read(text, today: today())
  }

  /// Reads an answer to a need given as data, as ``Question/read(_:)`` does.
  func reading(
    _ value: Value, _ need: Need, today: @autoclosure () -> CalendarDay
  ) throws(Rejection) -> Given? {
    if let typed = typed(need), !typed.type.isDay { return try typed.read(value) }
    return try question(for: need)?.read(value, today: today())
  }

  private func typed(_ need: Need) -> TypedReader? {
    guard need.kind == .prompt else { return nil }
    let facts = program.facts[need.index]
    guard facts.shape == .typed else { return nil }
    let type = facts.slot >= 0 ? program.keys[Int(facts.slot)].type : .string
    return TypedReader(
      type: type, isOptional: facts.isOptional, isSecret: facts.isSecret, words: language.read)
  }
}

extension Question {
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
    if ids.isEmpty { throw refusal(text, []) }
    return ids
  }

  /// Whether a choice has this name, so that it doesn't stand for several.
  package func isCalled(_ name: String) -> Bool { called(name) != nil }

  /// Whether a word stands for all choices, or for none.
  private func means(_ word: Phrase, _ text: String, _ names: ChoiceNames) -> Bool {
    text.lowercased() == language(word).lowercased() && names.called(text) == nil
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

extension Value {
  /// Whether it is another value; a whole number is the fraction that is equal to it, since JavaScript
  /// has one kind of numbers.
  fileprivate func isNumber(_ other: Value) -> Bool {
    switch (self, other) {
    case (.double(let own), .int(let number)): own == Double(exactly: number)
    case (.int(let own), .double(let number)): number == Double(exactly: own)
    default: self == other
    }
  }
}
