import Testing

@testable import LibrettoCore

/// Pages submitted to a run: all or nothing, what is taken out first, and what a journal and a token
/// make of it.
struct SubmittingTests {
  static let name = Key<String>("name")
  static let tags = Key<[String]>("tags")
  static let first = Key<String>("first")
  static let pin = Key<String>("pin")
  static let why = Key<String>("why")
  static let more = Key<Bool>("more")

  static let form = Flow("f") {
    Say("Hello.")
    Form("Page") {
      Ask("Name?", into: name).validate(.notEmpty)
      ChooseMany("Tags of \(name)?", from: ["a", "b", "c"], into: tags)
      Choose("The first?", from: tags, into: first).when(!tags.isEmpty)
      Ask("PIN of \(first)?", into: pin).secret()
    }
    Say("Thanks, \(name).")
    Confirm("More?", into: more)
  }

  private func submit(
    _ run: inout Run, _ entries: [String: SessionResolution]
  ) throws -> FormPage? {
    try run.submit(try #require(run.nextNeed), with: PageAnswers(entries))
  }

  private func started() throws -> Run {
    var run = try Run(Self.form)
    try run.resolve(try #require(run.nextNeed), with: .shown)
    return run
  }

  private let whole: [String: SessionResolution] = [
    "page/name": "Bob", "page/tags": "b, c", "page/first": "c", "page/pin": "1234",
  ]

  @Test("a page accepts what its questions accept; no text is lost")
  func taken() throws {
    var run = try started()
    #expect(try submit(&run, whole) == nil)
    #expect(
      run.journal.entries.map(\.event) == [
        .answered(.typed("Bob")), .answered(.choices(["b", "c"])), .answered(.choice("c")),
        .answeredSecretly, .answered(.submit),
      ])
    #expect(run.nextNeed?.kind == .say)
    #expect(run.text(of: try #require(run.nextNeed)) == "Thanks, Bob.")
  }

  @Test("several corrections are one step back, each question is answered once")
  func corrected() throws {
    var run = try started()
    #expect(try submit(&run, whole) == nil)
    try run.resolve(try #require(run.nextNeed), with: .shown)
    try run.goBack(from: try #require(run.nextNeed))
    // What stands before the page is said again.
    try run.resolve(try #require(run.nextNeed), with: .shown)
    #expect(run.nextNeed?.name == "page")
    let count = run.journal.entries.count
    #expect(try submit(&run, ["page/tags": "a, c", "page/name": "Ann", "page/first": "c"]) == nil)
    // The PIN's question shows “first”, which is the same; the review shows what is another.
    #expect(
      run.journal.entries.dropFirst(count).map(\.name).filter { !$0.isEmpty } == [
        "page/name", "page/name", "page/tags", "page/first", "page",
      ])
    #expect(run.answers.description.contains("name: “Ann”"))
    #expect(run.text(of: try #require(run.nextNeed)) == "Thanks, Ann.")
  }

  @Test("an unchanged page is submitted again; with a secret too, given again or not")
  func same() throws {
    for entries: [String: SessionResolution] in [
      [:], ["page/pin": "1234"], ["page/tags": "c, b", "page/name": " Bob "], ["page/pin": "9"],
      ["page/first": "b"],
    ] {
      var run = try started()
      #expect(try submit(&run, whole) == nil)
      try run.resolve(try #require(run.nextNeed), with: .shown)
      try run.goBack(from: try #require(run.nextNeed))
      // What stands before the page is said again.
      try run.resolve(try #require(run.nextNeed), with: .shown)
      #expect(try submit(&run, entries) == nil, "\(entries)")
      while let need = run.nextNeed, need.kind == .say { try run.resolve(need, with: .shown) }
      #expect(run.nextNeed?.name == "more", "\(entries)")
      #expect(run.answers[Self.pin] == (entries["page/pin"] == "9" ? "9" : "1234"))
    }
  }

  @Test("a submitted page is no longer needed; a refused one changes nothing")
  func twice() throws {
    var run = try started()
    let need = try #require(run.nextNeed)
    let refused = try run.submit(need, with: PageAnswers(["page/name": ""]))
    #expect(
      refused?.problems == [
        "page/name: An answer is needed.", "page/pin: An answer is needed.",
      ])
    #expect(run.journal.entries == [])
    #expect(run.nextNeed == need)
    #expect(try run.submit(need, with: PageAnswers(whole)) == nil)
    #expect(throws: Rejection(message: "The step “page/name” is not what the run is waiting for."))
    {
      _ = try run.submit(need, with: PageAnswers(self.whole))
    }
    #expect(throws: Rejection(message: "The step “page/name” is not what the run is waiting for."))
    {
      try run.goBack(fromPage: need)
    }
  }

  @Test("an optional secret is kept if nothing is given, and removed if empty")
  func optionalSecret() throws {
    let flow = Flow("f") {
      Form("Page") { Ask("PIN?", into: Self.pin).secret().optional() }
      Confirm("More?", into: Self.more)
    }
    for (entries, pin): ([String: SessionResolution], String?) in [
      ([:], "1234"), (["page/pin": ""], nil),
    ] {
      var run = try Run(flow)
      #expect(try submit(&run, ["page/pin": "1234"]) == nil)
      try run.goBack(from: try #require(run.nextNeed))
      #expect(try submit(&run, entries) == nil)
      #expect(run.answers[Self.pin] == pin)
      #expect(run.nextNeed?.name == "more")
    }
  }

  @Test("effects after a page need a decision when the page changes")
  func effects() throws {
    let flow = Flow("f") {
      Form("Page") { Ask("Name?", into: Self.name) }
      Do("save") { work in _ = work[Self.name] }
      Confirm("More?", into: Self.more)
    }
    var run = try Run(flow)
    #expect(try submit(&run, ["page/name": "Bob"]) == nil)
    let work = try #require(run.nextNeed)
    run.begin(work)
    var answers = run.answers(for: work)
    _ = answers["name"]
    answers = answers.onlyWrites
    try run.resolve(work, with: .performed(answers))
    try run.goBack(from: try #require(run.nextNeed))
    #expect(try submit(&run, ["page/name": "Ann"]) == nil)
    #expect(run.nextNeed?.kind == .stale)
  }

  @Test(
    "an answer of a page counts although something done must be settled before the next question")
  func settled() throws {
    let flow = Flow("f") {
      Alert("Reserve?") {
        Field("Name", into: Self.name)
        Button("OK") { Do("reserve") {}.reads() }
        Button("Later")
      }
      Confirm("End?", into: Self.more)
    }
    var run = try Run(flow, id: "run", at: 0)
    func enter(_ name: String, _ button: String) throws {
      let need = try #require(run.nextNeed)
      let entries = PageAnswers(["reserve/name": .text(name)], button: button)
      #expect(try run.submit(need, with: entries) == nil)
    }
    try enter("Bob", "ok")
    let action = try #require(run.nextNeed)
    try run.resolve(action, with: .performed(run.answers(for: action)))
    try run.goBack(from: try #require(run.nextNeed))
    try enter("Ann", "later")
    let settling = try #require(run.nextNeed)
    #expect(settling.kind == .remains)
    #expect(run.answers[Self.name] == "Ann")
    try run.resolve(settling, with: .told)
    #expect(run.nextNeed?.name == "more")

    // A page is one line of the journal; cut off, nothing of it counts.
    let lines = String(decoding: try run.journalBytes(of: flow), as: UTF8.self)
      .split(separator: "\n")
    #expect(
      lines.dropFirst().map { $0.split(separator: ",")[0] } == [
        #"{"answered":"reserve""#, #"{"began":"reserve/ok/reserve""#,
        #"{"ended":"reserve/ok/reserve""#, #"{"back":"reserve/name""#,
        #"{"back":"reserve""#, #"{"stays":"reserve/ok/reserve""#,
      ])
    #expect(
      lines[5].hasPrefix(
        #"{"back":"reserve","out":["reserve","reserve/name"],"from":"reserve/name","over":[],"#
          + #""page":[{"answered":"reserve","choice":"later"},"#
          + #"{"answered":"reserve/name","value":"Ann"}],"time":0,"check":""#), "\(lines[5])")
    let whole = Array((lines[..<5].joined(separator: "\n") + "\n").utf8)
    for count in 0..<lines[5].utf8.count {
      let bytes = whole + Array(lines[5].utf8.prefix(count))
      let (resumed, _) = try Run.resuming(flow, from: try SavedRun(lines: bytes))
      #expect(resumed.answers[Self.name] == nil)
      #expect(resumed.nextNeed?.name == "reserve/name")
    }
  }
}
