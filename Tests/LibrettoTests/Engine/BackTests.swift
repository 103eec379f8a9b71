import Testing

@testable import LibrettoCore

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

  @Test("dependent steps are asked again with the old answer offered, the others stay")
  func dependence() async throws {
    let result = try await Self.wizard.run(
      with: Scripted([
        "Bob", 10, "Ann", "red",
        .back, .back, .back, .back,  // at the end: back over colour, guardian and age to the name
        "Tom", .preset, true,
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
        BACK     to name
        ASK      Name?
        PERSON   Tom
        ASK      Guardian of Tom?
        PERSON   Ann
        CONFIRM  Right?
        PERSON   Yes
        END      finished

        """)
  }

  @Test("straight to an earlier question: the independent ones are not asked again")
  func independent() throws {
    var run = try Run(Self.wizard)
    try run.give("Bob", 10, "Ann", "red")
    // Three steps at once, as an interpreter with a list of questions would go.
    for expected in ["colour", "guardian", "age"] {
      let need = try #require(run.nextNeed)
      #expect(run.backTarget(of: need) == expected)
      try run.goBack(from: need)
      #expect(run.nextNeed?.name == expected)
    }
    var need = try #require(run.nextNeed)
    #expect(run.question(for: need)?.defaultAnswer == 10)
    // Adult now: the guardian's branch is not taken, and the colour depends on nothing.
    try run.resolve(need, with: .answer(30))
    need = try #require(run.nextNeed)
    #expect(need.name == "right")
    #expect(run.answers[Self.colour] == "red")
    #expect(run.answers[Self.guardian] == nil)
  }

  @Test("going back over an answer doesn't change it: steps that depend on it stay")
  func chained() throws {
    let flow = Flow("f") {
      Ask("Colour?", into: Self.colour)
      Ask("Name?", into: Self.name)
      Ask("Age of \(Self.name)?", into: Self.age)
      Confirm("Right?")
    }
    var run = try Run(flow)
    try run.give("red", "Bob", 7)
    for expected in ["age", "name", "colour"] {
      try run.goBack()
      #expect(run.nextNeed?.name == expected)
    }
    // Saved here and gone on with elsewhere, it is the same.
    for var run in [run, try Run.resuming(flow, from: try SavedRun(run, of: flow)).run] {
      let need = try #require(run.nextNeed)
      #expect(run.question(for: need)?.defaultAnswer == "red")
      try run.resolve(need, with: .answer("blue"))
      #expect(run.nextNeed?.name == "right")
      #expect(run.answers[Self.age] == 7)
    }
  }

  @Test("the same answer changes nothing, and everything after it stays")
  func sameAnswer() throws {
    var run = try Run(
      Flow("f") {
        Ask("Name?", into: Self.name)
        Ask("Age of \(Self.name)?", into: Self.age)
        Confirm("Right?")
      })
    try run.give("Bob", 7)
    try run.goBack()
    try run.goBack()
    try run.give("Bob")
    #expect(run.nextNeed?.name == "right")
    #expect(
      run.journal.entries == [
        Journal.Entry("name", .answered("Bob"), 0), Journal.Entry("age", .answered(7), 0),
        Journal.Entry("age", .back, 0), Journal.Entry("name", .back, 0),
        Journal.Entry("name", .answered("Bob"), 0),
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

  @Test("it leads over several questions at once, to a page, too, and no other answer is out")
  func overSeveral() throws {
    let page = Key<String>("page")
    let flow = Flow("f") {
      Ask("A?", into: Key<String>("a"))
      Form("P") {
        Ask("B?", into: page)
        Ask("C?", into: Key<String>("c"))
      }
      Ask("D?", into: Key<String>("d"))
      Ask("E?", into: Key<String>("e"))
    }
    var run = try Run(flow)
    for answer in ["1", "2", "3"] as [Value] { try run.give(answer) }
    try run.resolve(try #require(run.nextNeed), with: .answer(.submit))
    try run.give("4")
    let last = try #require(run.nextNeed)
    #expect(throws: Rejection.self) { try run.goBack(from: last, to: "e") }
    var toPage = run
    try toPage.goBack(from: last, to: "p")
    #expect(toPage.nextNeed?.name == "p")
    try run.goBack(from: last, to: "a")
    #expect(run.nextNeed?.name == "a")
    try run.give("1")
    #expect(run.nextNeed?.name == "e")
  }

  @Test("it never leaves an operation, and the others stay as they are")
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
          Do("work") { _ in }
        }
      }
    }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .answer("Bob"))
    #expect(run.needs.map(\.name) == ["a/age", "b/colour"])
    #expect(run.backTarget(of: run.needs[0]) == nil)
    try run.resolve(run.needs[0], with: .answer(7))
    try run.resolve(run.needs[1], with: .answer("red"))
    run.begin(run.needs[1])
    #expect(run.backTarget(of: run.needs[0]) == "a/age")
    #expect(run.backTarget(of: run.needs[1]) == nil)
    try run.goBack(from: run.needs[0])
    #expect(run.needs.map(\.name) == ["a/age", "b/work"])
    #expect(run.answers[Self.colour] == "red")
  }

  @Test("back inside a form, and into it")
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
    try run.give("Bob", "sesame", 7)
    try run.goBack()
    #expect(run.nextNeed?.name == "age")
    #expect(run.answers[word] == "sesame")
  }
}
