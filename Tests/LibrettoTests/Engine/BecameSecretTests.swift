import Testing

@testable import LibrettoCore

/// A question that an edit makes secret: what was recorded in clear doesn't outlive the edit.
struct BecameSecretTests {
  static let pin = Key<String>("pin"), name = Key<String>("name"), note = Key<String>("note")
  static let day = Key<CalendarDay>("day")

  private struct Refused: Error, CustomStringConvertible { let description: String }

  /// Questions and work around the PIN, which the second version keeps secret.
  static func flow(secret isSecret: Bool) -> Flow {
    let question = Ask("PIN?", into: pin).validate(.length(4...))
    let birth = Ask("Born?", into: day)
    return Flow("f") {
      if isSecret { question.secret() } else { question }
      Form("You") {
        if isSecret { birth.secret() } else { birth }
        Ask("Name?", into: name)
      }
      Do("sign up") { work in
        _ = work[pin]
      }.undo { _ in
      }
      Do("count") { _ in }.reads(pin, day)
      Do("change") { work in work[pin] = (work[pin] ?? "") + "-2" }
      Do("sign in") { work in
        throw Refused(description: "no \(work[pin] ?? "")")
      } failure: { error in
        Ask("What now?", into: note)
      }
      Ask("End?", into: Key<String>("end"))
      Do("sign out") { _ in }.reads(pin)
    }
  }

  static let canaries = ["CANARY7", "1987-03-19"]

  /// Everything that could show an answer.
  private static func see(_ session: Session) -> [String] {
    var texts = [
      session.json, String(decoding: session.token, as: UTF8.self), session.answers.description,
      "\(session.journal.entries)", "\(session.needs)", "\(session.remarks)",
      session.said.joined(separator: "\n"),
    ]
    for need in session.needs { texts.append("\(String(describing: need.question))") }
    if let lines = try? session.journal.lines(of: session.flow) {
      texts.append(String(decoding: lines, as: UTF8.self))
    }
    return texts
  }

  private static func leaks(_ texts: [String]) -> [String] {
    texts.filter { text in canaries.contains { text.contains($0) } }
  }

  /// The first version, up to the last question.
  private static func before() async throws -> Session {
    var session = try Session(flow(secret: false), clock: { 0 })
    try session.resolve("pin", with: .text("CANARY7"))
    try session.resolve("you/day", with: .text("1987-03-19"))
    try session.resolve("you/name", with: .text("Bob"))
    try session.resolve("you", with: .answer(.submit))
    try await session.perform()
    try session.resolve("sign-in/failure/note", with: .text("wait"))
    #expect(session.needs.map(\.name) == ["end"])
    #expect(leaks(see(session)).count > 3)
    return session
  }

