import Testing

@testable import LibrettoCore

/// How a run is served by an interpreter of one's own: two functions make one.
struct DriverTests {
  /// Answers from a list of replies, and keeps what it was shown and asked.
  final class Person: InteractiveInterpreter {
    private let replies: Locked<[Reply]>
    let seen = Locked<[String]>([])
    let now: Timestamp = 7

    init(_ replies: [Reply]) { self.replies = Locked(replies) }

    func show(_ text: String) { seen.withLock { $0.append(text) } }

    func ask(_ question: Question) -> Reply {
      seen.withLock { $0.append(question.problem ?? question.title) }
      return replies.withLock { $0.isEmpty ? .endOfInput : $0.removeFirst() }
    }
  }

  /// Answers every question with the same nonsense.
  struct Parrot: InteractiveInterpreter {
    func show(_ text: String) {}
    func ask(_ question: Question) -> Reply { .text("polly") }
  }

  let name = Key<String>("name")
  let age = Key<Int>("age")

  private var flow: Flow {
    Flow("f") {
      Say("Hi")
      Ask("Name?", into: name)
      Alert("Careful", message: "It is \(name).")
      Ask("Age?", into: age).validate(.range(0...9))
      Do("save") { _ in }
    }
  }

  @Test("asks again with what was wrong, performs actions, notes the time")
  func asksAgain() async throws {
    let person = Person([.text("Bob"), .text("old"), .given(10), .text(" 9 ")])
    let result = try await flow.run(with: person)
    #expect(
      person.seen.withLock { $0 } == [
        "Hi", "Name?", "Careful\nIt is Bob.", "Age?", "“old” is not a whole number.",
        "Give 0 to 9.",
      ])
    #expect(
      result.transcript == """
        SAY      Hi
        ASK      Name?
        PERSON   Bob
        ALERT    Careful
                 It is Bob.
        ASK      Age?
        PERSON   old
        REFUSED  “old” is not a whole number.
        PERSON   10
        REFUSED  Give 0 to 9.
        PERSON   9
        ACTION   save
        END      finished

        """)
    #expect(
      result.journal.entries == [
        Journal.Entry("name", .answered("Bob"), 7),
        Journal.Entry("careful", .dismissed, 7),
        Journal.Entry("age", .answered(9), 7),
        Journal.Entry("save", .began, 7), Journal.Entry("save", .performed([]), 7),
      ])
    #expect(
      result.journal.entries.map(\.kind) == [
        "answered", "dismissed", "answered", "began", "performed",
      ])
    #expect(result.journal.entries.map(\.answer) == ["Bob", nil, 9, nil, nil])
  }

  @Test("the end of the input is an error that names the question; answers are kept")
  func endOfInput() async throws {
    let result = try await flow.run(with: Person([.text("Bob")]))
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(failure.reason == .endOfInput)
    #expect(
      failure.message
        == "the input ended at the question “Age?” (id “age”), before it was answered")
    #expect(failure.step == "age")
    #expect(failure.place != nil)
    #expect(result[name] == "Bob")
  }

  @Test("the end of the input at a decision, whose title is a sentence with quotes of its own")
  func endAtDecision() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Do("book") { _ in }.reads(name)
      Ask("Age?", into: age)
    }
    let result = try await flow.run(with: Person([.text("Bob"), .back, .text("Ann")]))
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(
      failure.message
        == "the input ended at the decision: “book” was performed with different answers (id “book”); "
        + "only a person can answer it")
    #expect(failure.reason == .endOfInput)
  }

  @Test("a person can cancel it")
  func cancelled() async throws {
    let result = try await flow.run(with: Person([.text("Bob"), .cancelled]))
    #expect(result.outcome == .cancelled)
    #expect(result[name] == "Bob")
    #expect(result.transcript.hasSuffix("ASK      Age?\nEND      cancelled\n"))
  }

  @Test("endless wrong answers end the run")
  func endless() async throws {
    let result = try await Flow("f") { Ask("Age?", into: age) }.run(with: Parrot())
    #expect(
      result.outcome.description
        == "failed: 1000 answers in a row were rejected for the question “Age?” (id “age”); "
        + "the last time: “polly” is not a whole number.")
  }

  @Test("an action's error that quotes a secret does not show it")
  func secretInError() async throws {
    struct Refused: Error { let pin: String }
    let pin = Key<String>("pin")
    let flow = Flow("f") {
      Ask("PIN?", into: pin).secret()
      Do("check") { answers in throw Refused(pin: answers[pin] ?? "") }
    }
    let result = try await Driver(Person([.text("4711")])).perform(flow)
    guard case .failed(let failure) = result.outcome else {
      Issue.record("it ended otherwise: \(result.outcome)")
      return
    }
    #expect(
      failure.message
        == "the action “check” failed: Refused (its text is hidden because the work used a secret)")
    #expect(!"\(result.journal) \(result.transcript)".contains("4711"))
  }

  @Test("each entry of the journal is recorded before the flow continues")
  func record() async throws {
    let told = Locked<[String]>([])
    let person = Person([.text("Bob"), .given(1)])
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Do("check") {
        let before = told.withLock { $0 }
        #expect(before.count == 3)
        #expect(before.last?.hasPrefix("{\"began\":\"check\",") == true)
      }
      Ask("Age?", into: age)
    }
    var driver = Driver(person)
    driver.id = "one"
    driver.record = { lines in
      told.withLock { $0.append(String(decoding: lines.bytes, as: UTF8.self)) }
    }
    let whole = try await driver.perform(flow)
    let saved = try SavedRun(lines: Array(told.withLock { $0.joined() }.utf8))
    #expect(saved.entries == whole.journal.entries)
    #expect(saved.entries.map(\.name) == ["name", "check", "check", "age"])
    #expect(saved.id == "one")
    #expect(told.withLock { $0.count } == 5)

    struct Full: Error {}
    var failing = Driver(Person([.text("Bob")]))
    failing.record = { lines in if !lines.bytes.starts(with: #"{"libretto""#.utf8) { throw Full() }
    }
    let result = try await failing.perform(flow)
    #expect(result.outcome == .failed(Failure(.interpreter, message: "Full()")))
    #expect(result[name] == "Bob")
    // A journal that can't be begun: nothing has happened, nothing is asked.
    let unasked = Person([.text("Bob")])
    var refused = Driver(unasked)
    refused.record = { _ in throw Full() }
    await #expect(throws: Full.self) { try await refused.perform(flow) }
    #expect(unasked.seen.withLock { $0 } == [])
  }
}
