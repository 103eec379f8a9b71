import LibrettoCore

/// Performs a flow at the terminal or on pipes.
///
/// ```swift
/// let result = try await cleanup.run(with: Console())
/// ```
///
/// At a terminal, prompts are drawn in place: lists with a highlight, forms as pages, a spinner for
/// work, and Esc to go back. On pipes, at a dumb terminal, and with `ACCESSIBLE=1` or `CI`, it
/// performs the same flow line by line, in plain text: there are no colours and no cursor movements,
/// and defaults are shown in words, so a screen reader reads it well too.
///
/// What a flow says goes to standard output. Prompts go to the terminal: to standard output if it
/// is one, otherwise to standard error. While prompts are drawn in place, what the process prints
/// appears above them, so standard output and standard error of the whole process lead through the
/// console until the flow has ended. An action that needs the terminal for itself is marked with
/// `takesTerminal()`.
///
/// An interrupt (Ctrl-C), or cancelling the task, cancels the flow: the outcome is
/// ``Outcome/cancelled``, and the terminal is restored. End of input never counts as an answer: the
/// flow fails, and the failure names the question.
public struct Console: Interpreter {
  /// How a console looks.
  package struct Look: Sendable {
    /// Whether line mode is wanted even at a terminal.
    package var isPlain = false
    package var theme = Theme.standard
    package var words = Words.english
    /// Where answers stand.
    var column = AnswerColumn()
    /// What stands above a question before the flow has said a heading.
    var title = ""

    package init(isPlain: Bool = false, theme: Theme = .standard, words: Words = .english) {
      (self.isPlain, self.theme, self.words) = (isPlain, theme, words)
    }

    /// The look for one flow, whose titles say where answers stand.
    package func of(_ flow: Flow) -> Look {
      var look = self
      look.title = flow.name
      if !isPlain, flow.problems.isEmpty { look.column = AnswerColumn(flow) }
      return look
    }
  }

  private let limits: Limits?
  private let streams: @Sendable () -> StandardStreams
  private let clock: any Clock<Duration>
  private let time: @Sendable () -> Timestamp
  private let look: Look

  /// Makes a console at the process's standard input, output and error.
  /// - Parameters:
  ///   - limits: the limits of a run; defaults to the flow's own.
  ///   - clock: the clock for `Wait`, for the time limits of questions, and for alerts that dismiss
  ///     themselves.
  ///   - theme: the styles and signs of prompts that are drawn in place.
  ///   - isPlain: whether to perform the flow line by line even at a terminal.
  ///   - words: the language of the product's own sentences.
  public init(
    limits: Limits? = nil, clock: any Clock<Duration> = ContinuousClock(),
    theme: Theme = .standard, isPlain: Bool = false, words: Words = .english
  ) {
    self.init(
      limits: limits, streams: { .ofProcess }, clock: clock, time: { Timestamp.now },
      look: Look(isPlain: isPlain, theme: theme, words: words))
  }

  /// - Parameters:
  ///   - streams: called once for each run.
  ///   - time: returns the time for the journal.
  init(
    limits: Limits? = nil, streams: @escaping @Sendable () -> StandardStreams,
    clock: any Clock<Duration> = ContinuousClock(), time: @escaping @Sendable () -> Timestamp,
    look: Look = Look()
  ) {
    self.look = look
    self.limits = limits
    self.streams = streams
    self.clock = clock
    self.time = time
  }

  /// Performs a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the outcome, the answers and the record; a failed run is a result too.
  /// - Throws: ``InvalidFlow`` if the flow has problems, ``Failure`` if signals can't be caught
  ///   because the system has no pipe or thread left.
  public func perform(_ flow: Flow) async throws -> FlowResult {
    try await perform(flow, record: nil)
  }

  /// - Parameter record: receives the lines of the journal before the flow continues.
  func perform(
    _ flow: Flow, record: (@Sendable (RecordedLines) throws -> Void)?
  ) async throws -> FlowResult {
    try await Self.performing(
      on: streams(), look: look.of(flow), clock: clock, time: time
    ) { console in
      var driver = Driver(console)
      driver.limits = limits
      driver.record = record
      let result = try await driver.perform(flow)
      console.end(result.outcome, saysFailure: true)
      return result
    }
  }

  /// Performs something at a console, cancelled by the first signal. Which console it is, is decided
  /// here: with prompts that are drawn in place, at a terminal that can do that; otherwise in line
  /// mode.
  package static func performing<Result: Sendable>(
    on streams: StandardStreams, look: Look = Look(), clock: any Clock<Duration>,
    time: @escaping @Sendable () -> Timestamp,
    _ body: @escaping @Sendable (any ConsoleHost) async throws -> Result
  ) async throws -> Result {
    try await Interrupts.cancelling { interrupts in
      guard !look.isPlain, streams.isDialogue, let terminal = streams.terminal,
        terminal.traits.isRich
      else {
        let line = LineConsole(
          streams: streams, clock: clock, time: time, interrupts: interrupts, words: look.words)
        defer { line.endInterruptedLine() }
        return try await body(line)
      }
      let screen = Screen(
        input: streams.input, output: streams.prompts, traits: terminal.traits,
        theme: terminal.traits.theme ?? look.theme, words: look.words)
      let rich = RichConsole(
        streams: streams, reader: terminal.keys, screen: screen, clock: clock, time: time,
        column: look.column, title: look.title)
      screen.captureOutput()
      let listener = WindowSize.listen { screen.resize() }
      defer {
        WindowSize.ignore(listener)
        rich.end()
      }
      return try await body(rich)
    }
  }
}

