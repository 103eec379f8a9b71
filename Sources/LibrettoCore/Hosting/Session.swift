/// One performance of a flow for your own host: a web or chat server, a window, another program.
///
/// A session is a value that doesn't move between steps. It says what it ``needs``; the host shows
/// or performs that, and resolves it by name. ``said`` is what the flow has said in the meantime.
/// Only the work of operations goes on beside a question, see ``isWorking``:
///
/// ```swift
/// var session = try Session(order)
/// try session.resolve("dish", with: .text("soup"))
/// try await session.perform()
/// save(session.tokenText)
/// ```
///
/// The ``token`` has the answers by name, so any machine that has the flow can continue it, even
/// after the flow was edited: `try Session(order, token: text)`. The guide “Hosting flows” shows a
/// server's loop.
///
/// Blocks that observe a flow (``Moment``) aren't called: the host sees every step itself.
public struct Session: Sendable {
  /// The flow that is performed.
  public let flow: Flow
  package var run: Run
  /// What the flow has said since the last resolution, in order, as plain text.
  public var said: [String] { statements.map(\.words) }
  /// What the flow has said since the last resolution, in order.
  public internal(set) var statements: [Statement]
  /// What couldn't be taken over from a token of another version of the flow, secrets that were given
  /// again since and count as the same, and actions that may have been done when a flow failed or was
  /// cancelled: they were begun, and nobody knows their end.
  public var remarks: [ResumeRemark] { findings + undecided }
  /// The remarks that aren't about its end.
  var findings: [ResumeRemark] { (lost + run.remarks).map { $0.speaking(words) } }
  /// The actions that may have been done when it ended, once none goes on.
  var undecided: [ResumeRemark] {
    if isPerformingEffect { return [] }
    return run.undecided.map { run.program.mayHaveBeenDone($0).speaking(words) }
  }
  private let lost: [ResumeRemark]
  /// Which day is today, for what is typed, as “tomorrow”, and for rules about today.
  public var today = LocalDay.ofProcess
  /// The language of the product's own sentences; what was said before a change stays.
  public var words: Words {
    get { run.language }
    set { run.language = newValue }
  }
  let clock: @Sendable () -> Timestamp
  /// The token from which the session was restored: its contents aren't written again.
  private let beginning: SessionToken.Beginning?
  /// What the session performs at the moment.
  var working = Aside<Working>()

