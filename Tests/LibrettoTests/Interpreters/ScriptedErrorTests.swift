import Testing

@testable import LibrettoCore

/// Scripts that do not fit their flow, with the whole error.
struct ScriptedErrorTests {
  static let name = Key<String>("name")

  /// The error of a script that does not fit, as one reads it.
  private func error(
    _ flow: Flow, _ script: Scripted, _ kind: ScriptedError.Kind
  ) async throws -> String {
    let error = await #expect(throws: ScriptedError.self) { try await flow.run(with: script) }
    #expect(error?.code == kind.rawValue)
    let description = error?.description ?? ""
    let lead = "\(try #require(error?.location)): "
    #expect(lead.hasPrefix("ScriptedErrorTests.swift:"))
    #expect(description.hasPrefix(lead))
    return String(description.dropFirst(lead.count))
  }

  /// A script with several answers for one id, as a file has them.
  private func script(_ answers: [String: [ScriptedAnswer]]) -> Scripted {
    Scripted(
      [], byID: answers, actions: .scripted,
      location: ScriptedError.Location(#fileID, #filePath, #line, #column))
  }

  static let two = Flow("two") {
    Ask("Name?", into: name)
    Alert("Sure?") {
      Button("Yes") { Do("save") { _ in } }
      Button("No")
    }
  }

  @Test("a missing answer names the question and what is offered")
  func missing() async throws {
    #expect(
      try await error(Self.two, Scripted([]), .missing) == """
        there is no answer for “Name?” (id “name”); it needs text
        ASK      Name?

        """)
    #expect(
      try await error(Self.two, Scripted(["Bob"]), .missing) == """
        there is no answer for “Sure?” (id “sure”); it offers: Yes, No
        ASK      Name?
        PERSON   Bob
        ALERT    Sure?
                 [Yes] [No]

        """)
    let confirm = Flow("f") { Repeat(times: 2) { Confirm("Go?") } }
    #expect(
      try await error(confirm, Scripted([true]), .missing) == """
        there is no answer for “Go?” (id “go@2”); it needs yes or no
        CONFIRM  Go?
        PERSON   Yes
        CONFIRM  Go?

        """)
  }

  @Test("answers that are not used are listed")
  func unused() async throws {
    #expect(
      try await error(Self.two, Scripted(["Bob", "No", 7]), .unused) == """
        1 answer was not used: 7; the flow ended without asking for it: finished
        ASK      Name?
        PERSON   Bob
        ALERT    Sure?
                 [Yes] [No]
        PERSON   No
        END      finished

        """)
    #expect(
      try await error(
        Self.two, Scripted(["Bob", "No", "x", "y"]), .unused
      ).hasPrefix(
        "2 answers were not used: “x”, “y”; the flow ended without asking for them: finished\n"))
    #expect(
      try await error(Self.two, Scripted(["Bob", "No"], byID: ["sure@2": "No"]), .unused)
        == "“sure@2” names a round, but “sure” is in no loop: write “sure”")
    #expect(
      try await error(
        Self.two, script(["name": ["Bob", "x"], "sure": ["No"]]), .unused)
          == """
          the 2nd answer for “name” was not used; it was asked once, and the flow ended: finished
          ASK      Name?
          PERSON   Bob
          ALERT    Sure?
                   [Yes] [No]
          PERSON   No
          END      finished

          """)
    #expect(
      try await error(
        Self.two, script(["name": ["Bob", "x", "y"], "sure": ["No"]]), .unused
      ).hasPrefix(
        "the 2nd answer and later ones for “name” were not used; it was asked once, and the flow "
          + "ended: finished\n"))
  }

  @Test("an answer for a step that the flow doesn't have is refused before anything is performed")
  func unknownIDs() async throws {
    let rate = Key<Int>("rate")
    let flow = Flow("f") {
      Do("pay") { Issue.record("it is performed") }
      Operations { Operation("rate") { Ask("Rate?", into: rate) } }
    }
    #expect(
      try await error(
        flow, Scripted(["payy": 1, "rate": 2, "zzz@2": 1], actions: .performed), .unused)
        == "the flow “f” has no step with the id “payy” (did you mean “pay”?), “rate” "
        + "(did you mean “rate/rate”?), “zzz@2”")
  }

  @Test("a step that comes again takes several answers, by its id or in order")
  func several() async throws {
    let (pin, receipt) = (Key<String>("pin"), Key<String>("receipt"))
    let flow = Flow("f") {
      Ask("PIN?", into: pin)
      Ask("Name?", into: Key<String>("name"))
      Do("pay", into: receipt) {
        "R"
      } failure: { _ in
        Alert("Again?") {
          Button("Yes") { TryAgain() }
          Button("No") { Finish(name: "left") }
        }
      }.retry(1)
    }
    let result = try await flow.run(
      with: Scripted([
        "pin": .several("1234", "4321"), "name": .several(.back, "Ann"),
        "pay": .several(.failure("busy"), .failure("busy")), "pay@2": .writes(["receipt": "R2"]),
        "pay/failure/again": "yes",
      ]))
    #expect((result.answers[pin], result.answers[receipt]) == ("4321", "R2"))
    #expect(Scripted([.several("a", .back), "b"]).inOrder == ["a", .back, "b"])
  }

  @Test("no error shows the answer to a secret question")
  func secrets() async throws {
    let word = Key<String>("word")
    let flow = Flow("f") {
      Ask("Word?", into: word).secret()
      Ask("Name?", into: Self.name)
    }
    let scripts = [
      Scripted([.refused("hunter2"), "Bob"]), Scripted([.refused("hunter2")]),
      Scripted(["x", "Bob", "hunter2"]), Scripted(["word": .refused("hunter2")]),
      Scripted(["word": .writes(["word": "hunter2"])]),
    ]
    for script in scripts {
      let error = await #expect(throws: ScriptedError.self) { try await flow.run(with: script) }
      #expect(error?.description.contains("hunter2") == false)
    }
  }

  @Test("an alert that dismisses itself doesn't make a loop endless")
  func endlessNotices() async throws {
    let flow = Flow("f") { Repeat { Alert("tick") } }
      .limits(Limits(stepsBetweenPrompts: 100))
    let result = try await flow.run(with: Scripted([]))
    guard case .failed(let failure) = result.outcome else {
      Issue.record("it ended otherwise: \(result.outcome)")
      return
    }
    #expect(failure.reason == .limit)
  }

  @Test("an action that was only noted is named when its answer is missing")
  func stubbed() async throws {
    let total = Key<Int>("total")
    let flow = Flow("f") {
      Do("add up") { answers in answers[total] = 3 }
      Say("\(total)")
    }
    let result = try await flow.run(with: Scripted([], actions: .stubbed))
    guard case .failed(let failure) = result.outcome else {
      Issue.record("it ended otherwise: \(result.outcome)")
      return
    }
    #expect(
      failure.message == """
        Say("{total}") reads the key “total”, but nothing has set it; ask for it first, or test \
        total.isSet; in this script the action “add-up” was stubbed: give what it writes, or \
        perform it
        """)
    let stub = Scripted(["add-up": .writes(["total": 4])])
    #expect(try await flow.run(with: stub)[total] == 4)
  }

  @Test("an answer that does not fit says why and names the nearest")
  func invalid() async throws {
    #expect(
      try await error(Self.two, Scripted(["Bob", "Yse"]), .invalid) == """
        the answer “Yse” does not fit “Sure?” (id “sure”): “Yse” is not one of the \
        answers: Yes, No. Did you mean “Yes”?
        ASK      Name?
        PERSON   Bob
        ALERT    Sure?
                 [Yes] [No]

        """)
    #expect(
      try await error(Self.two, Scripted(["Bob", "2"]), .invalid).hasPrefix(
        "the answer “2” does not fit “Sure?” (id “sure”): “2” is not one of the answers: "
          + "Yes, No.\n"))
    #expect(
      try await error(ScriptedTests.survey, Scripted(["Bob", 200]), .invalid).hasPrefix(
        "the answer 200 does not fit “How old are you, Bob?” (id “age”): Give 0 to 130.\n"))
    let secret = try await error(ScriptedTests.survey, Scripted(["Bob", 20, "abc"]), .invalid)
    #expect(
      secret.hasPrefix(
        "the answer does not fit “Your word?” (id “word”): Give at least 4 characters.\n"))
    #expect(!secret.contains("abc"))
    #expect(
      try await error(Self.two, Scripted([.preset]), .invalid).hasPrefix(
        "“Name?” (id “name”) has no default to accept\n"))
    #expect(
      try await error(Self.two, Scripted([.writes([:])]), .invalid).hasPrefix(
        "“Name?” (id “name”) is a question; what an action writes is not an answer to it\n"))
    #expect(
      try await error(Self.two, Scripted(["a", "Yes"], byID: ["sure/yes/save": 1]), .invalid)
        .hasPrefix(
          "“sure/yes/save” is an action, so 1 can't be its result: "
            + "give what it writes, or an error\n"))
  }

  @Test("a day in words is read by the script's day; a result of another type is refused by it")
  func read() async throws {
    let day = Key<CalendarDay>("day")
    let flow = Flow("f") {
      Ask("When?", into: day).validate(.daysFromToday(1...))
      Do("count", into: Key<Int>("count")) { 1 }
    }
    let result = try await flow.run(
      with: Scripted(["tomorrow"], byID: ["count": 2]).today("2026-11-20"))
    #expect(result[day] == "2026-11-21")
    let wrong = Scripted(["+3"], byID: ["count": "abc"]).today("2026-11-20")
    #expect(
      try await error(flow, wrong, .invalid).hasPrefix(
        "“count” is an action whose result is a whole number, so “abc” can't be its result: "
          + "give such a value, what it writes, or an error\n"))
  }

  @Test("an answer that should have been refused but was accepted")
  func wronglyTaken() async throws {
    #expect(
      try await error(Self.two, Scripted([.refused("Bob"), "No"]), .invalid).hasPrefix(
        "the answer “Bob” before “Sure?” (id “sure”) should have been refused, but was accepted\n"))
    #expect(
      try await error(Self.two, Scripted(["Bob", .refused("No")]), .invalid).hasPrefix(
        "the answer “No” should have been refused, but was accepted\n"))
  }
}
