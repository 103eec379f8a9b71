import Testing

@testable import Libretto

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
        Do("count") {}
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
          Option("Blue", "b") { Flow("in") { Do("paint") {} } }
        }
        When(colour == "r" && age > 40) { Finish("old") }
      }
      Say("\(colour)")
    },
    Flow("secrets") {
      Repeat(times: 2) {
        Ask("Word?", into: word).secret()
        Do("check") {}
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
    while let need = run.nextNeed, need.kind == .say { try? run.resolve(need, .shown) }
    let values = run.answers.names.map { "\($0)=\(String(describing: run.answers[$0]))" }
    return values + run.journal.entries.map { "\($0)" } + [
      run.nextNeed.map { "\($0.kind) \($0.name) \(run.text(of: $0))" } ?? "none",
      String(describing: run.outcome),
    ]
  }

  static func resolution(_ need: Need, _ run: Run, _ random: inout SeededGenerator) -> Resolution {
    switch need.kind {
    case .say: return .shown
    case .notice: return .dismissed
    case .wait: return .elapsed
    case .back: return .stayed
    case .load: return .loaded(nil)
    case .action:
      if Int.random(in: 0..<12, using: &random) == 0 { return .failed("broke") }
      var answers = run.answers
      if Bool.random(using: &random) { answers[age] = Int.random(in: 0...60, using: &random) }
      if Bool.random(using: &random) {
        answers[extra] = [1, Int.random(in: 0...9, using: &random)]
      }
      if need.id == "check" { answers[word] = need.performance == 1 ? "from check" : nil }
      return .performed(answers)
    case .prompt:
      let question = run.question(for: need)
      if let choice = question?.choices.randomElement(using: &random), question?.kind != .confirm {
        return .answer(.string(choice.id))
      }
      switch question?.type {
      case .boolean: return .answer(.bool(Bool.random(using: &random)))
      case .integer: return .answer(.int(Int.random(in: -10...60, using: &random)))
      default: return .answer(.string("sesame"))
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
        run.begin(need, at: states.count)
        states.append(Self.state(run))
      }
      if need.isSecret { secrets[need.name] = "sesame" }
      if need.id == "check" { secrets["\(need.name)/word"] = "from check" }
      let before = Self.state(run)
      do {
        try run.resolve(need, Self.resolution(need, run, &random), at: states.count)
        if need.kind != .say { states.append(Self.state(run)) }
      } catch {
        rejected += 1
        #expect(Self.state(run) == before)
      }
    }
    #expect(run.outcome != nil)
    #expect(states.count == run.journal.entries.count + 1)
    for count in states.indices {
      var journal = Journal()
      journal.entries = Array(run.journal.entries.prefix(count))
      var replayed = try Run(flow)
      try replayed.replay(journal, secrets: secrets)
      #expect(Self.state(replayed) == states[count], "prefix \(count)")
    }
  }

  private func refusal(_ flow: Flow, _ entries: Journal.Entry...) throws -> String? {
    var run = try Run(flow)
    var journal = Journal()
    journal.entries = entries
    return #expect(throws: Rejection.self) { try run.replay(journal) }?.message
  }

  @Test("a journal that does not fit is refused, with the entry")
  func misfits() throws {
    let flow = Flow("f") {
      Say("Hi")
      Ask("Age?", into: Self.age)
    }
    let twice = Flow("f") { Repeat(times: 2) { Ask("Age?", into: Self.age) } }
    let one = Journal.Entry("age", 1, .answered(1), 0)
    #expect(
      try refusal(flow, one, one) == "The journal goes on with “age” after the flow’s end.")
    #expect(
      try refusal(twice, one, one) == "The journal goes on with “age”, the flow with “age#2”.")
    #expect(
      try refusal(flow, Journal.Entry("name", 2, .answered("x"), 0))
        == "The journal goes on with “name#2”, the flow with “age”.")
    #expect(
      try refusal(flow, Journal.Entry("age", 1, .answered("old"), 0))
        == "The journal’s “age” does not fit: “old” is not a whole number.")
    #expect(
      try refusal(flow, Journal.Entry("age", 1, .began, 0))
        == "The journal begins “age”, which is no action in the flow.")
    #expect(
      try refusal(flow, Journal.Entry("age", 1, .performed([]), 0))
        == "The journal’s “age” does not fit: The step “age” is not resolved like this.")
    #expect(
      try refusal(Flow("f") { Alert("A") }, Journal.Entry("a", 1, .answered("yes"), 0))
        == "The journal’s “a” does not fit: The step “a” is not resolved like this.")
  }

  @Test("secrets have to be given again, by their question or action")
  func secrets() throws {
    let flow = Flow("f") {
      Do("load") {}
      Ask("Word?", into: Self.word).secret()
    }
    #expect(
      try refusal(
        flow,
        Journal.Entry(
          "load", 1, .performed([Journal.Entry.Write("word", "x", isSecret: true)]), 0))
        == "The secret “load/word”, which an action wrote, is not in the journal; "
        + "it has to be given again.")
    #expect(
      try refusal(
        flow, Journal.Entry("load", 1, .performed([]), 0),
        Journal.Entry("word", 1, .answeredSecretly, 0))
        == "The secret “word” is not in the journal; it has to be given again.")
  }

  @Test("a run that could not be replayed whole stands before the entry that does not fit")
  func standing() throws {
    var run = try Run(
      Flow("f") {
        Ask("Name?", into: Self.name)
        Ask("Age?", into: Self.age)
      })
    var journal = Journal()
    journal.entries = [
      Journal.Entry("name", 1, .answered("Bob"), 5), Journal.Entry("age", 1, .answered("x"), 6),
    ]
    #expect(throws: Rejection.self) { try run.replay(journal) }
    #expect(run.nextNeed?.name == "age")
    #expect(run.answers.description == "[name: “Bob”]")
    #expect(run.journal.entries == [Journal.Entry("name", 1, .answered("Bob"), 5)])
  }
}
