import LibrettoCore

/// A page while it is filled in: a form, or an alert with its fields. All visible questions are on
/// it at once; one of them, or the row of buttons, is focused.
struct FormPrompt: Sendable {
  /// What became of a key.
  enum Outcome: Hashable, Sendable {
    case ignored, used, back, editor
    /// The entry for this question has changed.
    case edited(String)
    case submit(PageAnswers)
    case reply(PageReply)
    case refused(Sentence)
  }

  /// A question of the page.
  struct Field: Sendable {
    var id: String
    var question: Question
    var state: any PromptState
    /// What has been filled in here; nil as long as nothing has.
    var entry: SessionResolution?
    /// The answer in words.
    var words: String?
    var isVisible: Bool
    var problem: String?
    /// Whether its problem is shown while it is being typed.
    var hasFailed = false
  }

  private(set) var page: FormPage
  private(set) var fields: [Field] = []
  /// The index of the focused question; nil if the buttons are focused.
  private(set) var focus: Int?
  /// The question that the keys concern; nil for the buttons.
  var focused: Question? { focus.map { fields[$0].question } }
  /// Whether something is wrong with that question, and is shown.
  var hasOpenProblem: Bool {
    focus.map { fields[$0].hasFailed && fields[$0].problem != nil } ?? false
  }
  private(set) var buttons: ButtonRow
  /// Returns the page as it looks with some entries.
  var look: @Sendable (PageAnswers) -> FormPage
  private let aids: PromptStates.Aids

  /// - Parameter look: returns the page as it looks with some entries.
  init(
    _ page: FormPage, aids: PromptStates.Aids,
    look: @escaping @Sendable (PageAnswers) -> FormPage
  ) {
    self.page = page
    self.look = look
    self.aids = aids
    buttons = Self.buttons(of: page, aids.words)
    fields = page.fields.map { field in
      Field(
        id: field.id, question: field.question,
        state: Self.state(for: field, aids),
        words: Self.words(of: field), isVisible: field.isVisible)
    }
    focus = fields.firstIndex(where: \.isVisible)
    show(page)
  }

  private static func state(
    for field: FormPage.Field, _ aids: PromptStates.Aids
  ) -> any PromptState {
    let state = PromptStates.state(for: field.question, earlier: field.given, aids: aids)
    if let list = state as? ChoicePrompt, let few = ChoiceInPlace(list, field.given) { return few }
    return state
  }

  private static func buttons(of page: FormPage, _ words: Words) -> ButtonRow {
    let choices =
      page.buttons.isEmpty
      ? [Question.Choice(id: Run.submission, title: words(.submitButton))] : page.buttons
    return ButtonRow(choices, preset: page.button)
  }

  private static func words(of field: FormPage.Field) -> String? {
    if field.question.isSecret { return field.isAnswered ? field.question.language(.secret) : nil }
    if let given = field.given { return field.question.words(for: given) }
    return field.question.defaultAnswer.flatMap {
      $0 == .typed(.null) ? nil : field.question.words(for: $0)
    }
  }

  /// Shows the page again, with its problems.
  mutating func show(_ page: FormPage) {
    take(page)
    // A page that was left unsubmitted is without what was filled in here.
    if !page.hasProblems { take(look(entries)) }
    for place in fields.indices where fields[place].problem != nil {
      fields[place].hasFailed = true
    }
    if let first = fields.firstIndex(where: { $0.isVisible && $0.problem != nil }) { focus = first }
  }

  /// Whether a page has the same questions, so that what was filled in here belongs to it too.
  func suits(_ page: FormPage) -> Bool { page.fields.map(\.id) == fields.map(\.id) }

  private mutating func take(_ page: FormPage) {
    if page.buttons != self.page.buttons { buttons = Self.buttons(of: page, aids.words) }
    self.page = page
    for (place, field) in page.fields.enumerated() {
      let before = fields[place].question
      fields[place].isVisible = field.isVisible
      fields[place].problem = field.problem
      fields[place].question = field.question
      if before.choices != field.question.choices
        || before.defaultAnswer != field.question.defaultAnswer
      {
        guard fields[place].entry == nil || before.choices != field.question.choices else {
          continue
        }
        fields[place].state = Self.state(for: field, aids)
        if fields[place].entry == nil { fields[place].words = Self.words(of: field) }
      }
    }
    if let focus, !fields[focus].isVisible { self.focus = next(after: focus) }
  }

