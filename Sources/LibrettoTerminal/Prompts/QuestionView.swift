import LibrettoCore

/// The question that is open, or the page, with all that stands around it: title, message, note,
/// problem, help and the keys that work.
struct QuestionView: Sendable {
  /// What is answered.
  enum Body: Sendable {
    case question(Question, any PromptState)
    case page(FormPrompt)
    /// An alert without buttons.
    case notice(Question)
  }

  var body: Body
  /// Why the last answer was refused.
  var problem: String?
  /// What is said before the question is asked again.
  var note: String?
  /// What is said of the last key, in place of the note.
  var remark: String?
  /// Whether it is the outline of the run, and not a question of the flow.
  var isOutline = false
  /// Why the person can't go back from the question; nil if they can.
  var refusal: Phrase? = .nothingBefore
  /// Whether all keys and the help text are shown.
  var showsHelp = false
  /// The first row of help that is shown where it has the window for itself.
  var helpStart = 0
  /// The time that is left to answer, in whole seconds.
  var secondsLeft: Int?
  /// What the title doesn't show, because it was written above.
  var isTitleAbove = false
  /// Where the answer stands.
  var column = AnswerColumn()
  /// Why the question is asked; shown with the help.
  var reason: String?
  /// What the answer would change of what stands behind the question.
  var consequence: String?
  /// Where the run is; nil if that isn't shown.
  var header: Header?
  /// What goes on, in place of the keys, which don't work meanwhile.
  var doing: String?

  init(_ body: Body) { self.body = body }

  /// Returns the question with a name, if it is put here.
  func question(_ name: String) -> Question? {
    switch body {
    case .question(let question, _): question.name == name ? question : nil
    case .page(let form): form.fields.first { $0.question.name == name }?.question
    case .notice: nil
    }
  }

  /// What is typed to filter a list; nil if nothing is.
  var filter: String? {
    let state: (any PromptState)?
    switch body {
    case .question(_, let open): state = open
    case .page(let form): state = form.focus.map { form.fields[$0].state }
    case .notice: state = nil
    }
    return (state as? ChoicePrompt)?.filter?.text
  }

  /// Where the run is: its part, and how far it has come.
  struct Header: Hashable, Sendable {
    /// The heading that was shown last, or the name of the flow; empty right below that heading.
    var part: String
    var way: RunProgress

    /// The questions from which on a way is worth a row, and the smallest window with room for it.
    private static let (fewest, columns, rows) = (4, 36, 12)

    /// The row above the question; nil if there is no need or no room for it.
    func row(_ size: Size, _ glyphs: Glyphs) -> Row? {
      let (least, most) = way.range
      guard max(least, most ?? 0) >= Self.fewest, size.columns >= Self.columns,
        size.rows >= Self.rows
      else { return nil }
      var end = Row()
      switch most {
      case nil: end.add("\(way.number)", .hint)
      case least?:
        end.add(glyphs.words(.wayOf, way.number, least) + "  ", .hint)
        let done = min(6, way.number * 6 / max(1, least))
        end.add(String(repeating: glyphs.bar[0], count: done), .hint)
        end.add(String(repeating: glyphs.bar[1], count: 6 - done), .border)
      case let most?: end.add(glyphs.words(.wayOfRange, way.number, least, most), .hint)
      }
      let width = min(size.width, 76)
      var row = Row("  ").adding(Row(part, .hint))
        .clipped(to: max(2, width - end.columns - 2), glyphs.ellipsis)
      row.move(to: width - end.columns)
      row.add(end)
      return row
    }
  }

  /// The room on the screen.
  struct Size: Hashable, Sendable {
    var columns: Int
    var rows: Int
    /// The columns that may be written: the last one stays free.
    var width: Int { max(1, columns - 1) }
    /// The rows of the open part: one less than the screen has.
    var height: Int { max(1, rows - 1) }
    /// Whether there is room for empty rows around the open question.
    var isRoomy: Bool { rows >= 20 }
  }

