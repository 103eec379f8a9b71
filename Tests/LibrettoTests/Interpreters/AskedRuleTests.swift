import Testing

@testable import LibrettoCore

@Suite("Rules for which the interpreter is asked, and checks that read other answers")
struct AskedRuleTests {
  static let arrival = Key<CalendarDay>("arrival")
  static let departure = Key<CalendarDay>("departure")
  static let folder = Key<String>("folder")
  static let team = Key<String>("team"), user = Key<String>("user"), pin = Key<String>("pin")

  /// Answers in order, on a day and with a disk of its own.
  struct Host: InteractiveInterpreter {
    let replies: Locked<ArraySlice<String>>
    var today = CalendarDay.first
    let lines = Locked<[String]>([])
    var now: Timestamp { 0 }

    init(_ replies: String..., today: String = "2026-11-20") {
      self.replies = Locked(replies[...])
      self.today = CalendarDay(today) ?? .first
    }

    func show(_ text: String) async throws { lines.withLock { $0.append(text) } }
    func ask(_ question: Question) async throws -> Reply {
      if let problem = question.problem { try await show(problem) }
      return replies.withLock { $0.popFirst() }.map(Reply.text) ?? .endOfInput
    }
    func state(ofPath path: String) -> PathState? {
      path == "a" ? .folder : path == "b" ? .file : .missing
    }
  }

  static let stay = Flow("stay") {
    Ask("Arrival?", into: arrival).validate(.daysFromToday(0...30))
    Ask("Departure?", into: departure).validate(.range(arrival...))
    Say("\(arrival) to \(departure)")
  }

