// Asking at a terminal: questions, pages and notices, which all wait for keys until one ends them.
//
// A prompt is a `QuestionView`, and a key makes the next one of it. An answer isn't written above at
// once, since the run may refuse it: it is `pending` until something else is shown, which settles it,
// or the same question opens again with what was typed. What was typed at a question that was left by
// a step back stays in `left`, or in `forms` for a page.

import LibrettoCore

extension RichConsole {
  func ask(_ question: Question) async throws -> Reply { try await ask(question, nil) }

  func ask(_ question: Question, reportingDraftsTo drafting: DraftReporter) async throws -> Reply {
    try await ask(question, drafting)
  }

  private func ask(_ question: Question, _ drafting: DraftReporter?) async throws -> Reply {
    var view = try view(for: question)
    let followsFailure = hasFailed()
    view.column = column
    view.problem = question.problem
    let note = note(of: question)
    view.header = header
    // What was typed before a person has seen such a question wasn't meant for it.
    let isFresh =
      question.problem != nil || question.isSecret || question.isDecision
      || question.choices.contains { $0.role == .destructive } || followsFailure
    if try comesBack(to: question.title, question.name, &view) {
      view.remark = note
    } else {
      view.note = note
    }
    try await turn.take()
    defer { turn.leave() }
    var ahead = try await begin(isFresh: isFresh)
    // What is typed before a question is seen accepts nothing.
    ahead = question.shape == .typed ? ahead.filter(\.isPrintable) : []
    try putLongTitleAbove(&view)
    let hasFailed = question.problem != nil
    let reply = try await conversing(
      question.timeout, question.name, isAgain: hasFailed, &view, typedAhead: ahead,
      atEnd: .endOfInput
    ) {
      (view, key) -> Reply? in
      guard case .question(let question, var state) = view.body else { return nil }
      let before = state.typed
      let pressed = state.press(key)
      view.body = .question(question, state)
      switch pressed {
      case .accept:
        // A key that answers at once shows first what the answer would change; once more, it answers.
        if key != .enter, let words = consequence(of: view), words != view.consequence { break }
        if let reply = state.reply { return reply }
        view.problem = words(.needed)
      case .reply(let reply): return reply
      case .back: return .back
      case .refused(let reason): view.problem = self.words(reason)
      case .edited, .used:
        // Why something couldn't be chosen, or was refused, concerns what was chosen then.
        if state.typed == nil { view.problem = nil }
        guard let text = state.typed, text != before, !question.isSecret else { break }
        view.problem = hasFailed ? question.ruleProblem(with: text) : nil
        if let problem = try await drafting?.report(text) { view.problem = problem }
      case .editor:
        guard let text = state.typed else { break }
        let edited = try await self.edit(text)
        view.problem = edited.problem
        if let text = edited.text { state.replace(text) }
        view.body = .question(question, state)
      case .ignored where key == .control("g"):
        guard let target = try await self.chooseAnswer(at: question.name, &view) else { break }
        self.state.withLock { $0.target = target }
        return .back
      case .ignored:
        self.pressIgnored(key, &view)
        view.reason = view.showsHelp ? await self.state.withLock(\.reason)?() : nil
      }
      return nil
    }
    leave(question, view, reply)
    return reply
  }

  func takeTarget() -> String? {
    state.withLock { state in
      defer { state.target = nil }
      return state.target
    }
  }

