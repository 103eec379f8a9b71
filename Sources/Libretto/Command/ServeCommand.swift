import LibrettoCore
import LibrettoTerminal

/// `flow serve`: writes what a flow says and needs as JSON lines, and reads the results, so that
/// any other program can be the front end. The guide “Hosting flows” describes the protocol.
///
/// It goes round one loop: a turn of the session, the needs, and then whatever comes first: a line,
/// the end of work, or the time of a need.
struct ServeCommand: Sendable {
  /// The version of the protocol, in the first line.
  static let version = 2

  let flow: Flow
  /// Whether actions, loads, checks, waits and notices are left to the other program.
  let handsOut: Bool
  /// Whether an effect waits until the other program has saved the token.
  var saves = false
  /// The token of a session to continue.
  var token: String?
  /// Which day is today for the person.
  var today = LocalDay.ofProcess
  /// The destination of the lines; what actions print goes to standard error.
  let output: Descriptor
  let reader = StandardStreams.ofProcess.reader
  /// How long the reader of the output may pause once the input has ended, in milliseconds.
  private static let patience: Int32 = 5_000
  /// How long to wait for the last line when a signal has come.
  static let farewell = Promptly.grace * 4
  private let writing = Locked(())
  /// The effects that wait until the token is saved, by the names of their needs.
  private let unsaved = Locked<[String: Mailbox<Void>]>([:])

  /// - Throws: ``DataError`` if the input ends before the flow does, or nobody reads any more, or
  ///   the token is refused; after the last line, if it can be written.
  func run() async throws -> Outcome {
    var session = try begin()
    var problem: (any Error)?
    do {
      try await serve(&session)
    } catch {
      problem = end(&session, error)
    }
    await session.close()
    let outcome = session.outcome ?? .cancelled
    do {
      try write { [session] in $0.result(outcome, session.answers) }
    } catch {
      // Whoever ends the flow by a signal may have closed the output before.
      if !Task.isCancelled { throw problem ?? error }
    }
    if let problem { throw problem }
    return outcome
  }

  /// The input ended before the flow did.
  private struct EndOfInput: Error {
    let message: String
  }

  /// Ends the session because of an error.
  /// - Returns: what is still to be thrown; nil if the outcome says it all.
  private func end(_ session: inout Session, _ error: any Error) -> (any Error)? {
    if Task.isCancelled {
      session.cancel()
      return nil
    }
    switch error {
    case let failure as Failure:
      session.fail(failure)
      return nil
    case let end as EndOfInput:
      session.fail(Failure(.endOfInput, message: end.message))
      return DataError(end.message)
    default:
      session.fail(Failure(.interpreter, message: "\(error)"))
      return error
    }
  }

  private func begin() throws -> Session {
    do {
      var session = try token.map { try Session(flow, token: $0) } ?? Session(flow)
      session.today = today
      try write { [session] writer in
        writer.member("serve", Self.version)
        writer.member("flow", flow.name)
        writer.member("run", session.id)
      }
      return session
    } catch let error as TokenError {
      throw try refuse(error.reason.rawValue, error.message)
    } catch let error as NewerVersion {
      throw try refuse("newerVersion", error.description)
    }
  }

  /// Writes that the token can't be continued.
  private func refuse(_ reason: String, _ message: String) throws -> DataError {
    try write { writer in
      writer.member("outcome", "failed")
      writer.member("reason", reason)
      writer.member("message", message)
      writer.key("answers")
      writer.beginObject()
      writer.endObject()
    }
    return DataError(message)
  }

  // MARK: The loop

  private enum Event: Sendable {
    case read(LineRead)
    case worked
    case timeUp
  }

  /// What has been written, and what has been read and not been taken.
  private struct Talk {
    var statements = 0
    var remarks = 0
    var needs: [SessionNeed] = []
    /// Whether a line has moved the session on.
    var hasMoved = true
    /// The lines that have not been taken, and perhaps the end of the input.
    var lines: [Item] = []
    /// The lines whose answers the host checks, by the numbers of the jobs.
    var checks: [Int: Check] = [:]
    /// The checks that have ended.
    var checked: [EndedCheck] = []
    /// Whether the end of the input has been read, and whether all before it has been taken.
    var (isRead, isAtEnd) = (false, false)
  }

  private enum Item {
    case line(ServeLine)
    case wrong(String)
    case end
  }

  /// What becomes of a line when the host has checked its answers.
  private struct Check {
    let name: String
    let need: Need
    let accept: (inout Session) throws -> Void
  }

  /// A page that was refused.
  private struct RefusedPage: Error {
    let page: FormPage
  }

