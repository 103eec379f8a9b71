import LibrettoCore

/// One or several of a list of options: the keys move a highlight, and what is typed filters.
///
/// In a list to choose one, letters and blanks begin the filter, and only Return accepts. In a list to
/// choose several, they have meanings of their own, and `/` begins it.
struct ChoicePrompt: PromptState {
  let question: Question
  let choices: [Question.Choice]
  let isSeveral: Bool
  /// Whether a title begins with a digit, with which it is found: then it isn't the number of a row.
  let hasNumbers: Bool
  /// The options that a letter chooses.
  private let shortcuts: [String: Int]
  let titleColumns: Int
  private(set) var chosen: Set<Int> = []
  /// The options that are shown, if a filter is typed; otherwise all are.
  private(set) var found: [Int32]?
  private(set) var filter: LineEditor?
  private var matcher: FuzzyMatcher?
  /// Made while the person reads, so that the first key doesn't wait for it.
  private let index: FuzzyMatcher.Index
  /// The option that had the highlight before the filter.
  private var rest: Int?
  /// The place among the options that are shown; nil if none may be focused yet.
  private(set) var focus: Int?
  /// The number that is being typed, to jump to.
  private var jump = 0
  /// How far a page goes.
  private let page = 8
  /// The most rows of a list, as far as half of the window has as many.
  private static let mostRows = 12
  /// The columns below which a description that is cut says nothing.
  private static let fewestColumns = 8
  /// The longest options, with all that stands beside them.
  private let longest: [Int]

