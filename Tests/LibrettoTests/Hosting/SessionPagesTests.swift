import Testing

@testable import LibrettoCore

/// Pages of sessions: what they hold, what is refused, what stands afterwards.
struct SessionPagesTests {
  static let guest = Key<String>("guest")
  static let nights = Key<Int>("nights")
  static let meals = Key<[String]>("meals")
  static let car = Key<Bool>("car")
  static let plate = Key<String>("plate")
  static let pin = Key<String>("pin")
  static let why = Key<String>("why")

  static let stay = Flow("stay") {
    Form("Your stay", message: "All of it.") {
      Ask("Name?", into: guest).validate(.notEmpty).help("As in your passport.")
        .check("known", message: "Nobody is called Nemo.") { $0 != "Nemo" }
      Ask("Nights of \(guest)?", into: nights).default(1).validate(.range(1...30))
        .check("free", message: "Nothing is free for \(guest).") { $0 != 13 }
      ChooseMany("Meals?", from: ["Soup", "Bread", "Cake"], into: meals).atMost(2)
      Confirm("A car?", into: car)
      Ask("Its plate?", into: plate)
        .validate(.length(...8), .matches("[A-Z]+-[0-9]+", message: "A plate looks like B-1."))
        .when(car)
      Ask("PIN?", into: pin).secret()
    }
    Alert("Is it right?") {
      Field("Why not?", into: why).optional()
      Button("Yes")
      Button("No", role: .destructive, shortcut: "n").validate(
        why, .notEmpty(message: "Tell us why."))
      Button("Later", role: .cancel)
    }
    Say("Goodbye, \(guest).")
  }

  private static let whole: [String: SessionResolution] = [
    "your-stay/guest": .text("Bob"), "your-stay/nights": .value(3),
    "your-stay/meals": .answer(.choices(["cake", "soup"])), "your-stay/car": .text("n"),
    "your-stay/pin": .text("1234"),
  ]

  private func session() throws -> Session { try Session(Self.stay, id: "r", clock: { 0 }) }

