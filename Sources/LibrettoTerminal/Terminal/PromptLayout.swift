import LibrettoCore

/// The text of a question in line mode; the only place that defines how it looks.
///
///     Some random error
///     Do you want to delete all the user's data?
///       1) Yes (deletes)
///       2) No
///     Choose 1 to 2, or type an answer (Enter for No):
///
///     How old are you? (for example 42; Enter for 18):
///
///     Your order
///       1) Name: Bob
///       2) Sizes: Small, Large
///     Enter to submit, or the number of an answer to correct:
///
/// There are no signs that mean something only to the eye, so it reads well aloud too. All text
/// from a flow or an answer is neutralised.
struct PromptLayout: Sendable {
  /// The line below an alert that closes by itself.
  static let dismissal = "(press Return to continue, or wait) "

  /// The line below an answer of several lines that the end of the input cut off.
  static let unended =
    "The input ended before the closing “.”, so the answer was discarded.\n"

  /// The maximum number of an enumeration's values to list beside the question.
  private static let valuesShown = 8

  /// The line before the first question of a conversation.
  static let welcome = "Type ? for help, < to go back.\n"

  private let question: Question
  private let today: CalendarDay

  /// - Parameter today: the current day, for an example that the rules allow.
  init(_ question: Question, today: CalendarDay = .today) {
    (self.question, self.today) = (question, today)
  }

  /// The whole question, up to where the answer is typed; for the first question of a form,
  /// preceded by the form's title.
  var opening: String { page + body + line(remarks + time) }

  /// The question on one line with an answer that was given beforehand, in words; for the first
  /// question of a form, preceded by the form's title.
  func answered(inWords words: String) -> String {
    page + introducing(question.title.neutralisedLine.trimmed) + " " + words + "\n"
  }

  /// The default in words, as it is shown when it is taken; nil if there is none. To submit a form
  /// is no answer.
  var taken: String? { question.kind == .form ? nil : preset }

  /// The title and the message.
  var notice: String { paragraph(question.title, question.message) }

  /// The problem, and the question without its list, because the problem names what would be right.
  func again(after problem: String) -> String { problem.neutralised + "\n" + line(remarks) }

  /// The help text, and the whole question again.
  var help: String {
    let sentences = (question.help.map { [$0] } ?? []) + question.rules + [howToAnswer] + hints
    return sentences.map { $0.neutralised + "\n" }.joined() + body + line(remarks)
  }

  private var isList: Bool { question.shape != .typed && question.shape != .yesNo }

  private var page: String {
    guard let page = question.page, page.isFirst else { return "" }
    return paragraph(page.title, page.message)
  }

  private var body: String {
    switch question.shape {
    case .typed: ""
    // A question of the flow has no message; a question about the flow explains itself in its
    // message.
    case .yesNo: question.message.map { $0.neutralised + "\n" } ?? ""
    case .oneOf, .someOf, .notice: notice + list
    // The message has been shown above the first question.
    case .review: paragraph(question.title, nil) + list
    }
  }

  private func paragraph(_ title: String, _ message: String?) -> String {
    ([title] + (message.map { [$0] } ?? [])).map { $0.neutralised + "\n" }.joined()
  }

  /// The type of the answer, without the option to leave it out.
  private var type: ValueType {
    if case .optional(let wrapped) = question.type { return wrapped }
    return question.type
  }
}

// MARK: - Lists

extension PromptLayout {
  private var list: String {
    let choices = question.numbered
    let width = String(choices.count).count
    let areNumbered = numbersChoose
    let rows = choices.enumerated().map { index, choice in
      let number = String(index + 1)
      let lead =
        areNumbered
        ? String(repeating: " ", count: width - number.count) + number + ")" : "-"
      return "  \(lead) \(choice.line.neutralisedLine)\(notes(choice))\n"
    }
    return rows.joined() + following
  }

