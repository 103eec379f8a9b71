/// An alert: a box with a message and buttons, one of which is focused.
struct AlertPrompt: PromptState {
  private let question: Question
  private(set) var buttons: ButtonRow

  init(_ question: Question) {
    self.question = question
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

  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    (buttons.buttons.count > 1 ? [KeyHint(glyphs.arrows[1], "move")] : [])
      + [KeyHint("enter", "press")] + buttons.letters
  }
}
