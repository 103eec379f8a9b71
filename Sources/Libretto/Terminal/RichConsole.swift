#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One performance at a terminal on which prompts are drawn in place.
///
/// What a key means and how a prompt looks is in `Prompts`; here, keys are read and frames are
/// handed to the ``Screen``.
final class RichConsole: Sendable {
  let screen: Screen
  let streams: StandardStreams
  private let reader: KeyReader
  private let clock: any Clock<Duration>
  let works: WorkDisplay
  /// Who has the terminal: a question, or an action that needs it for itself.
  private let turn = Turn()
  private let state = Locked(State())

  private struct State: Sendable {
    /// Whether the last words were the flow's own.
    var hasSaid = false
    /// The answer that was given last, which may still be refused.
    var pending: Pending?
    /// What was typed at questions that were left by a step back.
    var left: [String: (question: Question, prompt: any PromptState)] = [:]
    /// The pages that are open or were left.
    var forms: [String: FormPrompt] = [:]
  }

  /// A question with its answer, as long as the run may refuse it.
  private struct Pending: Sendable {
    var name: String
    var view: QuestionView
    var entry: Screen.Entry
  }

  init(streams: StandardStreams, reader: KeyReader, screen: Screen, clock: any Clock<Duration>) {
    self.streams = streams
    self.reader = reader
    self.screen = screen
    self.clock = clock
    works = WorkDisplay(screen, clock)
  }

  private var glyphs: Glyphs { screen.glyphs }

  /// Gives the terminal back when the run has ended.
  func end() {
    works.end()
    try? settle()
    screen.end()
  }

  /// Says how the run has ended, unless the flow's own last words have.
  func end(_ outcome: Outcome, saysFailure: Bool) {
    works.end()
    try? settle()
    switch outcome {
    case .finished:
      if !state.withLock({ $0.hasSaid }) { try? add("Done.", .hint) }
    case .failed(let failure): if saysFailure { try? add("Failed: \(failure)", .problem) }
    case .cancelled: if saysFailure { try? add("Called off.", .hint) }
    }
  }

  // MARK: Showing

  func show(_ text: String) throws(Failure) {
    try settle()
    defer { state.withLock { $0.hasSaid = true } }
    guard streams.output == streams.prompts else {
      return try write { () throws(DescriptorError) in
        try streams.output.write(text.neutralised + "\n")
      }
    }
    try add(text, nil)
  }

  /// Shows a line that work has logged.
  func log(_ line: String) throws(Failure) { try add(line, .hint, indent: 2) }

  private func add(_ text: String, _ role: Theme.Role?, indent: Int = 0) throws(Failure) {
    let draw: @Sendable (Int, Theme.Role?) -> [Row] = { columns, role in
      var frame = Frame()
      frame.add(
        text, to: QuestionView.Size(columns: columns + 1, rows: 2), indent: indent, role: role,
        limit: .max)
      return frame.rows
    }
    try write { () throws(DescriptorError) in
      try screen.add(
        Screen.Entry(draw: { draw($0, role) }, drawAhead: { draw($0, .hint) }))
    }
  }

  /// Shows a question whose answer was given beforehand.
  func showAnswered(_ question: Question, _ words: String) throws(Failure) {
    try settle()
    try write { () throws(DescriptorError) in
      try screen.add(entry(question.name, question.title, words))
    }
  }

  func arrange(
    for name: String?, _ standing: () -> (passed: Set<String>, ahead: Set<String>)
  ) throws(Failure) {
    try settle()
    try write { () throws(DescriptorError) in try screen.arrange(for: name, standing) }
  }

  /// Writes the line of the last question, whose answer was taken.
  func settle() throws(Failure) {
    guard let pending = state.withLock({ state -> Pending? in
      defer { state.pending = nil }
      if state.pending != nil { state.hasSaid = false }
      return state.pending
    }) else { return }
    try write { () throws(DescriptorError) in try screen.close(pending.entry) }
  }

