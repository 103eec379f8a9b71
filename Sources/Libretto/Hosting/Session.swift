/// One performance of a flow for a host of its own: a web or chat server, a window, another program.
///
/// A session is a value that stands still between steps. It says what it ``needs``; the host shows
/// or performs that, and resolves it by name; ``said`` is what the flow said meanwhile:
///
/// ```swift
/// var session = try Session(order)
/// try session.resolve("dish", .text("soup"))
/// try await session.perform()
/// save(session.tokenText)
/// ```
///
/// The ``token`` holds the answers by names, so any machine that has the flow continues it, also
/// after the flow was edited: `try Session(order, token: text)`. The guide “Hosting flows” shows a
/// server’s loop.
///
/// Blocks that observe a flow (``Moment``) are not called: the host sees every step itself.
public struct Session: Sendable {
  /// The flow that is performed.
  public let flow: Flow
  var run: Run
  /// What the flow has said since the last resolution, in order.
  public internal(set) var said: [String]
  /// What could not be taken over from a token of another version of the flow, and since then of a
  /// secret that was given again that it counts as the same.
  public var remarks: [ResumeRemark] { lost + run.remarks }
  private let lost: [ResumeRemark]
  let clock: @Sendable () -> Int
  /// The token from which it was restored: what it holds is not written again.
  private let beginning: SessionToken.Beginning?