  init(_ question: Question) {
    self.question = question
    choices = question.choices
    index = FuzzyMatcher.Index(choices)
    isSeveral = question.shape == .someOf
    hasNumbers = choices.contains { $0.title.first?.isNumber == true }
    (titleColumns, longest) = Self.widths(choices, question.language)
    shortcuts = Dictionary(
      choices.enumerated().compactMap { place, choice in
        choice.shortcut.map { (String($0).lowercased(), place) }
      }, uniquingKeysWith: { first, _ in first })
    if case .choices(let ids)? = question.defaultAnswer, !ids.isEmpty {
      let all = Dictionary(
        choices.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      chosen = Set(ids.compactMap { all[$0] }.filter { choices[$0].refusal == nil })
    }
    focus = firstFocus
  }

  /// - Returns: the columns of the titles, and the longest options.
  private static func widths(_ choices: [Question.Choice], _ words: Words) -> (Int, [Int]) {
    // The bytes are enough to know that an option far below isn't longer.
    let widths = choices.enumerated().map { place, choice in
      let (title, remark) = (choice.line, choice.remark(words) ?? "")
      return place < 1_000
        ? (title.neutralisedLine.mostColumns, remark.neutralisedLine.mostColumns)
        : (title.utf8.count, remark.utf8.count)
    }
    // The longest by columns may not be the one with the most rows, but one of the longest is.
    var longest: [(columns: Int, place: Int)] = []
    for (place, (title, remark)) in widths.enumerated()
    where longest.count < 4 || title + remark > longest[3].columns {
      longest.append((title + remark, place))
      longest.sort { $0.columns > $1.columns }
      longest = Array(longest.prefix(4))
    }
    return (widths.prefix(1_000).reduce(0) { max($0, min(28, $1.0)) }, longest.map(\.place))
  }

  /// The default, but nothing that destroys something and nothing that can't be chosen.
  private var firstFocus: Int? {
    if case .choice(let id)? = question.defaultAnswer,
      let place = choices.firstIndex(where: { $0.id == id }), choices[place].mayBeFocused
    {
      return place
    }
    if question.shape == .review { return choices.indices.last }
    if let first = chosen.filter({ choices[$0].mayBeFocused }).min() { return first }
    return choices.firstIndex(where: \.mayBeFocused)
  }

  var count: Int { found?.count ?? choices.count }

  /// The option at a place among those that are shown.
  func option(_ place: Int) -> Int { found.map { Int($0[place]) } ?? place }

  // MARK: Keys

  mutating func press(_ key: KeyPress) -> Pressed {
    if filter != nil, let pressed = pressInFilter(key) { return pressed }
    let number = jump
    jump = 0
    switch key {
    case .up, .control("p"): return move(-1)
    case .down, .control("n"): return move(1)
    case .pageUp: return move(-page)
    case .pageDown: return move(page)
    case .home: return move(to: 0)
    case .end: return move(to: count - 1)
    case .enter: return accept()
    case .escape, .backTab: return .back
    case .control("d"): return .reply(.endOfInput)
    case .text(let text): return press(text, after: number)
    case .paste(let text) where !choices.isEmpty:
      beginFilter()
      return pressInFilter(.paste(text)) ?? .used
    default: return .ignored
    }
  }

  private mutating func press(_ text: String, after number: Int) -> Pressed {
    if let place = shortcuts[text.lowercased()] { return choose(place) }
    switch text {
    case " " where isSeveral: return toggle()
    case "/":
      beginFilter()
      return .used
    case "?": return .ignored
    case "0"..."9" where number == 0 && choices.contains { $0.title.hasPrefix(text) }:
      beginFilter()
      return pressInFilter(.text(text)) ?? .used
    case "0"..."9":
      guard let digit = Int(text) else { return .ignored }
      let together = number * 10 + digit
      let place = together <= choices.count ? together : digit
      guard place > 0, place <= choices.count else { return .used }
      jump = place
      return move(to: place - 1)
    case letters[0] where isSeveral: return set { _, _ in true }
    case letters[1] where isSeveral: return set { !$1.contains($0) }
    case letters[2] where isSeveral: return set { _, _ in false }
    case "k" where isSeveral: return move(-1)
    case "j" where isSeveral: return move(1)
    default:
      if isSeveral || choices.isEmpty { return .ignored }
      beginFilter()
      return pressInFilter(.text(text)) ?? .used
    }
  }

  private mutating func beginFilter() {
    filter = LineEditor()
    rest = focus
    if matcher == nil { matcher = index.matcher }
  }

  /// Takes a key while a filter is typed; nil if the list takes it.
  private mutating func pressInFilter(_ key: KeyPress) -> Pressed? {
    switch key {
    case .escape:
      endFilter()
      return .used
    case .backspace where filter?.isEmpty == true:
      endFilter()
      return .used
    case .enter where isSeveral:
      // Chooses what was looked for, and shows all options again.
      let isChosen = focus.map { $0 < count && chosen.contains(option($0)) } ?? false
      let pressed = isChosen || filter?.isEmpty == true ? .used : toggle()
      if case .refused = pressed { return pressed }
      endFilter()
      return pressed
    case .up, .down, .pageUp, .pageDown, .home, .end, .enter, .control("p"), .control("n"),
      .backTab:
      return nil
    case .text(" ") where isSeveral && filter?.isEmpty == true: return nil
    case .tab: return isSeveral ? toggle() : .ignored
    default:
      var key = key
      if case .paste(let text) = key { key = .paste(text.joiningLines) }
      let before = filter?.text
      guard filter?.press(key) == true else { return .ignored }
      let focused = focus.flatMap { $0 < count ? option($0) : nil }
      let text = filter?.text ?? ""
      if text == before { return .used }
      found = text.isEmpty ? nil : matcher?.find(text)
      // A Return in the filter must not destroy anything either.
      focus =
        text.isEmpty
        ? focused ?? firstFocus
        : (0..<count).first { choices[option($0)].mayBeFocused }
      return .used
    }
  }

  private mutating func endFilter() {
    let focused = focus.flatMap { $0 < count ? option($0) : nil }
    filter = nil
    found = nil
    focus = focused ?? rest ?? firstFocus
  }

  private mutating func move(_ distance: Int) -> Pressed {
    guard count > 0 else { return .used }
    guard let focus else { return move(to: distance > 0 ? 0 : count - 1) }
    // One step goes round the end; a page stops there.
    if distance == -1, focus == 0 { return move(to: count - 1) }
    if distance == 1, focus == count - 1 { return move(to: 0) }
    return move(to: focus + distance)
  }

  /// Moves to an option, which is the answer then.
  mutating func highlight(_ place: Int) -> Pressed {
    focus = place
    return .edited
  }

  private mutating func move(to place: Int) -> Pressed {
    guard count > 0 else { return .used }
    let place = min(max(place, 0), count - 1)
    focus = place
    // On a page, what was moved to is the answer, as with radio buttons.
    let isAnswer = !isSeveral && filter == nil && choices[option(place)].mayBeFocused
    return isAnswer ? .edited : .used
  }

  private mutating func toggle() -> Pressed {
    guard let focus, focus < count else { return .used }
    let place = option(focus)
    if let refusal = choices[place].refusal { return .refused(Sentence(refusal)) }
    if chosen.remove(place) == nil { chosen.insert(place) }
    return .edited
  }

  /// Chooses each option that is shown and can be chosen, or not.
  private mutating func set(_ isChosen: (Int, Set<Int>) -> Bool) -> Pressed {
    let before = chosen
    for place in 0..<count {
      let option = option(place)
      guard choices[option].refusal == nil else { continue }
      if isChosen(option, before) { chosen.insert(option) } else { chosen.remove(option) }
    }
    return .edited
  }

  /// Goes to an option by its letter: in a list to choose one, only Return accepts.
  private mutating func choose(_ place: Int) -> Pressed {
    if isSeveral {
      focus = place
      return toggle()
    }
    return move(to: place)
  }

  private mutating func accept() -> Pressed {
    if isSeveral { return .accept }
    guard let focus, focus < count else {
      // The first row of the list says so.
      return found?.isEmpty == true ? .used : .refused(Sentence(.chooseAnAnswer))
    }
    if let refusal = choices[option(focus)].refusal { return .refused(Sentence(refusal)) }
    if filter != nil { endFilter() }
    return .accept
  }

  // MARK: Answers

  var takesText: Bool { filter != nil }

  var reply: Reply? {
    if isSeveral { return .given(.choices(chosen.sorted().map { choices[$0].id })) }
    guard let focus, focus < count else { return nil }
    let id = choices[option(focus)].id
    return .given(question.shape == .review && id == Run.submission ? .submit : .choice(id))
  }

  var words: String? {
    guard case .given(let given)? = reply else { return nil }
    if isSeveral, chosen.isEmpty, limits.least > 0 { return nil }
    return question.words(for: given)
  }
}

// How a list looks, and which keys work in it.

extension ChoicePrompt {
  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    let glyphs = space.glyphs
    if let filter {
      let count = found.map { glyphs.words(.found, $0.count.grouped, choices.count.grouped) } ?? ""
      let room = space.headline - (count.isEmpty ? 0 : count.count + 3)
      let hasCount = room >= filter.text.neutralisedLine.mostColumns + 2
      drawing.headline.add("/", .hint)
      let (row, cursor) = filter.window((hasCount ? room : space.headline) - 1, glyphs.ellipsis)
      drawing.headline.add(row)
      if hasCount, !count.isEmpty { drawing.headline.add("   " + count, .hint) }
      drawing.cursor = .headline(cursor + 1)
    } else if isSeveral {
      let number =
        needed.map { Sentence(.howManyOf, chosen.count, $0) } ?? Sentence(.howMany, chosen.count)
      drawing.headline.add(glyphs.words(number), .hint)
      drawing.headline = drawing.headline.clipped(to: space.headline, glyphs.ellipsis)
    }
    // The list keeps its height while it is open, with room for the longest option and another one. One
    // that is too long for that stands in full below the list, which leaves it room.
    let most = min(Self.mostRows, space.rows)
    let tallest = max(1, most - (most < 5 ? 1 : 2))
    let heights = longest.map { whole(row($0, nil, space), space).count }
    let longest = heights.filter { $0 <= tallest }.max() ?? 1
    let below = heights.filter { $0 > tallest }.max() ?? 0
    let focused = focus.flatMap { $0 < count ? whole(row(option($0), $0, space), space) : nil }
    let isInPlace = (focused?.count ?? 1) <= tallest
    let window = ListWindow(
      all: choices.count, shown: count, focus: focus ?? 0,
      rows: min(
        max(min(most, space.window / 2), min(most, longest > 1 ? longest + 2 : 1)),
        max(3, space.rows - below)),
      longest: longest, tall: isInPlace ? focused?.count ?? 1 : 1)
    for place in window.places {
      if place == focus, filter == nil {
        drawing.cursor = .row(drawing.rows.count, column: 1)
      }
      if place == focus, isInPlace, let focused {
        drawing.rows += focused
      } else {
        drawing.rows.append(
          row(option(place), place, space).clipped(to: space.columns, glyphs.ellipsis))
      }
    }
    for place in 0..<window.padding {
      let saysSo = place == 0 && count == 0
      drawing.rows.append(
        Row(saysSo ? "    " + glyphs.words(.nothingFits) : "", .hint).clipped(
          to: space.columns, glyphs.ellipsis))
    }
    if window.isPart {
      let row = Row("    ").adding(Row(window.more(glyphs), .hint))
      drawing.rows.append(row.clipped(to: space.columns, glyphs.ellipsis))
    }
    if let focused, !isInPlace {
      drawing.rows += focused.cut(
        to: space.rows - drawing.rows.count, columns: space.columns, glyphs.ellipsis)
    }
    return drawing
  }

