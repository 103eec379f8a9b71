import Testing

@testable import LibrettoCore

/// What reviewers found once in runs that are saved and go on, each as it should be.
struct SavedCaseTests {
  static let a = Key<String>("a"), b = Key<String>("b"), c = Key<String>("c")

  /// Does the work of the needs that are no questions.
  static func work(_ run: inout Run, _ log: HandlerTests.Log, at time: Timestamp = 0) throws {
    while let need = run.nextNeed {
      switch need.kind {
      case .say: try run.resolve(need, with: .shown, at: time)
      case .action, .undo:
        run.begin(need, at: time)
        log.add("\(need.kind == .undo ? "undo " : "")\(need.name)")
        let answers = run.answers(for: need)
        try run.resolve(
          need, with: need.kind == .undo ? .undone : .performed(answers), reading: answers, at: time
        )
      default: return
      }
    }
  }

  @Test("58: one text edited, resumed, a step back")
  func editedBack() throws {
    func flow(_ last: Text) -> Flow {
      Flow("pre") {
        Ask("A?", into: Self.a)
        Ask("B?", into: Self.b)
        Ask(last, into: Self.c).id("c")
      }
    }
    var run = try Run(flow("C?"))
    try run.give("1", "2")
    let edited = flow("C, please?")
    var (resumed, remarks) = try Run.resuming(edited, from: try SavedRun(run, of: flow("C?")))
    #expect(remarks == [])
    #expect(resumed.nextNeed?.name == "c")
    try resumed.goBack()
    #expect(resumed.nextNeed?.name == "b")
    (resumed, _) = try Run.resuming(edited, from: try SavedRun(resumed, of: edited))
    try resumed.give("22", "3")
    #expect(resumed.answers.description == "[a: “1”, b: “22”, c: “3”]")
    #expect(resumed.outcome == .finished(nil))
  }

  @Test("07: failed, resumed, left and resumed once more")
  func failedTwice() throws {
    let flow = Flow("fails") {
      Ask("A?", into: Self.a)
      Do("send") { _ in }
      Ask("B?", into: Self.b)
      Ask("C?", into: Self.c)
    }
    var run = try Run(flow)
    try run.give("1")
    var need = try #require(run.nextNeed)
    run.begin(need)
    try run.resolve(need, with: .failed("no network"))
    for again in ["failed too", nil] {
      (run, _) = try Run.resuming(flow, from: try SavedRun(run, of: flow))
      need = try #require(run.nextNeed)
      #expect(need.kind == .action)
      run.begin(need)
      try run.resolve(need, with: again.map { .failed($0) } ?? .performed(flow.noAnswers))
    }
    try run.give("2")
    (run, _) = try Run.resuming(flow, from: try SavedRun(run, of: flow))
    #expect(run.nextNeed?.name == "c")
    try run.goBack()
    #expect(run.nextNeed?.name == "b")
    try run.give("2", "3")
    #expect(run.outcome == .finished(nil))
  }

  @Test("05: was: maps ids, never typed text")
  func renames() throws {
    let source = Key<String>("src")
    func flow(_ first: Ask<String>) -> Flow {
      Flow("paths") {
        first
        Ask("Which file?", into: Self.a)
        Ask("Colour?", into: Self.b)
      }
    }
    let before = flow(Ask("Source?", into: source))
    var run = try Run(before)
    try run.give("src", "src/main.swift")
    let after = flow(Ask("Source?", into: source).id("source", was: "src"))
    let (resumed, remarks) = try Run.resuming(after, from: try SavedRun(run, of: before))
    #expect(remarks == [])
    #expect(resumed.answers.description == "[a: “src/main.swift”, src: “src”]")
  }

  @Test("09: exchanged ids keep their answers, also after a second resume")
  func swapped() throws {
    let before = Flow("swap") {
      Ask("First?", into: Self.a)
      Ask("Second?", into: Self.b)
      Confirm("End?")
    }
    let after = Flow("swap") {
      Ask("First?", into: Self.b).id("b", was: "a")
      Ask("New?", into: Self.c)
      Ask("Second?", into: Self.a).id("a", was: "b")
      Confirm("End?")
    }
    var run = try Run(before)
    try run.give("one", "two")
    var remarks: [ResumeRemark] = []
    (run, remarks) = try Run.resuming(after, from: try SavedRun(run, of: before))
    #expect(remarks == [])
    for _ in 0..<2 {
      #expect(run.nextNeed?.name == "c")
      (run, remarks) = try Run.resuming(after, from: try SavedRun(run, of: after))
      #expect(remarks == [])
    }
    try run.give("new")
    #expect(run.nextNeed?.name == "end")
    #expect(run.answers.description == "[a: “two”, b: “one”, c: “new”]")
  }

