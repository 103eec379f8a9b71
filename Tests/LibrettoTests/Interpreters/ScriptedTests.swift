import Testing

@testable import Libretto

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
      Do("save") {}
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
    Finish("sent")
  }

  @Test("answers in order, and the whole play")
  func inOrder() async throws {
    let result = try await Self.survey.run(
      with: Scripted(["Bob", 42, "sesame", ["a", "b"], true, "green", "No"]))
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

  @Test("answers by id and by id and performance give the same play")
  func byID() async throws {
    let byID: [String: ScriptedAnswer] = [
      "name": "Bob", "age": 42, "word": "sesame", "tags": ["a", "b"], "keep": "yes",
      "colour": "Green", "send": "no",
    ]
    let a = try await Self.survey.run(with: Scripted(byID))
    let b = try await Self.survey.run(
      with: Scripted(["Bob", 42, "sesame", ["a", "b"], true, "green", "No"]))
    #expect(a.transcript == b.transcript)
    #expect(a.journal == b.journal)

    let loop = Flow("loop") { Repeat(times: 3) { Ask("Age?", into: Self.age) } }
    let result = try await loop.run(with: Scripted([7], byID: ["age": 1, "age#2": 2]))
    #expect(result.journal.entries.map(\.event) == [.answered(1), .answered(2), .answered(7)])
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
        REFUSED  “2” is none of the answers; they are “red”, “green”.
        PERSON   blue
        REFUSED  “blue” is none of the answers; they are: Red, Green.
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
        Do("load") { throw CancellationError() }
        When(Self.age.isSet) { Say("\(Self.age)") }
      }
      Do("save") {}
    }
    let result = try await flow.run(
      with: Scripted(["load#2": .writes(["age": 7]), "save": .failure("disk full")]))
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

  /// The error of a script that does not fit, as one reads it.
  private func error(
    _ flow: Flow, _ script: Scripted, _ kind: ScriptedError.Kind
  ) async throws -> String {
    let error = await #expect(throws: ScriptedError.self) { try await flow.run(with: script) }
    #expect(error?.kind == kind)
    return error?.description ?? ""
  }

  static let two = Flow("two") {
    Ask("Name?", into: name)
    Alert("Sure?") {
      Button("Yes") { Do("save") {} }
      Button("No")
    }
  }

  @Test("a missing answer names the question, what is offered, and the nearest id")
  func missing() async throws {
    #expect(
      try await error(Self.two, Scripted([]), .missing) == """
        there is no answer for “Name?” (id “name”); it wants text
        ASK      Name?

        """)
    #expect(
      try await error(Self.two, Scripted(["Bob"], byID: ["sur": "yes"]), .missing) == """
        there is no answer for “Sure?” (id “sure”); it offers: Yes, No; the script has one for \
        “sur”: did you mean “sure”?
        ASK      Name?
        PERSON   Bob
        ALERT    Sure?
                 [Yes] [No]

        """)
    let confirm = Flow("f") { Repeat(times: 2) { Confirm("Go?") } }
    #expect(
      try await error(confirm, Scripted([true]), .missing) == """
        there is no answer for “Go?” (id “go#2”); it wants yes or no
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
        Self.two, Scripted(["Bob", "No", "x"], byID: ["nmae": "Bob", "sure#2": "No", "zzz": 1]),
        .unused
      ).hasPrefix(
        "4 answers were not used: “x”, “nmae” (did you mean “name”?), “sure#2”, “zzz”; "
          + "the flow ended without asking for them: finished\n"))
  }

  @Test("an answer that does not fit says why and names the nearest")
  func invalid() async throws {
    #expect(
      try await error(Self.two, Scripted(["Bob", "Yse"]), .invalid) == """
        the answer “Yse” does not fit “Sure?” (id “sure”): “Yse” is none of the answers; \
        they are: Yes, No. Did you mean “Yes”?
        ASK      Name?
        PERSON   Bob
        ALERT    Sure?
                 [Yes] [No]

        """)
    #expect(
      try await error(Self.two, Scripted(["Bob", "2"]), .invalid).hasPrefix(
        "the answer “2” does not fit “Sure?” (id “sure”): “2” is none of the answers; "
          + "they are: Yes, No.\n"))
    #expect(
      try await error(Self.survey, Scripted(["Bob", 200]), .invalid).hasPrefix(
        "the answer 200 does not fit “How old are you, Bob?” (id “age”): Give 0 to 130.\n"))
    let secret = try await error(Self.survey, Scripted(["Bob", 20, "abc"]), .invalid)
    #expect(
      secret.hasPrefix(
        "the answer does not fit “Your word?” (id “word”): Give at least 4 characters.\n"))
    #expect(!secret.contains("abc"))
    #expect(
      try await error(Self.two, Scripted([.preset]), .invalid).hasPrefix(
        "“Name?” (id “name”) has no default that could be taken\n"))
    #expect(
      try await error(Self.two, Scripted([.writes([:])]), .invalid).hasPrefix(
        "“Name?” (id “name”) is a question; what an action writes is no answer to it\n"))
    #expect(
      try await error(Self.two, Scripted(["a", "Yes"], byID: ["sure/yes/save": 1]), .invalid)
        .hasPrefix(
          "“sure/yes/save” is an action; 1 is nothing it could do: "
            + "say what it writes, or that it fails\n"))
  }

  @Test("an answer that was to be refused and was taken")
  func wronglyTaken() async throws {
    #expect(
      try await error(Self.two, Scripted([.refused("Bob"), "No"]), .invalid).hasPrefix(
        "the answer “Bob” before “Sure?” (id “sure”) was to be refused, and was taken\n"))
    #expect(
      try await error(Self.two, Scripted(["Bob", .refused("No")]), .invalid).hasPrefix(
        "the answer “No” was to be refused, and was taken\n"))
  }

  @Test("an empty answer is a line of its own")
  func emptyLines() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
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
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("stop") { withUnsafeCurrentTask { $0?.cancel() } }
      Ask("Age?", into: Self.age)
    }
    let task = Task {
      try await flow.run(with: Scripted(["Bob", 7], actions: .performed))
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
