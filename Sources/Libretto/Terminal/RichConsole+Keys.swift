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
    let left = seconds(timeout, name, isAgain: isAgain)
    let title = view.title
    let countdown = timeout.map { self.countdown($0, left) }
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

  func open(_ view: QuestionView, _ left: Locked<Int?>) throws(Failure) {
    let glyphs = self.glyphs
    try write { () throws(DescriptorError) in
      try screen.open { size in
        var view = view
        view.secondsLeft = left.withLock { $0 }
        return view.frame(size, glyphs)
      }
    }
  }

  /// The seconds that are left to answer; a refused answer doesn't begin them anew.
  func seconds(_ timeout: Duration?, _ name: String, isAgain: Bool) -> Locked<Int?> {
    state.withLock { state in
      if isAgain, let known = state.leftTime, known.name == name { return known.seconds }
      let seconds = Locked<Int?>(timeout.map { Int($0.components.seconds) })
      state.leftTime = (name, seconds)
      return seconds
    }
  }

  /// Counts the seconds that are left to answer.
  func countdown(_ timeout: Duration, _ left: Locked<Int?>) -> Task<Void, any Error> {
    Task { [clock, screen] in
      while true {
        try await clock.sleep(for: .seconds(1))
        left.withLock { $0 = max(0, ($0 ?? 0) - 1) }
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

/// The terminal has gone, or its input has ended.
struct InputEnded: Error {}