  @Test("32: back, interrupted and resumed: charged once, as without an interruption")
  func interrupted() throws {
    let flow = Flow("resumed") {
      Ask("A?", into: Self.a)
      Ask("B?", into: Self.b)
      Ask("Note for \(Self.b)?", into: Key<String>("note"))
      Do("charge") { _ in
      }.reads(Self.a).undo { _ in
      }
      Ask("C?", into: Self.c)
    }
    for isSaved in [false, true] {
      let log = HandlerTests.Log()
      var run = try Run(flow)
      try run.give("1")
      try run.goBack()
      try run.give("2", "1", "n")
      try Self.work(&run, log)
      try run.goBack()
      try run.goBack()
      try run.give("2")
      if isSaved { (run, _) = try Run.resuming(flow, from: try SavedRun(run, of: flow)) }
      try run.give("m")
      try Self.work(&run, log)
      #expect(run.nextNeed?.name == "c")
      #expect(log.all == ["charge"])
    }
  }

  @Test("55: back, one text edited, resumed: charged once")
  func editedEffect() throws {
    func flow(_ last: Text) -> Flow {
      Flow("edited") {
        Ask("A?", into: Self.a)
        Ask("B?", into: Self.b)
        Do("charge") { _ in
        }.reads().undo { _ in
        }
        Ask(last, into: Self.c).id("c")
      }
    }
    let log = HandlerTests.Log()
    var run = try Run(flow("C?"))
    try run.give("1", "2")
    try Self.work(&run, log)
    try run.goBack()
    var (resumed, remarks) = try Run.resuming(
      flow("Colour, please?"), from: try SavedRun(run, of: flow("C?")))
    #expect(remarks == [])
    #expect(resumed.nextNeed?.name == "b")
    try resumed.give("2")
    try Self.work(&resumed, log)
    #expect(resumed.nextNeed?.name == "c")
    #expect(log.all == ["charge"])
  }