  var title: String {
    switch body {
    case .question(let question, _), .notice(let question): question.title
    case .page(let form): form.page.title
    }
  }

  private var bringsFailure: Bool {
    if case .question(let question, _) = body { question.bringsFailure } else { false }
  }

  private func message(_ glyphs: Glyphs) -> MarkedText? {
    let (message, pieces) =
      switch body {
      case .question(let question, _), .notice(let question):
        (question.message, question.messagePieces)
      case .page(let form): (form.page.message, form.page.messagePieces)
      }
    return message.map { MarkedText($0, pieces, followsLinks: glyphs.followsLinks) }
  }

  /// Whether it stands in a frame.
  private var isAlert: Bool {
    switch body {
    case .question(_, let state): state is AlertPrompt
    case .page(let form): !form.page.buttons.isEmpty
    case .notice: true
    }
  }

  /// Draws it.
  func frame(_ size: Size, _ glyphs: Glyphs) -> Frame {
    let whole = whole(size, glyphs)
    if hasHelpAlone(whole, size, glyphs) { return helpAlone(size, glyphs) }
    return whole.window(
      around: (whole.cursor?.row ?? 0)..<(whole.cursor?.row ?? 0) + 1, rows: size.height,
      columns: size.width, glyphs
    ).clipped(to: size.width, glyphs.ellipsis)
  }

  /// The frame with as many rows as it takes.
  private func whole(_ size: Size, _ glyphs: Glyphs) -> Frame {
    var frame = Frame()
    if size.isRoomy { frame.rows.append(Row()) }
    if let row = header?.row(size, glyphs) { frame.rows.append(row) }
    if let note = remark ?? note {
      let most = max(1, min(4, size.height / 5))
      frame.add(note, to: size, indent: 0, role: .hint, limit: most, glyphs.ellipsis)
    }
    var footer = self.footer(size, glyphs)
    if let consequence, doing == nil {
      var rows = Frame()
      rows.add(consequence, to: size, indent: 2, role: .hint, limit: 3, glyphs.ellipsis)
      footer = rows.rows + footer
    }
    if size.isRoomy, !isAlert, !footer.isEmpty { footer.insert(Row(), at: 0) }
    let room = max(1, size.height - frame.rows.count - footer.count)
    frame.append(isAlert ? box(size, room, glyphs) : plain(size, room, glyphs))
    frame.rows += footer
    if glyphs.gutter != " ", glyphs.gutter.mostColumns == 1 {
      for place in frame.rows.indices where place > 0 || !size.isRoomy {
        frame.rows[place] = frame.rows[place].withGutter(glyphs.gutter)
      }
    }
    return frame
  }

  // MARK: Help

  /// Whether help has the window for itself: it doesn't fit beside the question, or a message would be
  /// cut for it.
  private func hasHelpAlone(_ whole: Frame, _ size: Size, _ glyphs: Glyphs) -> Bool {
    showsHelp && (whole.rows.count > size.height || !size.isRoomy && message(glyphs) != nil)
  }

  /// Help where it doesn't fit beside the question: a window of its rows, which the arrows move.
  private func helpAlone(_ size: Size, _ glyphs: Glyphs) -> Frame {
    let rows = allHelp(size, glyphs)
    let place = min(helpStart, rows.count - 1)
    var frame = Frame(rows: rows, cursor: .init(row: place, column: 0))
      .window(
        around: place..<rows.count, rows: max(1, size.height - 1), columns: size.width, glyphs)
    // One row alone is for what is read.
    if size.height == 1 { return frame.clipped(to: size.width, glyphs.ellipsis) }
    let keys = [KeyHint(glyphs.arrows[0], .actMove), KeyHint(helpKey, .actHideHelp)]
    frame.rows.append(
      Row(
        "  " + keys.map { $0.text(glyphs.words) }.joined(separator: " \(glyphs.separator) "), .hint)
    )
    return frame.clipped(to: size.width, glyphs.ellipsis)
  }

