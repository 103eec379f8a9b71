extension Session {
  /// Answers a question, if it passes the host’s own checks, which the flow’s closures perform.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - answer: what was answered.
  /// - Throws: ``Rejection`` where it does not fit or does not pass; the session then stands where
  ///   it stood. ``Failure`` where a check has no closure or throws.
  public mutating func answer(_ name: String, _ answer: SessionResolution) async throws {
    expire(at: clock())
    let need = try open(name)
    if let given = try read(answer, need) { try await check(given, need) }
    try resolve(name, answer)
  }

  private func check(_ given: Given, _ need: Need) async throws {
    guard need.kind == .prompt, need.prompt?.checks.isEmpty == false else { return }
    try run.check(need, given)
    let worker = Worker(
      closures: flow.closures, sleep: { try await ContinuousClock().sleep(for: $0) })
    try await worker.check(given, need, of: run)
  }

  /// Submits a page, all of it or nothing, if its answers pass the host’s own checks.
  /// - Parameters:
  ///   - name: the name of one of the ``needs`` that stands on the page, or of the page.
  ///   - answers: what was filled in, by the ids of the questions; what is left out keeps its answer
  ///     or takes its default.
  ///   - button: the id of the button that was chosen; nil for a form.
  /// - Returns: nil where the page was taken; else the page with a problem at each field that has
  ///   one.
  /// - Throws: ``Rejection`` where the need stands on no page; ``Failure`` where a check has no
  ///   closure or throws.
  public mutating func submit(
    _ name: String, _ answers: [String: SessionResolution], button: String? = nil
  ) async throws -> FormPage? {
    let time = clock()
    expire(at: time)
    let named = run.needs.first { run.page(for: $0)?.name == name }
    let need = if let named { named } else { try open(name) }
    guard let page = run.page(for: need) else {
      throw Rejection(message: "“\(name.shortened)” stands on no page.")
    }
    var filled = PageAnswers(button: button)
    var problems: [String: String] = [:]
    for (id, resolution) in answers {
      guard let field = page.fields.first(where: { $0.question.id == id }) else {
        filled.answers[id] = .typed(.null)
        continue
      }
      do throws(Rejection) {
        switch resolution {
        case .answer(let given): filled.answers[id] = given
        case .text(let text): filled.answers[id] = try field.question.read(text)
        case .value(let value): filled.answers[id] = try field.question.read(value)
        default: throw Rejection.unfit(need)
        }
      } catch {
        problems[id] = error.message
      }
    }
    guard var checked = run.page(for: need, filled) else { throw Rejection.notNeeded(need) }
    for (id, problem) in problems { checked.note(problem, at: id) }
    if !checked.hasProblems { try await check(&checked, filled, need) }
    if checked.hasProblems { return checked }
    if let refused = try run.submit(need, filled, at: time) { return refused }
    said = []
    settle()
    return nil
  }

  /// Asks the host’s own checks of the answers on a page.
  private func check(_ page: inout FormPage, _ filled: PageAnswers, _ need: Need) async throws {
    let worker = Worker(
      closures: flow.closures, sleep: { try await ContinuousClock().sleep(for: $0) })
    for field in page.fields where field.isVisible {
      let id = field.question.id
      guard let given = filled.answers[id],
        let prompt = run.program.prompts.first(where: { $0.prompt.id == id })
      else { continue }
      do {
        try await worker.check(given, prompt.prompt, need, of: run)
      } catch let error as Rejection {
        page.note(error.message, at: id)
      }
    }
  }

  /// Performs actions, loads, undos, waits and notices until only questions are left, or the flow
  /// has ended.
  ///
  /// The flow’s own closures do the work, that of operations side by side. An alert without buttons
  /// is said. An action that was begun before and has not ended may have had its effect, so what
  /// becomes of it is a decision of its own.
  /// - Parameters:
  ///   - sleep: lets time pass; defaults to the system’s clock. What it throws leaves the wait.
  ///   - save: is given the session before and after each action and undo, so that a token can be
  ///     kept that tells whether it was begun.
  /// - Throws: ``Failure`` where an action or load has no closure, `CancellationError`, and what
  ///   `sleep` and `save` throw; what an action throws is an outcome of the flow.
  public mutating func perform(
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    },
    save: (Session) async throws -> Void = { _ in }
  ) async throws {
    expire(at: clock())
    let worker = Worker(closures: flow.closures, sleep: sleep)
    let crew = Crew<Worker.Result?>()
    do {
      while true {
        notices()
        for need in run.needs where !crew.isBusy(with: need) {
          try await start(need, crew, worker, sleep, save)
        }
        crew.cancel { [run] need in !run.isOpen(need) }
        guard crew.isBusy else { break }
        guard let (need, result) = await crew.next() else { throw CancellationError() }
        try await take(try result.get(), need, save)
        expire(at: clock())
      }
    } catch {
      await crew.close()
      throw error
    }
    await crew.close()
  }

  private mutating func start(
    _ need: Need, _ crew: Crew<Worker.Result?>, _ worker: Worker,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ save: (Session) async throws -> Void
  ) async throws {
    switch need.kind {
    case .action, .undo, .load:
      try checkClosure(need)
      if need.kind != .load {
        run.begin(need, at: clock())
        try await save(self)
      }
      let work = run.work(for: need)
      crew.start(need) { try await worker.perform(need, work) }
    case .wait:
      run.present(need, at: clock())
      let rest = run.rest(of: need, at: clock()) ?? 0
      crew.start(need) {
        if rest > 0 { try await sleep(.milliseconds(rest)) }
        return nil
      }
    default: break
    }
  }

  private mutating func take(
    _ result: Worker.Result?, _ need: Need, _ save: (Session) async throws -> Void
  ) async throws {
    guard let result else {
      // By the plan, so that every restored session comes to the same times.
      if run.isOpen(need) {
        try run.resolve(need, .elapsed, at: run.deadline(of: need) ?? clock())
      }
      return settle()
    }
    if result.isLost {
      run.loseTrack(of: need)
    } else if run.isOpen(need) || need.kind != .load {
      try run.resolve(need, result.resolution, reading: result.given, at: clock())
    }
    settle()
    if need.kind != .load { try await save(self) }
  }

  private mutating func notices() {
    while let need = run.needs.first(where: { $0.kind == .notice || $0.kind == .remains }),
      let question = run.question(for: need)
    {
      said.append(
        ([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n"))
      do throws(Rejection) {
        try run.resolve(need, need.kind == .notice ? .dismissed : .told, at: clock())
      } catch {
        return
      }
      settle()
    }
  }

  private func checkClosure(_ need: Need) throws(Failure) {
    let known = flow.closures[need.id]
    let isKnown =
      switch need.kind {
      case .load: known?.load != nil
      case .undo: known?.undo != nil
      default: known?.action != nil
      }
    if isKnown { return }
    throw need.failed(.action, "the action “\(need.action ?? "")” has no closure")
  }
}