  /// An option in full, as the focused one stands: broken by words, with its description in a column
  /// of its own if that has room for words and takes few rows.
  private func whole(_ row: Row, _ space: Space) -> [Row] {
    let start = isSeveral ? 5 + space.glyphs.free.columns : 4
    let column = start + titleColumns + 2
    let room = space.columns - column
    let isWide = room >= space.columns / 3 && row.mostColumns - column <= 3 * room
    return row.wrapped(
      to: space.columns, hanging: isWide ? column : start, limit: 100, space.glyphs.ellipsis)
  }

  /// The focused option, for the help of a window that has no room for it.
  var focusedText: String? {
    guard let focus, focus < count else { return nil }
    let choice = choices[option(focus)]
    return ([choice.line] + [choice.remark(question.language)].compactMap(\.self))
      .joined(separator: "  ")
  }

  private func row(_ option: Int, _ place: Int?, _ space: Space) -> Row {
    let glyphs = space.glyphs
    let choice = choices[option]
    let isFocused = place != nil && place == focus
    var row = Row("  ")
    row.add(glyphs.pointer(isFocused), .focus)
    row.add(" ")
    if isSeveral {
      let isChosen = chosen.contains(option)
      row.add(isChosen ? glyphs.chosen : glyphs.free, isChosen ? .focus : nil)
      row.add(" ")
    }
    let role: Theme.Role? =
      choice.refusal != nil
      ? .hint : choice.role == .destructive ? .danger : isFocused ? .focus : nil
    let start = row.columns
    let title = choice.line.neutralisedLine
    let text = found == nil ? "" : filter?.text ?? ""
    let pieces = FuzzyMatcher.pieces(of: title, matching: text)
    for (piece, isMatch) in pieces ?? [(title, false)] { row.add(piece, isMatch ? .match : role) }
    // A few letters of a description say nothing; it stands in full while the option is focused.
    let room = space.columns - max(start + titleColumns, row.columns) - 2
    let isCut = place != nil && !isFocused && room < Self.fewestColumns
    if let note = choice.remark(glyphs.words), !isCut || note != choice.detail || note.count <= room
    {
      row.move(to: max(start + titleColumns, row.columns) + 2)
      let marked = pieces == nil ? FuzzyMatcher.words(in: note, matching: text) : [(note, false)]
      for (piece, isMatch) in marked { row.add(piece, isMatch ? .match : .hint) }
    }
    return row
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    if filter != nil {
      return [KeyHint(glyphs.arrows[0], .actMove), KeyHint(.keyEnter, .actChoose)]
        + (isSeveral ? [KeyHint(.keyTab, .actChooseMore)] : [])
        + [KeyHint(.keyEscape, .actClear)]
    }
    if isSeveral {
      return [
        KeyHint(.keySpace, .actChoose), KeyHint(.keyEnter, .actGoOn),
      ] + (choices.count <= limits.most ? [KeyHint(letters[0], .all)] : [])
        + [KeyHint(letters[1], .actInvert), KeyHint("/", .actFilter)]
    }
    return [
      KeyHint(glyphs.arrows[0], .actMove), KeyHint(.keyEnter, .actChoose),
      KeyHint(.keyLetters, .actFilter),
    ]
  }

