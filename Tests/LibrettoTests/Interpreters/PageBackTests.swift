import Testing

@testable import LibrettoCore

/// Steps back from pages, and into them from behind.
struct PageBackTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let word = Key<String>("word")
  static let more = Key<String>("more")

  static let flow = Flow("f") {
    Ask("More?", into: more)
    Form("Page") {
      Ask("Name?", into: name)
      Ask("Age?", into: age)
      Ask("Word?", into: word).secret()
    }
    Confirm("Right?")
  }

  static let signIn = Flow("f") {
    Say("Hello.")
    Alert("Sign in") {
      Field("Name", into: name)
      Field("Word", into: word).secret()
      Button("OK") { Ask("More?", into: more) }
      Button("Guest") { Say("Welcome, \(name).") }.validate(name, .matches("guest"))
      Button("Cancel", role: .cancel)
    }
  }

  @Test("back from a decision behind a page opens the page again, with its answers")
  func decision() async throws {
    let flow = Flow("f") {
      Form("Page") {
        Ask("Name?", into: Self.name)
        Ask("Age?", into: Self.age)
      }
      Do("pay", writes: []) { work in _ = work[Self.name] }
      Confirm("Right?")
    }
    let host = PageHost.replying(
      .submit(PageAnswers(["page/name": "Bob", "page/age": "7"])),
      .submit(PageAnswers(["page/name": "Ann", "page/age": "8"])),
      .submit(PageAnswers(["page/name": "Bob"])),
      answering: [.back, .back, .text("yes")])
    let result = try await flow.run(with: host)
    #expect(
      result.transcript == """
        PAGE     Page
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   7
        FORM     Page
                 [Name? Bob] [Age? 7] [Submit]
        PERSON   Submit
        ACTION   pay
        CONFIRM  Right?
        BACK     to page
        PAGE     Page
        ASK      Name?
        PERSON   Ann
        ASK      Age?
        PERSON   8
        FORM     Page
                 [Name? Ann] [Age? 8] [Submit]
        PERSON   Submit
        CHOOSE   “pay” was performed with different answers.
                 “Name?”: “Bob”, now “Ann”.
                 [Perform it again] [Keep it as it is]
        BACK     to page
        PAGE     Page
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   8
        FORM     Page
                 [Name? Bob] [Age? 8] [Submit]
        PERSON   Submit
        CONFIRM  Right?
        PERSON   Yes
        END      finished

        """)
    #expect(
      host.pages.withLock { $0.map(\.words) } == [
        ["page/name=", "page/age="], ["page/name=Bob", "page/age=7"],
        ["page/name=Ann", "page/age=8"],
      ])
  }

  @Test(
    "back from a page to the question before it, and from after it to the page with its answers"
  )
  func back() async throws {
    let host = PageHost.replying(
      .submit(PageAnswers(["page/name": "Bob", "page/age": "7", "page/word": "sesame"])), .back,
      .submit(PageAnswers(["page/age": "8"])),
      answering: [.text("a"), .back, .text("b"), .back, .text("yes")])
    let result = try await Self.flow.run(with: host)
    #expect(
      result.transcript == """
        ASK      More?
        PERSON   a
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
        BACK     to more
        ASK      More?
        PERSON   b
        CONFIRM  Right?
        BACK     to page
        PAGE     Page
        ASK      Name?
        PERSON   Bob
        ASK      Age?
        PERSON   8
        ASK      Word?
        PERSON   (secret)
        FORM     Page
                 [Name? Bob] [Age? 8] [Word? (secret)] [Submit]
        PERSON   Submit
        CONFIRM  Right?
        PERSON   Yes
        END      finished

        """)
    #expect(
      host.pages.withLock { $0.map(\.words) } == [
        ["page/name=", "page/age=", "page/word="],
        ["page/name=Bob", "page/age=7", "page/word="],
        ["page/name=Bob", "page/age=7", "page/word="],
      ])
    #expect(
      host.pages.withLock { $0.map { $0.fields.map(\.isAnswered) } } == [
        [false, false, false], [true, true, true], [true, true, true],
      ])
    #expect(host.pages.withLock { $0.map(\.mayGoBack) } == [true, true, true])
    #expect(result[Self.word] == "sesame")
    #expect(
      result.journal.entries.map { "\($0.name) \($0.event == .back ? "back" : "")" } == [
        "more ", "page/name ", "page/age ", "page/word ", "page ", "page back", "more back",
        "more ", "page back", "page/age back", "page/age ", "page ", "right ",
      ])
  }

  @Test("going back to an alert with fields: its button and answers are kept, and can change")
  func backToAlert() async throws {
    let host = PageHost.replying(
      .submit(PageAnswers(["sign-in/name": "bob", "sign-in/word": "a"], button: "ok")), .back,
      .submit(PageAnswers(button: "guest")),
      .submit(PageAnswers(["sign-in/name": "guest"], button: "guest")), answering: [.back])
    let result = try await Self.signIn.run(with: host)
    #expect(
      result.transcript == """
        SAY      Hello.
        ALERT    Sign in
                 [OK] [Guest] [Cancel]
        PERSON   OK
        ASK      Name
        PERSON   bob
        ASK      Word
        PERSON   (secret)
        ASK      More?
        BACK     to sign-in/word
        ALERT    Sign in
                 [OK] [Guest] [Cancel]
        ALERT    Sign in
                 [OK] [Guest] [Cancel]
        NOTE     This is the first question; there is nothing to go back to.
        PERSON   Guest
        ASK      Name
        PERSON   bob
        REFUSED  Give an answer that matches guest.
        ASK      Word
        PERSON   (secret)
        ALERT    Sign in
                 [OK] [Guest] [Cancel]
        PERSON   Guest
        ASK      Name
        PERSON   guest
        ASK      Word
        PERSON   (secret)
        SAY      Welcome, guest.
        END      finished

        """)
    #expect(host.pages.withLock { $0.map(\.button) } == [nil, "ok", "ok", "guest"])
    #expect(
      host.pages.withLock { $0.map(\.words) }
        == [["sign-in/name=", "sign-in/word="]]
        + Array(repeating: ["sign-in/name=bob", "sign-in/word="], count: 3))
    #expect(result[Self.word] == "a")
    #expect(result[Self.name] == "guest")
  }

  @Test("in operations, a page and a question offer a step back as the run does")
  func inOperations() throws {
    let flow = Flow("f") {
      Ask("More?", into: Self.more)
      Operations {
        Operation("a") {
          Form("Page") {
            Ask("Name?", into: Self.name)
            Ask("Age?", into: Self.age)
          }
        }
        Operation("b") { Ask("Word?", into: Self.word) }
      }
    }
    var run = try Run(flow)
    try run.give("x")
    let (page, question) = (run.needs[0], run.needs[1])
    #expect(run.page(for: page)?.mayGoBack == false)
    #expect(run.question(for: page)?.mayGoBack == false)
    #expect(run.question(for: question)?.mayGoBack == false)
    #expect(throws: Rejection.self) { try run.goBack(fromPage: page) }
    #expect(throws: Rejection.self) { try run.goBack(from: question) }
    try run.resolve(question, with: .answer("w"))
    // What is alone may leave its operation.
    #expect(run.page(for: page)?.mayGoBack == true)
    #expect(run.backTarget(ofPage: page) == "more")
    try run.resolve(page, with: .answer("Bob"))
    #expect(run.backTarget(of: run.needs[0]) == "a/page/name")
    #expect(run.backTarget(ofPage: run.needs[0]) == "more")
    try run.goBack(fromPage: run.needs[0])
    #expect(run.needs.map(\.name) == ["more"])
  }
}
