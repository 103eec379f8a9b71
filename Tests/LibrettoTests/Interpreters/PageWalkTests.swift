import Testing

@testable import LibrettoCore

/// Random pages, right and wrong, with steps back, in loops and operations: a refused page changes
/// nothing, and a session made of the token or the journal stands where the live one stands.
struct PageWalkTests {
  private static let to = Key<String>("to"), tags = Key<[String]>("tags")
  private static let first = Key<String>("first"), car = Key<Bool>("car")
  private static let plate = Key<String>("plate"), why = Key<String>("why")
  private static let nights = Key<Int>("nights"), more = Key<Bool>("more")

  private static let flow = Flow("walk") {
    Repeat {
      Say("A trip.")
      Form("Trip") {
        Ask("Where to?", into: to).validate(.notEmpty)
        ChooseMany("Tags of \(to)?", from: ["a", "b", "c"], into: tags).atMost(2)
        Choose("The first of \(tags)?", from: tags, into: first).when(!tags.isEmpty)
        Confirm("A car in \(to)?", into: car).default(true)
        Ask("Its plate?", into: plate).when(car)
      }
      Alert("Sure about \(to)?") {
        Field("Why?", into: why).optional()
        Button("Yes") { Do("book") {}.reads(to).undo {} }
        Button("No") { Say("Not \(to): \(why)") }.validate(why, .notEmpty)
        Button("Stop", role: .cancel)
      }
      Operations {
        Operation("stay") {
          Form("Stay") { Ask("Nights in \(to)?", into: nights).default(1).validate(.range(1...9)) }
        }
        Operation("talk") { Confirm("More?", into: more) }
      }
    } until: {
      more == false
    }
    Say("Bye.")
  }

  private struct Walk {
    var generator: SeededGenerator
    var session: Session
    /// How many pages were taken and refused, and how many steps back were made.
    var taken = 0, refused = 0, back = 0

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
      elements.randomElement(using: &generator)
    }

    mutating func isSo(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func step() async throws {
      guard let need = pick(session.needs) else { return }
      if need.kind == .action {
        try session.resolve(need.name, with: .performed([:]))
      } else if need.kind == .undo {
        try session.resolve(need.name, with: .undone)
      } else if need.kind == .decision, let choice = pick((need.question?.choices ?? []).map(\.id))
      {
        try session.resolve(need.name, with: .answer(.choice(choice)))
      } else if need.kind == .notice {
        try session.resolve(need.name, with: .dismissed)
      } else if isSo(6) {
        do {
          if need.page != nil, isSo(2) {
            try session.goBack(fromPage: need.name)
          } else {
            try session.goBack(from: need.name)
          }
          back += 1
        } catch {}
      } else if let page = need.page, !isSo(8) {
        try await submit(page)
      } else {
        try? session.resolve(need.name, with: .value(word()))
      }
    }

    mutating func word() -> Value {
      pick(["Rome", "", "a", ["b", "c"], ["c", "a", "b"], [], true, false, 3, 12, "submit"])
        ?? .null
    }

    mutating func submit(_ page: FormPage) async throws {
      var answers: [String: SessionResolution] = [:]
      for field in page.fields where !isSo(4) && (field.isVisible || isSo(8)) {
        answers[field.id] = isSo(6) ? .value(word()) : right(field)
      }
      if isSo(20) { answers["nobody"] = .text("?") }
      let button = page.buttons.isEmpty ? nil : pick(page.buttons.map(\.id) + ["burn"])
      let (token, needs) = (session.token, session.needs)
      let live = try session.page(page.name, with: answers, button: button)
      if let refused = try await session.submit(page.name, with: answers, button: button) {
        self.refused += 1
        #expect(refused.hasProblems)
        #expect(session.token == token)
        #expect(session.needs == needs)
        #expect(refused.words == live.words)
        for field in refused.fields where field.problem != nil {
          #expect(live[field.id]?.problem ?? field.problem == field.problem)
        }
      } else {
        taken += 1
        #expect(!live.hasProblems)
        // All of it counts, whatever has to be decided before the next question.
        for field in live.fields where field.isVisible && button != "stop" {
          guard field.isAnswered || field.given != nil else { continue }
          let name = try #require(session.run.program.name(field.question.name))
          #expect(session.run.answerLine(name)?.isInForce == true, "\(field.id)")
        }
      }
    }

    mutating func right(_ field: FormPage.Field) -> SessionResolution {
      switch field.question.kind {
      case .ask: .text(pick(["Rome", "Oslo", "3", " 4 "]) ?? "")
      case .confirm: .answer(.yes(isSo(2)))
      default:
        .answer(
          .choices(Array(field.question.choices.map(\.id).shuffled(using: &generator).prefix(2))))
      }
    }

    func check(_ flow: Flow) throws {
      let restored = try Session(flow, token: session.token, clock: { 0 })
      #expect(restored.needs == session.needs)
      #expect(restored.answers.description == session.answers.description)
      #expect(restored.outcome == session.outcome)
      let (saved, remarks) = try Run.resuming(flow, from: try SavedRun(session.run, of: flow))
      var resumed = saved
      while let need = resumed.needs.first(where: { $0.kind == .say }) {
        try resumed.resolve(need, with: .shown)
      }
      #expect(remarks == [])
      #expect(resumed.needs.map(\.name) == session.needs.map(\.name))
      #expect(resumed.answers.description == session.answers.description)
    }
  }

  @Test("walks of forty steps", arguments: 0..<25)
  func walk(_ seed: Int) async throws {
    var walk = Walk(
      generator: SeededGenerator(seed: UInt64(seed)),
      session: try Session(Self.flow, id: "walk", clock: { 0 }))
    for _ in 0..<40 where walk.session.outcome == nil {
      try await walk.step()
      try walk.check(Self.flow)
    }
    #expect(walk.taken + walk.refused > 0)
  }
}