  /// Shows what was answered, what is open, what is kept for later and what depends on each answer, and
  /// lets the person choose where to go back to.
  /// - Parameters:
  ///   - open: the name of the question that is open here.
  ///   - asked: its view, which says so if there is nothing else.
  /// - Returns: the name of the question or page; nil to stay.
  private func chooseAnswer(
    at open: String, _ asked: inout QuestionView
  ) async throws -> String? {
    let outline = await state.withLock(\.outline)?() ?? RunOutline()
    let answered = state.withLock(\.answered)
    let row = { name in answered[name].map { (name, $0.title, $0.words) } }
    let passed = outline.passed.map(\.name).compactMap(row)
    let later = outline.ahead.compactMap(row)
    if passed.isEmpty, later.isEmpty {
      asked.remark = words(outline.refusal)
      return nil
    }
    let rows = passed + outline.open.map { ($0.name, $0.title, words(.isOpen)) } + later
    let question = Question.outline(rows, preset: passed.last?.0 ?? open, language: words)
    let dependants = Dictionary(
      outline.passed.map { ($0.name, $0.dependants) }, uniquingKeysWith: { $1 })
    let prompt = PromptStates.state(for: question, earlier: nil, aids: aids)
    var view = QuestionView(.question(question, prompt))
    view.column = column
    view.isOutline = true
    let foresight: (QuestionView) -> String? = { view in
      guard case .question(_, let prompt) = view.body,
        case .given(.choice(let name))? = prompt.reply
      else { return nil }
      if later.contains(where: { $0.0 == name }) { return self.words(.keptAhead) }
      // What is kept for later may depend on it.
      return dependants[name].flatMap {
        $0.isEmpty && !later.isEmpty ? nil : self.words(Self.depending($0))
      }
    }
    // Closed by a cancel, it leaves no line: the question below it does.
    return try await conversing(
      nil, question.name, isAgain: false, &view, isNotice: true, atEnd: [String](),
      foresight: foresight
    ) {
      (view, key) -> [String]? in
      guard case .question(let outline, var prompt) = view.body else { return nil }
      let pressed = prompt.press(key)
      view.body = .question(outline, prompt)
      switch pressed {
      case .accept:
        // What is open is where the person is, and nobody can go forward past it.
        guard case .given(.choice(let name))? = prompt.reply else { break }
        return dependants[name] == nil || name == open ? [] : [name]
      case .back: return []
      case .ignored where key == .control("g"): return []
      case .ignored: self.pressIgnored(key, &view)
      default: break
      }
      return nil
    }.first
  }

  private static func depending(_ titles: [String]) -> Sentence {
    let names = titles.map { Sentence(.quote, $0) }
    return switch names.count {
    case 0: Sentence(.nothingDepends)
    case 1: Sentence(.oneDepends, names[0])
    case 2, 3:
      Sentence(.someDepend, names.said(lastAfter: .and))
    default: Sentence(.manyDepend, names[0], names[1], names.count - 2)
    }
  }

  /// Where the run is, for the row above a question.
  private var header: QuestionView.Header? {
    guard let way = state.withLock(\.way), screen.showsWay else { return nil }
    // Longer, it has no room in any window.
    let part = way.part ?? title
    return QuestionView.Header(
      part: screen.lastHeading == part ? "" : String(part.prefix(1_000)), way: way)
  }

  /// What prompts know beside their questions.
  private var aids: PromptStates.Aids {
    PromptStates.Aids(
      today: today, paths: { Files.paths(beginningWith: $0) }, words: words)
  }

  private func view(for question: Question) throws(Failure) -> QuestionView {
    // The same question again, because its answer was refused.
    let refused = state.withLock { state in
      state.pending?.name == question.name && question.problem != nil ? state.takePending() : nil
    }
    if var view = refused?.view {
      if case .question(_, let state) = view.body { view.body = .question(question, state) }
      return view
    }
    try settle()
    let left = state.withLock { $0.left.removeValue(forKey: question.name) }
    // What was typed stays, if the question is still the same.
    if let left, left.question.asksTheSame(as: question) {
      return QuestionView(.question(question, left.prompt))
    }
    let prompt = PromptStates.state(for: question, earlier: question.earlier, aids: aids)
    return QuestionView(.question(question, prompt))
  }

  private func note(of question: Question) -> String? {
    if question.problem != nil { return nil }
    if let note = question.note { return note }
    guard !question.changed.isEmpty else { return nil }
    return words(.askedAgain, question.changed.map { Sentence(.quote, $0) }.said())
  }

