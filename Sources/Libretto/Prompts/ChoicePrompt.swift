/// One or several of a list of options: the keys move a highlight, and `/` filters.
struct ChoicePrompt: PromptState {
  let question: Question
  let choices: [Question.Choice]
  let isSeveral: Bool
  /// The options that a letter chooses.
  private let shortcuts: [String: Int]
  let titleColumns: Int
  private(set) var chosen: Set<Int> = []
  /// The options that are shown, if a filter is typed; otherwise all are.
  private(set) var found: [Int32]?
  private(set) var filter: LineEditor?
  private var matcher: FuzzyMatcher?
  /// The place among the options that are shown; nil if none may be focused yet.
  private(set) var focus: Int?
  /// The number that is being typed, to jump to.
  private var jump = 0
  /// How far a page goes.
  private let page = 8

  init(_ question: Question) {
    self.question = question
    choices = question.choices
    isSeveral = question.shape == .someOf
    titleColumns = choices.prefix(1_000).reduce(0) { most, choice in
      max(most, min(28, choice.line.neutralisedLine.mostColumns))
    }
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
    default: return .ignored
    }
  }

  private mutating func press(_ text: String, after number: Int) -> Pressed {
    if let place = shortcuts[text.lowercased()] { return choose(place) }
    switch text {
    case " ": return isSeveral ? toggle() : accept()
    case "/":
      filter = LineEditor()
      if matcher == nil { matcher = FuzzyMatcher(choices.map(\.line)) }
      return .used
    case "0"..."9":
      guard let digit = Int(text) else { return .ignored }
      let together = number * 10 + digit
      let place = together <= choices.count ? together : digit
      guard place > 0, place <= choices.count else { return .used }
      jump = place
      return move(to: place - 1)
    case "a" where isSeveral: return set { _, _ in true }
    case "n" where isSeveral: return set { _, _ in false }
    case "i" where isSeveral: return set { !$1.contains($0) }
    case "k": return move(-1)
    case "j": return move(1)
    default: return .ignored
    }
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
    case .up, .down, .pageUp, .pageDown, .enter, .control("p"), .control("n"), .backTab: return nil
    case .text(" ") where isSeveral && filter?.isEmpty == true: return nil
    case .tab: return isSeveral ? toggle() : .ignored
    default:
      guard filter?.press(key) == true else { return .ignored }
      let focused = focus.flatMap { $0 < count ? option($0) : nil }
      let text = filter?.text ?? ""
      found = text.isEmpty ? nil : matcher?.find(text)
      // A Return behind the filter must not destroy anything either.
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
    focus = focused ?? firstFocus
  }

  private mutating func move(_ distance: Int) -> Pressed {
    guard count > 0 else { return .used }
    guard let focus else { return move(to: distance > 0 ? 0 : count - 1) }
    // One step goes round the end; a page stops there.
    if distance == -1, focus == 0 { return move(to: count - 1) }
    if distance == 1, focus == count - 1 { return move(to: 0) }
    return move(to: focus + distance)
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
    if let refusal = choices[place].refusal { return .refused(refusal) }
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

  /// Takes an option by its letter.
  private mutating func choose(_ place: Int) -> Pressed {
    if found != nil { endFilter() }
    focus = place
    return isSeveral ? toggle() : accept()
  }

  private func accept() -> Pressed {
    if isSeveral { return .accept }
    guard let focus, focus < count else {
      return .refused(
        found?.isEmpty == true ? "Nothing fits the filter." : "Choose an answer first.")
    }
    if let refusal = choices[option(focus)].refusal { return .refused(refusal) }
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
    if isSeveral, chosen.isEmpty { return nil }
    return question.words(for: given)
  }
}
