import LibrettoCore
import TestSupport

/// The engine as the judge sees it: the one place where the two meet.
///
/// It is a ``Session``, of which only the run and the token are used, so that one value has all
/// three ways to hold a memo: a live run, a journal and a token. It decides nothing.
struct EngineUnderTest: JudgedEngine {
  private var session: Session
  /// What work was given, with what it was seen to read.
  private var given: [String: Answers] = [:]
  /// What was said.
  private var said: [EngineSaid] = []
  /// The needs of the work that is being performed: an operation may be cancelled meanwhile.
  private var flights: [String: Need] = [:]

  init(_ flow: JudgeFlow, at time: Int) throws {
    session = try Session(try Self.flow(flow), id: "judged", clock: { Timestamp(time) })
    // A session says the first texts by itself, and doesn't tell which operation says them.
    session.run = try Run(session.flow, id: "judged", at: Timestamp(time))
    settle(at: time)
  }

  private init(_ session: Session, at time: Int) {
    self.session = session
    settle(at: time)
  }

  private static func flow(_ flow: JudgeFlow) throws -> Flow {
    do {
      return try Flow(json: JudgeJSON.text(flow))
    } catch {
      if error.problems.allSatisfy({ $0.code == "read-before-set" }) { throw UnfitFlow() }
      throw error
    }
  }

  /// Says what is to be said, and puts all questions of operations to the person,
  /// as a session does.
  private mutating func settle(at time: Int) {
    while let say = session.run.needs.first(where: { $0.kind == .say }) {
      said.append(said(in: say))
      guard (try? session.run.resolve(say, with: .shown, at: Timestamp(time))) != nil else { break }
    }
    // The person is there all the time, and sees each question at once.
    for question in session.run.needs where question.kind == .prompt {
      session.run.present(question, at: Timestamp(time))
    }
  }

  private func said(in need: Need) -> EngineSaid {
    let operation = session.run.operation(around: need)
    return EngineSaid(
      strand: operation.map { JudgePlaces.name($0.id, $0.rounds) } ?? "",
      words: session.run.statement(of: need).words)
  }

  mutating func takeSaid() -> [EngineSaid]? {
    defer { said = [] }
    return said
  }

  private func need(_ need: EngineNeed) throws(WalkFailure) -> Need {
    let open = session.run.needs.first {
      $0.name == need.name && JudgeNeed.Kind($0.kind) == need.kind
    }
    guard let open else { throw WalkFailure("needs", "\(need) is not open") }
    return open
  }

  // MARK: Where it stands

  var needs: [EngineNeed] {
    session.run.needs.map { need in
      EngineNeed(
        kind: JudgeNeed.Kind(need.kind) ?? .back, name: need.name,
        offer: need.kind == .prompt
          ? session.run.question(for: need)?.defaultAnswer.map(JudgeAnswer.init) : nil,
        backTarget: session.run.backTarget(of: need))
    }
  }

  var outcome: EngineOutcome? {
    switch session.run.outcome {
    case nil: nil
    case .finished(let name)?: .finished(name)
    case .failed?, .cancelled?: .failed
    }
  }

  var deadline: Int? { session.run.deadline?.millisecondsSince1970 }