  /// The fields that an alert asks for when a button is chosen.
  private var following: String {
    guard question.kind == .alert, !question.fields.isEmpty else { return "" }
    let titles = question.fields.map { $0.title.neutralisedLine.withoutColon }
    return "Asked next: \(titles.joined(separator: ", "))\n"
  }

  private func notes(_ choice: Question.Choice) -> String {
    var notes = choice.detail.map { [$0.neutralisedLine] } ?? []
    if choice.role == .destructive { notes.append("deletes") }
    if let shortcut = choice.shortcut { notes.append("key \(shortcut)") }
    if let refusal = choice.refusal { notes.append("not available: \(refusal.neutralisedLine)") }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }

  /// Whether a number means a position in the list. Titles take precedence, so if “2” is the title
  /// of another position, numbers would be misleading.
  private var numbersChoose: Bool {
    question.numbered.enumerated().allSatisfy { index, choice in
      [choice.line, choice.id].allSatisfy { name in
        guard let number = Int(name), question.numbered.indices.contains(number - 1) else {
          return true
        }
        return number == index + 1
      }
    }
  }
}

// MARK: - Lines

extension PromptLayout {
  /// The line where the answer is typed.
  private func line(_ remarks: [String]) -> String {
    let text = isList ? call : question.title.neutralised.trimmed
    // An answer of several lines begins on a new line.
    let end = question.isMultiline ? "\n" : " "
    guard remarks.isEmpty else {
      return "\(text.withoutColon) (\(remarks.joined(separator: "; "))):\(end)"
    }
    return introducing(text) + end
  }

  /// A text before what it asks for: it ends with a colon, unless it has another sign at its end.
  private func introducing(_ text: String) -> String {
    let ends = text.last.map { "?!.:…？！。：؟".contains($0) } ?? false
    return text + (ends ? "" : ":")
  }

  private var call: String {
    let count = question.numbered.count
    switch question.shape {
    case .review where count == 0: return "Enter to submit"
    case .review:
      return "Enter to submit, or the \(numbersChoose ? "number" : "title") of an answer to correct"
    case .someOf:
      return "Type \(numbersChoose ? "numbers or answers" : "answers") separated by commas"
    case .oneOf, .typed, .yesNo, .notice:
      guard numbersChoose else { return "Type an answer" }
      return "Choose \(count == 1 ? "1" : "1 to \(count)"), or type an answer"
    }
  }

  private var time: [String] {
    question.timeout.map { ["\($0.inWords) to answer"] } ?? []
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if question.isSecret { remarks.append("the answer is not shown") }
    if !isList {
      switch type {
      case .boolean: remarks.append("yes or no")
      case .list: remarks.append("separated by commas")
      case .day: remarks.append("a day such as \(example)")
      case .time: remarks.append(type.description)
      case .oneOf(let values) where values.count <= Self.valuesShown:
        remarks.append(type.description.neutralisedLine)
      default: break
      }
    }
    if let bounds { remarks.append(bounds) }
    if question.isMultiline {
      remarks.append("several lines")
      remarks.append("a full stop alone on a line ends them")
      remarks.append("two at the beginning of a line stand for one")
    }
    if let example = question.placeholder {
      remarks.append("for example \(example.neutralisedLine)")
    }
    if let preset, question.kind != .form { remarks.append("\(goOn) for \(preset)") }
    if question.help != nil { remarks.append("? for help") }
    return remarks
  }

  /// A day that the rules allow.
  private var example: CalendarDay {
    question.allowed(CalendarDay(CalendarDay.example) ?? today, today: today)
  }

  /// The bounds of a number, unless the flow has words of its own for them.
  private var bounds: String? {
    guard type == .integer || type == .number else { return nil }
    return question.constraints.lazy.filter { $0.message == nil }
      .compactMap { $0.bounds(for: type) }.first
  }

  /// What the person presses to take the default.
  private var goOn: String { question.isMultiline ? "the full stop at once" : "Enter" }

  /// The answer that Enter alone gives, in words.
  private var preset: String? { question.defaultAnswer.map(words) }

