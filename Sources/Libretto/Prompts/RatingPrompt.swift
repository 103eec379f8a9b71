/// A number from a short scale, whose numbers stand side by side.
struct RatingPrompt: PromptState {
  /// The longest scale that is shown so; a longer one is typed.
  static let longest = 11

  private let question: Question
  private let scale: ClosedRange<Int>
  private var rating: Int?
  /// Whether the rating is what was typed last, so that another digit may follow.
  private var isTyped = false

  /// - Parameter earlier: the answer that the person gave before.
  init?(_ question: Question, earlier: Value? = nil) {
    let bounds = question.numericBounds
    guard question.kind == .rate, let minimum = bounds.minimum.flatMap({ Int(exactly: $0) }),
      let most = bounds.maximum.map({ bounds.excludesMaximum ? $0 - 1 : $0 }),
      let maximum = Int(exactly: most), minimum <= maximum,
      case (let steps, false) = maximum.subtractingReportingOverflow(minimum), steps < Self.longest
    else { return nil }
    self.question = question
    scale = minimum...maximum
    if case .typed(.int(let number))? = question.defaultAnswer { rating = number }
    if case .int(let number)? = earlier { rating = number }
  }

  mutating func press(_ key: KeyPress) -> Pressed {
    let wasTyped = isTyped
    isTyped = false
    switch key {
    case .left, .down, .control("b"): return move(-1)
    case .right, .up, .control("f"): return move(1)
    case .home: return set(scale.lowerBound)
    case .end: return set(scale.upperBound)
    case .text(let text):
      guard let digit = Int(text) else { return .ignored }
      // 1 and then 0 is 10, where the scale goes so far.
      if wasTyped, let rating, (0...99).contains(rating), scale.contains(rating * 10 + digit) {
        return set(rating * 10 + digit)
      }
      isTyped = scale.contains(digit)
      return isTyped ? set(digit) : .refused(outside)
    case .enter: return rating == nil ? .refused(outside) : .accept
    case .escape, .backTab: return .back
    case .control("d"): return .reply(.endOfInput)
    default: return .ignored
    }
  }

  private var outside: String {
    question.rules.first ?? "The answer is \(scale.lowerBound) to \(scale.upperBound)."
  }

  private mutating func move(_ step: Int) -> Pressed {
    guard let rating else { return set(step > 0 ? scale.lowerBound : scale.upperBound) }
    return set(min(max(rating + step, scale.lowerBound), scale.upperBound))
  }

  private mutating func set(_ number: Int) -> Pressed {
    rating = number
    return .edited
  }

  var reply: Reply? { rating.map { .given(.typed(.int($0))) } }

  var words: String? { rating.map(String.init) }

  var typed: String? { rating.map(String.init) }

  var takesText: Bool { false }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    for number in scale {
      let isFocused = rating == number
      if isFocused { drawing.cursor = .headline(drawing.headline.columns) }
      drawing.headline.add(isFocused ? space.glyphs.focus : " ", .focus)
      drawing.headline.add("\(number) ", isFocused ? .focus : nil)
    }
    drawing.headline = drawing.headline.clipped(to: space.headline, space.glyphs.ellipsis)
    return drawing
  }

  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    [
      KeyHint(glyphs.arrows[1], "move"),
      KeyHint("\(scale.lowerBound)-\(min(9, scale.upperBound))", "choose"),
      KeyHint("enter", "accept"),
    ]
  }
}
