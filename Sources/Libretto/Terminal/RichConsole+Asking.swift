// Questions: a state of its own for each, the keys, and the answer as it is left.

extension RichConsole {
  func ask(_ question: Question, _ drafting: DraftReporter?, aids: PromptStates.Aids) async throws
    -> Reply
  {
    var view = try view(for: question, aids)
    view.problem = question.problem
    view.note = note(of: question)
    // What was typed before a person has seen such a question wasn't meant for it.
    let isFresh =
      question.problem != nil || question.isSecret || question.isDecision
      || question.choices.contains { $0.role == .destructive } || hasFailed()
    let mayNotLeave = try comesBack(to: question.title, question.name)
    try await turn.take()
    defer { turn.leave() }
    try await begin(isFresh: isFresh)
    try putLongTitleAbove(&view)
    let hasFailed = question.problem != nil
    let reply = try await conversing(question.timeout, question.name, isAgain: hasFailed, &view) {
      (view, key) -> Reply? in
      guard case .question(let question, var state) = view.body else { return nil }
      let before = state.typed
      let pressed = state.press(key)
      view.body = .question(question, state)
      if mayNotLeave, pressed != .ignored { view.note = nil }
      switch pressed {
      case .accept:
        if let reply = state.reply { return reply }
        view.problem = "An answer is needed."
      case .reply(let reply): return reply
      case .back: return .back
      case .refused(let reason): view.problem = reason
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
      case .ignored: self.pressIgnored(key, &view)
      }
      return nil
    }
    leave(question, view, reply)
    return reply
  }

  func view(for question: Question, _ aids: PromptStates.Aids) throws(Failure)
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

  func note(of question: Question) -> String? {
    if question.problem != nil { return nil }
    if let note = question.note { return note }
    guard !question.changed.isEmpty else { return nil }
    return "Asked again: \(question.changed.map { "“\($0)”" }.joined(separator: ", ")) changed."
  }

  /// Notes how a question was left.
  func leave(_ question: Question, _ view: QuestionView, _ reply: Reply) {
    guard case .question(_, let prompt) = view.body else { return }
    let words: String
    switch reply {
    case .back, .cancelled, .timedOut, .endOfInput:
      state.withLock {
        $0.left[question.name] = question.isSecret ? nil : (question, prompt)
        if reply == .back { $0.wentBackFrom = question.name }
      }
      return closeQuietly(nil)
    case .given(let given): words = question.shownWords(for: given)
    case .text(let text):
      words =
        (try? question.read(text)).map { question.shownWords(for: $0) }
        ?? (question.isSecret ? "(secret)" : text)
    }
    let (name, title) = (question.name, question.title)
    state.withLock {
      $0.pending = Pending(
        name: name, view: view,
        entry: { [self] kept in entry(name, title, kept[name] ?? words) })
    }
  }

  func closeQuietly(_ entry: Screen.Entry?) {
    // If this can't be written, the next write fails too, and reports it.
    try? screen.close(entry)
  }

  /// Keys that work at every question.
  func pressIgnored(_ key: KeyPress, _ view: inout QuestionView) {
    switch key {
    case .function(1), .text("?"): view.showsHelp.toggle()
    case .control("l"): screen.redraw()
    case .tooLong(let bytes):
      view.problem = "That paste is too long: \(bytes) bytes. It was discarded."
    default: break
    }
  }

  /// Whether work has failed since the last question.
  func hasFailed() -> Bool {
    state.withLock { state in
      defer { state.hasFailed = false }
      return state.hasFailed
    }
  }

  /// Says that a question is asked again after a step back, if it can't open in its old place.
  /// - Returns: whether the step back was from this question, and was refused.
  func comesBack(to title: String, _ name: String) throws(Failure) -> Bool {
    let left = state.withLock { state -> String? in
      defer { state.wentBackFrom = nil }
      return state.wentBackFrom
    }
    if let left, left != name, !screen.isReopened { try add("Back to “\(title)”.", .hint) }
    return left == name
  }

  /// A title that would fill the screen is written above, for good.
  func putLongTitleAbove(_ view: inout QuestionView) throws(Failure) {
    guard case .question(let question, _) = view.body, !view.isTitleAbove else { return }
    let size = screen.size
    let most = max(1, size.rows / 3)
    let lines = Wrapping.lines(question.title, width: max(1, size.width - 2), limit: most + 1)
    guard lines.count > most else { return }
    view.isTitleAbove = true
    try add(question.title, .question)
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