extension Console {
  /// Shows a recorded run again, with its timing; nothing is performed, and only secrets are asked
  /// for, since no journal has them.
  package static func replaying(
    _ flow: Flow, _ recording: Recording, on streams: StandardStreams, look: Look = Look(),
    clock: any Clock<Duration>, time: @escaping @Sendable () -> Timestamp
  ) async throws -> FlowResult {
    try await performing(on: streams, look: look.of(flow), clock: clock, time: time) { console in
      let recorded = RecordedTime(recording, now: time)
      var driver = Driver(console)
      driver.standIn = StandIn(
        recording,
        rehearse: { try await recorded.come(to: $0) { try await clock.sleep(for: $0) } },
        show: { question, reply in
          try await console.showAgain(question, reply) { wait in
            try await recorded.come(to: question.name, wait)
          }
        })
      if recording.isOfOtherVersion {
        try console.remark(look.words(.recordingEdited))
      }
      driver.keepsTranscript = false
      let result = try await driver.perform(flow)
      if case .failed(let failure) = result.outcome, failure.reason == .missingAnswer {
        try console.remark(look.words(.recordingEnds))
      } else {
        console.end(result.outcome, saysFailure: false)
      }
      return result
    }
  }
}

/// A console at the streams of the process.
package protocol ConsoleHost: InteractiveInterpreter {
  var streams: StandardStreams { get }
  var clock: any Clock<Duration> { get }
  /// Returns the time for the journal.
  var time: @Sendable () -> Timestamp { get }
  /// Says something about the run where prompts go.
  func remark(_ words: String) throws(Failure)
  /// Shows a question with the reply that was given beforehand.
  func showAnswered(_ question: Question, _ reply: Reply) throws(Failure)
  /// Shows an answer that is kept until the run comes to its question again, where questions have
  /// places.
  func showKept(_ question: Question, _ given: Given)
  /// Shows a question as long as it was open in a recorded run, and then the reply it got.
  /// - Parameter pause: waits for that long, with what waits.
  func showAgain(
    _ question: Question, _ reply: Reply,
    _ pause: (_ wait: @escaping @Sendable (Duration) async throws -> Void) async throws -> Void
  ) async throws
  /// Why the work failed whose failure the person has read last; nil if there was none.
  var shownReason: String? { get }
  /// Runs `body` with exclusive use of the terminal.
  func handingOver(_ body: () async throws -> Void) async throws
  /// Says how the run has ended, unless the flow's own last words have.
  /// - Parameter saysFailure: whether nobody else says why it failed or was cancelled.
  func end(_ outcome: Outcome, saysFailure: Bool)
}

extension ConsoleHost {
  var now: Timestamp { time() }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  func perform(_ action: Action, with work: Work) async throws {
    guard action.takesTerminal else { return try await action.perform(with: work) }
    try await Interrupts.leavingKeysToPrograms(hasProgram: false) {
      try await handingOver {
        try await TerminalMode.keepingMode(of: streams.input) {
          try await TerminalJobs.serving(streams.input) { try await action.perform(with: work) }
        }
      }
    }
  }

  /// Waits until the terminal belongs to this program.
  func waitForForeground() async throws {
    do {
      try await JobControl.waitForForeground(streams.input)
    } catch is DescriptorError {
      throw Failure(
        .interpreter,
        message: "can't ask for the answer: the terminal belongs to another program; "
          + "run this in the foreground")
    }
  }
}

extension Flow {
  /// Performs the flow at the terminal or on pipes with a ``Console``.
  ///
  /// ```swift
  /// let result = try await greeting.run()
  /// ```
  /// - Returns: the outcome, the answers and the record; a failed run is a result too.
  /// - Throws: ``InvalidFlow`` if the flow has problems, ``Failure`` if signals can't be caught
  ///   because the system has no pipe or thread left.
  public func run() async throws -> FlowResult {
    try await run(with: Console())
  }
}

extension Interrupts {
  /// Runs `body` in a task that is cancelled by the first signal, or when the caller's task is
  /// cancelled.
  ///
  /// - Throws: ``Failure`` if signals can't be caught, and the error of `body`.
  package static func cancelling<Result: Sendable>(
    _ body: @escaping @Sendable (Interrupts) async throws -> Result
  ) async throws -> Result {
    let interrupts: Interrupts
    do throws(DescriptorError) {
      interrupts = try begin()
    } catch {
      throw Failure(.interpreter, message: "signals can't be caught: \(error)")
    }
    defer { interrupts.end() }
    let task = Task { try await body(interrupts) }
    interrupts.onInterrupt { _ in task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