  private func serve(_ session: inout Session) async throws {
    var talk = Talk()
    while true {
      for remark in session.remarks[talk.remarks...] {
        try write { $0.member("remark", remark.description) }
      }
      talk.remarks = session.remarks.count
      if !handsOut { talk.checked += try await takeTurn(&session, &talk) }
      try say(session, &talk)
      if session.outcome != nil { return }
      session.present()
      let needs = session.handedOut
      // While only work goes on, there is nothing to answer; but what was shown may be over.
      if talk.hasMoved ? !needs.isEmpty : needs != talk.needs { try write { $0.needs(needs) } }
      (talk.needs, talk.hasMoved) = (needs, false)
      if !talk.checked.isEmpty {
        try take(talk.checked.removeFirst(), &session, &talk)
        continue
      }
      if let place = nextLine(session, talk) {
        try take(talk.lines.remove(at: place), &session, &talk)
        continue
      }
      if talk.isRead { try checkEnd(session, talk) }
      for event in try await events(session, talk) {
        switch event {
        case .worked: break
        case .timeUp: session.expire()
        case .read(let read):
          let item = item(read)
          if case .end = item { talk.isRead = true }
          talk.lines.append(item)
        }
      }
    }
  }

  /// The first line that can be taken now.
  ///
  /// A line waits if it concerns a question whose answer is being checked, or what work may lead to:
  /// so all lines can be sent at once.
  private func nextLine(_ session: Session, _ talk: Talk) -> Int? {
    if talk.lines.isEmpty { return nil }
    if !session.isWorking { return 0 }
    let checked = Set(talk.checks.values.map(\.need.name))
    let open = talk.needs.filter { !checked.contains($0.name) }
    let names = Set(open.map(\.name)).union(open.compactMap(\.page?.name))
    let first = talk.needs.first { $0.kind != .wait } ?? talk.needs.first
    return talk.lines.indices.first { place in
      guard case .line(let line) = talk.lines[place] else {
        if case .end = talk.lines[place] { return place == 0 }
        return true
      }
      switch line {
      case .cancel, .begin, .saved: return true
      case .token:
        // It has what was sent before it, but for what waits for a check.
        let own = checked.union(talk.checks.values.map(\.name))
        return talk.lines[..<place].allSatisfy { earlier in
          guard case .line(let earlier) = earlier else { return true }
          if case .back(from: nil) = earlier { return first.map { own.contains($0.name) } ?? false }
          return own.contains(earlier.name)
        }
      case .back(from: nil):
        return first.map { names.contains($0.name) } ?? (session.backTarget != nil)
      case .back, .leave, .page, .submit, .resolve: return names.contains(line.name)
      }
    }
  }

  /// What comes first, and what has come with it.
  private func events(_ session: Session, _ talk: Talk) async throws -> [Event] {
    var sources: [@Sendable () async throws -> Event] = []
    if !talk.isRead, talk.lines.count < Self.mostLines {
      sources.append { [reader] in .read(try await reader.next()) }
    }
    if session.isWorking, let ending = session.ending {
      sources.append {
        await ending.wait()
        return .worked
      }
    }
    if let deadline = session.deadline {
      sources.append {
        try await ContinuousClock().sleep(for: Self.rest(until: deadline))
        return .timeUp
      }
    }
    return try await withThrowingTaskGroup(of: Event?.self) { group in
      for source in sources {
        group.addTask {
          do {
            return try await source()
          } catch is CancellationError {
            return nil
          }
        }
      }
      var events: [Event] = []
      while let event = try await group.next() {
        if let event { events.append(event) }
        group.cancelAll()
      }
      try Task.checkCancellation()
      return events
    }
  }

  /// How many lines are read before they can be taken.
  private static let mostLines = 1_000

  /// The time until just after a deadline, within what a clock can wait.
  private static func rest(until deadline: Int) -> Duration {
    let (rest, overflows) = deadline.subtractingReportingOverflow(SystemClock.milliseconds)
    return .milliseconds(overflows ? longest : min(max(rest, 0) + 1, longest))
  }

  private static let longest = 1 << 40

  /// Throws if nothing but another line could continue the flow.
  private func checkEnd(_ session: Session, _ talk: Talk) throws {
    let unsaved = unsaved.withLock { $0.keys.sorted() }
    if !unsaved.isEmpty {
      throw EndOfInput(
        message: "the input ended before the token with \(unsaved.listed { "“\($0)”" }) was saved")
    }
    let isWaiting = talk.needs.contains { $0.kind == .wait && $0.deadline != nil }
    if !talk.isAtEnd || !handsOut && (session.isWorking || isWaiting) { return }
    throw EndOfInput(
      message: "the input ended while the flow was waiting for "
        + "\(talk.needs.listed { "“\($0.name)”" }); resolve it, or cancel")
  }

  // MARK: Lines

  private func item(_ read: LineRead) -> Item {
    switch read {
    case .endOfInput: return .end
    case .invalidUTF8: return .wrong("The line is not UTF-8.")
    case .tooLong(let bytes):
      return .wrong(
        "The line has \(bytes) bytes, more than the limit of \(reader.maximumLineLength).")
    case .line(let text):
      do throws(ServeLine.Wrong) {
        return .line(try ServeLine(text))
      } catch {
        return .wrong(error.message)
      }
    }
  }

