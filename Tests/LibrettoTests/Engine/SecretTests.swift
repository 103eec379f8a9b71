import Testing

@testable import LibrettoCore

/// Secrets of a run that goes on: no journal holds one, so it is given again, and that is told.
struct SecretTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let word = Key<String>("word")
  static let found = Key<String>("found")

  /// A run that was saved after some needs have been resolved.
  private static func saved(_ flow: Flow, _ answers: [Given]) throws -> SavedRun {
    var run = try Run(flow)
    var rest = answers[...]
    while let need = run.nextNeed {
      let answers = run.answers(for: need)
      switch need.kind {
      case .action:
        run.begin(need)
        _ = answers[Self.word]
        try run.resolve(need, with: .performed(answers), reading: answers)
      case .load:
        _ = answers[Self.word]
        try run.resolve(need, with: .loaded("x"), reading: answers)
      default:
        guard let next = rest.popFirst() else { return try SavedRun(run, of: flow) }
        try run.resolve(need, with: .answer(next))
      }
    }
    return try SavedRun(run, of: flow)
  }

  private static func text(_ run: Run, _ flow: Flow) throws -> String {
    String(decoding: try run.journal.lines(of: flow), as: UTF8.self)
  }

  private static func told(_ run: Run) -> [String] {
    run.remarks.map { "\($0.kind) \($0.name): \($0.description)" }
  }

  @Test("a step back from where it is asked for again leads to the question before that")
  func back() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Word?", into: Self.word).secret()
      Ask("Age?", into: Self.age)
      Do("log in") { _ in }.reads(Self.word)
      Operations { Operation("o") { Ask("Found?", into: Self.found) } }
    }
    var (run, _) = try Run.resuming(flow, from: try Self.saved(flow, ["Ann", "sesame"]))
    try run.give(7)
    let need = try #require(run.nextNeed)
    #expect(need.kind == .secret)
    #expect(run.backTarget(of: need) == "age")
  }

  @Test("given again before work that reads it, it counts as the same for earlier effects")
  func beforeWork() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Do("sign up") { $0[Self.name] = $0[Self.word] }
      Do("greet") { _ in }.reads(Self.name)
      Ask("Age?", into: Self.age)
      Do("log in") { _ in }.reads(Self.word)
    }
    var (run, remarks) = try Run.resuming(flow, from: try Self.saved(flow, ["sesame"]))
    #expect(remarks == [])
    try run.give(7)
    #expect(run.nextNeed?.kind == .secret)
    #expect(Self.told(run) == [])
    try run.give("another")
    #expect(
      Self.told(run) == [
        "sameSecret word: “Word?” was entered again and is assumed unchanged for "
          + "“sign up”"
      ])
    #expect(run.nextNeed?.kind == .action)
    #expect(run.nextNeed?.name == "log-in")
  }

  @Test("given again after a step back, when the previous one is gone")
  func afterBack() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Do("sign up") { _ = $0[Self.word] }
      Ask("Age?", into: Self.age)
    }
    var (run, _) = try Run.resuming(flow, from: try Self.saved(flow, ["sesame"]))
    try run.goBack(from: try #require(run.nextNeed))
    #expect(run.nextNeed?.name == "word")
    try run.give("another")
    #expect(run.nextNeed?.name == "age")
    #expect(run.remarks.map(\.kind) == [.sameSecret])
    // Now that one is held, another one is another.
    try run.goBack(from: try #require(run.nextNeed))
    try run.give("a third")
    #expect(run.nextNeed?.kind == .stale)
    #expect(run.remarks.count == 1)
  }

  @Test("nothing is reported if no effect used it, nor if the host passes it")
  func nothing() throws {
    let flow = Flow("f") {
      Do("begin") { _ in }
      Ask("Word?", into: Self.word).secret()
      Load("look up", into: Self.found) { $0[Self.word] }
      Ask("Age?", into: Self.age)
      Do("log in") { _ in }.reads(Self.word)
    }
    let saved = try Self.saved(flow, ["sesame"])
    var (run, _) = try Run.resuming(flow, from: saved)
    try run.give(7, "another")
    #expect(run.nextNeed?.kind == .load)
    #expect(run.remarks == [])
    (run, _) = try Run.resuming(flow, from: saved, secrets: ["word": "sesame"])
    #expect(run.nextNeed?.name == "age")
    #expect(run.remarks == [])
  }

  @Test("saved in the pause before the next try of a load, it is given again before that")
  func pause() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Load("look up", into: Self.found) { $0[Self.word] }.retry(1, backoff: .seconds(1))
    }
    var before = try Run(flow)
    try before.give("sesame")
    let load = try #require(before.nextNeed)
    let answers = before.answers(for: load)
    _ = answers[Self.word]
    try before.resolve(load, with: .failed("no network"), reading: answers)
    var (run, _) = try Run.resuming(flow, from: try SavedRun(before, of: flow))
    let pause = try #require(run.nextNeed)
    #expect(pause.kind == .wait)
    try run.resolve(pause, with: .elapsed)
    #expect(run.nextNeed?.kind == .secret)
    try run.give("sesame")
    #expect(run.nextNeed?.kind == .load)
  }

  @Test("what was loaded for another secret isn't taken for one that was never kept")
  func another() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Load("look up", into: Self.found) { $0[Self.word] }
      Confirm("End?").id("end")
    }
    for (second, third) in [("y", "x"), ("y", "y"), ("y", "z")] {
      var run = try Run(flow)
      try run.give("x")
      let load = try #require(run.nextNeed)
      let answers = run.answers(for: load)
      _ = answers[Self.word]
      try run.resolve(load, with: .loaded("found for x"), reading: answers)
      try run.goBack()
      try run.give(.string(second))
      try run.goBack()
      let saved = try SavedRun(run, of: flow)
      let token = try SessionToken(SessionToken.bytes(run, try flow.fingerprintNumber))
      let secret: [String: Value] = ["word": .string(second)]
      var runs = [
        run, try Run.resuming(flow, from: saved, secrets: secret).run,
        Run(
          flow.program, flow.limits, id: run.id, started: run.started,
          lines: try token.lines(flow.program).lines,
          secrets: flow.program.secretNames(secret), at: 0),
      ]
      for index in runs.indices { try runs[index].give(.string(third)) }
      #expect(runs.map(\.nextNeed?.kind) == [.load, .load, .load], "\(second), \(third)")
    }
  }

  @Test(
    "one given at its question in another process may be another: what was loaded for it isn't taken",
    arguments: [true, false])
  func inAnotherProcess(isReadKnown: Bool) throws {
    func flow(asking title: Text) -> Flow {
      Flow("f") {
        Ask("Word?", into: Self.word).secret()
        Load("look up", into: Self.found) { $0[Self.word] }
        Do("sign up") { _ = $0[Self.word] }.reads(Self.word)
        Confirm(title).id("end")
      }
    }
    let (flow, edited) = (flow(asking: "End?"), flow(asking: "Really?"))
    var first = try Run(flow)
    try first.give("x")
    for _ in 1...2 {
      let work = try #require(first.nextNeed)
      let answers = first.answers(for: work)
      _ = answers[Self.word]
      try first.resolve(
        work, with: work.kind == .load ? .loaded("found for x") : .performed(answers),
        reading: isReadKnown ? answers : nil)
    }
    let token = SessionToken.bytes(first, try flow.fingerprintNumber)
    let runs = [
      try Run.resuming(flow, from: try SavedRun(first, of: flow)).run,
      try Session(flow, token: token, clock: { 0 }).run,
    ]
    for var run in runs {
      try run.goBack()
      try run.give("y")
      let load = try #require(run.nextNeed)
      #expect(load.kind == .load)
      // Made again from what it has written, it needs the same.
      #expect(
        try Run.resuming(flow, from: try SavedRun(run, of: flow)).run.nextNeed?.kind == .secret)
      // Nor does an edit take what was loaded for the one before.
      let saved = SessionToken.bytes(run, try flow.fingerprintNumber)
      #expect(
        try Run.resuming(edited, from: try SavedRun(run, of: flow)).run.nextNeed?.kind == .secret)
      #expect(try Session(edited, token: saved, clock: { 0 }).run.nextNeed?.kind == .secret)
      let answers = run.answers(for: load)
      _ = answers[Self.word]
      try run.resolve(
        load, with: .loaded("found for y"), reading: isReadKnown ? answers : nil)
      #expect(run.nextNeed?.name == "end")
      // Given once more, it is the same.
      try run.goBack()
      try run.give("y")
      #expect(run.nextNeed?.name == "end")
      #expect(run.answers["found"] == "found for y")
    }
  }

  @Test("one that an action set and that was given again isn't asked for at each restore")
  func ofAnAction() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Do("renew") { $0[Self.word] = "z" }
      Load("look up", into: Self.found) { $0[Self.word] }
      Confirm("End?").id("end")
    }
    var first = try Run(flow)
    try first.give("x")
    let renew = try #require(first.nextNeed)
    var answers = first.answers(for: renew)
    answers[Self.word] = "z"
    try first.resolve(renew, with: .performed(answers), reading: answers)
    #expect(first.nextNeed?.kind == .load)
    let token = SessionToken.bytes(first, try flow.fingerprintNumber)
    let restored = [
      try Session(flow, token: token, clock: { 0 }).run,
      try Run.resuming(flow, from: try SavedRun(first, of: flow)).run,
    ]
    for var run in restored {
      let secret = try #require(run.nextNeed)
      #expect(secret.kind == .secret)
      try run.resolve(secret, with: .answer(.typed("z")))
      let load = try #require(run.nextNeed)
      let held = run.answers(for: load)
      _ = held[Self.word]
      try run.resolve(load, with: .loaded("found for z"), reading: held)
      #expect(run.nextNeed?.name == "end")
      let token = SessionToken.bytes(run, try flow.fingerprintNumber)
      #expect(try Session(flow, token: token, clock: { 0 }).run.nextNeed?.name == "end")
      #expect(
        try Run.resuming(flow, from: try SavedRun(run, of: flow)).run.nextNeed?.name == "end")
    }
  }

  @Test("a number that no run comes to is refused in a token and in a journal, not a crash")
  func forged() throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Do("sign up") { _ = $0[Self.word] }
    }
    var run = try Run(flow)
    try run.give("x")
    #expect(try Self.text(run, flow).contains(#""secret":1,"#))
    for number in [1 << 31, 1 << 47, 1 << 60] {
      run.state.amend { memo in
        memo.add(Line(memo.lines[0].name, .secret, .epoch, value: .int(number)))
      }
      let token = SessionToken.bytes(run, try flow.fingerprintNumber)
      #expect(throws: TokenError.self) { try Session(flow, token: token, clock: { 0 }) }
      let lines = Array(try Self.text(run, flow).utf8)
      #expect { try SavedRun(lines: lines) } throws: {
        "\($0)".contains("“secret” is missing, or not a whole number")
      }
    }
  }

  @Test("the interpreter is told, the transcript notes it, and a session has a remark")
  func toldOnce() async throws {
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Do("sign up") { _ = $0[Self.word] }
      Ask("Age?", into: Self.age)
      Do("log in") { _ in }.reads(Self.word)
    }
    let remark =
      "“Word?” was entered again and is assumed unchanged for “sign up”"
    let saved = try Self.saved(flow, ["sesame"])
    let told = Locked<[String]>([])
    let host = TestHost(answer: { .text($0.name == "age" ? "7" : "sesame") })
    let result = try await flow.resume(
      saved, with: host, remark: { remark in told.withLock { $0.append(remark.description) } })
    #expect(told.withLock { $0 } == [remark])
    #expect(
      result.transcript == """
        ASK      Age?
        PERSON   7
        ASK      Word?
        NOTE     “Word?” is asked again: a saved run doesn't contain secrets.
        PERSON   (secret)
        NOTE     \(remark)
        ACTION   log in
        END      finished

        """)
    var session = try Session(flow)
    try await session.answer("word", with: .text("sesame"))
    try await session.perform()
    session = try Session(flow, token: session.token)
    try await session.answer("age", with: .text("7"))
    #expect(session.remarks == [])
    try await session.answer("word", with: .text("another"))
    #expect(session.remarks.map(\.description) == [remark])
  }
}
