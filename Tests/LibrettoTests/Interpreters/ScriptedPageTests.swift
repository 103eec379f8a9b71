import Testing

@testable import LibrettoCore

/// Scripts that fill in pages: the same script performs a flow either way.
struct ScriptedPageTests {
  static let flow = FormTests.profile

  @Test("a script in order, and one by ids, give what line mode gives")
  func same() async throws {
    for answers: [ScriptedAnswer] in [
      ["Bob", false, "Large"], ["Bob", true, "B-1", "Small"],
    ] {
      let lines = try await Self.flow.run(with: Scripted(answers))
      let pages = try await Self.flow.run(with: Scripted(answers, takesPages: true))
      #expect(pages.transcript == lines.transcript)
      #expect(pages.journal == lines.journal)
      #expect(pages.answers.description == lines.answers.description)
    }
    let byID: [String: ScriptedAnswer] = [
      "profile/name": "Bob", "profile/car": true, "profile/plate": "B-1", "profile/size": "small",
      "profile": "submit",
    ]
    #expect(
      try await Self.flow.run(with: Scripted(byID, takesPages: true)).transcript
        == (try await Self.flow.run(with: Scripted(byID)).transcript))
  }

  @Test("answers that must be refused are problems of the page, all at once for answers by id")
  func refused() async throws {
    let script = Scripted(
      [],
      byID: [
        "profile/name": [.refused(""), "Bob"], "profile/car": [true],
        "profile/size": [.refused("Huge"), .refused("Tiny"), "Large"], "profile/plate": ["B-1"],
      ], actions: .stubbed, takesPages: true)
    let result = try await Self.flow.run(with: script)
    let head = "PAGE     Profile\n         About you.\n"
    let car = "CONFIRM  A car?\nPERSON   Yes\nASK      Its plate:\nPERSON   B-1\n"
    let size = "CHOOSE   Size?\n         [Small] [Large]\n"
    #expect(
      result.transcript == head
        + "ASK      Name?\nPERSON\nREFUSED  An answer is needed.\n" + car + size
        + "PERSON   Huge\nREFUSED  “Huge” is not one of the answers: Small, Large.\n"
        + head + "ASK      Name?\nPERSON   Bob\n" + car + size
        + "PERSON   Tiny\nREFUSED  “Tiny” is not one of the answers: Small, Large.\n"
        + head + "ASK      Name?\nPERSON   Bob\n" + car + size + """
          PERSON   Large
          FORM     Profile
                   About you.
                   [Name? Bob] [A car? yes] [Its plate: B-1] [Size? Large] [Submit]
          PERSON   Submit
          SAY      Thanks, Bob.
          END      finished

          """)
  }

  @Test("in order, an answer that must be refused is followed by the next one to its question")
  func inOrder() async throws {
    let script: [ScriptedAnswer] = [.refused(""), "Bob", false, .refused("Huge"), "Large"]
    let lines = try await Self.flow.run(with: Scripted(script))
    let pages = try await Self.flow.run(with: Scripted(script, takesPages: true))
    #expect(pages.journal == lines.journal)
    #expect(pages.outcome == .finished(nil))
  }

  @Test("the review of a form names a question that is answered again before submitting")
  func reviewed() async throws {
    let answers: [String: [ScriptedAnswer]] = [
      "profile/name": ["Bob", .preset], "profile/car": [false, true, false],
      "profile/plate": ["B-AB 1"], "profile/size": ["Small", "Large"],
      "profile": ["profile/car", "profile/name", "profile/size", "profile/car", "submit"],
    ]
    let result = try await Self.flow.run(
      with: Scripted([], byID: answers, actions: .stubbed, takesPages: true))
    #expect(
      result.transcript == """
        PAGE     Profile
                 About you.
        ASK      Name?
        PERSON   Bob
        CONFIRM  A car?
        PERSON   No
        CHOOSE   Size?
                 [Small] [Large]
        PERSON   Large
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? no] [Size? Large] [Submit]
        PERSON   Submit
        SAY      Thanks, Bob.
        END      finished

        """)
  }

  @Test("alerts with fields: a button, its fields, a check, a secret")
  func alerts() async throws {
    let script: [ScriptedAnswer] = [
      "OK", .refused("Bob"), "bob", .refused("far too long"), .refused("weak"), "sesame",
    ]
    for actions in [Scripted.Actions.performed, .stubbed] {
      let lines = try await FieldTests.signIn.run(with: Scripted(script, actions: actions))
      let pages = try await FieldTests.signIn.run(
        with: Scripted(script, actions: actions, takesPages: true))
      #expect(pages.journal == lines.journal)
      #expect(pages[FieldTests.password] == "sesame")
      #expect(!pages.transcript.contains("sesame"))
    }
    let cancelled = try await FieldTests.signIn.run(with: Scripted(["Cancel"], takesPages: true))
    #expect(
      cancelled.transcript
        == (try await FieldTests.signIn.run(with: Scripted(["Cancel"]))).transcript)
  }

  @Test("a step back leaves the page, and the page keeps what was answered")
  func back() async throws {
    let result = try await PageBackTests.flow.run(
      with: Scripted(
        ["a", .back, "b", "Bob", 7, "sesame", .back, .refused("perhaps"), true],
        takesPages: true))
    #expect(
      result.transcript == """
        ASK      More?
        PERSON   a
        PAGE     Page
        BACK     to more
        ASK      More?
        PERSON   b
        PAGE     Page
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   7
        ASK      Word?
        PERSON   (secret)
        FORM     Page
                 [Name? Bob] [Age? 7] [Word? (secret)] [Submit]
        PERSON   Submit
        CONFIRM  Right?
        BACK     to page
        PAGE     Page
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   7
        ASK      Word?
        PERSON   (secret)
        FORM     Page
                 [Name? Bob] [Age? 7] [Word? (secret)] [Submit]
        PERSON   Submit
        CONFIRM  Right?
        PERSON   perhaps
        REFUSED  “perhaps” is neither yes nor no.
        PERSON   Yes
        END      finished

        """)
  }

  @Test("a time-out needs an alert with a time limit; without one, the script is wrong")
  func timeout() async throws {
    let limited = Flow("f") {
      Alert("Sign in") {
        Field("Name", into: FormTests.name)
        Button("OK")
      }.timeout(.seconds(9)) { Say("Too late.") }
    }
    let result = try await limited.run(with: Scripted([.timedOut], takesPages: true))
    #expect(
      result.transcript == """
        ALERT    Sign in
                 [OK]
        TIMEOUT  the time is up
        SAY      Too late.
        END      finished

        """)
    let late = try await limited.run(with: Scripted(["OK", .timedOut], takesPages: true))
    #expect(late.transcript == result.transcript)
  }

  @Test(
    "what is wrong with a script is said of the question on the page",
    arguments: [
      (
        [.refused("Bob"), false, "Large"],
        "the answer “Bob” for “profile/name” should have been refused, but was accepted"
      ),
      (
        ["", false, "Large"],
        "the answer “” does not fit “Name?” (id “profile/name”): An answer is needed."
      ),
      (
        ["Bob", "perhaps"],
        "the answer “perhaps” does not fit “A car?” (id “profile/car”): “perhaps” is neither yes nor no."
      ),
      (
        ["Bob"],
        "there is no answer for “A car?” (id “profile/car”); it needs yes or no"
      ),
      ([.timedOut], "“Name?” (id “profile/name”) has no time limit, so it can't time out"),
      ([.preset], "“Name?” (id “profile/name”) has no default to accept"),
      (
        [.failure("x")],
        "“Name?” (id “profile/name”) is a question; an action’s failure is not an answer to it"
      ),
      (
        ["Bob", false, "Small", "more"],
        "1 answer was not used: “more”; the flow ended without asking for it: finished"
      ),
    ] as [([ScriptedAnswer], String)])
  func wrong(_ script: [ScriptedAnswer], _ message: String) async {
    let error = await #expect(throws: ScriptedError.self) {
      try await Self.flow.run(with: Scripted(script, takesPages: true))
    }
    #expect(error?.message == message)
  }
}
