import Testing

@testable import LibrettoAnalysis
@testable import LibrettoCore

@Suite("Answers that are missing, found before a run")
struct MissingAnswersTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let ready = Key<Bool>("ready")

  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let flow: Flow
    let given: [String: ScriptedAnswer]
    let missing: String

    init(
      _ words: String, _ given: [String: ScriptedAnswer], _ missing: String,
      @FlowBuilder _ steps: () -> Steps
    ) {
      (testDescription, self.given, self.missing) = (words, given, missing)
      flow = Flow("f", steps)
    }
  }

  static let cases = [
    Example("a branch that is not known", [:], "age name? ready") {
      Ask("Age?", into: age)
      When(age < 18) { Ask("Name?", into: name) }
      Confirm("Ready?", into: ready)
    },
    Example("a branch that an answer decides", ["age": 12], "name") {
      Ask("Age?", into: age)
      When(age < 18) {
        Ask("Name?", into: name)
      } otherwise: {
        Confirm("Ready?", into: ready)
      }
    },
    Example("what an ending leaves out", [:], "ready age?") {
      Confirm("Ready?", into: ready) { Finish() }
      Ask("Age?", into: age)
    },
    Example("behind a certain ending nothing is asked", ["ready": true], "") {
      Confirm("Ready?", into: ready) { Finish() }
      Ask("Age?", into: age)
    },
    Example("behind an answer that does not fit, what is missing is missing", ["age": 200], "name")
    {
      Ask("Age?", into: age).validate(.range(0...130))
      Ask("Name?", into: name)
    },
    Example("what work may have written is not known", ["age": 12], "name? ready") {
      Ask("Age?", into: age)
      Do("change") { answers in answers[age] = 40 }
      When(age < 18) { Ask("Name?", into: name) }
      Confirm("Ready?", into: ready)
    },
    Example("work with a result writes nothing else", ["age": 12], "name") {
      Ask("Age?", into: age)
      Do("look", into: ready) { true }
      When(age < 18) { Ask("Name?", into: name) }
    },
    Example("a loop of so many rounds, the second without an answer", ["age": 1], "age@2 name") {
      Repeat(times: 1_000_000) { Ask("Age?", into: age) }
      Ask("Name?", into: name)
    },
    Example("a loop whose end is not known", [:], "age name? ready") {
      Repeat {
        Ask("Age?", into: age)
        When(age > 3) { Ask("Name?", into: name) }
      } until: {
        age > 18
      }
      Confirm("Ready?", into: ready)
    },
    Example("a loop that only Break ends", [:], "age ready") {
      Repeat {
        Ask("Age?", into: age)
        When(age > 3) { Break() }
      }
      Confirm("Ready?", into: ready)
    },
    Example("a loop that goes on for ever", ["age": 1], "age@2") {
      Repeat { Ask("Age?", into: age) }
      Confirm("Ready?", into: ready)
    },
    Example("a switch", ["age": 2], "2/ready") {
      Ask("Age?", into: age)
      Switch(age) {
        Case(1) { Ask("Name?", into: name) }
        Case(2) { Confirm("Ready?", into: ready) }
      }
    },
    Example("a load", [:], "friend? again? ready") {
      Load("friends", into: Key<[String]>("friends")) {
        ["a"]
      } data: {
        Ask("Friend?", into: name).id("friend")
      } empty: {
      } failure: { _ in
        Alert("Again?") {
          Button("Yes") { TryAgain() }
          Button("No")
        }
        .id("again")
      }
      Confirm("Ready?", into: ready)
    },
    Example("operations that run beside each other", ["one/age": 12], "two/name? two/ready three/x")
    {
      Operations {
        Operation("one") { Ask("Age?", into: age) }
        Operation("two") {
          Do("count", into: Key<Int>("count")) { 1 }
          When(Key<Int>("count") == 1) { Ask("Name?", into: name) }
          Confirm("Ready?", into: ready)
        }
        Operation("three", after: "one") { When(age < 18) { Ask("X?", into: Key<Int>("x")) } }
      }
    },
    Example(
      "what comes behind work that can fail, and what only its failure asks", [:],
      "pay/failure/name? age"
    ) {
      Do("pay") { _ in
      } failure: { _ in
        Ask("Name?", into: name)
        Finish()
      }
      Ask("Age?", into: age)
    },
    Example("what comes behind an operation that can fail", [:], "age") {
      Operations {
        Operation("order") {
          Do("pay") { _ in }
        } failure: { _ in
          Finish(name: "not ordered")
        }
      }
      Ask("Age?", into: age)
    },
    Example(
      "the fields of an alert, a form that is not reviewed", ["alert": "Go"], "alert/name page/age"
    ) {
      Alert("Alert") {
        Field("Name?", into: name)
        Button("Go")
        Button("No", role: .cancel)
      }
      Form("Page") {
        Ask("Age?", into: age)
        Ask("X?", into: Key<Int>("x")).when(ready)
      }
      Store(true, into: ready)
    },
  ]

  @Test("Surely, or perhaps", arguments: cases)
  func missing(_ example: Example) throws {
    try example.flow.validate()
    let missing = MissingAnswers(
      example.flow, MissingAnswers.Setting(given: example.given.mapValues { [$0] }))
    #expect(
      missing.missing.map { $0.name + ($0.isSure ? "" : "?") }.joined(separator: " ")
        == example.missing)
    #expect(!missing.isPartial)
  }

  @Test("A limit on the steps that are looked at, and a result that says so")
  func limit() {
    let flow = Flow("f") {
      Repeat(times: 1_000_000) { Ask("Age?", into: Self.age) }
    }
    let given = Array(repeating: ScriptedAnswer(1), count: 200_000)
    let missing = MissingAnswers(flow, MissingAnswers.Setting(given: ["age": given]))
    #expect(missing.isPartial)
    #expect(missing.missing.isEmpty)
  }

  @Test("Only the rest of a paused run is examined")
  func rest() throws {
    let flow = Flow("f") {
      Do("count") { _ in }
      When(Self.age > 1) {
        Ask("Name?", into: Self.name)
      } otherwise: {
        Confirm("Ready?", into: Self.ready)
      }
    }
    var run = try Run(flow)
    var answers = run.answers
    answers[Self.age] = 1
    try run.resolve(try #require(run.nextNeed), with: .performed(answers))
    let missing = MissingAnswers(flow, MissingAnswers.Setting(inForce: run.inForce))
    #expect(missing.missing.map(\.name) == ["otherwise/ready"])
    #expect(missing.isSure)
  }
}
