import Testing

@testable import LibrettoCore

/// Whole performances by scripts, as transcripts that read like plays.
struct ScriptedTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let word = Key<String>("word")
  static let tags = Key<[String]>("tags")
  static let keep = Key<Bool>("keep")

  static let survey = Flow("survey") {
    Say("Welcome.")
    Ask("What is your name?", into: name).validate(.notEmpty)
    Ask("How old are you, \(name)?", into: age).default(30).validate(.range(0...130))
    Ask("Your word?", into: word).secret().validate(.length(4...))
    Ask("Tags?", into: tags)
    Confirm("Keep it?", into: keep) {
      Do("save") { _ in }
    } otherwise: {
      Say("Dropped.")
    }
    Choose("Colour?") {
      Option("Red")
      Option("Green") { Say("Like grass,\nlike trees.") }
    }
    Alert("Send?", message: "It goes to \(name).") {
      Button("Yes", role: .destructive)
      Button("No", role: .cancel)
    }
    Alert("Done")
    Finish(name: "sent")
  }

  @Test("answers in order, and the whole transcript")
  func inOrder() async throws {
    let result = try await Self.survey.run(
      with: Scripted([
        "Bob", 42, "sesame", ["a", "b"], true, .action("save"), "green", "No",
      ]))
    #expect(
      result.transcript == """
        SAY      Welcome.
        ASK      What is your name?
        PERSON   Bob
        ASK      How old are you, Bob?
        PERSON   42
        ASK      Your word?
        PERSON   (secret)
        ASK      Tags?
        PERSON   a, b
        CONFIRM  Keep it?
        PERSON   Yes
        ACTION   save
        CHOOSE   Colour?
                 [Red] [Green]
        PERSON   Green
        SAY      Like grass,
                 like trees.
        ALERT    Send?
                 It goes to Bob.
                 [Yes] [No]
        PERSON   No
        ALERT    Done
        END      finished: sent

        """)
    #expect(result.outcome == .finished("sent"))
    #expect(result[Self.name] == "Bob")
    #expect(result[Self.age] == 42)
    #expect(result[Self.word] == "sesame")
    #expect(result[Self.tags] == ["a", "b"])
    #expect(result[Self.keep] == true)
    #expect(result[Key<Int>("none")] == nil)
    #expect(result.journal.entries.map(\.time) == Array(repeating: 0, count: 10))
  }

  @Test("answers by id and by performance give the same transcript")
  func byID() async throws {
    let byID: [String: ScriptedAnswer] = [
      "name": "Bob", "age": 42, "word": "sesame", "tags": ["a", "b"], "keep": "yes",
      "keep/save": .writes([:]), "colour": "Green", "send": "no",
    ]
    let a = try await Self.survey.run(with: Scripted(byID))
    let b = try await Self.survey.run(
      with: Scripted([
        "Bob", 42, "sesame", ["a", "b"], true, .action("save"), "green", "No",
      ]))
    #expect(a.transcript == b.transcript)
    #expect(a.journal == b.journal)

    let loop = Flow("loop") { Repeat(times: 3) { Ask("Age?", into: Self.age) } }
    let result = try await loop.run(with: Scripted([7], byID: ["age": 1, "age@2": 2]))
    #expect(result.journal.entries.map(\.event) == [.answered(1), .answered(2), .answered(7)])
  }

  @Test("several answers for one id are given one after the other, a numbered one first")
  func severalByID() async throws {
    let loop = Flow("loop") { Repeat(times: 4) { Ask("Age?", into: Self.age) } }
    let script = Scripted([9], byID: ["age": [1, 3], "age@2": [2]], actions: .stubbed)
    let result = try await loop.run(with: script)
    #expect(
      result.journal.entries.map(\.event) == [
        .answered(1), .answered(2), .answered(3), .answered(9),
      ])
  }

  @Test("wrong answers that must be refused, and defaults")
  func refusedAndPreset() async throws {
    let flow = Flow("f") {
      Ask("How old are you?", into: Self.age).default(30).validate(.range(0...130))
      Ask("Your word?", into: Self.word).secret().validate(.length(4...))
      Choose("Colour?", from: ["Red", "Green"], into: Self.name).default("Green")
      Confirm("Keep it?", into: Self.keep).default(true)
    }
    let result = try await flow.run(
      with: Scripted([
        .refused(200), .refused("old"), .preset, .refused("abc"), "sesame", .refused("2"),
        .refused("blue"), .preset, .refused("perhaps"), .preset,
      ]))
    #expect(
      result.transcript == """
        ASK      How old are you?
        PERSON   200
        REFUSED  Give 0 to 130.
        PERSON   old
        REFUSED  “old” is not a whole number.
        PERSON   30
        ASK      Your word?
        PERSON   (secret)
        REFUSED  Give at least 4 characters.
        PERSON   (secret)
        CHOOSE   Colour?
                 [Red] [Green]
        PERSON   2
        REFUSED  “2” is not one of the answers: “red”, “green”.
        PERSON   blue
        REFUSED  “blue” is not one of the answers: Red, Green.
        PERSON   Green
        CONFIRM  Keep it?
        PERSON   perhaps
        REFUSED  “perhaps” is neither yes nor no.
        PERSON   Yes
        END      finished

        """)
    #expect(result[Self.age] == 30)
    #expect(result[Self.name] == "Green")
  }

  @Test("actions stubbed: what they write, and that they fail")
  func stubs() async throws {
    let flow = Flow("f") {
      Repeat(times: 2) {
        Do("load") { _ in throw CancellationError() }
        When(Self.age.isSet) { Say("\(Self.age)") }
      }
      Do("save") { _ in }
    }
    let result = try await flow.run(
      with: Scripted(
        [.action("load")], byID: ["load@2": .writes(["age": 7]), "save": .failure("disk full")]))
    #expect(
      result.transcript == """
        ACTION   load
        ACTION   load
        SAY      7
        ACTION   save
        END      failed: the action “save” failed: disk full

        """)
    let wrong = try await flow.run(with: Scripted(["load": .writes(["age": "old"])]))
    #expect(
      wrong.transcript == """
        ACTION   load
        END      failed: the action “load” failed: the key “age” was set to “old”, which is not \
        a whole number

        """)
    #expect(
      wrong.journal.entries.map(\.event) == [
        .began, .failed("the key “age” was set to “old”, which is not a whole number"),
      ])
  }

  @Test("work times out if the script says so, and only if it has a limit")
  func workTimedOut() async throws {
    let word = Key<String>("word")
    let flow = Flow("work") {
      Load("fetch", into: word) {
        "x"
      } failure: { error in
        Say("No word: it \(error).")
      }
      .timeout(.seconds(2))
      Do("save") { _ in }.timeout(.seconds(1))
    }
    let result = try await flow.run(with: Scripted(["word": .timedOut, "save": .timedOut]))
    #expect(
      result.transcript == """
        LOAD     fetch
        FAILED   took longer than 2 seconds
        SAY      No word: it took longer than 2 seconds.
        ACTION   save
        END      failed: the action “save” took longer than 1 second

        """)
    let limitless = Flow("limitless") { Load("fetch", into: word) { "x" } }
    let error = await #expect(throws: ScriptedError.self) {
      try await limitless.run(with: Scripted(["word": .timedOut]))
    }
    #expect(error?.kind == .invalid)
    #expect(error?.message == "“fetch” (id “word”) has no time limit, so it can't time out")
  }

  @Test("an empty answer has its own line")
  func emptyLines() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).default("")
      Say("\(Self.name)")
      Say("a\n\nb")
    }
    #expect(
      try await flow.run(with: Scripted([""])).transcript == """
        ASK      Name?
        PERSON
        SAY
        SAY      a

                 b
        END      finished

        """)
  }

  @Test("a cancelled task cancels the run, whatever answers are left")
  func cancellation() async throws {
    let running = Locked<Task<FlowResult, any Error>?>(nil)
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("stop") { running.withLock { $0?.cancel() } }
      Ask("Age?", into: Self.age)
    }
    let task = running.withLock { running in
      let task = Task { try await flow.run(with: Scripted(["Bob", 7], actions: .performed)) }
      running = task
      return task
    }
    let result = try await task.value
    #expect(result.outcome == .cancelled)
    #expect(result[Self.name] == "Bob")
    #expect(
      result.transcript == """
        ASK      Name?
        PERSON   Bob
        ACTION   stop
        END      cancelled

        """)
  }

  @Test("an action's own cancellation error, in a task that goes on, is a failure")
  func ownCancellation() async throws {
    let flow = Flow("f") { Do("stop") { throw CancellationError() } }
    let result = try await flow.run(with: Scripted([], actions: .performed))
    #expect(result.outcome.description == "failed: the action “stop” failed: CancellationError()")
  }
}