  /// Starts a performance.
  /// - Parameters:
  ///   - flow: what to perform.
  ///   - id: what tells the run from every other, for work that must not be done twice; made where
  ///     it is nil.
  ///   - clock: the time in milliseconds since 1970; defaults to the system’s. Time limits go by it.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public init(
    _ flow: Flow, id: String? = nil, clock: (@Sendable () -> Int)? = nil
  ) throws(InvalidFlow) {
    self.flow = flow
    self.clock = clock ?? { SystemClock.milliseconds }
    said = []
    beginning = nil
    lost = []
    run = try Run(flow, id: id ?? RunID.make(), at: self.clock())
    settle()
  }

  /// Continues a session.
  ///
  /// What was said since the last resolution is said again. No token holds a secret: one is asked
  /// for again when work that may read it is to be performed, unless it is given here. A token of
  /// an earlier version of the flow is taken over by names; ``remarks`` says what was not.
  /// - Parameters:
  ///   - flow: the flow that the session performs.
  ///   - bytes: the session’s ``token``.
  ///   - secrets: secrets that the host has kept elsewhere, by the names of their needs.
  ///   - clock: the time in milliseconds since 1970; defaults to the system’s.
  /// - Throws: ``TokenError`` where the token is damaged or of another flow, ``InvalidFlow`` where
  ///   something is wrong with the flow.
  public init(
    _ flow: Flow, token bytes: [UInt8], secrets: [String: Value] = [:],
    clock: (@Sendable () -> Int)? = nil
  ) throws {
    let fingerprint = try flow.fingerprintNumber
    let token = try SessionToken(bytes)
    let program = flow.program
    guard token.flow.isIdenticalText(to: program.name) else {
      throw TokenError(
        .flow,
        "The token is of the flow “\(token.flow.shortened)”, not of “\(program.name)”.")
    }
    let clock = clock ?? { SystemClock.milliseconds }
    let time = clock()
    let isSame = token.number == fingerprint
    var (lines, lost) = try token.lines(program, isSame ? nil : Renames(flow.tree))
    let known = secrets.isEmpty ? [:] : program.secretNames(secrets)
    // All is done on the run itself before it is kept: to copy a session takes as long as a step.
    var run: Run
    let beginning = isSame ? SessionToken.Beginning(bytes, lines) : nil
    if isSame {
      run = Run(
        program, flow.limits, id: token.id, started: token.started, lines: lines, secrets: known,
        at: time)
    } else {
      (run, lost) = Run.migrating(
        program, flow.limits, id: token.id, started: token.started, lines, known, lost, at: time)
    }
    var said: [String] = []
    Self.settle(&run, &said)
    if !run.expire(at: time).isEmpty { Self.settle(&run, &said) }
    self.flow = flow
    self.run = run
    self.said = said
    self.lost = isSame ? [] : lost
    self.clock = clock
    self.beginning = beginning
  }

  /// Continues a session.
  /// - Parameters:
  ///   - flow: the flow that the session performs.
  ///   - token: the session’s ``tokenText``.
  ///   - secrets: secrets that the host has kept elsewhere, by the names of their needs.
  ///   - clock: the time in milliseconds since 1970; defaults to the system’s.
  /// - Throws: ``TokenError`` where the token is damaged or of another flow, ``InvalidFlow`` where
  ///   something is wrong with the flow.
  public init(
    _ flow: Flow, token: String, secrets: [String: Value] = [:],
    clock: (@Sendable () -> Int)? = nil
  ) throws {
    guard let bytes = Base64URL.decode(token) else { throw TokenError.damaged }
    try self.init(flow, token: bytes, secrets: secrets, clock: clock)
  }

  /// The session as bytes, which any process that has the flow continues.
  ///
  /// It holds the answers by stable names, and no secret: only that one was given. It is not signed.
  /// Keep it where a person can’t change it, or sign it: whoever writes a token writes answers, and
  /// what actions are said to have done.
  public var token: [UInt8] {
    do throws(InvalidFlow) {
      return SessionToken.bytes(run, try flow.fingerprintNumber, after: beginning)
    } catch {
      // A session is made of a valid flow only.
      return []
    }
  }

  /// The token as text, in letters that may stand in an address.
  public var tokenText: String { Base64URL.encode(token) }

  /// What happened so far; of a restored session what its token told, and what happened since.
  public var journal: Journal { run.journal }

  /// What tells the run from every other.
  public var id: String { run.id }

  /// When the run was started, in milliseconds since 1970.
  public var started: Int { run.started }

  /// What the session waits for, in the order of declaration; empty when it has ended.
  ///
  /// While operations run there can be several needs, each to be resolved by itself.
  public var needs: [SessionNeed] { run.needs.map { SessionNeed($0, run) } }

  /// How the performance ended; nil while it goes on.
  public var outcome: Outcome? { run.outcome }

  /// The answers so far.
  public var answers: Answers { run.answers }

  /// The answer under a key; nil where none was given.
  public subscript<Answer>(key: Key<Answer>) -> Answer? { run.answers[key] }

  /// Ends the performance as cancelled.
  ///
  /// That is nothing that happened in the flow, so a token of the session goes on where it stood.
  public mutating func cancel() {
    said = []
    run.stop()
  }

  /// Ends the performance as failed.
  /// - Parameter failure: why, for a reason outside the flow.
  public mutating func fail(_ failure: Failure) {
    said = []
    run.stop(failure)
  }

  // MARK: Time

  /// When the first of the open questions and waits is up, in milliseconds since 1970; nil for never.
  public var deadline: Int? { run.deadline }

  /// Lets time limits and waits end that are over by the session’s clock.
  ///
  /// Resolving and restoring do it too: an answer that comes too late is not taken.
  public mutating func expire() { expire(at: clock()) }

  mutating func expire(at time: Int) {
    if run.expire(at: time).isEmpty { return }
    settle()
  }

  // MARK: Resolving

  /// Resolves a need, and goes on to the next.
  ///
  /// The host’s own checks of an answer are not performed: ``answer(_:_:)`` does that.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - resolution: what became of it.
  ///   - reads: of work that another program performed, the names of the keys that it read; nil for
  ///     all.
  /// - Throws: ``Rejection`` where it does not fit; the session then stands where it stood.
  public mutating func resolve(
    _ name: String, _ resolution: SessionResolution, reads: [String]? = nil
  ) throws(Rejection) {
    let time = clock()
    expire(at: time)
    let need = try open(name)
    try resolve(need, resolution, reads, at: time)
    said = []
    settle()
  }

  /// Notes that work of the host’s own is being performed: an action, or an undo.
  ///
  /// A token that is kept then tells whoever restores it that the work was begun; resolving the need
  /// notes its end. ``perform(sleep:loading:save:)`` does it by itself.
  /// - Parameter name: the name of one of the ``needs``.
  /// - Throws: ``Rejection`` where it is not needed.
  public mutating func begin(_ name: String) throws(Rejection) {
    let time = clock()
    expire(at: time)
    run.begin(try open(name), at: time)
  }

  private mutating func resolve(
    _ need: Need, _ resolution: SessionResolution, _ reads: [String]?, at time: Int
  ) throws(Rejection) {
    if let given = try read(resolution, need) {
      guard need.kind == .prompt || run.question(for: need) != nil else {
        throw Rejection(message: "The step “\(need.name)” is not a question.")
      }
      if run.shape(of: need) == .review, case .choice(let field) = given {
        return try run.goBack(from: need, to: field, at: time)
      }
      return try run.resolve(need, .answer(given), at: time)
    }
    var answers = run.answers(for: need)
    if let reads { for key in reads { _ = answers[key] } } else { answers.reads?.noteAll() }
    switch resolution {
    case .performed(let writes):
      for key in writes.keys.sorted() { answers.write(writes[key] ?? nil, key) }
      try run.resolve(need, .performed(answers.onlyWrites), reading: answers, at: time)
    case .loaded(let value): try run.resolve(need, .loaded(value), reading: answers, at: time)
    case .failed(let message):
      try run.resolve(need, .failed(message), reading: answers, at: time)
    case .undone: try run.resolve(need, .undone, at: time)
    case .dismissed:
      try run.resolve(need, need.kind == .remains ? .told : .dismissed, at: time)
    case .timedOut: try run.resolve(need, .timedOut, reading: answers, at: time)
    case .elapsed: try run.resolve(need, .elapsed, at: time)
    case .text, .value, .answer:
      throw Rejection(message: "The step “\(need.name)” is not a question.")
    }
  }

  /// The need of this name.
  func open(_ name: String) throws(Rejection) -> Need {
    if let need = run.nextNeed, need.name == name { return need }
    let needs = run.needs
    if let need = needs.first(where: { $0.name == name }) { return need }
    guard !needs.isEmpty else {
      throw Rejection(message: "The session has ended; “\(name.shortened)” is needed no more.")
    }
    throw Rejection(
      message: "“\(name.shortened)” is not what the session waits for; that is "
        + needs.prefix(20).map { "“\($0.name)”" }.joined(separator: ", ") + ".")
  }

  /// The answer that a resolution gives to a question; nil where it gives none.
  func read(_ resolution: SessionResolution, _ need: Need) throws(Rejection) -> Given? {
    switch resolution {
    case .answer(.choice(Run.submission)) where need.prompt?.kind == .form: return .submit
    case .answer(let given): return given
    case .text(let text): return try run.reading(text, need)
    case .value(let value): return try run.reading(value, need)
    default: return nil
    }
  }

  /// Says what is to be said, and notes that what is needed now is put to the person.
  mutating func settle() { Self.settle(&run, &said) }

  private static func settle(_ run: inout Run, _ said: inout [String]) {
    for item in run.news {
      if case .nothingBefore = item {
        said.append("This is the first question; there is nothing to go back to.")
      }
    }
    if !run.isParallel, run.nextNeed?.kind != .say { return }
    while let need = run.needs.first(where: { $0.kind == .say }) {
      said.append(run.text(of: need))
      do throws(Rejection) {
        try run.resolve(need, .shown, at: run.now)
      } catch {
        // A need of the run’s own can be resolved; were it not so, it stays open.
        return
      }
    }
    if run.isParallel { for need in run.needs { run.present(need, at: run.now) } }
  }
}
