import Testing

@testable import Libretto

/// Going back: what is asked again, what stays, what is undone.
struct BackTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let guardian = Key<String>("guardian")
  static let colour = Key<String>("colour")
  static let code = Key<Int>("code")

  static func transcript(_ flow: Flow, _ script: Scripted) async throws -> String {
    try await flow.run(with: script).transcript
  }

  /// A wizard: the guardian depends on the age by a condition, the colour on nothing.
  static let wizard = Flow("wizard") {
    Ask("Name?", into: name)
    Ask("Age?", into: age)
    When(age < 18) { Ask("Guardian of \(name)?", into: guardian) }
    Ask("Colour?", into: colour)
    Confirm("Right?") {}
  }

  @Test("what depended is asked again with the old answer offered, what did not stays")
  func dependence() async throws {
    let result = try await Self.wizard.run(
      with: Scripted([
        "Bob", 10, "Ann", "red",
        .back, .back, .back,  // at the end: back over colour and guardian to the age
        12, .preset, true,
      ]))
    #expect(
      result.transcript == """
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   10
        ASK      Guardian of Bob?
        PERSON   Ann
        ASK      Colour?
        PERSON   red
        CONFIRM  Right?
        BACK     to colour
        ASK      Colour?
        BACK     to guardian
        ASK      Guardian of Bob?
        BACK     to age
        ASK      Age?
        PERSON   12
        ASK      Guardian of Bob?
        PERSON   Ann
        CONFIRM  Right?
        PERSON   Yes
        END      finished

        """)
  }

  @Test("straight to an earlier question: the independent ones are not asked again")
  func independent() throws {
    var run = try Run(Self.wizard)
    for value: Value in ["Bob", 10, "Ann", "red"] {
      try run.resolve(try #require(run.nextNeed), .answer(value))
    }
    var need = try #require(run.nextNeed)
    var step = try #require(run.backStep(from: need))
    // Three steps at once, as an interpreter with a list of questions would go.
    for expected in ["colour", "guardian", "age"] {
      #expect(step.question == expected)
      #expect(step.effects == [])
      try run.goBack(step)
      need = try #require(run.nextNeed)
      #expect(need.name == expected)
      if expected != "age" { step = try #require(run.backStep(from: need)) }
    }
    #expect(run.question(for: need)?.defaultAnswer == 10)
    // Adult now: the guardian's branch is not taken, and the colour depends on nothing.
    try run.resolve(need, .answer(30))
    need = try #require(run.nextNeed)
    #expect(need.name == "right")
    #expect(run.answers[Self.colour] == "red")
    #expect(run.answers[Self.guardian] == nil)
  }

  @Test("what is taken again by itself is no change: what depends on it stays too")
  func chained() throws {
    let flow = Flow("f") {
      Ask("Colour?", into: Self.colour)
      Ask("Name?", into: Self.name)
      Ask("Age of \(Self.name)?", into: Self.age)
      Confirm("Right?")
    }
    var run = try Run(flow)
    for value: Value in ["red", "Bob", 7] {
      try run.resolve(try #require(run.nextNeed), .answer(value))
    }
    for expected in ["age", "name", "colour"] {
      let need = try #require(run.nextNeed)
      try run.goBack(try #require(run.backStep(from: need)))
      #expect(run.nextNeed?.name == expected)
    }
    // Saved here and gone on with elsewhere, it is the same.
    let saved = SavedRun(
      flow: "f", journal: run.journal,
      versions: [SavedRun.Version(fingerprint: try flow.fingerprint, start: 0)])
    for var run in [run, try Run.resuming(flow, saved).run] {
      let need = try #require(run.nextNeed)
      #expect(run.question(for: need)?.defaultAnswer == "red")
      try run.resolve(need, .answer("blue"))
      #expect(run.nextNeed?.name == "right")
      #expect(run.answers[Self.age] == 7)
    }
  }

  @Test("what was said before the question is not said again")
  func said() async throws {
    let flow = Flow("f") {
      Say("Welcome.")
      Ask("Name?", into: Self.name)
      Say("Hello, \(Self.name).")
      Ask("Age?", into: Self.age)
    }
    #expect(
      try await Self.transcript(flow, Scripted(["Bob", .back, "Ann", 7])) == """
        SAY      Welcome.
        ASK      Name?
        PERSON   Bob
        SAY      Hello, Bob.
        ASK      Age?
        BACK     to name
        ASK      Name?
        PERSON   Ann
        SAY      Hello, Ann.
        ASK      Age?
        PERSON   7
        END      finished

        """)
  }

  @Test("the same answer changes nothing, and everything behind it stays")
  func sameAnswer() throws {
    var run = try Run(
      Flow("f") {
        Ask("Name?", into: Self.name)
        Ask("Age of \(Self.name)?", into: Self.age)
        Back()
        Say("end")
      })
    try run.resolve(try #require(run.nextNeed), .answer("Bob"))
    try run.resolve(try #require(run.nextNeed), .answer(7))
    let back = try #require(run.nextNeed)
    #expect(back.kind == .back)
    let step = try #require(run.backStep(from: back))
    #expect(step.question == "age")
    try run.goBack(step)
    let age = try #require(run.nextNeed)
    let first = try #require(run.backStep(from: age))
    try run.goBack(first)
    try run.resolve(try #require(run.nextNeed), .answer("Bob"))
    #expect(run.nextNeed?.kind == .back)
    #expect(
      run.journal.entries.map(\.event) == [
        .answered("Bob"), .answered(7), .back(drops: ["age"]), .back(drops: ["name"]),
        .answered("Bob"), .answered(7),
      ])
  }

  @Test("at the first question it says so and asks again; Back() in a button goes before its alert")
  func first() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Alert("Go on?") {
        Button("Yes")
        Button("Back") { Back() }
      }
    }
    #expect(
      try await Self.transcript(flow, Scripted([.back, "Bob", "Back", "Ann", "Yes"])) == """
        ASK      Name?
        NOTE     This is the first question; there is nothing to go back to.
        PERSON   Bob
        ALERT    Go on?
                 [Yes] [Back]
        PERSON   Back
        BACK     to name
        ASK      Name?
        PERSON   Ann
        ALERT    Go on?
                 [Yes] [Back]
        PERSON   Yes
        END      finished

        """)
    let alone = Flow("f") {
      Alert("Go on?") {
        Button("Yes")
        Button("Back") { Back() }
      }
    }
    #expect(
      try await Self.transcript(alone, Scripted(["Back", "Yes"])) == """
        ALERT    Go on?
                 [Yes] [Back]
        PERSON   Back
        BACK     to go-on
        ALERT    Go on?
                 [Yes] [Back]
        NOTE     This is the first question; there is nothing to go back to.
        PERSON   Yes
        END      finished

        """)
  }

  /// A booking that can be undone, and a mail that can't.
  static func booking(_ log: HandlerTests.Log) -> Flow {
    Flow("f") {
      Ask("Name?", into: name)
      Do("book") { answers in
        log.add("book \(answers[name] ?? "")")
        answers[code] = 7
      } undo: { answers in
        log.add("cancel \(answers[code] ?? 0)")
      }
      Do("count", reads: [colour]) { _ in log.add("count") }
      Do("mail") { log.add("mail") }
      Ask("Colour?", into: colour)
    }
  }

  @Test("past an action it asks first; undo runs, and what depends is performed again")
  func effects() async throws {
    let log = HandlerTests.Log()
    let result = try await Self.booking(log).run(
      with: Scripted(
        ["Bob", .back, false, .back, true, "Ann", "red"], actions: .performed))
    #expect(
      result.transcript == """
        ASK      Name?
        PERSON   Bob
        ACTION   book
        ACTION   count
        ACTION   mail
        ASK      Colour?
        CONFIRM  Go back?
                 Going back to “name” passes over what has been performed: “mail”, “book”. Undone is “book”; the rest stays, and is performed again where an answer changes.
        PERSON   No
        CONFIRM  Go back?
                 Going back to “name” passes over what has been performed: “mail”, “book”. Undone is “book”; the rest stays, and is performed again where an answer changes.
        PERSON   Yes
        UNDO     book
        BACK     to name
        ASK      Name?
        PERSON   Ann
        ACTION   book
        ACTION   mail
        ASK      Colour?
        PERSON   red
        END      finished

        """)
    #expect(
      log.all == ["book Bob", "count", "mail", "cancel 7", "book Ann", "mail"])
    #expect(
      result.journal.entries.map { "\($0.name) \($0.event)".prefix(26) }
        == [
          "name answered(Bob)", "book began", "book performed([Libretto.J", "count began",
          "count performed([])", "mail began", "mail performed([])", "book undone",
          "name back(drops: [\"name\", ", "name answered(Ann)", "book began",
          "book performed([Libretto.J", "count performed([])", "mail began",
          "mail performed([])", "colour answered(red)",
        ].map { $0.prefix(26) })
    var replayed = try Run(Self.booking(log))
    try replayed.replay(result.journal)
    #expect(replayed.answers[Self.name] == "Ann")
    #expect(replayed.journal == result.journal)
    #expect(replayed.outcome == .finished(nil))
  }

  @Test("what was undone is performed again, also where the answer stays as it was")
  func undoneAgain() async throws {
    let log = HandlerTests.Log()
    _ = try await Self.booking(log).run(
      with: Scripted(["Bob", .back, true, "Bob", "red"], actions: .performed))
    #expect(log.all == ["book Bob", "count", "mail", "cancel 7", "book Bob"])
  }

  @Test("what was undone stays so over a second step back, and in a token")
  func undoneLater() async throws {
    let log = HandlerTests.Log()
    let flow = Flow("f") {
      Ask("Age?", into: Self.age)
      Ask("Name?", into: Self.name)
      Do("book") {
        log.add("book")
      } undo: {
        log.add("cancel")
      }
      Ask("Colour?", into: Self.colour)
    }
    _ = try await flow.run(
      with: Scripted([7, "Bob", .back, true, .back, 7, "red"], actions: .performed))
    #expect(log.all == ["book", "cancel", "book"])
    var session = try Session(flow)
    try await session.answer("age", .answer(7))
    try await session.answer("name", .answer("Bob"))
    try await session.perform()
    try await session.goBack(confirmed: true)
    session = try Session(flow, token: session.tokenText)
    try await session.answer("name", .answer("Bob"))
    try await session.perform()
    #expect(log.all == ["book", "cancel", "book", "book", "cancel", "book"])
  }

  @Test("another secret is a change, though the journal does not tell it")
  func otherSecret() async throws {
    let log = HandlerTests.Log()
    let word = Key<String>("word")
    let flow = Flow("f") {
      Ask("Word?", into: word).secret()
      Do("log in", reads: [word]) { log.add($0[word] ?? "") }
      Ask("Age?", into: Self.age)
    }
    _ = try await flow.run(
      with: Scripted(["sesame", .back, true, "simsim", 7], actions: .performed))
    #expect(log.all == ["sesame", "simsim"])
  }

  @Test("it never leaves an operation, and what runs beside stays as it is")
  func operations() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Operations {
        Operation("a") {
          Ask("Age?", into: Self.age)
          Ask("Guardian?", into: Self.guardian)
        }
        Operation("b") {
          Ask("Colour?", into: Self.colour)
          Do("work") {}
        }
      }
    }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), .answer("Bob"))
    #expect(run.needs.map(\.name) == ["a/age", "b/colour"])
    #expect(run.backStep(from: run.needs[0]) == nil)
    try run.resolve(run.needs[0], .answer(7))
    try run.resolve(run.needs[1], .answer("red"))
    run.begin(run.needs[1])
    let step = try #require(run.backStep(from: run.needs[0]))
    #expect(step.question == "a/age")
    #expect(step.effects == [])
    try run.goBack(step)
    #expect(run.needs.map(\.name) == ["a/age", "b/work"])
    #expect(run.answers[Self.colour] == "red")
  }

  @Test("back inside of a form, and into it")
  func forms() async throws {
    let flow = Flow("f") {
      Form("Page") {
        Ask("Name?", into: Self.name)
        Ask("Age?", into: Self.age)
      }
      Confirm("Right?")
    }
    #expect(
      try await Self.transcript(
        flow, Scripted(["Bob", .back, "Ann", 7, .back, true], byID: ["page": "submit"]))
          == """
          PAGE     Page
          ASK      Name?
          PERSON   Bob
          ASK      Age?
          BACK     to page/name
          PAGE     Page
          ASK      Name?
          PERSON   Ann
          ASK      Age?
          PERSON   7
          FORM     Page
                   [Name? Ann] [Age? 7] [Submit]
          PERSON   Submit
          CONFIRM  Right?
          BACK     to page
          FORM     Page
                   [Name? Ann] [Age? 7] [Submit]
          PERSON   Submit
          CONFIRM  Right?
          PERSON   Yes
          END      finished

          """)
  }

  @Test("a secret given before stays for as long as the run does")
  func secrets() throws {
    let word = Key<String>("word")
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Word?", into: word).secret()
      Ask("Age?", into: Self.age)
      Ask("Colour?", into: Self.colour)
    }
    var run = try Run(flow)
    for value: Value in ["Bob", "sesame", 7] {
      try run.resolve(try #require(run.nextNeed), .answer(value))
    }
    let need = try #require(run.nextNeed)
    try run.goBack(try #require(run.backStep(from: need)))
    #expect(run.nextNeed?.name == "age")
    #expect(run.answers[word] == "sesame")
  }
}