  private func allHelp(_ size: Size, _ glyphs: Glyphs) -> [Row] {
    let question: Question? =
      switch body {
      case .question(let question, _), .notice(let question): question
      case .page(let form): form.focused
      }
    // The window may have cut the message.
    return (message(glyphs)?.rows(size.width, indent: 2, most: 100) ?? [])
      + (question.map { helpRows(size, $0, limit: 100) } ?? []) + footer(size, glyphs)
  }

  /// Takes over why no step back is possible by now; a remark with the former reason gives this one.
  mutating func follow(_ refusal: Phrase?, _ words: Words) {
    if let old = self.refusal, remark == words(old) { remark = refusal.map { words($0) } }
    self.refusal = refusal
  }

  /// Takes a key that moves help or closes it, if it has the window for itself.
  /// - Returns: whether it was one.
  mutating func moveHelp(_ key: KeyPress, _ size: Size, _ glyphs: Glyphs) -> Bool {
    guard hasHelpAlone(whole(size, glyphs), size, glyphs) else { return false }
    let last = max(0, allHelp(size, glyphs).count - max(1, size.height - 2))
    switch key {
    case .up, .control("p"): helpStart -= 1
    case .down, .control("n"): helpStart += 1
    case .pageUp: helpStart -= max(1, size.height - 2)
    case .pageDown: helpStart += max(1, size.height - 2)
    case .home: helpStart = 0
    case .end: helpStart = last
    case .escape: showsHelp = false
    default: return false
    }
    helpStart = min(max(0, helpStart), last)
    return true
  }

  // MARK: Questions

  private func plain(_ size: Size, _ room: Int, _ glyphs: Glyphs) -> Frame {
    var frame = Frame()
    if case .page(let form) = body {
      frame.add(title, to: size, indent: 0, role: .title, limit: max(1, min(4, room / 4)))
      if let message = message(glyphs) {
        // The fields need the room more, and what is wrong with one of them needs it most.
        let most = room < 12 ? (form.hasOpenProblem ? 0 : 1) : min(6, room / 4)
        frame.rows += message.rows(size.width, .hint, most: room)
          .cut(to: most, columns: size.width, glyphs.ellipsis)
      }
      if let problem = form.page.problem { frame.add(problem, to: size, indent: 0, role: .problem) }
      let help = form.focused.map { helpRows(size, $0) } ?? []
      let rows = max(1, room - frame.rows.count - help.count)
      frame.append(
        form.draw(columns: size.width, rows: rows, answers: column.at(size.width), glyphs))
      frame.rows += help
      return frame
    }
    guard case .question(let question, let state) = body else { return frame }
    var head = Row()
    head.add(question.isDecision ? glyphs.attention : glyphs.question, .focus)
    head.add(" ")
    let column = self.column.at(size.width)
    let title = isTitleAbove ? "" : question.title
    if title.contains(where: \.isLineEnd) || title.neutralisedLine.mostColumns + 4 > column {
      // A long title has rows of its own, and the answer the next one.
      let lines = Wrapping.lines(title, width: size.width - 2, limit: 1_000)
      frame.rows += lines.enumerated().map { number, line in
        (number == 0 ? head : Row("  ")).adding(Row(line, .question))
      }
      head = Row()
    } else {
      head.add(title, .question)
    }
    head.move(to: column)
    if let message = message(glyphs) {
      frame.rows += message.rows(size.width, indent: 2, most: 100).prefix(100)
    }
    let below = problemRows(size) + helpRows(size, question)
    let space = Space(
      columns: size.width, headline: max(1, size.width - head.mostColumns),
      rows: max(1, room - frame.rows.count - 1 - below.count), glyphs: glyphs, window: size.rows)
    let drawing = state.draw(space)
    let place = frame.rows.count
    let start = head.columns
    head.add(drawing.headline)
    // Below a title that was written above, the sign alone says nothing.
    let isBare =
      if case .row = drawing.cursor { isTitleAbove && drawing.headline.columns == 0 } else { false }
    if !isBare { frame.rows.append(head) }
    frame.rows += below
    switch drawing.cursor {
    case .headline(let column): frame.cursor = .init(row: place, column: start + column)
    case .row(let row, let column):
      frame.cursor = .init(row: frame.rows.count + row, column: column)
    }
    frame.rows += drawing.rows
    return frame
  }

