// The conversations of many people with one flow, on any number of hosts.
//
// A conversation is a row of a store, and every change of it is one compare-and-save. Between two
// saves, a host may die, and any host continues with the row; so the whole state is what the rows say:
//
//     waits for the person ──▶ answered ──▶ claimed, with a lease ──▶ ended ──▶ waits for the person
//                                               │ the lease is up
//                                               ▼
//                                            begun: performed again with the same key, or decided
//
// - What a person did is saved before they are told.
// - An effect begins only when a row is saved that says so, under a number of the host's own.
// - Whoever loses a compare-and-save drops what they did: it wasn't seen, and no effect was begun.
// - The number of a step counts what the person did, so what comes twice or late can be told.

/// Many people's conversations with one flow, safe on any number of hosts.
///
/// ```swift
/// let bookings = Conversations(booking, in: store)
/// let view = try await bookings.start("user-17")
/// try await bookings.answer("user-17", "name", with: .text("Ann"), at: view.step)
/// ```
///
/// A step is saved before it is answered. Whoever sends the same step twice gets the same view, and
/// whoever comes late is refused as ``Rejection/Reason-swift.enum/stale(step:)``. An action is claimed
/// with a lease before it is performed; if the host dies, the lease ends, and ``interrupted`` says what
/// becomes of the action. Steps that have begun go on when the caller's task is cancelled.
///
/// Secrets aren't stored, so an action must follow a secret in the same step, or it is asked for again.
public struct Conversations: Sendable {
  /// The flow that is performed.
  package let flow: Flow
  /// Where the conversations are kept.
  package let store: any ConversationStore
  /// What becomes of an action whose host died while it performed it.
  public var interrupted: InterruptedWorkPolicy
  /// How long a host that doesn't answer keeps an action; it renews the lease three times as often.
  ///
  /// The clocks of the hosts must agree within a third of it.
  public var lease: Duration
  /// Which day is today, for what is typed, as “tomorrow”, and for rules about today.
  public var today = LocalDay.ofProcess
  /// The language of the product's own sentences.
  public var words: Words
  /// Receives what happens; it must return quickly.
  public var onEvent: (@Sendable (ConversationEvent) -> Void)?
  /// What this host performs, by the ids of the conversations.
  private let claims = Locked<[String: ConversationClaim]>([:])
  private let clock: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Makes the conversations of a flow.
  /// - Parameters:
  ///   - flow: the flow to perform.
  ///   - store: where the conversations are kept.
  ///   - interrupted: what becomes of an action whose host died while it performed it; by default,
  ///     the person decides.
  ///   - lease: how long a host that doesn't answer keeps an action.
  ///   - words: the language of the product's own sentences.
  ///   - clock: returns the time; defaults to the system's clock.
  ///   - sleep: waits for a duration; defaults to the system's clock.
  public init(
    _ flow: Flow, in store: any ConversationStore, interrupted: InterruptedWorkPolicy = .ask,
    lease: Duration = .seconds(30), words: Words = .english,
    clock: (@Sendable () -> Timestamp)? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    }
  ) {
    (self.flow, self.store, self.interrupted, self.lease) = (flow, store, interrupted, lease)
    self.words = words
    self.clock = clock ?? { Timestamp.now }
    self.sleep = sleep
  }

  // MARK: What a person does

  /// Starts a conversation; one that was started under this id goes on.
  /// - Parameter id: the id of the conversation.
  /// - Returns: the conversation as the person sees it.
  /// - Throws: ``InvalidFlow`` if the flow has problems, ``TokenError`` if what is stored doesn't fit
  ///   the flow, ``Failure`` if an action or load has no closure, errors of the store.
  @discardableResult
  public func start(_ id: String) async throws -> ConversationView {
    try await telling(id) {
      do {
        if let stored = try await store.load(id) {
          return try await goOn(id, ConversationRow(stored))
        }
        var session = try Session(flow, words: words, clock: clock)
        session.today = today
        let told = onEvent == nil ? nil : Told(.started)
        return try await carry(id, session, ConversationRow(), told)
      } catch is LostConversation {
        return try await goOnAsIs(id)
      }
    }
  }

  /// Returns a conversation as the person sees it; nothing is performed.
  ///
  /// The time limits of its questions begin now, if they haven't.
  /// - Parameter id: the id of the conversation.
  /// - Returns: the conversation.
  /// - Throws: ``Rejection`` if there is none, ``TokenError`` if what is stored doesn't fit the flow,
  ///   errors of the store.
  public func view(_ id: String) async throws -> ConversationView {
    try await telling(id) { try await look(id) }
  }

  private func look(_ id: String) async throws -> ConversationView {
    for _ in 0..<Self.mostTries {
      var row = try await row(id)
      var (session, hasMoved) = try restore(id, row)
      if row.isHeld(at: clock()) || session.outcome != nil && !hasMoved {
        return show(row, session)
      }
      session.present()
      // Work that an edit has led to is left for whoever wakes what is due.
      let isLeft = session.hasWork && row.hasNobody
      if !hasMoved, !isLeft, session.deadline == row.deadline { return show(row, session) }
      let earlier = row
      if hasMoved { (row.step, row.request) = (row.step + 1, 0) }
      row.beside = []
      row.take(session, saysMore: !hasMoved && row.said != nil)
      row.due = session.hasWork ? clock() : nil
      do {
        row = try await store.put(id, row)
        tell(id, session, row, told(before: earlier, hasMoved, session))
        return show(row, session)
      } catch is LostConversation {}
    }
    throw refusal(.busy(until: nil), .conversationChanges)
  }

  /// Answers a question or a decision.
  /// - Parameters:
  ///   - id: the id of the conversation.
  ///   - need: the name of the question.
  ///   - answer: the answer.
  ///   - step: the ``ConversationView/step`` that the person saw.
  /// - Returns: the conversation after the answer.
  /// - Throws: ``Rejection`` if the answer is refused; nothing has changed then. ``Failure`` if a check
  ///   throws or work has no closure, ``TokenError`` if what is stored doesn't fit the flow, errors of
  ///   the store. After an error of the store, send the same again.
  @discardableResult
  public func answer(
    _ id: String, _ need: String, with answer: SessionResolution, at step: Int
  ) async throws -> ConversationView {
    var request = Digest()
    request.add("answer")
    request.add(need)
    request.add(answer)
    return try await take(id, step, need, request) { session in
      let open = try? session.open(need)
      // Beside work is taken what a row can hold, and no time can take back.
      let beside = open.flatMap { session.fitsBesideWork($0) ? try? session.read(answer, $0) : nil }
      try await session.answer(need, with: answer)
      return Taken(isSecret: open?.isSecret ?? false, beside: beside)
    }
  }

  /// Submits a page, completely or not at all.
  /// - Parameters:
  ///   - id: the id of the conversation.
  ///   - page: the name of the page.
  ///   - answers: the entries, by the ids of the questions.
  ///   - button: the id of the button that was chosen; nil for a form.
  ///   - step: the ``ConversationView/step`` that the person saw.
  /// - Returns: the conversation after it; or, if the page was refused, as before, with the
  ///   ``ConversationView/refused`` page.
  /// - Throws: what ``answer(_:_:with:at:)`` throws.
  @discardableResult
  public func submit(
    _ id: String, _ page: String, with answers: [String: SessionResolution],
    button: String? = nil, at step: Int
  ) async throws -> ConversationView {
    var request = Digest()
    request.add("submit")
    request.add(page)
    request.add(button ?? "")
    for (name, answer) in answers.sorted(by: { $0.key < $1.key }) {
      request.add(name)
      request.add(answer)
    }
    return try await take(id, step, page, request) { session in
      let isSecret = try session.page(page).fields.contains(where: \.question.isSecret)
      let refused = try await session.submit(page, with: answers, button: button)
      return Taken(isSecret: isSecret, refused: refused)
    }
  }

  /// Goes back to the previous question.
  /// - Parameters:
  ///   - id: the id of the conversation.
  ///   - need: the name of the page to go back from, or of the need; nil for the first need, from
  ///     which a step back may lead to the previous question of its page.
  ///   - step: the ``ConversationView/step`` that the person saw.
  /// - Returns: the conversation after it.
  /// - Throws: what ``answer(_:_:with:at:)`` throws.
  @discardableResult
  public func back(_ id: String, from need: String? = nil, at step: Int) async throws
    -> ConversationView
  {
    var request = Digest()
    request.add("back")
    request.add(need ?? "")
    return try await take(id, step, need ?? "", request) { session in
      if let need, session.needs.contains(where: { $0.page?.name == need }) {
        try session.goBack(fromPage: need)
      } else {
        try session.goBack(from: need)
      }
      return Taken()
    }
  }

  // MARK: What time does

  /// Goes on with work that a host left, or ends what is up.
  /// - Parameter id: the id of the conversation.
  /// - Returns: the conversation as the person sees it.
  /// - Throws: what ``answer(_:_:with:at:)`` throws.
  @discardableResult
  public func wake(_ id: String) async throws -> ConversationView {
    try await telling(id) { try await goOnAsIs(id) }
  }

  /// Goes on with a conversation as it is stored.
  private func goOnAsIs(_ id: String) async throws -> ConversationView {
    for _ in 0..<Self.mostTries {
      do { return try await goOn(id, try await row(id)) } catch is LostConversation {}
    }
    throw refusal(.busy(until: nil), .conversationChanges)
  }

  /// Wakes the conversations that are due, beside each other: call it now and then, on any host.
  ///
  /// It returns when their work has ended, so call it in a task of its own: one that hangs then keeps
  /// no other from being woken. Nor does one that can't be woken, which stays due.
  /// - Parameter limit: the number of conversations to wake at most.
  /// - Returns: how many were woken, or should have been.
  /// - Throws: errors of the store; what goes wrong in one conversation is told as an event.
  @discardableResult
  public func wakeDue(limit: Int = 100) async throws -> Int {
    let now = clock()
    var (tried, woken): (Set<ExactText>, Int) = ([], 0)
    while woken < limit {
      let most = min(limit, .max - tried.count) + tried.count
      let due = try await store.due(by: now, limit: most)
      let ids = due.filter { !tried.contains(ExactText($0)) }.prefix(limit - woken)
      if ids.isEmpty { break }
      tried.formUnion(ids.map(ExactText.init))
      woken += await withTaskGroup(of: Int.self) { group in
        for id in ids {
          group.addTask {
            do {
              _ = try await telling(id, isWoken: true) { try await goOnAsIs(id) }
              return 1
            } catch {
              return 0
            }
          }
        }
        return await group.reduce(0, +)
      }
    }
    return tried.count
  }

  // MARK: Steps

  /// How often a step is tried that others come before.
  private static let mostTries = 10

  /// What became of a request.
  private struct Taken {
    var isSecret = false
    /// What can be saved while somebody performs an action.
    var beside: Given?
    var refused: FormPage?
  }

  private func take(
    _ id: String, _ step: Int, _ name: String, _ request: Digest,
    _ body: (inout Session) async throws -> Taken
  ) async throws -> ConversationView {
    do {
      // 0 stands for a request that isn't told again.
      let request = request.bits | 1
      for _ in 0..<Self.mostTries {
        do {
          if let view = try await take(id, step, name, request, body) { return view }
        } catch is LostConversation {}
      }
      throw refusal(.busy(until: nil), .conversationChanges)
    } catch let refusal as Rejection {
      tell(id, .refused(name, refusal))
      throw refusal
    } catch {
      tell(id, .failed(error))
      throw error
    }
  }

  /// Tells of an error that the caller gets, too.
  /// - Parameter isWoken: whether nobody gets it, so that a refusal is told as well.
  private func telling<Result>(
    _ id: String, isWoken: Bool = false, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch {
      if isWoken || !(error is Rejection) { tell(id, .failed(error)) }
      throw error
    }
  }

  /// - Returns: nil if a time was up, so that the row has changed.
  private func take(
    _ id: String, _ step: Int, _ name: String, _ request: UInt64,
    _ body: (inout Session) async throws -> Taken
  ) async throws -> ConversationView? {
    var row = try await row(id)
    if row.step == step &+ 1, row.request == request { return try await goOn(id, row) }
    guard row.step == step else {
      throw refusal(.stale(step: row.step), .conversationMoved, step, row.step)
    }
    if row.isHeld(at: clock()) { return try await takeBeside(id, row, name, request, body) }
    var (session, hasMoved) = try restore(id, row)
    if hasMoved {
      _ = try await goOn(id, row)
      return nil
    }
    if row.holder != 0 || session.hasInterruptedEffect {
      // What a host left is finished first: nobody goes back from an action that may have been done.
      let hasWork = session.hasWork
      _ = try await goOn(id, row)
      // What it left to decide is what was shown.
      if !hasWork { return nil }
      throw refusal(.busy(until: nil), .conversationWentOn)
    }
    let taken: Taken
    let told = told(.answered(name), of: session)
    let findings = session.findings.count
    do {
      taken = try await body(&session)
      if onEvent != nil {
        for remark in session.findings.dropFirst(findings) { tell(id, .remark(remark)) }
      }
    } catch let refusal as Rejection {
      throw session.outcome == nil
        ? refusal : self.refusal(.ended, .conversationEnded)
    }
    if let refused = taken.refused {
      let problems = [refused.problem] + refused.fields.map(\.problem)
      let words = problems.compactMap(\.self).joined(separator: "\n")
      tell(id, .refused(name, Rejection(.invalid(rule: nil), message: words)))
      return show(row, session, refused)
    }
    row.step += 1
    row.request = taken.isSecret ? 0 : request
    return try await carry(id, session, row, told)
  }

  /// Takes an answer beside an action that somebody performs, if it leaves the action as it is.
  ///
  /// It is saved as any other. The holder joins it with what the action did, and performs what both lead
  /// to; if the holder dies, the token has the answer and the begun action.
  private func takeBeside(
    _ id: String, _ row: ConversationRow, _ name: String, _ request: UInt64,
    _ body: (inout Session) async throws -> Taken
  ) async throws -> ConversationView {
    let busy = refusal(.busy(until: row.until), .conversationWorks)
    var row = row
    var (session, hasMoved) = try restore(id, row)
    let begun = session.run.needs.filter { $0.kind == .begun || $0.kind == .undoBegun }
    let open = session.needs.first { $0.name == name }
    guard !hasMoved, !begun.isEmpty, open?.kind == .question else { throw busy }
    let told = told(.answered(name), of: session)
    let taken = try await body(&session)
    // What an answer cancels or passes is there still, to be decided about.
    let left = session.run.needs.filter { begun.contains($0) && !session.run.isPassed($0) }
    guard let beside = taken.beside, session.outcome == nil, left.count == begun.count else {
      throw busy
    }
    row.step += 1
    row.request = request
    row.take(session, saysMore: true)
    row.beside.append(ConversationRow.Beside(step: row.step, need: name, given: beside))
    row = try await store.put(id, row)
    tell(id, session, row, told)
    try? await claims.withLock { $0[id] }?.renew()
    return show(row, session)
  }

  /// Performs what nobody performs, and ends what is up.
  private func goOn(_ id: String, _ row: ConversationRow) async throws -> ConversationView {
    let (session, hasMoved) = try restore(id, row)
    if row.isHeld(at: clock()) { return show(row, session) }
    if !hasMoved, row.holder == 0, !session.hasWork || session.outcome != nil {
      var row = row
      if row.due != nil {
        // It was due in another version of the flow, and must not be chosen again and again.
        row.due = nil
        row = try await store.put(id, row)
      }
      return show(row, session)
    }
    let told = told(before: row, hasMoved, session)
    var row = row
    if hasMoved { (row.step, row.request) = (row.step + 1, 0) }
    (row.holder, row.until) = (0, .epoch)
    return try await carry(id, session, row, told)
  }

  private func refusal(
    _ reason: Rejection.Reason, _ phrase: Phrase, _ values: any Sayable...
  ) -> Rejection {
    Rejection(reason, Sentence(phrase, values.map(\.said) as [Said])).speaking(words)
  }

  private func row(_ id: String) async throws -> ConversationRow {
    guard let stored = try await store.load(id) else {
      throw refusal(.unknown, .noConversation, id.shortened)
    }
    return try ConversationRow(stored)
  }

  /// The session of a row, and whether a time limit has led it on since the row was saved.
  private func restore(
    _ id: String, _ row: ConversationRow
  ) throws -> (session: Session, hasMoved: Bool) {
    let isDecided = row.isHeld(at: clock()) || row.failure != nil
    do {
      var session = try Session(
        flow, token: row.token, interrupted: isDecided ? .ask : interrupted, words: words,
        clock: clock)
      session.today = today
      // What this version would come to, the higher one may ask something before.
      if row.asked.contains(where: { flow.program.ids.steps[$0] == nil }),
        let version = flow.program.version, let saved = try SessionToken(row.token).flowVersion,
        saved > version
      {
        throw NewerVersion(saved: saved, current: version, steps: [], isAsking: true)
      }
      if onEvent != nil { for remark in session.findings { tell(id, .remark(remark)) } }
      if let failure = row.failure { session.fail(failure) }
      let hasMoved = row.failure == nil && session.deadline != row.deadline
      // A token doesn't have all that was said before an action, nor the notices.
      if !hasMoved, let said = row.said { session.statements = said }
      return (session, hasMoved)
    } catch let newer as NewerVersion {
      throw Rejection(.newerVersion(newer), newer.sentence).speaking(words)
    }
  }

  private func show(
    _ row: ConversationRow, _ session: Session, _ refused: FormPage? = nil
  ) -> ConversationView {
    ConversationView(row, session, isHeld: row.isHeld(at: clock()), refused: refused)
  }

  // MARK: Work

  /// Saves a step, after the work that it leads to; what goes on beside a question is saved later.
  private func carry(
    _ id: String, _ session: Session, _ row: ConversationRow, _ told: Told?
  ) async throws -> ConversationView {
    if !session.hasWork {
      var row = row
      row.take(session, saysMore: false)
      (row.beside, row.due) = ([], nil)
      row = try await store.put(id, row)
      tell(id, session, row, told)
      return show(row, session)
    }
    // In a task of its own: neither a caller that goes away nor a question that opens ends the work.
    return try await withCheckedThrowingContinuation { reply in
      let hasReplied = Locked(false)
      let tell: @Sendable (Result<ConversationView, any Error>) -> Bool = { result in
        let isFirst = hasReplied.withLock { hasReplied in
          defer { hasReplied = true }
          return !hasReplied
        }
        if isFirst { reply.resume(with: result) }
        return isFirst
      }
      Task {
        do {
          try await work(id, session, row, told) { _ = tell(.success($0)) }
        } catch {
          if error is LostConversation { self.tell(id, .lost) }
          if !tell(.failure(error)), !(error is LostConversation) { self.tell(id, .failed(error)) }
        }
      }
    }
  }

  /// Performs work under a lease, until there is none.
  /// - Parameter reply: receives what the person sees when there is something to see.
  private func work(
    _ id: String, _ session: Session, _ row: ConversationRow, _ told: Told?,
    _ reply: @escaping @Sendable (ConversationView) -> Void
  ) async throws {
    let claim = ConversationClaim(
      store, id, row, lease: lease, clock: clock, sleep: sleep)
    claims.withLock { $0[id] = claim }
    defer { claims.withLock { if $0[id] === claim { $0[id] = nil } } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        while true {
          try await sleep(lease / 3)
          try await claim.renew()
        }
      }
      group.addTask {
        var session = session
        var begun: [String: (time: Timestamp, key: String)] = [:]
        var seen = 0
        while true {
          try await session.perform(sleep: sleep) { session, need, isBegun in
            if isBegun {
              let row = try await claim.claim(session)
              tell(id, session, row, told)
              begun[need.name] = (clock(), session.run.performanceKey(of: need))
              return nil
            }
            if let (start, key) = begun.removeValue(forKey: need.name) {
              tell(
                id,
                .performed(
                  need.name, key: key, duration: start.duration(to: clock()),
                  failed: session.run.hasFailed(need)))
            }
            // What follows may take long, or never end.
            if session.goesOn {
              let (saved, row) = try await claim.save(session)
              tell(id, saved, row, told)
            }
            return nil
          }
          let (saved, row) = try await claim.save(session)
          tell(id, saved, row, told)
          reply(show(row, saved))
          let beside = await claim.takeBeside()
          for answer in beside { session.join(answer) }
          if !beside.isEmpty { continue }
          guard session.isWorking else { break }
          await wait(for: session.ending, or: claim.news, from: seen)
          try Task.checkCancellation()
          while claim.news.element(at: seen) != nil { seen += 1 }
          for answer in await claim.takeBeside() { session.join(answer) }
        }
      }
      // The lease never ends by itself, so the first to end has done the work, or lost it.
      try await group.next()
    }
  }

  /// Waits for the end of work, or for an answer beside it.
  private func wait(
    for ending: Crew.Ending?, or news: Mailbox<Void>, from place: Int
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await ending?.wait() }
      group.addTask { await news.wait(for: place) }
      await group.next()
      group.cancelAll()
    }
  }

  /// What has been told before a step; nil if nobody listens, since to compare takes a fourth of a step.
  /// - Parameter session: the session before it, which isn't kept: what it shares would be copied.
  private func told(_ cause: ConversationEvent.Kind?, of session: borrowing Session) -> Told? {
    onEvent == nil
      ? nil : Told(cause, asked: session.asked, hasEnded: session.outcome != nil)
  }

  /// What has been told before time leads a conversation on, or somebody goes on with it.
  /// - Parameters:
  ///   - row: the row as it was saved.
  ///   - hasMoved: whether a time limit has led the session on since.
  private func told(
    before row: borrowing ConversationRow, _ hasMoved: Bool, _ session: borrowing Session
  ) -> Told? {
    // What a host left begun was told by nobody.
    if onEvent != nil, !hasMoved, row.holder != 0 { return Told(nil) }
    guard onEvent != nil, hasMoved else { return told(nil, of: session) }
    let time = row.deadline?.advanced(by: .milliseconds(-1)) ?? .epoch
    let before = try? Session(flow, token: row.token, words: words, clock: { time })
    return before.map { told(nil, of: $0) } ?? Told(nil)
  }

  /// Tells what a save holds: what led to it, what it asks that wasn't asked before, the end.
  private func tell(_ id: String, _ session: Session, _ row: ConversationRow, _ told: Told?) {
    guard let told else { return }
    for kind in told.kinds(of: session, row) { tell(id, kind) }
  }

  private func tell(_ id: String, _ kind: @autoclosure () -> ConversationEvent.Kind) {
    if let onEvent { onEvent(ConversationEvent(id: id, time: clock(), kind: kind())) }
  }
}