  private func entry(_ name: String, _ title: String, _ words: String) -> Screen.Entry {
    let glyphs = self.glyphs
    return Screen.Entry(
      name: name,
      draw: { AnsweredRow.rows(glyphs.done, .success, title, words, columns: $0) },
      drawAhead: { AnsweredRow.rows(glyphs.ahead, .hint, title, words, columns: $0) })
  }

  // MARK: Asking

  func ask(_ question: Question, _ drafting: Drafting?, aids: PromptStates.Aids) async throws
    -> Reply
  {
    var view = try view(for: question, aids)
    view.problem = question.problem
    view.note = note(of: question)
    // What was typed before a person has seen such a question wasn't meant for it.
    let isFresh =
      question.problem != nil || question.isSecret || question.isDecision
      || question.choices.contains { $0.role == .destructive }
    try await turn.take()
    defer { turn.leave() }
    try await begin(isFresh: isFresh)
    try putLongTitleAbove(&view)
    let hasFailed = question.problem != nil
    let reply = try await conversing(question.timeout, title: question.title, &view) {
      (view, key) -> Reply? in
      guard case .question(let question, var state) = view.body else { return nil }
      let before = state.typed
      let pressed = state.press(key)
      view.body = .question(question, state)
      switch pressed {
      case .accept:
        if let reply = state.reply { return reply }
        view.problem = "An answer is needed."
      case .reply(let reply): return reply
      case .back: return .back
      case .refused(let reason): view.problem = reason
      case .edited, .used:
        guard let text = state.typed, text != before, !question.isSecret else { break }
        view.problem = hasFailed ? question.ruleProblem(with: text) : nil
        if let problem = try await drafting?.report(text) { view.problem = problem }
      case .editor:
        guard let text = state.typed, let edited = try await self.edit(text) else { break }
        state.replace(edited)
        view.body = .question(question, state)
      case .ignored: self.pressIgnored(key, &view)
      }
      return nil
    }
    leave(question, view, reply)
    return reply
  }

