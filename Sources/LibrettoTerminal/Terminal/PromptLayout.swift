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
  /// The maximum number of an enumeration's values to list beside the question.
  private static let valuesShown = 8

  private let question: Question
  private let today: CalendarDay
  /// The most options that are written at once.
  private let most: Int

  /// The options of a list that a person reads at once.
  static let most = 50
  private var words: Words { question.language }

  /// - Parameters:
  ///   - today: the current day, for an example that the rules allow.
  ///   - most: the most options that are written at once.
  init(_ question: Question, today: CalendarDay = .today, most: Int = .max) {
    (self.question, self.today, self.most) = (question, today, most)
  }

  /// The whole question, up to where the answer is typed; for the first question of a form,
  /// preceded by the form's title.
  var opening: String { page + body + line(remarks + time) }

  /// The question with an answer that was given beforehand, in words: on one line, unless it has a
  /// message, which may say what went wrong; for the first question of a form, preceded by the
  /// form's title.
  func answered(inWords words: String) -> String {
    let title = question.title.neutralisedLine.trimmed
    let message = question.kind == .form ? nil : question.message?.neutralised.trimmed
    let asked = message.map { title + "\n" + introducing($0) } ?? introducing(title)
    return page + asked + " " + words + "\n"
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
    let sentences =
      [question.help].compactMap(\.self) + question.rules + [question.reason].compactMap(\.self)
      + [howToAnswer] + hints
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
  private var type: ValueType { question.plainType }
}

// MARK: - Lists

extension PromptLayout {
  private var list: String { rows(Array(question.numbered.indices)) + following }

  /// The options of a long list that have a text in them, and the call to answer; nil if there are
  /// none, or the text is an answer.
  func found(by text: String) -> String? {
    let part = text.trimmed.lowercased()
    guard isList, question.numbered.count > most, !part.isEmpty, given(by: text) == nil else {
      return nil
    }
    let places = question.numbered.indices.filter {
      question.numbered[$0].line.lowercased().contains(part)
    }
    return places.isEmpty ? nil : rows(places) + line(remarks)
  }

  /// The rows of options at these places, as many as are written at once.
  private func rows(_ places: [Int]) -> String {
    let choices = question.numbered
    let width = String(choices.count).count
    let areNumbered = numbersChoose
    let rows = places.prefix(most).map { index in
      let choice = choices[index]
      let number = String(index + 1)
      let lead =
        areNumbered
        ? String(repeating: " ", count: width - number.count) + number + ")" : "-"
      return "  \(lead) \(choice.line.neutralisedLine)\(notes(choice))\n"
    }
    let left = places.count - rows.count
    return rows.joined() + (left > 0 ? words(.moreAnswers, left.grouped) + "\n" : "")
  }

  /// The fields that an alert asks for when a button is chosen.
  private var following: String {
    guard question.kind == .alert, !question.fields.isEmpty else { return "" }
    let titles = question.fields.map { $0.title.neutralisedLine.withoutColon }
    return words(.askedNext, titles.said()) + "\n"
  }