  @Test("19: back, a new secret, killed in the action: a decision, then performed with that secret")
  func secret() throws {
    let word = Key<String>("word")
    let flow = Flow("sec") {
      Ask("Word?", into: word).secret()
      Do("log in") { _ in }.reads(word)
      Ask("B?", into: Self.b)
    }
    let log = HandlerTests.Log()
    var run = try Run(flow)
    try run.give("sesame")
    try Self.work(&run, log)
    try run.goBack()
    try run.give("simsim")
    #expect(run.nextNeed?.kind == .stale)
    try run.resolve(try #require(run.nextNeed), with: .again)
    run.begin(try #require(run.nextNeed))
    (run, _) = try Run.resuming(flow, from: try SavedRun(run, of: flow))
    #expect(run.nextNeed?.kind == .begun)
    try run.resolve(try #require(run.nextNeed), with: .didNotRun)
    let secret = try #require(run.nextNeed)
    #expect(secret.kind == .secret)
    #expect(secret.name == "word")
    try run.resolve(secret, with: .answer("simsim"))
    let action = try #require(run.nextNeed)
    #expect(action.kind == .action)
    #expect(run.answers(for: action)[word] == "simsim")
    try Self.work(&run, log)
    #expect(run.nextNeed?.name == "b")
    #expect(log.all == ["log-in", "log-in"])
  }

  @Test("15: a load that was tried twice and reads nothing is loaded once")
  func load() async throws {
    let list = Key<[String]>("list")
    let flow = Flow("load") {
      Ask("A?", into: Self.a)
      Load("names", into: list) { [] }.retry(2).reads()
      Choose("Pick?", from: list, into: Self.b)
      Ask("C?", into: Self.c)
    }
    let script = Scripted(
      ["x", "Bob", .back, .back, "y", "c"],
      byID: ["list": [.failure("no net"), ScriptedAnswer(["Ann", "Bob"])]], actions: .stubbed)
    let result = try await flow.run(with: script)
    #expect(result.answers.description == "[a: “y”, b: “Bob”, c: “c”, list: [“Ann”, “Bob”]]")
    let (resumed, _) = try Run.resuming(
      flow, from: try SavedRun(lines: result.journal.lines(of: flow)))
    #expect(resumed.outcome == .finished(nil))
  }

  @Test("12: a time limit after a Say continues where it was")
  func limit() throws {
    let flow = Flow("timed") {
      Ask("A?", into: Self.a)
      Say("Now quick.")
      Ask("B?", into: Self.b).timeout(.seconds(2)) { Say("Time up.") }
      Ask("C?", into: Self.c)
    }
    var run = try Run(flow)
    try run.give("1", at: 1000)
    try run.resolve(try #require(run.nextNeed), with: .shown, at: 1000)
    #expect(run.deadline == 3000)
    let saved = try SavedRun(run, of: flow)
    var (resumed, _) = try Run.resuming(flow, from: saved, at: 2500)
    #expect(resumed.nextNeed?.name == "b")
    #expect(resumed.deadline == 3000)
    resumed.expire(at: 3001)
    #expect(resumed.nextNeed.map { resumed.text(of: $0) } == "Time up.")
    try resumed.give("c")
    #expect(resumed.outcome == .finished(nil))
  }

  @Test("what was begun under an answer that has changed can be undone, in case it was done")
  func undoesBegun() throws {
    let (city, next) = (Key<String>("city"), Key<String>("next"))
    let flow = Flow("f") {
      Ask("City?", into: city)
      Do("book") { _ in }.reads(city).undo { _ in }
      Ask("Next?", into: next)
    }
    var run = try Run(flow)
    try run.give("Rome")
    run.begin(try #require(run.nextNeed))
    run = try Run.resuming(flow, from: try SavedRun(run, of: flow)).run
    #expect(run.question(for: try #require(run.nextNeed))?.choices.map(\.id) == ["again", "ended"])
    try run.goBack(from: try #require(run.nextNeed))
    try run.give("Oslo")
    let need = try #require(run.nextNeed)
    #expect(run.question(for: need)?.choices.map(\.id) == ["undo", "again", "ended"])
    try run.resolve(need, with: .answer(.choice("undo")))
    for var run in [run, try Run.resuming(flow, from: try SavedRun(run, of: flow)).run] {
      let undo = try #require(run.nextNeed)
      #expect(undo.kind == .undo && run.answers(for: undo).value("city") == "Rome")
      try run.resolve(undo, with: .undone)
      let again = try #require(run.nextNeed)
      #expect(again.kind == .action && run.answers(for: again).value("city") == "Oslo")
    }
  }

  @Test(
    "what was begun before an edit is the same performance under the answers that it was given only",
    arguments: [true, false], [true, false])
  func undoesBegunAfterEdit(isNewQuestion: Bool, hasUndo: Bool) throws {
    let (city, note) = (Key<String>("city"), Key<String>("note"))
    func flow(_ cities: [String], id: String = "city", asks: Bool = false) -> Flow {
      Flow("f") {
        if asks { Ask("Note?", into: note) }
        Choose("City?", from: cities, into: city).id(id)
        if hasUndo { Do("book") { _ in }.undo { _ in } } else { Do("book") { _ in } }
      }
    }
    let old = flow(["Rome", "Oslo"])
    let edited =
      isNewQuestion ? flow(["Rome", "Oslo"], id: "town", asks: true) : flow(["Oslo", "Bern"])
    var run = try Run(old)
    try run.give("rome")
    let first = try #require(run.nextNeed)
    #expect(run.work(for: first).key.hasSuffix("book/1"))
    run.begin(first)
    var cases = [("oslo", (hasUndo ? ["undo"] : []) + ["again", "ended"], "book/2")]
    if isNewQuestion { cases.append(("rome", ["again", "ended"], "book/1")) }
    for (answer, choices, key) in cases {
      var again = try Run.resuming(edited, from: try SavedRun(run, of: old)).run
      if isNewQuestion { try again.give("x") }
      try again.give(.string(answer))
      for var run in [again, try Run.resuming(edited, from: try SavedRun(again, of: edited)).run] {
        let need = try #require(run.nextNeed)
        #expect(run.question(for: need)?.choices.map(\.id) == choices)
        try run.resolve(need, with: .answer(.choice("again")))
        #expect(run.work(for: try #require(run.nextNeed)).key.hasSuffix(key))
        let token = SessionToken.bytes(run, try edited.fingerprintNumber)
        let session = try Session(edited, token: token, clock: { 0 })
        #expect(session.run.work(for: try #require(session.run.nextNeed)).key.hasSuffix(key))
      }
    }
  }

  @Test("an answer that is given after an edit is another one than none, for what was begun before")
  func begunWithoutAnAnswer() throws {
    let note = Key<String>("note")
    func flow(_ title: String) -> Flow {
      Flow("f") {
        Ask("Note?", into: note).optional()
        Do("book") { _ in }
        Confirm("\(title)?").id("done")
      }
    }
    let (old, edited) = (flow("Done"), flow("All done"))
    var run = try Run(old)
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(.null)))
    run.begin(try #require(run.nextNeed))
    for (answer, key) in [(Value.string("window"), "book/2"), (.null, "book/1")] {
      var again = try Run.resuming(edited, from: try SavedRun(run, of: old)).run
      try again.goBack(from: try #require(again.nextNeed))
      try again.resolve(try #require(again.nextNeed), with: .answer(.typed(answer)))
      try again.resolve(try #require(again.nextNeed), with: .answer(.choice("again")))
      #expect(again.work(for: try #require(again.nextNeed)).key.hasSuffix(key))
    }
  }

  @Test("what hasn't run is the same performance after an edit, under the same answers only")
  func retryAfterEdit() throws {
    let city = Key<String>("city")
    func flow(_ cities: [String], _ city: Key<String>) -> Flow {
      Flow("f") {
        Choose("City?", from: cities, into: city).id("city")
        Do("book") { _ in }
      }
    }
    let old = flow(["Rome", "Oslo"], city)
    var run = try Run(old)
    try run.give("rome")
    run.begin(try #require(run.nextNeed))
    run = try Run.resuming(old, from: try SavedRun(run, of: old)).run
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("again")))
    var again = try Run.resuming(
      flow(["Rome", "Oslo", "Bern"], city), from: try SavedRun(run, of: old)
    ).run
    #expect(again.work(for: try #require(again.nextNeed)).key.hasSuffix("book/1"))
    try again.goBack(from: try #require(again.nextNeed))
    try again.give("oslo")
    #expect(again.work(for: try #require(again.nextNeed)).key.hasSuffix("book/2"))
    // Nobody knows whether it is the same under another key.
    again = try Run.resuming(
      flow(["Rome", "Oslo"], Key<String>("town")), from: try SavedRun(run, of: old)
    ).run
    #expect(again.work(for: try #require(again.nextNeed)).key.hasSuffix("book/2"))
    let shorter = flow(["Oslo", "Bern"], city)
    again = try Run.resuming(shorter, from: try SavedRun(run, of: old)).run
    try again.give("oslo")
    #expect(again.work(for: try #require(again.nextNeed)).key.hasSuffix("book/2"))
  }

  @Test("work that may have read anything is stale where an edit asks for an answer again")
  func unknownReadsAskedAgain() throws {
    let city = Key<String>("city")
    func flow(_ cities: [String]) -> Flow {
      Flow("f") {
        Choose("City?", from: cities, into: city)
        Do("book") { _ in }
        Confirm("Done?").id("done")
      }
    }
    let (old, edited) = (flow(["Rome", "Oslo"]), flow(["Oslo", "Bern"]))
    var session = try Session(old)
    try session.resolve("city", with: .value("Rome"))
    try session.resolve("book", with: .performed([:]))
    do {
      var again = try Session(edited, token: session.token)
      try again.resolve("city", with: .value("Oslo"))
      #expect(again.needs.map(\.kind) == [.decision])
    }
    // An edit that asks for nothing again leaves it as it is.
    let longer = flow(["Rome", "Oslo", "Bern"])
    #expect(try Session(longer, token: session.token).needs.map(\.name) == ["done"])
  }

  @Test("an undo that an edit has added is given what the work was given that was begun before")
  func addedUndo() throws {
    let city = Key<String>("city")
    func flow(_ cities: [String], hasUndo: Bool) -> Flow {
      Flow("f") {
        Choose("City?", from: cities, into: city)
        if hasUndo { Do("book") { _ in }.undo { _ in } } else { Do("book") { _ in } }
      }
    }
    let old = flow(["Rome", "Oslo"], hasUndo: false)
    let edited = flow(["Oslo", "Bern"], hasUndo: true)
    var run = try Run(old)
    try run.give("rome")
    run.begin(try #require(run.nextNeed))
    run = try Run.resuming(edited, from: try SavedRun(run, of: old)).run
    try run.give("oslo")
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("undo")))
    for run in [run, try Run.resuming(edited, from: try SavedRun(run, of: edited)).run] {
      let undo = try #require(run.nextNeed)
      #expect(undo.kind == .undo && run.answers(for: undo).value("city") == "Rome")
    }
  }

  @Test("the answers that work was given are in a token only until it ends")
  func givenInTokens() throws {
    let flow = Flow("f") {
      for number in 0..<40 {
        Ask("\(number)?", into: Key<String>("k\(number)"))
        Do("w\(number)") { _ in }
      }
    }
    var (session, sizes) = (try Session(flow), [Int]())
    for number in 0..<40 {
      try session.resolve("k\(number)", with: .text("answer"))
      session = try Session(flow, token: session.token)
      try session.begin("w\(number)")
      session = try Session(flow, token: session.token)
      try session.resolve("w\(number)", with: .performed([:]))
      sizes.append(session.token.count)
    }
    // Each round adds as much as the one before.
    #expect(sizes[39] - sizes[38] <= sizes[11] - sizes[10] + 8)
  }

  @Test("an edit alone makes nothing stale: a load with another id gives the same again")
  func loadOfAnotherID() throws {
    let (rooms, note) = (Key<[String]>("rooms"), Key<String>("note"))
    func flow(_ id: String, asks: Bool) -> Flow {
      Flow("f") {
        if asks { Ask("Note?", into: note) }
        Load("rooms", into: rooms) { ["x"] }.id(id)
        Do("book", writes: []) { _ in }.undo { _ in }
        Confirm("Done?").id("done")
      }
    }
    let old = flow("rooms", asks: false)
    var run = try Run(old)
    try run.resolve(try #require(run.nextNeed), with: .loaded(["x"]))
    let book = try #require(run.nextNeed)
    // It prints all that it is given.
    let given = run.answers(for: book)
    _ = given.description
    run.begin(book)
    try run.resolve(book, with: .performed(given))
    let edited = flow("all-rooms", asks: true)
    run = try Run.resuming(edited, from: try SavedRun(run, of: old)).run
    try run.give("x")
    try run.resolve(try #require(run.nextNeed), with: .loaded(["x"]))
    #expect(run.nextNeed?.name == "done")
  }

  @Test(
    "what a TryAgain has made good isn’t tried again, however often its failure is found to hold")
  func madeGood() throws {
    let (a, b, name) = (Key<String>("a"), Key<String>("b"), Key<String>("name"))
    func flow(_ retries: Int) -> Flow {
      Flow("f") {
        Ask("A?", into: a)
        Ask("B?", into: b)
        Do("book", writes: []) { _ in
        } failure: { _ in
          Confirm("Retry?") { TryAgain() }.id("retry")
        }.retry(retries)
        Ask("Name?", into: name)
      }
    }
    let (old, edited) = (flow(1), flow(3))
    var run = try Run(old)
    try run.give("1", "2")
    for _ in 1...2 {
      let book = try #require(run.nextNeed)
      let given = run.answers(for: book)
      _ = given[a]
      try run.resolve(book, with: .failed("no"), reading: given)
    }
    try run.give("yes")
    let book = try #require(run.nextNeed)
    let given = run.answers(for: book)
    _ = (given[a], given[b])
    try run.resolve(book, with: .performed(given))
    #expect(run.nextNeed?.name == "name")
    while run.nextNeed?.name != "b" { try run.goBack(from: try #require(run.nextNeed)) }
    try run.give("3")
    if run.nextNeed?.kind == .prompt { try run.give("yes") }
    #expect(run.nextNeed?.name == "book@2" && run.nextNeed?.kind == .stale)
    var again = try Run.resuming(edited, from: try SavedRun(run, of: old)).run
    #expect(again.nextNeed?.kind == .stale)
    again = try Run.resuming(edited, from: try SavedRun(again, of: edited)).run
    #expect(again.nextNeed?.kind == .stale)
  }

  @Test("of an action or an undo that was interrupted and is gone, nobody says what it did")
  func begunGone() throws {
    let (city, next) = (Key<String>("city"), Key<String>("next"))
    let flow = Flow("f") {
      Ask("City?", into: city)
      Do("book") { _ in }.reads(city).undo { _ in }
      Ask("Next?", into: next)
    }
    let without = Flow("f") { Ask("City?", into: city) }
    func remarks(_ run: Run) throws -> [String] {
      try Run.resuming(without, from: try SavedRun(run, of: flow)).remarks.map(\.description)
    }
    let unknown =
      "“book” is no longer in the flow; it was interrupted, and what it did is not known"
    var run = try Run(flow)
    try run.give("Rome")
    let need = try #require(run.nextNeed)
    run.begin(need)
    #expect(try remarks(run).contains(unknown))
    try run.resolve(need, with: .performed(run.answers(for: need)))
    #expect(
      try remarks(run).contains("“book” is no longer in the flow; what it did stays as it is"))
    try run.goBack(from: try #require(run.nextNeed))
    try run.give("Oslo")
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("undo")))
    run.begin(try #require(run.nextNeed))
    #expect(try remarks(run).contains(unknown))
  }

  @Test("an undo that an edited flow no longer has isn’t offered")
  func undoGone() throws {
    let city = Key<String>("city")
    func flow(isUndoable: Bool) -> Flow {
      Flow("f") {
        Ask("City?", into: city)
        if isUndoable {
          Do("book", writes: []) { _ in }.reads(city).undo { _ in }
        } else {
          Do("book", writes: []) { _ in }.reads(city)
        }
        Confirm("Done?").id("done")
      }
    }
    let first = flow(isUndoable: true)
    var run = try Run(first)
    try run.give("Rome")
    try run.resolve(
      try #require(run.nextNeed), with: .performed(run.answers(for: try #require(run.nextNeed))))
    try run.goBack(from: try #require(run.nextNeed))
    try run.give("Oslo")
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("undo")))
    let undo = try #require(run.nextNeed)
    run.begin(undo)
    var failed = run
    try failed.resolve(undo, with: .failed("no"))
    for (run, choices) in [(run, ["leave", "undone"]), (failed, ["leave"])] {
      var edited = try Run.resuming(
        flow(isUndoable: false), from: try SavedRun(run, of: first)
      ).run
      let need = try #require(edited.nextNeed)
      #expect(edited.question(for: need)?.choices.map(\.id) == choices)
      try edited.resolve(need, with: .answer(.choice("leave")))
      #expect(edited.nextNeed?.kind == .stale || edited.nextNeed?.kind == .action)
    }
  }

  @Test("an action that has set a key isn’t declared to have ended, since what it set isn’t known")
  func setsKeys() throws {
    let (score, next) = (Key<Int>("score"), Key<String>("next"))
    let flow = Flow("f") {
      Store(0, into: score)
      Repeat(times: 2) {
        Ask("Next?", into: next)
        Do("add") { _ in }
      }
      Say("\(score)")
    }
    var run = try Run(flow)
    var choices: [[String]] = []
    for _ in 1...2 {
      try run.give("x")
      run.begin(try #require(run.nextNeed))
      var saved = try Run.resuming(flow, from: try SavedRun(run, of: flow)).run
      choices.append(saved.question(for: try #require(saved.nextNeed))?.choices.map(\.id) ?? [])
      try saved.resolve(try #require(saved.nextNeed), with: .didNotRun)
      run = saved
      let need = try #require(run.nextNeed)
      var given = run.answers(for: need)
      given[score] = 1
      try run.resolve(need, with: .performed(given), reading: given)
    }
    #expect(choices == [["again", "ended"], ["again"]])
  }
}