  func answers(_ keys: [String]) -> JudgeAnswers {
    let answers = session.run.answers
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, JudgeValue(answers[$0])) })
  }

  func title(of need: EngineNeed) -> String {
    guard let open = try? self.need(need) else { return "" }
    return session.run.question(for: open)?.title ?? ""
  }

  // MARK: What happens to it

  mutating func begin(_ need: EngineNeed, at time: Int) {
    guard let open = try? self.need(need) else { return }
    session.run.begin(open, at: Timestamp(time))
    flights[need.name] = open
  }

  mutating func look(_ need: EngineNeed, _ keys: [String]) -> JudgeAnswers {
    guard let open = try? self.need(need) else { return [:] }
    let answers = session.run.answers(for: open)
    given[need.name] = answers
    if keys.contains(JudgeStep.Work.all) { _ = answers.names }
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, JudgeValue(answers[$0])) })
  }

  func key(of need: EngineNeed) -> String {
    (try? self.need(need)).map { session.run.performanceKey(of: $0) } ?? ""
  }

  mutating func resolve(_ need: EngineNeed, _ resolution: EngineResolution, at time: Int) throws {
    let open = try flights.removeValue(forKey: need.name) ?? self.need(need)
    let held = given.removeValue(forKey: need.name)
    let resolved: Resolution
    switch resolution {
    case .answer(let answer): resolved = .answer(Given(answer))
    case .timedOut: resolved = .timedOut
    case .dismissed: resolved = .dismissed
    case .elapsed: resolved = .elapsed
    case .performed(let wrote):
      var answers = held ?? session.run.answers(for: open)
      for (key, value) in wrote { answers.write(Value(value), key) }
      resolved = .performed(answers)
    case .loaded(let value): resolved = .loaded(value.map(Value.int))
    case .failed: resolved = .failed("it failed")
    case .didNotRun: resolved = .didNotRun
    case .again: resolved = .again
    case .undoAndAgain: resolved = .undoAndAgain
    case .keep: resolved = .keep
    case .undone: resolved = .undone
    case .leave: resolved = .leave
    case .told: resolved = .told
    }
    do throws(Rejection) {
      try session.run.resolve(open, with: resolved, reading: held, at: Timestamp(time))
    } catch {
      if Self.isOfHigherVersion(error.message) { throw HigherVersion() }
      throw error
    }
    settle(at: time)
  }

  private static func isOfHigherVersion(_ problem: String?) -> Bool {
    problem?.contains("can't continue it") ?? false
  }

  mutating func goBack(from need: EngineNeed, to field: String?, at time: Int) throws {
    let open = try self.need(need)
    if let field {
      let id = JudgePlaces.split(field).id
      try session.run.goBack(from: open, toField: id, at: Timestamp(time))
    } else {
      try session.run.goBack(from: open, at: Timestamp(time))
    }
    settle(at: time)
  }

  mutating func submit(
    _ need: EngineNeed, _ entries: [String: JudgeAnswer], button: String?, at time: Int
  ) throws -> Bool {
    let open = try self.need(need)
    let filled = PageAnswers(entries.mapValues { .answer(Given($0)) }, button: button)
    if let refused = try session.run.submit(open, with: filled, at: Timestamp(time)) {
      let problems = [refused.problem] + refused.fields.map(\.problem)
      if problems.contains(where: Self.isOfHigherVersion) { throw HigherVersion() }
      return false
    }
    // Once more, it must not be taken.
    if !session.run.isOpen(open) {
      var copy = session.run
      guard (try? copy.submit(open, with: filled, at: Timestamp(time))) == nil else {
        throw WalkFailure("a page is taken twice", "\(need)")
      }
    }
    settle(at: time)
    return true
  }

  mutating func stop() { session.run.stop() }

  /// Its journal, for a person to read.
  var journal: String {
    String(decoding: (try? session.run.journalBytes(of: session.flow)) ?? [], as: UTF8.self)
  }

  mutating func expire(at time: Int) throws {
    session.run.expire(at: Timestamp(time))
    settle(at: time)
  }

  func restored(from saving: EngineSaving, at time: Int) throws -> any JudgedEngine {
    var copy = try taken(by: session.flow, from: saving, at: time)
    guard saving == .token else { return EngineUnderTest(copy, at: time) }
    // A session says the first texts by itself: a run from the same lines says them here.
    copy.run = copy.restoredRun(at: Timestamp(time))
    var restored = EngineUnderTest(copy, at: time)
    if !restored.session.run.expire(at: Timestamp(time)).isEmpty { restored.settle(at: time) }
    return restored
  }

  func edited(
    _ flow: JudgeFlow, from saving: EngineSaving, at time: Int
  ) throws -> any JudgedEngine {
    try EngineUnderTest(taken(by: Self.flow(flow), from: saving, at: time), at: time)
  }

  private func taken(by flow: Flow, from saving: EngineSaving, at time: Int) throws -> Session {
    do {
      // What a token of another version has and this one can't hold, no journal can have.
      guard saving == .journal, !session.run.hasForeignToken else {
        return try Session(flow, token: session.token, clock: { Timestamp(time) })
      }
      var copy = try Session(flow, id: "judged", clock: { Timestamp(time) })
      copy.run = try resumed(flow, at: time)
      return copy
    } catch is NewerVersion {
      throw HigherVersion()
    }
  }

  private func resumed(_ flow: Flow, at time: Int) throws -> Run {
    // In versions, a journal has what the flow can't hold, too.
    let lines =
      session.flow.tree.version == nil
      ? try session.run.journal.lines(of: session.flow, id: "judged")
      : try session.run.journalBytes(of: session.flow)
    return try Run.resuming(flow, from: SavedRun(lines: lines), at: Timestamp(time)).run
  }
}

// MARK: - Words

extension JudgeNeed.Kind {
  fileprivate init?(_ kind: Need.Kind) {
    switch kind {
    case .say: return nil
    case .prompt: self = .prompt
    case .notice: self = .notice
    case .action: self = .action
    case .load: self = .load
    case .wait: self = .wait
    case .stale: self = .stale
    case .begun: self = .begun
    case .undo: self = .undo
    case .undoBegun: self = .undoBegun
    case .undoFailed: self = .undoFailed
    case .remains: self = .remains
    case .secret: self = .secret
    }
  }
}

extension JudgeValue {
  fileprivate init(_ value: Value?) {
    switch value {
    case nil, .null?: self = .unset
    case .bool(let value)?: self = .flag(value)
    case .int(let value)?: self = .int(value)
    case .double(let value)?: self = .text(String(value))
    case .list(let values)?: self = .list(values.map(\.description))
    case .string(let text)?:
      self = text.hasPrefix("secret") ? .secret(Int(text.dropFirst(6)) ?? -1) : .text(text)
    }
  }
}

extension Value {
  fileprivate init(_ value: JudgeValue) {
    switch value {
    case .unset: self = .null
    case .int(let value): self = .int(value)
    case .flag(let value): self = .bool(value)
    case .text(let text): self = .string(text)
    case .list(let texts): self = .list(texts.map(Value.string))
    case .secret(let number): self = .string("secret\(number)")
    }
  }
}

extension JudgeAnswer {
  fileprivate init(_ given: Given) {
    switch given {
    case .typed(let value): self = .typed(JudgeValue(value))
    case .yes(let yes): self = .yes(yes)
    case .choice(let id): self = .choice(id)
    case .choices(let ids): self = .choices(ids)
    case .submit: self = .submit
    }
  }
}

extension Given {
  fileprivate init(_ answer: JudgeAnswer) {
    switch answer {
    case .typed(let value): self = .typed(Value(value))
    case .yes(let yes): self = .yes(yes)
    case .choice(let id): self = .choice(id)
    case .choices(let ids): self = .choices(ids)
    case .submit: self = .submit
    }
  }
}
