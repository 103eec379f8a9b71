import Testing

@testable import LibrettoCore

/// Forms, and alerts with their fields, put as one page: what is refused, what is kept, what the
/// journal and the transcript tell.
struct PageInterpreterTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let car = Key<Bool>("car")
  static let plate = Key<String>("plate")
  static let comment = Key<String>("comment")

  static let profile = Flow("f") {
    Ask("Who?", into: comment)
    Form("Profile", message: "About you.") {
      Ask("Name?", into: name).validate(.notEmpty)
      Ask("Age?", into: age).default(30).validate(.range(0...130))
      Confirm("A car?", into: car)
      Ask("Its plate, \(name):", into: plate)
        .check("free", message: "\(name), that plate is taken.") { $0 != "B-1" }.when(car)
    }
    Say("Thanks, \(name).")
  }

  private static let nobody =
    "“nobody” is not a question on this page; its questions are “profile/name”, “profile/age”, "
    + "“profile/car”, “profile/plate”."

  static let review = Flow("f") {
    Alert("Review", message: "Is it fit?") {
      Field("Comment", into: comment).optional()
      Button("Approve")
      Button("Reject") { Say("Rejected: \(comment)") }
        .validate(comment, .notEmpty(message: "A comment is required."))
      Button("Later", role: .cancel)
    }
  }

  static let whole: PageAnswers = PageAnswers([
    "profile/name": "Bob", "profile/age": "42", "profile/car": .answer(true),
    "profile/plate": .value("B-2"),
  ])

  @Test("a page with correct answers has the transcript and the journal of line mode")
  func likeLines() async throws {
    let host = PageHost.replying(.submit(Self.whole), answering: [.text("me")])
    let result = try await Self.profile.run(with: host)
    let lines = try await Self.profile.run(with: Scripted(["me", "Bob", 42, true, "B-2"]))
    #expect(result.transcript == lines.transcript)
    #expect(result.journal == lines.journal)
    #expect(result.answers.description == lines.answers.description)
    #expect(host.pages.withLock { $0.count } == 1)
  }

  @Test("a refused page is shown again with its answers and all problems")
  func refused() async throws {
    let host = PageHost.replying(
      .submit(PageAnswers(["profile/age": "old", "profile/car": "yes", "profile/plate": "B-1"])),
      .submit(PageAnswers(["profile/name": "", "profile/age": "200"])),
      .submit(PageAnswers(["profile/name": "Bob", "profile/age": "42"])),
      .submit(PageAnswers(["profile/car": "no"])), answering: [.text("me")])
    let result = try await Self.profile.run(with: host)
    #expect(
      host.pages.withLock { $0.map(\.problems) } == [
        [],
        ["profile/name: An answer is needed.", "profile/age: “old” is not a whole number."],
        ["profile/name: An answer is needed.", "profile/age: Give 0 to 130."],
        ["profile/plate: Bob, that plate is taken."],
      ])
    #expect(
      host.pages.withLock { $0.map(\.words) } == [
        ["profile/name=", "profile/age=", "profile/car="],
        ["profile/name=", "profile/age=old", "profile/car=yes", "profile/plate=B-1"],
        ["profile/name=", "profile/age=200", "profile/car=yes", "profile/plate=B-1"],
        ["profile/name=Bob", "profile/age=42", "profile/car=yes", "profile/plate=B-1"],
      ])
    #expect(
      result.transcript == """
        ASK      Who?
        PERSON   me
        PAGE     Profile
                 About you.
        ASK      Name?
        REFUSED  An answer is needed.
        ASK      Age?
        PERSON   old
        REFUSED  “old” is not a whole number.
        CONFIRM  A car?
        PERSON   Yes
        ASK      Its plate, :
        PERSON   B-1
        PAGE     Profile
                 About you.
        ASK      Name?
        PERSON
        REFUSED  An answer is needed.
        ASK      Age?
        PERSON   200
        REFUSED  Give 0 to 130.
        CONFIRM  A car?
        PERSON   Yes
        ASK      Its plate, :
        PERSON   B-1
        PAGE     Profile
                 About you.
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   42
        CONFIRM  A car?
        PERSON   Yes
        ASK      Its plate, Bob:
        PERSON   B-1
        REFUSED  Bob, that plate is taken.
        PAGE     Profile
                 About you.
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   42
        CONFIRM  A car?
        PERSON   No
        FORM     Profile
                 About you.
                 [Name? Bob] [Age? 42] [A car? no] [Submit]
        PERSON   Submit
        SAY      Thanks, Bob.
        END      finished

        """)
    let lines = try await Self.profile.run(with: Scripted(["me", "Bob", 42, false]))
    #expect(result.journal == lines.journal)
  }

  @Test(
    "an alert with fields: each button as in line mode",
    arguments: [
      ("approve", ["Approve", ""]), ("reject", ["Reject", "Not yet."]), ("later", ["Later"]),
    ])
  func alert(_ button: String, _ script: [ScriptedAnswer]) async throws {
    let answers = PageAnswers(
      ["review/comment": .text(button == "reject" ? "Not yet." : "")], button: button)
    let result = try await Self.review.run(with: PageHost.replying(.submit(answers)))
    let lines = try await Self.review.run(with: Scripted(script))
    #expect(result.transcript == lines.transcript)
    #expect(result.journal == lines.journal)
    #expect(result.answers.description == lines.answers.description)
  }

  @Test("an alert whose field is refused stays open, and another button may be chosen")
  func refusedAlert() async throws {
    let host = PageHost.replying(
      .submit(PageAnswers(["review/comment": ""])),
      .submit(PageAnswers(button: "burn")),
      .submit(PageAnswers(button: "reject")),
      .submit(PageAnswers(button: "approve")))
    let result = try await Self.review.run(with: host)
    #expect(
      host.pages.withLock { $0.map(\.problems) } == [
        [], ["Choose one of the buttons."],
        ["“burn” is not one of the answers: “approve”, “reject”, “later”."],
        ["review/comment: A comment is required."],
      ])
    #expect(host.pages.withLock { $0.map(\.button) } == [nil, nil, "burn", "reject"])
    #expect(
      result.transcript == """
        ALERT    Review
                 Is it fit?
                 [Approve] [Reject] [Later]
        REFUSED  Choose one of the buttons.
        ALERT    Review
                 Is it fit?
                 [Approve] [Reject] [Later]
        REFUSED  “burn” is not one of the answers: “approve”, “reject”, “later”.
        ALERT    Review
                 Is it fit?
                 [Approve] [Reject] [Later]
        PERSON   Reject
        ASK      Comment
        PERSON
        REFUSED  A comment is required.
        ALERT    Review
                 Is it fit?
                 [Approve] [Reject] [Later]
        PERSON   Approve
        ASK      Comment
        PERSON
        END      finished

        """)
    #expect(result.journal.entries.map(\.name) == ["review", "review/comment"])
  }

  @Test("while it is filled in, the page reports its visible questions, texts and problems")
  func live() async throws {
    let seen = Locked<[FormPage]>([])
    let host = PageHost(
      host: TestHost(answer: { _ in .text("me") }),
      filling: { page, filling in
        for answers: [String: SessionResolution] in [
          [:], ["profile/name": "Ann", "profile/age": "x"], ["profile/car": "y"],
          ["profile/name": "", "profile/car": "yes", "profile/plate": "B-1"], ["nobody": "?"],
        ] { seen.withLock { $0.append(filling.page(with: PageAnswers(answers))) } }
        return .submit(Self.whole)
      })
    _ = try await Self.profile.run(with: host)
    #expect(
      seen.withLock { $0.map(\.words) } == [
        ["profile/name=", "profile/age=", "profile/car="],
        ["profile/name=Ann", "profile/age=x", "profile/car="],
        ["profile/name=", "profile/age=", "profile/car=yes", "profile/plate="],
        ["profile/name=", "profile/age=", "profile/car=yes", "profile/plate=B-1"],
        ["profile/name=", "profile/age=", "profile/car="],
      ])
    #expect(
      seen.withLock { $0.map(\.problems) } == [
        [], ["profile/age: “x” is not a whole number."], [],
        ["profile/name: An answer is needed."],
        [Self.nobody],
      ])
    #expect(seen.withLock { $0[1].fields[3].question.title } == "Its plate, Ann:")
  }

  @Test("an interpreter that declines pages is asked question by question")
  func takesNone() async throws {
    var host = PageHost()
    host.takesPages = false
    let replies = Locked<[Reply]>(["me", "Bob", "42", "no", "submit"].map(Reply.text))
    host.host = TestHost(answer: { _ in replies.withLock { $0.removeFirst() } })
    let result = try await Self.profile.run(with: host)
    let lines = try await Self.profile.run(with: Scripted(["me", "Bob", 42, false]))
    #expect(result.transcript == lines.transcript)
    #expect(host.pages.withLock { $0 } == [])
  }

  @Test("invalid answers: unknown, missing, hidden, wrong; each problem names its field")
  func wrong() async throws {
    let host = PageHost.replying(
      .submit(PageAnswers(["nobody": "?", "profile/zip": "1"])),
      .submit(PageAnswers(["profile/car": .answer(.choice("maybe"))])),
      .submit(PageAnswers(["profile/car": "no", "profile/plate": "B-2"])),
      .submit(PageAnswers(["profile/name": .value(["a"]), "profile/age": .value(2.5)])),
      .submit(Self.whole), answering: [.text("me")])
    let flow = Self.profile
    let result = try await flow.run(with: host)
    #expect(
      host.pages.withLock { $0.map(\.problems) } == [
        [],
        [
          Self.nobody, "profile/name: An answer is needed.",
          "profile/car: An answer is needed.",
        ],
        ["profile/name: An answer is needed.", "profile/car: Answer yes or no."],
        ["profile/name: An answer is needed.", "profile/plate: This question is not asked."],
        ["profile/name: [“a”] is not text.", "profile/age: 2.5 is not a whole number."],
      ])
    #expect(result.outcome == .finished(nil))
  }
}