  /// Notes how a question was left.
  private func leave(_ question: Question, _ view: QuestionView, _ reply: Reply) {
    guard case .question(_, let prompt) = view.body else { return }
    let answer: String
    switch reply {
    case .back, .cancelled:
      state.withLock {
        $0.left[question.name] = question.isSecret ? nil : (question, prompt)
        if reply == .back { $0.wentBackFrom = (question.name, $0.refusal) }
      }
      return closeQuietly(nil)
    // What is kept for each round of a loop would grow without end.
    case .timedOut, .endOfInput: return closeQuietly(nil)
    case .given(let given): answer = question.shownWords(for: given)
    case .text(let text):
      answer =
        (try? question.read(text)).map { question.shownWords(for: $0) }
        ?? (question.isSecret ? words(.secret) : text)
    }
    let title = view.isTitleAbove ? brief(question.title) : question.title
    state.withLock {
      $0.pending = Pending(
        name: question.name, view: view,
        entry: { [self] kept in entry(question, title, kept[question.name] ?? answer) })
    }
  }

  private func closeQuietly(_ entry: Screen.Entry?) {
    // If this can't be written, the next write fails too, and reports it.
    try? screen.close(entry)
  }

  /// Keys that work at every question.
  private func pressIgnored(_ key: KeyPress, _ view: inout QuestionView) {
    switch key {
    case .function(1), .text("?"):
      view.showsHelp.toggle()
      view.helpStart = 0
    case .control("l"): screen.redraw()
    case .tooLong(let bytes):
      view.problem = words(.pasteTooLong, bytes)
    default: break
    }
  }

  /// Whether work has failed since the last question.
  private func hasFailed() -> Bool {
    state.withLock { state in
      defer { state.hasFailed = false }
      return state.hasFailed
    }
  }

  /// Says that a question is asked again after a step back, if it can't open in its old place.
  /// - Returns: whether the step back was from this question, and was refused.
  private func comesBack(
    to title: String, _ name: String, _ view: inout QuestionView
  ) throws(Failure) -> Bool {
    let left = state.withLock { state in
      defer { state.wentBackFrom = nil }
      return state.wentBackFrom
    }
    if let left, left.name != name, !screen.isReopened {
      let answers = state.withLock(\.answers)
      try add(words(.backTo, brief(title)), .hint, name: "\n\(answers)")
    }
    view.refusal = left?.refusal
    return left?.name == name
  }

  /// A title that would fill the screen is written above, for good.
  private func putLongTitleAbove(_ view: inout QuestionView) throws(Failure) {
    guard case .question(let question, _) = view.body, !view.isTitleAbove,
      brief(question.title) != question.title
    else { return }
    view.isTitleAbove = true
    // After a step back, it stands there once.
    try add(question.title, .question, name: "\n?\(question.name)")
  }

  /// The beginning of a title that would fill the screen; any other title as it is.
  private func brief(_ title: String) -> String {
    let size = screen.size
    let most = max(1, size.rows / 3)
    let lines = Wrapping.lines(title, width: max(1, size.width - 2), limit: most + 1)
    guard lines.count > most else { return title }
    return lines[0].beginning(columns: max(1, size.width - 3)) + glyphs.ellipsis
  }