  @Test("A token that is taken over loses it, and asks for it again only before work that reads it")
  func token() async throws {
    let old = try await Self.before()
    var session = try Session(Self.flow(secret: true), token: old.token, clock: { 0 })
    #expect(session.remarks == [])
    #expect(session.needs.map(\.name) == ["end"])
    #expect(
      session.answers.description
        == "[day: (secret), name: “Bob”, note: “wait”, pin: (secret)]")
    #expect(Self.leaks(Self.see(session)) == [])
    // Again from its own token, which isn't migrated.
    session = try Session(Self.flow(secret: true), token: session.token, clock: { 0 })
    #expect(session.needs.map(\.name) == ["end"])
    try session.resolve("end", with: .text("x"))
    #expect(session.needs.map(\.kind) == [.secret])
    #expect(Self.leaks(Self.see(session)) == [])
    try session.resolve(session.needs[0].name, with: .text("another"))
    try await session.perform()
    #expect(session.outcome == .finished(nil))
  }

  @Test("A step back to it offers nothing, in the session, in its JSON and on the page")
  func back() async throws {
    let old = try await Self.before()
    var session = try Session(Self.flow(secret: true), token: old.token, clock: { 0 })
    for _ in 0..<4 {
      try session.goBack()
      #expect(Self.leaks(Self.see(session)) == [])
      let defaults = session.needs.map { $0.question?.defaultAnswer }
      if session.needs.first?.isSecret == true { #expect(defaults == [nil]) }
      if let page = session.needs.first?.page {
        #expect(page.fields.filter(\.question.isSecret).allSatisfy { $0.given == nil })
      }
    }
  }

  @Test("A journal that is taken over writes none of it into the new lines")
  func journal() async throws {
    let (flow, old) = (Self.flow(secret: true), try await Self.before())
    let saved = try SavedRun(
      lines: old.journal.lines(of: Self.flow(secret: false), id: "r", started: 0))
    let written = Locked<[UInt8]>([])
    let host = TestHost(answer: { question in
      #expect(question.defaultAnswer == nil)
      return .text(question.isSecret ? "another" : "x")
    })
    let result = try await flow.resume(
      saved, with: host, recording: { lines in written.withLock { $0 += lines.bytes } })
    #expect(result.outcome == .finished)
    let texts = [
      String(decoding: written.withLock { $0 }, as: UTF8.self), result.transcript,
      "\(result.journal.entries)", "\(result.answers)", host.shown.withLock { "\($0)" },
    ]
    #expect(texts[0].contains("\"answered\":\"pin\",\"secret\":1"))
    #expect(texts[0].contains("\"error\":\"no (secret)\""))
    #expect(Self.leaks(texts) == [])
  }

  @Test("An answer that doesn't fit its secret question is asked for again, without a default")
  func unfit() throws {
    var run = try Run(
      Flow("f") {
        Ask("PIN?", into: Self.pin)
        Ask("Name?", into: Self.name)
      })
    try run.give("CANARY7")
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret().validate(.length(8...))
      Ask("Name?", into: Self.name)
    }
    let saved = try SavedRun(
      lines: run.journal.lines(
        of: Flow("f") {
          Ask("PIN?", into: Self.pin)
          Ask("Name?", into: Self.name)
        }))
    let (resumed, remarks) = try Run.resuming(flow, from: saved)
    #expect(remarks.map(\.description) == ["“PIN?” is asked again: it is a secret now"])
    let need = try #require(resumed.nextNeed)
    #expect(need.name == "pin")
    #expect(resumed.question(for: need)?.defaultAnswer == nil)
    let bytes = try resumed.journal.lines(of: flow)
    #expect(Self.leaks([String(decoding: bytes, as: UTF8.self)]) == [])
  }

  @Test("An effect that is to be decided still is when the answer before it becomes secret")
  func changed() async throws {
    func flow(secret isSecret: Bool) -> Flow {
      Flow("f") {
        if isSecret { Ask("PIN?", into: Self.pin).secret() } else { Ask("PIN?", into: Self.pin) }
        Do("sign up") { _ in }.reads(Self.pin)
        Ask("End?", into: Self.note)
      }
    }
    var old = try Session(flow(secret: false), clock: { 0 })
    try old.resolve("pin", with: .text("1111"))
    try await old.perform()
    try old.goBack()
    try old.resolve("pin", with: .text("2222"))
    #expect(old.needs.map(\.kind) == [.decision])
    let saved = try SavedRun(lines: old.journal.lines(of: old.flow, id: "r", started: 0))
    let new = flow(secret: true)
    #expect(try Session(new, from: saved, clock: { 0 }).needs.map(\.kind) == [.decision])
    #expect(try Session(new, token: old.token, clock: { 0 }).needs.map(\.kind) == [.decision])
  }

  @Test("A key that gets another name when it becomes secret takes its value along")
  func renamed() throws {
    let old = Flow("f") {
      Ask("PIN?", into: Self.name).id("pin")
      Do("use") { _ in }.reads(Self.name)
      Ask("End?", into: Self.note)
    }
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("use") { _ in }.reads(Self.pin)
      Ask("End?", into: Self.note)
    }
    var run = try Run(old)
    try run.give("CANARY7")
    let need = try #require(run.nextNeed)
    run.begin(need)
    try run.resolve(need, with: .performed(run.answers(for: need)))
    let (resumed, _) = try Run.resuming(
      flow, from: try SavedRun(lines: run.journal.lines(of: old)))
    let bytes = try resumed.journal.lines(of: flow)
    #expect(Self.leaks([String(decoding: bytes, as: UTF8.self)]) == [])
  }
}
