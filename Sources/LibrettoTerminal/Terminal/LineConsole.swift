import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One performance in line mode: writes a prompt and reads a line.
struct LineConsole: ConsoleHost, WatchedInterpreter {
  let streams: StandardStreams
  let clock: any Clock<Duration>
  let time: @Sendable () -> Timestamp
  let interrupts: Interrupts
  let words: Words
  /// Whether the line with the terminal's ^C has been ended.
  private let hasEndedInterruptedLine = Locked(false)
  /// The texts of work that have been shown, as far as they are remembered.
  private let announced = Locked<Set<String>>([])
  /// Whether a question was put to a person.
  private let hasAsked = Locked(false)

  var isWatched: Bool { streams.isDialogue }

  // This must be async, so that the stage waits for it elsewhere: a reader that doesn't read blocks
  // only the write, and a signal still ends the run.
  func show(_ text: String) async throws {
    endInterruptedLine()
    try write(text.neutralised + "\n", to: streams.output)
  }

  /// An empty row sets a heading off; no sign does, since a screen reader would read it aloud.
  func show(_ statement: Statement) async throws {
    let isHeading = if case .heading = statement { true } else { false }
    try await show((isHeading ? "\n" : "") + statement.words)
  }

  // This must be async; otherwise, a caller that awaits it gets the protocol's default, which shows
  // nothing.
  func showLoading(_ text: String) async throws {
    _ = isNew(text)
    try put(text.neutralised + "\n")
  }

  func showProgress(_ progress: [WorkProgress]) async throws {
    guard streams.showsProgress else {
      // What the work does is said all the same, once.
      for text in progress.map(\.text) where isNew(text) { try put(text.neutralised + "\n") }
      return
    }
    try put(progress.map(\.line.neutralisedLine).joined(separator: "; ") + "\n")
  }

  /// Whether a text of work hasn't been shown, of the last thousand.
  private func isNew(_ text: String) -> Bool {
    announced.withLock { announced in
      if announced.count >= 1000 { announced = [] }
      return announced.insert(text).inserted
    }
  }

  func showLog(_ line: String) async throws { try put(line.neutralised + "\n") }

  func ask(_ question: Question) async throws -> Reply {
    let layout = PromptLayout(
      question, today: today, most: streams.isDialogue ? PromptLayout.most : .max)
    if streams.isDialogue,
      !hasAsked.withLock({ asked in
        defer { asked = true }
        return asked
      })
    {
      try put(words(.welcome) + "\n")
    }
    var prompt = question.problem.map(layout.again) ?? layout.opening
    if let note = question.note, question.problem == nil {
      prompt = note.neutralised + "\n" + prompt
    }
    // The driver counts refused answers; input that isn't an answer must not repeat forever either.
    let limit = Driver.refusals
    var isAgain = question.problem != nil
    for _ in 0..<limit {
      switch try await read(after: prompt, question, isAgain: isAgain) {
      case .reply(.text(let text)):
        guard let options = layout.found(by: text) else { return .text(text) }
        prompt = options
      case .reply(let reply): return reply
      case .unended:
        try put(words(.cutOff) + "\n")
        return .endOfInput
      case .help: prompt = layout.help
      case .problem(let problem):
        prompt = layout.again(after: words(problem))
        isAgain = true
      }
    }
    throw Failure(
      .limit,
      message: "\(question.called) was asked \(limit) times in a row without an answer",
      step: question.name)
  }

  func showNotice(_ question: Question) async throws {
    let layout = PromptLayout(question)
    // On a pipe, the next line answers the next question, and waiting helps nobody.
    guard streams.isDialogue, let time = question.dismissAfter, time > .zero else {
      return try put(layout.notice)
    }
    do {
      try await TimeLimit(time, sleep: sleep).perform {
        let read = try await typing(after: layout.notice + words(.dismissal) + " ") {
          try await line()
        }
        if read == .endOfInput { endLine() }
      }
    } catch is TimeIsUp {
      // It has dismissed itself.
    }
  }

  func remark(_ words: String) throws(Failure) { try put(words.neutralised + "\n") }

  func showAnswered(_ question: Question, _ reply: Reply) throws(Failure) {
    let layout = PromptLayout(question)
    try put(layout.answered(inWords: layout.words(reply)))
  }

  func showKept(_ question: Question, _ given: Given) {}

  func showAgain(
    _ question: Question, _ reply: Reply,
    _ pause: (_ wait: @escaping @Sendable (Duration) async throws -> Void) async throws -> Void
  ) async throws {
    try await pause { [clock] in try await clock.sleep(for: $0) }
    try showAnswered(question, reply)
  }

  // The lines of an action stand among the others.
  func handingOver(_ body: () async throws -> Void) async throws { try await body() }

  // The command says how it ended, or whoever called the console.
  var shownReason: String? { nil }

