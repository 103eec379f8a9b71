import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Conditions of options and buttons")
struct ChoiceConditionTests {
  static let nights = Key<Int>("nights")
  static let room = Key<String>("room")
  static let extras = Key<[String]>("extras")
  static let agreed = Key<Bool>("agreed")

  static let flow = Flow("booking") {
    Ask("Nights?", into: nights)
    Choose("Room?", into: room) {
      Option("Single").description("one bed")
      Option("Suite").when(nights > 1, because: "only for two nights or more")
        .description("with a \(nights)-night minibar")
      Option("Attic").when(nights > 6).default()
    }
    ChooseMany("Extras?", into: extras) {
      Option("Towels")
      Option("Cleaning").when(nights > 1)
    }
    Say("\(room), \(extras)")
  }

  @Test("One is hidden, and one says why it can't be chosen")
  func scripted() async throws {
    let result = try await Self.flow.run(
      with: Scripted([
        1, .refused("Suite"), .refused("Attic"), "Single", .refused(["Cleaning"]), "Towels",
      ]))
    #expect(
      result.transcript == """
        ASK      Nights?
        PERSON   1
        CHOOSE   Room?
                 [Single] [Suite, not available: only for two nights or more]
        PERSON   Suite
        REFUSED  “Suite” can’t be chosen: only for two nights or more
        PERSON   Attic
        REFUSED  “Attic” is not one of the answers: Single.
        PERSON   Single
        CHOOSE   Extras?
                 [Towels]
        PERSON   Cleaning
        REFUSED  “Cleaning” is not one of the answers: Towels.
        PERSON   Towels
        SAY      Single, Towels
        END      finished

        """)
  }

  /// The question that a run is at, after answers.
  private func question(_ answers: Given...) throws -> (Run, Question) {
    var run = try Run(Self.flow)
    for answer in answers {
      try run.resolve(try #require(run.needs.first), with: .answer(answer))
    }
    let need = try #require(run.needs.first)
    return (run, try #require(run.question(for: need)))
  }

  @Test("A question has the choices that are offered, with what is said about them")
  func questions() throws {
    let (_, one) = try question(.typed(1))
    #expect(one.choices.map(\.title) == ["Single", "Suite"])
    #expect(one.choices.map(\.detail) == ["one bed", "with a 1-night minibar"])
    #expect(one.choices.map(\.refusal) == [nil, "only for two nights or more"])
    #expect(one.defaultAnswer == nil)
    let (_, seven) = try question(.typed(7))
    #expect(seven.choices.map(\.title) == ["Single", "Suite", "Attic"])
    #expect(seven.choices.map(\.refusal) == [nil, nil, nil])
    #expect(seven.defaultAnswer == .choice("attic"))
    #expect(
      PromptLayout(one).opening
        == """
        Room?
          1) Single (one bed)
          2) Suite (with a 1-night minibar, not available: only for two nights or more)
        Choose 1 to 2, or type an answer:\u{20}
        """)
  }

  @Test("A step back asks again if a condition reads another answer now")
  func back() throws {
    var (run, _) = try question(.typed(2), .choice("suite"))
    try run.goBack(from: try #require(run.needs.first))
    try run.goBack(from: try #require(run.needs.first))
    try run.resolve(try #require(run.needs.first), with: .answer(.typed(1)))
    let need = try #require(run.needs.first)
    #expect(need.name == "room")
    #expect(run.question(for: need)?.defaultAnswer == nil)
    #expect(throws: Rejection(message: "“Suite” can’t be chosen: only for two nights or more")) {
      try run.resolve(need, with: .answer(.choice("suite")))
    }
  }

  @Test("Buttons have conditions too; without any left, the run fails")
  func buttons() async throws {
    let flow = Flow("f") {
      Confirm("Agreed?", into: Self.agreed)
      Alert("Go on?") {
        Button("Go") { Say("Gone.") }.when(Self.agreed)
      }
    }
    let result = try await flow.run(with: Scripted([true, "Go"]))
    #expect(result.outcome == .finished)
    let failed = try await flow.run(with: Scripted([false]))
    guard case .failed(let failure) = failed.outcome else {
      Issue.record("\(failed.outcome)")
      return
    }
    #expect(failure.reason == .noOptions)
    #expect(
      failure.message
        == "the question “go-on” has nothing to choose, since no condition of its choices holds; ask "
        + "it only When one does, or add a choice without a condition")
  }

  struct Room {
    let name: String
    let number: Int
  }

  @Test("Options come from any sequence, by key paths")
  func elements() async throws {
    let number = Key<Int>("number")
    let rooms = [Room(name: "Single", number: 101), Room(name: "Suite", number: 501)]
    let flow = Flow("f") {
      Choose("Which?", from: rooms, title: \.name, value: \.number, into: number)
      Say("\(number)")
    }
    let result = try await flow.run(with: Scripted(["Suite"]))
    #expect(result[number] == 501)
  }

  @Test("The flow is written and read back")
  func json() throws {
    let bytes = try JSONExporter().bytes(Self.flow)
    #expect(try Flow(json: bytes).tree == Self.flow.tree)
    #expect(try JSONExporter().bytes(try Flow(json: bytes)) == bytes)
  }
}