/// What has been told of a conversation while it is carried on.
private final class Told: Sendable {
  private let state: Locked<(cause: ConversationEvent.Kind?, asked: Set<String>, hasEnded: Bool)>

  /// - Parameters:
  ///   - cause: what the first save is told to be.
  ///   - asked: what was open before it.
  ///   - hasEnded: whether the conversation had ended before it.
  init(_ cause: ConversationEvent.Kind?, asked: [String] = [], hasEnded: Bool = false) {
    state = Locked((cause, Set(asked), hasEnded))
  }

  func kinds(of session: Session, _ row: ConversationRow) -> [ConversationEvent.Kind] {
    state.withLock { state in
      var kinds = [.saved(row.number)] + [state.cause].compactMap(\.self)
      let asked = session.asked
      kinds += asked.filter { !state.asked.contains($0) }.map { .asked($0) }
      if !state.hasEnded, let outcome = session.outcome {
        kinds += session.undecided.map { .remark($0) } + [.ended(outcome)]
      }
      state = (nil, Set(asked), session.outcome != nil)
      return kinds
    }
  }
}

extension Session {
  /// Whether the answer to a need can be saved while somebody performs an action.
  fileprivate func fitsBesideWork(_ need: Need) -> Bool {
    run.isParallel && need.kind == .prompt && !need.isSecret && run.page(of: need) == nil
      && run.deadline(of: need) == nil
  }

  /// The names of what is open for the person, each once.
  fileprivate var asked: [String] {
    var names: [String] = []
    for need in needs where [.question, .secret, .decision].contains(need.kind) {
      let name = need.page?.name ?? need.name
      if names.last != name { names.append(name) }
    }
    return names
  }
}

extension Run {
  /// Whether the last that is known of work is that it failed.
  func hasFailed(_ need: Need) -> Bool {
    let last = lines.last { $0.name == need.stepName && Self.endings.contains($0.kind) }
    return last.map { $0.kind != .ended && $0.kind != .undone } ?? true
  }

  private static let endings: Set<Line.Kind> = [
    .began, .undoBegan, .ended, .failed, .workTimedOut, .undone, .undoFailed, .cut,
  ]
}

extension Digest {
  /// Adds what a person gave; only for comparing it.
  fileprivate mutating func add(_ resolution: SessionResolution) {
    switch resolution {
    case .text(let text):
      add("text")
      add(text)
    case .value(let value):
      add("value")
      add(value)
    case .answer(let given):
      add("answer \(given.form.rawValue)")
      add(given.value)
    default: add("\(resolution)")
    }
  }
}