  var moreKeys: [KeyHint] {
    if filter != nil { return [] }
    return (isSeveral ? [KeyHint(letters[2], .none)] : [])
      + (hasNumbers ? [] : [KeyHint("1-9", .actJump)])
      + [KeyHint(.keyPages, .actMoveByPage), KeyHint(.keyEnds, .actFirstLast)]
  }

  /// The letters that choose all, invert the choice, and choose none.
  private var letters: [String] { question.language.list(.keysOfSeveral) }

  /// How many may be chosen.
  private var limits: (least: Int, most: Int) {
    var (least, most) = (0, Int.max)
    for case .length(let minimum, let maximum) in question.constraints.map(\.kind) {
      (least, most) = (max(least, minimum ?? 0), min(most, maximum ?? .max))
    }
    return (least, most)
  }

  /// How many must be chosen, in words.
  private var needed: Sentence? {
    let (least, most) = limits
    if most == .max { return least > 0 ? Sentence(.neededOrMore, least) : nil }
    if least <= 0 { return Sentence(.neededAtMost, most) }
    return least == most
      ? Sentence(.neededExactly, least) : Sentence(.neededFromTo, least, most)
  }
}

/// One of a few options in a form, in one row, so that nothing below it moves: left and right change
/// it, and so does the first letter of an option.
struct ChoiceInPlace: PromptState {
  /// The most options that are shown so; more have a list.
  static let most = 5