  private func problemRows(_ size: Size) -> [Row] {
    guard let problem else { return [] }
    var frame = Frame()
    frame.add(problem, to: size, indent: 2, role: .problem, limit: 6)
    return frame.rows
  }

  /// - Parameter limit: the most rows of a sentence.
  private func helpRows(_ size: Size, _ question: Question, limit: Int = 4) -> [Row] {
    guard showsHelp else { return [] }
    var frame = Frame()
    if case .question(_, let state) = body, let option = (state as? ChoicePrompt)?.focusedText,
      option.neutralisedLine.mostColumns > 2 * size.width
    {
      frame.add(option, to: size, indent: 2, role: .hint)
    }
    // The problem has said its rule already.
    let sentences = [question.help].compactMap { $0 } + question.rules + [reason].compactMap { $0 }
    for sentence in sentences where sentence != problem {
      frame.add(sentence, to: size, indent: 2, role: .hint, limit: limit)
    }
    return frame.rows
  }

  // MARK: Alerts

  private func box(_ size: Size, _ room: Int, _ glyphs: Glyphs) -> Frame {
    let inner = max(1, size.width - 2)
    let width = min(size.width, 72)
    let lines = Wrapping.lines(title.isEmpty ? " " : title, width: max(1, width - 6), limit: 20)
    var content = Frame()
    /// Adds the message above the rest, as far as that leaves room for it.
    func add(_ message: MarkedText?, leaving rest: Int) {
      guard let message else { return }
      let left = max(1, room - 1 - lines.count - rest)
      let rows = message.rows(inner, most: 100)
      content.rows += rows.cut(to: left, columns: inner, glyphs.ellipsis)
      if rows.count < left, rest > 0 { content.rows.append(Row()) }
    }
    let message = message(glyphs)
    switch body {
    case .page(let form):
      add(message, leaving: 4)
      if let problem = form.page.problem {
        for line in Wrapping.lines(problem, width: inner, limit: 3) {
          content.rows.append(Row(line, .problem))
        }
      }
      let help = form.focused.map { helpRows(size, $0) } ?? []
      let rows = max(1, room - 2 - content.rows.count - help.count)
      content.append(form.draw(columns: inner, rows: rows, answers: 0, glyphs))
      content.rows += help.map { $0.clipped(to: inner, glyphs.ellipsis) }
    case .question(let question, let state):
      let below = problemRows(size) + helpRows(size, question)
      let space = Space(
        columns: inner - 2, headline: inner, rows: max(1, room - 2 - below.count),
        glyphs: glyphs, window: size.rows)
      let drawing = state.draw(space)
      add(message, leaving: below.count + drawing.rows.count)
      for row in below { content.rows.append(row.clipped(to: inner, glyphs.ellipsis)) }
      if case .row(let row, let column) = drawing.cursor {
        content.cursor = .init(row: content.rows.count + row, column: column + 2)
      }
      content.rows += drawing.rows.map { Row("  ").adding($0) }
    case .notice: add(message, leaving: 0)
    }
    return framed(content, lines, width, glyphs)
  }

