/// `flow serve`: writes what a flow says and needs as JSON lines, and reads the results, so that
/// any other program can be the front end. The guide “Hosting flows” describes the protocol.
struct ServeCommand: Sendable {
  /// The version of the protocol, in the first line.
  static let version = 2

  let flow: Flow
  /// Whether actions, loads, checks, waits and notices are left to the other program.
  let handsOut: Bool
  /// The token of a session to continue.
  var token: String?
  /// The destination of the lines; what actions print goes to standard error.
  let output: Descriptor
  let reader = StandardStreams.ofProcess.reader
  /// How long the reader of the output may pause once the input has ended, in milliseconds.
  private static let patience: Int32 = 5_000
  private let writing = Locked(())

  /// - Throws: ``DataError`` if the input ends before the flow does, or nobody reads any more, or
  ///   the token is refused.
  func run() async throws -> Outcome {
    var session = try begin()
    try write { [session] writer in
      writer.member("serve", Self.version)
      writer.member("flow", flow.name)
      writer.member("run", session.id)
    }
    var remarked = 0
    try remark(session, &remarked)
    try await advance(&session)
    while session.outcome == nil {
      do {
        guard let line = try await next(session) else {
          session.expire()
          try await advance(&session)
          continue
        }
        if try await take(line, &session) {
          try remark(session, &remarked)
          try await advance(&session)
        }
      } catch let error as ServeLine.Wrong {
        try write { $0.member("error", error.message) }
      }
    }
    return session.outcome ?? .cancelled
  }

  /// Reports each remark once.
  private func remark(_ session: Session, _ told: inout Int) throws {
    let remarks = session.remarks
    for remark in remarks[told...] { try write { $0.member("remark", remark.description) } }
    told = remarks.count
  }

  private func begin() throws -> Session {
    guard let token else { return try Session(flow) }
    do {
      return try Session(flow, token: token)
    } catch let error as TokenError {
      throw DataError(error.message)
    }
  }

  /// The next line; nil if a time limit is up before it arrives.
  private func next(_ session: Session) async throws -> ServeLine? {
    let read: LineRead
    if let deadline = session.deadline {
      let rest = Self.rest(until: deadline)
      let limit = TimeLimit(rest) { try await ContinuousClock().sleep(for: $0) }
      do {
        read = try await limit.perform { [reader] in try await reader.next() }
      } catch is TimeIsUp {
        return nil
      }
    } else {
      read = try await reader.next()
    }
    switch read {
    case .line(let text): return try ServeLine(text)
    case .invalidUTF8: throw ServeLine.Wrong(message: "The line is not UTF-8.")
    case .tooLong(let bytes):
      throw ServeLine.Wrong(
        message: "The line has \(bytes) bytes, more than the limit of \(reader.maximumLineLength).")
    case .endOfInput:
      let names = session.needs.listed { "“\($0.name)”" }
      throw DataError(
        "the input ended while the flow was waiting for \(names); resolve it, or cancel")
    }
  }

  /// The time until just after a deadline, within what a clock can wait.
  private static func rest(until deadline: Int) -> Duration {
    let (rest, overflows) = deadline.subtractingReportingOverflow(SystemClock.milliseconds)
    return .milliseconds(overflows ? longest : min(max(rest, 0) + 1, longest))
  }

  private static let longest = 1 << 40

  /// Takes a line.
  /// - Returns: whether the session has moved on.
  private func take(_ line: ServeLine, _ session: inout Session) async throws -> Bool {
    var name = ""
    do {
      switch line {
      case .cancel: session.cancel()
      case .token:
        let token = session.tokenText
        try write { $0.member("token", token) }
        return false
      case .back(let from):
        name = from ?? "back"
        try session.goBack(from: from)
      case .leave(let page):
        name = page
        try session.goBack(fromPage: page)
      case .page(let need, let answers, let button):
        name = need
        let page = try session.page(need, with: answers, button: button)
        try write { $0.page(page) }
        return false
      case .submit(let need, let answers, let button):
        name = need
        let page = try await session.submit(
          need, with: answers, button: button, checking: !handsOut)
        if let page {
          try write { writer in
            writer.member("rejected", need)
            writer.page(page)
          }
          return false
        }
      case .resolve(let need, let resolution, let reads):
        name = need
        if handsOut {
          try session.resolve(need, with: resolution, reads: reads)
        } else {
          try await session.answer(need, with: resolution)
        }
      }
      return true
    } catch let error as Rejection {
      try write { writer in
        writer.member("rejected", name)
        writer.member("message", error.message)
      }
      return false
    } catch let error as Failure {
      // A check that throws an error fails the flow, as elsewhere.
      session.fail(error)
      return true
    }
  }

  /// Performs the work that isn't handed out, and reports what was said and what is needed now.
  private func advance(_ session: inout Session) async throws {
    var told = 0
    if !handsOut {
      do {
        try await session.perform(
          loading: { session, need in
            try say(session, &told)
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
          // What was said comes before what work reports.
          save: { session in try say(session, &told) })
      } catch let error as Failure {
        session.fail(error)
      }
    }
    try say(session, &told)
    let outcome = session.outcome
    try write { [session] writer in
      if let outcome {
        writer.result(outcome, session.answers)
      } else {
        writer.needs(session.needs)
      }
    }
  }

  /// Writes what was said since the last call.
  private func say(_ session: Session, _ told: inout Int) throws {
    for statement in session.statements.dropFirst(told) {
      try write { $0.statement(statement) }
    }
    told = session.statements.count
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
