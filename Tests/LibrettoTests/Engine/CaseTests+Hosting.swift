import Testing

@testable import LibrettoCore

/// What reviewers found once in operations, sessions and waits, each as it should be.
struct HostingCaseTests {
  static let a = Key<String>("a"), b = Key<String>("b"), c = Key<String>("c")

  /// What another operation sets is read beside it, without waiting for it.
  private static func racing(_ steps: String, after: String = "") -> String {
    #"{"libretto":1,"flow":"par","keys":{"x":"integer","r":"string","s1":"string","s2":"string","#
      + #""z":"string"},"steps":[{"type":"operations","operations":["#
      + #"{"type":"operation","id":"a","name":"a","steps":[\#(steps),"#
      + #"{"type":"store","into":"x","value":1}]},"#
      + #"{"type":"operation","id":"b","name":"b",\#(after)"steps":["#
      + #"{"type":"ask","id":"b/r","title":"R?","into":"r"},"#
      + #"{"type":"when","condition":{"key":"x","is":"set"},"#
      + #""then":[{"type":"ask","id":"b/s1","title":"S1?","into":"s1"}],"#
      + #""otherwise":[{"type":"ask","id":"b/s2","title":"S2?","into":"s2"}]},"#
      + #"{"type":"ask","id":"b/z","title":"Z?","into":"z"}]}]}]}"#
  }

