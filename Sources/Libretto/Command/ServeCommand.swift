import LibrettoCore
import LibrettoTerminal

// Serves conversations by one loop over a table of them: whatever comes first, a line, the end of work
// or the time of a need, belongs to a row, and that row goes on until it waits again (`ServedTalk`).
// One conversation is a table with one row, whose id isn't written; so both have one protocol.
//
//     line with "start" ──▶ awake ◀──▶ asleep: its token     awake ──▶ ended: its last line
//                             └── "close" ──▶ no row           └── "close" ──▶ no row
//
// A row sleeps if its token says all about it. It is woken at the time at which it fell asleep, so it
// is what it was, and then goes on.

/// `flow serve`: writes what a flow says and needs as JSON lines, and reads the results, so that
/// any other program can be the front end. The guide “Hosting flows” describes the protocol.
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
  /// The language of the product's own sentences.
  var words = Words.english
  /// Whether each line is for one of many conversations.
  var isOfMany = false
  /// Whether what is needed comes with the token.
  var tellsTokens = false
  /// The destination of the lines; what actions print goes to standard error.
  let output: Descriptor
  let reader = StandardStreams.ofProcess.reader
  /// How long the reader of the output may pause once the input has ended, in milliseconds.
  private static let patience: Int32 = 5_000
  /// How long to wait for the last line when a signal has come.
  static let farewell = Promptly.grace * 4
  /// How many lines of a conversation can wait. Those that don't wait are taken all the same: one of
  /// them may be what the others wait for.
  private var mostLines: Int { isOfMany ? 1_000 : 10_000 }
  private let writing = Locked(())

  /// - Throws: ``DataError`` if the input ends before the flow does, or nobody reads any more, or
  ///   the token is refused; after the last line, if it can be written.
  func run() async throws -> Outcome {
    var table = Table()
    do {
      if isOfMany {
        try write("") { writer in
          writer.member("serve", Self.version)
          writer.member("flow", flow.name)
          writer.member("many", true)
        }
      } else {
        let session = try open("", token, today, request: nil).get()
        table.put(.awake(session, ServedTalk(id: "", today: today)), "")
      }
      try await serve(&table)
    } catch {
      await cancelAll(table)
      if !Task.isCancelled { throw (error as? WriteError)?.reason ?? error }
    }
    if let problem = table.problem { throw problem }
    return Task.isCancelled ? .cancelled : table.outcome
  }

  /// Starts a session, or continues that of a token.
  /// - Returns: nothing but an error if the token can't be continued, which has been written.
  private func open(
    _ id: String, _ token: String?, _ today: LocalDay, request: Value?
  ) throws -> Result<Session, DataError> {
    do {
      var session =
        try token.map { try Session(flow, token: $0, words: words) }
        ?? Session(flow, words: words)
      session.today = today
      if isOfMany { return .success(session) }
      try write(id) { [session] writer in
        writer.member("serve", Self.version)
        writer.member("flow", flow.name)
        writer.member("run", session.id)
      }
      return .success(session)
    } catch let error as TokenError {
      return .failure(try refuse(id, error.code, error.message, request))
    } catch let error as NewerVersion {
      return .failure(try refuse(id, "newerVersion", words(error.sentence), request))
    }
  }

  /// Writes that the token can't be continued.
  private func refuse(
    _ id: String, _ reason: String, _ message: String, _ request: Value?
  ) throws -> DataError {
    try tellFailure(reason, message, id, request)
    return DataError(message)
  }

  /// Writes the last line of what could not begin.
  func tellFailure(
    _ reason: String, _ message: String, _ id: String = "", _ request: Value? = nil
  ) throws {
    try write(id, replyingTo: request) { writer in
      writer.member("outcome", "failed")
      writer.member("reason", reason)
      writer.member("message", message)
      writer.object("answers") { _ in }
    }
  }

  // MARK: The table

  /// A conversation.
  private indirect enum Row: Sendable {
    case awake(Session, ServedTalk)
    case asleep(Asleep)
    /// Its last line, without what it replies to, and its run.
    case ended(String, run: String)
  }

  /// What a conversation is while nothing but a line or the time continues it.
  private struct Asleep: Sendable {
    let token: [UInt8]
    /// When it fell asleep, and the time of its first need.
    let time: Timestamp
    let deadline: Timestamp?
    let today: LocalDay
    let step: Int
  }

  private struct Table: Sendable {
    private(set) var rows: [String: Row] = [:]
    /// The conversations of the runs, since a token may be sent twice.
    var runs: [String: String] = [:]
    /// The conversations to go on with.
    var ready: [String] = []
    /// Those that work; when some work has ended, the bell rings.
    var working: Set<String> = []
    let bell = Bell()
    /// The first time of any need, or a time before it.
    var due: Timestamp?
    /// Whether the end of the input has been read.
    var isRead = false
    /// How the only conversation ended.
    var outcome = Outcome.finished(nil)
    var problem: (any Error)?

    mutating func put(_ row: Row, _ id: String) {
      rows[id] = row
      if case .awake = row { ready.append(id) }
    }

    mutating func keep(_ row: Row, _ id: String) { rows[id] = row }

    /// Takes a row out, so that changing it copies nothing; one that has ended stays.
    mutating func take(_ id: String) -> Row? {
      if case .ended? = rows[id] { return nil }
      return rows.removeValue(forKey: id)
    }

    mutating func close(_ id: String, _ run: String) {
      rows[id] = nil
      runs[run] = nil
    }
  }

  /// Tells which conversations have work that has ended.
  private final class Bell: Sendable {
    private let calls = Locked(Mailbox<String>())

    func ring(_ id: String) { calls.withLock { $0.put(id) } }

    func wait() async { await calls.withLock { $0 }.wait(for: 0) }

    func takeAll() -> [String] {
      let rung = calls.withLock { calls in
        defer { calls = Mailbox() }
        return calls
      }
      var ids: [String] = []
      while let id = rung.element(at: ids.count) { ids.append(id) }
      return ids
    }
  }

  // MARK: The loop

  private enum Event: Sendable {
    case read(LineRead)
    case worked
    case timeUp
  }

  private func serve(_ table: inout Table) async throws {
    while true {
      while !table.ready.isEmpty {
        let ready = table.ready
        table.ready = []
        for id in ready { try await visit(id, &table) }
      }
      // With the end of the input, work ends, and what waits for a line is continued by its token.
      if isOfMany ? table.isRead && table.working.isEmpty : table.rows.isEmpty { return }
      for event in try await events(table) {
        switch event {
        case .worked:
          let ids = table.bell.takeAll()
          table.working.subtract(ids)
          table.ready += ids
        case .timeUp: expire(&table)
        case .read(let read):
          if read == .endOfInput {
            table.isRead = true
            table.ready += table.working
          }
          if isOfMany { try take(read, &table) } else { try add(read, &table) }
        }
      }
    }
  }

  /// What comes first, and what has come with it.
  private func events(_ table: Table) async throws -> [Event] {
    var sources: [@Sendable () async throws -> Event] = []
    if !table.isRead {
      sources.append { [reader] in .read(try await reader.next()) }
    }
    if !table.working.isEmpty {
      sources.append { [bell = table.bell] in
        await bell.wait()
        return .worked
      }
    }
    if let due = table.due {
      sources.append {
        try await ContinuousClock().sleep(for: Self.rest(until: due))
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

  /// The time until just after a deadline, within what a clock can wait.
  private static func rest(until deadline: Timestamp) -> Duration {
    min(Timestamp.now.rest(until: deadline.advanced(by: .milliseconds(1))), longest)
  }

  private static let longest = Duration.milliseconds(1 << 40)

  /// Ends what is up.
  private func expire(_ table: inout Table) {
    let time = Timestamp.now
    table.due = nil
    for (id, row) in table.rows {
      let deadline: Timestamp? =
        switch row {
        case .awake(let session, _): session.deadline
        case .asleep(let asleep): asleep.deadline
        case .ended: nil
        }
      guard let deadline else { continue }
      if deadline > time {
        table.due = min(table.due ?? deadline, deadline)
      } else if case (var session, let talk)? = wake(row, id) {
        session.expire()
        table.put(.awake(session, talk), id)
      }
    }
  }

  // MARK: Rows

  /// Goes on with a conversation until only a line, the end of work or the time can continue it.
  private func visit(_ id: String, _ table: inout Table) async throws {
    guard case (var session, var talk)? = table.take(id).flatMap({ wake($0, id) }) else { return }
    var problem: (any Error)?
    do {
      try await goOn(&session, &talk)
      // What waits for a line is continued by its token; what else works ends first.
      if table.isRead, isOfMany, !talk.unsaved.isEmpty, session.jobCount <= talk.unsaved.count {
        return await session.close()
      }
      if table.isRead, session.outcome == nil { try checkEnd(session, talk) }
    } catch {
      if Task.isCancelled || isOfMany && error is WriteError {
        table.keep(.awake(session, talk), id)
        throw error
      }
      problem = end(&session, (error as? WriteError)?.reason ?? error)
    }
    if session.outcome != nil {
      let line = try await finish(&session, talk, problem)
      if isOfMany {
        table.keep(.ended(line, run: session.id), id)
        return try rejectLines(talk, Rejection(.ended, Sentence(.talkEnded)))
      }
      (table.outcome, table.problem) = (session.outcome ?? .cancelled, problem)
      return
    }
    if talk.isClosed {
      table.close(id, session.id)
      return try rejectLines(talk, Rejection(.unknown, Sentence(.talkUnknown, id)))
    }
    if let deadline = session.deadline { table.due = min(table.due ?? deadline, deadline) }
    if session.isWorking, let ending = session.ending, table.working.insert(id).inserted {
      Task { [bell = table.bell] in
        await ending.wait()
        bell.ring(id)
      }
    }
    table.keep(sleepingly(session, talk), id)
  }

  /// The row of a conversation that waits: its token, if that says all.
  private func sleepingly(_ session: Session, _ talk: ServedTalk) -> Row {
    // No token has a secret, nor what another program has begun and not yet resolved.
    guard isOfMany, !session.isWorking, talk.isIdle, flow.program.keys.secrets.isEmpty,
      talk.needs.allSatisfy({ [.question, .decision, .wait, .notice].contains($0.kind) })
    else { return .awake(session, talk) }
    let time = session.deadline.map { min(.now, $0.advanced(by: .milliseconds(-1))) } ?? .now
    return .asleep(
      Asleep(
        token: session.token, time: time, deadline: session.deadline, today: talk.today,
        step: talk.step))
  }

  /// The conversation of a row; nil if it has ended.
  private func wake(_ row: Row, _ id: String) -> (Session, ServedTalk)? {
    switch row {
    case .awake(let session, let talk): return (session, talk)
    case .ended: return nil
    case .asleep(let asleep):
      let isWaking = Locked(true)
      let clock: @Sendable () -> Timestamp = {
        isWaking.withLock { $0 } ? asleep.time : Timestamp.now
      }
      // The session wrote this token itself.
      guard var session = try? Session(flow, token: asleep.token, words: words, clock: clock)
      else { return nil }
      isWaking.withLock { $0 = false }
      session.today = asleep.today
      return (session, ServedTalk(id: id, today: asleep.today, goingOn: session, asleep.step))
    }
  }

  /// Ends the session because of an error.
  /// - Returns: what is still to be thrown; nil if the outcome says it all.
  private func end(_ session: inout Session, _ error: any Error) -> (any Error)? {
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

  /// Writes the last line of a conversation.
  private func finish(
    _ session: inout Session, _ talk: ServedTalk, _ problem: (any Error)?
  ) async throws -> String {
    await session.close()
    let outcome = session.outcome ?? .cancelled
    let line = Self.line(talk.id) { [session] in $0.result(outcome, session.answers) }
    do {
      // The last line is the outcome, so what waits has its reply before it.
      if !isOfMany { try rejectLines(talk, Rejection(.ended, Sentence(.conversationEnded))) }
      var talk = talk
      try remark(session, &talk)
      try write(Self.line(line, replyingTo: talk.request))
    } catch {
      // Whoever ends the flow by a signal may have closed the output before.
      if !Task.isCancelled { throw problem ?? error }
    }
    return line
  }

  /// Cancels what works, because of a signal, and the only conversation.
  private func cancelAll(_ table: Table) async {
    await withTaskGroup(of: Void.self) { group in
      for case .awake(let session, let talk) in table.rows.values {
        if isOfMany, !session.isWorking { continue }
        group.addTask {
          var session = session
          session.cancel()
          _ = try? await finish(&session, talk, nil)
        }
      }
    }
  }

  // MARK: Input

  /// Adds what was read to the only conversation.
  private func add(_ read: LineRead, _ table: inout Table) throws {
    guard case .awake(let session, var talk)? = table.take("") else { return }
    switch read {
    case .endOfInput: talk.lines.append(.end)
    case .invalidUTF8, .tooLong: talk.lines.append(.wrong(wrong(read), nil))
    case .line(let text):
      let message = ServeMessage(text, isOfMany: false)
      switch message.content {
      case .success(let line): try add(line, message, &talk)
      case .failure(let wrong): talk.lines.append(.wrong(wrong.message, message.request))
      }
    }
    table.put(.awake(session, talk), "")
  }

  /// Takes what was read for one of many conversations.
  private func take(_ read: LineRead, _ table: inout Table) throws {
    guard case .line(let text) = read else {
      if read != .endOfInput { try write("") { $0.member("error", wrong(read)) } }
      return
    }
    let message = ServeMessage(text, isOfMany: true)
    let id = message.id ?? ""
    let line: ServeLine
    switch message.content {
    case .success(let known): line = known
    case .failure(let wrong):
      return try write(id, replyingTo: message.request) { $0.member("error", wrong.message) }
    }
    func reject(_ reason: Rejection.Reason, _ why: Sentence) throws {
      try self.reject(id, line.name, Rejection(reason, why), message.request)
    }
    switch (table.rows[id], line) {
    case (nil, .start(let token, let today)):
      let today = today ?? self.today
      guard case .success(let session) = try open(id, token, today, request: message.request)
      else { return }
      if let other = table.runs[session.id] {
        return try reject(.busy(until: nil), Sentence(.talkIsOpenAs, other))
      }
      table.runs[session.id] = id
      try write(id) { $0.member("run", session.id) }
      var talk = ServedTalk(id: id, today: today, request: message.request)
      if token != nil { talk.step = message.step ?? 1 }
      table.put(.awake(session, talk), id)
    case (nil, .close): try reject(.unknown, Sentence(.talkNothingToClose, id))
    case (nil, _): try reject(.unknown, Sentence(.talkUnknown, id))
    case (.ended(_, let run)?, .close):
      table.close(id, run)
      try write(id, replyingTo: message.request) { $0.member("closed", true) }
    case (.ended(let last, _)?, .start): try write(Self.line(last, replyingTo: message.request))
    case (.ended?, _): try reject(.ended, Sentence(.talkEnded))
    case (_?, _):
      guard case (let session, var talk)? = table.take(id).flatMap({ wake($0, id) }) else { return }
      try add(line, message, &talk)
      table.put(.awake(session, talk), id)
    }
  }

  /// Keeps a line until it can be taken, unless too many wait.
  private func add(
    _ line: ServeLine, _ message: ServeMessage, _ talk: inout ServedTalk
  ) throws {
    guard line.isTakenAtOnce || talk.lines.count < mostLines else {
      let why = Rejection(.busy(until: nil), Sentence(.talkHasTooMuch, mostLines))
      return try reject(talk.id, line.name, why, message.request)
    }
    talk.lines.append(.line(line, message))
  }

  /// Writes that a line was refused, and why: for a program, and in words.
  func reject(_ id: String, _ name: String, _ why: Rejection, _ request: Value?) throws {
    try write(id, replyingTo: request) { writer in
      writer.member("rejected", name)
      writer.member("reason", why.reason.code)
      writer.member("message", why.speaking(words).message)
    }
  }

  /// Refuses the lines that nothing will take, in the only conversation those that wait for a reply.
  private func rejectLines(_ talk: ServedTalk, _ why: Rejection) throws {
    let checked = talk.checks.sorted { $0.key < $1.key }.map { ($1.name, $1.request) }
    let waiting = talk.lines.compactMap { item in
      if case .line(let line, let message) = item { (line.name, message.request) } else { nil }
    }
    for (name, request) in checked + waiting where isOfMany || request != nil {
      try reject(talk.id, name, why, request)
    }
    for case .wrong(let message, let request?) in talk.lines {
      try write(talk.id, replyingTo: request) { $0.member("error", message) }
    }
  }

  private func wrong(_ read: LineRead) -> String {
    if case .tooLong(let bytes) = read {
      return "The line has \(bytes) bytes, more than the limit of \(reader.maximumLineLength)."
    }
    return "The line is not UTF-8."
  }

  // MARK: Output

  /// A line couldn't be written.
  private struct WriteError: Error {
    let reason: any Error
  }

  func write(
    _ id: String, replyingTo request: Value? = nil, _ body: (inout JSONWriter) -> Void
  ) throws {
    try write(Self.line(Self.line(id, body), replyingTo: request))
  }

  private static func line(_ id: String, _ body: (inout JSONWriter) -> Void) -> String {
    JSONWriter.text(pretty: false) { writer in
      if !id.isEmpty { writer.member("id", id) }
      body(&writer)
    }
  }

  /// The same line with what it replies to.
  private static func line(_ line: String, replyingTo request: Value?) -> String {
    guard let request else { return line }
    var writer = JSONWriter(pretty: false)
    writer.answer(request)
    return line.dropLast() + ",\"request\":" + writer.text + "}"
  }

  private func write(_ line: String) throws {
    do {
      // Whole lines: work that is being performed reports at any time.
      try writing.withLock { _ in
        // In the order in which it happened, if both go to the same place.
        Descriptor.flushPrinted()
        guard
          try output.write(line + "\n", whileOpen: .standardInput, patience: Self.patience)
        else {
          throw DataError("the input ended, and the output was not read for five seconds")
        }
      }
    } catch {
      throw WriteError(reason: error)
    }
  }
}