  private func view(for question: Question, _ aids: PromptStates.Aids) throws(Failure)
    -> QuestionView
  {
    // The same question again, because its answer was refused.
    if let pending = state.withLock({ $0.pending }), pending.name == question.name,
      question.problem != nil
    {
      state.withLock { $0.pending = nil }
      var view = pending.view
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
    return "Asked again: \(question.changed.map { "“\($0)”" }.joined(separator: ", ")) changed."
  }

  /// Notes how a question was left.
  private func leave(_ question: Question, _ view: QuestionView, _ reply: Reply) {
    guard case .question(_, let prompt) = view.body else { return }
    let words: String
    switch reply {
    case .back, .cancelled, .timedOut, .endOfInput:
      state.withLock { $0.left[question.name] = question.isSecret ? nil : (question, prompt) }
      return closeQuietly(nil)
    case .given(let given): words = question.words(for: given)
    case .text(let text):
      words =
        (try? question.read(text)).map { question.words(for: $0) }
        ?? (question.isSecret ? "(secret)" : text)
    }
    let shown = words.isEmpty ? "" : words
    state.withLock {
      $0.pending = Pending(
        name: question.name, view: view, entry: entry(question.name, question.title, shown))
    }
  }

  private func closeQuietly(_ entry: Screen.Entry?) {
    // If this can't be written, the next write fails too, and reports it.
    try? screen.close(entry)
  }

  /// Keys that work at every question.
  private func pressIgnored(_ key: KeyPress, _ view: inout QuestionView) {
    switch key {
    case .function(1), .text("?"): view.showsHelp.toggle()
    case .control("l"): screen.redraw()
    case .tooLong(let bytes):
      view.problem = "That paste is too long: \(bytes) bytes. It was discarded."
    default: break
    }
  }

  /// A title that would fill the screen is written above, for good.
  private func putLongTitleAbove(_ view: inout QuestionView) throws(Failure) {
    guard case .question(let question, _) = view.body, !view.isTitleAbove else { return }
    let size = screen.size
    let most = max(1, size.rows / 3)
    let lines = Wrapping.lines(question.title, width: max(1, size.width - 2), limit: most + 1)
    guard lines.count > most else { return }
    view.isTitleAbove = true
    try add(question.title, .question)
  }

  // MARK: Pages

  func fill(
    _ page: FormPage, using filling: Filling, aids: PromptStates.Aids
  ) async throws -> PageReply {
    // The same page again was refused, so nothing of it is written above.
    let isRefused = state.withLock { state in
      guard state.pending?.name == page.name else { return false }
      state.pending = nil
      return true
    }
    if !isRefused { try settle() }
    var form =
      state.withLock { $0.forms.removeValue(forKey: page.name) }
      ?? FormPrompt(page, aids: aids) { filling.page(with: $0) }
    form.look = { filling.page(with: $0) }
    form.show(page)
    var view = QuestionView(.page(form))
    view.note = page.note
    let isFresh =
      page.hasProblems || page.buttons.contains { $0.role == .destructive }
      || page.fields.contains(where: \.question.isSecret)
    try await turn.take()
    defer { turn.leave() }
    try await begin(isFresh: isFresh)
    let reply = try await conversing(page.timeout, title: page.title, &view) {
      (view, key) -> PageReply? in
      guard case .page(var form) = view.body else { return nil }
      let pressed = form.press(key)
      view.body = .page(form)
      switch pressed {
      case .submit(let answers): return .submit(answers)
      case .reply(let reply): return reply
      case .back: return .back
      case .refused(let reason): view.note = reason
      case .edited(let id):
        guard let draft = form.draft, draft.id == id else { break }
        form.note(try await filling.report(draft.text, for: id), at: id)
        view.body = .page(form)
      case .editor:
        guard let draft = form.draft, let edited = try await self.edit(draft.text) else { break }
        form.replace(edited)
        view.body = .page(form)
      case .used: break
      case .ignored: self.pressIgnored(key, &view)
      }
      return nil
    }
    guard case .page(let filled) = view.body else { return reply }
    state.withLock { $0.forms[page.name] = filled }
    if case .submit = reply {
      state.withLock {
        $0.pending = Pending(name: page.name, view: view, entry: entry(of: filled))
      }
    } else {
      closeQuietly(nil)
    }
    return reply
  }

  /// The lines of a page that was accepted: its title, and a line for each answer.
  private func entry(of form: FormPrompt) -> Screen.Entry {
    let glyphs = self.glyphs
    let answers = form.fields.filter(\.isVisible).map { ($0.question.title, $0.words ?? "none") }
    let (title, name) = (form.page.title, form.page.name)
    let button = form.page.buttons.isEmpty ? "" : form.buttons.pressed?.title ?? ""
    let draw: @Sendable (Int, String, Theme.Role) -> [Row] = { columns, sign, role in
      AnsweredRow.rows(sign, role, title, button, columns: columns)
        + answers.flatMap { AnsweredRow.rows(" ", role, $0.0, $0.1, columns: columns) }
    }
    return Screen.Entry(
      name: name, draw: { draw($0, glyphs.done, .success) },
      drawAhead: { draw($0, glyphs.ahead, .hint) })
  }

  // MARK: Notices

  /// Shows an alert without buttons until a key is pressed, or until its time is up.
  func showNotice(_ question: Question) async throws {
    try settle()
    let draw: @Sendable (Int) -> [Row] = { columns in
      var frame = Frame()
      let size = QuestionView.Size(columns: columns + 1, rows: 2)
      frame.add(question.title, to: size, indent: 0, role: .title)
      if let message = question.message { frame.add(message, to: size, indent: 0, role: nil) }
      return frame.rows
    }
    let entry = Screen.Entry(draw: draw, drawAhead: draw)
    guard let time = question.dismissAfter, time > .zero else {
      return try write { () throws(DescriptorError) in try screen.add(entry) }
    }
    try await turn.take()
    defer { turn.leave() }
    try await begin(isFresh: false)
    var view = QuestionView(.notice(question))
    do {
      let clock = self.clock
      try await TimeLimit(time, sleep: { try await clock.sleep(for: $0) }).perform { [view] in
        var view = view
        try await self.conversing(time, title: question.title, &view, isNotice: true) { _, _ in () }
      }
    } catch is TimeIsUp {
      // It has dismissed itself.
    }
    view.note = nil
    try write { () throws(DescriptorError) in try screen.close(entry) }
  }

  // MARK: Keys

  /// Takes the terminal, in the foreground.
  private func begin(isFresh: Bool) async throws {
    do {
      try await JobControl.waitForForeground(streams.input)
    } catch is DescriptorError {
      throw Failure(
        .interpreter,
        message: "can't ask for the answer: the terminal belongs to another program; "
          + "run this in the foreground")
    }
    do throws(DescriptorError) {
      try screen.begin()
    } catch {
      throw Failure(
        .interpreter, message: "can't read keys from the terminal: \(error)")
    }
    if isFresh { reader.dropTypedAhead() }
  }

  /// Shows a question and hands over keys until one of them ends it.
  private func conversing<Answer: Sendable>(
    _ timeout: Duration?, title: String, _ view: inout QuestionView, isNotice: Bool = false,
    _ press: (inout QuestionView, KeyPress) async throws -> Answer?
  ) async throws -> Answer {
    let left = Locked<Int?>(timeout.map { Int($0.components.seconds) })
    let countdown = timeout.map { self.countdown($0, left) }
    defer { countdown?.cancel() }
    do {
      let showAgain: @Sendable () -> Void = { [screen] in screen.redrawBelow() }
      return try await JobControl.reading(from: streams.input, showAgain: showAgain) {
        while true {
          try open(view, left)
          var key: KeyPress? = try await nextKey()
          while let pressed = key {
            if pressed == .endOfInput { throw InputEnded() }
            if pressed == .control("c") { throw CancellationError() }
            if let answer = try await press(&view, pressed) { return answer }
            key = reader.ready()
          }
        }
      }
    } catch let error as CancellationError {
      let glyphs = self.glyphs
      let draw: @Sendable (Int) -> [Row] = {
        AnsweredRow.rows(glyphs.failed, .problem, title, "not answered", columns: $0)
      }
      closeQuietly(isNotice ? nil : Screen.Entry(draw: draw, drawAhead: draw))
      throw error
    }
  }

  private func open(_ view: QuestionView, _ left: Locked<Int?>) throws(Failure) {
    let glyphs = self.glyphs
    try write { () throws(DescriptorError) in
      try screen.open { size in
        var view = view
        view.secondsLeft = left.withLock { $0 }
        return view.frame(size, glyphs)
      }
    }
  }

  /// Counts the seconds that are left to answer.
  private func countdown(_ timeout: Duration, _ left: Locked<Int?>) -> Task<Void, any Error> {
    Task { [clock, screen] in
      while true {
        try await clock.sleep(for: .seconds(1))
        left.withLock { $0 = max(0, ($0 ?? 0) - 1) }
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

  // MARK: Other programs

  /// Lets something have the terminal.
  func handingOver(_ body: () async throws -> Void) async throws {
    try await turn.take()
    defer { turn.leave() }
    try settle()
    works.pause()
    screen.handOver()
    defer {
      works.resume()
      // If this can't be done, the next prompt fails, and reports it.
      try? screen.takeBack()
    }
    try await body()
  }

  private func edit(_ text: String) async throws -> String? {
    screen.handOver()
    defer { try? screen.takeBack() }
    return try await ExternalEditor.edit(text)
  }

  private func write(_ body: () throws(DescriptorError) -> Void) throws(Failure) {
    do throws(DescriptorError) {
      try body()
    } catch {
      throw Failure(.interpreter, message: "the terminal can't be written: \(error)")
    }
  }
}

extension Question {
  /// Whether another question is the same, whatever was answered before.
  fileprivate func asksTheSame(as other: Question) -> Bool {
    title == other.title && choices == other.choices && type == other.type && rules == other.rules
      && constraints == other.constraints
  }
}

/// The terminal has gone, or its input has ended.
struct InputEnded: Error {}
