import LibrettoCore
import LibrettoTerminal

/// What has been written of a conversation, and what has been read for it and not been taken.
struct ServedTalk: Sendable {
  /// Empty if there is only one conversation.
  let id: String
  let today: LocalDay
  var (statements, remarks) = (0, 0)
  var needs: [SessionNeed] = []
  /// Whether a line has moved the session on.
  var hasMoved = true
  /// The lines that have not been taken, and perhaps the end of the input.
  var lines: [Item] = []
  /// The lines whose answers the host checks, by the numbers of the jobs.
  var checks: [Int: Check] = [:]
  /// The checks that have ended.
  var checked: [Crew.Ended] = []
  /// Whether all before the end of the input has been taken.
  var isAtEnd = false
  /// The effects that wait until the token is saved, by the names of their needs.
  var unsaved: [String: Mailbox<Void>] = [:]
  /// What was taken and gets its reply with what is needed next.
  var request: Value?
  /// The number of the step that the person sees.
  var step = 1
  var isClosed = false

  init(id: String, today: LocalDay, request: Value? = nil) {
    (self.id, self.today, self.request) = (id, today, request)
  }

  /// - Parameter session: a session of which everything has been written.
  init(id: String, today: LocalDay, goingOn session: Session, _ step: Int) {
    (self.id, self.today, self.step, hasMoved) = (id, today, step, false)
    (statements, remarks) = (session.statements.count, session.remarks.count)
    needs = session.handedOut
  }

  /// Whether nothing is left to be taken or to be told.
  var isIdle: Bool {
    lines.isEmpty && checks.isEmpty && checked.isEmpty && unsaved.isEmpty && request == nil
  }

  enum Item: Sendable {
    case line(ServeLine, ServeMessage)
    case wrong(String, Value?)
    case end
  }

  /// What becomes of a line when the host has checked its answers.
  struct Check: Sendable {
    let name: String
    let need: Need
    let request: Value?
    let accept: @Sendable (inout Session) throws -> Void
  }
}

/// The input ended before the flow did.
struct EndOfInput: Error {
  let message: String
}

// How a conversation goes on: a turn of the session, the needs, and a line, until it waits.

extension ServeCommand {
  /// A page that was refused.
  private struct RefusedPage: Error {
    let page: FormPage
  }

  /// Goes on until only a line, the end of work or the time can continue it.
  func goOn(_ session: inout Session, _ talk: inout ServedTalk) async throws {
    while true {
      try remark(session, &talk)
      if !handsOut { talk.checked += try await takeTurn(&session, &talk) }
      try say(session, &talk)
      if session.outcome != nil { return }
      session.present()
      let needs = session.handedOut
      let isNew = needs != talk.needs
      // A time that was up has made an old page of what was shown.
      if !talk.hasMoved, isNew {
        let names = Set(needs.map(\.name))
        if talk.needs.contains(where: { !names.contains($0.name) }) { talk.step += 1 }
      }
      // While only work goes on, there is nothing to answer; but what was shown may be over.
      if talk.hasMoved ? !needs.isEmpty : isNew { try write(needs, session, &talk) }
      (talk.needs, talk.hasMoved) = (needs, false)
      if !talk.checked.isEmpty {
        try take(talk.checked.removeFirst(), &session, &talk)
      } else if let place = nextLine(session, talk) {
        try take(talk.lines.remove(at: place), &session, &talk)
        if talk.isClosed { return }
      } else {
        return
      }
    }
  }

  /// Writes what there is to remark on since the last time.
  func remark(_ session: Session, _ talk: inout ServedTalk) throws {
    let remarks = session.remarks
    for remark in remarks.dropFirst(talk.remarks) {
      try write(talk.id) { $0.member("remark", remark.description) }
    }
    talk.remarks = remarks.count
  }

  private func write(
    _ needs: [SessionNeed], _ session: Session, _ talk: inout ServedTalk
  ) throws {
    try write(talk.id, replyingTo: talk.request) { [talk] writer in
      writer.needs(needs)
      if isOfMany { writer.member("step", talk.step) }
      if tellsTokens { writer.member("token", session.tokenText) }
    }
    talk.request = nil
  }

  /// The step that goes with a token: whoever continues it gives both, so that an old page is known.
  private func stepWithToken(_ talk: ServedTalk) -> Int? { isOfMany ? talk.step : nil }