  private func notes(_ choice: Question.Choice) -> String {
    var notes = choice.detail.map { [$0.neutralisedLine] } ?? []
    if choice.role == .destructive { notes.append(words(.deletes)) }
    if let shortcut = choice.shortcut { notes.append(words(.keyLetter, String(shortcut))) }
    if let refusal = choice.refusal {
      notes.append(words(.notAvailable, refusal.neutralisedLine))
    }
    return notes.isEmpty ? "" : " (\(words(notes.said())))"
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
      return "\(text.withoutColon) (\(words(remarks.said(between: .semicolon)))):\(end)"
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
    case .review where count == 0: return words(.enterToSubmit)
    case .review: return words(numbersChoose ? .enterToSubmitOrNumber : .enterToSubmitOrTitle)
    case .someOf: return words(numbersChoose ? .typeNumbersOrAnswers : .typeAnswers)
    case .oneOf, .typed, .yesNo, .notice:
      guard numbersChoose else { return words(.typeAnAnswer) }
      return count == 1 ? words(.chooseOne) : words(.chooseNumber, count)
    }
  }

  private var time: [String] {
    question.timeout.map { [words(.toAnswer, $0)] } ?? []
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if question.isSecret { remarks.append(words(.isNotShown)) }
    if !isList {
      switch type {
      case .list: remarks.append(words(.byCommas))
      case .day where !bounds.isEmpty: break
      case .boolean, .day, .time: remarks.append(words(type.sentence(day: day)))
      case .oneOf(let values) where values.count <= Self.valuesShown:
        remarks.append(words(type).neutralisedLine)
      default: break
      }
    }
    remarks += bounds
    if question.isMultiline {
      remarks += [words(.severalLines), words(.fullStopEnds), words(.twoStopsMeanOne)]
    }
    if let example = question.placeholder ?? (type == .day && !bounds.isEmpty ? "\(day)" : nil) {
      remarks.append(words(.forExample, example.neutralisedLine))
    }
    if let preset, question.kind != .form {
      remarks.append(words(question.isMultiline ? .fullStopFor : .enterFor, preset))
    }
    if question.help != nil { remarks.append(words(.questionMarkForHelp)) }
    return remarks
  }

  /// A day that the rules allow.
  private var day: CalendarDay {
    question.allowed(CalendarDay(CalendarDay.example) ?? today, today: today)
  }

  /// The bounds of an answer, unless the flow has words of its own for them.
  private var bounds: [String] {
    question.constraints.compactMap { $0.bounds(for: type, isChosen: isList) }.map { words($0) }
  }

  /// The answer that Enter alone gives, in words.
  private var preset: String? { question.defaultAnswer.map(words) }

  /// A reply that was given beforehand, in words.
  func words(_ reply: Reply) -> String {
    switch reply {
    case .given(let answer): words(answer)
    case .text(let text): text
    case .back: words(.wentBack)
    case .timedOut: words(.noAnswerInTime)
    case .cancelled, .endOfInput: ""
    }
  }

  /// An answer in words.
  func words(_ answer: Given) -> String {
    switch answer {
    case _ where question.isSecret: question.words(for: answer)
    case .typed(.null): words(.none)
    case .typed(.string(let text)) where text.isEmpty: words(.emptyAnswer)
    case .typed(.list(let values)) where values.isEmpty: words(.emptyList)
    default: question.words(for: answer).neutralisedLine
    }
  }
}

// MARK: - Confirming

extension PromptLayout {
  /// What a short answer means, in words; nil if the person has typed just that.
  func meant(by text: String) -> String? {
    if question.isDay {
      let day = question.meant(by: text, today: today)
      guard case .typed(let value)? = day.map({ .typed($0.answerValue) }) ?? given(by: text) else {
        return nil
      }
      return CalendarDay(answerValue: value)?.inWords(words)
    }
    guard question.shape != .typed || type == .boolean || type == .time,
      let answer = given(by: text)
    else { return nil }
    let meant = words(answer)
    return meant.lowercased() == text.trimmed.lowercased() ? nil : meant
  }

  private func given(by text: String) -> Given? { try? question.read(text) }
}

// MARK: - Help

extension PromptLayout {
  private var howToAnswer: String {
    if isList {
      var ways: [Phrase] = [.wayTitle, .wayBeginning]
      if numbersChoose { ways.insert(.number, at: 0) }
      if question.choices.contains(where: { $0.shortcut != nil }) { ways.append(.wayKey) }
      let list = ways.said(lastAfter: .or)
      return words(question.shape == .someOf ? .typeSeveralTitles : .typeATitle, list)
    }
    if let description = question.typeDescription { return words(.typeIt, description) }
    switch type {
    case .string: return words(.typeYourAnswer)
    case .boolean: return words(.typeYesOrNo)
    case .day:
      let month = words.list(.monthsShort)[day.month - 1]
      return words(
        .typeADay, "\(day)", Sentence(.daySpelled, day.day, month, "\(day.year)"))
    case .time: return words(.typeATime)
    case .list: return words(.typeByCommas, type)
    default: return words(.typeIt, type)
    }
  }

  /// The words and ranges that stand for several answers.
  private var forSeveral: String? {
    guard question.shape == .someOf else { return nil }
    var ways: [Phrase] = []
    if !question.isCalled(words(.all)) { ways.append(.wayAll) }
    if !question.isCalled(words(.none)) { ways.append(.wayNone) }
    if numbersChoose, question.numbered.count > 2 { ways.append(.wayRange) }
    return ways.isEmpty ? nil : words(.typeIt, ways.said())
  }

  private var hints: [String] {
    var hints = forSeveral.map { [$0] } ?? []
    if question.kind == .form {
      hints.append(words(.pressEnterToSubmit))
    } else if let preset {
      hints.append(words(question.isMultiline ? .fullStopToAnswer : .pressEnterToAnswer, preset))
    }
    if question.mayGoBack { hints.append(words(.typeBack)) }
    if takesQuestionMark { hints.append(words(.typeQuestionMark)) }
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
