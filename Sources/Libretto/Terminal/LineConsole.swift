#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One performance in line mode: writes a prompt, reads a line.
struct LineConsole: InteractiveInterpreter {
  let streams: StandardStreams
  let interrupts: Interrupts?
  let clock: @Sendable () -> Int

  var now: Int { clock() }

  func show(_ text: String) throws {
    try write(text.neutralised + "\n", to: streams.output)
  }

  func ask(_ question: Question) async throws -> Reply {
    let layout = PromptLayout(question)
    var text = question.problem.map(layout.again) ?? layout.opening
    // The driver counts refused answers; what is no answer at all must not go on for ever either.
    let limit = Driver<LineConsole>.refusals
    for _ in 0..<limit {
      switch try await line(after: text, isSecret: question.isSecret) {
      case .line(let line):
        guard line.trimmed == "?" else { return .text(line.withoutEscape) }
        text = layout.help
      case .invalidUTF8:
        text = layout.again(
          after: "That was not text: its bytes are not UTF-8. Nothing of it was taken.")
      case .tooLong(let bytes):
        text = layout.again(
          after: "That line was too long: \(bytes) bytes, and the limit is "
            + "\(streams.reader.maximumLineLength). Nothing of it was taken.")
      case .endOfInput, .timedOut: return .endOfInput
      }
    }
    throw Failure(
      .limit,
      "the question “\(question.title)” (id “\(question.name)”) was put \(limit) times in a row "
        + "without an answer",
      step: question.name)
  }

  func notice(_ question: Question) async throws {
    let layout = PromptLayout(question)
    // On a pipe the next line is the answer to the next question, and waiting helps nobody.
    guard streams.isDialogue, let time = question.dismissAfter, time > .zero else {
      return try write(layout.notice, to: streams.prompts)
    }
    _ = try await line(after: layout.notice + PromptLayout.dismissal, within: time)
  }

  func act(_ action: Action, on answers: inout Answers) async throws {
    do {
      try await action.work(&answers)
    } catch {
      // The terminal shows ^C; what the shell says next begins on a line of its own.
      if streams.isDialogue, interrupts?.signal == SIGINT { endLine() }
      throw error
    }
  }
}

extension LineConsole {
  /// Puts text where prompts go: a question with an answer that was given beforehand.
  func put(_ text: String) throws(Failure) { try write(text, to: streams.prompts) }

  private func line(
    after prompt: String, isSecret: Bool = false, within limit: Duration? = nil
  ) async throws -> LineRead {
    // Before the prompt: whoever types as soon as it is there must not be echoed.
    let mode = isSecret && streams.input.isTerminal ? try hideInput() : nil
    defer { mode?.restore() }
    try write(prompt, to: streams.prompts)
    do {
      let read = try await streams.reader.next(within: limit)
      // Only an Enter that was typed at the prompt has ended its line.
      if !streams.isDialogue || read == .endOfInput || read == .timedOut { endLine() }
      return read
    } catch let error as DescriptorError {
      throw Failure(.interpreter, "can't read the answer: \(error)")
    } catch {
      endLine()
      throw error
    }
  }

  private func hideInput() throws(Failure) -> TerminalMode {
    do {
      return try TerminalMode.hidingInput(on: streams.input)
    } catch {
      throw Failure(
        .interpreter, "can't hide what is typed, so the secret was not asked for: \(error)")
    }
  }

  private func endLine() {
    // Where this fails, the next write fails too, and says so.
    try? streams.prompts.write("\n")
  }

  private func write(_ text: String, to descriptor: Descriptor) throws(Failure) {
    do {
      try descriptor.write(text)
    } catch {
      let name = descriptor == streams.output ? "the output" : "the prompt"
      throw Failure(
        .interpreter,
        error.isClosedPipe
          ? "\(name) can't be written: its reader has gone"
          : "\(name) can't be written: \(error)")
    }
  }
}

extension String {
  /// An answer that is a lone question mark is typed `\?`, since `?` asks for help; every further
  /// backslash stands for itself.
  fileprivate var withoutEscape: String {
    let answer = trimmed
    guard answer.hasPrefix("\\"), answer.hasSuffix("?"),
      answer.dropLast().allSatisfy({ $0 == "\\" }), let backslash = firstIndex(of: "\\")
    else { return self }
    var result = self
    result.remove(at: backslash)
    return result
  }
}
