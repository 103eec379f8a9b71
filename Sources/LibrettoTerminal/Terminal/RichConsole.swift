import LibrettoCore

/// One performance at a terminal on which prompts are drawn in place.
///
/// What a key means and how a prompt looks is in `Prompts`; here, keys are read and frames are
/// handed to the ``Screen``.
final class RichConsole: LiveInterpreter, ConsoleHost {
  let screen: Screen
  let streams: StandardStreams
  let reader: KeyReader
  let clock: any Clock<Duration>
  let time: @Sendable () -> Timestamp
  let works: WorkDisplay
  /// Where answers stand.
  let column: AnswerColumn
  /// The name of the flow.
  let title: String
  /// Who has the terminal: a question, or an action that needs it for itself.
  let turn = Turn()
  let state = Locked(State())

  struct State: Sendable {
    /// Whether the last words were the flow's own.
    var hasSaid = false
    /// What an answer to the question that is asked next would change.
    var consequence: Consequence?
    /// Returns why the question that is asked next is asked.
    var reason: (@Sendable () async -> String?)?
    /// Returns what was answered and what is open.
    var outline: (@Sendable () async -> RunOutline)?
    /// What was answered, by the names of the questions and pages.
    var answered: [String: (title: String, words: String)] = [:]
    /// The question or page to which the person goes back, chosen among the answers.
    var target: String?
    /// Where the run is with the question that is asked next.
    var way: RunProgress?
    /// The answer that was given last, which may still be refused.
    var pending: Pending?
    /// Why the person can't go back from what is put; nil if they can.
    var refusal: Phrase? = .nothingBefore
    /// What was typed at questions that were left by a step back.
    var left: [String: (question: Question, prompt: any PromptState)] = [:]
    /// The name of the question from which the person has gone back, and why they couldn't.
    var wentBackFrom: (name: String, refusal: Phrase?)?
    /// How many answers were taken: steps back without an answer between them are told in one line.
    var answers = 0
    /// Whether work has failed since the last question, so that what is typed isn't meant for the
    /// next one.
    var hasFailed = false
    /// Why work has failed that was shown last.
    var shownReason: String?
    /// The time that is left to answer the question with a time limit that was put last.
    var timeLeft: TimeLeft?
    /// The pages that are open or were left.
    var forms: [String: FormPrompt] = [:]

    mutating func takePending() -> Pending? {
      defer { pending = nil }
      pending?.checking?.cancel()
      return pending
    }
  }

  /// A question with its answer, as long as the run may refuse it.
  struct Pending: Sendable {
    var name: String
    var view: QuestionView
    /// What was kept of what was typed, in words, by the names of the questions.
    var kept: [String: String] = [:]
    /// Shows that it is being checked, if that takes longer than a moment.
    var checking: Task<Void, Never>?
    /// Its line, given that.
    var entry: @Sendable (_ kept: [String: String]) -> Screen.Entry
  }

  init(
    streams: StandardStreams, reader: KeyReader, screen: Screen, clock: any Clock<Duration>,
    time: @escaping @Sendable () -> Timestamp, column: AnswerColumn, title: String
  ) {
    self.streams = streams
    self.reader = reader
    self.screen = screen
    self.clock = clock
    self.time = time
    self.column = column
    self.title = title
    works = WorkDisplay(screen, clock, column)
  }

  var glyphs: Glyphs { screen.glyphs }
  var words: Words { glyphs.words }

  var shownReason: String? { state.withLock(\.shownReason) }

  /// Gives the terminal back when the run has ended.
  func end() {
    works.end()
    closePending()
    screen.end()
  }

  /// An answer that the run hasn't taken by its end, because it was being checked, wasn't given.
  private func closePending() {
    guard let pending = state.withLock({ $0.takePending() }) else { return }
    try? screen.close(unanswered(pending.view.title))
  }

  /// The line of a question that the run left.
  func unanswered(_ title: String) -> Screen.Entry {
    let (glyphs, column) = (self.glyphs, column)
    return Screen.Entry(isPassing: true) {
      AnsweredRow.rows(
        glyphs.failed, .problem, title, glyphs.words(.notAnswered), columns: $0, column)
    }
  }

