import Testing

@testable import LibrettoCore

/// Every transition of a run, and what it refuses.
struct RunTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let ready = Key<Bool>("ready")
  static let word = Key<String>("word")
  static let note = Key<String?>("note")

  @Test("each kind of need, resolved, leads to the next")
  func transitions() throws {
    let flow = Flow("f") {
      Say("Hi")
      Ask("Name?", into: Self.name)
      Confirm("Ready?", into: Self.ready) {
        Say("Good, \(Self.name)")
      } otherwise: {
        Say("No?")
      }
      Alert("Note")
      Choose("Age?", into: Self.age) {
        Option("Young", 10) { Say("So young") }
        Option("Old", 90)
      }
      Alert("Sure?") {
        Button("Yes") { Do("work") { _ in } }
        Button("No") { Fail("no") }
      }
      Finish(name: "done")
    }
    var run = try Run(flow)
    var seen: [String] = []
    let resolutions: [Resolution] = [
      .shown, .answer("Bob"), .answer(true), .shown, .dismissed, .answer(.choice("young")), .shown,
      .answer(.choice("yes")), .performed(flow.noAnswers),
    ]
    for (time, resolution) in resolutions.enumerated() {
      let need = try #require(run.nextNeed)
      #expect(run.needs.count == 1)
      #expect(run.outcome == nil)
      seen.append("\(need.kind) \(need.name): \(run.text(of: need))")
      try run.resolve(need, with: resolution, at: Timestamp(time))
    }
    #expect(
      seen == [
        "say : Hi", "prompt name: Name?", "prompt ready: Ready?", "say : Good, Bob",
        "notice note: Note", "prompt age: Age?", "say : So young", "prompt sure: Sure?",
        "action sure/yes/work: work",
      ])
    #expect(run.outcome == .finished("done"))
    #expect(run.needs.isEmpty)
    #expect(run.answers.description == "[age: 10, name: “Bob”, ready: true]")
    #expect(
      run.journal.entries == [
        Journal.Entry("name", .answered("Bob"), 1),
        Journal.Entry("ready", .answered(true), 2),
        Journal.Entry("", .said, 4), Journal.Entry("note", .dismissed, 4),
        Journal.Entry("age", .answered(.choice("young")), 5),
        Journal.Entry("sure", .answered(.choice("yes")), 7),
        Journal.Entry("sure/yes/work", .began, 8),
        Journal.Entry("sure/yes/work", .performed([]), 8),
      ])
  }

  @Test("a rejected resolution changes nothing")
  func rejections() throws {
    let flow = Flow("f") {
      Ask("Age?", into: Self.age).validate(.range(0...9))
      Confirm("Ready?", into: Self.ready)
      Alert("Sure?") {
        Button("Yes")
        Button("No")
      }
      Choose("Name?", from: ["Bob"], into: Self.name)
      Ask("Word?", into: Self.word).secret().validate(.length(2...))
    }
    var run = try Run(flow)
    func refuse(_ resolution: Resolution, _ message: String) throws {
      let need = try #require(run.nextNeed)
      let journal = run.journal
      let answers = run.answers.description
      #expect(try refusal { try run.resolve(need, with: resolution) } == message)
      #expect(run.nextNeed?.name == need.name)
      #expect(run.journal == journal)
      #expect(run.answers.description == answers)
      #expect(run.outcome == nil)
    }
    try refuse(.answer("old"), "“old” is not a whole number.")
    try refuse(.answer(1.0), "1.0 is not a whole number.")
    try refuse(.answer(10), "Give 0 to 9.")
    try refuse(.shown, "The step “age” can't be resolved in this way.")
    try refuse(.dismissed, "The step “age” can't be resolved in this way.")
    try refuse(.failed("x"), "The step “age” can't be resolved in this way.")
    try refuse(.performed(run.answers), "The step “age” can't be resolved in this way.")
    let first = try #require(run.nextNeed)
    try run.resolve(first, with: .answer(9))
    #expect(throws: Rejection(message: "The step “age” is not what the run is waiting for.")) {
      try run.resolve(first, with: .answer(9))
    }
    try refuse(.answer("yes"), "Answer yes or no.")
    try run.resolve(try #require(run.nextNeed), with: .answer(false))
    try refuse(.answer(.choice("maybe")), "“maybe” is not one of the answers: “yes”, “no”.")
    try refuse(.answer(1), "1 is not one of the answers: “yes”, “no”.")
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("no")))
    try refuse(.answer(.choice("Bob")), "“Bob” is not one of the answers: “bob”.")
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("bob")))
    try refuse(.answer(12345), "That is not text.")
    try refuse(.answer("x"), "Give at least 2 characters.")
    try run.resolve(try #require(run.nextNeed), with: .answer("sesame"))
    #expect(run.outcome == .finished(nil))
    #expect(run.answers.description == "[age: 9, name: “Bob”, ready: false, word: (secret)]")
    #expect(run.journal.entries.last == Journal.Entry("word", .answeredSecretly, 0))
    #expect(!String(reflecting: run.answers).contains("sesame"))
    #expect(!"\(run.journal)".contains("sesame"))
  }

  @Test("a need of another flow or of an earlier round is refused")
  func foreignNeeds() throws {
    let flow = Flow("f") { Repeat(times: 2) { Ask("Name?", into: Self.name) } }
    var run = try Run(flow)
    let other = try #require(Run(Flow("f") { Ask("Name?", into: Self.name) }).nextNeed)
    let message = Rejection(message: "The step “name” is not what the run is waiting for.")
    #expect(throws: message) { try run.resolve(other, with: .answer("x")) }
    let first = try #require(run.nextNeed)
    try run.resolve(first, with: .answer("a"))
    #expect(throws: message) { try run.resolve(first, with: .answer("b")) }
    #expect(run.nextNeed?.name == "name@2")
    #expect(run.answers[Self.name] == "a")
  }

  @Test("a copy is a snapshot; both continue independently")
  func snapshots() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Repeat(times: 2) { Ask("Age?", into: Self.age) }
    }
    var run = try Run(flow)
    let start = run
    try run.resolve(try #require(run.nextNeed), with: .answer("a"))
    try run.resolve(try #require(run.nextNeed), with: .answer(1))
    var other = start
    try other.resolve(try #require(other.nextNeed), with: .answer("b"))
    #expect(start.nextNeed?.name == "name")
    #expect(start.journal.entries.isEmpty)
    #expect(run.nextNeed?.name == "age@2")
    #expect(run.answers.description == "[age: 1, name: “a”]")
    #expect(other.nextNeed?.name == "age")
    #expect(other.answers.description == "[name: “b”]")
    run.stop()
    #expect(run.outcome == .cancelled)
    run.stop(Failure(.interpreter, message: "late"))
    #expect(run.outcome == .cancelled)
    #expect(other.outcome == nil)
  }

  @Test("an optional answer left empty is set, and shows as nothing")
  func optional() throws {
    var run = try Run(
      Flow("f") {
        Ask("Note?", into: Self.note)
        When(Self.note.isSet && Self.note == nil) { Say("<\(Self.note)>") }
      })
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(.null)))
    #expect(run.nextNeed.map { run.text(of: $0) } == "<>")
  }

  @Test("a key that nothing has set fails the run, with key, step and place")
  func unsetKeys() throws {
    let line = #line
    let steps: [any FlowContent] = [
      Say("Hello, \(Self.name)."),
      When(Self.age < 18) { Say("x") },
      Repeat(while: !Self.ready) { Say("x") },
      Ask("Your age, \(Self.name)?", into: Self.age),
      Alert("A") { Button("For \(Self.name)") },
      Fail("Bye, \(Self.name)."),
      When(Self.age < Self.age || Self.ready.isSet) { Say("x") },
    ]
    let flows = steps.map { step in
      Flow("f") {
        anything
        step
      }
    }
    let expected = [
      ("Say(\"Hello, {name}.\")", "name"), ("a condition", "age"), ("a condition", "ready"),
      ("the step “age”", "name"), ("the step “a”", "name"), ("Fail(\"Bye, {name}.\")", "name"),
      ("a condition", "age"),
    ]
    for (index, flow) in flows.enumerated() {
      let (what, key) = expected[index]
      let run = try Self.behindAnything(flow)
      guard case .failed(let failure) = run.outcome else {
        Issue.record("\(index): \(String(describing: run.outcome))")
        continue
      }
      #expect(failure.reason == .unsetKey)
      #expect(
        failure.description
          == "RunTests.swift:\(line + 2 + index): \(what) reads the key “\(key)”, "
          + "but nothing has set it; ask for it first, or test \(key).isSet")
      #expect(run.needs.isEmpty)
    }
    #expect(try Self.behindAnything(flows[3]).outcome.map(Self.step) == "age")
  }

  /// The run of a flow after the action with which it begins, which sets nothing.
  private static func behindAnything(_ flow: Flow) throws -> Run {
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .performed(flow.noAnswers))
    return run
  }

  private static func step(_ outcome: Outcome) -> String? {
    if case .failed(let failure) = outcome { failure.step } else { nil }
  }

  @Test("too many steps without a prompt fail the run")
  func stepLimit() throws {
    let line = #line + 1
    let empty = Flow("f") { Repeat {} }
    #expect(
      try Run(empty, limits: Limits(stepsBetweenPrompts: 10)).outcome
        == .failed(
          Failure(
            .limit,
            message: "10 steps were performed without a prompt between them, near a condition; "
              + "end the loop, or raise the limit: flow.limits(Limits(stepsBetweenPrompts: …))",
            place: FlowLocation("RunTests.swift", UInt(line)).inTests)))
    #expect(try Run(empty).outcome?.description.hasPrefix("failed: 1000000 steps") == true)
    let asked = Flow("f") { Repeat(times: 100) { Ask("Age?", into: Self.age) } }
    var run = try Run(asked, limits: Limits(stepsBetweenPrompts: 5))
    while let need = run.nextNeed { try run.resolve(need, with: .answer(1)) }
    #expect(run.outcome == .finished(nil))
    var says = try Run(Flow("f") { Repeat { Say("x") } }, limits: Limits(stepsBetweenPrompts: 9))
    var count = 0
    while let need = says.nextNeed {
      try says.resolve(need, with: .shown)
      count += 1
    }
    #expect(count == 2)
    #expect(says.outcome?.description.hasPrefix("failed: 9 steps were performed") == true)
  }

  @Test("only steps with a time limit can time out")
  func unlimited() throws {
    var run = try Run(
      Flow("f") {
        Confirm("Go on?").id("on")
        Do("pay") { _ in }
      })
    for name in ["on", "pay"] {
      let need = try #require(run.nextNeed)
      #expect(need.name == name)
      #expect(
        throws: Rejection(
          message: "The step “\(name)” has no time limit, so it can't time out; answer it, or "
            + "report how it failed.")
      ) { try run.resolve(need, with: .timedOut) }
      #expect(run.nextNeed == need)
      if name == "on" { try run.resolve(need, with: .answer(.yes(true))) }
    }
  }
}

extension FlowLocation {
  fileprivate var inTests: FlowLocation { FlowLocation("LibrettoTests/RunTests.swift", UInt(line)) }
}