  /// The first line that can be taken now.
  ///
  /// A line waits if it concerns a question whose answer is being checked, or what work may lead to:
  /// so all lines can be sent at once.
  private func nextLine(_ session: Session, _ talk: ServedTalk) -> Int? {
    if talk.lines.isEmpty { return nil }
    if !session.isWorking { return 0 }
    let checked = Set(talk.checks.values.map(\.need.name))
    let open = talk.needs.filter { !checked.contains($0.name) }
    let names = Set(open.map(\.name)).union(open.compactMap(\.page?.name))
    let first = talk.needs.first { $0.kind != .wait } ?? talk.needs.first
    return talk.lines.indices.first { place in
      guard case .line(let line, _) = talk.lines[place] else {
        if case .end = talk.lines[place] { return place == 0 }
        return true
      }
      switch line {
      case _ where line.isTakenAtOnce: return true
      case .token:
        // It has what was sent before it, but for what waits for a check.
        let own = checked.union(talk.checks.values.map(\.name))
        return talk.lines[..<place].allSatisfy { earlier in
          guard case .line(let earlier, _) = earlier else { return true }
          if case .back(from: nil) = earlier { return first.map { own.contains($0.name) } ?? false }
          return own.contains(earlier.name)
        }
      case .back(from: nil):
        // It goes back from what the lines before it lead to, but for one that was sent twice.
        let given = session.journal.entries
        guard
          talk.lines[..<place].allSatisfy({ item in
            guard case .line(let line, _) = item, line.isStep else { return true }
            return given.contains { $0.name == line.name }
          })
        else { return false }
        return first.map { names.contains($0.name) } ?? (session.backTarget != nil)
      default: return names.contains(line.name)
      }
    }
  }

  /// Throws if nothing but another line could continue the flow.
  func checkEnd(_ session: Session, _ talk: ServedTalk) throws {
    let unsaved = talk.unsaved.keys.sorted()
    if !isOfMany, !unsaved.isEmpty {
      throw EndOfInput(
        message: "the input ended before the token with \(unsaved.listed { "“\($0)”" }) was saved")
    }
    let isWaiting = talk.needs.contains { $0.kind == .wait && $0.deadline != nil }
    if isOfMany || !talk.isAtEnd || !handsOut && (session.isWorking || isWaiting) { return }
    throw EndOfInput(
      message: "the input ended while the flow was waiting for "
        + "\(talk.needs.listed { "“\($0.name)”" }); resolve it, or cancel")
  }

  // MARK: Lines

  private func take(_ item: ServedTalk.Item, _ session: inout Session, _ talk: inout ServedTalk)
    throws
  {
    switch item {
    case .end: talk.isAtEnd = true
    case .wrong(let message, let request):
      try write(talk.id, replyingTo: request) { $0.member("error", message) }
    case .line(let line, let message):
      try take(line.name, message.request, &session, &talk) { session, talk in
        if line.isOfPage, let step = message.step, step != talk.step {
          throw Rejection(
            .stale(step: talk.step), Sentence(.conversationMoved, step, talk.step))
        }
        return try take(line, message.request, &session, &talk)
      }
    }
  }

  /// Takes a line whose answers have been checked.
  private func take(_ ended: Crew.Ended, _ session: inout Session, _ talk: inout ServedTalk) throws
  {
    guard let check = talk.checks.removeValue(forKey: ended.number) else { return }
    try take(check.name, check.request, &session, &talk) { session, _ in
      // A question that is gone is refused, whatever its check says.
      if session.run.isOpen(ended.need) { _ = try ended.result.get() }
      try check.accept(&session)
      return true
    }
  }

  /// - Parameter body: takes a line with this name; it returns whether the session has moved on.
  private func take(
    _ name: String, _ request: Value?, _ session: inout Session, _ talk: inout ServedTalk,
    _ body: (inout Session, inout ServedTalk) throws -> Bool
  ) throws {
    do {
      if try !body(&session, &talk) { return }
    } catch let error as Rejection {
      return try reject(talk.id, name, error, request)
    } catch let error as RefusedPage {
      return try write(talk.id, replyingTo: request) { writer in
        writer.member("rejected", name)
        writer.member("reason", Rejection.Reason.invalid(rule: nil).code)
        writer.page(error.page)
      }
    } catch let error as Failure {
      // A check that throws an error fails the flow, as elsewhere.
      session.fail(error)
    }
    try expect(request, &talk)
    (talk.hasMoved, talk.statements) = (true, 0)
    talk.step += 1
  }

  /// Replies to a request with what is needed next. What was taken before has its reply now: its work
  /// goes on.
  private func expect(_ request: Value?, _ talk: inout ServedTalk) throws {
    if let earlier = talk.request {
      try write(talk.id, replyingTo: earlier) { $0.member("working", true) }
    }
    talk.request = request
  }