  private func take(_ item: Item, _ session: inout Session, _ talk: inout Talk) throws {
    switch item {
    case .end: talk.isAtEnd = true
    case .wrong(let message): try write { $0.member("error", message) }
    case .line(let line):
      try take(line.name, &session, &talk) { session, talk in try take(line, &session, &talk) }
    }
  }

  /// Takes a line whose answers have been checked.
  private func take(_ ended: EndedCheck, _ session: inout Session, _ talk: inout Talk) throws {
    guard let check = talk.checks.removeValue(forKey: ended.number) else { return }
    try take(check.name, &session, &talk) { session, _ in
      // A question that is gone is refused, whatever its check says.
      if session.run.isOpen(ended.need) { _ = try ended.result.get() }
      try check.accept(&session)
      return true
    }
  }

  /// - Parameter body: takes a line with this name; it returns whether the session has moved on.
  private func take(
    _ name: String, _ session: inout Session, _ talk: inout Talk,
    _ body: (inout Session, inout Talk) throws -> Bool
  ) throws {
    do {
      if try !body(&session, &talk) { return }
    } catch let error as Rejection {
      return try write { writer in
        writer.member("rejected", name)
        writer.member("message", error.message)
      }
    } catch let error as RefusedPage {
      return try write { writer in
        writer.member("rejected", name)
        writer.page(error.page)
      }
    } catch let error as Failure {
      // A check that throws an error fails the flow, as elsewhere.
      session.fail(error)
    }
    (talk.hasMoved, talk.statements) = (true, 0)
  }

  /// Takes a line, or begins to check its answers.
  /// - Returns: whether the session has moved on.
  private func take(
    _ line: ServeLine, _ session: inout Session, _ talk: inout Talk
  ) throws -> Bool {
    switch line {
    case .cancel: session.cancel()
    case .token:
      let token = session.tokenText
      try write { $0.member("token", token) }
      return false
    case .saved(let need):
      guard let saved = unsaved.withLock({ $0.removeValue(forKey: need) }) else {
        throw Rejection(message: "“\(need.shortened)” doesn't wait until a token is saved.")
      }
      saved.put(())
      return false
    case .begin(let need):
      try session.begin(need)
      return false
    case .back(let from): try session.goBack(from: from)
    case .leave(let page): try session.goBack(fromPage: page)
    case .page(let name, let answers, let button):
      let page = try session.page(name, with: answers, button: button)
      try write { $0.page(page) }
      return false
    case .submit(let name, let answers, let button):
      let (state, page) = try session.fill(name, answers, button)
      if page.hasProblems { throw RefusedPage(page: page) }
      let need = try session.onPage(name)
      let check = Check(name: name, need: need) { session in
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
      talk.checks[number] = Check(name: name, need: need) { session in
        try session.resolve(name, with: .answer(given), reads: reads)
      }
      return false
    }
    return true
  }

  /// Starts and takes the work that isn't handed out, and reports it.
  /// - Returns: the checks that have ended.
  private func takeTurn(
    _ session: inout Session, _ talk: inout Talk
  ) async throws -> [EndedCheck] {
    try await session.takeTurn(
      sleep: { try await ContinuousClock().sleep(for: $0) },
      loading: { session, need in
        try say(session, &talk)
        try write { writer in
          writer.member("loading", need.text)
          writer.member("name", need.name)
        }
      },
      progress: { progress in
        for progress in progress { try write { $0.progress(progress) } }
      },
      log: { line, step in
        try write { writer in
          writer.member("log", line)
          writer.member("name", step)
        }
      },
      saving: { session, need, isBegun in
        // What was said comes before what work reports.
        try say(session, &talk)
        if !saves { return nil }
        let token = session.tokenText
        try write { writer in
          writer.member(isBegun ? "performing" : "ended", need.name)
          writer.member("kind", need.kind == .undo ? "undo" : "action")
          if isBegun { writer.member("key", session.run.performanceKey(of: need)) }
          writer.member("token", token)
        }
        guard isBegun else {
          _ = unsaved.withLock { $0.removeValue(forKey: need.name) }
          return nil
        }
        let saved = Mailbox<Void>()
        unsaved.withLock { $0[need.name] = saved }
        return {
          await saved.wait(for: 0)
          try Task.checkCancellation()
        }
      })
  }

  /// Writes what was said since the last call.
  private func say(_ session: Session, _ talk: inout Talk) throws {
    for statement in session.statements.dropFirst(talk.statements) {
      try write { $0.statement(statement) }
    }
    talk.statements = session.statements.count
  }

  private func write(_ body: (inout JSONWriter) -> Void) throws {
    var writer = JSONWriter(pretty: false)
    writer.beginObject()
    body(&writer)
    writer.endObject()
    // Whole lines: work that is being performed reports at any time.
    try writing.withLock { _ in
      // In the order in which it happened, if both go to the same place.
      Descriptor.flushPrinted()
      guard
        try output.write(
          writer.text + "\n", whileOpen: .standardInput, patience: Self.patience)
      else {
        throw DataError("the input ended, and the output was not read for five seconds")
      }
    }
  }
}