  // MARK: Pages and notices

  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
    // The same page again was refused, so nothing of it is written above.
    let isRefused = state.withLock { state in
      state.pending?.name == page.name && state.takePending() != nil
    }
    if !isRefused { try settle() }
    let earlier = state.withLock { $0.forms.removeValue(forKey: page.name) }
    var form =
      earlier.flatMap { $0.suits(page) ? $0 : nil }
      ?? FormPrompt(page, aids: aids) { filling.page(with: $0) }
    form.look = { filling.page(with: $0) }
    form.show(page)
    var view = QuestionView(.page(form))
    view.column = column
    view.header = header
    let isFresh =
      page.hasProblems || page.buttons.contains { $0.role == .destructive }
      || page.fields.contains(where: \.question.isSecret) || hasFailed()
    if try comesBack(to: page.title, page.name, &view) {
      view.remark = page.note
    } else {
      view.note = page.note
    }
    try await turn.take()
    defer { turn.leave() }
    _ = try await begin(isFresh: isFresh)
    let reply = try await conversing(
      page.timeout, page.name, isAgain: page.hasProblems, &view, atEnd: .endOfInput
    ) {
      (view, key) -> PageReply? in
      guard case .page(var form) = view.body else { return nil }
      let pressed = form.press(key)
      view.body = .page(form)
      switch pressed {
      case .submit(let answers): return .submit(answers)
      case .reply(let reply): return reply
      case .back: return .back
      case .refused(let reason): view.remark = self.words(reason)
      case .edited(let id):
        guard let draft = form.draft, draft.id == id else { break }
        form.note(try await filling.report(draft.text, for: id), at: id)
        view.body = .page(form)
      case .editor:
        guard let draft = form.draft else { break }
        let edited = try await self.edit(draft.text)
        view.remark = edited.problem
        if let text = edited.text { form.replace(text) }
        view.body = .page(form)
      case .used: break
      case .ignored where key == .control("g"):
        guard let target = try await self.chooseAnswer(at: page.name, &view) else { break }
        self.state.withLock { $0.target = target }
        return .back
      case .ignored:
        self.pressIgnored(key, &view)
        view.reason = view.showsHelp ? await self.state.withLock(\.reason)?() : nil
      }
      return nil
    }
    guard case .page(var filled) = view.body else { return reply }
    // What is kept for the next time the page is shown holds no run.
    filled.look = { [page = filled.page] _ in page }
    view.body = .page(filled)
    state.withLock { [filled] in $0.forms[page.name] = filled }
    if case .submit = reply {
      state.withLock {
        $0.pending = Pending(
          name: page.name, view: view, entry: { [self, filled] in entry(of: filled, $0) })
      }
    } else {
      if reply == .back { state.withLock { $0.wentBackFrom = (page.name, $0.refusal) } }
      closeQuietly(nil)
    }
    return reply
  }

  /// The lines of a page that was accepted: its title, and a line for each answer.
  private func entry(of form: FormPrompt, _ kept: [String: String]) -> Screen.Entry {
    let glyphs = self.glyphs
    let answers = form.fields.filter(\.isVisible).map {
      ($0.question.title, kept[$0.question.name] ?? $0.words ?? words(.none))
    }
    let (title, name) = (form.page.title, form.page.name)
    let button = form.page.buttons.isEmpty ? "" : form.buttons.pressed?.title ?? ""
    let given = words(((button.isEmpty ? [] : [button]) + answers.map(\.1)).said())
    state.withLock { $0.answered[name] = (title, given) }
    let draw: @Sendable (Int, String, Theme.Role) -> [Row] = { [column] columns, sign, role in
      AnsweredRow.rows(sign, role, title, button, columns: columns, column)
        + answers.flatMap { AnsweredRow.rows(" ", role, $0.0, $0.1, columns: columns, column) }
    }
    return Screen.Entry(
      name: name, draw: { draw($0, glyphs.done, .success) },
      drawAhead: { draw($0, glyphs.ahead, .hint) })
  }

  /// Shows an alert without buttons until a key is pressed, or until its time is up.
  func showNotice(_ question: Question) async throws {
    try settle()
    state.withLock { $0.hasSaid = true }
    let draw: @Sendable (Int) -> [Row] = { [glyphs] columns in
      var frame = Frame()
      let size = QuestionView.Size(columns: columns + 1, rows: 2)
      frame.add(question.title, to: size, indent: 0, role: .title)
      if let message = question.message {
        frame.rows += MarkedText(
          message, question.messagePieces, followsLinks: glyphs.followsLinks
        ).rows(columns)
      }
      return frame.rows
    }
    let entry = Screen.Entry(name: question.name, isPassing: true, draw: draw)
    guard let time = question.dismissAfter, time > .zero else {
      return try write { () throws(DescriptorError) in try screen.add(entry) }
    }
    try await turn.take()
    defer { turn.leave() }
    _ = try await begin(isFresh: false)
    let view = QuestionView(.notice(question))
    try await atMost(time) {
      var view = view
      // It closes at the end of the input too, since nothing is asked.
      try await self.conversing(
        time, question.name, isAgain: false, &view, isNotice: true, atEnd: ()
      ) { _, _ in () }
    }
    try write { () throws(DescriptorError) in try screen.close(entry) }
  }

  func showAgain(
    _ question: Question, _ reply: Reply,
    _ pause: (_ wait: @escaping @Sendable (Duration) async throws -> Void) async throws -> Void
  ) async throws {
    var view = try view(for: question)
    view.column = column
    view.note = note(of: question)
    view.header = header
    view.doing = words(.replaying, glyphs.separator)
    _ = try comesBack(to: question.title, question.name, &view)
    try await turn.take()
    defer { turn.leave() }
    _ = try await begin(isFresh: true)
    try putLongTitleAbove(&view)
    try open(view, nil)
    try await pause { [view] time in
      // The answer is seen for a moment, before Return.
      let moment = min(time / 2, .milliseconds(700))
      try await self.passing(time - moment)
      if case .given(let given) = reply {
        var (view, question) = (view, question)
        question.defaultAnswer = given
        view.body = .question(
          question, PromptStates.state(for: question, earlier: given, aids: self.aids))
        try self.open(view, nil)
      }
      try await self.passing(moment)
    }
    leave(question, view, reply)
  }

  /// Waits before work is tried again; Return ends that while nothing is asked.
  func pause(_ work: LiveWork, for time: Duration) async throws {
    try await atMost(time) {
      while try await !self.turn.whileFree({
        _ = try await self.begin(isFresh: true)
        self.works.takesReturn(work, true)
        defer { self.works.takesReturn(work, false) }
        try await self.awaitReturn()
      }) {}
    }
  }

  /// Waits; Return ends that.
  private func passing(_ time: Duration) async throws {
    try await atMost(time) { try await self.awaitReturn() }
  }

  private func atMost(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    do {
      try await TimeLimit(time, sleep: { [clock] in try await clock.sleep(for: $0) }).perform(body)
    } catch is TimeIsUp {
      // The time has passed.
    }
  }

  private func awaitReturn() async throws {
    while true {
      switch try await nextKey() {
      case .enter: return
      case .control("c"): throw CancellationError()
      // Nobody is there to press a key; the time passes all the same.
      case .endOfInput: try await clock.sleep(for: .seconds(3_600))
      default: break
      }
    }
  }

  // MARK: Keys

  /// Takes the terminal, in the foreground.
  /// - Parameter isFresh: whether what was typed before isn't meant for what is shown next.
  /// - Returns: what was typed before, up to the first Return.
  private func begin(isFresh: Bool) async throws -> ArraySlice<KeyPress> {
    try await waitForForeground()
    do throws(DescriptorError) {
      try screen.begin()
    } catch {
      throw Failure(
        .interpreter, message: "can't read keys from the terminal: \(error)")
    }
    if isFresh {
      reader.dropTypedAhead()
      return []
    }
    let keys = reader.takeTypedAhead()
    if keys.contains(.control("c")) { throw CancellationError() }
    return keys.prefix { $0 != .enter }
  }

  /// Shows a question and hands over keys until one of them ends it.
  /// - Parameters:
  ///   - atEnd: the answer at the end of the input.
  ///   - foresight: returns what an answer would come to; by default, what it would change.
  private func conversing<Answer: Sendable>(
    _ timeout: Duration?, _ name: String, isAgain: Bool, _ view: inout QuestionView,
    isNotice: Bool = false, typedAhead: ArraySlice<KeyPress> = [], atEnd: Answer,
    foresight: ((QuestionView) -> String?)? = nil,
    _ press: (inout QuestionView, KeyPress) async throws -> Answer?
  ) async throws -> Answer {
    let left = timeLeft(timeout, name, isAgain: isAgain)
    let title = view.isTitleAbove ? brief(view.title) : view.title
    let countdown = left.map(countdown)
    defer { countdown?.cancel() }
    do {
      let showAgain: @Sendable () -> Void = { [screen] in screen.update() }
      return try await JobControl.reading(from: streams.input, showAgain: showAgain) {
        for key in typedAhead { _ = try await press(&view, key) }
        while true {
          view.consequence = foresight.map { $0(view) } ?? consequence(of: view)
          try open(view, left)
          let filter = view.filter
          var key: KeyPress? = try await nextKey()
          while let pressed = key {
            // A Return that comes with the text of a filter, as in a paste, accepts nothing: nobody
            // has seen what the filter finds.
            if pressed == .enter, view.filter != filter {
              key = reader.ready()
              continue
            }
            if pressed == .endOfInput { return atEnd }
            if pressed == .control("c") { throw CancellationError() }
            view.doing =
              pressed == .escapeBegun ? words(.keyEscapeBegun, glyphs.ellipsis) : nil
            view.follow(state.withLock(\.refusal), glyphs.words)
            if view.moveHelp(pressed, screen.size, glyphs) {
              key = reader.ready()
              continue
            }
            if pressed != .escapeBegun { view.remark = nil }
            if let answer = try await press(&view, pressed) { return answer }
            try Task.checkCancellation()
            key = reader.ready()
          }
        }
      }
    } catch let error as CancellationError {
      closeQuietly(isNotice ? nil : unanswered(title))
      throw error
    }
  }

  /// What the answer that Return would give changes of what stands behind the question.
  private func consequence(of view: QuestionView) -> String? {
    guard let consequence = state.withLock({ $0.consequence }), view.problem == nil else {
      return nil
    }
    switch view.body {
    case .page(let form): return form.submitted.flatMap(consequence.words)
    case .question(let question, let prompt):
      switch prompt.reply {
      case .given(let given)?: return consequence.words(for: given)
      case .text(let text)?: return (try? question.read(text)).flatMap(consequence.words)
      default: return nil
      }
    case .notice: return nil
    }
  }

  func open(_ view: QuestionView, _ left: TimeLeft?) throws(Failure) {
    let glyphs = self.glyphs
    try write { () throws(DescriptorError) in
      try screen.open { [state] size in
        var view = view
        view.secondsLeft = left?.seconds
        view.follow(state.withLock(\.refusal), glyphs.words)
        return view.frame(size, glyphs)
      }
    }
  }

  /// The time that is left to answer; a refused answer doesn't begin it anew.
  private func timeLeft(_ limit: Duration?, _ name: String, isAgain: Bool) -> TimeLeft? {
    guard let limit else { return nil }
    return state.withLock { state in
      if isAgain, let known = state.timeLeft, known.name == name { return known }
      let left = TimeLeft(name: name, limit: limit, elapsed: clock.stopwatch())
      state.timeLeft = left
      return left
    }
  }

  /// Shows each second that has passed.
  private func countdown(_ left: TimeLeft) -> Task<Void, any Error> {
    Task { [clock, screen] in
      while true {
        try await clock.sleep(for: left.untilNextSecond)
        screen.update()
      }
    }
  }

  private func nextKey() async throws -> KeyPress {
    do {
      return try await reader.next()
    } catch let error as DescriptorError {
      throw Failure(.interpreter, message: "can't read the answer: \(error)")
    }
  }
}

