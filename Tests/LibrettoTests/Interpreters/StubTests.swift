import Testing

@testable import LibrettoCore

/// What is done in the stead of an action reads nothing that anybody sees: it may depend on every
/// answer so far.
struct StubTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let data = Key<String>("data")

  private static let flow = Flow("f") {
    Ask("Name?", into: name)
    Do("book") { _ in }
    Do("count") { _ in }.reads()
    Ask("Age?", into: age)
  }

  private static let decided = """
    ASK      Name?
    PERSON   Bob
    ACTION   book
    ACTION   count
    ASK      Age?
    BACK     to name
    ASK      Name?
    PERSON   Ann
    CHOOSE   “book” was performed with different answers.
             An earlier answer has changed.
             [Perform it again] [Keep it as it is]
    PERSON   Keep it as it is
    ASK      Age?
    PERSON   7
    END      finished

    """

  @Test("a script that only notes it decides on it after a step back; one that performs it saw it")
  func scripted() async throws {
    let noted = try await Self.flow.run(
      with: Scripted(["Bob", .back, "Ann", "keep", 7], actions: .stubbed))
    #expect(noted.transcript == Self.decided)
    let written = try await Self.flow.run(
      with: Scripted(
        ["Bob", .back, "Ann", "keep", 7], byID: ["book": .writes(["age": 3])],
        actions: .performed))
    #expect(written.transcript == Self.decided)
    let performed = try await Self.flow.run(
      with: Scripted(["Bob", .back, "Ann", 7], actions: .performed))
    #expect(performed.outcome == .finished(nil))
  }

  @Test("a script gives the data for a load again when an earlier answer changes")
  func load() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Load("look up", into: Self.data) { "x" }
      Ask("Age?", into: Self.age)
    }
    let script = Scripted(
      ["Bob", .back, "Ann", 7], byID: ["data": "old"])
    let error = await #expect(throws: ScriptedError.self) { try await flow.run(with: script) }
    #expect(error?.message.hasPrefix("there is no answer for the load “look up”") == true)
  }

  /// Sends actions elsewhere.
  private struct Sender: InteractiveInterpreter {
    let replies: Locked<ArraySlice<Reply>>
    let looks: Bool
    var now: Timestamp { 0 }
    func show(_ text: String) {}
    func ask(_ question: Question) -> Reply { replies.withLock { $0.popFirst() } ?? .endOfInput }
    func perform(_ action: Action, with work: Work) { if looks { _ = work[StubTests.age] } }
  }

  @Test("an interpreter that performs work elsewhere, and one that inspects its needs")
  func elsewhere() async throws {
    let blind = Sender(
      replies: Locked([.text("Bob"), .back, .text("Ann"), .given(.choice("keep")), .text("7")]),
      looks: false)
    #expect(try await Self.flow.run(with: blind).transcript == Self.decided)
    let looking = Sender(
      replies: Locked([.text("Bob"), .back, .text("Ann"), .text("7")]), looks: true)
    #expect(try await Self.flow.run(with: looking).outcome == .finished(nil))
  }
}
