import Testing

@testable import LibrettoCore
@testable import LibrettoKnowledge

private let first = Key<Bool>("first")
private let count = Key<Int>("count")
private let cups = Key<Int>("cups")

/// Steps back behind work: what was done holds or is stale, by what it reads.
@Suite("Steps back") struct BackTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flow: Flow
    let paths: Int
    var frontier: [String] = []

    init(
      _ name: String, paths: Int, frontier: [String] = [], @FlowBuilder _ steps: () -> Steps
    ) {
      (testDescription, self.paths, self.frontier) = (name, paths, frontier)
      flow = Flow("back", steps)
    }
  }

  static let cases = [
    // Once the same answer, and once another one, with the work again or kept.
    Case("work", paths: 8) {
      Confirm("First?", into: first)
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("work that fails is performed again", paths: 12) {
      Confirm("First?", into: first)
      Do("work") { _ in
      } failure: { _ in
        Alert("It failed.") {
          Button("Change") { Back() }
          Button("Leave", role: .cancel) { Finish() }
        }
      }
      Say("\(first)")
    },
    Case("work that fails among other work", paths: 36) {
      Confirm("First?", into: first)
      Do("work") { _ in
      } failure: { _ in
        Say("It failed.")
      }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("a load is loaded again", paths: 6) {
      Confirm("First?", into: first)
      Load("cups", into: cups) { 3 }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first), \(cups)")
    },
    Case("work that reads nothing holds", paths: 8) {
      Confirm("First?", into: first)
      Do("save") { _ in }.reads()
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("an answer without a key changes nothing", paths: 6) {
      Confirm("First?")
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
    },
    Case("work that isn’t reached again", paths: 8) {
      Confirm("First?", into: first)
      When(first == true) { Do("work") { _ in } }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("two steps back", paths: 10) {
      Confirm("First?", into: first)
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Do("save") { _ in }
      Confirm("Sure?") {
      } otherwise: {
        Back()
      }
    },
    Case("an answer of the same class is another one", paths: 12) {
      Ask("How many?", into: count)
      Do("work") { _ in }.reads(count).writes()
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      When(count > 3) { Say("\(count)") }
    },
    Case("a round of a loop", paths: 8) {
      Repeat {
        Confirm("First?", into: first)
        Do("work") { _ in }
        Confirm("Right?") {
          Break()
        } otherwise: {
          Back()
        }
      }
    },
    // Whether it is undone is decided elsewhere.
    Case(
      "work that can be undone", paths: 2,
      frontier: ["back: what follows the step back, because “work” can be undone"]
    ) {
      Confirm("First?", into: first)
      Do("work") { _ in }.undo { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
    },
  ]

  @Test("Where a step back isn’t followed, its cause is named")
  func causes() throws {
    let right = Flow("right") {
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
    }
    func frontier(@FlowBuilder _ steps: () -> Steps) throws -> [String] {
      try Flow("back", steps).explore(today: "2026-11-23").frontier
    }
    #expect(
      try frontier {
        Confirm("First?", into: first)
        Load("cups", into: cups) { 3 }.reads()
        right
        Say("\(first), \(cups)")
      } == [
        "load “cups”: what follows the step back, because what it has set isn’t known any more"
      ])
    #expect(
      try frontier {
        Confirm("First?", into: first)
        Do("work") { _ in }.reads(count).writes()
        Store(3, into: count)
        right
        Say("\(first), \(count)")
      } == [
        "do “work”: what follows the step back, because what it reads may have been set again"
      ])
    #expect(
      try frontier {
        Confirm("First?", into: first)
        Repeat(times: 2) { Do("work") { _ in } }
        right
      } == ["back: what follows the step back, because work was performed in an earlier round"])
    #expect(
      try frontier {
        Operations { Operation("one") { Say("One.") } }
        right
      } == ["back: what follows the step back, because operations were performed before it"])
    #expect(
      try frontier {
        Form("Page") { Confirm("First?", into: first) }
        right
      } == [
        "back: what follows the step back, because the last question isn’t the one around it, or it "
          + "has fields"
      ])
    let open = try frontier {
      Load("list", into: Key<String>("list")) { _ in
        "x"
      } failure: { _ in
        Alert("No data") { Button("Again") { TryAgain() } }
      }
      Operations {
        Operation("p") { Ask("P?", into: Key<String>("p")) }
        for (name, before) in [("q", "p"), ("s", "p"), ("t", "q"), ("v", "q")] {
          Operation(name, after: before) { Ask("\(name)?", into: Key<String>(name)) }
        }
      }
      Do("work", into: Key<String>("u")) { _ in
        ""
      } failure: { _ in
        Alert("It failed") {
          Button("Again") { TryAgain() }
          Button("Change") { Back() }
          Button("Leave") { Finish("no") }
        }
      }
    }
    #expect(
      open.contains(
        "the flow: beyond the rounds that are looked at, more than 4 keys of a loop may be set or not"
      ))
    #expect(!open.contains { $0.contains("states") })
  }

  @Test(
    "Each path is performed as predicted, and each test is known by what it covers",
    arguments: cases)
  func performed(item: Case) async throws {
    let known = try item.flow.explore(today: "2026-11-23")
    #expect(known.frontier == item.frontier)
    #expect(known.pathCount == item.paths)
    var space = known.space
    for path in known.paths {
      let predicted = try #require(Events(path.moves, in: &space))
      let result = try #require(try await path.perform())
      // Texts that the person has seen already aren't said again.
      func events(_ events: Events) -> Events {
        var events = events
        events.events.removeAll { ["SAY", "NOTE"].contains($0.word) }
        return events
      }
      #expect(
        events(predicted).fits(events(Events(result.transcript)), inAnyOrder: false),
        "\(predicted)\n\(result.transcript)")
    }
    expectWholeSuite(known)
  }
}