  /// Notes why a draft is refused.
  mutating func note(_ problem: String?, at id: String) {
    guard let place = fields.firstIndex(where: { $0.id == id }), let problem else { return }
    fields[place].problem = problem
    fields[place].hasFailed = true
  }

  /// All entries so far.
  var entries: PageAnswers {
    var entries = PageAnswers()
    for field in fields { entries[field.id] = field.entry }
    return entries
  }

  /// The text that is being typed, and the id of its question; nil if none is, or if it's secret.
  var draft: (id: String, text: String)? {
    guard let focus, !fields[focus].question.isSecret, let text = fields[focus].state.typed else {
      return nil
    }
    return (fields[focus].id, text)
  }

  // MARK: Keys

  mutating func press(_ key: KeyPress) -> Outcome {
    guard let focus else { return pressButtons(key) }
    // What a filter has found is taken with Tab, too.
    let list = fields[focus].state as? ChoicePrompt
    let takesFound = list?.isSeveral == false && list?.takesText == true && list?.reply != nil
    let key = key == .tab && takesFound ? .enter : key
    switch key {
    case .tab: return move(to: next(after: focus))
    case .backTab: return previous(before: focus).map { move(to: $0) } ?? .back
    default: break
    }
    switch fields[focus].state.press(key) {
    case .ignored where key == .down: return move(to: next(after: focus))
    case .ignored where key == .up: return move(to: previous(before: focus) ?? focus)
    case .ignored: return .ignored
    case .used: return .used
    case .back: return .back
    case .editor: return .editor
    case .refused(let reason):
      (fields[focus].problem, fields[focus].hasFailed) = (aids.words(reason), true)
      return .used
    case .reply(.endOfInput): return .reply(.endOfInput)
    case .reply: return .used
    case .edited:
      fill(focus)
      return .edited(fields[focus].id)
    case .accept: return accept(focus)
    }
  }

  /// Takes the answer, and goes to the next question unless there is something to correct.
  private mutating func accept(_ place: Int) -> Outcome {
    let isUntouched = fields[place].entry == nil
    let isEmpty = fields[place].state.typed?.isEmpty ?? false
    // Return at a question that has its answer already changes nothing.
    if !(isUntouched && isEmpty) { fill(place) }
    if fields[place].entry != nil, fields[place].problem != nil {
      fields[place].hasFailed = true
      return .edited(fields[place].id)
    }
    focus = next(after: place)
    return .edited(fields[place].id)
  }

  private mutating func fill(_ place: Int) {
    switch fields[place].state.reply {
    case .text(let text)?: fields[place].entry = .text(text)
    case .given(let given)?: fields[place].entry = .answer(given)
    default: return
    }
    fields[place].words = fields[place].state.words
    if case .text(let text)? = fields[place].entry, text.trimmed.isEmpty,
      let preset = fields[place].question.defaultAnswer, preset != .typed(.null)
    {
      fields[place].words = fields[place].question.words(for: preset)
    }
    take(look(entries))
  }

  /// What Return submits; nil if it doesn't submit the page.
  var submitted: PageAnswers? {
    guard focus == nil, buttons.focus != nil else { return nil }
    var answers = entries
    if !page.buttons.isEmpty { answers.button = buttons.pressed?.id }
    for field in look(answers).fields where !field.isVisible { answers[field.id] = nil }
    return answers
  }

  private mutating func pressButtons(_ key: KeyPress) -> Outcome {
    switch key {
    case .tab: return move(to: fields.firstIndex(where: \.isVisible))
    case .backTab: return previous(before: fields.count).map { move(to: $0) } ?? .back
    case .escape: return .back
    case .control("d"): return .reply(.endOfInput)
    case .up where buttons.focus ?? 0 == 0 || page.buttons.isEmpty:
      return previous(before: fields.count).map { move(to: $0) } ?? .used
    default: break
    }
    switch buttons.press(key) {
    case .accept: return submitted.map { .submit($0) } ?? .used
    case .refused(let reason): return .refused(reason)
    case .ignored: return .ignored
    default: return .used
    }
  }

