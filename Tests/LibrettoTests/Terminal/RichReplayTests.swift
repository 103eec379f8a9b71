import TestSupport
import Testing

@testable import LibrettoCore

/// A recorded run that is shown again, with its timing.
@Suite("Replaying a run") struct RichReplayTests {
  /// A person who takes two seconds for each reply.
  private final class Person: InteractiveInterpreter {
    private let replies: Locked<[Reply]>
    private let time = Locked(0)
    var now: Timestamp { Timestamp(time.withLock { $0 }) }

    init(_ replies: [Reply]) { self.replies = Locked(replies) }

    func show(_ text: String) {}

    func ask(_ question: Question) -> Reply {
      time.withLock { $0 += 2_000 }
      return replies.withLock { $0.isEmpty ? .endOfInput : $0.removeFirst() }
    }

    func perform(_ action: Action, with work: Work) async throws {
      time.withLock { $0 += 3_600_000 }
      try await action.perform(with: work)
    }
  }

  private static let name = Key<String>("name")
  private static let performances = Locked(0)

  private static let flow = Flow("order") {
    Ask("Name?", into: name)
    Choose("Plan?", into: Key<String>("plan")) {
      Option("Free")
      Option("Team")
    }
    Do("reserve") { _ in performances.withLock { $0 += 1 } }
    Say("Reserved for \(name).")
    Confirm("Go?", into: Key<Bool>("go"))
  }

  /// The journal of a run with a step back, which was left at its last question.
  private static func journal() async throws -> String {
    let file = Locked<[UInt8]>([])
    let person = Person([.text("Bob"), .back, .text("Ann"), .given(.choice("team"))])
    let keep: @Sendable (RecordedLines) throws -> Void = { lines in
      file.withLock { $0 += lines.bytes }
    }
    _ = try await flow.run(with: person, id: "run", recording: keep)
    return String(decoding: file.withLock { $0 }, as: UTF8.self)
  }