  func end(_ outcome: Outcome, saysFailure: Bool) {}
}

// MARK: - Reading

extension LineConsole {
  /// - Parameter isAgain: whether the last answer was refused.
  private func read(
    after prompt: String, _ question: Question, isAgain: Bool
  ) async throws -> TypedAnswer {
    // What was typed before a person has seen such a question wasn't meant for it.
    let isFresh =
      isAgain || question.isSecret || question.isDecision
      || question.choices.contains { $0.role == .destructive }
    do {
      return try await typing(after: prompt, isSecret: question.isSecret, isFresh: isFresh) {
        question.isMultiline ? try await lines(question) : try await answer(question)
      }
    } catch let error as CancellationError {
      // Text that is half typed at a question that is gone must not begin the next answer; completed
      // lines have been read.
      if streams.input.isTerminal { TerminalMode.dropTyped(on: streams.input) }
      throw error
    }
  }

  private func answer(_ question: Question) async throws -> TypedAnswer {
    let read = try await line()
    let answer = TypedAnswer(read, maximum: streams.reader.maximumLineLength)
    if try show(answer, to: question) { return answer }
    // Only an Enter typed at the prompt has ended its line.
    if !streams.isDialogue || read == .endOfInput { endLine() }
    return answer
  }

  private func lines(_ question: Question) async throws -> TypedAnswer {
    var lines = TypedLines(maximum: streams.reader.maximumLineLength)
    while true {
      guard let answer = lines.take(try await line()) else { continue }
      _ = try show(answer, to: question)
      return answer
    }
  }

  /// Shows the default that the person takes by typing nothing, and to a person what a number or a
  /// short form means.
  /// - Returns: whether anything was shown.
  private func show(_ answer: TypedAnswer, to question: Question) throws -> Bool {
    guard case .reply(.text(let text)) = answer, !question.isSecret || text.trimmed.isEmpty else {
      return false
    }
    let layout = PromptLayout(question, today: today)
    let meant =
      text.trimmed.isEmpty ? layout.taken : streams.isDialogue ? layout.meant(by: text) : nil
    guard let meant else { return false }
    try put(meant + "\n")
    return true
  }

  private func line() async throws -> LineRead {
    do {
      return try await streams.reader.next()
    } catch let error as DescriptorError {
      throw Failure(.interpreter, message: "can't read the answer: \(error)")
    }
  }

  /// Writes a prompt and reads the answer typed at it.
  /// - Parameter isFresh: whether what was typed ahead at a terminal is dropped.
  private func typing<Result: Sendable>(
    after prompt: String, isSecret: Bool = false, isFresh: Bool = false,
    _ read: () async throws -> Result
  ) async throws -> Result {
    if streams.input.isTerminal { try await waitForForeground() }
    // Before the prompt, because a person who types as soon as it appears must not be echoed.
    let mode = isSecret && streams.input.isTerminal ? try hideInput() : nil
    defer { mode?.restore() }
    if isFresh, streams.input.isTerminal { streams.reader.dropTypedAhead() }
    try put(prompt)
    do {
      // If this can't be written, the next write fails too, and reports it.
      let showAgain: @Sendable () -> Void = { try? put(prompt) }
      return try await JobControl.reading(from: streams.input, showAgain: showAgain, read)
    } catch let error as CancellationError {
      endLine()
      if interrupts.signal != nil { hasEndedInterruptedLine.withLock { $0 = true } }
      throw error
    }
  }

  private func hideInput() throws(Failure) -> TerminalMode {
    do {
      return try TerminalMode.hidingInput(on: streams.input)
    } catch {
      throw Failure(
        .interpreter,
        message: "can't hide the typed text, so the secret was not asked for: \(error)")
    }
  }

  /// The terminal shows ^C; the shell's next output starts on a new line.
  func endInterruptedLine() {
    guard streams.isDialogue, interrupts.signal == SIGINT else { return }
    hasEndedInterruptedLine.withLock { hasEnded in
      if !hasEnded { endLine() }
      hasEnded = true
    }
  }

  /// Writes text to where prompts go.
  private func put(_ text: String) throws(Failure) { try write(text, to: streams.prompts) }

  private func endLine() {
    // If this fails, the next write fails too, and reports it.
    try? streams.prompts.write("\n")
  }

  /// Writes text, by words at a terminal; on a pipe, it stays as it is.
  private func write(_ text: String, to descriptor: Descriptor) throws(Failure) {
    do {
      try descriptor.write(descriptor.fitting(text))
    } catch {
      let name = descriptor == streams.output ? "the output" : "the prompt"
      throw Failure(
        .interpreter,
        message: error.isClosedPipe
          ? "\(name) can't be written: the pipe was closed"
          : "\(name) can't be written: \(error)")
    }
  }
}
