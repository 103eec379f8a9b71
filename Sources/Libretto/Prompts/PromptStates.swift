/// Makes the state in which a question is answered.
enum PromptStates {
  /// What a prompt can ask for beside the question.
  struct Aids: Sendable {
    /// The current day.
    var today = CalendarDay.today
    /// The paths that begin with a text.
    var paths: @Sendable (String) -> [String] = { _ in [] }
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