  func end(_ outcome: Outcome, saysFailure: Bool) {
    works.end()
    screen.reclaim()
    closePending()
    switch outcome {
    case .finished:
      if !state.withLock({ $0.hasSaid }) { try? add(words(.done), .hint) }
    case .failed(let failure):
      if saysFailure {
        try? add(words(.failed, failure.omitting(shownReason).message), .problem)
      }
    case .cancelled: if saysFailure { try? add(words(.cancelled), .hint) }
    }
  }

  // MARK: Showing

  func show(_ text: String) async throws { try say(.text(text), [[]], name: nil) }

  func say(_ statement: Statement, _ pieces: [[ShownPiece]], name: String?) throws(Failure) {
    try settle()
    defer { state.withLock { $0.hasSaid = true } }
    guard streams.output == streams.prompts else {
      return try write { () throws(DescriptorError) in
        try streams.output.write(statement.words.neutralised + "\n")
      }
    }
    // After a step back to the question right below it, a text that stands there is enough.
    if let name, state.withLock({ $0.wentBackFrom != nil }), screen.hasLeft(name) { return }
    switch statement {
    case .text(let text): try add([Part(text, pieces: pieces[0])], name: name)
    case .heading(let title):
      // After a step back, the heading that stands above already is enough.
      if state.withLock({ $0.wentBackFrom != nil && $0.way?.part == title }) { return }
      try add([Part(""), Part(title, .title)], name: name, heading: title)
    case .note(let title, let text):
      try add(
        [Part(title, .title, pieces: pieces[0]), Part(text, pieces: pieces[1], indent: 2)],
        name: name)
    }
  }

  /// Lines of one style.
  struct Part: Sendable {
    let text: String
    let role: Theme.Role?
    let indent: Int
    /// The text piece by piece, for its marks.
    let pieces: [ShownPiece]

    init(
      _ text: String, _ role: Theme.Role? = nil, pieces: [ShownPiece] = [], indent: Int = 0
    ) {
      (self.text, self.role, self.pieces, self.indent) = (text, role, pieces, indent)
    }
  }

  func showLog(_ line: String) async throws { try add(line, .hint, indent: 2) }

  func remark(_ text: String) throws(Failure) {
    try settle()
    try add(text, nil)
  }

  func add(
    _ text: String, _ role: Theme.Role?, indent: Int = 0, name: String? = nil
  ) throws(Failure) {
    try add([Part(text, role, indent: indent)], name: name)
  }

  private func add(
    _ parts: [Part], name: String? = nil, heading: String? = nil
  ) throws(Failure) {
    let draw: @Sendable (Int) -> [Row] = { [glyphs] columns in
      // What is indented stays so where it is broken.
      parts.flatMap {
        MarkedText($0.text, $0.pieces, followsLinks: glyphs.followsLinks)
          .rows(columns, indent: $0.indent, $0.role)
      }
    }
    try write { () throws(DescriptorError) in
      try screen.add(
        Screen.Entry(name: name, isPassing: true, heading: heading, draw: draw))
    }
  }

  func showAnswered(_ question: Question, _ reply: Reply) throws(Failure) {
    try settle()
    let words =
      if case .given(let answer) = reply {
        question.shownWords(for: answer)
      } else {
        PromptLayout(question).words(reply)
      }
    try write { () throws(DescriptorError) in
      try screen.add(entry(question, question.title, words))
    }
  }

  func showKept(_ question: Question, _ given: Given) {
    screen.keep(entry(question, question.title, question.shownWords(for: given)))
  }

