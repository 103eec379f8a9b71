import Testing

@testable import LibrettoCore

/// A script mentions every action that the flow performs, or says that it doesn't want to.
struct ScriptedActionsTests {
  static let name = Key<String>("name")
  static let total = Key<Int>("total")
  static let page = Key<String>("page")

  static let flow = Flow("f") {
    Ask("Name?", into: name)
    Load("fetch", into: page) { "x" }
    Repeat(times: 2) { Do("count") { _ in } }
    Do("save", into: total) { 3 }
    Say("\(total) for \(name).")
  }

  private func error(_ flow: Flow, _ script: Scripted) async throws -> ScriptedError {
    try #require(
      await #expect(throws: ScriptedError.self) { try await flow.run(with: script) })
  }

  @Test("the result lists the actions and loads that ran, by name in order")
  func performed() async throws {
    let script = Scripted(
      [
        "Bob", .action("count"), .action("count"), .action("save", writes: ["total": 4]),
      ], byID: ["page": "text"])
    let result = try await Self.flow.run(with: script)
    #expect(result.performed == ["fetch", "count", "count", "save"])
    #expect(result.skipped == [])
    #expect(result[Self.total] == 4)
    let real = try await Self.flow.run(with: Scripted(["Bob"], actions: .performed))
    #expect(real.performed == ["fetch", "count", "count", "save"])
    #expect(real.skipped == [])
    #expect(real[Self.total] == 3)
    let tried = Flow("tried") {
      Load("fetch", into: Self.page) {
        "x"
      } failure: { _ in
        Say("No page.")
      }.retry(1)
    }
    let failed = try await tried.run(
      with: Scripted([], byID: ["page": [.failure("no"), .failure("no")]], actions: .scripted))
    #expect(failed.performed == ["fetch", "fetch"])
  }

  @Test("the result of a console lists them too")
  func console() async throws {
    let run = try await PipedConsole.perform(Self.flow, input: "Bob\n")
    #expect(run.result.performed == ["fetch", "count", "count", "save"])
    #expect(run.result.skipped == [])
  }

