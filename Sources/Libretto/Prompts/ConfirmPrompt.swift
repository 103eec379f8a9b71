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
    case .text("y"), .text("Y"): return accept(true)
    case .text("n"), .text("N"): return accept(false)
    case .enter: return isYes == nil ? .refused("An answer is needed: yes or no.") : .accept
    case .escape, .backTab: return .back
    case .control("d"): return .reply(.endOfInput)
    default: return .ignored
    }
  }

  private mutating func set(_ yes: Bool) -> Pressed {
    isYes = yes
    return .edited
  }

  private mutating func accept(_ yes: Bool) -> Pressed {
    isYes = yes
    return .accept
  }

  var reply: Reply? { isYes.map { .given(.yes($0)) } }

  var words: String? { isYes.map { $0 ? "Yes" : "No" } }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    for (yes, word) in [(true, "yes"), (false, "no")] {
      let isFocused = isYes == yes
      if isFocused { drawing.cursor = .headline(drawing.headline.columns) }
      drawing.headline.add(isFocused ? space.glyphs.focus : " ", .focus)
      drawing.headline.add(" \(word)", isFocused ? .focus : nil)
      if yes { drawing.headline.add("  ") }
    }
    return drawing
  }

  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    [KeyHint("y", "yes"), KeyHint("n", "no"), KeyHint(glyphs.arrows[1], "move")]
      + (isYes == nil ? [] : [KeyHint("enter", "accept")])
  }
}