  /// Puts rows into a frame that is open at the right, so that a sign of uncertain width can't
  /// break it.
  private func framed(
    _ content: Frame, _ lines: [String], _ width: Int, _ glyphs: Glyphs
  ) -> Frame {
    var frame = Frame()
    var top = Row()
    top.add(glyphs.frame[0] + " ", .border)
    if bringsFailure { top.add(glyphs.attention + " ", .problem) }
    top.add(lines[0], .question)
    top.add(" ")
    if top.mostColumns < width {
      top.add(String(repeating: glyphs.frame[3], count: width - top.mostColumns), .border)
    }
    frame.rows.append(top)
    let side = Row(glyphs.frame[1] + " ", .border)
    frame.rows += lines.dropFirst().map { side.adding(Row($0, .question)) }
    let start = frame.rows.count
    frame.rows += content.rows.map { side.adding($0) }
    var bottom = Row()
    bottom.add(
      glyphs.frame[2] + String(repeating: glyphs.frame[3], count: max(0, width - 1)), .border)
    frame.rows.append(bottom)
    if let cursor = content.cursor {
      frame.cursor = .init(row: start + cursor.row, column: cursor.column + 2)
    }
    return frame
  }

  // MARK: Keys

  private var back: KeyHint { KeyHint(.keyEscape, isOutline ? .actClose : .actBack) }

  /// The keys that work now.
  private func keys(_ size: Size, _ glyphs: Glyphs) -> [KeyHint] {
    var keys: [KeyHint]
    let more: [KeyHint]
    switch body {
    case .question(_, let state):
      // A frame takes two columns at each side.
      (keys, more) = (state.keys(glyphs, size.width - (isAlert ? 4 : 0)), state.moreKeys)
    case .page(let form):
      (keys, more) = (form.keys(glyphs, size.width - (isAlert ? 2 : 0)), form.moreKeys)
    case .notice: return [KeyHint(.keyEnter, .actGoOn)]
    }
    let mayGoBack = refusal == nil || isOutline
    if mayGoBack, !keys.contains(where: { $0.key == back.key }) { keys.append(back) }
    if showsHelp {
      keys += more + (mayGoBack && !isOutline ? [KeyHint(.keyOutline, .actOutline)] : [])
      keys.append(KeyHint(.keyCancel, .actCancel))
    }
    return keys + [KeyHint(helpKey, showsHelp ? .actHideHelp : .actHelp)]
  }

  /// The last row: the time that is left, and the keys, as many as fit; with help, all of them.
  private func footer(_ size: Size, _ glyphs: Glyphs) -> [Row] {
    if let doing { return [Row("  ").adding(Row(doing, .hint))] }
    let keys = keys(size, glyphs)
    let own = keys.map { $0.text(glyphs.words) }
    let sign = " \(glyphs.separator) "
    // Where not all have room, the way back matters most, then the first key, and then help, which says
    // the others; its key stands without its word before it gives way.
    let last = own.suffix(showsHelp || own.count < 2 ? 0 : keys.dropLast().last == back ? 2 : 1)
    let ends = [last, last.isEmpty ? last : last.dropLast() + [helpKey], last.dropLast()]
      .map { $0.joined(separator: sign) }
    var rows = [Row("  ")]
    if let secondsLeft {
      rows[0].add(glyphs.words(.timeLeft, WorkView.rough(secondsLeft)), .focus)
    }
    for (number, key) in own.dropLast(last.count).enumerated() {
      var row = rows[rows.count - 1]
      row.add((row.columns > 2 ? sign : "") + key, .hint)
      let end = ends[max(0, 2 - number)]
      let isFitting = row.mostColumns + (end.isEmpty ? "" : sign + end).mostColumns <= size.width
      if isFitting {
        rows[rows.count - 1] = row
      } else if showsHelp {
        rows.append(Row("  ").adding(Row(key, .hint)))
      } else {
        break
      }
    }
    for end in ends.map({ (rows[0].columns > 2 && !$0.isEmpty ? sign : "") + $0 })
    where rows[0].mostColumns + end.mostColumns <= size.width {
      rows[0].add(end, .hint)
      break
    }
    return rows.filter { $0.columns > 2 }
  }

  private var helpKey: String {
    switch body {
    case .question(_, let state): state.takesText ? "F1" : "?"
    case .page, .notice: "F1"
    }
  }
}