  /// Starts a performance of a flow.
  /// - Parameters:
  ///   - flow: the flow to perform.
  ///   - id: the id of the run, which identifies it among all runs, for work that must not be done
  ///     twice; nil to make one.
  ///   - words: the language of the product's own sentences.
  ///   - clock: returns the time; defaults to the system's clock. Time limits use it.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public init(
    _ flow: Flow, id: String? = nil, words: Words = .english,
    clock: (@Sendable () -> Timestamp)? = nil
  ) throws(InvalidFlow) {
    self.flow = flow
    self.clock = clock ?? { Timestamp.now }
    statements = []
    beginning = nil
    lost = []
    run = try Run(flow, id: id ?? RunID.make(), at: self.clock())
    run.language = words
    settle()
  }

  /// Continues a session from its token.
  ///
  /// What was said since the last resolution is said again. A token contains no secrets: unless you
  /// pass a secret here, the session asks for it again before work that may read it. A token of an
  /// earlier version of the flow is taken over by names; ``remarks`` says what couldn't be taken
  /// over.
  /// - Parameters:
  ///   - flow: the flow that the session performs.
  ///   - bytes: the session’s ``token``.
  ///   - secrets: secrets that the host has stored elsewhere, by the names of their needs.
  ///   - interrupted: what to do with actions that were begun and had not ended.
  ///   - words: the language of the product's own sentences; the token has none.
  ///   - clock: returns the time; defaults to the system's clock.
  /// - Throws: ``TokenError`` if the token is damaged or belongs to another flow, ``NewerVersion``
  ///   if a higher version of the flow saved what this one would begin again, ``InvalidFlow`` if the
  ///   flow has problems.
  public init(
    _ flow: Flow, token bytes: [UInt8], secrets: [String: Value] = [:],
    interrupted: InterruptedWorkPolicy = .ask, words: Words = .english,
    clock: (@Sendable () -> Timestamp)? = nil
  ) throws {
    let fingerprint = try flow.fingerprintNumber
    let token = try SessionToken(bytes)
    let program = flow.program
    guard token.flow.isIdenticalText(to: program.name) else {
      throw TokenError(
        .flow,
        "The token is for the flow “\(token.flow.shortened)”, not for “\(program.name)”.")
    }
    let clock = clock ?? { Timestamp.now }
    let time = clock()
    let isSame = token.number == fingerprint
    let contents = try token.lines(program, isKnown: isSame)
    let known = secrets.isEmpty ? [:] : program.secretNames(secrets)
    if isSame {
      var lines = contents.lines
      var foreign = ForeignLines()
      if !contents.saved.lines.isEmpty {
        var mapping = Mapping(program, nil, contents.saved, from: token.flowVersion)
        lines = mapping.lines() + lines
        foreign = mapping.foreign
      }
      var run = Run(
        program, flow.limits, id: token.id, started: token.started, lines: lines, secrets: known,
        at: time)
      try run.take(foreign, from: token.flowVersion)
      try self.init(
        flow, consume run, [], SessionToken.Beginning(bytes, lines), interrupted, words, clock,
        at: time)
    } else {
      var saved = SavedRun(
        flow: token.flow, fingerprint: token.fingerprint, version: token.flowVersion, id: token.id,
        started: token.started)
      saved.content = contents.saved
      saved.earlier = token.earlier
      let (run, lost) = try Run.resuming(
        program, saved, Renames(flow.tree), secrets: secrets, limits: flow.limits, at: time)
      try self.init(flow, run, lost, nil, interrupted, words, clock, at: time)
    }
  }

  /// Continues a saved run from its journal, also one that a console recorded.
  ///
  /// It is taken over as a token is, by names. The session has a token of its own, and writes nothing
  /// to the journal.
  /// - Parameters:
  ///   - flow: the flow that was performed, in this or another version.
  ///   - saved: the run.
  ///   - secrets: secrets that the host has stored elsewhere, by the names of their needs.
  ///   - interrupted: what to do with actions that were begun and had not ended.
  ///   - words: the language of the product's own sentences.
  ///   - clock: returns the time; defaults to the system's clock.
  /// - Throws: ``Rejection`` if the journal belongs to another flow, ``NewerVersion`` if a higher
  ///   version of the flow saved what this one would begin again, ``InvalidFlow`` if the flow has
  ///   problems.
  public init(
    _ flow: Flow, from saved: SavedRun, secrets: [String: Value] = [:],
    interrupted: InterruptedWorkPolicy = .ask, words: Words = .english,
    clock: (@Sendable () -> Timestamp)? = nil
  ) throws {
    let clock = clock ?? { Timestamp.now }
    let time = clock()
    let (run, lost) = try Run.resuming(flow, from: saved, secrets: secrets, at: time)
    try self.init(flow, run, lost, nil, interrupted, words, clock, at: time)
  }

  /// Continues a run. Everything is done on the run before it is stored, because copying a session
  /// takes as long as a step.
  private init(
    _ flow: Flow, _ run: consuming Run, _ lost: [ResumeRemark],
    _ beginning: SessionToken.Beginning?, _ interrupted: InterruptedWorkPolicy, _ words: Words,
    _ clock: @escaping @Sendable () -> Timestamp, at time: Timestamp
  ) throws {
    run.language = words
    run.sayAgain()
    var said: [Statement] = []
    Self.settle(&run, &said, run.needs.map { .needed($0) }, isSweeping: true)
    if !run.expire(at: time).isEmpty {
      Self.settle(&run, &said, run.events, isSweeping: true)
    }
    if interrupted != .ask { try Self.decide(&run, &said, interrupted, at: time) }
    (self.lost, self.beginning) = (lost, beginning)
    self.flow = flow
    self.run = run
    statements = said
    self.clock = clock
  }

  /// Decides about the actions that were begun and had not ended.
  private static func decide(
    _ run: inout Run, _ said: inout [Statement], _ policy: InterruptedWorkPolicy, at time: Timestamp
  ) throws {
    while let need = run.needs.first(where: { $0.kind == .begun }) {
      guard policy == .run else {
        return run.stop(
          need.failed(
            .action, Sentence(.interruptedFailed, need.action ?? "", "interrupted: .run", ".ask")))
      }
      do throws(Rejection) {
        try run.resolve(need, with: run.decidedToRun(need), at: time)
      } catch {
        if case .newerVersion(let newer) = error.reason { throw newer }
        throw error.speaking(run.language)
      }
      settle(&run, &said, run.events, isSweeping: true)
    }
  }

  /// Continues a session from its token as text.
  /// - Parameters:
  ///   - flow: the flow that the session performs.
  ///   - token: the session’s ``tokenText``.
  ///   - secrets: secrets that the host has stored elsewhere, by the names of their needs.
  ///   - interrupted: what to do with actions that were begun and had not ended.
  ///   - words: the language of the product's own sentences; the token has none.
  ///   - clock: returns the time; defaults to the system's clock.
  /// - Throws: ``TokenError`` if the token is damaged or belongs to another flow, ``NewerVersion``
  ///   if a higher version of the flow saved what this one would begin again, ``InvalidFlow`` if the
  ///   flow has problems.
  public init(
    _ flow: Flow, token: String, secrets: [String: Value] = [:],
    interrupted: InterruptedWorkPolicy = .ask, words: Words = .english,
    clock: (@Sendable () -> Timestamp)? = nil
  ) throws {
    guard let bytes = Base64URL.decode(token) else { throw TokenError.damaged }
    try self.init(
      flow, token: bytes, secrets: secrets, interrupted: interrupted, words: words, clock: clock)
  }

  /// The session as bytes, from which any process that has the flow can continue it.
  ///
  /// It has the answers by stable names, and no secrets: only the fact that they were given. It
  /// isn't signed. Store it where a person can't change it, or sign it: whoever writes a token
  /// decides the answers, and what counts as done.
  public var token: [UInt8] {
    do throws(InvalidFlow) {
      // Before the run is read, which would be copied for this call.
      let fingerprint = try flow.fingerprintNumber
      return SessionToken.bytes(run, fingerprint, after: beginning)
    } catch {
      // Only a valid flow makes a session.
      return []
    }
  }

  /// The token as text, in characters that are safe in a URL.
  public var tokenText: String { Base64URL.encode(token) }

  /// The events so far; for a restored session, those in its token and those since.
  public var journal: Journal { run.journal }

  /// The id of the run, which identifies it among all runs.
  public var id: String { run.id }

  /// When the run was started.
  public var started: Timestamp { run.started }

  /// The current needs of the session, in the order of declaration; empty when it has ended.
  ///
  /// While operations run, there can be several needs, which are resolved separately. Work that the
  /// session performs at the moment isn't among them.
  public var needs: [SessionNeed] {
    let crew = working.box?.content.crew
    return run.needs.filter { crew?.serves($0) != true }.map { SessionNeed($0, run) }
  }

  /// How the performance ended, or nil while it continues.
  public var outcome: Outcome? { run.outcome?.speaking(words) }

  /// The answers so far.
  public var answers: Answers { run.answers }

  /// The answer for a key, or nil if there is none.
  /// - Parameter key: the key of the answer.
  public subscript<Answer>(key: Key<Answer>) -> Answer? { run.answers[key] }

  /// Ends the performance as cancelled, and cancels its work.
  ///
  /// The cancellation isn't an event of the flow, so a token of the session continues from where it
  /// was.
  public mutating func cancel() { stop() }

  /// Ends the performance as failed.
  /// - Parameter failure: the reason, from outside the flow.
  public mutating func fail(_ failure: Failure) { stop(failure) }

  private mutating func stop(_ failure: Failure? = nil) {
    statements = []
    run.stop(failure)
    if working.box != nil { working[or: Working()].crew.cancelAll() }
  }

  // MARK: Time

  /// The first time at which an open question or wait is up, or nil if there is none.
  public var deadline: Timestamp? { run.deadline }

  /// Ends questions and waits whose time is up by the session's clock.
  ///
  /// Resolving and restoring do this too: an answer that comes too late is refused. Nobody has seen
  /// what the session comes to then: its time limits begin with ``present()``.
  public mutating func expire() { expire(at: clock()) }

  mutating func expire(at time: Timestamp) {
    if run.expire(at: time).isEmpty { return }
    settle(isSweeping: true)
  }

  /// Records that the person sees the open questions: their time limits begin, if they haven't.
  ///
  /// What a resolution leads to counts as shown. Call this when you show a session that was restored,
  /// or in which a time was up, and store the token after it.
  public mutating func present() {
    if run.hasClocks { for need in run.needs { run.present(need, at: clock()) } }
  }

  // MARK: Resolving

  /// Resolves a need and moves on to the next one.
  ///
  /// This doesn't perform the host's checks of an answer, nor ask the disk about a path; use
  /// ``answer(_:with:)`` for them.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - resolution: the result of the need.
  ///   - reads: for work performed by another program, the names of the keys that it read; nil for
  ///     all.
  /// - Throws: ``Rejection`` if the resolution doesn't fit; the session then doesn't change.
  public mutating func resolve(
    _ name: String, with resolution: SessionResolution, reads: [String]? = nil
  ) throws(Rejection) {
    try resolve(name, resolution, reads, checksDay: true)
  }

  /// Resolves a question with an answer whose checks have been performed: a day counts as of then.
  package mutating func resolve(checked name: String, _ answer: Given) throws(Rejection) {
    try resolve(name, .answer(answer), nil, checksDay: false)
  }

  private mutating func resolve(
    _ name: String, _ resolution: SessionResolution, _ reads: [String]?, checksDay: Bool
  ) throws(Rejection) {
    _ = try step { (session, time) throws(Rejection) in
      let need = try session.open(name, for: resolution)
      checks: if checksDay, need.isChecked, let given = try session.read(resolution, need) {
        let kept = try session.run.kept(given, for: need)
        if session.run.hasStood(given, kept, need) { break checks }
        try session.run.checkDays(of: kept ?? given.value, for: need, today: session.day)
      }
      try session.resolve(need, resolution, reads, at: time)
      if session.working.box != nil { session.working[or: Working()].crew.cancel(need) }
      return nil
    }
  }

  /// Moves on by what the person or the host does, after what is up.
  /// - Parameter body: returns the page if it was refused; the session then doesn't change.
  /// - Throws: the ``Rejection`` of `body`, in the session's language.
  mutating func step(
    _ body: (inout Session, _ time: Timestamp) throws(Rejection) -> FormPage?
  ) throws(Rejection) -> FormPage? {
    // What an expiry says on the way is new.
    let (time, old) = (clock(), statements.count)
    expire(at: time)
    do throws(Rejection) {
      if let refused = try body(&self, time) { return refused }
    } catch {
      throw error.speaking(words)
    }
    statements.removeFirst(old)
    settle()
    return nil
  }

  /// Records that the host is performing an action or an undo itself.
  ///
  /// A token stored after this call says that the work was begun; resolving the need records its
  /// end. ``perform(save:loading:progress:log:sleep:)`` does this by itself.
  /// - Parameter name: the name of one of the ``needs``.
  /// - Throws: ``Rejection`` if there is no such need.
  public mutating func begin(_ name: String) throws(Rejection) {
    let time = clock()
    expire(at: time)
    do throws(Rejection) {
      run.begin(try open(name), at: time)
    } catch {
      throw error.speaking(words)
    }
  }

  private mutating func resolve(
    _ need: Need, _ resolution: SessionResolution, _ reads: [String]?, at time: Timestamp
  ) throws(Rejection) {
    if let given = try read(resolution, need) {
      guard need.kind == .prompt || run.question(for: need) != nil else {
        throw Rejection(.notAQuestion, need.name)
      }
      if need.prompt?.kind == .form, case .choice(let field) = given {
        return try run.goBack(from: need, toField: field, at: time)
      }
      return try run.resolve(need, with: .answer(given), at: time)
    }
    var answers = run.answers(for: need)
    if let reads { try run.check(reads: reads, of: need) }
    if let reads { for key in reads { _ = answers[key] } } else { answers.reads?.noteAll() }
    switch resolution {
    case .performed(let writes):
      if need.kind == .action || need.kind == .begun {
        try run.checkResult(in: writes, of: need)
      }
      for key in writes.keys.sorted() { answers.write(writes[key] ?? nil, key) }
      try run.resolve(need, with: .performed(answers.onlyWrites), reading: answers, at: time)
    case .loaded(let value): try run.resolve(need, with: .loaded(value), reading: answers, at: time)
    case .failed(let message):
      try run.resolve(need, with: .failed(message), reading: answers, at: time)
    case .undone: try run.resolve(need, with: .undone, at: time)
    case .dismissed:
      try run.resolve(need, with: need.kind == .remains ? .told : .dismissed, at: time)
    case .timedOut: try run.resolve(need, with: .timedOut, reading: answers, at: time)
    case .elapsed: try run.resolve(need, with: .elapsed, at: time)
    case .text, .value, .answer:
      throw Rejection(.notAQuestion, need.name)
    }
  }

  /// The need with this name.
  /// - Parameter known: what a need is called where there is none with the name.
  package func open(
    _ name: String, known: (Need) -> String = \.name
  ) throws(Rejection) -> Need {
    if let need = run.nextNeed, need.name == name { return need }
    let needs = run.needs
    if let need = needs.first(where: { $0.name == name }) { return need }
    guard !needs.isEmpty else {
      throw Rejection(.ended, Sentence(.sessionEndedBefore, name.shortened))
    }
    throw Rejection(
      .notAsked(open: needs.map(\.name)),
      Sentence(
        .waitingForOthers, name.shortened, needs.map { Sentence(.quote, known($0)) }.listed()))
  }

  /// The need with this name, or that of work which the flow has cancelled, if that has ended.
  private func open(
    _ name: String, for resolution: SessionResolution
  ) throws(Rejection) -> Need {
    switch resolution {
    case .performed, .failed, .timedOut:
      if let need = run.cutNeed(name) { return need }
    default: break
    }
    return try open(name)
  }

  /// The answer that a resolution gives to a question; nil if it doesn't give one.
  package func read(_ resolution: SessionResolution, _ need: Need) throws(Rejection) -> Given? {
    if let problem = resolution.excess { throw Rejection(.invalid(rule: nil), problem) }
    switch resolution {
    case .answer(.choice(Run.submission)) where need.prompt?.kind == .form: return .submit
    case .answer(let given): return given
    case .text(let text): return try run.reading(text, need, today: day)
    case .value(let value): return try run.reading(value, need, today: day)
    default: return nil
    }
  }
}