  @Test("Each question is open as long as it was, steps back included, and nothing is performed")
  func plays() async throws {
    let journal = try await Self.journal()
    let before = Self.performances.withLock { $0 }
    let terminal = try HandTerminal()
    let clock = terminal.clock
    let task = Task {
      try await terminal.replay(
        Self.flow, journal, time: { .epoch.advanced(by: clock.now.offset) })
    }
    let waits = "  replaying · enter goes on · ctrl-c ends it"
    try await terminal.waitForScreen { $0.contains("? Name?") && $0.contains(waits) }
    await clock.pass(.milliseconds(1_300))
    try await terminal.waitForScreen { $0.contains("? Name?                 Bob") }
    await clock.pass(.milliseconds(700))
    try await terminal.waitForScreen { $0.contains("❯ Free") }
    await clock.pass(.milliseconds(1_300))
    await clock.pass(.milliseconds(700))
    // Back at the first question, which keeps its answer.
    try await terminal.waitForScreen { $0.contains("? Name?                 Bob") }
    // Return goes on at once.
    terminal.send("\r")
    try await terminal.at("? Name?                 Ann", type: "\r")
    try await terminal.waitForScreen { $0.contains("? Plan?") }
    await clock.pass(.milliseconds(1_300))
    try await terminal.waitForScreen { $0.contains("❯ Team") }
    await clock.pass(.milliseconds(700))
    // An hour of work takes ten seconds.
    await clock.pass(.seconds(10))
    let result = try await task.value
    #expect(
      terminal.text == """
        ✓ Name?                 Ann
        ✓ Plan?                 Team
        ✓ reserve               10.0 s
        Reserved for Ann.
        (the recording ends here)
        """)
    #expect(result.answers[Self.name] == "Ann")
    #expect(Self.performances.withLock { $0 } == before)
  }

  @Test("A step back over a page leads where it led, and a page that was changed is changed")
  func pages() async throws {
    let flow = Flow("page") {
      Ask("A?", into: Key<String>("a"))
      Form("You") {
        Ask("S?", into: Key<String>("s"))
        Ask("T?", into: Key<String>("t"))
      }
      Confirm("Ok?", into: Key<Bool>("ok"))
    }
    var run = try Run(flow, id: "run", at: 0)
    func need(_ name: String) throws -> Need { try #require(run.needs.first { $0.name == name }) }
    func fill(_ s: String, _ t: String, at place: String) throws {
      let entries = PageAnswers([
        "you/s": .answer(.typed(.string(s))), "you/t": .answer(.typed(.string(t))),
      ])
      #expect(try run.submit(need(place), with: entries, at: 0) == nil)
    }
    try run.resolve(need("a"), with: .answer(.typed("1")), at: 0)
    try fill("x", "y", at: "you/s")
    try run.goBack(from: need("ok"), at: 0)
    // As from a page, which is passed as a whole.
    let page = try #require(run.needs.first)
    let fields = run.program.steps.indices.filter { run.program.steps[$0].id.hasPrefix("you/") }
    try run.goBack(
      from: page, passing: Set(fields.map { StepName(step: Int32($0), rounds: page.rounds) }),
      at: 0)
    try run.resolve(need("a"), with: .answer(.typed("2")), at: 0)
    try run.goBack(from: need("ok"), at: 0)
    try fill("new", "y", at: try #require(run.needs.first).name)
    try run.resolve(need("ok"), with: .answer(.yes(true)), at: 0)
    let terminal = try HandTerminal()
    let journal = String(decoding: try run.journalBytes(of: flow), as: UTF8.self)
    let result = try await terminal.replay(flow, journal, time: { 0 })
    #expect(result.outcome == .finished)
    #expect(result.answers[Key<String>("a")] == "2" && result.answers[Key<String>("s")] == "new")
  }

  @Test("A step back from a secret that was asked for again is none: nobody asks again")
  func secretAgain() async throws {
    let secret = Key<String>("secret")
    let flow = Flow("login") {
      Ask("Password?", into: secret).secret()
      Confirm("Sure?")
      Do("login") { _ in }.reads(secret)
    }
    var first = try Run(flow, id: "run", at: 0)
    try first.resolve(first.needs[0], with: .answer(.typed("word")), at: 0)
    var run = try Run.resuming(flow, from: try SavedRun(first, of: flow), at: 0).run
    try run.resolve(run.needs[0], with: .answer(.yes(true)), at: 0)
    #expect(run.needs.map(\.kind) == [.secret])
    try run.goBack(from: run.needs[0], at: 0)
    try run.resolve(run.needs[0], with: .answer(.yes(true)), at: 0)
    try run.resolve(run.needs[0], with: .answer(.typed("word")), at: 0)
    run.begin(run.needs[0], at: 0)
    try run.resolve(run.needs[0], with: .performed(run.answers), at: 0)
    let journal = String(decoding: try run.journalBytes(of: flow), as: UTF8.self)
    let terminal = try HandTerminal()
    let task = Task { try await terminal.replay(flow, journal, time: { 0 }) }
    try await terminal.at("? Password?", type: "word\r")
    #expect(try await task.value.outcome == .finished)
  }

  @Test("An alert that says what has failed has its sign here too")
  func failure() async throws {
    let flow = Flow("pay") {
      Do("pay") {
      } failure: { _ in
        Alert("Not paid") { Button("Go on") }
      }
      .loading("Paying…")
    }
    var run = try Run(flow, id: "run", at: 0)
    try run.resolve(try #require(run.nextNeed), with: .failed("busy"), at: 0)
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("go-on")), at: 0)
    let journal = String(decoding: try run.journalBytes(of: flow), as: UTF8.self)
    let terminal = try HandTerminal()
    let result = try await terminal.replay(flow, journal, time: { 0 })
    #expect(result.outcome == .finished)
    #expect(
      terminal.text == """
        ✗ Paying                busy
        ! Not paid              Go on
        Done.
        """)
  }

  @Test("It can be cancelled, and a journal of another flow is refused")
  func ends() async throws {
    let journal = try await Self.journal()
    let terminal = try HandTerminal()
    let task = Task { try await terminal.replay(Self.flow, journal, time: { 0 }) }
    try await terminal.waitForScreen { $0.contains("? Name?") }
    task.cancel()
    #expect(try await task.value.outcome == .cancelled)
    let other = Flow("other") { Ask("Name?", into: Self.name) }
    let error = await #expect(throws: Rejection.self) {
      _ = try await terminal.replay(other, journal, time: { 0 })
    }
    #expect(error?.message == "This is a saved run of the flow “order”, not of “other”.")
  }
}
