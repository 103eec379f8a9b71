import Testing

@testable import LibrettoCore

/// A journal brings another run to the same state, or says why not.
struct ReplayTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let word = Key<String>("word")
  static let more = Key<Bool>("more")
  static let colour = Key<String>("colour")
  static let extra = Key<[Int]>("extra")

  static let flows = [
    Flow("loops") {
      Store(0, into: age)
      Repeat {
        Say("Round \(age)")
        Do("count") { _ in }
        Confirm("More?", into: more) {
          Say("more")
        } otherwise: {
          Break()
        }
      }
      Say("end \(age)")
    },
    Flow("choices") {
      Repeat(times: 3) {
        Choose("Colour?", into: colour) {
          Option("Red", "r") { Ask("Age?", into: age).validate(.range(0...50)) }
          Option("Green", "g") { Alert("Green") }
          Option("Blue", "b") { Flow("in") { Do("paint") { _ in } } }
        }
        When(colour == "r" && age > 40) { Finish(name: "old") }
      }
      Say("\(colour)")
    },
    Flow("secrets") {
      Repeat(times: 2) {
        Ask("Word?", into: word).secret()
        Do("check") { _ in }
        Alert("Go on?") {
          Button("Yes") { Say("yes") }
          Button("No") { Fail("stopped") }
        }
      }
    },
  ]

  /// Everything that can be seen of a run; what is only said is passed over.
  static func state(_ run: Run) -> [String] {
    var run = run
    while let need = run.nextNeed, need.kind == .say { try? run.resolve(need, with: .shown) }
    let values = run.answers.names.map { "\($0)=\(String(describing: run.answers[$0]))" }
    return values + run.journal.entries.filter { $0.event != .said }.map { "\($0)" } + [
      run.nextNeed.map { "\($0.kind) \($0.name) \(run.text(of: $0))" } ?? "none",
      String(describing: run.outcome),
    ]
  }

  /// The same where it is restored: a failure that ended it is tried again.
  static func restored(_ run: Run, after need: Need) -> [String] {
    let state = state(run)
    guard need.kind == .action, case .failed? = run.outcome else { return state }
    return state.dropLast(2) + ["action \(need.name) \(need.action ?? "")", "nil"]
  }

  static func resolution(_ need: Need, _ run: Run, _ random: inout SeededGenerator) -> Resolution {
    switch need.kind {
    case .say: return .shown
    case .notice: return .dismissed
    case .wait: return .elapsed
    case .stale: return .again
    case .begun: return .didNotRun
    case .undo, .undoBegun: return .undone
    case .undoFailed: return .leave
    case .remains: return .told
    case .load: return .loaded(nil)
    case .action:
      if Int.random(in: 0..<12, using: &random) == 0 { return .failed("broke") }
      var answers = run.answers
      if Bool.random(using: &random) { answers[age] = Int.random(in: 0...60, using: &random) }
      if Bool.random(using: &random) {
        answers[extra] = [1, Int.random(in: 0...9, using: &random)]
      }
      if need.id == "check" { answers[word] = need.name == "check" ? "from check" : nil }
      return .performed(answers)
    case .prompt, .secret:
      let question = run.question(for: need)
      if let choice = question?.choices.randomElement(using: &random), question?.kind != .confirm {
        return .answer(.choice(choice.id))
      }
      switch question?.type {
      case .boolean: return .answer(.yes(Bool.random(using: &random)))
      case .integer: return .answer(.typed(.int(Int.random(in: -10...60, using: &random))))
      default: return .answer("sesame")
      }
    }
  }

  @Test("at every prefix of a journal, for random answers", arguments: 0..<60)
  func prefixes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let flow = Self.flows[seed % Self.flows.count]
    var run = try Run(flow)
    var states = [Self.state(run)]
    var secrets: [String: Value] = [:]
    var rejected = 0
    while let need = run.nextNeed, rejected < 200 {
      if need.kind == .action {
        run.begin(need, at: Timestamp(states.count))
        // Who did not see it end does not know whether it did.
        states.append(
          Self.state(run).map { $0.hasPrefix("action ") ? "begun " + $0.dropFirst(7) : $0 })
      }
      if need.isSecret { secrets[need.name] = "sesame" }
      if need.id == "check" { secrets["\(need.name)/word"] = "from check" }
      let before = Self.state(run)
      do {
        try run.resolve(
          need, with: Self.resolution(need, run, &random), at: Timestamp(states.count))
        if need.kind != .say { states.append(Self.restored(run, after: need)) }
      } catch {
        rejected += 1
        #expect(Self.state(run) == before)
      }
    }
    #expect(run.outcome != nil)
    let entries = run.journal.entries
    #expect(states.count == entries.count { $0.event != .said } + 1)
    for count in 0...entries.count {
      let replayed = try Run(flow, replaying: run.journal.prefix(count), secrets: secrets)
      let passed = entries.prefix(count).count { $0.event != .said }
      #expect(Self.state(replayed) == states[passed], "prefix \(count)")
    }
  }

  @Test("a journal of another flow is refused")
  func foreign() throws {
    let flow = Flow("f") { Ask("Age?", into: Self.age) }
    var run = try Run(flow)
    try run.give(1)
    let other = Flow("g") { Ask("Name?", into: Self.name) }
    #expect(
      throws: Rejection(message: "The journal is for a different flow than “g”.")
    ) { try Run(other, replaying: run.journal) }
    // The same flow built anew is the same.
    let again = try Run(
      Flow("f") { Ask("Age?", into: Self.age) }, replaying: run.journal)
    #expect(again.answers[Self.age] == 1)
  }

  @Test("secrets are given again, by their question or action, where work may read them")
  func secrets() throws {
    let flow = Flow("f") {
      Do("load") { _ in }
      Ask("Word?", into: Self.word).secret()
      Ask("Name?", into: Self.name)
      Do("send") { _ in }
    }
    let key = Key<String>("key")
    let secretly = Flow("f") {
      Do("load") { _ in }
      Ask("Age?", into: Self.age)
      Do("send") { _ in }.reads(key)
      When(key.isSet) {
        Say("sent")
      } otherwise: {
        Ask("Key?", into: key).secret()
      }
    }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .performed(run.answers))
    try run.give("sesame")
    var replayed = try Run(flow, replaying: run.journal)
    // Nothing reads it yet, so nobody is asked.
    #expect(replayed.nextNeed?.name == "name")
    try replayed.give("Bob")
    let secret = try #require(replayed.nextNeed)
    #expect(secret.kind == .secret)
    #expect(secret.name == "word")
    try replayed.resolve(secret, with: .answer("sesame"))
    #expect(replayed.nextNeed?.name == "send")
    #expect(replayed.answers[Self.word] == "sesame")
    let given = try Run(flow, replaying: run.journal, secrets: ["word": "sesame"])
    #expect(given.answers[Self.word] == "sesame")

    run = try Run(secretly)
    var answers = run.answers
    answers[key] = "4711"
    try run.resolve(try #require(run.nextNeed), with: .performed(answers))
    try run.give(7)
    replayed = try Run(secretly, replaying: run.journal)
    #expect(replayed.nextNeed?.kind == .secret)
    #expect(replayed.nextNeed?.name == "load")
    try replayed.resolve(try #require(replayed.nextNeed), with: .answer("4711"))
    #expect(replayed.nextNeed?.name == "send")
    #expect(replayed.answers[key] == "4711")
    let known = try Run(secretly, replaying: run.journal, secrets: ["load/key": "4711"])
    #expect(known.nextNeed?.name == "send")
  }

  @Test("an answer that doesn't fit is refused, and the run waits at its question")
  func standing() throws {
    let name = StepName(step: 0, rounds: .first)
    let flow = Flow("f") { Ask("Age?", into: Self.age) }
    let run = try Run(flow)
    let journal = Journal(run.program, [Line(name, .answered, 5, value: "old")])
    let replayed = try Run(flow, replaying: journal)
    #expect(replayed.nextNeed?.name == "age")
    #expect(replayed.answers.description == "[]")
    for kind in [Line.Kind.ended, .loaded, .elapsed, .timedOut, .dismissed, .secret] {
      let odd = try Run(flow, replaying: Journal(run.program, [Line(name, kind, 5)]))
      #expect(odd.nextNeed?.name == "age", "\(kind)")
    }
  }
}
