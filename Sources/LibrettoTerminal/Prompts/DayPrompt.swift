import LibrettoCore

/// A day, typed or moved to in a small calendar.
struct DayPrompt: PromptState {
  private let question: Question
  private let today: CalendarDay
  private var editor: LineEditor
  /// Whether what stands there was moved to in the calendar: what is typed then replaces it.
  private var isMovedTo = false
  private var text: TextPrompt

  /// - Parameter earlier: the answer that the person gave before, to be changed.
  init(_ question: Question, today: CalendarDay, earlier: String? = nil) {
    self.question = question
    self.today = today
    editor = LineEditor(earlier ?? "")
    text = TextPrompt(question)
  }

  mutating func press(_ key: KeyPress) -> Pressed {
    switch key {
    case .enter: return .accept
    case .escape: return .back
    case .backTab: return editor.isAtStart ? .back : .ignored
    case .control("d") where editor.isEmpty: return .reply(.endOfInput)
    case .up: return move { $0.adding(days: -7) }
    case .down: return move { $0.adding(days: 7) }
    case .left where editor.isEmpty || day != nil: return move { $0.adding(days: -1) }
    case .right where editor.isEmpty || day != nil: return move { $0.adding(days: 1) }
    case .pageUp: return move { $0.adding(months: -1) }
    case .pageDown: return move { $0.adding(months: 1) }
    case .paste(let pasted):
      if isMovedTo { editor = LineEditor() }
      isMovedTo = false
      _ = editor.press(.paste(pasted.joiningLines))
      return .edited
    default:
      if case .text = key, isMovedTo { editor = LineEditor() }
      isMovedTo = false
      let before = editor.text
      guard editor.press(key) else { return .ignored }
      return editor.text == before ? .used : .edited
    }
  }

  /// The day that is typed, if it is one.
  private var day: CalendarDay? {
    typedDay ?? question.meant(by: editor.text, today: today)
  }

  /// The day that is spelled out.
  private var typedDay: CalendarDay? { CalendarDay(typed: editor.text, question.language.read) }

  /// The day that Return takes if nothing is typed.
  private var preset: CalendarDay? {
    guard case .typed(.string(let text))? = question.defaultAnswer else { return nil }
    return CalendarDay(text)
  }

  private mutating func move(_ step: (CalendarDay) -> CalendarDay?) -> Pressed {
    // The first key shows the day from which the others move.
    guard let from = day else { return set(preset ?? allowed(today)) }
    guard let next = step(from) else { return .used }
    return set(allowed(next))
  }

  private mutating func set(_ day: CalendarDay) -> Pressed {
    editor.replace("\(day)")
    isMovedTo = true
    return .edited
  }

  private func allowed(_ day: CalendarDay) -> CalendarDay { question.allowed(day, today: today) }

  var typed: String? { editor.text }

  var reply: Reply? {
    // What is counted from today is a day for everyone from here on.
    if typedDay == nil, let day { return .given(.typed(day.answerValue)) }
    return .text(editor.text)
  }

  var words: String? { editor.isEmpty ? nil : day.map { "\($0)" } ?? editor.text }

  /// The columns that a calendar needs.
  private static let calendarColumns = 30

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    if editor.isEmpty {
      drawing = text.draw(space)
    } else {
      let (row, cursor) = editor.window(space.headline, space.glyphs.ellipsis)
      drawing.headline = row
      drawing.cursor = .headline(cursor)
      if let day {
        let words = space.glyphs.words
        let distance = words(day.distance(from: today))
        let inWords = day.inWords(words)
        let understood = ["\(inWords) \(space.glyphs.separator) \(distance)", inWords]
        // It is never cut: without room beside what is typed, it stands below.
        let room = space.headline - drawing.headline.columns - 3
        if let beside = understood.first(where: { $0.mostColumns <= room }) {
          drawing.headline.add("   ")
          drawing.headline.add(beside, .hint)
        } else {
          var row = Row("  ")
          row.add(understood.first { $0.mostColumns + 2 <= space.columns } ?? inWords, .hint)
          drawing.rows = [row.clipped(to: space.columns, space.glyphs.ellipsis)]
        }
      }
    }
    let month = DayPrompt.calendar(
      of: day ?? preset ?? allowed(today), focused: day, today: today, space)
    if drawing.rows.count + month.count <= space.rows, space.columns >= Self.calendarColumns {
      drawing.rows += month.map { $0.clipped(to: space.columns, space.glyphs.ellipsis) }
    }
    return drawing
  }

  /// The weeks of a month; always as many rows, so that nothing below moves.
  private static func calendar(
    of shown: CalendarDay, focused: CalendarDay?, today: CalendarDay, _ space: Space
  ) -> [Row] {
    let words = space.glyphs.words
    guard let first = CalendarDay(year: shown.year, month: shown.month, day: 1) else { return [] }
    var title = Row("  ")
    title.add(
      words(.monthInWords, words.list(.months)[shown.month - 1], "\(shown.year)"), .title)
    let todayInWords = words(.todayIs, today.inWords(words))
    // Without room beside the month, it has a row of its own.
    let isBeside = 18 + todayInWords.mostColumns <= space.columns
    if isBeside {
      title.move(to: 18)
      title.add(todayInWords, .hint)
    }
    var names = Row()
    for (column, name) in words.list(.weekdaysInCalendar).enumerated() {
      names.move(to: 2 + 4 * column)
      names.add(name, .hint)
    }
    var rows = [title] + (isBeside ? [] : [Row("  " + todayInWords, .hint)]) + [names]
    var day: CalendarDay? = first.adding(days: -first.weekday)
    for _ in 0..<6 {
      var row = Row("  ")
      for column in 0..<7 {
        if let day, day.month == shown.month, day.year == shown.year {
          let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
          if day == focused {
            row.add("[\(number)]", .focus)
          } else {
            row.add(" \(number)")
            row.add(day == today ? "." : " ", .hint)
          }
        } else if column < 6 {
          row.add("    ")
        }
        day = day?.adding(days: 1)
      }
      rows.append(row)
    }
    return rows
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    text.keys(glyphs, columns).prefix(1) + [
      KeyHint(glyphs.arrows[1], .actDay), KeyHint(glyphs.arrows[0], .actWeek),
      KeyHint(.keyPages, .actMonth),
    ]
  }
}

extension CalendarDay {
  /// How far away it is.
  func distance(from today: CalendarDay) -> Sentence {
    switch today.days(to: self) {
    case 0: Sentence(.today)
    case 1: Sentence(.tomorrow)
    case -1: Sentence(.yesterday)
    case let days: Sentence(days > 0 ? .inDays : .daysAgo, Int(days.magnitude).grouped)
    }
  }
}
