// Prompts that are answered with a button: alerts, and yes or no.

import LibrettoCore

/// An alert: a box with a message and buttons, one of which is focused.
struct AlertPrompt: PromptState {
  private(set) var buttons: ButtonRow

  init(_ question: Question) {
    var preset: String?
    if case .choice(let id)? = question.defaultAnswer { preset = id }
    buttons = ButtonRow(question.choices, preset: preset)
  }

  mutating func press(_ key: KeyPress) -> Pressed {
    switch key {
    case .escape, .backTab: return .back
    case .tab: return buttons.press(.right)
    case .control("d"): return .reply(.endOfInput)
    default: return buttons.press(key)
    }
  }

  var reply: Reply? { buttons.pressed.map { .given(.choice($0.id)) } }

  var words: String? { buttons.pressed?.title }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    let (rows, row, column) = buttons.draw(space.columns, space.glyphs, isFocused: true)
    drawing.rows = rows
    drawing.cursor = .row(row, column: column)
    return drawing
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    let arrows = glyphs.arrows[buttons.isOneRow(columns, glyphs) ? 1 : 0]
    return (buttons.buttons.count > 1 ? [KeyHint(arrows, .actMove)] : [])
      + [KeyHint(.keyEnter, .actPress)] + buttons.letters
  }
}

/// Yes or no, side by side.
struct ConfirmPrompt: PromptState {
  private let question: Question
  /// The answer that the keys concern; nil as long as there is none.
  private var isYes: Bool?

  init(_ question: Question) {
    self.question = question
    if case .yes(let yes)? = question.defaultAnswer { isYes = yes }
  }

  mutating func press(_ key: KeyPress) -> Pressed {
    switch key {
    case .left, .home, .control("b"): return set(true)
    case .right, .end, .control("f"): return set(false)
    case .up, .down, .text(" "): return set(!(isYes ?? false))
    case .text(let text) where text.lowercased() == question.language(.keyYes):
      return set(true, .accept)
    case .text(let text) where text.lowercased() == question.language(.keyNo):
      return set(false, .accept)
    case .enter: return isYes == nil ? .refused(Sentence(.neededYesOrNo)) : .accept
    case .escape, .backTab: return .back
    case .control("d"): return .reply(.endOfInput)
    default: return .ignored
    }
  }

  private mutating func set(_ yes: Bool, _ pressed: Pressed = .edited) -> Pressed {
    isYes = yes
    return pressed
  }

  var reply: Reply? { isYes.map { .given(.yes($0)) } }

  var words: String? { isYes.map { question.words(for: .yes($0)) } }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    guard isYes != nil else {
      drawing.cursor = .headline(-1)
      drawing.headline.add(space.glyphs.words(.yOrN), .hint)
      drawing.headline = drawing.headline.clipped(to: space.headline, space.glyphs.ellipsis)
      return drawing
    }
    for yes in [true, false] {
      let isFocused = isYes == yes
      if isFocused { drawing.cursor = .headline(drawing.headline.columns - 1) }
      drawing.headline.add(space.glyphs.pointer(isFocused), .focus)
      drawing.headline.add(
        " " + space.glyphs.words(yes ? .yes : .no), isFocused ? .focus : nil)
      if yes { drawing.headline.add("  ") }
    }
    return drawing
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    [KeyHint(.keyYes, .yes), KeyHint(.keyNo, .no), KeyHint(glyphs.arrows[1], .actMove)]
      + (isYes == nil ? [] : [KeyHint(.keyEnter, .actAccept)])
  }
}

/// Buttons side by side, or one below the other where they don't fit.
struct ButtonRow: Hashable, Sendable {
  let buttons: [Question.Choice]
  /// The button that Return presses; nil as long as none may be focused.
  var focus: Int?

  /// - Parameter preset: the id of the button that Return presses at first.
  init(_ buttons: [Question.Choice], preset: String?) {
    self.buttons = buttons
    focus =
      buttons.firstIndex { $0.id == preset && $0.mayBeFocused }
      ?? buttons.firstIndex(where: \.mayBeFocused)
  }

  /// Takes a key that moves or presses.
  mutating func press(_ key: KeyPress) -> Pressed {
    switch key {
    case .left, .up, .control("b"), .control("p"): return move(-1)
    case .right, .down, .control("f"), .control("n"): return move(1)
    case .text(let text):
      if let place = buttons.firstIndex(where: { $0.isMeant(by: text) }) {
        focus = place
        return accept()
      }
      if let digit = Int(text), (1...max(1, buttons.count)).contains(digit), !buttons.isEmpty {
        focus = digit - 1
        return .used
      }
      return .ignored
    case .enter: return accept()
    default: return .ignored
    }
  }

  private func accept() -> Pressed {
    guard let focus else { return .refused(Sentence(.chooseButtonFirst)) }
    if let refusal = buttons[focus].refusal { return .refused(Sentence(refusal)) }
    return .accept
  }

  private mutating func move(_ step: Int) -> Pressed {
    guard !buttons.isEmpty else { return .ignored }
    guard let before = focus else {
      focus = step > 0 ? 0 : buttons.count - 1
      return .used
    }
    focus = (before + step + buttons.count) % buttons.count
    return .used
  }

  var pressed: Question.Choice? { focus.map { buttons[$0] } }

  /// The letters that press the buttons.
  var letters: [KeyHint] {
    buttons.compactMap { button in
      button.shortcut.map {
        KeyHint(Sentence(String($0).lowercased()), Sentence(button.title))
      }
    }
  }

  /// Draws the buttons.
  /// - Parameter isFocused: whether the keys concern them.
  /// - Returns: the rows, and the free column before the focused button.
  func draw(_ columns: Int, _ glyphs: Glyphs, isFocused: Bool) -> ([Row], row: Int, column: Int) {
    let fits = isOneRow(columns, glyphs)
    var rows: [Row] = []
    var place = (row: 0, column: -1)
    for (number, button) in buttons.enumerated() {
      let label = label(button, isFocused && number == focus, glyphs)
      guard fits else {
        if number == focus { place.row = rows.count }
        rows += label.wrapped(to: columns, hanging: 2, limit: 3, glyphs.ellipsis)
        continue
      }
      if rows.isEmpty { rows.append(Row()) } else { rows[0].add("    ") }
      if number == focus { place.column = rows[0].columns - 1 }
      rows[0].add(label)
    }
    return (rows, place.row, place.column)
  }

  /// Whether the buttons fit side by side.
  func isOneRow(_ columns: Int, _ glyphs: Glyphs) -> Bool {
    buttons.reduce(0) { $0 + label($1, true, glyphs).mostColumns + 4 } <= columns
  }

  private func label(_ button: Question.Choice, _ isFocused: Bool, _ glyphs: Glyphs) -> Row {
    var row = Row()
    row.add(glyphs.pointer(isFocused), .focus)
    let role: Theme.Role? =
      button.refusal != nil
      ? .hint : button.role == .destructive ? .danger : isFocused ? .focus : nil
    row.add(" " + button.title, role)
    if button.role == .destructive { row.add(" (\(glyphs.words(.deletes)))", .hint) }
    if button.refusal != nil { row.add(" (\(glyphs.words(.unavailable)))", .hint) }
    return row
  }
}

extension Question.Choice {
  /// Whether a letter chooses it.
  func isMeant(by text: String) -> Bool {
    shortcut.map { String($0).lowercased() == text.lowercased() } ?? false
  }
}