  private mutating func move(to place: Int?) -> Outcome {
    if let focus, fields[focus].entry != nil { fields[focus].hasFailed = true }
    focus = place
    return .used
  }

  private func next(after place: Int) -> Int? {
    fields.indices.dropFirst(place + 1).first { fields[$0].isVisible }
  }

  private func previous(before place: Int) -> Int? {
    fields.indices.prefix(place).last { fields[$0].isVisible }
  }

  /// Puts the text from an editor into the focused question.
  mutating func replace(_ text: String) {
    guard let focus else { return }
    fields[focus].state.replace(text)
    fill(focus)
  }
}

// How a page is drawn: a row for each question, the focused one opened; an alert in its frame.

extension FormPrompt {
  /// The columns below which answers stand under their titles.
  private static let narrow = 35

  /// Draws the questions and the buttons.
  /// - Parameters:
  ///   - columns: the columns of a row.
  ///   - rows: the rows there are.
  ///   - answers: the column at which answers stand once they are given; 0 for an alert.
  func draw(columns: Int, rows: Int, answers: Int, _ glyphs: Glyphs) -> Frame {
    let visible = fields.indices.filter { fields[$0].isVisible }
    let titles = visible.map { fields[$0].question.title.neutralisedLine.mostColumns }
    var label = min(titles.max() ?? 0, max(8, columns / 2)) + 6
    // The answers of a form stand where they will stand when it has been filled.
    if page.buttons.isEmpty { label = max(label, answers) }
    var frame = Frame()
    /// The rows of the focused part, which must be visible.
    var open = 0..<1
    for place in visible {
      let start = frame.rows.count
      add(place, label, columns, rows, glyphs, &frame)
      if place == focus { open = start..<frame.rows.count }
    }
    let start = frame.rows.count
    addButtons(label, columns, glyphs, &frame)
    if focus == nil { open = start..<frame.rows.count }
    return frame.window(around: open, rows: rows, columns: columns, glyphs)
  }

  private func add(
    _ place: Int, _ label: Int, _ columns: Int, _ rows: Int, _ glyphs: Glyphs, _ frame: inout Frame
  ) {
    let field = fields[place]
    let isFocused = place == focus
    let role: Theme.Role? = isFocused ? .question : nil
    var row = Row("  ")
    row.add(glyphs.pointer(isFocused), .focus)
    row.add(" ")
    if columns < Self.narrow {
      // The answer stands under its title, which has rows of its own.
      let lines = Wrapping.lines(field.question.title, width: max(1, columns - 4), limit: 3)
      row.add(lines.first ?? "", role)
      for line in lines.dropFirst() {
        frame.rows.append(row)
        row = Row("    ").adding(Row(line, role))
      }
      frame.rows.append(row)
      row = Row("      ")
    } else {
      row.add(Row(field.question.title, role).clipped(to: label - 6, glyphs.ellipsis))
      row.move(to: label)
    }
    let space = Space(
      columns: columns - 2, headline: max(1, columns - row.mostColumns),
      rows: max(1, min(8, rows / 2)), glyphs: glyphs)
    let problem = isFocused && !field.hasFailed ? nil : field.problem
    // What may be left out says so where its answer will stand.
    let unanswered = field.question.isOptional ? glyphs.words(.optional) : ""
    guard isFocused else {
      let words = field.words.flatMap { $0.isEmpty ? nil : $0 }
      row.add(
        Row(words ?? unanswered, words == nil ? .hint : .answer)
          .clipped(to: space.headline, glyphs.ellipsis))
      frame.rows.append(row)
      return addProblem(problem, columns, &frame)
    }
    let drawing = field.state.draw(space)
    let number = frame.rows.count
    if case .headline(let column) = drawing.cursor {
      frame.cursor = Frame.Cursor(row: number, column: row.columns + column)
    }
    row.add(drawing.headline)
    if drawing.headline.columns == 0, field.entry == nil {
      // The answer that stays if nothing is typed.
      row.add(Row(field.words ?? unanswered, .hint).clipped(to: space.headline, glyphs.ellipsis))
    }
    frame.rows.append(row)
    addProblem(problem, columns, &frame)
    let first = frame.rows.count
    frame.rows += drawing.rows.map { Row("  ").adding($0) }
    if case .row(let place, let column) = drawing.cursor {
      frame.cursor = Frame.Cursor(row: first + place, column: column + 2)
    }
  }

