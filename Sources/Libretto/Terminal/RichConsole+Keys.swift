// Taking the terminal, and reading keys until one of them ends a question.

extension RichConsole {
  /// Takes the terminal, in the foreground.
  func begin(isFresh: Bool) async throws {
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
  func conversing<Answer: Sendable>(
    _ timeout: Duration?, _ name: String, isAgain: Bool, _ view: inout QuestionView,
    isNotice: Bool = false, _ press: (inout QuestionView, KeyPress) async throws -> Answer?
  ) async throws -> Answer {
    let left = timeLeft(timeout, name, isAgain: isAgain)
    let title = view.title
    let countdown = left.map(countdown)
    defer { countdown?.cancel() }
    do {
      let showAgain: @Sendable () -> Void = { [screen] in screen.update() }
      return try await JobControl.reading(from: streams.input, showAgain: showAgain) {
        while true {
          try open(view, left)
          var key: KeyPress? = try await nextKey()
          while let pressed = key {
            if pressed == .endOfInput { throw InputEnded() }
            if pressed == .control("c") { throw CancellationError() }
            if let answer = try await press(&view, pressed) { return answer }
            try Task.checkCancellation()
            key = reader.ready()
          }
        }
      }
    } catch let error as CancellationError {
      let glyphs = self.glyphs
      let draw: @Sendable (Int) -> [Row] = {
        AnsweredRow.rows(glyphs.failed, .problem, title, "not answered", columns: $0)
      }
      closeQuietly(isNotice ? nil : Screen.Entry(isPassing: true, draw: draw))
      throw error
    }
  }

  func open(_ view: QuestionView, _ left: TimeLeft?) throws(Failure) {
    let glyphs = self.glyphs
    try write { () throws(DescriptorError) in
      try screen.open { size in
        var view = view
        view.secondsLeft = left?.seconds
        return view.frame(size, glyphs)
      }
    }
  }

  /// The time that is left to answer; a refused answer doesn't begin it anew.
  func timeLeft(_ limit: Duration?, _ name: String, isAgain: Bool) -> TimeLeft? {
    guard let limit else { return nil }
    return state.withLock { state in
      if isAgain, let known = state.timeLeft, known.name == name { return known }
      let left = TimeLeft(name: name, limit: limit, elapsed: clock.stopwatch())
      state.timeLeft = left
      return left
    }
  }

  /// Shows each second that has passed.
  func countdown(_ left: TimeLeft) -> Task<Void, any Error> {
    Task { [clock, screen] in
      while true {
        try await clock.sleep(for: left.untilNextSecond)
        screen.update()
      }
    }
  }

  func nextKey() async throws -> KeyPress {
    do {
      return try await reader.next()
    } catch let error as DescriptorError {
      throw Failure(.interpreter, message: "can't read the answer: \(error)")
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

/// The terminal has gone, or its input has ended.
struct InputEnded: Error {}