  @Test("today is the interpreter's; a word stands for a day")
  func today() async throws {
    let host = Host(
      "2026-11-19", "yesterday", "21 Dec 2026", "Tomorrow", "2026-11-20", "22.11.2026")
    let result = try await Self.stay.run(with: host)
    #expect(result.outcome == .finished)
    #expect(
      host.lines.withLock { $0 } == [
        "Give a day from today to 30 days from today.",
        "Give a day from today to 30 days from today.",
        "Give a day from today to 30 days from today.", "Give 2026-11-21 or a later day.",
        "2026-11-21 to 2026-11-22",
      ])
  }

  @Test("the example of a day in a refusal would be accepted")
  func example() async throws {
    let host = Host("soon", "next tuesday", "soon", "in a week")
    let result = try await Self.stay.run(with: host)
    #expect(result.outcome == .finished)
    #expect(
      host.lines.withLock { $0 } == [
        "“soon” is not a day such as 2026-11-20.", "“soon” is not a day such as 2026-11-24.",
        "2026-11-24 to 2026-11-27",
      ])
  }

  @Test("an answer that was accepted stays accepted when the run is resumed much later")
  func later() async throws {
    let lines = Locked<[RecordedLines]>([])
    let first = Host("2026-11-20")
    _ = try await Self.stay.run(with: first, id: "r") { new in lines.withLock { $0.append(new) } }
    var run = try Run(Self.stay, id: "r")
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed("2026-11-20")))
    let resumed = try Run.resuming(Self.stay, from: try SavedRun(run, of: Self.stay), at: 1).run
    #expect(resumed.nextNeed?.id == "departure")
  }

  @Test("a path, as the interpreter finds it")
  func path() async throws {
    for (requirement, good, bad, words) in [
      (PathRequirement.existing, "b", "c", "Give the path of a file or folder that exists."),
      (.file, "b", "a", "Give the path of a file that exists."),
      (.folder, "a", "b", "Give the path of a folder that exists."),
      (.new, "c", "a", "Give a path at which there is nothing yet."),
    ] {
      let flow = Flow("f") { Ask("Path?", into: Self.folder).validate(.path(requirement)) }
      let host = Host(bad, " ", good)
      #expect(try await flow.run(with: host)[Self.folder] == good)
      #expect(host.lines.withLock { $0 } == [words, "An answer is needed."])
      // Scripted answers without actions don't look.
      #expect(try await flow.run(with: Scripted([.init(stringLiteral: bad)]))[Self.folder] == bad)
    }
  }

  @Test("the disk, a folder in the home folder, and what can't be a path")
  func disk() {
    #expect(PathState.ofDisk("/") == .folder)
    #expect(PathState.ofDisk("/dev/null") == .file)
    #expect(PathState.ofDisk("/no/such/file") == .missing)
    #expect(PathState.ofDisk("") == nil)
    #expect(PathState.ofDisk("a\u{0}b") == nil)
    #expect(PathState.ofDisk(String(repeating: "a", count: 5_000)) == nil)
  }

  @Test("a session asks the process, and a form its page")
  func session() async throws {
    let form = Flow("f") {
      Form("Stay") { Ask("Arrival?", into: Self.arrival).validate(.daysFromToday(...0)) }
    }
    var session = try Session(form)
    let before = CalendarDay.today.adding(days: -1) ?? .first
    let late = CalendarDay.today.adding(days: 2) ?? .first
    let name = try #require(session.needs.first?.name)
    let refused = await #expect(throws: Rejection.self) {
      try await session.answer(name, with: .answer(.typed(late.answerValue)))
    }
    #expect(refused?.message == "Give today or an earlier day.")
    #expect(
      refused?.reason
        == .invalid(rule: Prompt.Rule(.daysFromToday(minimum: nil, maximum: 0), nil)))
    try await session.answer(name, with: .answer(.typed(before.answerValue)))
    #expect(session.answers[Self.arrival] == before)
  }

  static let sign = Flow("f") {
    Ask("Team?", into: team)
    Ask("PIN?", into: pin).secret()
    Ask("User?", into: user).check("free", reads: [team]) { user, answers in
      #expect(answers.names == ["team"])
      return user == answers[team] ? "“\(user)” is the name of the team." : nil
    }
    Confirm("Sure?")
  }

  @Test("a check reads the answers that it names, and says what is wrong")
  func check() async throws {
    let host = Host("red", "1234", "red", "bob", "y")
    #expect(try await Self.sign.run(with: host).outcome == .finished)
    #expect(host.lines.withLock { $0 } == ["“red” is the name of the team."])
  }

  @Test("it checks what is kept: a blank doesn't make another answer")
  func kept() async throws {
    let flow = Flow("f") {
      Ask("Team?", into: Self.team)
      Ask("User?", into: Self.user).trimmed().lowercased()
        .check("other", reads: [Self.team]) { $0 == $1[Self.team] ? "The same." : nil }
        .check("plain") { $0 != "ann" }
    }
    let host = Host("bob", " Bob ", "ANN", "Zoe")
    #expect(try await flow.run(with: host)[Self.user] == "zoe")
    #expect(
      host.lines.withLock { $0 }
        == ["The same.", "The answer does not pass the check “plain”."])
  }

  @Test("a script says which day is today, and which paths are refused")
  func scripted() async throws {
    let script = Scripted(["2027-01-01", "2027-01-02"]).today("2027-01-01")
    #expect(try await Self.stay.run(with: script)[Self.arrival] == "2027-01-01")
    let error = await #expect(throws: ScriptedError.self) {
      try await Self.stay.run(with: script.today("2027-01-02"))
    }
    #expect(
      error?.message.contains("Give a day from today to 30 days from today.") == true, "\(error)")
    let flow = Flow("f") { Ask("Path?", into: Self.folder).validate(.path(.folder)) }
    let result = try await flow.run(with: Scripted([.refused("/"), "/no/such/folder"]))
    #expect(
      result.transcript == """
        ASK      Path?
        PERSON   /
        REFUSED  Give the path of a folder that exists.
        PERSON   /no/such/folder
        END      finished

        """)
  }

  @Test("what it reads is an input: if it changes, the question is asked again")
  func inputs() throws {
    var run = try Run(Self.sign)
    for answer: Given in [.typed("red"), .typed("1234"), .typed("bob")] {
      try run.resolve(try #require(run.nextNeed), with: .answer(answer))
    }
    #expect(run.nextNeed?.id == "sure")
    for _ in 0..<3 { try run.goBack(from: try #require(run.nextNeed)) }
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed("blue")))
    #expect(run.nextNeed?.id == "user")
    for _ in 0..<1 { try run.goBack(from: try #require(run.nextNeed)) }
  }

  @Test("a sentence of a check that has read a secret isn't shown")
  func secret() async throws {
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Ask("User?", into: Self.user).check("other", message: "Not this one.", reads: [Self.pin]) {
        user, answers in "It begins like \(answers[Self.pin]?.first ?? "?")."
      }
    }
    let host = Host("9876", "x")
    _ = try await flow.run(with: host)
    #expect(host.lines.withLock { $0 } == ["Not this one."])
  }

  @Test("rules about today and paths stand at a question of their own")
  func misplaced() {
    let flow = Flow("f") {
      Ask("Path?", into: Self.folder).validateDrafts(.path(.new))
      Alert("Open") {
        Field("Path", into: Self.user)
        Button("Go").validate(Self.user, .path(.new))
      }
    }
    #expect(
      flow.problems.map(\.message) == [
        "a rule about today or a path can't be checked while the person types",
        "a rule about today or a path belongs to the Field itself, not to a Button",
      ])
  }
}