  func arrange(
    for name: String?, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws(Failure) {
    try settle()
    let isBack = state.withLock { $0.wentBackFrom != nil }
    try write { () throws(DescriptorError) in
      try screen.arrange(for: name, isBack: isBack, standing)
    }
  }

  /// Writes the line of the last question, whose answer was taken.
  func settle() throws(Failure) {
    guard
      let pending = state.withLock({ state -> Pending? in
        if state.pending != nil {
          state.hasSaid = false
          state.answers += 1
        }
        return state.takePending()
      })
    else { return }
    let entry = pending.entry(pending.kept)
    try write { () throws(DescriptorError) in try screen.close(entry) }
  }

  func taken(_ name: String, _ kept: [String: Value]) throws {
    state.withLock { state in
      guard state.pending?.name == name else { return }
      for (name, value) in kept {
        guard let question = state.pending?.view.question(name) else { continue }
        state.pending?.kept[name] = question.shownWords(for: .typed(value))
      }
    }
    try settle()
  }

  func checking(_ name: String) {
    state.withLock { state in
      guard state.pending?.name == name else { return }
      state.pending?.checking = Task { [weak self, clock] in
        do { try await clock.sleep(for: WorkView.patience) } catch { return }
        self?.showChecking(name)
      }
    }
  }

  /// Shows that an answer is being checked, with the answer as it was given.
  private func showChecking(_ name: String) {
    guard var view = state.withLock({ $0.pending?.name == name ? $0.pending?.view : nil }) else {
      return
    }
    view.doing = words(.checking, glyphs.ellipsis)
    // If this can't be written, the next write fails too, and reports it.
    try? open(view, nil)
  }

  /// The line of an answered question.
  func entry(_ question: Question, _ title: String, _ words: String) -> Screen.Entry {
    state.withLock { $0.answered[question.name] = (title, words) }
    let (glyphs, column) = (self.glyphs, column)
    let (sign, role) =
      question.bringsFailure || question.isDecision
      ? (glyphs.attention, .danger) : (glyphs.done, Theme.Role.success)
    return Screen.Entry(
      name: question.name,
      draw: { AnsweredRow.rows(sign, role, title, words, columns: $0, column) },
      drawAhead: { AnsweredRow.rows(glyphs.ahead, .hint, title, words, columns: $0, column) })
  }

  func foresee(
    _ way: RunProgress?, _ consequence: Consequence?,
    _ reason: @escaping @Sendable () async -> String?,
    _ outline: @escaping @Sendable () async -> RunOutline
  ) {
    state.withLock {
      ($0.way, $0.consequence, $0.reason, $0.outline) = (way, consequence, reason, outline)
    }
  }

  func began(_ work: LiveWork) {
    // If this can't be written, the next write fails too, and reports it.
    try? settle()
    works.began(work)
  }

  func wayBack(_ refusal: Phrase?) {
    let isNew = state.withLock { state in
      defer { state.refusal = refusal }
      return state.refusal != refusal
    }
    if isNew { screen.update() }
  }

  func ended(_ work: LiveWork, _ failure: String?) {
    if failure != nil { state.withLock { ($0.hasFailed, $0.shownReason) = (true, failure) } }
    works.ended(work, failure)
  }

  // MARK: Other programs

  func handingOver(_ body: () async throws -> Void) async throws {
    try await turn.take()
    defer { turn.leave() }
    try settle()
    screen.handOver()
    // If this can't be done, the next prompt fails, and reports it.
    defer { try? screen.takeBack() }
    try await body()
  }

  /// Lets the person edit a text elsewhere.
  /// - Returns: the text, or the reason why there is none.
  func edit(_ text: String) async throws -> (text: String?, problem: String?) {
    screen.handOver()
    defer { try? screen.takeBack() }
    do {
      return try await Interrupts.leavingKeysToPrograms(hasProgram: true) {
        try await TerminalMode.keepingMode(of: streams.input) {
          (try await ExternalEditor.edit(text), nil)
        }
      }
    } catch let error as ExternalEditor.Trouble {
      return (nil, words(error.words))
    }
  }

  func write(_ body: () throws(DescriptorError) -> Void) throws(Failure) {
    do throws(DescriptorError) {
      try body()
    } catch {
      throw Failure(.interpreter, message: "the terminal can't be written: \(error)")
    }
  }
}
