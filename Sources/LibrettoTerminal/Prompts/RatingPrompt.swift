// Numbers that are answered with arrow keys: a scale, and a step up or down.

import LibrettoCore

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

  private var outside: Sentence {
    question.rules.first.map { Sentence($0) }
      ?? Sentence(.ratingIs, scale.lowerBound, scale.upperBound)
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
    // What has no room before the focus is left out.
    var first = scale.lowerBound
    var drawing = draw(from: first, space)
    while first < rating ?? first, drawing.end > space.headline {
      first += 1
      drawing = draw(from: first, space)
    }
    drawing.row.headline = drawing.row.headline.clipped(to: space.headline, space.glyphs.ellipsis)
    return drawing.row
  }

  /// - Returns: the scale from a number on, and the columns up to the focus and a sign behind it.
  private func draw(from first: Int, _ space: Space) -> (row: Drawing, end: Int) {
    var (drawing, end) = (Drawing(), 0)
    if first > scale.lowerBound { drawing.headline.add(space.glyphs.ellipsis, .hint) }
    for number in first...scale.upperBound {
      let isFocused = rating == number
      if isFocused { drawing.cursor = .headline(drawing.headline.columns - 1) }
      drawing.headline.add(space.glyphs.pointer(isFocused), .focus)
      drawing.headline.add("\(number) ", isFocused ? .focus : nil)
      if isFocused {
        let isLast = number == scale.upperBound
        end = drawing.headline.mostColumns + (isLast ? 0 : space.glyphs.ellipsis.mostColumns)
      }
    }
    return (drawing, end)
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    [
      KeyHint(glyphs.arrows[1], .actMove),
      KeyHint("\(scale.lowerBound)-\(min(9, scale.upperBound))", .actChoose),
      KeyHint(.keyEnter, .actAccept),
    ]
  }
}

/// Makes a number larger or smaller, within its bounds.
struct NumberStepper: Sendable {
  private let isWhole: Bool
  private let minimum: Double?
  private let maximum: Double?
  private let excludesMaximum: Bool
  private let start: Double

  /// Nil if the question doesn't ask for a number.
  init?(_ question: Question) {
    switch question.plainType {
    case .integer: isWhole = true
    case .number: isWhole = false
    default: return nil
    }
    let bounds = question.numericBounds
    (minimum, excludesMaximum) = (bounds.minimum, bounds.excludesMaximum && !isWhole)
    maximum = bounds.excludesMaximum && isWhole ? bounds.maximum.map { $0 - 1 } : bounds.maximum
    if case .typed(let value)? = question.defaultAnswer, let number = value.asNumber {
      start = number
    } else {
      start = minimum ?? 0
    }
  }

  /// - Parameters:
  ///   - text: what is typed.
  ///   - direction: 1 for more, -1 for less.
  /// - Returns: the next number; nil if there is none.
  func step(from text: String, _ direction: Int) -> String? {
    let typed = text.trimmed
    var next = start
    if isWhole, let number = Int(typed) {
      // Beyond 2^53, a Double would miss it.
      let (sum, overflows) = number.addingReportingOverflow(direction)
      if overflows { return nil }
      next = Double(sum)
      if next >= minimum ?? next, next <= maximum ?? next { return String(sum) }
    } else if !typed.isEmpty {
      guard let number = Double(typed), number.isFinite else { return nil }
      next = number + Double(direction)
      // 1.1 - 1 is 0.1, as it is written.
      let decimals = typed.split(separator: ".").dropFirst().first?.count ?? 0
      let scale = (0..<min(decimals, 15)).reduce(1.0) { scale, _ in scale * 10 }
      if next.magnitude < 1e15 / scale { next = (next * scale).rounded() / scale }
    }
    if let minimum { next = max(next, minimum) }
    if let maximum {
      if excludesMaximum, next >= maximum { return nil }
      next = min(next, maximum)
    }
    // A bound is reached in one's own direction only.
    if let number = Double(typed), direction > 0 ? next < number : next > number {
      let isWithin = number >= minimum ?? number && number <= maximum ?? number
      if isWithin { return nil }
    }
    let result =
      isWhole || next == next.rounded() && next.magnitude < 1e15
      ? Int(exactly: next.rounded()).map(String.init) : String(next)
    return result == typed ? nil : result
  }
}

extension Question {
  /// The type of a typed answer, without the option to leave it out.
  var plainType: ValueType {
    if case .optional(let wrapped) = type { return wrapped }
    return type
  }

  /// The smallest and the largest number that its rules allow, if they are known.
  var numericBounds: (minimum: Double?, maximum: Double?, excludesMaximum: Bool) {
    var bounds: (minimum: Double?, maximum: Double?, excludesMaximum: Bool) = (nil, nil, false)
    for rule in constraints {
      guard case .range(let minimum, let maximum, let excludesMaximum) = rule.kind else { continue }
      if let least = minimum?.given?.asNumber { bounds.minimum = least }
      if let most = maximum?.given?.asNumber {
        (bounds.maximum, bounds.excludesMaximum) = (most, excludesMaximum)
      }
    }
    return bounds
  }
}

extension Value {
  /// The value as a number.
  fileprivate var asNumber: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