extension Question {
  /// An answer in words, also one that has no text of its own.
  func shownWords(for given: Given) -> String {
    let words = words(for: given)
    return words.isEmpty || given == .typed(.null) ? PromptLayout(self).words(given) : words
  }

  /// Whether another question is the same, whatever was answered before.
  fileprivate func asksTheSame(as other: Question) -> Bool {
    title == other.title && choices == other.choices && type == other.type && rules == other.rules
      && constraints == other.constraints
  }
}

extension KeyPress {
  /// Whether it types text.
  fileprivate var isPrintable: Bool {
    switch self {
    case .text, .paste: true
    default: false
    }
  }
}

/// The time that is left to answer a question.
struct TimeLeft: Sendable {
  let name: String
  let limit: Duration
  /// The time that has passed since it was put.
  let elapsed: @Sendable () -> Duration

  private var milliseconds: Int { max(0, (limit - elapsed()).milliseconds) }

  /// The seconds that are left; the last one counts until it is over.
  var seconds: Int { milliseconds / 1000 + (milliseconds % 1000 > 0 ? 1 : 0) }

  /// The time until ``seconds`` changes.
  var untilNextSecond: Duration {
    let rest = milliseconds % 1000
    return .milliseconds(rest == 0 ? 1000 : rest)
  }
}