  @Test("the page of a form and of an alert as JSON, before and after they were filled in")
  func json() async throws {
    var session = try session()
    let form =
      #""page":{"id":"your-stay","name":"your-stay","title":"Your stay","message":"All of it.","#
      + #""fields":[{"id":"your-stay/guest","visible":true,"prompt":"ask","title":"Name?","#
      + #""type":"string","help":"As in your passport.","#
      + #""rules":["Give an answer that is not empty."],"notEmpty":true,"checks":["known"]},"#
      + #"{"id":"your-stay/nights","visible":true,"prompt":"ask","title":"Nights of ?","#
      + #""type":"integer","default":1,"rules":["Give 1 to 30."],"least":1,"most":30,"checks":["free"]},"#
      + #"{"id":"your-stay/meals","visible":true,"prompt":"chooseMany","title":"Meals?","#
      + #""choices":[{"id":"soup","title":"Soup"},{"id":"bread","title":"Bread"},"#
      + #"{"id":"cake","title":"Cake"}],"default":[],"rules":["Choose at most 2."],"#
      + #""mostCount":2},"#
      + #"{"id":"your-stay/car","visible":true,"prompt":"confirm","title":"A car?","#
      + #""choices":[{"id":"yes","title":"Yes"},{"id":"no","title":"No"}]},"#
      + #"{"id":"your-stay/plate","visible":false,"prompt":"ask","title":"Its plate?","#
      + #""type":"string","rules":["Give at most 8 characters.","A plate looks like B-1."],"#
      + #""mostLength":8,"pattern":"[A-Z]+-[0-9]+"},"#
      + #"{"id":"your-stay/pin","visible":true,"prompt":"ask","title":"PIN?","type":"string","#
      + #""secret":true}]}"#
    let need = session.needs[0].json
    #expect(need.contains(form), "\(need)")
    #expect(try await session.submit("your-stay", with: Self.whole) == nil)
    let alert =
      #""page":{"id":"is-it-right","name":"is-it-right","title":"Is it right?","mayGoBack":true,"#
      + #""fields":[{"id":"is-it-right/why","visible":true,"prompt":"ask","title":"Why not?","#
      + #""type":"string","default":null,"optional":true}],"#
      + #""buttons":[{"id":"yes","title":"Yes"},"#
      + #"{"id":"no","title":"No","role":"destructive","key":"n"},"#
      + #"{"id":"later","title":"Later","role":"cancel"}]}"#
    #expect(session.needs[0].json.contains(alert), "\(session.needs[0].json)")
    try session.goBack(from: "is-it-right")
    let page = try #require(session.needs[0].page)
    #expect(
      page.words == [
        "your-stay/guest=Bob", "your-stay/nights=3", "your-stay/meals=cake, soup",
        "your-stay/car=no", "your-stay/pin=",
      ])
    #expect(page.fields.map(\.isAnswered) == [true, true, true, true, false, true])
    #expect(page.fields[1].question.title == "Nights of Bob?")
    #expect(page.mayGoBack == false)
  }

  /// What is submitted, and the problems of the page that comes back.
  struct Bad: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [String: SessionResolution]
    let button: String?
    let problems: [String]

    init(
      _ name: String, _ changes: [String: SessionResolution?], button: String? = nil,
      _ problems: String...
    ) {
      testDescription = name
      var answers = SessionPagesTests.whole
      for (id, change) in changes { answers["your-stay/" + id] = change }
      self.answers = answers
      self.button = button
      self.problems = problems
    }
  }

  static let bad = [
    Bad(
      "unknown", ["zip": .text("1")],
      "“your-stay/zip” is not a question on this page; its questions are “your-stay/guest”, "
        + "“your-stay/nights”, “your-stay/meals”, “your-stay/car”, “your-stay/plate”, "
        + "“your-stay/pin”."),
    Bad(
      "missing", ["guest": .none, "car": .none, "pin": .none],
      "your-stay/guest: An answer is needed.", "your-stay/car: An answer is needed.",
      "your-stay/pin: An answer is needed."),
    Bad(
      "hidden", ["plate": .text("B-1")], "your-stay/plate: This question is not asked."),
    Bad(
      "of the wrong kind",
      [
        "guest": .answer(.choice("x")), "nights": .value("many"), "meals": .text("Beer"),
        "car": .answer(.submit), "pin": .performed([:]),
      ],
      "your-stay/guest: “x” is the id of a choice, but this question has none.",
      "your-stay/nights: “many” is not a whole number.",
      "your-stay/meals: “Beer” is not one of the answers: Soup, Bread, Cake.",
      "your-stay/car: Answer yes or no.",
      "your-stay/pin: The question “your-stay/pin” can't be resolved in this way."),
    Bad(
      "against the rules",
      [
        "guest": .text(" "), "nights": .text("31"), "car": .answer(true),
        "meals": .answer(.choices(["soup", "bread", "cake"])), "plate": .text("b1"),
      ],
      "your-stay/guest: An answer is needed.", "your-stay/nights: Give 1 to 30.",
      "your-stay/meals: Choose at most 2.", "your-stay/plate: A plate looks like B-1."),
    Bad(
      "against the host's checks", ["guest": .text("Nemo"), "nights": .text("13")],
      "your-stay/guest: Nobody is called Nemo.", "your-stay/nights: Nothing is free for Nemo."),
    Bad("a button", [:], button: "yes", "A form has no buttons; it is submitted."),
  ]

  @Test("a refused page changes nothing, and each problem names its field", arguments: bad)
  func refused(_ bad: Bad) async throws {
    var session = try session()
    let before = session
    let page = try #require(
      try await session.submit("your-stay", with: bad.answers, button: bad.button))
    #expect(page.problems == bad.problems)
    #expect(session.token == before.token)
    #expect(session.needs == before.needs)
    #expect(session.journal == before.journal)
    // Nothing that was filled in is lost, but for secrets.
    for field in page.fields where field.isVisible && !field.question.isSecret {
      let isFilled = bad.answers[field.id] != nil
      #expect((field.typed != nil || field.given != nil) == isFilled, "\(field.id)")
    }
    #expect(try await session.submit("your-stay", with: Self.whole) == nil)
    #expect(session[Self.guest] == "Bob")
  }

  @Test("a host that has performed the checks itself is believed")
  func checked() async throws {
    var session = try session()
    var answers = Self.whole
    answers["your-stay/guest"] = .text("Nemo")
    #expect(try await session.submit("your-stay", with: answers, checking: false) == nil)
    #expect(session[Self.guest] == "Nemo")
  }

  @Test("a host that performs the checks itself needn't know the day: the session does")
  func days() async throws {
    let (day, leave) = (Key<CalendarDay>("day"), Key<CalendarDay>("leave"))
    let late = "Give a day from today to 30 days from today."
    var session = try Session(
      Flow("f") {
        Ask("When?", into: day).validate(.daysFromToday(0...30))
        Form("Stay") { Ask("Until?", into: leave).optional().validate(.daysFromToday(0...30)) }
      }, clock: { Timestamp(86_400_000_000) })
    session.today = .minutesFromUTC(0)
    for text in ["yesterday", "2020-01-01", "2099-01-01"] {
      let error = #expect(throws: Rejection.self) { try session.resolve("day", with: .text(text)) }
      #expect(error?.message == late)
      guard case .invalid(let rule?) = error?.reason else {
        Issue.record("\(String(describing: error?.reason))")
        continue
      }
      #expect(rule.isAsked)
    }
    try session.resolve("day", with: .text("tomorrow"))
    for answer in [SessionResolution.text("yesterday"), .value(.string("2099-01-01"))] {
      let page = try await session.submit("stay", with: ["stay/leave": answer], checking: false)
      #expect(page?.fields.map(\.problem) == [late])
    }
    #expect(try await session.submit("stay", with: [:], checking: false) == nil)
    #expect(session.outcome == .finished)
    #expect(session[day]?.description == "1972-09-28")
  }

  @Test("the same page twice, and a step that isn't a page")
  func twice() async throws {
    var session = try session()
    #expect(try await session.submit("your-stay/guest", with: Self.whole) == nil)
    let token = session.token
    for (name, message) in [
      (
        "your-stay",
        "“your-stay” is not what the session is waiting for; it is waiting for “is-it-right”."
      ),
      (
        "nobody",
        "“nobody” is not what the session is waiting for; it is waiting for “is-it-right”."
      ),
    ] {
      let refused = Rejection(.notAsked(open: ["is-it-right"]), message: message)
      await #expect(throws: refused) {
        _ = try await session.submit(name, with: Self.whole)
      }
      #expect(throws: refused) { try session.page(name) }
      #expect(throws: refused) { try session.goBack(fromPage: name) }
    }
    #expect(session.token == token)
    #expect(try await session.submit("is-it-right", with: [:], button: "later") == nil)
    #expect(session.said == ["Goodbye, Bob."])
    await #expect(
      throws: Rejection(
        .ended, message: "The session has ended; “is-it-right” is no longer needed.")
    ) { _ = try await session.submit("is-it-right", with: [:], button: "later") }
  }

  @Test("an alert stays open until its fields fit the button")
  func alert() async throws {
    var session = try session()
    #expect(try await session.submit("your-stay", with: Self.whole) == nil)
    let why = "is-it-right/why"
    for (answers, button, problems): ([String: SessionResolution], String?, [String]) in [
      ([why: .text("x")], nil, ["Choose one of the buttons."]),
      ([:], "perhaps", ["“perhaps” is not one of the answers: “yes”, “no”, “later”."]),
      ([why: .text(" ")], "no", ["\(why): Tell us why."]),
      ([:], "no", ["\(why): Tell us why."]),
      ([why: .value(["x"])], "yes", ["\(why): [“x”] is not text."]),
      (
        ["your-stay/guest": .text("x")], "yes",
        [
          "“your-stay/guest” is not a question on this page; its questions are “is-it-right/why”."
        ]
      ),
    ] {
      let page = try await session.submit("is-it-right", with: answers, button: button)
      #expect(page?.problems == problems)
      #expect(session.needs.map(\.name) == ["is-it-right"])
    }
    #expect(
      try session.page("is-it-right", with: [why: .text("")], button: "no").problems
        == ["\(why): Tell us why."])
    #expect(try session.page("is-it-right", with: [why: .text("")]).problems == [])
    #expect(
      try await session.submit("is-it-right", with: [why: .text("Rain.")], button: "no") == nil)
    #expect(session[Self.why] == "Rain.")
  }

  @Test("a look at a page changes nothing; a step back leaves the page")
  func look() async throws {
    var session = try session()
    let token = session.token
    let page = try session.page(
      "your-stay", with: ["your-stay/car": .text("y"), "your-stay/nights": .text("many")])
    #expect(page.problems == ["your-stay/nights: “many” is not a whole number."])
    #expect(page.words.last == "your-stay/pin=")
    #expect(page["your-stay/plate"]?.isVisible == true)
    #expect(session.token == token)
    #expect(try await session.submit("your-stay", with: Self.whole) == nil)
    #expect(
      throws: Rejection(message: "This is the first question; there is nothing to go back to.")
    ) {
      try session.goBack(from: "is-it-right")
      try session.goBack(fromPage: "your-stay")
    }
    try session.goBack(from: "your-stay")
    #expect(session.needs.map(\.name) == ["your-stay/pin"])
    // A restored session does not know the PIN, which is asked for again.
    var restored = try Session(Self.stay, token: session.token, clock: { 0 })
    #expect(
      try await restored.submit("your-stay", with: [:])?.problems
        == ["your-stay/pin: An answer is needed."])
    #expect(try await session.submit("your-stay", with: [:]) == nil)
    #expect(session[Self.pin] == "1234")
  }

  @Test(
    "a step back to a form says what stands before it, as one to a question does",
    arguments: [1, 2])
  func textsBefore(fields: Int) async throws {
    let other = Key<String>("other")
    let flow = Flow("f") {
      Say("Your order.")
      Form("Address") {
        Ask("Name?", into: Self.guest)
        if fields > 1 { Ask("Street?", into: other) }
      }
      Say("That is in town.")
      Confirm("Right?")
    }
    var session = try Session(flow, clock: { 0 })
    #expect(session.said == ["Your order."])
    let answers: [String: SessionResolution] = ["address/guest": .text("Bob")]
    let street: [String: SessionResolution] = fields > 1 ? ["address/other": .text("Main")] : [:]
    #expect(try await session.submit("address", with: answers.merging(street) { $1 }) == nil)
    #expect(session.said == ["That is in town."])
    try session.goBack(from: "right")
    #expect(session.said == ["Your order."])
    session = try Session(flow, token: session.token, clock: { 0 })
    #expect(try session.page("address").fields.first?.given == .typed(.string("Bob")))
    #expect(try await session.submit("address", with: [:]) == nil)
    #expect(session.said == ["That is in town."])
    // One after the other, they are said once.
    var asked = try Session(flow, clock: { 0 })
    #expect(asked.said == ["Your order."])
    try asked.resolve("address/guest", with: .text("Bob"))
    #expect(asked.said == [])
    try asked.goBack(from: asked.needs[0].name)
    #expect(asked.said == [])
  }

  @Test("a button and an option with the id “submit” don't submit a form")
  func submission() async throws {
    let flow = Flow("f") {
      Alert("Go?") { Button("Submit") }
      Form("Page") { Ask("Name?", into: Self.guest) }
    }
    var session = try Session(flow, clock: { 0 })
    try session.resolve("go", with: .answer(.choice("submit")))
    try session.resolve("page/guest", with: .text("Bob"))
    try session.resolve("page", with: .answer(.choice("submit")))
    #expect(session.outcome == .finished(nil))
  }

  @Test("a check that throws hides a secret, and names the question on the page")
  func broken() async throws {
    struct Broken: Error { let word: String }
    let flow = Flow("f") {
      Form("Page") {
        Ask("Name?", into: Self.guest)
        Ask("PIN?", into: Self.pin).secret().check("ours") { throw Broken(word: $0) }
      }
    }
    var session = try Session(flow, clock: { 0 })
    let failure = await #expect(throws: Failure.self) {
      _ = try await session.submit(
        "page", with: ["page/guest": .text("Bob"), "page/pin": .text("sesame")])
    }
    #expect(
      failure?.message
        == "the check “ours” of “PIN?” failed: Broken (its text is hidden because the answer is secret)"
    )
    #expect(failure?.step == "page/pin")
  }
}