  private var list: ChoicePrompt
  /// Whether what is shown is the answer, and not only what Return takes.
  private var isAnswer: Bool
  /// The beginning of a title with a number that has been typed.
  private var typed = ""

  /// Nil for a list that is better shown whole.
  /// - Parameter given: the answer so far.
  init?(_ list: ChoicePrompt, _ given: Given?) {
    guard list.question.shape == .oneOf, (1...Self.most).contains(list.choices.count),
      list.choices.allSatisfy(\.mayBeFocused)
    else { return nil }
    self.list = list
    isAnswer = given != nil || list.question.defaultAnswer != nil
    if case .choice(let id)? = given, let place = list.choices.firstIndex(where: { $0.id == id }) {
      _ = self.list.highlight(place)
    }
  }

  mutating func press(_ key: KeyPress) -> Pressed {
    let before = typed
    typed = ""
    switch key {
    case .right, .control("f"): return move(1)
    case .left, .control("b"): return move(-1)
    case .home, .end: return list.press(key)
    case .enter: return take { $0.press(.enter) }
    case .escape, .backTab: return .back
    case .control("d"): return list.press(key)
    case .text(let text):
      if list.hasNumbers, text.first?.isNumber == true || !before.isEmpty {
        for number in [before + text, text] {
          if let place = list.choices.firstIndex(where: { $0.title.hasPrefix(number) }) {
            typed = number
            return take { $0.highlight(place) }
          }
        }
      }
      if let digit = Int(text) {
        return (1...list.choices.count).contains(digit) ? take { $0.highlight(digit - 1) } : .used
      }
      let begins = { (choice: Question.Choice) in
        choice.isMeant(by: text) || choice.line.lowercased().hasPrefix(text.lowercased())
      }
      let next = list.choices.indices.first { begins(list.choices[$0]) && $0 > list.focus ?? -1 }
      guard let place = next ?? list.choices.firstIndex(where: begins) else { return .ignored }
      return take { $0.highlight(place) }
    default: return .ignored
    }
  }

  private mutating func move(_ step: Int) -> Pressed {
    let count = list.choices.count
    let place = ((list.focus ?? 0) + step + count) % count
    return take { $0.highlight(place) }
  }

  private mutating func take(_ body: (inout ChoicePrompt) -> Pressed) -> Pressed {
    isAnswer = true
    return body(&list)
  }

  var reply: Reply? { list.reply }