  private func addProblem(_ problem: String?, _ columns: Int, _ frame: inout Frame) {
    guard let problem else { return }
    frame.rows += Wrapping.lines(problem, width: columns - 4, limit: 3).map {
      Row("    ").adding(Row($0, .problem))
    }
  }

  private func addButtons(
    _ label: Int, _ columns: Int, _ glyphs: Glyphs, _ frame: inout Frame
  ) {
    let start = page.buttons.isEmpty && columns >= Self.narrow ? max(2, label - 2) : 2
    let (rows, place, column) = buttons.draw(columns - start, glyphs, isFocused: focus == nil)
    if focus == nil {
      frame.cursor = Frame.Cursor(row: frame.rows.count + place, column: start + column)
    }
    frame.rows += rows.map { Row(String(repeating: " ", count: start)).adding($0) }
  }

  /// The keys that work now, the most useful first.
  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    guard let focus else {
      let arrows = glyphs.arrows[buttons.isOneRow(columns - 2, glyphs) ? 1 : 0]
      return [KeyHint(.keyEnter, page.buttons.isEmpty ? .actSubmit : .actPress)]
        + (page.buttons.count > 1 ? [KeyHint(arrows, .actMove)] : [])
        + [KeyHint(.keyBackTab, .actPrevious)] + buttons.letters
    }
    let accept = KeyHint(.keyEnter, .actAccept)
    let move = [KeyHint(.keyTab, .actNext), KeyHint(.keyBackTab, .actPrevious)]
    let keys = fields[focus].state.keys(glyphs, columns)
    // Return begins a line in a text of several.
    if keys.contains(KeyHint(.keyEnter, .actNewLine)) { return keys + move }
    let own = keys.filter { key in !(move + [accept]).contains { $0.key == key.key } }
    // In a small window, those of the question matter more than those that everybody tries.
    return [accept] + own + move
  }

  /// More keys that work now, which only help lists.
  var moreKeys: [KeyHint] { focus.map { fields[$0].state.moreKeys } ?? [] }
}

extension Frame {
  /// The part of the rows that fits, around those that must be visible.
  func window(around open: Range<Int>, rows limit: Int, columns: Int, _ glyphs: Glyphs) -> Frame {
    guard rows.count > limit else { return self }
    let room = max(1, limit - 1)
    // The end of an open list that is too long gives way to its beginning.
    let middle = (open.lowerBound + min(open.upperBound, open.lowerBound + room)) / 2
    var start = min(max(0, middle - room / 2), rows.count - room)
    if open.lowerBound < start { start = open.lowerBound }
    if let cursor, cursor.row >= start + room { start = cursor.row - room + 1 }
    let end = start + room
    var frame = Frame(rows: Array(rows[start..<end]))
    if let cursor, (start..<end).contains(cursor.row) {
      frame.cursor = Cursor(row: cursor.row - start, column: cursor.column)
    }
    // One row alone is for what is open.
    if limit <= 1 { return frame }
    var more: [String] = []
    if start > 0 { more.append(glyphs.words(.moreAbove, glyphs.more.above, start)) }
    if end < rows.count {
      more.append(glyphs.words(.moreAbove, glyphs.more.below, rows.count - end))
    }
    let row = Row("    ").adding(Row(more.joined(separator: "  "), .hint))
    frame.rows.append(row.clipped(to: columns, glyphs.ellipsis))
    return frame
  }
}