  /// A reply that was given beforehand, in words.
  func words(_ reply: Reply) -> String {
    switch reply {
    case .given(let answer): words(answer)
    case .text(let text): text
    case .back: "(back)"
    case .timedOut: "(no answer in time)"
    case .cancelled, .endOfInput: ""
    }
  }

  /// An answer in words.
  func words(_ answer: Given) -> String {
    switch answer {
    case _ where question.isSecret: question.words(for: answer)
    case .typed(.null): "none"
    case .typed(.string(let text)) where text.isEmpty: "an empty answer"
    case .typed(.list(let values)) where values.isEmpty: "an empty list"
    default: question.words(for: answer).neutralisedLine
    }
  }
}

// MARK: - Confirming

extension PromptLayout {
  /// What a short answer means, in words; nil if the person has typed just that.
  func meant(by text: String) -> String? {
    if question.isDay {
      let day = CalendarDay(word: text, today: today)
      guard case .typed(let value)? = day.map({ .typed($0.answerValue) }) ?? given(by: text) else {
        return nil
      }
      return CalendarDay(answerValue: value)?.inWords
    }
    guard question.shape != .typed || type == .boolean || type == .time,
      let answer = given(by: text)
    else { return nil }
    let words = words(answer)
    return words.lowercased() == text.trimmed.lowercased() ? nil : words
  }

  private func given(by text: String) -> Given? { try? question.read(text) }
}

// MARK: - Help

extension PromptLayout {
  private var howToAnswer: String {
    if isList {
      var ways = ["a title", "the beginning of one"]
      if numbersChoose { ways.insert("a number", at: 0) }
      if question.choices.contains(where: { $0.shortcut != nil }) { ways.append("a key") }
      let several = question.shape == .someOf ? "; several separated by commas" : ""
      return "Type \(ways.dropLast().joined(separator: ", ")) or \(ways[ways.count - 1])\(several)."
    }
    if let description = question.typeDescription { return "Type \(description)." }
    switch type {
    case .string: return "Type your answer."
    case .boolean: return "Type yes or no; y or n will do."
    case .day:
      let month = example.monthInWords.prefix(3)
      let spelled = "\(example.day) \(month) \(example.year)"
      return "Type a day, such as \(example), \(spelled), next friday or +3."
    case .time: return "Type a time, such as 9:30, 9:30 pm or noon."
    case .list: return "Type \(type), separated by commas."
    default: return "Type \(type)."
    }
  }

  /// The words and ranges that stand for several answers.
  private var forSeveral: String? {
    guard question.shape == .someOf else { return nil }
    var ways = Question.SeveralWord.allCases.filter { !question.isCalled($0.rawValue) }.map {
      "“\($0)” for \($0) of them"
    }
    if numbersChoose, question.numbered.count > 2 { ways.append("“1-3” for the first three") }
    return ways.isEmpty ? nil : "Type \(ways.joined(separator: ", "))."
  }

  private var hints: [String] {
    var hints = forSeveral.map { [$0] } ?? []
    if question.kind == .form {
      hints.append("Press Enter to submit these answers.")
    } else if let preset {
      hints.append(
        question.isMultiline
          ? "Type a full stop at once to answer \(preset)." : "Press Enter to answer \(preset).")
    }
    if question.mayGoBack { hints.append("Type < alone to go back to the previous question.") }
    if takesQuestionMark {
      hints.append("If your answer is a question mark alone, type \\? instead.")
    }
    return hints
  }

  private var takesQuestionMark: Bool {
    if isList { return question.numbered.contains { $0.line.trimmed == "?" } }
    switch type {
    case .string, .list(.string): return true
    case .oneOf(let values): return values.contains(.string("?"))
    default: return false
    }
  }
}

extension String {
  fileprivate var withoutColon: String {
    let text = trimmed
    return text.last == ":" ? String(text.dropLast()) : text
  }
}