  var words: String? { list.words }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    let glyphs = space.glyphs
    drawing.cursor = .headline(-1)
    let role: Theme.Role = isAnswer ? .focus : .hint
    let choice = list.focus.map { list.choices[$0] }
    drawing.headline.add("\(glyphs.sides[0]) ", .hint)
    drawing.headline.add(choice?.line ?? "", role)
    drawing.headline.add(" \(glyphs.sides[1])", .hint)
    if let remark = choice?.remark(glyphs.words) {
      drawing.headline.add("  " + remark, .hint)
    }
    let isCut = drawing.headline.mostColumns > space.headline
    drawing.headline = drawing.headline.clipped(to: space.headline, glyphs.ellipsis)
    drawing.rows = below(space, isShown: isCut)
    return drawing
  }

  /// The rows in which an option stands that is longer than its row: as many for each, so that nothing
  /// moves from one to the next.
  private func below(_ space: Space, isShown: Bool) -> [Row] {
    let texts = list.choices.map { choice in
      ([choice.line] + [choice.remark(space.glyphs.words)].compactMap(\.self))
        .joined(separator: "  ")
    }
    let sides = space.glyphs.sides.reduce(2) { $0 + $1.mostColumns }
    guard texts.contains(where: { $0.neutralisedLine.mostColumns + sides > space.headline }) else {
      return []
    }
    let lines = texts.map { Wrapping.lines($0, width: max(1, space.columns - 4), limit: 8) }
    let shown = isShown ? list.focus.map { lines[$0] } ?? [] : []
    return (0..<(lines.map(\.count).max() ?? 0)).map {
      $0 < shown.count ? Row("  ").adding(Row(shown[$0])) : Row()
    }
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    [KeyHint(glyphs.arrows[1], .actChoose)]
  }
}

extension Question.Choice {
  /// Whether a prompt may begin with it: a Return that comes by mistake must not destroy anything.
  var mayBeFocused: Bool { role != .destructive && refusal == nil }

  /// What stands beside the title, in words.
  func remark(_ words: Words) -> String? {
    var notes = detail.map { [$0] } ?? []
    if role == .destructive { notes.append("(\(words(.deletes)))") }
    if let refusal { notes.append(words(.notAvailable, refusal)) }
    if let shortcut { notes.append(words(.keyLetter, String(shortcut))) }
    return notes.isEmpty ? nil : words(notes.said())
  }
}

/// The part of a list that fits on the screen, around the option that is focused.
struct ListWindow: Hashable, Sendable {
  /// The places that are shown.
  let places: Range<Int>
  /// The empty rows below them, so that the list keeps its height.
  let padding: Int
  /// Whether there is a row for what isn't shown, also where a filter shows everything.
  let isPart: Bool
  private let count: Int

  /// - Parameters:
  ///   - all: how many options there are without a filter.
  ///   - shown: how many the filter lets through.
  ///   - rows: the rows there are, with one for what isn't shown.
  ///   - longest: the rows of the longest option, which has them while it is focused.
  ///   - tall: the rows of the focused option; all others have one.
  init(all: Int, shown: Int, focus: Int, rows: Int, longest: Int = 1, tall: Int = 1) {
    let rows = max(1, rows)
    let whole = all + longest - 1
    let height = whole <= rows ? whole : max(1, rows - 1)
    let visible = min(shown, max(1, height - tall + 1))
    let start = min(max(0, focus - visible / 2), shown - visible)
    places = start..<start + visible
    padding = max(0, height - visible - (shown > 0 ? tall - 1 : 0))
    isPart = whole > rows && rows > 1
    count = shown
  }

  /// How many options are above and below those that are shown.
  func more(_ glyphs: Glyphs) -> String {
    var words: [String] = []
    if places.lowerBound > 0 {
      words.append(
        glyphs.words(.moreAbove, glyphs.more.above, places.lowerBound.grouped))
    }
    if places.upperBound < count {
      words.append(
        glyphs.words(.moreAbove, glyphs.more.below, (count - places.upperBound).grouped))
    }
    return words.joined(separator: "  ")
  }
}

extension Int {
  /// The number with a comma after each three digits.
  var grouped: String {
    var digits = Array(String(magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
