// Pages, and alerts without buttons.

extension RichConsole {
  func fill(
    _ page: FormPage, using filling: PageContext, aids: PromptStates.Aids
  ) async throws -> PageReply {
    // The same page again was refused, so nothing of it is written above.
    let isRefused = state.withLock { state in
      guard state.pending?.name == page.name else { return false }
      state.pending = nil
      return true
    }
    if !isRefused { try settle() }
    let earlier = state.withLock { $0.forms.removeValue(forKey: page.name) }
    var form =
      earlier.flatMap { $0.suits(page) ? $0 : nil }
      ?? FormPrompt(page, aids: aids) { filling.page(with: $0) }
    form.look = { filling.page(with: $0) }
    form.show(page)
    var view = QuestionView(.page(form))
    view.note = page.note
    let isFresh =
      page.hasProblems || page.buttons.contains { $0.role == .destructive }
      || page.fields.contains(where: \.question.isSecret) || hasFailed()
    let mayNotLeave = try comesBack(to: page.title, page.name)
    try await turn.take()
    defer { turn.leave() }
    try await begin(isFresh: isFresh)
    let reply = try await conversing(page.timeout, page.name, isAgain: page.hasProblems, &view) {
      (view, key) -> PageReply? in
      guard case .page(var form) = view.body else { return nil }
      let pressed = form.press(key)
      view.body = .page(form)
      if mayNotLeave, pressed != .ignored { view.note = nil }
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
        guard let draft = form.draft else { break }
        let edited = try await self.edit(draft.text)
        view.note = edited.problem
        if let text = edited.text { form.replace(text) }
        view.body = .page(form)
      case .used: break
      case .ignored: self.pressIgnored(key, &view)
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
      if reply == .back { state.withLock { $0.wentBackFrom = page.name } }
      closeQuietly(nil)
    }
    return reply
  }

  /// The lines of a page that was accepted: its title, and a line for each answer.
  func entry(of form: FormPrompt, _ kept: [String: String]) -> Screen.Entry {
    let glyphs = self.glyphs
    let answers = form.fields.filter(\.isVisible).map {
      ($0.question.title, kept[$0.question.name] ?? $0.words ?? "none")
    }
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

  /// Shows an alert without buttons until a key is pressed, or until its time is up.
  func showNotice(_ question: Question) async throws {
    try settle()
    state.withLock { $0.hasSaid = true }
    let draw: @Sendable (Int) -> [Row] = { columns in
      var frame = Frame()
      let size = QuestionView.Size(columns: columns + 1, rows: 2)
      frame.add(question.title, to: size, indent: 0, role: .title)
      if let message = question.message { frame.add(message, to: size, indent: 0, role: nil) }
      return frame.rows
    }
    let entry = Screen.Entry(name: question.name, isPassing: true, draw: draw)
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
        try await self.conversing(
          time, question.name, isAgain: false, &view, isNotice: true
        ) { _, _ in () }
      }
    } catch is TimeIsUp {
      // It has dismissed itself.
    }
    view.note = nil
    try write { () throws(DescriptorError) in try screen.close(entry) }
  }
}
