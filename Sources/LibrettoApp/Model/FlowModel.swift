@_exported import LibrettoCore
public import Observation

/// A performance of a flow for the views of an app.
///
/// All that a view draws is a property, and all that a person does is a function that returns at once.
/// A view is a `switch` over ``screen``, or over the elements of ``open`` where a flow has questions
/// beside each other:
///
/// ```swift
/// switch model.screen {
/// case .question(let question): QuestionView(question, model)
/// case .decision(let question, _): QuestionView(question, model)
/// case .page(let page): PageView(page, model)
/// case .working(let work): WorkView(work)
/// case .ended(let outcome): EndView(outcome)
/// }
/// ```
///
/// The model performs the flow's work by itself. It goes on until the flow waits for the person, even
/// when no view shows it any more; ``cancel()`` ends it.
@MainActor @Observable
public final class FlowModel {
  /// What the person sees.
  public enum Screen: Hashable, Sendable {
    /// A question is open.
    case question(Question)
    /// Something was done that the person has to decide about; a question with choices.
    case decision(Question, SessionNeed.Decision)
    /// A form, or an alert with fields, is open, with what was filled in so far.
    case page(FormPage)
    /// Only work goes on.
    case working([WorkProgress])
    /// The performance has ended.
    case ended(Outcome)
  }

  /// What the flow has said since the person's last step, in order.
  public private(set) var said: [Statement] = []
  /// The questions, decisions and pages that are open, in the order of declaration.
  public private(set) var open: [Screen] = []
  /// What the work that goes on has reported, in the order in which it was begun.
  public private(set) var working: [WorkProgress] = []
  /// The lines that work has logged.
  public private(set) var log: [String] = []
  /// How the performance ended; nil while it continues.
  public private(set) var ended: Outcome?
  /// The answers so far.
  public private(set) var answers: Answers
  /// Why the last answer to a question or page was refused, by the names of both; under an empty name,
  /// why the token of a performance that was ended can't be kept.
  public private(set) var problems: [String: String] = [:]
  /// Whether a step back leads anywhere.
  public private(set) var mayGoBack = false
  /// What could not be taken over from a token of another version of the flow.
  public private(set) var remarks: [ResumeRemark]
  /// What is filled in on the open pages, by the ids of their questions.
  ///
  /// The problems and the visibility of the fields follow.
  public var entries: [String: SessionResolution] = [:] {
    didSet {
      if entries == oldValue { return }
      for page in openPages where entries(of: page, in: entries) != entries(of: page, in: oldValue)
      {
        problems[page.name] = nil
      }
      fill()
    }
  }

  /// The first of what is open, for flows that ask one thing at a time.
  public var screen: Screen { ended.map { .ended($0) } ?? open.first ?? .working(working) }

  /// What the person has done, in order.
  private typealias Command = @MainActor (inout Session) async throws -> Void

  private var session: Session
  @ObservationIgnored private var commands: [(name: String, take: Command)] = []
  @ObservationIgnored private var signals = Mailbox<Void>()
  @ObservationIgnored private var loop: Task<Void, Never>?
  @ObservationIgnored private var alarm: Task<Void, Never>?
  @ObservationIgnored private var savedToken: String?
  /// The texts of work that has not reported anything.
  @ObservationIgnored private var loading: [(step: String, progress: WorkProgress)] = []
  private let save: @MainActor (String) throws -> Void
  private let sleep: @Sendable (Duration) async throws -> Void
  private let clock: @Sendable () -> Timestamp

