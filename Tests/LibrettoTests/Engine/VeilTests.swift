import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// What is shown of errors that may quote secrets: by what was read, and by searching.
struct VeilTests {
  static let pin = Key<String>("pin"), name = Key<String>("name"), codes = Key<[String]>("codes")

  private struct Refused: Error { let said: String }

  private static func message(
    _ answers: [ScriptedAnswer] = ["o'brien44"], @FlowBuilder _ steps: () -> Steps
  ) async throws -> String {
    let result = try await Flow("f") { steps() }.run(with: Scripted(answers, actions: .performed))
    guard case .failed(let failure) = result.outcome else { return "\(result.outcome)" }
    return failure.message
  }

  @Test("the error of work that read a secret is its type; the journal has no more")
  func read() async throws {
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("sign in") { throw Refused(said: String(($0[Self.pin] ?? "").reversed())) }
    }
    let result = try await flow.run(with: Scripted(["o'brien44"], actions: .performed))
    let hidden = "Refused (its text is hidden because the work used a secret)"
    #expect(result.outcome.description == "failed: the action “sign in” failed: \(hidden)")
    #expect(result.journal.entries.last?.event == .failed(hidden))
    #expect(
      result.transcript == """
        ASK      PIN?
        PERSON   (secret)
        ACTION   sign in
        END      failed: the action “sign in” failed: \(hidden)

        """)
  }

  @Test("work that read none shows its error; a test for an answer counts as reading it")
  func unread() async throws {
    let steps: @Sendable (@escaping @Sendable (Work) -> Void) async throws -> String = { read in
      try await Self.message(["o'brien44", "Bob"]) {
        Ask("PIN?", into: Self.pin).secret()
        Ask("Name?", into: Self.name)
        Do("greet") { work in
          read(work)
          throw Refused(said: "hello")
        }
      }
    }
    let shown = #"the action “greet” failed: Refused(said: "hello")"#
    let hidden =
      "the action “greet” failed: Refused (its text is hidden because the work used a secret)"
    #expect(try await steps { _ = $0[Self.name] } == shown)
    #expect(try await steps { $0[Self.name] = "Sally" } == shown)
    #expect(try await steps { _ = $0[Self.pin] } == hidden)
    #expect(try await steps { _ = $0["pin"] } == hidden)
    #expect(try await steps { _ = $0.answers.names } == hidden)
    #expect(try await steps { $0[Self.pin] = "another" } == hidden)
    #expect(try await steps { $0[Self.pin] = nil } == hidden)
  }

  @Test("before a secret is given, there is none to quote")
  func early() async throws {
    let message = try await Self.message([]) {
      Do("begin") { work in
        _ = work[Self.pin]
        throw Refused(said: "early")
      }
      Ask("PIN?", into: Self.pin).secret()
    }
    #expect(message == #"the action “begin” failed: Refused(said: "early")"#)
  }

  @Test("a step that shows its errors hides only what a search finds")
  func shown() async throws {
    let load = try await Self.message {
      Ask("PIN?", into: Self.pin).secret()
      Load("mail", into: Self.name) { work in
        throw Refused(said: "no mail for \(work[Self.pin] ?? "")")
      }
      .showsErrors()
    }
    #expect(load == #"“mail” could not be loaded: Refused(said: "no mail for (secret)")"#)
    let action = try await Self.message {
      Ask("PIN?", into: Self.pin).secret()
      Do("sign in") { throw Refused(said: "locked since \($0[Self.pin]?.count ?? 0) days") }
        .showsErrors()
    }
    #expect(action == #"the action “sign in” failed: Refused(said: "locked since 9 days")"#)
    let check = try await Self.message {
      Ask("PIN?", into: Self.pin).secret()
      Check("right", into: Key<Bool>("right")) { work in
        _ = work[Self.pin]
        throw Refused(said: "offline")
      }
      .showsErrors()
    }
    #expect(check == #"the action “right” failed: Refused(said: "offline")"#)
  }

  @Test("a script's error is shown: it was written for the script")
  func scripted() async throws {
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("sign in") { _ in }
    }
    let result = try await flow.run(
      with: Scripted(["o'brien44"], byID: ["sign-in": .failure("no network")]))
    #expect(result.outcome.description == "failed: the action “sign in” failed: no network")
  }

  @Test("a host that reports an error of work that may have read a secret")
  func host() throws {
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("sign in") { _ in }
    }
    var session = try Session(flow, clock: { 0 })
    try session.resolve("pin", with: .text("o'brien44"))
    var other = session
    try session.resolve("sign-in", with: .failed("44neirb'o is wrong"))
    #expect(
      session.outcome?.description
        == "failed: the action “sign in” failed: an error (its text is hidden because the work used "
        + "a secret)")
    try other.resolve("sign-in", with: .failed("o\\'brien44, says the server"), reads: [])
    #expect(
      other.outcome?.description
        == "failed: the action “sign in” failed: (secret), says the server")
  }

  @Test("the search knows the quotations of Swift, JSON, URLs, HTML and shells")
  func forms() {
    let secret = "o'b\"r\\i/e<n>&4 4é"
    let veil = Veil([.string(secret)])
    let texts = [
      secret, secret.debugDescription, #""o'b\"r\\i\/e<n>&4 4é""#,
      "o%27b%22r%5Ci%2Fe%3Cn%3E%264%204%C3%A9", "o&#39;b&quot;r\\i/e&lt;n&gt;&amp;4 4é",
      #"'o'\''b"r\i/e<n>&4 4é'"#,
    ]
    #expect(
      texts.map(veil.hiding(in:)) == [
        "(secret)", "\"(secret)\"", "\"(secret)\"", "(secret)", "(secret)", "'(secret)'",
      ])
  }

  @Test("the longest secret is hidden first; lists by element; two characters are not searched")
  func several() {
    let veil = Veil([
      .string("sesame"), .string("sesame-street"), .list([.string("alpha"), .string("beta")]),
      .string("ab"), .int(4711), .null,
    ])
    #expect(
      veil.hiding(in: "sesame-street sesame alpha,beta ab 4711 null")
        == "(secret) (secret) (secret),(secret) ab (secret) null")
  }

  @Test("descriptions and dumps of what carries answers don't show them")
  func described() {
    let values: [Any] = [
      Given.typed("o'brien44"), Reply.text("o'brien44"), Reply.given(.typed("o'brien44")),
      Resolution.answer(.typed("o'brien44")), Resolution.loaded("o'brien44"),
      Resolution.failed("o'brien44"), SessionResolution.value("o'brien44"),
      SessionResolution.text("o'brien44"), SessionResolution.performed(["pin": "o'brien44"]),
      ScriptedAnswer("o'brien44"), ScriptedAnswer.refused("o'brien44"),
      ScriptedAnswer.writes(["pin": "o'brien44"]), Scripted(["o'brien44"], byID: ["a": "brien"]),
      PageAnswers(["pin": .text("o'brien44")]),
      PageReply.submit(PageAnswers(["pin": .text("o'brien44")])),
    ]
    for value in values {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      dump([value], to: &text)
      #expect(!text.contains("brien"), "\(text)")
    }
  }
}