  /// Takes a line, or begins to check its answers.
  /// - Returns: whether the session has moved on.
  private func take(
    _ line: ServeLine, _ request: Value?, _ session: inout Session, _ talk: inout ServedTalk
  ) throws -> Bool {
    switch line {
    case .cancel: session.cancel()
    case .token:
      let token = session.tokenText
      let step = stepWithToken(talk)
      try write(talk.id, replyingTo: request) { $0.step(step, token) }
      return false
    case .saved(let need):
      guard let saved = talk.unsaved.removeValue(forKey: need) else {
        throw Rejection(
          .notAsked(open: session.needs.map(\.name)), Sentence(.talkSavesNothing, need.shortened))
      }
      saved.put(())
      // What led to the work has its reply when the work has ended.
      if request != nil { try expect(request, &talk) }
      return false
    case .start:
      // The same line again shows all again.
      try expect(request, &talk)
      (talk.hasMoved, talk.statements) = (true, 0)
      return false
    case .close:
      if session.isWorking {
        throw Rejection(.busy(until: nil), Sentence(.talkWaitsForWork))
      }
      let (step, token) = (stepWithToken(talk), session.tokenText)
      try write(talk.id, replyingTo: request) { writer in
        writer.member("closed", true)
        writer.step(step, token)
      }
      talk.isClosed = true
      return false
    case .begin(let need):
      try session.begin(need)
      try expect(request, &talk)
      // Without a request, the needs are written only if it wasn't begun before.
      if request != nil { talk.hasMoved = true }
      return false
    case .back(let from): try session.goBack(from: from)
    case .leave(let page): try session.goBack(fromPage: page)
    case .page(let name, let answers, let button):
      let page = try session.page(name, with: answers, button: button)
      try write(talk.id, replyingTo: request) { $0.page(page) }
      return false
    case .submit(let name, let answers, let button):
      let (state, page) = try session.fill(name, answers, button)
      if page.hasProblems { throw RefusedPage(page: page) }
      let need = try session.onPage(name)
      let check = ServedTalk.Check(name: name, need: need, request: request) { session in
        if let page = try session.submit(state, name) { throw RefusedPage(page: page) }
      }
      if handsOut || !state.needs.contains(where: \.isChecked) {
        try check.accept(&session)
        break
      }
      let checker = session.checker
      let number = session.startCheck(of: need) {
        let page = try await checker.check(state, page)
        if page.hasProblems { throw RefusedPage(page: page) }
      }
      talk.checks[number] = check
      return false
    case .resolve(let name, let resolution, let reads):
      guard !handsOut, case let need = try session.open(name), need.isChecked,
        let given = try session.read(resolution, need)
      else {
        try session.resolve(name, with: resolution, reads: reads)
        break
      }
      let (checker, run) = (session.checker, session.run)
      let number = session.startCheck(of: need) {
        try await checker.check(given, need, of: run)
      }
      talk.checks[number] = ServedTalk.Check(name: name, need: need, request: request) { session in
        try session.resolve(checked: name, given)
      }
      return false
    }
    return true
  }

  /// Starts and takes the work that isn't handed out, and reports it.
  /// - Returns: the checks that have ended.
  private func takeTurn(
    _ session: inout Session, _ talk: inout ServedTalk
  ) async throws -> [Crew.Ended] {
    let id = talk.id
    return try await session.takeTurn(
      sleep: { try await ContinuousClock().sleep(for: $0) },
      loading: { session, need in
        try say(session, &talk)
        try write(id) { writer in
          writer.member("loading", need.text)
          writer.member("name", need.name)
        }
      },
      progress: { progress in
        for progress in progress { try write(id) { $0.progress(progress) } }
      },
      log: { line, step in
        try write(id) { writer in
          writer.member("log", line)
          writer.member("name", step)
        }
      },
      saving: { session, need, isBegun in
        // What was said comes before what work reports.
        try say(session, &talk)
        if !saves { return nil }
        let (step, token) = (stepWithToken(talk), session.tokenText)
        try write(id) { writer in
          writer.member(isBegun ? "performing" : "ended", need.name)
          writer.member("kind", need.kind == .undo ? "undo" : "action")
          if isBegun { writer.member("key", session.run.performanceKey(of: need)) }
          writer.step(step, token)
        }
        guard isBegun else {
          talk.unsaved[need.name] = nil
          return nil
        }
        let saved = Mailbox<Void>()
        talk.unsaved[need.name] = saved
        return {
          await saved.wait(for: 0)
          try Task.checkCancellation()
        }
      })
  }

  /// Writes what was said since the last call.
  private func say(_ session: Session, _ talk: inout ServedTalk) throws {
    for statement in session.statements.dropFirst(talk.statements) {
      try write(talk.id) { $0.statement(statement) }
    }
    talk.statements = session.statements.count
  }
}

extension JSONWriter {
  /// - Parameter step: nil where there is only one conversation.
  fileprivate mutating func step(_ step: Int?, _ token: String) {
    if let step { member("step", step) }
    member("token", token)
  }
}
