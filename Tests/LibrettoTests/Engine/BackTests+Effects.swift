import Testing

@testable import LibrettoCore

/// Going back past actions and secrets.
extension BackTests {
  /// A booking that can be undone, and a mail that can't.
  static func booking(_ log: HandlerTests.Log) -> Flow {
    Flow("f") {
      Ask("Name?", into: name)
      Do("book") { answers in
        log.add("book \(answers[name] ?? "")")
        answers[code] = 7
      }.undo { answers in
        log.add("cancel \(answers[code] ?? 0)")
      }
      Do("mail") { log.add("mail") }
      Do("count") { _ in log.add("count") }.reads(colour)
      Ask("Colour?", into: colour)
    }
  }

  @Test("going back asks and undoes nothing; where an action read what changed, it is decided")
  func effects() async throws {
    let log = HandlerTests.Log()
    let result = try await Self.booking(log).run(
      with: Scripted(["Bob", .back, "Ann", "undo", "again", "red"], actions: .performed))
    #expect(
      result.transcript == """
        ASK      Name?
        PERSON   Bob
        ACTION   book
        ACTION   mail
        ACTION   count
        ASK      Colour?
        BACK     to name
        ASK      Name?
        PERSON   Ann
        CHOOSE   “book” was performed with different answers.
                 “Name?”: “Bob”, now “Ann”.
                 [Undo it, and perform it again] [Perform it again] [Keep it as it is]
        PERSON   Undo it, and perform it again
        UNDO     book
        ACTION   book
        CHOOSE   “mail” was performed, and a step before it has been performed again since.
                 [Perform it again] [Keep it as it is]
        PERSON   Perform it again
        ACTION   mail
        ASK      Colour?
        PERSON   red
        END      finished

        """)
    #expect(log.all == ["book Bob", "mail", "count", "cancel 7", "book Ann", "mail"])
    let booked = Journal.Entry.Event.performed([Journal.Entry.Write("code", 7)])
    #expect(
      result.journal.entries == [
        Journal.Entry("name", .answered("Bob"), 0),
        Journal.Entry("book", .began, 0), Journal.Entry("book", booked, 0),
        Journal.Entry("mail", .began, 0), Journal.Entry("mail", .performed([]), 0),
        Journal.Entry("count", .began, 0), Journal.Entry("count", .performed([]), 0),
        Journal.Entry("name", .back, 0), Journal.Entry("name", .answered("Ann"), 0),
        Journal.Entry("book", .again(undoing: true), 0),
        Journal.Entry("book", .undoBegan, 0), Journal.Entry("book", .undone, 0),
        Journal.Entry("book", .began, 0), Journal.Entry("book", booked, 0),
        Journal.Entry("mail", .again(undoing: false), 0),
        Journal.Entry("mail", .began, 0), Journal.Entry("mail", .performed([]), 0),
        Journal.Entry("count", .held, 0), Journal.Entry("colour", .answered("red"), 0),
      ])
    let replayed = try Run(Self.booking(log), replaying: result.journal)
    #expect(replayed.answers[Self.name] == "Ann")
    #expect(replayed.journal == result.journal)
    #expect(replayed.outcome == .finished(nil))
  }

  private struct Busy: Error, CustomStringConvertible {
    let description = "busy"
  }

  @Test(
    "what a TryAgain has led to is performed once, and where its answers change, it is decided",
    arguments: [1, 2])
  func overcome(failures: Int) async throws {
    let log = HandlerTests.Log()
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("pay") { answers in
        log.add("pay \(answers[Self.name] ?? "")")
        if log.all.count <= failures { throw Busy() }
      } failure: { error in
        Alert("It isn't paid", message: "\(error)") {
          Button("Try again") { TryAgain() }
          Button("Leave", role: .cancel) { Finish() }
        }
      }
      Confirm("All right?")
    }
    let backs: [ScriptedAnswer] = Array(repeating: .back, count: failures + 1)
    let tries: [ScriptedAnswer] = Array(repeating: "try again", count: failures)
    let result = try await flow.run(
      with: Scripted(
        ["Bob"] + tries + backs + ["Bob"] + backs + ["Ann", "again", "yes"], actions: .performed))
    let alert = """
      FAILED   busy
      ALERT    It isn't paid
               busy
               [Try again] [Leave]
      PERSON   Try again
      ACTION   pay

      """
    let first = (1...failures).map { $0 == 1 ? "it-isnt-paid" : "it-isnt-paid@\($0)" }
    func back(_ name: String) -> String {
      name == "name"
        ? "BACK     to name\nASK      Name?\n"
        : "BACK     to pay/failure/\(name)\nALERT    It isn't paid\n         busy\n"
          + "         [Try again] [Leave]\n"
    }
    let way = (first.reversed() + ["name"]).map(back).joined()
    let start = "ASK      Name?\nPERSON   Bob\nACTION   pay\n"
    let confirm = "CONFIRM  All right?\n"
    let end = """
      PERSON   Ann
      CHOOSE   “pay” was performed with different answers.
               “Name?”: “Bob”, now “Ann”.
               [Perform it again] [Keep it as it is]
      PERSON   Perform it again
      ACTION   pay
      CONFIRM  All right?
      PERSON   Yes
      END      finished

      """
    let tried = String(repeating: alert, count: failures)
    let wanted = [start, tried, confirm, way, "PERSON   Bob\n", confirm, way, end].joined()
    #expect(result.transcript == wanted)
    #expect(log.all == Array(repeating: "pay Bob", count: failures + 1) + ["pay Ann"])
    #expect(try Run(flow, replaying: result.journal).journal == result.journal)
  }

  @Test("a step back of the flow in the branch of a failure that is past leads on to what was done")
  func backInBranch() async throws {
    let log = HandlerTests.Log()
    func flow(retries: Int = 0) -> Flow {
      Flow("f") {
        Ask("Name?", into: Self.name)
        Do("pay") {
          log.add("pay")
          if log.all.count == 1 { throw Busy() }
        } failure: { _ in
          When(Self.name == "auto") {
            TryAgain()
          } otherwise: {
            Back()
          }
        }
        .retry(retries)
        Ask("Colour?", into: Self.colour)
      }
    }
    let result = try await flow().run(
      with: Scripted(["auto", .back, "Ann", "Ann", "keep", "red"], actions: .performed))
    #expect(result.outcome == .finished(nil))
    #expect(log.all == ["pay", "pay"])
    // An edit that allows more tries doesn't try the failure again.
    let resumed = try Run(flow(retries: 3), replaying: result.journal)
    #expect(resumed.outcome == .finished(nil))
  }

  @Test("beside work of another operation, a step back to before the group waits for the work")
  func besideWork() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Operations {
        Operation("ask") { Ask("Colour?", into: Self.colour).id("colour") }
        Operation("van") { Do("van") { _ in } }
      }
    }
    var session = try Session(flow)
    let first = #expect(throws: Rejection.self) { try session.goBack(from: "name") }
    #expect(first?.message == "This is the first question; there is nothing to go back to.")
    try session.resolve("name", with: .text("Ann"))
    let names = session.needs.map(\.name)
    let error = #expect(throws: Rejection.self) { try session.goBack(from: names[0]) }
    #expect(error?.message == "Work is still being performed; wait for it, then go back.")
    try session.resolve(names[1], with: .performed([:]))
    try session.goBack(from: names[0])
    #expect(session.needs.map(\.name) == ["name"])
  }

  @Test("a kept effect counts as performed with the current answers")
  func kept() async throws {
    let log = HandlerTests.Log()
    let result = try await Self.booking(log).run(
      with: Scripted(
        ["Bob", .back, "Ann", "keep", .back, "Ann", .back, "Bob", "red"], actions: .performed))
    #expect(log.all == ["book Bob", "mail", "count"])
    #expect(
      result.journal.entries.map(\.event).filter { $0 == .kept } == [.kept])
    #expect(result.outcome == .finished(nil))
  }

  @Test("the previous answer leaves effects as they are")
  func doneAsBefore() async throws {
    let log = HandlerTests.Log()
    _ = try await Self.booking(log).run(
      with: Scripted(["Bob", .back, "Bob", "red"], actions: .performed))
    #expect(log.all == ["book Bob", "mail", "count"])
  }

  @Test("a decision is open in a token; a step back from it leads to the previous answer")
  func decisionInToken() async throws {
    let log = HandlerTests.Log()
    let flow = Self.booking(log)
    var session = try Session(flow, clock: { 0 })
    try session.resolve("name", with: .text("Bob"))
    try await session.perform()
    try session.goBack()
    try session.resolve("name", with: .text("Ann"))
    session = try Session(flow, token: session.tokenText, clock: { 0 })
    #expect(session.needs.map(\.kind) == [.decision])
    #expect(session.needs[0].question?.choices.map(\.id) == ["undo", "again", "keep"])
    try await session.perform()
    #expect(log.all == ["book Bob", "mail", "count"])
    try session.goBack()
    #expect(session.needs[0].question?.defaultAnswer == "Ann")
    try session.resolve("name", with: .text("Bob"))
    #expect(session.needs.map(\.name) == ["colour"])
    try session.goBack()
    try session.resolve("name", with: .text("Ann"))
    try session.resolve("book", with: .text("undo"))
    session = try Session(flow, token: session.tokenText, clock: { 0 })
    #expect(session.needs.map(\.kind) == [.undo])
    try await session.perform()
    #expect(log.all == ["book Bob", "mail", "count", "cancel 7", "book Ann"])
    #expect(session.needs.map(\.name) == ["mail"])
  }

  @Test("a different secret is a change, though the journal doesn't show it")
  func otherSecret() async throws {
    let log = HandlerTests.Log()
    let word = Key<String>("word")
    let flow = Flow("f") {
      Ask("Word?", into: word).secret()
      Do("log in") { log.add($0[word] ?? "") }.reads(word)
      Ask("Age?", into: Self.age)
    }
    let result = try await flow.run(
      with: Scripted(["sesame", .back, "simsim", "again", 7], actions: .performed))
    #expect(log.all == ["sesame", "simsim"])
    #expect(result.transcript.contains("“Word?”: a different secret."))
    _ = try await flow.run(
      with: Scripted(["sesame", .back, "sesame", 7], actions: .performed))
    #expect(log.all == ["sesame", "simsim", "sesame"])
  }

  @Test("what was answered to a failure isn't the answer to the next one, though both say the same")
  func answeredFailure() throws {
    let flow = Flow("f") {
      Ask("Card?", into: Self.name)
      Do("pay") { _ in
      } failure: { error in
        Ask("Why?", into: Self.colour)
        Alert("Not paid", message: "\(error)") {
          Button("Try again") { TryAgain() }
          Button("Pay later")
        }
      }
      Confirm("Sure?")
    }
    func fail(_ run: inout Run) throws {
      let need = try #require(run.nextNeed)
      #expect(need.kind == .action)
      let given = run.answers(for: need)
      _ = given["name"]
      try run.resolve(need, with: .failed("Refused"), reading: given)
      #expect(run.nextNeed?.kind == .prompt)
    }
    for choice in ["Try again", "Pay later"] {
      var run = try Run(flow)
      try run.give("old")
      try fail(&run)
      try run.give("w")
      let alert = run.nextNeed
      try run.give(.string(choice))
      if choice == "Try again" { try fail(&run) }
      while run.nextNeed?.name != "name" { try run.goBack(from: try #require(run.nextNeed)) }
      try run.give("new")
      try fail(&run)
      try run.give("w")
      #expect(run.nextNeed == alert)
      let saved = try Run.resuming(flow, from: try SavedRun(run, of: flow)).run
      #expect(saved.nextNeed == alert)
    }
  }

  @Test("what an answer would change is seen past the work that it would undo")
  func consequenceBehindUndo() throws {
    let (room, seats) = (Key<String>("room"), Key<String>("seats"))
    let flow = Flow("f") {
      Choose("Kind?", from: ["Table", "Hotel"], into: Self.name)
      When(Self.name == "Hotel") {
        Ask("Room?", into: room)
        Do("reserve") { _ in }.undo { _ in }
      }
      When(Self.name == "Table") { Ask("Seats?", into: seats) }
      Ask("Last?", into: Self.colour)
      Confirm("Sure?")
    }
    var run = try Run(flow)
    for answer in ["Hotel", "12", nil, "zz"] as [Value?] {
      let need = try #require(run.nextNeed)
      if let answer {
        try run.give(answer)
      } else {
        try run.resolve(need, with: .performed(run.answers(for: need)))
      }
    }
    while run.nextNeed?.name != "name" { try run.goBack(from: try #require(run.nextNeed)) }
    let need = try #require(run.nextNeed)
    let words = Consequence(run, at: need, now: 0)?.words(for: .choice("table"))
    #expect(words == "Then “Room?” won’t be asked, and “reserve” will be undone.")
  }

  @Test("what an author says of a failure stays whole, whoever has seen the reason")
  func declaredReason() {
    let failure = Failure(.declared, message: "Stopped: it went boom")
    #expect(failure.omitting("it went boom") == failure)
    let thrown = Failure(.action, message: "the action “pay” failed: it went boom")
    #expect(thrown.omitting("it went boom").message == "the action “pay” failed")
  }
}