extension Question {
  /// Whether it is an alert that says what has failed.
  var bringsFailure: Bool { isOfFailure && kind == .alert && !isDecision }
}

/// The column at which answers stand: behind the longest title of the flow, as far as that leaves
/// them room.
struct AnswerColumn: Hashable, Sendable {
  /// The columns of the titles, ascending.
  private var titles: [Int] = []

  init() {}

  /// - Parameter flow: the flow whose titles are asked; those that show answers aren't known.
  init(_ flow: Flow) {
    let widths = flow.program.prompts.prefix(1_000).compactMap { code -> Int? in
      guard code.prompt.kind != .alert, code.prompt.title.pieces.count == 1,
        case .literal(let title) = code.prompt.title.pieces[0]
      else { return nil }
      return title.neutralisedLine.mostColumns
    }
    titles = Set(widths).sorted()
  }

  /// The column for rows of this width: at most two fifths of the window.
  func at(_ width: Int) -> Int {
    let most = max(4, (width + 1) * 2 / 5)
    let longest = titles.last { $0 + 4 <= most } ?? 0
    return min(max(24, longest + 4), most)
  }
}

/// The quiet line of a question that has been answered.
enum AnsweredRow {
  /// - Parameters:
  ///   - glyph: the sign before the title, and its role.
  ///   - title: the title of the question.
  ///   - words: the answer in words.
  ///   - columns: the columns of a row.
  ///   - column: where the answer stands.
  static func rows(
    _ glyph: String, _ role: Theme.Role, _ title: String, _ words: String, columns: Int,
    _ column: AnswerColumn = AnswerColumn()
  ) -> [Row] {
    // On a screen of few columns, a sign and one wide character are too much.
    whole(glyph, role, title, words, columns, column.at(columns)).map {
      $0.clipped(to: max(1, columns), "")
    }
  }

  private static func whole(
    _ glyph: String, _ role: Theme.Role, _ title: String, _ words: String, _ columns: Int,
    _ start: Int
  ) -> [Row] {
    let lines = Wrapping.lines(title, width: max(1, columns - 2), limit: 50)
    let sign = Row(glyph, role).adding(Row(" "))
    var rows = lines.enumerated().map { number, line in
      (number == 0 ? sign : Row("  ")).adding(Row(line, .hint))
    }
    if words.isEmpty { return rows }
    let answer = role == .problem || role == .hint ? role : .answer
    // An answer of several lines, or a long one, continues below.
    if words.contains(where: \.isLineEnd) || words.neutralisedLine.mostColumns > columns - start {
      return rows
        + Wrapping.lines(words, width: max(1, columns - 4), limit: 1_000).map {
          Row("    ").adding(Row($0, answer))
        }
    }
    // Behind a long title, it stands in its column all the same.
    var last = lines.count == 1 && rows[0].mostColumns + 2 <= start ? rows.removeLast() : Row()
    last.move(to: start)
    last.add(words, answer)
    return rows + [last]
  }
}

extension Frame {
  /// Adds a text by words.
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - ellipsis: the sign at the end if there would be more.
  mutating func add(
    _ text: String, to size: QuestionView.Size, indent: Int, role: Theme.Role?, limit: Int = 100,
    _ ellipsis: String = ""
  ) {
    let width = max(1, size.width - indent)
    let lines = Wrapping.lines(text, width: width, limit: limit + 1)
    for (number, line) in lines.prefix(limit).enumerated() {
      var row = Row(String(repeating: " ", count: min(indent, size.width - 1)))
      let isCut = number == limit - 1 && lines.count > limit
      row.add(isCut ? line.beginning(columns: width - ellipsis.mostColumns) + ellipsis : line, role)
      rows.append(row)
    }
  }

  /// Adds what another frame has, with its cursor.
  mutating func append(_ frame: Frame) {
    if let cursor = frame.cursor {
      self.cursor = Cursor(row: rows.count + cursor.row, column: cursor.column)
    }
    rows += frame.rows
  }
}
