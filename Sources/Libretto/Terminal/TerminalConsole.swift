#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One performance at the streams of the process: with prompts that are drawn in place, at a
/// terminal that can do that; otherwise in line mode.
struct TerminalConsole: LiveInterpreter {
  /// How a console looks.
  struct Look: Sendable {
    /// Whether line mode is wanted even at a terminal.
    var isPlain = false
    var theme = Theme.standard
  }

  let line: LineConsole
  /// Nil in line mode.
  let rich: RichConsole?

  /// Performs something at a console, cancelled by the first signal.
  static func performing<Result: Sendable>(
    on streams: StandardStreams, look: Look = Look(), clock: any Clock<Duration>,
    time: @escaping @Sendable () -> Int,
    _ body: @escaping @Sendable (TerminalConsole) async throws -> Result
  ) async throws -> Result {
    try await Interrupts.cancelling { interrupts in
      let line = LineConsole(streams: streams, clock: clock, time: time, interrupts: interrupts)
      guard let rich = RichConsole(streams, look, clock) else {
        defer { line.endInterruptedLine() }
        return try await body(TerminalConsole(line: line, rich: nil))
      }
      rich.screen.captureOutput()
      let listener = WindowSize.listen { rich.screen.resize() }
      defer {
        WindowSize.ignore(listener)
        rich.end()
      }
      return try await body(TerminalConsole(line: line, rich: rich))
    }
  }

  var isLive: Bool { rich != nil }

  var takesPages: Bool { rich != nil }

  var now: Int { line.now }

  func sleep(for duration: Duration) async throws { try await line.sleep(for: duration) }

  /// Writes text to where prompts go.
  func put(_ text: String) throws(Failure) {
    guard let rich else { return try line.put(text) }
    try rich.show(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// Shows a question whose answer was given beforehand.
  func showAnswered(_ question: Question, inWords words: String) throws(Failure) {
    guard let rich else { return try line.put(PromptLayout(question).answered(inWords: words)) }
    try rich.showAnswered(question, words)
  }

  /// Says how the run has ended, unless the flow's own last words have.
  /// - Parameter saysFailure: whether nobody else says why it failed or was cancelled.
  func end(_ outcome: Outcome, saysFailure: Bool) {
    rich?.end(outcome, saysFailure: saysFailure)
  }

  // MARK: Showing

  func show(_ text: String) async throws {
    guard let rich else { return try line.show(text) }
    try rich.show(text)
  }

  func showHeading(_ title: String) async throws {
    guard let rich else { return try await line.showHeading(title) }
    try rich.show(.heading(title))
  }

  func showNote(_ title: String, text: String) async throws {
    guard let rich else { return try line.show(Statement.note(title: title, text: text).words) }
    try rich.show(.note(title: title, text: text))
  }

  func say(_ statement: Statement, name: String) throws {
    try rich?.show(statement, name: name)
  }

  func kept(_ value: Value, for name: String) { rich?.kept(value, for: name) }

  func showNotice(_ question: Question) async throws {
    guard let rich else { return try await line.showNotice(question) }
    try await rich.showNotice(question)
  }

  func showLoading(_ text: String) async throws {
    // A live interpreter shows work by itself.
    if rich == nil { try await line.showLoading(text) }
  }

  func showProgress(_ progress: [WorkProgress]) async throws {
    if rich == nil { try await line.showProgress(progress) }
  }

  func showLog(_ text: String) async throws {
    guard let rich else { return try await line.showLog(text) }
    try rich.log(text)
  }

  // MARK: Asking

  func ask(_ question: Question) async throws -> Reply {
    try await ask(question, reporting: nil)
  }

  func ask(_ question: Question, reportingDraftsTo drafting: DraftReporter) async throws -> Reply {
    try await ask(question, reporting: drafting)
  }

  private func ask(_ question: Question, reporting drafting: DraftReporter?) async throws -> Reply {
    guard let rich else { return try await line.ask(question) }
    do {
      return try await rich.ask(question, drafting, aids: aids)
    } catch is InputEnded {
      return .endOfInput
    }
  }

  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
    guard let rich else { return .endOfInput }
    do {
      return try await rich.fill(page, using: filling, aids: aids)
    } catch is InputEnded {
      return .endOfInput
    }
  }

  private var aids: PromptStates.Aids {
    PromptStates.Aids(today: today, paths: { Files.paths(beginningWith: $0) })
  }

  // MARK: Work

  func perform(_ action: Action, with work: Work) async throws {
    guard action.takesTerminal else { return try await action.perform(with: work) }
    try await Interrupts.leavingKeysToPrograms(hasProgram: false) {
      guard let rich else { return try await performAtTerminal(action, with: work) }
      try await rich.handingOver { try await performAtTerminal(action, with: work) }
    }
  }

  private func performAtTerminal(_ action: Action, with work: Work) async throws {
    let terminal = line.streams.input
    try await TerminalMode.keepingMode(of: terminal) {
      try await TerminalJobs.serving(terminal) { try await action.perform(with: work) }
    }
  }

  func arrange(
    for name: String?, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws {
    try rich?.arrange(for: name, standing)
  }

  func began(_ work: LiveWork) {
    try? rich?.settle()
    rich?.works.began(work)
  }

  func ended(_ work: LiveWork, _ failure: String?) { rich?.ended(work, failure) }
}

extension RichConsole {
  /// Nil if prompts can't be drawn in place, or aren't wanted so.
  convenience init?(
    _ streams: StandardStreams, _ look: TerminalConsole.Look, _ clock: any Clock<Duration>
  ) {
    guard !look.isPlain, streams.isDialogue, let terminal = streams.terminal, terminal.traits.isRich
    else {
      return nil
    }
    let screen = Screen(
      input: streams.input, output: streams.prompts, traits: terminal.traits,
      theme: look.theme)
    self.init(streams: streams, reader: terminal.keys, screen: screen, clock: clock)
  }
}
