import Testing

@testable import LibrettoCore

/// How the driver serves pages: time limits, operations, saved runs.
struct StagePagesTests {
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

  @Test("the time limit of an alert covers all tries; its branch follows, and nothing is answered")
  func timeout() async throws {
    let clock = ManualClock()
    let flow = Flow("f") {
      Alert("Sign in") {
        Field("Name", into: Self.name).validate(.notEmpty)
        Button("OK")
      }.timeout(.seconds(9)) { Say("Too late.") }
    }
    let again = Gate()
    var host = PageHost(filling: { page, filling in
      if !page.hasProblems { return .submit(PageAnswers(["sign-in/name": ""], button: "ok")) }
      again.open()
      try await TestHost.forever()
      return .cancelled
    })
    host.host.passing = { try await clock.sleep(for: $0) }
    let (page, performed) = (host, flow)
    async let result = performed.run(with: page)
    try await again.wait()
    await clock.pass(.seconds(9))
    #expect(
      try await result.transcript == """
        ALERT    Sign in
                 [OK]
        PERSON   OK
        ASK      Name
        PERSON
        REFUSED  An answer is needed.
        ALERT    Sign in
                 [OK]
        TIMEOUT  the time is up
        SAY      Too late.
        END      finished

        """)
    #expect(try await result.journal.entries.map(\.event) == [.opened, .timedOut])
    #expect(host.pages.withLock { $0.map(\.timeout) } == [.seconds(9), .seconds(9)])
  }

  @Test("operations: one page at a time, while work goes on; a page goes with its operation")
  func operations() async throws {
    let (worked, put) = (Gate(), Gate())
    let told = Locked<[String]>([])
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Form("One") { Ask("Name?", into: Self.name) }.on(.cancelled) { event in
            told.withLock { $0.append(event.step) }
          }
          Say("never")
        }
        Operation("b") {
          Form("Two") { Ask("Age?", into: Self.age).on(.answered) { _ in worked.open() } }
          Say("b ends")
        }
        Operation("c") {
          Do("work") { try await put.wait() }
          CancelOperation("a")
        }
        Operation("d") {
          Form("Three") { Ask("More?", into: Self.more) }
        }
      }
    }
    let open = Locked(0)
    let host = PageHost(filling: { page, _ in
      #expect(
        open.withLock { open in
          open += 1
          return open
        } == 1)
      defer { open.withLock { $0 -= 1 } }
      switch page.id {
      case "a/one":
        put.open()
        try await TestHost.forever()
        return .cancelled
      case "b/two": return .submit(PageAnswers(["b/two/age": "7"]))
      default:
        try await worked.wait()
        return .submit(PageAnswers(["d/three/more": "x"]))
      }
    })
    let result = try await flow.run(with: host)
    #expect(result.outcome == .finished(nil))
    #expect(result.answers.description == "[age: 7, more: “x”]")
    #expect(told.withLock { $0 } == ["a/one"])
    // The action and the first page are performed side by side, so either may come first.
    #expect(result.transcript.contains("ACTION   work\n"))
    #expect(
      result.transcript.replacing("ACTION   work\n", with: "") == """
        START    a
        START    b
        START    c
        START    d
        PAGE     One
        CANCEL   a
        ENDED    c
        PAGE     Two
        ASK      Age?
        PERSON   7
        FORM     Two
                 [Age? 7] [Submit]
        PERSON   Submit
        SAY      b ends
        ENDED    b
        PAGE     Three
        ASK      More?
        PERSON   x
        FORM     Three
                 [More? x] [Submit]
        PERSON   Submit
        ENDED    d
        END      finished

        """)
  }

  @Test("a form that was begun line by line goes on as a page, and a page goes on line by line")
  func resumed() async throws {
    let (begun, whole, inLines, left) = (Recording(), Recording(), Recording(), Recording())
    _ = try await Self.flow.run(
      with: TestHost(answer: Self.first(["a", "Bob"])), id: "r", recording: begun.keep)
    let saved = try SavedRun(lines: begun.bytes)
    let host = PageHost.replying(
      .submit(PageAnswers(["page/age": "7", "page/word": "sesame"])), answering: [.text("yes")])
    let result = try await Self.flow.resume(saved, with: host, recording: whole.keep)
    #expect(
      host.pages.withLock { $0.map(\.words) } == [["page/name=Bob", "page/age=", "page/word="]])
    #expect(
      result.transcript == """
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
        PERSON   Yes
        END      finished

        """)
    #expect(
      result.journal.entries.map(\.name)
        == ["more", "page/name", "page/age", "page/word", "page", "right"])
    // What was written is what line mode writes, in one line.
    _ = try await Self.flow.resume(
      saved, with: TestHost(answer: Self.first(["7", "sesame", "submit", "yes"])),
      recording: inLines.keep)
    func entries(_ recording: Recording) throws -> [Journal.Entry] {
      try SavedRun(lines: begun.bytes + recording.bytes).entries
    }
    #expect(
      try entries(whole).map(\.name) == [
        "more", "page/name", "page/age", "page/word", "page", "right",
      ])
    #expect(try entries(whole) == entries(inLines))
    #expect(whole.bytes.count { $0 == 0x0A } == 2)
    // And back again: a page that was submitted is behind whoever goes on line by line.
    let page = PageHost.replying(
      .submit(PageAnswers(["page/name": "Bob", "page/age": "7", "page/word": "w"])),
      answering: [.text("a")])
    _ = try await Self.flow.run(with: page, id: "r", recording: left.keep)
    let rest = try await Self.flow.resume(
      try SavedRun(lines: left.bytes), with: TestHost(answer: Self.first(["no"])))
    #expect(rest.transcript == "CONFIRM  Right?\nPERSON   No\nEND      finished\n")
  }

  /// Answers with these texts, then the end of the input.
  private static func first(
    _ texts: [String]
  ) -> @Sendable (Question) async throws -> Reply {
    let texts = Locked(texts)
    return { _ in
      texts.withLock { $0.isEmpty ? .endOfInput : .text($0.removeFirst()) }
    }
  }
}

/// Keeps the lines of a journal.
private final class Recording: Sendable {
  private let lines = Locked<[UInt8]>([])
  var bytes: [UInt8] { lines.withLock { $0 } }
  var keep: @Sendable (RecordedLines) throws -> Void {
    { [lines] line in lines.withLock { $0 += line.bytes } }
  }
}