  @Test(
    "08, 34: an operation that reads what another one sets has to wait for it",
    arguments: [
      #"{"type":"say","text":"Fetching…"}"#,
      #"{"type":"wait","id":"a/wait","milliseconds":100}"#,
    ])
  func races(steps: String) throws {
    let error = #expect(throws: InvalidFlow.self) { try Flow(json: Self.racing(steps)) }
    #expect("\(try #require(error))".contains("after"), "\(String(describing: error))")
    // It waits: every state stands in the journal and in a token.
    let flow = try Flow(json: Self.racing(steps, after: #""after":["a"],"#))
    var session = try Session(flow, id: "one", clock: { 0 })
    if session.needs.first?.kind == .wait { try session.resolve("a/wait", with: .elapsed) }
    for (name, text) in [("b/r", "r"), ("b/s1", "s"), ("b/z", "z")] {
      #expect(session.needs.map(\.name) == [name])
      let restored = try Session(flow, token: session.token, clock: { 0 })
      #expect(restored.needs == session.needs)
      var (resumed, _) = try Run.resuming(flow, from: try SavedRun(session.run, of: flow))
      while let need = resumed.nextNeed, need.kind == .say {
        try resumed.resolve(need, with: .shown)
      }
      #expect(resumed.needs.map(\.name) == [name])
      try session.resolve(name, with: .text(text))
    }
    #expect(session.outcome == .finished(nil))
  }

  @Test("work in an operation that its host never began is begun by its result")
  func impliedBegin() throws {
    let flow = try Flow(
      json: #"{"libretto":1,"flow":"implied","keys":{"n":"integer","m":"integer"},"steps":["#
        + #"{"type":"ask","id":"q","title":"N?","into":"n"},{"type":"operations","operations":["#
        + #"{"type":"operation","id":"op","name":"op","steps":["#
        + #"{"type":"do","id":"e","name":"e","undo":true,"retries":1,"timeoutMilliseconds":1000},"#
        + #"{"type":"ask","id":"r","title":"M?","into":"m"}]}]}]}"#)
    var run = try Run(flow, id: "one", at: 0)
    try run.resolve(run.needs[0], with: .answer(.typed(.int(1))))
    // Nobody knows whether it was done: the lines say so.
    var doubted = run
    try doubted.resolve(doubted.needs[0], with: .timedOut)
    let (resumed, _) = try Run.resuming(flow, from: try SavedRun(doubted, of: flow))
    #expect(doubted.needs.map(\.kind) == [.begun])
    #expect(resumed.needs.map(\.kind) == [.begun])
    // It is undone with the answers that it was given.
    let answers = run.answers(for: run.needs[0])
    #expect(answers["n"] == .int(1))
    try run.resolve(run.needs[0], with: .performed(answers))
    try run.goBack(from: run.needs[0])
    try run.resolve(run.needs[0], with: .answer(.typed(.int(2))))
    try run.resolve(run.needs[0], with: .undoAndAgain)
    #expect(run.needs.map(\.kind) == [.undo])
    #expect(run.answers(for: run.needs[0])["n"] == .int(1))
  }

  @Test("42: a step back in one operation while another one loads, and while it waits")
  func backBeside() throws {
    let list = Key<[String]>("list")
    let flow = Flow("beside") {
      Operations {
        Operation("fetch") {
          Say("Fetching…")
          Load("list", into: list) { ["x"] }
          Wait(.seconds(1))
        }
        Operation("ask") {
          Ask("Name?", into: Self.a)
          Ask("Age?", into: Self.b)
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    #expect(session.needs.map(\.name) == ["fetch/list", "ask/a"])
    for other in ["fetch/list", "fetch/wait"] {
      try session.resolve("ask/a", with: .text("Bob"))
      try session.goBack(from: "ask/b")
      #expect(session.needs.map(\.name) == [other, "ask/a"])
      #expect(session.needs[1].question?.defaultAnswer == "Bob")
      #expect(
        throws: Rejection(message: "This is the first question; there is nothing to go back to.")
      ) { try session.goBack(from: other) }
      if other == "fetch/list" { try session.resolve(other, with: .loaded(["x"])) }
    }
    #expect(session[list] == ["x"])
  }

  @Test("42: the same with an interpreter, whose load continues")
  func backWhileLoading() async throws {
    let list = Key<[String]>("list")
    let answered = Gate()
    let flow = Flow("beside") {
      Operations {
        Operation("fetch") {
          Load("list", into: list) {
            try await answered.wait()
            return ["x"]
          }
        }
        Operation("ask") {
          Ask("Name?", into: Self.a)
          Ask("Age?", into: Self.b)
        }
      }
    }
    let replies = Locked<[Reply]>([.text("Bob"), .back, .text("Ann"), .text("7")])
    let result = try await flow.run(
      with: TestHost(answer: { _ in
        let reply = replies.withLock { $0.removeFirst() }
        if replies.withLock({ $0.isEmpty }) { answered.open() }
        return reply
      }))
    #expect(result.outcome == .finished(nil))
    #expect(result.answers.description == "[a: “Ann”, b: “7”, list: [“x”]]")
  }

  @Test("60: operations in a loop: before the first question of all there is none")
  func loop() throws {
    let more = Key<Bool>("more")
    let flow = Flow("loop") {
      Repeat {
        Operations {
          Operation("o") {
            Ask("Q?", into: Self.a)
            Ask("R?", into: Self.b)
          }
        }
        Confirm("More?", into: more)
      } until: {
        more == false
      }
    }
    var run = try Run(flow)
    try run.give("q1", "r1", true, "q2")
    // The loop is left by nobody else: the questions of the round before come before these.
    for expected in ["o/a@2", "more", "o/b", "o/a"] {
      try run.goBack()
      #expect(run.nextNeed?.name == expected)
    }
    #expect(
      throws: Rejection(message: "This is the first question; there is nothing to go back to.")
    ) { try run.goBack() }
    try run.give("q1")
    #expect(run.nextNeed?.name == "o/b@2")
    try run.give("r2", false)
    #expect(run.outcome == .finished(nil))
  }

  @Test("17: after a step back a restored session has the time that the live one has")
  func deadline() throws {
    let flow = Flow("limit") {
      Ask("A?", into: Self.a)
      Ask("B?", into: Self.b).timeout(.seconds(30)) { Say("Time up.") }
      Ask("C?", into: Self.c)
    }
    let time = Locked(1_000_000)
    let clock: @Sendable () -> Timestamp = { Timestamp(time.withLock { $0 }) }
    var session = try Session(flow, clock: clock)
    try session.resolve("a", with: .text("1"))
    time.withLock { $0 += 10_000 }
    try session.resolve("b", with: .text("2"))
    time.withLock { $0 += 90_000 }
    try session.goBack()
    #expect(session.needs.map(\.deadline) == [1_130_000])
    var restored = try Session(flow, token: session.tokenText, clock: clock)
    #expect(restored.needs == session.needs)
    time.withLock { $0 += 30_001 }
    restored.expire()
    #expect(restored.said == ["Time up."])
  }

  @Test("18: an undo that fails is decided, and live session and token stand at the same need")
  func undoFails() async throws {
    struct Silent: Error {}
    let log = HandlerTests.Log()
    let flow = Flow("undo") {
      Ask("A?", into: Self.a)
      Do("book") { _ in
        log.add("book")
      }.reads(Self.a).undo { _ in
        log.add("unbook")
        if log.all.count == 3 { throw Silent() }
      }
      Do("pay") { _ in
        log.add("pay")
      }.reads(Self.a).undo { _ in
        log.add("unpay")
      }
      Ask("B?", into: Self.b)
    }
    var session = try Session(flow, clock: { 0 })
    func step(
      _ kind: SessionNeed.Kind, _ name: String, _ answer: String
    ) async throws {
      #expect(session.needs.map(\.kind) == [kind])
      #expect(session.needs.map(\.name) == [name])
      let restored = try Session(flow, token: session.token, clock: { 0 })
      #expect(restored.needs == session.needs)
      #expect(restored.answers.description == session.answers.description)
      try session.resolve(name, with: .text(answer))
      try await session.perform()
    }
    try session.resolve("a", with: .text("1"))
    try await session.perform()
    try session.goBack()
    try await step(.question, "a", "2")
    try await step(.decision, "book", "undo")
    #expect(session.needs[0].text == "Undoing “book” failed: Silent()")
    try await step(.decision, "book", "again")
    try await step(.decision, "pay", "undo")
    #expect(log.all == ["book", "pay", "unbook", "unbook", "book", "unpay", "pay"])
    try await step(.question, "b", "3")
    #expect(session.outcome == .finished(nil))
  }

  @Test("33: two waits have two names, and a late resolution of one doesn't end the other")
  func waits() throws {
    let flow = Flow("waits") {
      Wait(.milliseconds(600))
      Say("one")
      Wait(.seconds(5))
      Say("two")
    }
    var session = try Session(flow, clock: { 0 })
    let first = session.needs[0].name
    try session.resolve(first, with: .elapsed)
    #expect(session.said == ["one"])
    #expect(session.needs[0].name != first)
    #expect(throws: Rejection.self) { try session.resolve(first, with: .elapsed) }
    #expect(session.outcome == nil)
  }
}
