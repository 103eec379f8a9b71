import Testing

@testable import Libretto
@testable import LibrettoCore

@Suite("The Playground: its forms and alerts with fields, as pages")
struct PlaygroundPageTests {
  /// Fills in each page from a table of texts, by the ids of the questions.
  private struct Clerk: PageInterpreter {
    let texts: [String: String]
    let performsActions = false
    let now: Timestamp = 0

    func show(_ text: String) {}

    func ask(_ question: Question) -> Reply {
      texts[question.name].map(Reply.text) ?? .endOfInput
    }

    func fill(_ page: FormPage, using filling: PageContext) -> PageReply {
      var answers = PageAnswers(button: texts[page.name])
      for field in page.fields { answers[field.id] = texts[field.id].map { .text($0) } }
      return .submit(filling.visibleAnswers(in: answers))
    }

    func perform(_ action: Action, with work: Work) {
      if let key = action.result { work.write(.bool(texts[action.id] == "yes"), key.name) }
    }

    func check(_ check: AnswerCheck, of value: Value) -> Bool { true }

    func sleep(for duration: Duration) {}
  }

  private func flow(_ name: String) throws -> Flow {
    let export = try PlaygroundTests.folder.shell(
      "cd \"$1\" && exec \"$FLOW\" export Playground/\(name).swift", [PlaygroundTests.package])
    #expect(export.status == 0, "\(export.errors)")
    return try Flow(json: export.output)
  }

  private static let texts: [(name: String, texts: [String: String])] = [
    (
      "booking",
      [
        "your-stay/guest": "Hanna", "your-stay/nights": "", "your-stay/room": "suite",
        "your-stay/extraBed": "yes", "room-is-free": "yes", "extras": "parking, 1",
        "code": "AB-1234", "wishes": "A view.", "do-you-want-a-receipt": "no",
      ]
    ),
    (
      "booking",
      [
        "your-stay/guest": "Bert", "your-stay/nights": "3", "your-stay/room": "single",
        "your-stay/extraBed": "yes", "room-is-free": "no",
      ]
    ),
    (
      "text-fields",
      [
        "first/a-new-post": "reject", "first/a-new-post/name": "Anna",
        "first/a-new-post/comment": "Too long.", "second/a-new-post": "later", "nick": "cleo",
      ]
    ),
    (
      "text-fields",
      [
        "first/a-new-post": "approve", "first/a-new-post/name": "Anna",
        "first/a-new-post/comment": "", "second/a-new-post": "approve",
        "second/a-new-post/name": "Bert", "second/a-new-post/comment": "Fine.", "nick": "x",
      ]
    ),
  ]

  @Test(
    "Filled in at once, they have the same transcript and journal as in line mode", arguments: texts
  )
  func same(_ name: String, _ texts: [String: String]) async throws {
    let flow = try flow(name)
    let pages = try await flow.run(with: Clerk(texts: texts))
    let lines = try await flow.run(with: Lines(clerk: Clerk(texts: texts)))
    #expect(pages.transcript == lines.transcript)
    #expect(pages.journal == lines.journal)
    #expect(pages.answers.description == lines.answers.description)
    #expect(!pages.transcript.contains("REFUSED"))
    #expect(pages.outcome == lines.outcome)
  }

  /// The same answers, one after the other.
  private struct Lines: InteractiveInterpreter {
    let clerk: Clerk
    let performsActions = false
    let now: Timestamp = 0

    func show(_ text: String) {}
    func ask(_ question: Question) -> Reply {
      question.kind == .form ? .given(.submit) : clerk.ask(question)
    }
    func perform(_ action: Action, with work: Work) { clerk.perform(action, with: work) }
    func check(_ check: AnswerCheck, of value: Value) -> Bool { true }
    func sleep(for duration: Duration) {}
  }

  @Test(
    "Their scripts come to the same end with pages",
    arguments: [
      "booking.corrected", "booking.full", "booking.suite", "text-fields.approved",
      "text-fields.rejected",
    ])
  func scripts(_ name: String) async throws {
    let flow = try flow(String(name.split(separator: ".")[0]))
    let text = try PlaygroundTests.folder.shell(
      "cat \"$1\"/Playground/Scripts/\(name).json", [PlaygroundTests.package]
    ).output
    let answers = try AnswersFile.read(Array(text.utf8), for: flow).answers
    let lines = try await Scripted([], byID: answers, actions: .stubbed).perform(flow)
    let pages = try await Scripted([], byID: answers, actions: .stubbed, takesPages: true)
      .perform(flow)
    #expect(pages.outcome == lines.outcome)
    #expect(pages.answers.description == lines.answers.description)
    // What is corrected before a page is submitted is no step back.
    let isCorrected = lines.journal.entries.contains { $0.event == .back }
    #expect(isCorrected == ["booking.corrected", "booking.suite"].contains(name))
    #expect((pages.journal == lines.journal) == !isCorrected)
  }

  @Test("A form that is refused, shown again and corrected")
  func booking() async throws {
    let flow = try flow("booking")
    let script: [String: [ScriptedAnswer]] = [
      "your-stay/guest": [.refused(""), "Anna"], "your-stay/nights": [.refused(31), 2],
      "your-stay/room": [.refused("attic"), "double"], "your-stay/extraBed": [true],
      "room-is-free": [false],
    ]
    let result = try await Scripted([], byID: script, actions: .stubbed, takesPages: true)
      .perform(flow)
    #expect(
      result.transcript == """
        PAGE     Your stay
                 Everything can be corrected before it is sent.
        ASK      What is your name?
        PERSON
        REFUSED  An answer is needed.
        ASK      How many nights?
        PERSON   31
        REFUSED  Give 1 to 30.
        CHOOSE   Which room?
                 [single] [double] [suite]
        PERSON   attic
        REFUSED  “attic” is not one of the answers: single, double, suite.
        PAGE     Your stay
                 Everything can be corrected before it is sent.
        ASK      What is your name?
        PERSON   Anna
        ASK      How many nights?
        PERSON   2
        CHOOSE   Which room?
                 [single] [double] [suite]
        PERSON   double
        CONFIRM  An extra bed?
        PERSON   Yes
        FORM     Your stay
                 Everything can be corrected before it is sent.
                 [What is your name? Anna] [How many nights? 2] [Which room? double] \
        [An extra bed? yes] [Submit]
        PERSON   Submit
        ACTION   room is free
        END      failed: There is no such room left.

        """)
  }
}