  /// Starts a performance, or continues one from its token.
  /// - Parameters:
  ///   - flow: the flow to perform.
  ///   - token: what `save` received last; nil to start anew.
  ///   - interrupted: what to do with actions that were begun and had not ended.
  ///   - today: which day is today, for what is typed.
  ///   - words: the language of the product's own sentences.
  ///   - save: keeps a token that continues the performance; it is called after each step and before
  ///     each action. If it throws, the performance fails, and no action is begun.
  ///   - clock: returns the time; defaults to the system's clock.
  ///   - sleep: waits for a duration; defaults to the system's clock.
  /// - Throws: ``InvalidFlow`` if the flow has problems, ``TokenError`` and ``NewerVersion`` if it can't
  ///   be continued from the token.
  public init(
    _ flow: Flow, token: String? = nil, interrupted: InterruptedWorkPolicy = .ask,
    today: LocalDay = .ofProcess, words: Words = .english,
    save: @escaping @MainActor (String) throws -> Void = { _ in },
    clock: (@Sendable () -> Timestamp)? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await ContinuousClock().sleep(for: $0)
    }
  ) throws {
    var session =
      try token.map {
        try Session(flow, token: $0, interrupted: interrupted, words: words, clock: clock)
      } ?? Session(flow, words: words, clock: clock)
    session.today = today
    self.session = session
    self.clock = clock ?? { Timestamp.now }
    (self.save, self.sleep, answers, remarks) = (save, sleep, session.answers, session.remarks)
    publish(session)
    goOn()
  }

  // MARK: What a person does

  /// Answers a question.
  /// - Parameters:
  ///   - name: the name of the question.
  ///   - answer: the answer.
  public func answer(_ name: String, with answer: SessionResolution) {
    send(name) { try await $0.answer(name, with: answer) }
  }

  /// Answers a question with what the person typed.
  /// - Parameters:
  ///   - name: the name of the question.
  ///   - text: the text.
  public func answer(_ name: String, with text: String) { answer(name, with: .text(text)) }

  /// Answers a question or a decision with one of its choices.
  /// - Parameters:
  ///   - choice: the id of the choice.
  ///   - name: the name of the question.
  public func choose(_ choice: String, for name: String) {
    answer(name, with: .answer(.choice(choice)))
  }

  /// Submits a page with its ``entries``.
  ///
  /// If it is refused, it stays open, with a problem at each field that has one.
  /// - Parameters:
  ///   - page: the name of the page; nil for the first that is open.
  ///   - button: the id of the button that was chosen; nil for a form.
  public func submit(_ page: String? = nil, button: String? = nil) {
    guard let page = openPages.first(where: { page == nil || $0.name == page }) else { return }
    let entries = meant(on: page)
    send(page.name) { session in
      if let refused = try await session.submit(page.name, with: entries, button: button) {
        throw RefusedPage(page: refused, entries: entries)
      }
    }
  }

  /// Goes back to the question or page before.
  /// - Parameter name: the name of what to go back from; nil for the first that is open.
  public func back(from name: String? = nil) {
    let page = openPages.first { name == nil ? open.first == .page($0) : $0.name == name }
    send(name ?? page?.name ?? "") { session in
      if let page {
        try session.goBack(fromPage: page.name)
      } else {
        try session.goBack(from: name)
      }
    }
  }

  /// Ends the performance. Work that goes on is cancelled.
  public func cancel() {
    guard ended == nil else { return }
    commands = []
    if let loop { return loop.cancel() }
    session.cancel()
    publish(session)
  }

  /// Waits until all that was done so far has been taken, and no work goes on.
  public func settled() async { while let loop { await loop.value } }

  // MARK: The loop

  private struct RefusedPage: Error {
    let page: FormPage
    let entries: [String: SessionResolution]
  }

  private enum Event: Sendable {
    case signal, worked, timeUp
  }

  private func send(_ name: String, _ take: @escaping Command) {
    guard ended == nil else { return }
    commands.append((name, take))
    signals.put(())
    goOn()
  }

  private func goOn() {
    guard loop == nil, session.outcome == nil else { return }
    alarm?.cancel()
    loop = Task {
      // A copy: a property of an actor can't be changed across an `await`.
      var session = session
      do {
        try await perform(&session)
      } catch {
        if Task.isCancelled { session.cancel() } else { session.fail(Self.failure(error)) }
        await session.close()
        // What its work did is known.
        do { try keep(session) } catch { problems[""] = "\(error)" }
      }
      loop = nil
      (loading, working) = ([], [])
      publish(session)
      // What came after the last look.
      if !commands.isEmpty { goOn() } else { wait() }
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    error as? Failure ?? Failure(.interpreter, message: "\(error)")
  }

  /// Goes round until only the person can go on: a turn of the session, and then whatever comes first.
  private func perform(_ session: inout Session) async throws {
    while true {
      signals = Mailbox()
      while !commands.isEmpty { try await take(commands.removeFirst(), &session) }
      try await session.takeTurn(
        sleep: sleep,
        loading: { @MainActor @Sendable [weak self] session, need in
          self?.begin(need)
          self?.publish(session)
        },
        progress: { [weak self] progress in await self?.show(progress) },
        log: { [weak self] line, _ in await self?.show(line) },
        saving: { @MainActor @Sendable [weak self] session, _, _ in
          try self?.keep(session)
          return nil
        })
      session.present()
      publish(session)
      try keep(session)
      if session.outcome != nil || !session.isWorking && commands.isEmpty { return }
      if try await event(session) == .timeUp { session.expire() }
    }
  }

  private func take(_ command: (name: String, take: Command), _ session: inout Session) async throws
  {
    do {
      try await command.take(&session)
      (problems[command.name], problems[""]) = (nil, nil)
      refusedPages[command.name] = nil
    } catch let refused as RefusedPage {
      problems[command.name] = refused.page.problem
      refusedPages[command.name] = refused
    } catch let rejection as Rejection {
      problems[command.name] = rejection.message
    }
  }

  /// The pages that were refused with their entries, until one of them changes.
  @ObservationIgnored private var refusedPages: [String: RefusedPage] = [:]

  private func event(_ session: Session) async throws -> Event {
    let (signals, ending) = (signals, session.ending)
    let rest = session.deadline.map(rest)
    let sleep = sleep
    let event = try await withThrowingTaskGroup(of: Event.self) { group in
      group.addTask {
        await signals.wait(for: 0)
        return .signal
      }
      group.addTask {
        await ending?.wait()
        return .worked
      }
      if let rest {
        group.addTask {
          try await sleep(rest)
          return .timeUp
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .worked
    }
    try Task.checkCancellation()
    return event
  }

  /// The time until just after a deadline.
  private func rest(until deadline: Timestamp) -> Duration {
    clock().rest(until: deadline.advanced(by: .milliseconds(1)))
  }

  /// Waits for the first time limit, while nothing else is to be done.
  private func wait() {
    guard let deadline = session.deadline, ended == nil else { return }
    let (sleep, rest) = (sleep, rest(until: deadline))
    alarm = Task { [weak self] in
      do { try await sleep(rest) } catch { return }
      if !Task.isCancelled { self?.send("") { $0.expire() } }
    }
  }

  private func keep(_ session: Session) throws {
    let token = session.tokenText
    if token == savedToken { return }
    try save(token)
    savedToken = token
  }

  // MARK: What is seen

  private func begin(_ need: SessionNeed) {
    loading.removeAll { $0.step == need.name }
    let progress = WorkProgress(
      id: need.id, step: need.name, text: need.text, fraction: nil, label: nil)
    loading.append((need.name, progress))
    working = loading.map(\.progress)
  }

  private func show(_ progress: [WorkProgress]) {
    for progress in progress {
      if let place = loading.firstIndex(where: { $0.step == progress.step }) {
        loading[place].progress = progress
      } else {
        loading.append((progress.step, progress))
      }
    }
    working = loading.map(\.progress)
  }

  private func show(_ line: String) { log.append(line) }

  private func publish(_ session: Session) {
    self.session = session
    let going = Set(session.run.needs.map(\.name))
    loading.removeAll { !going.contains($0.step) }
    set(\.working, loading.map(\.progress))
    set(\.said, session.statements)
    set(\.ended, session.outcome)
    set(\.remarks, session.remarks)
    answers = session.answers
    fill()
    let leads =
      if case .page(let page)? = open.first { page.mayGoBack } else { session.backTarget != nil }
    set(\.mayGoBack, session.outcome == nil && leads)
    let asked = Set(openPages.flatMap(\.fields).map(\.id))
    set(\.entries, entries.filter { asked.contains($0.key) })
    // A refusal is about what is open: a question that comes up again has none.
    let named = asked.union(openPages.map(\.name)).union(session.needs.map(\.name))
    set(\.problems, problems.filter { $0.key.isEmpty || named.contains($0.key) })
    refusedPages = refusedPages.filter { named.contains($0.key) }
  }

  /// Sets a property if it changes, so that views aren't drawn for nothing.
  private func set<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<FlowModel, Value>, _ value: Value
  ) {
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }

  private var openPages: [FormPage] {
    open.compactMap { if case .page(let page) = $0 { page } else { nil } }
  }

  private func entries(
    of page: FormPage, in entries: [String: SessionResolution]
  ) -> [String: SessionResolution] {
    entries.filter { id, _ in page.fields.contains { $0.id == id } }
  }

  /// What is filled in for what is asked on a page: what was filled in for a field that is hidden by
  /// now isn't meant any more.
  private func meant(on page: FormPage) -> [String: SessionResolution] {
    entries.filter { id, _ in page.fields.contains { $0.id == id && $0.isVisible } }
  }

  /// Finds what is open, with the pages as they look with their entries.
  private func fill() {
    var screens: [Screen] = []
    var pages: Set<String> = []
    for need in session.outcome == nil ? session.needs : [] {
      if let page = need.page {
        guard pages.insert(page.name).inserted else { continue }
        let filled = try? session.page(page.name, with: entries(of: page, in: entries))
        let seen = filled ?? page
        let refused = refusedPages[page.name].flatMap { $0.entries == meant(on: seen) ? $0 : nil }
        screens.append(.page(refused?.page ?? seen))
      } else if let question = need.question, need.kind != .notice {
        screens.append(need.decision.map { .decision(question, $0) } ?? .question(question))
      }
    }
    set(\.open, screens)
  }
}
