import LibrettoCore

/// A question while it is being answered, apart from any terminal: keys change it, and it is drawn
/// as a headline, which stands beside the title, and rows below.
protocol PromptState: Sendable {
  /// Takes a key.
  mutating func press(_ key: KeyPress) -> Pressed
  /// Draws the state.
  /// - Parameter space: the available space.
  func draw(_ space: Space) -> Drawing
  /// What is answered if the person accepts it as it is; nil if there is nothing to accept.
  var reply: Reply? { get }
  /// The answer in words, as it stands in a form; nil for none.
  var words: String? { get }
  /// The text that is typed, for drafts and rules; nil if the answer isn't typed.
  var typed: String? { get }
  /// Whether a character is a part of a text now, so that it can't be a key with a meaning.
  var takesText: Bool { get }
  /// Puts a text that was written in an editor in place of the typed one.
  mutating func replace(_ text: String)
  /// The keys that work now, the most useful first.
  /// - Parameter columns: the columns in which it is drawn.
  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint]
  /// More keys that work now, which only help lists.
  var moreKeys: [KeyHint] { get }
}

extension PromptState {
  var typed: String? { nil }
  var takesText: Bool { typed != nil }
  var moreKeys: [KeyHint] { [] }
  mutating func replace(_ text: String) {}
}

/// What became of a key.
enum Pressed: Hashable, Sendable {
  /// It means nothing here.
  case ignored
  /// Something moved, or nothing happened, but the key is used up.
  case used
  /// The answer has changed.
  case edited
  /// The person accepts the answer.
  case accept
  /// The person replies.
  case reply(Reply)
  /// The person wants to go back.
  case back
  /// The person wants to edit the text in an editor.
  case editor
  /// The key can't do what it asks for, for this reason.
  case refused(Sentence)
}

/// A key and what it does.
struct KeyHint: Hashable, Sendable {
  var key: Sentence
  var action: Sentence

  init(_ key: Sentence, _ action: Sentence) { (self.key, self.action) = (key, action) }

  init(_ key: Phrase, _ action: Phrase) { self.init(Sentence(key), Sentence(action)) }

  /// - Parameter sign: a key that is the same in every language.
  init(_ sign: String, _ action: Phrase) { self.init(Sentence(sign), Sentence(action)) }

  func text(_ words: Words) -> String { "\(words(key)) \(words(action))" }
}

/// The room for a prompt.
struct Space: Hashable, Sendable {
  /// The columns of a row; the last one of the screen stays free.
  var columns: Int
  /// The columns of the headline.
  var headline: Int
  /// The rows below the headline.
  var rows: Int
  var glyphs: Glyphs
  /// The rows of the window.
  var window = Int.max
}

/// A prompt as it is drawn.
struct Drawing: Hashable, Sendable {
  enum Cursor: Hashable, Sendable {
    case headline(Int)
    case row(Int, column: Int)
  }

  var headline = Row()
  var cursor = Cursor.headline(0)
  /// The rows below, each from the first column of the screen.
  var rows: [Row] = []
}

/// Makes the state in which a question is answered.
enum PromptStates {
  /// What a prompt can ask for beside the question.
  struct Aids: Sendable {
    /// The current day.
    var today = CalendarDay.today
    /// The paths that begin with a text.
    var paths: @Sendable (String) -> [String] = { _ in [] }
    /// The language of the person.
    var words = Words.english
  }

  /// - Parameters:
  ///   - question: the question, which isn't an alert with fields or a form.
  ///   - earlier: the answer that the person gave before, to be changed; nil for none.
  static func state(
    for question: Question, earlier: Given? = nil, aids: Aids
  ) -> any PromptState {
    switch question.shape {
    case .yesNo: return ConfirmPrompt(question)
    case .oneOf where question.kind == .alert && !question.isDecision:
      return AlertPrompt(question)
    case .oneOf, .someOf, .review, .notice: return ChoicePrompt(question)
    case .typed: break
    }
    // These two states mask what is typed; a day or a rating has no state of its own if it is secret.
    if question.isSecret {
      return question.isMultiline ? MultilinePrompt(question) : TextPrompt(question)
    }
    var value: Value?
    if case .typed(let given)? = earlier, given != .null { value = given }
    if let rating = RatingPrompt(question, earlier: value) { return rating }
    let text = value.map(\.description)
    if question.isMultiline { return MultilinePrompt(question, earlier: text) }
    if question.plainType == .day {
      return DayPrompt(question, today: aids.today, earlier: text)
    }
    let completions = Completions(
      question.namedValues + question.among, paths: question.asksForPath ? aids.paths : nil)
    return TextPrompt(question, earlier: text, completions: completions)
  }
}