  @Test("an action that is performed once more than the script says fails the run")
  func onceMore() async throws {
    let count = Key<Int>("count")
    let flow = Flow("f") {
      Repeat(times: 2) { Do("count", writes: [count]) { work in work[count] = 1 }.id("count") }
    }
    let failure = try await error(flow, Scripted(["count": .writes(["count": 1])]))
    #expect(
      failure.message == """
        the flow performs the action “count” (id “count@2”), once more than the script says; \
        add an entry for “count”
        """)
  }

  @Test("an action that the script doesn't mention fails the run")
  func unmentioned() async throws {
    let flow = Flow("f") {
      Alert("Sure?") { Button("Yes") { Do("save all") { _ in } } }
      Say("Saved.")
    }
    let inOrder = try await error(flow, Scripted(["Yes"]))
    #expect(inOrder.kind == .missing)
    #expect(inOrder.question == "sure/yes/save-all")
    #expect(
      inOrder.message == """
        the flow performs the action “save all” (id “sure/yes/save-all”), which the script \
        doesn't mention; add .action("save all") in its place, or pass actions: .stubbed
        """)
    #expect(
      inOrder.transcript == """
        ALERT    Sure?
                 [Yes]
        PERSON   Yes
        ACTION   save all

        """)
    let file = try await error(flow, Scripted([], byID: ["sure": ["Yes"]], actions: .scripted))
    #expect(
      file.message == """
        the flow performs the action “save all” (id “sure/yes/save-all”), which the script \
        doesn't mention; add “sure/yes/save-all” with {"writes": {}}, or pass --stub-actions
        """)
    #expect(file.location == nil)
    for script in [
      Scripted(["Yes", .action("save all")]), Scripted(["Yes", .action("sure/yes/save-all")]),
      Scripted(["sure": "Yes", "sure/yes/save-all": .writes([:])]),
      Scripted(["Yes", .action("save all")], byID: ["sure/yes/save-all": .writes([:])]),
      Scripted(["Yes", .action("save all")], takesPages: true),
    ] {
      #expect(try await flow.run(with: script).outcome == .finished)
    }
  }

  @Test("stubbed actions that the script doesn't mention are skipped, and the result says which")
  func skipped() async throws {
    let flow = Flow("f") {
      Do("open") { _ in }
      Repeat(times: 2) { Do("count") { _ in } }
      Do("close") { _ in }
    }
    let result = try await flow.run(
      with: Scripted(["open": .writes([:]), "count@2": .writes([:])], actions: .stubbed))
    #expect(result.skipped == ["count", "close"])
    #expect(result.performed == ["open", "count", "count", "close"])
  }

  @Test("actions are expected in their order among the answers")
  func order() async throws {
    let flow = Flow("f") {
      Do("open") { _ in }
      Do("close") { _ in }
      Ask("Name?", into: Self.name)
    }
    let swapped = try await error(flow, Scripted([.action("close"), .action("open"), "Bob"]))
    #expect(swapped.kind == .invalid)
    #expect(
      swapped.message == """
        the flow performs the action “open” (id “open”), but the script expects the action “close” \
        first
        """)
    let asked = try await error(flow, Scripted([.action("save"), "Bob"], actions: .stubbed))
    #expect(
      asked.message
        == "the flow asks “Name?” (id “name”), but the script expects the action “save” first")
    let left = try await error(
      flow, Scripted(["Bob", .action("save")], actions: .performed))
    #expect(left.kind == .unused)
    #expect(left.message == "the flow ended without performing the action “save”: finished")
    let between = try await flow.run(
      with: Scripted([.action("close"), "Bob"], actions: .stubbed))
    #expect(between.skipped == ["open"])
    let byID = try await flow.run(
      with: Scripted([.action("close"), "Bob"], byID: ["open": .writes([:])]))
    #expect(byID.isFinished)
  }

  @Test("an action times out where it has a time limit")
  func timedOut() async throws {
    let flow = Flow("f") {
      Do("pay") { _ in
      } failure: { error in
        Say("It \(error).")
      }.timeout(.seconds(5))
      Do("wrap") { _ in }
    }
    let result = try await flow.run(with: Scripted(["pay": .timedOut], actions: .stubbed))
    #expect(
      result.transcript == """
        ACTION   pay
        FAILED   took longer than 5 seconds
        SAY      It took longer than 5 seconds.
        ACTION   wrap
        END      finished

        """)
    #expect(result.skipped == ["wrap"])
    let unlimited = try await error(flow, Scripted(["wrap": .timedOut], actions: .stubbed))
    #expect(unlimited.message == "“wrap” (id “wrap”) has no time limit, so it can't time out")
  }

  @Test("an undo is only noted, even if the flow has no closure for it")
  func undo() async throws {
    let steps = """
      {"type":"ask","id":"name","title":"Name?","into":"name"},
      {"type":"do","id":"book","name":"book","undo":true},
      {"type":"ask","id":"age","title":"Age?","into":"name"}
      """
    let flow = try Flow(
      json: Array(#"{"libretto":1,"flow":"f","keys":{"name":"string"},"steps":[\#(steps)]}"#.utf8))
    let result = try await flow.run(
      with: Scripted(["Bob", .back, "Ann", "undo it", "Cy"], actions: .stubbed))
    #expect(
      result.transcript == """
        ASK      Name?
        PERSON   Bob
        ACTION   book
        ASK      Age?
        BACK     to name
        ASK      Name?
        PERSON   Ann
        CHOOSE   “book” was performed with different answers.
                 An earlier answer has changed.
                 [Undo it, and perform it again] [Perform it again] [Keep it as it is]
        PERSON   Undo it, and perform it again
        UNDO     book
        ACTION   book
        ASK      Age?
        PERSON   Cy
        END      finished

        """)
  }

  @Test("an action with a result needs its value")
  func result() async throws {
    let flow = Flow("f") { Do("add up", into: Self.total) { 3 } }
    let message = """
      the action “add up” (id “add-up”) sets the key “total”, but the script does not give its \
      value; give a whole number
      """
    #expect(try await error(flow, Scripted([.action("add up")])).message == message)
    #expect(try await error(flow, Scripted([], actions: .stubbed)).message == message)
    #expect(try await error(flow, Scripted(["add-up": .action("add up")])).message == message)
  }

  @Test("an error begins with the place of the script")
  func location() async throws {
    let script = Scripted([])
    let line = #line - 1
    let error = try await error(Self.flow, script)
    let location = try #require(error.location)
    #expect(location.fileID == #fileID)
    #expect(location.filePath.description == #filePath)
    #expect(location.line == line)
    #expect(location.column > 0)
    let column = location.column
    #expect(
      error.description == """
        ScriptedActionsTests.swift:\(line):\(column): there is no answer for “Name?” (id “name”); \
        it needs text
        ASK      Name?

        """)
    let byID = try await self.error(
      Self.flow,
      Scripted(["name": "7"], fileID: "M/F.swift", filePath: "/F", line: 3, column: 4))
    #expect(byID.description.hasPrefix("F.swift:3:4: there is no answer for the load “fetch”"))
    #expect(byID == byID)
    #expect(error.location != byID.location)
  }

  @Test("a transcript that differs is shown as the lines that differ")
  func transcript() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Say("Hello, \(Self.name).")
    }
    let result = try await flow.run(with: Scripted(["Bob"]))
    try result.requireTranscript(
      """
      ASK      Name?
      PERSON   Bob
      SAY      Hello, Bob.
      END      finished
      """)
    try result.requireTranscript(result.transcript)
    let error = #expect(throws: ScriptedError.self) {
      try result.requireTranscript("ASK      Name?\nPERSON   Bob\nSAY      Hi.\nEND      finished")
    }
    let line = #line - 3
    #expect(error?.kind == .differs)
    #expect(error?.transcript == result.transcript)
    let column = try #require(error?.location?.column)
    #expect(
      error?.description == """
        ScriptedActionsTests.swift:\(line):\(column): the transcript differs from line 3:
          ASK      Name?
          PERSON   Bob
        - SAY      Hi.
        + SAY      Hello, Bob.
          END      finished
        """)
  }

  @Test("outcomes compare without a nil, and match as before")
  func outcomes() async throws {
    let plain = try await Flow("f") { Say("x") }.run(with: Scripted([]))
    let named = try await Flow("f") { Finish(name: "sent") }.run(with: Scripted([]))
    let failed = try await Flow("f") { Fail("no") }.run(with: Scripted([]))
    let finished: Outcome = .finished
    #expect(plain.outcome == .finished)
    #expect(plain.outcome == finished)
    #expect(named.outcome != .finished)
    #expect([plain, named, failed].map(\.isFinished) == [true, true, false])
    var words: [String] = []
    for outcome in [plain.outcome, named.outcome, failed.outcome] {
      switch outcome {
      case .finished: words.append("finished")
      case .failed: words.append("failed")
      case .cancelled: words.append("cancelled")
      }
      if case .finished = outcome { words.append("!") }
    }
    #expect(words == ["finished", "!", "finished", "!", "failed"])
  }
}
